package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/airlockhq/airlock/agent/tool"
)

// WikipediaOptions say which Wikipedia is asked.
type WikipediaOptions struct {
	// Language is its code, such as de; empty means en.
	Language string
	// BaseURL of the API instead of that of the language.
	BaseURL string
}

// Wikipedia is the tool that looks things up in Wikipedia.
func Wikipedia(c *http.Client, o WikipediaOptions) (tool.Tool, error) {
	if o.Language == "" {
		o.Language = "en"
	}
	if len(o.Language) > 16 || strings.Trim(o.Language, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return nil, fmt.Errorf("wikipedia: %q is no code of a language, such as en", o.Language)
	}
	if o.BaseURL == "" {
		o.BaseURL = "https://" + o.Language + ".wikipedia.org/w/api.php"
	}
	type args struct {
		Query string `doc:"The topic to look up."`
	}
	return limited(tool.MustFunc("wikipedia_search", "Looks a topic up in Wikipedia and returns the text and the address of the article that fits best.",
		func(ctx context.Context, a args) (string, error) {
			text, err := lookUp(ctx, c, o.BaseURL, a.Query)
			if err != nil {
				return "", fmt.Errorf("wikipedia_search: %w", plain(err))
			}
			return text, nil
		})), nil
}

func lookUp(ctx context.Context, c *http.Client, base, query string) (string, error) {
	params := url.Values{
		"action": {"query"}, "format": {"json"}, "formatversion": {"2"}, "redirects": {"1"},
		"generator": {"search"}, "gsrsearch": {query}, "gsrlimit": {"1"},
		"prop": {"extracts|info"}, "explaintext": {"1"}, "exsectionformat": {"wiki"}, "inprop": {"url"},
	}
	resp, err := get(ctx, c, base+"?"+params.Encode(), nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }() // it was read as far as it is wanted
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the server answers %s", status(resp))
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	var answer struct {
		Error struct{ Info string }
		Query struct {
			Pages []struct{ Title, Extract, FullURL string }
		}
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return "", fmt.Errorf("the answer can't be understood: %w", err)
	}
	if answer.Error.Info != "" {
		return "", errors.New(oneLine(answer.Error.Info))
	}
	if len(answer.Query.Pages) == 0 {
		return "", fmt.Errorf("no article fits %.100q; try other words", query)
	}
	p := answer.Query.Pages[0]
	return fmt.Sprintf("# %s\n\n%s\n\nArticle: %s", oneLine(p.Title), strings.TrimSpace(shorten(p.Extract)), p.FullURL), nil
}
