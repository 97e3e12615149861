package forms_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/redact/forms"
)

func TestOf(t *testing.T) {
	const secret = `pl"anted<&/+0123?`
	all := forms.Of(secret)
	hides := func(text string) bool {
		return slices.ContainsFunc(all, func(form string) bool { return len(form) >= len(secret) && strings.Contains(text, form) })
	}
	quoted, err := json.Marshal(secret)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{
		secret, string(quoted), `"pl\"anted<&/+0123?"`, url.QueryEscape(secret), url.PathEscape(secret), fmt.Sprintf("%x", secret), fmt.Sprintf("%X", secret),
	}
	for before := range 4 {
		for after := range 4 {
			whole := []byte(strings.Repeat("u", before) + secret + strings.Repeat("z", after))
			texts = append(texts, base64.StdEncoding.EncodeToString(whole), base64.RawURLEncoding.EncodeToString(whole))
		}
	}
	for _, text := range texts {
		if !hides(text) {
			t.Errorf("%s shows it", text)
		}
	}
	if hides("planted0123 and other innocent words") {
		t.Error("a text without it is taken for one with it")
	}
	if got := forms.Of(""); len(got) != 0 {
		t.Errorf("nothing has the forms %q", got)
	}
}
