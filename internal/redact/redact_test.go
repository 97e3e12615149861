package redact

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/airlockhq/airlock/shared"
)

func TestRedactor(t *testing.T) {
	r := &Redactor{}
	in := "key sk-12345/67+8 here"
	if r.Text(in) != in {
		t.Fatal("changed without secrets")
	}
	r.Add("API_KEY", "sk-12345/67+8")
	r.Add("LONGER", "sk-12345/67+8-and-more")
	r.Add("SHORT", "key")
	for in, want := range map[string]string{
		in:                               "key [redacted API_KEY] here",
		"sk-12345/67+8-and-more":         "[redacted LONGER]",
		"?k=sk-12345%2F67%2B8&x":         "?k=[redacted API_KEY]&x",
		"Basic c2stMTIzNDUvNjcrOA==":     "Basic [redacted API_KEY]==",
		"Basic dXNlcjpzay0xMjM0NS82Nys4": "Basic dXNlcjp[redacted API_KEY]",
		"sk-12345 alone":                 "sk-12345 alone",
	} {
		if got := r.Text(in); got != want {
			t.Errorf("%q became %q, want %q", in, got, want)
		}
	}
}

func TestJSON(t *testing.T) {
	r := &Redactor{}
	r.Add("KEY", "action-0123")
	r.Add("WORD", "action")
	got, err := r.JSON([]byte(`{"type":"action","kind":"action-0123","n":1.50,"action":["x action"]}`))
	if want := `{"[redacted WORD]":["x [redacted WORD]"],"kind":"[redacted KEY]","n":1.50,"type":"action"}`; err != nil || string(got) != want {
		t.Errorf("%s, %v", got, err)
	}
}

// TestPieces cuts texts in all places: what is shown is the same, and as soon as it can be.
func TestPieces(t *testing.T) {
	r := &Redactor{}
	r.Add("KEY", "sk-12345")
	r.Add("LONG", "sk-12345-and-more")
	r.Add("TWICE", "abcabcab")
	for _, text := range []string{
		"a sk-12345 b", "sk-12345-and-more", "sk-12345-and-mo", "abcabcabcabcab", "abcabcabcab", "x sk-12sk-12345", "é sk-1234", "",
	} {
		for i := range len(text) + 1 {
			for j := i; j <= len(text); j++ {
				p := r.Pieces()
				got := p.Add(text[:i]) + p.Add(text[i:j]) + p.Add(text[j:])
				if got += p.End(); got != r.Text(text) {
					t.Errorf("%q cut at %d and %d became %q, want %q", text, i, j, got, r.Text(text))
				}
			}
		}
	}
	p := r.Pieces()
	for _, c := range []struct{ piece, want string }{{"key sk-", "key "}, {"99 ", "sk-99 "}, {"sk-12345", ""}, {" ", "[redacted KEY] "}, {"sk", ""}} {
		if got := p.Add(c.piece); got != c.want {
			t.Errorf("after %q %q is shown, want %q", c.piece, got, c.want)
		}
	}
	if got := p.End() + p.End(); got != "sk" {
		t.Errorf("at the end %q is shown", got)
	}
	if got := new(Redactor).Pieces().Add("plain"); got != "plain" {
		t.Errorf("without secrets %q is shown", got)
	}
}

func TestRedactedErrorsKeepTheirMeaning(t *testing.T) {
	r := &Redactor{}
	r.Add("TOKEN", "very-secret")
	err := r.Err(fmt.Errorf("opening very-secret: %w", os.ErrNotExist))
	if err.Error() != "opening [redacted TOKEN]: file does not exist" || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
	if s := fmt.Sprintf("%+v %#v", errors.Unwrap(err), errors.Unwrap(err)); !strings.Contains(s, "redacted") {
		t.Errorf("the cause shows as %s", s)
	}
	e := &shared.Error{Kind: shared.KindBackendAuth, Message: "refused very-secret", Hint: "very-secret?", Traceback: []shared.Frame{{Source: "x = 'very-secret'"}}}
	err = r.Err(fmt.Errorf("call: %w", e))
	var got *shared.Error
	if !errors.As(err, &got) || !errors.Is(err, shared.KindBackendAuth) || strings.Contains(fmt.Sprintf("%+v", got), "very-secret") {
		t.Errorf("got %+v", got)
	}
	if e.Traceback[0].Source != "x = 'very-secret'" {
		t.Error("the caller's error was changed")
	}
	plain := errors.New("plain")
	if got := r.Err(plain); !errors.Is(got, plain) || got.Error() != "plain" {
		t.Error("an innocent error was replaced")
	}
}

func TestRedactedLogger(t *testing.T) {
	var out bytes.Buffer
	r := &Redactor{}
	r.Add("TOKEN", "very-secret")
	l := r.Logger(hclog.New(&hclog.LoggerOptions{Output: &out, Level: hclog.Trace}))
	l.Named("very").With("a", "very-secret").Info("msg very-secret", "err", errors.New("very-secret"), "b", []byte("very-secret"), "n", 7)
	l.StandardLogger(nil).Print("std very-secret")
	_, _ = l.StandardWriter(nil).Write([]byte("w very-secret\n"))
	if s := out.String(); strings.Contains(s, "very-secret") || strings.Count(s, "[redacted TOKEN]") != 6 || !strings.Contains(s, "n=7") {
		t.Fatalf("log is\n%s", s)
	}
}
