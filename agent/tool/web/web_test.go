package web_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/web"
	"github.com/airlockhq/airlock/shared/value"
)

// resolver answers each lookup of a host with the next of its answers, and the last one for ever.
type resolver struct {
	mu    sync.Mutex
	hosts map[string][]string
}

func (r *resolver) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	answers := r.hosts[host]
	if len(answers) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	if len(answers) > 1 {
		r.hosts[host] = answers[1:]
	}
	var out []netip.Addr
	for a := range strings.SplitSeq(answers[0], ",") {
		out = append(out, netip.MustParseAddr(a))
	}
	return out, nil
}

// inside allows 127.0.0.1, where the tests' servers are, and nothing else of the loopback network.
func inside(t *testing.T, o web.Options) *http.Client {
	t.Helper()
	o.AllowPrivate = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	c := web.NewClient(&o)
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func serve(t *testing.T, f http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(f)
	t.Cleanup(s.Close)
	return s
}

func fetch(t *testing.T, c *http.Client, address string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func TestRefusedAddresses(t *testing.T) {
	hosts := map[string][]string{}
	addresses := strings.Fields(`127.0.0.1 127.8.9.1 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.1.1 169.254.169.254 100.64.0.1 100.100.100.200
		168.63.129.16 224.0.0.1 255.255.255.255 240.0.0.1 0.0.0.0 0.1.2.3 192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1 192.0.0.8 192.88.99.1
		::1 :: fe80::1 fc00::1 fd00:ec2::254 ff02::1 2001:db8::1 3fff::1 2001::1 2002:7f00:1:: 2002:808:808:: ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1
		64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:1::7f00:1 ::ffff:0:127.0.0.1 fec0::1 5f00::1 4000::1`)
	for i, a := range addresses {
		hosts[fmt.Sprintf("h%d.test", i)] = []string{a}
	}
	hosts["mixed.test"] = []string{"93.184.216.34,127.0.0.1"}
	c := web.NewClient(&web.Options{Resolver: &resolver{hosts: hosts}})
	urls := []string{"http://mixed.test/"}
	for i, a := range addresses {
		urls = append(urls, fmt.Sprintf("http://h%d.test/", i))
		if strings.Contains(a, ":") {
			a = "[" + a + "]"
		}
		urls = append(urls, "http://"+a+"/")
	}
	for _, u := range urls {
		if _, err := fetch(t, c, u); !errors.Is(err, web.ErrRefused) {
			t.Errorf("%s: %v", u, err)
		}
	}
}

func TestRefusedURLs(t *testing.T) {
	c := inside(t, web.Options{Resolver: &resolver{hosts: map[string][]string{
		"2130706433": {"8.8.8.8"}, "0x7f.1": {"8.8.8.8"}, "0177.0.0.1": {"8.8.8.8"}, "0x7f000001": {"8.8.8.8"}, "127.1": {"8.8.8.8"},
		"metadata.google.internal": {"8.8.8.8"}, "a.test": {"8.8.8.8"},
	}}})
	for _, u := range []string{
		"http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://0x7f000001/", "http://127.1/", "http://127.1./", "http://127.0.0.1./",
		"http://metadata.google.internal/computeMetadata/v1/", "http://METADATA.google.internal./", "http://169.254.169.254/",
		"http://user:secret@a.test/", "ftp://a.test/", "file:///etc/passwd", "gopher://a.test/", "http://a.test:22/", "http://a.test:25/", "http://a.test:6379/",
		"http://127.0.0.2:8080/", "http://[::1]:8080/",
	} {
		_, err := fetch(t, c, u)
		if !errors.Is(err, web.ErrRefused) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", u, err)
		}
	}
}

func TestRebinding(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Connection", "close") // the next request must connect anew
		_, _ = io.WriteString(w, "hello")
	})
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	c := inside(t, web.Options{Resolver: &resolver{hosts: map[string][]string{"re.test": {"127.0.0.1", "127.0.0.2"}}}})
	if body, err := fetch(t, c, "http://re.test"+port); err != nil || body != "hello" {
		t.Fatalf("the first answer: %q, %v", body, err)
	}
	if _, err := fetch(t, c, "http://re.test"+port); !errors.Is(err, web.ErrRefused) {
		t.Errorf("the second answer: %v", err)
	}
}

func TestRedirects(t *testing.T) {
	var s *httptest.Server
	s = serve(t, func(w http.ResponseWriter, r *http.Request) {
		var n int
		if _, err := fmt.Sscanf(r.URL.Path, "/hop/%d", &n); err == nil && n > 0 {
			http.Redirect(w, r, fmt.Sprintf("%s/hop/%d", s.URL, n-1), http.StatusFound)
			return
		}
		if to := r.URL.Query().Get("to"); to != "" {
			w.Header().Set("Location", to)
			w.WriteHeader(http.StatusFound)
			return
		}
		_, _ = io.WriteString(w, "there")
	})
	c := inside(t, web.Options{})
	if body, err := fetch(t, c, s.URL+"/hop/5"); err != nil || body != "there" {
		t.Errorf("5 redirects: %q, %v", body, err)
	}
	if _, err := fetch(t, c, s.URL+"/hop/6"); err == nil || !strings.Contains(err.Error(), "more than 5 redirects") {
		t.Errorf("6 redirects: %v", err)
	}
	for _, to := range []string{"http://127.0.0.3/", "http://169.254.169.254/latest/meta-data/", "file:///etc/passwd", "http://[::ffff:7f00:2]/", "http://u:p@127.0.0.1/"} {
		if _, err := fetch(t, c, s.URL+"/?to="+url.QueryEscape(to)); !errors.Is(err, web.ErrRefused) {
			t.Errorf("redirect to %s: %v", to, err)
		}
	}
}

func TestSizes(t *testing.T) {
	pack := func(data []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(data)
		_ = z.Close()
		return b.Bytes()
	}
	const limit = 1 << 20
	bomb := pack(make([]byte, 16*limit))
	bodies := map[string]func(http.ResponseWriter){
		"/fits": func(w http.ResponseWriter) { _, _ = w.Write(make([]byte, limit)) },
		"/over": func(w http.ResponseWriter) { _, _ = w.Write(make([]byte, limit+1)) },
		"/stream": func(w http.ResponseWriter) {
			for {
				if _, err := w.Write(make([]byte, 1<<16)); err != nil {
					return
				}
			}
		},
		"/gzip": func(w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(pack([]byte("packed")))
		},
		"/bomb": func(w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb)
		},
		"/broken": func(w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = io.WriteString(w, "no gzip at all")
		},
		"/br": func(w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "br")
			_, _ = io.WriteString(w, "x")
		},
		"/zstd": func(w http.ResponseWriter) {
			w.Header().Set("Content-Encoding", "zstd")
			_, _ = io.WriteString(w, "x")
		},
	}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept-Encoding") != "gzip" {
			t.Errorf("asked for %q", r.Header.Get("Accept-Encoding"))
		}
		bodies[r.URL.Path](w)
	})
	c := inside(t, web.Options{MaxBytes: limit})
	for path, want := range map[string]string{
		"/over": "too large", "/stream": "too large", "/bomb": "too large", "/broken": "unpack the answer", "/br": `packs its answer as "br"`, "/zstd": `as "zstd"`,
	} {
		if _, err := fetch(t, c, s.URL+path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if body, err := fetch(t, c, s.URL+"/fits"); err != nil || len(body) != limit {
		t.Errorf("%d bytes, %v", len(body), err)
	}
	if body, err := fetch(t, c, s.URL+"/gzip"); err != nil || body != "packed" {
		t.Errorf("%q, %v", body, err)
	}
}

func TestTimeout(t *testing.T) {
	stop := make(chan struct{})
	defer close(stop)
	s := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-stop:
		case <-r.Context().Done():
		}
	})
	v := web.VisitWebpage(inside(t, web.Options{Timeout: 20e6}))
	if _, err := v.Call(t.Context(), tool.Args{"url": value.Str(s.URL)}); err == nil || !strings.Contains(err.Error(), "didn't answer in time") {
		t.Errorf("a server that doesn't answer: %v", err)
	}
}

// The environment is read once in a process, so this is the one test of proxies.
func TestProxy(t *testing.T) {
	proxy := serve(t, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "proxy for "+r.URL.Host) })
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("NO_PROXY", "")
	s := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "server") })
	port := s.URL[strings.LastIndexByte(s.URL, ':'):]
	hosts := &resolver{hosts: map[string][]string{"pub.test": {"127.0.0.1"}, "in.test": {"10.0.0.1"}}}
	if body, err := fetch(t, inside(t, web.Options{Resolver: hosts}), "http://pub.test"+port); err != nil || body != "server" {
		t.Errorf("without asking for the proxy: %q, %v", body, err)
	}
	c := inside(t, web.Options{Resolver: hosts, UseProxy: true})
	if body, err := fetch(t, c, "http://pub.test"+port); err != nil || body != "proxy for pub.test"+port {
		t.Errorf("by the proxy: %q, %v", body, err)
	}
	if _, err := fetch(t, c, "http://in.test"); !errors.Is(err, web.ErrRefused) {
		t.Errorf("a private host by the proxy: %v", err)
	}
}

func TestVisit(t *testing.T) {
	pages := map[string][2]string{
		"/page": {"text/html", `<html><head><title>T</title><style>p{}</style></head><body><h1>Head</h1><script>evil()</script>
			<p>One <a href="/two">link</a> &amp; <b>bold</b>.</p><ul><li>item</li></ul><table><tr><th>a</th></tr><tr><td>1</td></tr></table></body></html>`},
		"/sharp":  {"text/html", "<h1>C#</h1><h2> #\n</h2><h3>a\n b</h3><h4> </h4>"},
		"/latin":  {"text/html; charset=iso-8859-1", "<p>caf\xe9</p>"},
		"/meta":   {"text/html", "<html><head><meta charset=windows-1252></head><p>\x93quoted\x94</p>"},
		"/json":   {"application/json", `{"a": "é"}`},
		"/sjis":   {"text/plain; charset=shift_jis", "\x82\xa0"},
		"/pdf":    {"application/pdf", "%PDF-1.7"},
		"/binary": {"application/octet-stream", "\x00\x01"},
		"/long":   {"text/plain", strings.Repeat("é", 50_000)},
		"/many":   {"text/html", "<ul>" + strings.Repeat("<li>x", 100_000)},
		"/soup":   {"text/html", strings.Repeat("[", 1<<20)},
		"/cells":  {"text/html", "<table>" + strings.Repeat("<tr><td colspan=1000 rowspan=1000>x", 20_000)},
		"/deep":   {"text/html", strings.Repeat("<div>", 100_000)},
	}
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		p, ok := pages[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", p[0])
		_, _ = io.WriteString(w, p[1])
	})
	v := web.VisitWebpage(inside(t, web.Options{}))
	visit := func(path string) (string, error) {
		out, err := tool.Call(t.Context(), v, tool.Args{"url": value.Str(s.URL + path)})
		text, _ := out.(value.Str)
		return string(text), err
	}
	want := "# Head\n\nOne [link](" + s.URL + "/two) & **bold**.\n\n- item\n\n| a |\n|---|\n| 1 |"
	for path, want := range map[string]string{"/page": want, "/sharp": "# C#\n\n## #\n\n### a b", "/latin": "café", "/meta": "“quoted”", "/json": `{"a": "é"}`, "/sjis": "あ"} {
		if got, err := visit(path); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", path, got, err, want)
		}
	}
	for path, want := range map[string]string{"/pdf": "it is a PDF document", "/binary": `it is no text but "application/octet-stream"`, "/none": "the server answers 404 Not Found", "/deep": "its HTML can't be read"} {
		if _, err := visit(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, path := range []string{"/many", "/soup", "/cells"} {
		got, err := visit(path)
		if err != nil || len(got) < 10_000 || len(got) > 41_000 || !strings.HasSuffix(got, "40000 characters_...\n") {
			t.Errorf("%s: %d bytes, %v", path, len(got), err)
		}
	}
	long, err := visit("/long")
	if err != nil || long != strings.Repeat("é", 40_000)+"\n..._This content has been truncated to stay below 40000 characters_...\n" {
		t.Errorf("a long page: %d bytes, %v", len(long), err)
	}
	_, err = tool.Call(t.Context(), v, tool.Args{"url": value.Str("http://127.0.0.2/")})
	if err == nil || err.Error() != "visit http://127.0.0.2/: 127.0.0.2: refused: 127.0.0.2 is a loopback address" {
		t.Errorf("a page inside: %v", err)
	}
}

func TestSearch(t *testing.T) {
	duck := `<table><tr><td><a rel="nofollow" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fgo.dev%2Fdoc%2F(x)&rut=1" class='result-link'>The <b>Go</b> [docs]</a></td></tr>
		<tr><td class='result-snippet'>Documentation
		 of <b>Go</b>.</td></tr><tr><td><a href="https://b.test/" class='result-link'>B</a></td></tr></table>`
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.URL.Path == "/duck" && r.URL.Query().Get("q") == "go docs":
			_, _ = io.WriteString(w, duck)
		case r.URL.Path == "/robot":
			_, _ = io.WriteString(w, "<div class=anomaly-modal>")
		case r.URL.Path == "/brave" && r.Header.Get("X-Subscription-Token") == "k" && r.URL.Query().Get("q") == "go docs":
			_, _ = io.WriteString(w, `{"web": {"results": [{"title": "Go", "url": "https://go.dev", "description": "d"}]}}`)
		case r.URL.Path == "/serper" && r.Header.Get("X-API-KEY") == "k" && strings.Contains(string(body), `"q":"go docs"`):
			_, _ = io.WriteString(w, `{"organic": [{"title": "Go", "link": "https://go.dev", "snippet": "d", "date": "May 1"}]}`)
		case r.URL.Path == "/away":
			http.Redirect(w, r, "/stolen?"+r.Header.Get("X-API-KEY"), http.StatusTemporaryRedirect)
		case r.URL.Path == "/empty":
			_, _ = io.WriteString(w, `{}`)
		default:
			w.WriteHeader(http.StatusUnauthorized)
		}
	})
	c := inside(t, web.Options{})
	search := func(name, path, key, query string) (string, error) {
		p, err := web.NewProvider(name, c, web.ProviderOptions{BaseURL: s.URL + path, Key: key})
		if err != nil {
			t.Fatal(err)
		}
		out, err := tool.Call(t.Context(), web.WebSearch(p), tool.Args{"query": value.Str(query)})
		text, _ := out.(value.Str)
		return string(text), err
	}
	for _, x := range []struct{ name, path, want string }{
		{"duckduckgo", "/duck", "\n1. [The Go \\[docs\\]](https://go.dev/doc/%28x%29)\n   Documentation of Go.\n\n2. [B](https://b.test/)\n"},
		{"brave", "/brave", "\n1. [Go](https://go.dev)\n   d\n"},
		{"serper", "/serper", "\n1. [Go](https://go.dev)\n   May 1: d\n"},
	} {
		if got, err := search(x.name, x.path, "k", "go docs"); err != nil || got != "## Search Results\n"+x.want {
			t.Errorf("%s: %q, %v", x.name, got, err)
		}
	}
	for _, x := range []struct{ name, path, query, want string }{
		{"brave", "/brave", "other", "the search engine refuses (401 Unauthorized): is the key right?"},
		{"brave", "/empty", "go", "nothing was found"},
		{"duckduckgo", "/robot", "go", "takes this for a robot"},
		{"serper", "/away", "go", "the search engine answers 307 Temporary Redirect"},
		{"brave", "/empty", " ", "the query is empty"},
	} {
		if _, err := search(x.name, x.path, "k", x.query); err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s%s: %v", x.name, x.path, err)
		}
	}
	t.Setenv("BRAVE_API_KEY", "")
	if _, err := web.NewProvider("brave", c, web.ProviderOptions{}); err == nil || !strings.Contains(err.Error(), "BRAVE_API_KEY") {
		t.Errorf("no key: %v", err)
	}
	if _, err := web.NewProvider("altavista", c, web.ProviderOptions{}); err == nil || !strings.Contains(err.Error(), "duckduckgo, brave, serper") {
		t.Errorf("an unknown provider: %v", err)
	}
}

func TestWikipedia(t *testing.T) {
	s := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("gsrsearch") == "Ada Lovelace" {
			_, _ = io.WriteString(w, `{"query": {"pages": [{"title": "Ada Lovelace", "extract": "A mathematician.", "fullurl": "https://en.wikipedia.org/wiki/Ada_Lovelace"}]}}`)
			return
		}
		_, _ = io.WriteString(w, `{"batchcomplete": true}`)
	})
	w, err := web.Wikipedia(inside(t, web.Options{}), web.WikipediaOptions{BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	got, err := tool.Call(t.Context(), w, tool.Args{"query": value.Str("Ada Lovelace")})
	if err != nil || got != value.Str("# Ada Lovelace\n\nA mathematician.\n\nArticle: https://en.wikipedia.org/wiki/Ada_Lovelace") {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := tool.Call(t.Context(), w, tool.Args{"query": value.Str("xyzzy")}); err == nil || !strings.Contains(err.Error(), `no article fits "xyzzy"`) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := web.Wikipedia(http.DefaultClient, web.WikipediaOptions{Language: "evil.test/"}); err == nil {
		t.Error("a host as a language")
	}
}
