package python_test

import (
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

// TestImports imports each module in a session of its own that may do nothing
// else: the library must not need what the program is denied.
func TestImports(t *testing.T) {
	for _, name := range append(stdlib.Names(), stdlib.TestNames()...) {
		s := newSession(t, python.Options{Policy: policy.Config{Modules: []string{"*"}}})
		if _, f := runIn(t, s, "import "+name, python.DefaultLimits); f != nil {
			t.Errorf("import %s: %s", name, f.Message)
		}
	}
	for _, name := range policy.DefaultModules {
		if _, f := run(t, "import "+name); f != nil {
			t.Errorf("import %s by default: %s", name, f.Message)
		}
	}
}
