//go:build unix

package delegate

import (
	"os"
	"syscall"
)

// become replaces this process, so that signals and the terminal are the program's.
func become(path string, args []string) (int, error) {
	return 0, syscall.Exec(path, append([]string{path}, args...), os.Environ())
}
