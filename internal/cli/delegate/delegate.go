// Package delegate leaves the command "airlock agent" to a program of its own,
// airlock-agent, which lies beside this one: the libraries of models, protocols and pages
// that it links would make every start of airlock half as slow again.
package delegate

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// program is the full command line.
const program = "airlock-agent"

// Settings are the agent's flags that the configuration file may set, so that other
// commands know them as well.
var Settings = []string{
	"api-base", "approve", "budget-cost", "budget-time", "budget-tokens", "instructions", "key-env", "managed", "markdown",
	"max-steps", "max-tokens", "mcp", "mcp-env", "model", "model-id", "openapi", "otlp", "otlp-content", "plan-every", "price", "quiet", "show-images", "stream",
	"structured", "temperature", "tool", "tool-calling", "whole-agent",
}

// Command stands for the command in the list of all.
func Command(*app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:                "agent [TASK|-]",
		Short:              "Let a model solve a task by writing Python, which runs in a sandbox",
		DisableFlagParsing: true,
		RunE:               func(*cobra.Command, []string) error { return nil },
	}
	for _, name := range Settings {
		cmd.Flags().String(name, "", "")
	}
	return cmd
}

// Wanted tells that a command line is about the agent, or the completion or help of it.
func Wanted(args []string) bool {
	if len(args) > 0 && slices.Contains([]string{"help", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd}, args[0]) {
		args = args[1:]
	}
	return len(args) > 0 && args[0] == "agent"
}

// Run becomes the program and returns only where that fails, or can't be.
func Run(t *term.Terminal, args []string) int {
	path, err := find()
	if err != nil {
		fmt.Fprintf(t.Err, "%s %s\n", t.ErrPainter().Paint(term.Bad, "airlock:"), term.Escape(err.Error()))
		return app.CodeSystem
	}
	code, err := become(path, args)
	if err != nil {
		fmt.Fprintf(t.Err, "%s starting %s: %s\n", t.ErrPainter().Paint(term.Bad, "airlock:"), path, term.Escape(err.Error()))
		return app.CodeSystem
	}
	return code
}

// find looks beside this program, then on the PATH.
func find() (string, error) {
	name := program
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	self, err := os.Executable()
	if err == nil {
		self, err = filepath.EvalSymlinks(self)
	}
	if err == nil {
		path := filepath.Join(filepath.Dir(self), name)
		if st, err := os.Stat(path); err == nil && !st.IsDir() {
			return path, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("the command agent is a program of its own, %s, which is neither beside %s nor on the PATH: make build builds both", name, self)
	}
	return path, nil
}
