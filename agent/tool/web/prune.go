package web

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What of a page is made Markdown, which takes time in proportion to the square of it. A model gets to read 40,000
// characters; a page that is ten times wordier in HTML still fills them.
const (
	maxElements  = 10_000
	maxPageText  = 400_000 // bytes
	maxAttribute = 8 << 10 // bytes
)

// unread are elements that hold nothing to read.
func unread(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Noscript, atom.Template, atom.Svg, atom.Iframe, atom.Object, atom.Canvas, atom.Link, atom.Meta:
		return true
	}
	return n.Type == html.CommentNode
}

// prune takes away what isn't read, and what comes after the first part of the page that is read. It tells
// whether nothing came after.
func prune(doc *html.Node) bool {
	p := pruner{elements: maxElements, text: maxPageText, whole: true}
	p.walk(doc)
	return p.whole
}

type pruner struct {
	elements, text int
	whole          bool
}

// walk goes as deep as the parser lets elements nest.
func (p *pruner) walk(n *html.Node) {
	var next *html.Node
	for c := n.FirstChild; c != nil; c = next {
		next = c.NextSibling
		switch {
		case unread(c):
			n.RemoveChild(c)
			continue
		case c.Type == html.TextNode:
			p.cutText(c)
		case c.Type == html.ElementNode:
			p.elements--
			c.Attr = slices.DeleteFunc(c.Attr, odd)
		}
		if p.elements < 0 || p.text < 0 {
			p.whole = false
			n.RemoveChild(c)
			continue
		}
		p.walk(c)
	}
}

func (p *pruner) cutText(n *html.Node) {
	if p.text >= 0 && len(n.Data) > p.text {
		p.whole = false
		n.Data = n.Data[:p.text]
		p.text = 0
		return
	}
	p.text -= len(n.Data)
}

// odd tells of attributes that can blow a page up: pictures in their addresses, and cells that span a thousand.
func odd(a html.Attribute) bool {
	return len(a.Val) > maxAttribute || a.Key == "colspan" && len(a.Val) > 1 || a.Key == "rowspan" && len(a.Val) > 2
}
