package definition_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/testenv"
)

// The agent file that the documentation shows is one, and is saved as it is.
func TestDocumentedFile(t *testing.T) {
	docs, err := os.ReadFile(filepath.Join(testenv.Root(t), "docs", "agents.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(docs), "```yaml\n")
	text, _, found := strings.Cut(text, "```")
	a, err := definition.Parse([]byte(text))
	if err != nil || !found {
		t.Fatal(found, err)
	}
	if a.Model.ID != "gpt-4.1" || a.Executor.Name != "docker" || len(a.MCP) != 2 || a.Managed[0].File != "writer.yaml" || a.Budget.Time.Minutes() != 10 {
		t.Errorf("it is read as %+v", a)
	}
	again, err := definition.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := definition.Parse(again); err != nil {
		t.Errorf("saved it is\n%s%v", again, err)
	}
}
