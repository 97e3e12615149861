package term

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// A sandbox may report what no honest one does.
func TestForgedProgress(t *testing.T) {
	var out bytes.Buffer
	p := &Progress{w: &out, width: 80, quit: make(chan struct{}), begun: time.Now()}
	for _, x := range []struct{ current, total int64 }{{-5, 10}, {1 << 62, 1<<62 + 1}, {20, 10}, {1, -1}, {3, 10}} {
		p.Update("up\nand\x1b[2J away "+strings.Repeat("x", 1<<20), x.current, x.total, "\x1b]0;t\a")
		p.draw()
	}
	lines := strings.Split(strings.ReplaceAll(out.String(), "\x1b[m", ""), clearLine)
	if len(lines) != 6 || strings.ContainsAny(strings.Join(lines, ""), "\n\x1b\a") || Width(lines[5]) > 79 || !strings.HasPrefix(lines[5], `=======----------------- up\nand\x1b[2J`) {
		t.Errorf("%q", out.String())
	}
}

func TestTableIsOneLinePerRow(t *testing.T) {
	var out bytes.Buffer
	table := NewTable("A", "B")
	table.Add("x\ny", "\u202e\t")
	if err := table.Print(&out, Painter{}); err != nil || out.String() != "A     B\nx\\ny  \\u202e\\t\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestEscapes(t *testing.T) {
	for in, want := range map[string]string{
		"a b\n\t\\":                          "a b\n\t\\",
		"\u200b\u00ad\ufeff":                 `\u200b\xad\ufeff`,
		"\ufe0f\U000e0101\u3164\u00a0\u2800": `\ufe0f\U000e0101\u3164\xa0\u2800`,
		"é漢😀\x9b\xff":                        `é漢😀\x9b\xff`,
	} {
		if got := EscapeAll(in); got != want {
			t.Errorf("%q is shown as %s", in, got)
		}
	}
	text, _ := json.Marshal("\u009b31m\u202eé😀\U000e0041\n") // can't fail
	shown := EscapeJSON(text)
	var back string
	if err := json.Unmarshal(shown, &back); err != nil || back != "\u009b31m\u202eé😀\U000e0041\n" || string(shown) != `"\u009b31m\u202eé😀\udb40\udc41\n"` {
		t.Errorf("%s: %q, %v", shown, back, err)
	}
}
