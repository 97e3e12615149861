//go:build !unix

package delegate

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
)

// become runs the program and waits for it. Interrupts reach both, and are its to handle.
func become(path string, args []string) (int, error) {
	signal.Ignore(os.Interrupt)
	cmd := exec.Command(path, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}
