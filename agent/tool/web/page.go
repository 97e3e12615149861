package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/airlockhq/airlock/agent/tool"
)

// maxPage is how much of a page a model gets to read, in characters.
const maxPage = 40_000

// VisitWebpage is the tool that reads a page as Markdown.
func VisitWebpage(c *http.Client) tool.Tool {
	type args struct {
		URL string `doc:"The address of the page, beginning with https:// or http://."`
	}
	return limited(tool.MustFunc("visit_webpage", "Reads the web page at an address and returns its text as Markdown. Long pages are cut.",
		func(ctx context.Context, a args) (string, error) {
			text, err := visit(ctx, c, a.URL)
			if err != nil {
				return "", fmt.Errorf("visit %.200s: %w", a.URL, plain(err))
			}
			return text, nil
		}))
}

// limited gives a tool of this package its time limit, which holds for what happens after the download, too.
func limited(t tool.Tool) tool.Tool {
	t.Spec().Timeout = 2 * DefaultTimeout
	return t
}

func visit(ctx context.Context, c *http.Client, rawURL string) (string, error) {
	resp, err := get(ctx, c, strings.TrimSpace(rawURL), nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }() // it was read as far as it is wanted
	if resp.StatusCode >= http.StatusBadRequest {
		return "", fmt.Errorf("the server answers %s", status(resp))
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	contentType := resp.Header.Get("Content-Type")
	if contentType == "" {
		contentType = http.DetectContentType(body)
	}
	return readable(ctx, body, contentType, resp.Request.URL.String())
}

// readable is a body as text: HTML as Markdown, other text as it is.
func readable(ctx context.Context, body []byte, contentType, address string) (string, error) {
	kind, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind, _, _ = strings.Cut(contentType, ";")
		kind = strings.ToLower(strings.TrimSpace(kind))
	}
	switch {
	case kind == "text/html", kind == "application/xhtml+xml":
		return markdown(ctx, body, contentType, address)
	case strings.HasPrefix(kind, "text/"), strings.HasSuffix(kind, "json"), strings.HasSuffix(kind, "xml"), strings.HasSuffix(kind, "javascript"):
		return decode(body, contentType)
	case kind == "application/pdf", bytes.HasPrefix(body, []byte("%PDF-")):
		return "", errors.New("it is a PDF document, which can't be read as text here; look for a page in HTML")
	}
	return "", fmt.Errorf("it is no text but %.60q (%d bytes)", kind, len(body))
}

// decode makes UTF-8 of a text by its declared or apparent encoding.
func decode(body []byte, contentType string) (string, error) {
	if utf8.Valid(body) && !strings.Contains(strings.ToLower(contentType), "charset") {
		return shorten(string(body)), nil
	}
	r, err := charset.NewReader(bytes.NewReader(body), contentType)
	if err != nil {
		return "", fmt.Errorf("its encoding is unknown: %w", err)
	}
	text, err := io.ReadAll(r)
	return shorten(strings.ToValidUTF8(string(text), "\uFFFD")), err
}

func markdown(ctx context.Context, body []byte, contentType, address string) (string, error) {
	r, err := charset.NewReader(bytes.NewReader(body), contentType)
	if err != nil {
		return "", fmt.Errorf("its encoding is unknown: %w", err)
	}
	page, whole, err := thin(r)
	if err != nil {
		return "", fmt.Errorf("its HTML can't be read: %w", err)
	}
	doc, err := html.Parse(bytes.NewReader(page))
	if err != nil {
		return "", fmt.Errorf("its HTML can't be read: %w", err)
	}
	whole = prune(doc) && whole
	conv := converter.NewConverter(
		// Nobody renders this; and what looks for characters to escape takes very long for some texts.
		converter.WithEscapeMode(converter.EscapeModeDisabled),
		converter.WithPlugins(base.NewBasePlugin(), commonmark.NewCommonmarkPlugin(), table.NewTablePlugin()),
	)
	for level := 1; level <= 6; level++ {
		conv.Register.RendererFor(fmt.Sprintf("h%d", level), converter.TagTypeBlock, heading(level), converter.PriorityEarly)
	}
	out, err := conv.ConvertNode(doc, converter.WithDomain(address), converter.WithContext(ctx))
	if err != nil {
		return "", fmt.Errorf("its HTML can't be read: %w", err)
	}
	full := strings.TrimSpace(strings.ToValidUTF8(string(out), "\uFFFD"))
	text := shorten(full)
	if !whole && text == full {
		text += cutMark()
	}
	return text, nil
}

// heading renders headings in the place of the library's renderer, which takes the character before a # at the end
// for its own mark: without escapes there is none, so that C# became \#, and # alone a panic.
func heading(level int) converter.HandleRenderFunc {
	return func(ctx converter.Context, w converter.Writer, n *html.Node) converter.RenderStatus {
		var text bytes.Buffer
		ctx.RenderChildNodes(ctx, &text, n)
		if words := bytes.Fields(text.Bytes()); len(words) > 0 {
			_, _ = fmt.Fprintf(w, "\n\n%s %s\n\n", strings.Repeat("#", level), bytes.Join(words, []byte(" "))) // to memory
		}
		return converter.RenderSuccess
	}
}

// shorten cuts a text to what a model gets to read.
func shorten(text string) string {
	count := 0
	for i := range text {
		if count == maxPage {
			return text[:i] + cutMark()
		}
		count++
	}
	return text
}

// cutMark tells that a text was cut.
func cutMark() string {
	return fmt.Sprintf("\n..._This content has been truncated to stay below %d characters_...\n", maxPage)
}

func status(resp *http.Response) string {
	return fmt.Sprintf("%d %s", resp.StatusCode, http.StatusText(resp.StatusCode))
}
