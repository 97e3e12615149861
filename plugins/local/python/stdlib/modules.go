package stdlib

// modules are all modules by dotted name.
var modules = map[string]loader{}
