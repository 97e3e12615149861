//go:build !unix

package shared

// closeOnExec has nothing to do where children inherit only what they are given.
func closeOnExec(int) {}
