package difftest

import (
	"embed"
	"fmt"
	"regexp"
	"strings"
)

//go:embed grammar/*.txt
var grammarFiles embed.FS

// grammar has the alternatives of every section. A file of folder grammar is
// made of sections; "[name]" heads one whose alternatives are lines each,
// "[name*]" one whose alternatives are divided by empty lines. "@3 " before an
// alternative makes it three times as likely. A section may go on in another
// file. "name.leaf" is what stands for a section where nesting must end.
//
// Alternatives have holes:
//
//	<name>        an alternative of section name, or a variable of that kind
//	<set name>    a variable of the kind that may be assigned to
//	<var name>    a variable of the kind; if there is none, the alternative is not used
//	<new name>    a new variable of the kind, to be used by what follows
//	<newfn name>  the same for what def and class bind
//	<param name>  a new variable of the kind, to be used in the alternative alone
//	<it>          the last new variable of the alternative
//	<block>       statements
//	<body>        statements of a function
type grammar map[string][]alternative

// alternative is the text of one way to fill a hole. Texts and holes take
// turns.
type alternative struct {
	text  []string
	holes []hole
	bare  bool     // needs no parentheses within an expression
	needs []string // the modules that it names
}

type hole struct {
	how, kind string // how: "", "set", "var", "new", "newfn", "param"
}

var (
	holePattern    = regexp.MustCompile(`<((set|var|new|newfn|param) )?([a-z][a-z0-9]+(?:\.leaf|-[a-z]+)?)>`)
	sectionPattern = regexp.MustCompile(`^\[([a-z0-9.-]+)(\*?)\]$`)
	weightPattern  = regexp.MustCompile(`^@(\d) `)
)

func loadGrammar() (grammar, error) {
	g := grammar{}
	files, err := grammarFiles.ReadDir("grammar")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text, err := grammarFiles.ReadFile("grammar/" + f.Name())
		if err != nil {
			return nil, err
		}
		g.load(string(text))
	}
	return g, g.check()
}

func (g grammar) load(text string) {
	section, many := "", false
	var lines []string
	flush := func() {
		if len(lines) > 0 {
			g.add(section, strings.Join(lines, "\n"))
			lines = nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		m := sectionPattern.FindStringSubmatch(line)
		switch {
		case m != nil:
			flush()
			section, many = m[1], m[2] != ""
		case strings.HasPrefix(line, "# ") || line == "":
			flush()
		default:
			lines = append(lines, line)
			if !many {
				flush()
			}
		}
	}
	flush()
}

func (g grammar) add(section, text string) {
	weight := 1
	if m := weightPattern.FindStringSubmatch(text); m != nil {
		weight = int(m[1][0] - '0')
		text = text[len(m[0]):]
	}
	a := alternative{bare: isPrimary(text), needs: modulesOf(text)}
	last := 0
	for _, at := range holePattern.FindAllStringSubmatchIndex(text, -1) {
		h := hole{kind: text[at[6]:at[7]]}
		if at[4] >= 0 {
			h.how = text[at[4]:at[5]]
		}
		a.text = append(a.text, text[last:at[0]])
		a.holes = append(a.holes, h)
		last = at[1]
	}
	a.text = append(a.text, text[last:])
	for range weight {
		g[section] = append(g[section], a)
	}
}

// special are the holes that are no sections.
var special = map[string]bool{"block": true, "body": true, "it": true, "misspelt": true}

func (g grammar) check() error {
	for section, alternatives := range g {
		for _, a := range alternatives {
			for _, h := range a.holes {
				if g[h.kind] == nil && g[h.kind+".leaf"] == nil && !special[h.kind] {
					return fmt.Errorf("grammar: section %q has a hole <%s>, and there is no such section", section, h.kind)
				}
			}
		}
	}
	return nil
}

var primaryPattern = regexp.MustCompile(`^([A-Za-z_]\w*|<[a-z0-9 .-]+>)?$`)

// isPrimary reports whether the text of an expression binds as tightly as a
// name or a call.
func isPrimary(text string) bool {
	level := 0
	var outer strings.Builder // what stands outside of brackets and quotes
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case strings.IndexByte("([{", c) >= 0:
			level++
		case strings.IndexByte(")]}", c) >= 0:
			level--
		case level == 0:
			outer.WriteByte(c)
		}
	}
	for _, part := range strings.Split(outer.String(), ".") {
		if !primaryPattern.MatchString(part) {
			return false
		}
	}
	return true
}
