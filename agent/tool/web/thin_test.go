package web

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// parsed is a page as it is parsed, written out, and of how many nodes it is made.
func parsed(t *testing.T, page string) (text string, nodes int) {
	t.Helper()
	thinned, _, err := thin(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(bytes.NewReader(thinned))
	if err != nil {
		t.Fatal(err)
	}
	for range doc.Descendants() {
		nodes++
	}
	var b strings.Builder
	if err := html.Render(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String(), nodes
}

func TestThin(t *testing.T) {
	for page, want := range map[string]string{
		`<P Class=x>a &lt;b&gt; &amp;amp; <a href="/?a=1&amp;b">l</a><br/>`: `<p class="x">a &lt;b&gt; &amp;amp; <a href="/?a=1&amp;b">l</a><br/></p>`,
		`<B id=1>bold</B> <font color=red><u>red</u></font>`:                `<b>bold</b> red`,
		`<pre><code id=1 class="x language-go">f()</code></pre><tt>g</tt>`:  `<pre><code class="language-go">f()</code></pre><code>g</code>`,
		`a<script>x<b></script><style>y</style><!-- <i> -->b`:               `a<script></script><style></style>b`,
		`<textarea><b></textarea><svg><title><b></title></svg>`:             `<textarea>&lt;b&gt;</textarea><svg><title>&lt;b&gt;</title></svg>`,
		`<svg><![CDATA[<b>]]></svg><xmp><b></xmp>`:                          `<svg>]]&gt;</svg><xmp>&lt;b&gt;</xmp>`,
	} {
		if got, _ := parsed(t, page); !strings.Contains(got, "<body>"+want+"</body>") {
			t.Errorf("%s: %s", page, got)
		}
	}
}

// Each of these pages took all memory, or minutes.
func TestPagesThatGrow(t *testing.T) {
	var bold, code, titled, root strings.Builder
	for i := range 400 {
		fmt.Fprintf(&bold, "<b id=%d>", i)
		fmt.Fprintf(&code, "<code class=lang-%d>", i)
	}
	for i := range 300_000 {
		fmt.Fprintf(&root, "<html a%d>", i)
	}
	unclosed := "<p>" + bold.String() + "</p>" + strings.Repeat("<p>x", 100_000)
	fmt.Fprintf(&titled, "<svg><title>%s</title></svg>", unclosed)
	for name, page := range map[string]string{
		"unclosed": unclosed, "code": "<p>" + code.String() + "</p>" + strings.Repeat("<p>x", 100_000), "titled": titled.String(), "root": root.String(),
		"text": strings.Repeat("a", 2_000_000) + strings.Repeat("x</q>", 500_000), "texts": strings.Repeat("x</q>", 500_000),
	} {
		if _, nodes := parsed(t, page); nodes > 20*maxTokens {
			t.Errorf("%s: %d nodes", name, nodes)
		}
	}
}
