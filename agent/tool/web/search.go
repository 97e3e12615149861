package web

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/time/rate"

	"github.com/airlockhq/airlock/agent/tool"
)

// DefaultResults is how many results a search gives.
const DefaultResults = 10

// Result is one hit of a search.
type Result struct{ Title, URL, Snippet string }

// Provider is a search engine.
type Provider interface {
	Search(ctx context.Context, query string, n int) ([]Result, error)
}

// ProviderOptions say how to reach a provider. Empty fields mean its own.
type ProviderOptions struct {
	// BaseURL of its API.
	BaseURL string
	// Key of its API; empty means that of the environment variable BRAVE_API_KEY or SERPER_API_KEY.
	Key string
}

// Providers are the names that NewProvider knows.
var Providers = []string{"duckduckgo", "brave", "serper"}

// NewProvider makes a provider by name. DuckDuckGo needs no key.
func NewProvider(name string, c *http.Client, o ProviderOptions) (Provider, error) {
	// Once a second is what the engines put up with.
	limit := rate.NewLimiter(1, 1)
	pick := func(base, env string) (endpoint, error) {
		e := endpoint{client: c, limit: limit, base: base, key: o.Key}
		if o.BaseURL != "" {
			e.base = o.BaseURL
		}
		if e.key == "" && env != "" {
			e.key = os.Getenv(env)
		}
		if e.key == "" && env != "" {
			return e, fmt.Errorf("search provider %s: it needs a key in the environment variable %s", name, env)
		}
		if _, err := url.Parse(e.base); err != nil {
			return e, fmt.Errorf("search provider %s: %w", name, err)
		}
		return e, nil
	}
	switch name {
	case "", "duckduckgo":
		e, err := pick("https://lite.duckduckgo.com/lite/", "")
		return duckDuckGo{e}, err
	case "brave":
		e, err := pick("https://api.search.brave.com/res/v1/web/search", "BRAVE_API_KEY")
		return brave{e}, err
	case "serper":
		e, err := pick("https://google.serper.dev/search", "SERPER_API_KEY")
		return serper{e}, err
	}
	return nil, fmt.Errorf("unknown search provider %q; there are %s", name, strings.Join(Providers, ", "))
}

// WebSearch is the tool that searches the web.
func WebSearch(p Provider) tool.Tool {
	type args struct {
		Query string `doc:"What to search for."`
	}
	return limited(tool.MustFunc("web_search", "Searches the web and returns the best results as a Markdown list of titles, addresses and excerpts.",
		func(ctx context.Context, a args) (string, error) {
			if strings.TrimSpace(a.Query) == "" {
				return "", &tool.Error{Type: "ValueError", Message: "web_search: the query is empty"}
			}
			results, err := p.Search(ctx, a.Query, DefaultResults)
			if err != nil {
				return "", fmt.Errorf("web_search: %w", plain(err))
			}
			if len(results) == 0 {
				return "", errors.New("web_search: nothing was found; try fewer or more common words")
			}
			return list(results[:min(len(results), DefaultResults)]), nil
		}))
}

// list writes results as Markdown.
func list(results []Result) string {
	var b strings.Builder
	b.WriteString("## Search Results\n")
	brackets := strings.NewReplacer("[", `\[`, "]", `\]`)
	address := strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E")
	for i, r := range results {
		fmt.Fprintf(&b, "\n%d. [%s](%s)\n", i+1, brackets.Replace(oneLine(r.Title)), address.Replace(oneLine(r.URL)))
		if s := oneLine(r.Snippet); s != "" {
			fmt.Fprintf(&b, "   %s\n", s)
		}
	}
	return b.String()
}

// oneLine is a text with its white space as single spaces, and of bounded length.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	const most = 2000
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// plain is an error without the method and URL that net/http puts before it: those of a search hold nothing that
// a model needs.
func plain(err error) error {
	var u *url.Error
	if !errors.As(err, &u) {
		return err
	}
	if u.Timeout() {
		return fmt.Errorf("the server didn't answer in time: %w", u.Err)
	}
	return u.Err
}
