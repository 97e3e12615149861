package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/time/rate"
)

// endpoint is where a provider is asked.
type endpoint struct {
	client *http.Client
	limit  *rate.Limiter
	base   string
	key    string
}

// ask sends a request and returns the body of its answer.
func (e *endpoint) ask(req *http.Request, headers map[string]string) ([]byte, error) {
	if err := e.limit.Wait(req.Context()); err != nil {
		return nil, err
	}
	resp, err := send(e.client, req, headers)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }() // it was read as far as it is wanted
	switch {
	case resp.StatusCode == http.StatusUnauthorized || resp.StatusCode == http.StatusForbidden:
		return nil, fmt.Errorf("the search engine refuses (%s): is the key right?", status(resp))
	case resp.StatusCode == http.StatusTooManyRequests:
		return nil, errors.New("the search engine is asked too often; try again later")
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("the search engine answers %s", status(resp))
	}
	return io.ReadAll(resp.Body)
}

// url is the base with a query.
func (e *endpoint) url(query url.Values) string {
	sep := "?"
	if strings.Contains(e.base, "?") {
		sep = "&"
	}
	return e.base + sep + query.Encode()
}

func (e *endpoint) askJSON(req *http.Request, headers map[string]string, into any) error {
	headers["Accept"] = "application/json"
	body, err := e.ask(req, headers)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("the search engine's answer can't be understood: %w", err)
	}
	return nil
}

type brave struct{ endpoint }

// Search implements Provider.
func (p brave) Search(ctx context.Context, query string, n int) ([]Result, error) {
	at := p.url(url.Values{"q": {query}, "count": {strconv.Itoa(n)}, "text_decorations": {"false"}})
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Web struct {
			Results []struct{ Title, URL, Description string }
		}
	}
	if err := p.askJSON(req, map[string]string{"X-Subscription-Token": p.key}, &answer); err != nil {
		return nil, err
	}
	var out []Result
	for _, r := range answer.Web.Results {
		out = append(out, Result{r.Title, r.URL, r.Description})
	}
	return out, nil
}

type serper struct{ endpoint }

// Search implements Provider.
func (p serper) Search(ctx context.Context, query string, n int) ([]Result, error) {
	body, err := json.Marshal(map[string]any{"q": query, "num": n})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.base, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	var answer struct {
		Organic []struct{ Title, Link, Snippet, Date string }
	}
	if err := p.askJSON(req, map[string]string{"X-API-KEY": p.key}, &answer); err != nil {
		return nil, err
	}
	var out []Result
	for _, r := range answer.Organic {
		if r.Date != "" {
			r.Snippet = r.Date + ": " + r.Snippet
		}
		out = append(out, Result{r.Title, r.Link, r.Snippet})
	}
	return out, nil
}

type duckDuckGo struct{ endpoint }

// Search implements Provider by the page for simple browsers, as there is no API.
func (p duckDuckGo) Search(ctx context.Context, query string, n int) ([]Result, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, p.url(url.Values{"q": {query}}), nil)
	if err != nil {
		return nil, err
	}
	body, err := p.ask(req, nil)
	if err != nil {
		return nil, err
	}
	doc, err := html.Parse(bytes.NewReader(body))
	if err != nil {
		return nil, fmt.Errorf("the search engine's answer can't be understood: %w", err)
	}
	var out []Result
	for node := range doc.Descendants() {
		switch {
		case hasClass(node, "a", "result-link"):
			out = append(out, Result{Title: textOf(node), URL: target(attr(node, "href"))})
		case hasClass(node, "td", "result-snippet") && len(out) > 0:
			out[len(out)-1].Snippet = textOf(node)
		}
	}
	if len(out) == 0 && bytes.Contains(body, []byte("anomaly")) {
		return nil, errors.New("the search engine takes this for a robot and wants a puzzle solved; try later, or another search provider")
	}
	return out[:min(len(out), n)], nil
}

// target is the address behind DuckDuckGo's own link.
func target(href string) string {
	u, err := url.Parse(href)
	if err != nil {
		return href
	}
	if to := u.Query().Get("uddg"); to != "" && strings.HasPrefix(u.Path, "/l/") {
		return to
	}
	if u.Scheme == "" && u.Host != "" {
		u.Scheme = "https"
	}
	return u.String()
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasClass(n *html.Node, tag, class string) bool {
	return n.Type == html.ElementNode && n.Data == tag && attr(n, "class") == class
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
