package ast

import (
	"math/big"
	"strconv"
	"strings"
)

// Dump formats a tree as CPython's ast.dump(node, include_attributes=...,
// indent=...) does. An empty indent gives one line. Its recursion is as deep as
// the tree.
func Dump(n Node, includeAttributes bool, indent string) string {
	d := &dumper{attributes: includeAttributes, indent: indent}
	text, _ := d.node(n, 0)
	return text
}

type dumper struct {
	attributes bool
	indent     string
}

// separators are what precedes the first item and the others.
func (d *dumper) separators(level int) (prefix, sep string) {
	if d.indent == "" {
		return "", ", "
	}
	prefix = "\n" + strings.Repeat(d.indent, level)
	return prefix, "," + prefix
}

// node formats a node; simple if it has no arguments.
func (d *dumper) node(n Node, level int) (text string, simple bool) {
	level++
	var args []string
	allSimple := true
	for _, f := range n.Fields() {
		if f.Value == Absent {
			continue
		}
		text, simple := d.value(f.Value, level)
		allSimple = allSimple && simple
		args = append(args, f.Name+"="+text)
	}
	if p, ok := n.(interface{ Pos() *Span }); ok && d.attributes {
		s := p.Pos()
		args = append(args, "lineno="+itoa(s.Line), "col_offset="+itoa(s.Col),
			"end_lineno="+itoa(s.EndLine), "end_col_offset="+itoa(s.EndCol))
	}
	if allSimple && len(args) <= 3 {
		return n.NodeName() + "(" + strings.Join(args, ", ") + ")", len(args) == 0
	}
	prefix, sep := d.separators(level)
	return n.NodeName() + "(" + prefix + strings.Join(args, sep) + ")", false
}

func itoa(n int32) string { return strconv.Itoa(int(n)) }

func (d *dumper) value(v any, level int) (text string, simple bool) {
	switch v := v.(type) {
	case Node:
		return d.node(v, level)
	case []Node:
		return d.list(len(v), level, func(i, level int) string {
			if v[i] == nil {
				return "None"
			}
			text, _ := d.node(v[i], level)
			return text
		})
	case []string:
		return d.list(len(v), level, func(i, _ int) string { return reprString(v[i]) })
	case []CmpOperator:
		return d.list(len(v), level, func(i, _ int) string { return v[i].String() + "()" })
	case interface{ String() string }:
		if n, ok := v.(*big.Int); ok {
			return n.String(), true
		}
		return v.String() + "()", true
	}
	return Repr(v), true
}

func (d *dumper) list(n, level int, item func(i, level int) string) (text string, simple bool) {
	if n == 0 {
		return "[]", true
	}
	level++
	items := make([]string, n)
	for i := range items {
		items[i] = item(i, level)
	}
	prefix, sep := d.separators(level)
	return "[" + prefix + strings.Join(items, sep) + "]", false
}
