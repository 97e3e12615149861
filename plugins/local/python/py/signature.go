package py

import (
	"strconv"
	"strings"
)

// Signature is the parameter list of a built-in function.
type Signature struct {
	Text   string // as inspect shows it, without self
	Params []Param

	positional      int // how many may be given by position
	required        int // how many of these must be given
	posOnlyRequired int // how many of these only by position
	named           int // all but *args and **kwargs
	requiredNamed   int // how many of these must be given
	varPositional   bool
	varKeyword      bool
	noKeywords      bool // no parameter can be given by name
	simple          bool // a call without keywords only needs defaults appended
	exact           bool // at most one parameter, required and positional: the arguments need no binding
}

// count fills in what calls want to know of the parameters.
func (s *Signature) count() {
	s.noKeywords = true
	requiredKeyword := false
	for _, p := range s.Params {
		switch p.Kind {
		case VarPositional:
			s.varPositional = true
			continue
		case VarKeyword:
			s.varKeyword = true
			s.noKeywords = false
			continue
		case KeywordOnly:
			requiredKeyword = requiredKeyword || !p.Optional
		default:
			s.positional++
			if !p.Optional {
				s.required++
				if p.Kind == PositionalOnly {
					s.posOnlyRequired++
				}
			}
		}
		s.named++
		if !p.Optional {
			s.requiredNamed++
		}
		if p.Kind != PositionalOnly {
			s.noKeywords = false
		}
	}
	s.exact = s.noKeywords && !s.varPositional && s.positional == s.required && s.positional <= 1
	s.simple = !s.varPositional && !s.varKeyword && !requiredKeyword
}

// ParamKind is the kind of a parameter.
type ParamKind uint8

// The kinds of a parameter.
const (
	PositionalOnly ParamKind = iota
	PositionalOrKeyword
	VarPositional
	KeywordOnly
	VarKeyword
)

// Param is one parameter of a Signature.
type Param struct {
	Name     *Str
	Kind     ParamKind
	Default  Value // unbound: none
	Optional bool  // may be left out, with or without a Default
}

// mustSignature parses the text of a signature; it panics on a malformed one,
// a mistake in a table of this package's users.
func mustSignature(text string) *Signature {
	s := &Signature{Text: text}
	kind := PositionalOrKeyword
	for _, part := range strings.Split(text, ",") {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
		case part == "/":
			for i := range s.Params {
				s.Params[i].Kind = PositionalOnly
			}
		case part == "*":
			kind = KeywordOnly
		case strings.HasPrefix(part, "**"):
			s.Params = append(s.Params, Param{Name: Name(part[2:]), Kind: VarKeyword})
		case strings.HasPrefix(part, "*"):
			s.Params = append(s.Params, Param{Name: Name(part[1:]), Kind: VarPositional})
			kind = KeywordOnly
		default:
			name, def, has := strings.Cut(part, "=")
			p := Param{Name: Name(name), Kind: kind, Optional: has}
			if has && def != "…" {
				p.Default = constantDefault(def)
			}
			s.Params = append(s.Params, p)
		}
	}
	s.count()
	return s
}

// argKind is what errors about the kind of an argument call it.
func argKind(v Value) string {
	if v.IsNone() {
		return "None"
	}
	return v.Type().Name
}

func constantDefault(text string) Value {
	switch text {
	case "None":
		return None
	case "True":
		return True
	case "False":
		return False
	case "()":
		return Of(&emptyTuple.Object)
	}
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		return Int(i)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return Float(f)
	}
	if n := len(text); n >= 2 && (text[0] == '\'' || text[0] == '"') && text[n-1] == text[0] {
		if s, err := strconv.Unquote(`"` + text[1:n-1] + `"`); err == nil {
			return Of(&Name(s).Object)
		}
	}
	panic("py: cannot read the default " + text + " of a signature")
}

// ParseSignature parses a signature in Python's words (see FuncSig), for
// constructors that bind their arguments with VM.Bind. It panics on a
// malformed one.
func ParseSignature(text string) *Signature { return mustSignature(text) }
