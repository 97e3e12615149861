package executor

import (
	"fmt"
	"os"

	"github.com/airlockhq/airlock/shared"
)

// embedArg is the first argument of a process that serves the executor for its own
// program.
const embedArg = "__executor"

// EmbedArgs are the arguments by which a program that calls Embed serves the executor:
// those of a host.Builtin.
func EmbedArgs() []string { return []string{embedArg, Name} }

// Embed lets a program do without a plugin file. It is called first in main, and does
// nothing unless the program was started with EmbedArgs, that is, by a host within the
// same program: then it serves the executor, in that process of its own, and exits.
//
//	func main() {
//		executor.Embed("1.0.0")
//		cfg.Builtins = map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}}
//		...
func Embed(version string) {
	if len(os.Args) < 2 || os.Args[1] != embedArg {
		return
	}
	if len(os.Args) < 3 || os.Args[2] != Name {
		fmt.Fprintf(os.Stderr, "serving an executor: %q is not built in\n", os.Args[2:])
		os.Exit(2)
	}
	TuneRuntime()
	os.Exit(shared.Serve(shared.ServeConfig{Executor: &Executor{Version: version, OwnsProcess: true}, Args: os.Args[3:], Prepare: Prepare}))
}
