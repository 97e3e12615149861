package symtable

import "strings"

// Mangle gives the name under which an identifier is known inside the class:
// __x in class C is _C__x, unless it ends in __ or has a dot. An empty class
// means outside of classes.
func Mangle(class, name string) string {
	if class == "" || !strings.HasPrefix(name, "__") {
		return name
	}
	if strings.HasSuffix(name, "__") || strings.Contains(name, ".") {
		return name
	}
	class = strings.TrimLeft(class, "_")
	if class == "" {
		return name
	}
	return "_" + class + name
}
