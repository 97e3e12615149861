// Airlock-executor-gpython runs guest code with github.com/go-python/gpython, a Python 3.4 in Go.
//
// It is the worked example for authors of plugins: an Executor, a Session, a conversion of values, and a main that serves them.
package main

import (
	"context"
	"os"

	"github.com/airlockhq/airlock/shared"
)

// version is the content of VERSION, set when the plugin is linked.
var version = "0.0.0-dev"

func main() {
	os.Exit(shared.Serve(shared.ServeConfig{Executor: executor{}}))
}

// executor has no state of its own: each session has an interpreter.
type executor struct{}

var _ shared.Executor = executor{}

func (executor) Describe(context.Context) (*shared.Description, error) {
	return &shared.Description{
		Name: "gpython", Version: version, Summary: "gpython, a Python 3.4 in Go; the example of a plugin", Languages: []string{"python 3.4"},
		Isolation:    shared.IsolationInterpreter,
		Capabilities: shared.Capabilities{Tools: true, Variables: true},
	}, nil
}

func (executor) Check(context.Context, *shared.CheckRequest) (*shared.CheckReport, error) {
	return &shared.CheckReport{}, nil // nothing to set up, so nothing to check
}

func (executor) Reap(context.Context, *shared.ReapRequest) (*shared.ReapReport, error) {
	return &shared.ReapReport{}, nil // a session is memory of this process
}

func (executor) Open(_ context.Context, req *shared.OpenRequest, _ shared.Events) (shared.Session, error) {
	return newSession(req.AuthorizedImports), nil
}
