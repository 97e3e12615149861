package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxTokens is how many tags and texts of a page are parsed: more than the elements that are read can have.
const maxTokens = 6 * maxElements

// thin is a page without what makes a parser of HTML take all time or memory, as far as the page is read. A parser
// opens formatting elements anew in each paragraph after one that forgot to close them, however many they are, as
// long as their attributes differ: 400 kB can become 40 million elements. It adds texts and the attributes of
// repeated html tags to what it has in time proportional to that. whole tells that nothing was left out that is
// read.
func thin(page io.Reader) (out []byte, whole bool, err error) {
	t := thinner{z: html.NewTokenizer(page)}
	for tokens, text := 0, 0; tokens < maxTokens && text <= maxPageText; tokens++ {
		kind := t.z.Next()
		switch kind {
		case html.ErrorToken:
			if err = t.z.Err(); errors.Is(err, io.EOF) {
				err = nil
			}
			return t.out.Bytes(), true, err
		case html.TextToken:
			text += t.text()
		case html.StartTagToken, html.SelfClosingTagToken, html.EndTagToken:
			t.tag(kind)
		case html.DoctypeToken:
			t.out.Write(t.z.Raw())
		}
	}
	return t.out.Bytes(), false, nil
}

// maxLanguages is how many languages of code keep their names. Each is an attribute by which code elements differ.
const maxLanguages = 8

type thinner struct {
	z   *html.Tokenizer
	out bytes.Buffer
	// within is the tag before a text.
	within atom.Atom
	// languages are those of code so far.
	languages []string
}

// text writes a text and returns its length. It is escaped, since what is text here (an SVG's title) may be markup
// to a parser, which knows where it is.
func (t *thinner) text() int {
	if slices.Contains([]atom.Atom{atom.Script, atom.Style, atom.Noscript, atom.Iframe}, t.within) {
		return 0
	}
	text := t.z.Token().Data
	t.out.WriteString(html.EscapeString(text))
	return len(text)
}

func (t *thinner) tag(kind html.TokenType) {
	name, _ := t.z.TagName()
	a := atom.Lookup(name)
	end := kind == html.EndTagToken
	if t.within = a; end {
		t.within = 0
	}
	switch a {
	case atom.Big, atom.Font, atom.Nobr, atom.S, atom.Small, atom.Strike, atom.U:
		// Markdown has nothing for them.
	case atom.Code, atom.Tt:
		t.write(atom.Code, end, t.language())
	case atom.B, atom.Em, atom.I, atom.Strong, atom.Html, atom.Body:
		t.write(a, end, "")
	default:
		t.out.Write(t.z.Raw())
	}
}

// write writes a tag without attributes but a class.
func (t *thinner) write(a atom.Atom, end bool, class string) {
	switch {
	case end:
		fmt.Fprintf(&t.out, "</%s>", a)
	case class != "":
		fmt.Fprintf(&t.out, `<%s class="%s">`, a, html.EscapeString(class))
	default:
		fmt.Fprintf(&t.out, "<%s>", a)
	}
}

// language is the class of the tag that names a language, if it is one of the first.
func (t *thinner) language() string {
	for more := true; more; {
		var key, v []byte
		if key, v, more = t.z.TagAttr(); string(key) != "class" {
			continue
		}
		for class := range strings.FieldsSeq(string(v)) {
			if !strings.HasPrefix(class, "language-") && !strings.HasPrefix(class, "lang-") {
				continue
			}
			if !slices.Contains(t.languages, class) {
				if len(t.languages) == maxLanguages || len(class) > 40 {
					return ""
				}
				t.languages = append(t.languages, class)
			}
			return class
		}
	}
	return ""
}
