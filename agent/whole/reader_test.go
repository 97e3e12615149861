package whole

import (
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/shared"
)

// What comes out of a sandbox may be anything.
func TestForgedEvents(t *testing.T) {
	var events int
	r := &reader{left: 1 << 20, events: func(agent.Event) { events++ }}
	for _, line := range []string{
		`{"type":"step"}`, `{"type":"step","action":{"managed":[null]}}`, `{"type":"plan"}`, `{"type":"final"}`, `{"type":"display"}`, `{"type":"error"}`,
		`{"type":"task","agent":"a\nb"}`, `{"type":"task","agent":"` + strings.Repeat("/", 999) + `"}`, `{"type":"task","agent":"` + strings.Repeat("a", 2000) + `"}`,
		`[]`, `null`, `{`, `{"type":"token","step":"x"}`,
	} {
		if err := r.output(shared.Stdout, []byte(line+"\n")); err != nil || events != 0 || r.result != nil || r.failed != nil {
			t.Errorf("%.100s: %d events, %v", line, events, err)
		}
	}
	for err := error(nil); err == nil; {
		if err = r.output(shared.Stdout, []byte(`{"type":"task","agent":"a/b","text":"x"}`+"\n")); err != nil && !strings.Contains(err.Error(), "events are more than") {
			t.Error(err)
		}
	}
	if events == 0 {
		t.Error("true events don't come")
	}
}
