package py

// The file's name makes this the package's last init function: all types are
// defined by then.
func init() { readyAll() }
