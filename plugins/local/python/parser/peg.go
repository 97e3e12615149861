package parser

import (
	"fmt"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// This file reads the notation of diagnosis.go. It is that of parsing
// expression grammars:
//
//	name: a | b        rule; "name!" keeps results that were found with the
//	                   error alternatives switched off
//	'x' "x" NAME       token, soft keyword, kind of token (SOFT: any soft keyword)
//	(e) [e] e* e+      group, optional, repetition
//	s.e+               repetition with separators
//	&e !e              lookahead
//	~                  no other alternative of the rule after this point
//	&&'x'              a token that has to be there
//	a=e                remember what e matched as a
//	% ...              an alternative that only looks for errors
//	... => verb ...    what to do on a match (actions.go)

// matcher tries to match at a token and returns the token after the match, or
// noMatch.
type matcher func(d *diagnosis, pos int, c *captures) int

const noMatch = -1

// capture is what a part of an alternative matched.
type capture struct {
	rule       string // the rule that matched, "" for a token
	start, end int    // tokens; end is one past the last
}

// captures are the parts called a, b and c.
type captures [3]capture

// pegRule is a rule of the notation.
type pegRule struct {
	name   string
	index  int
	shared bool // results are kept when the error alternatives go on or off
	alts   []pegAlt
}

// pegAlt is one alternative of a rule.
type pegAlt struct {
	parts     []matcher
	errorOnly bool
	act       action
}

// cut is what the matcher of "~" returns.
const cut = -2

// pegGrammar is the compiled notation.
var pegGrammar = sync.OnceValue(func() map[string]*pegRule {
	r := &pegReader{rules: map[string]*pegRule{}}
	for _, line := range strings.Split(diagnosisRules, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		r.line(line)
	}
	for name, rule := range r.rules {
		if rule.alts == nil {
			panic(fmt.Sprintf("diagnosis rules: no rule %q", name))
		}
	}
	return r.rules
})

// pegReader compiles rules.
type pegReader struct {
	rules map[string]*pegRule
	words []string // of the current line
	rule  *pegRule
}

// line compiles a rule, or another alternative of the last one.
func (r *pegReader) line(line string) {
	if line[0] != '|' {
		name, rest, _ := strings.Cut(line, ":")
		shared := strings.HasSuffix(name, "!")
		r.rule = r.get(strings.TrimSuffix(name, "!"))
		r.rule.shared = shared
		line = rest
	} else {
		line = line[1:]
	}
	body, act, _ := strings.Cut(line, "=>")
	r.words = splitWords(body)
	for {
		alt := r.alternative()
		if act != "" {
			alt.act = readAction(strings.TrimSpace(act))
		}
		r.rule.alts = append(r.rule.alts, alt)
		if !r.take("|") {
			break
		}
	}
	if len(r.words) > 0 {
		panic(fmt.Sprintf("diagnosis rules: %q left in %q", r.words, line))
	}
}

func (r *pegReader) get(name string) *pegRule {
	rule := r.rules[name]
	if rule == nil {
		rule = &pegRule{name: name, index: len(r.rules)}
		r.rules[name] = rule
	}
	return rule
}

// splitWords cuts a line of the notation into its signs and names.
func splitWords(s string) []string {
	var words []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		n := 1
		switch c := s[0]; {
		case c == '\'' || c == '"':
			n = strings.IndexByte(s[1:], c) + 2
		case strings.HasPrefix(s, "&&"):
			n = 2
		case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			for n < len(s) && (s[n] == '_' || s[n] >= 'a' && s[n] <= 'z' || s[n] >= 'A' && s[n] <= 'Z') {
				n++
			}
			if n == 1 && len(s) > 1 && s[1] == '=' {
				n = 2 // "a="
			}
		}
		words = append(words, s[:n])
		s = s[n:]
	}
	return words
}

func (r *pegReader) peek() string {
	if len(r.words) == 0 {
		return ""
	}
	return r.words[0]
}

func (r *pegReader) take(word string) bool {
	if r.peek() != word {
		return false
	}
	r.words = r.words[1:]
	return true
}

func (r *pegReader) alternative() pegAlt {
	alt := pegAlt{errorOnly: r.take("%")}
	for {
		switch r.peek() {
		case "", "|", ")", "]":
			return alt
		}
		alt.parts = append(alt.parts, r.item())
	}
}

// item compiles one part with its prefix.
func (r *pegReader) item() matcher {
	word := r.peek()
	switch {
	case word == "~":
		r.words = r.words[1:]
		return func(*diagnosis, int, *captures) int { return cut }
	case word == "&&":
		r.words = r.words[1:]
		return forced(r.tokenKind())
	case word == "&" || word == "!":
		r.words = r.words[1:]
		return lookahead(r.repeated(), word == "&")
	case len(word) == 2 && word[1] == '=':
		r.words = r.words[1:]
		rule := ""
		if isRuleName(r.peek()) {
			rule = r.peek()
		}
		return capturing(r.repeated(), int(word[0]-'a'), rule)
	}
	return r.repeated()
}

func isRuleName(word string) bool { return word != "" && word[0] >= 'a' && word[0] <= 'z' }

func capturing(m matcher, index int, rule string) matcher {
	return func(d *diagnosis, pos int, c *captures) int {
		end := m(d, pos, c)
		if end >= 0 {
			c[index] = capture{rule, pos, end}
		}
		return end
	}
}

func lookahead(m matcher, want bool) matcher {
	return func(d *diagnosis, pos int, c *captures) int {
		if (m(d, pos, c) >= 0) == want {
			return pos
		}
		return noMatch
	}
}

// forced compiles a token that has to be there.
func forced(kind token.Kind) matcher {
	return func(d *diagnosis, pos int, _ *captures) int {
		if d.kind(pos) != kind {
			d.raiseRange(pos, pos, "expected '"+kind.String()+"'")
		}
		return pos + 1
	}
}

// repeated compiles an atom with its suffix.
func (r *pegReader) repeated() matcher {
	m := r.atom()
	switch {
	case r.take("*"):
		return loop(m, nil, 0)
	case r.take("+"):
		return loop(m, nil, 1)
	case r.take("."):
		item := r.atom()
		r.take("+")
		return loop(item, m, 1)
	}
	return m
}

// loop matches m at least min times, with sep in between.
func loop(m, sep matcher, min int) matcher {
	return func(d *diagnosis, pos int, c *captures) int {
		n := 0
		for {
			at := pos
			if sep != nil && n > 0 {
				if at = sep(d, pos, c); at < 0 {
					break
				}
			}
			end := m(d, at, c)
			if end < 0 || end == pos {
				break
			}
			pos = end
			n++
		}
		if n < min {
			return noMatch
		}
		return pos
	}
}

func (r *pegReader) atom() matcher {
	word := r.peek()
	switch {
	case r.take("("):
		m := r.group()
		r.take(")")
		return m
	case r.take("["):
		m := r.group()
		r.take("]")
		return func(d *diagnosis, pos int, c *captures) int {
			if end := m(d, pos, c); end >= 0 {
				return end
			}
			return pos
		}
	case isRuleName(word):
		r.words = r.words[1:]
		rule := r.get(word)
		return func(d *diagnosis, pos int, _ *captures) int { return d.match(rule, pos) }
	case word[0] == '"':
		r.words = r.words[1:]
		text := word[1 : len(word)-1]
		return func(d *diagnosis, pos int, _ *captures) int {
			if d.kind(pos) == token.Name && d.text(pos) == text {
				return pos + 1
			}
			return noMatch
		}
	case word == "SOFT":
		r.words = r.words[1:]
		return func(d *diagnosis, pos int, _ *captures) int {
			if d.kind(pos) == token.Name && softKeyword(d.text(pos)) {
				return pos + 1
			}
			return noMatch
		}
	case word == "NUMBER":
		r.words = r.words[1:]
		return func(d *diagnosis, pos int, _ *captures) int {
			if d.kind(pos) != token.Number {
				return noMatch
			}
			d.checkNumber(pos)
			return pos + 1
		}
	}
	kind := r.tokenKind()
	return func(d *diagnosis, pos int, _ *captures) int {
		if d.kind(pos) == kind {
			return pos + 1
		}
		return noMatch
	}
}

// softKeyword reports whether CPython takes the name for a soft keyword where
// any of them may stand: it compares only as many characters as the name has.
func softKeyword(name string) bool {
	for _, word := range [...]string{"_", "case", "match", "type"} {
		if strings.HasPrefix(word, name) {
			return true
		}
	}
	return false
}

// group compiles alternatives in brackets.
func (r *pegReader) group() matcher {
	var alts []pegAlt
	for {
		alts = append(alts, r.alternative())
		if !r.take("|") {
			break
		}
	}
	return func(d *diagnosis, pos int, c *captures) int {
		for i := range alts {
			if end := alts[i].match(d, pos, c); end >= 0 {
				return end
			} else if end == cut {
				break
			}
		}
		return noMatch
	}
}

// match matches the parts one after the other; cut if they fail after "~".
func (a *pegAlt) match(d *diagnosis, pos int, c *captures) int {
	failed := noMatch
	for _, m := range a.parts {
		end := m(d, pos, c)
		switch {
		case end >= 0:
			pos = end
		case end == cut:
			failed = cut
		default:
			return failed
		}
	}
	return pos
}

var tokenNames = func() map[string]token.Kind {
	m := map[string]token.Kind{
		"NAME": token.Name, "STRING": token.String, "NEWLINE": token.Newline, "INDENT": token.Indent, "DEDENT": token.Dedent,
		"EOF": token.EOF, "FSTART": token.FStringStart, "FMIDDLE": token.FStringMiddle, "FEND": token.FStringEnd,
	}
	for k := token.LParen; k <= token.Yield; k++ {
		m["'"+k.String()+"'"] = k
	}
	return m
}()

func (r *pegReader) tokenKind() token.Kind {
	word := r.peek()
	kind, ok := tokenNames[word]
	if !ok {
		panic(fmt.Sprintf("diagnosis rules: no token %q", word))
	}
	r.words = r.words[1:]
	return kind
}
