//go:build !unix

package host

import (
	"fmt"
	"os"
)

// socketFolder is the temporary folder of this host; plugins listen on loopback TCP
// here, with mutual TLS.
type socketFolder struct{ path string }

func newSocketFolder(func(string) (string, bool)) (*socketFolder, error) {
	dir, err := os.MkdirTemp("", "airlock-h")
	if err != nil {
		return nil, fmt.Errorf("making the folder for plugins: %w", err)
	}
	return &socketFolder{dir}, nil
}

func (s *socketFolder) remove() error { return os.RemoveAll(s.path) }
