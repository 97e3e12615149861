package cli_test

import (
	"slices"
	"testing"

	"github.com/spf13/pflag"

	"github.com/airlockhq/airlock/internal/cli/agent"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/delegate"
	"github.com/airlockhq/airlock/internal/cli/run"
)

// TestSettingsOfTheAgent: what the configuration may set for the agent, the other
// commands, which are another program, must know.
func TestSettingsOfTheAgent(t *testing.T) {
	a := &app.App{}
	others := run.Command(a).Flags()
	var want []string
	agent.Command(a).Flags().VisitAll(func(f *pflag.Flag) {
		if app.Configurable(f.Name) && others.Lookup(f.Name) == nil {
			want = append(want, f.Name)
		}
	})
	got := slices.Clone(delegate.Settings)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("delegate.Settings are\n%q, the agent's flags are\n%q", got, want)
	}
}
