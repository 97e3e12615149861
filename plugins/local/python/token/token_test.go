package token

import (
	"fmt"
	"strings"
	"testing"
)

// show writes the tokens of a source as "KIND@line:col".
func show(f *File) string {
	var b strings.Builder
	for i := range f.Tokens {
		t := &f.Tokens[i]
		text := f.Text(t)
		switch t.Kind {
		case Name, Number, String, FStringStart, FStringMiddle, FStringEnd, Unknown:
			fmt.Fprintf(&b, "%q", text)
		default:
			b.WriteString(t.Kind.String())
		}
		fmt.Fprintf(&b, "@%d:%d ", t.Line, t.Col)
	}
	return strings.TrimSpace(b.String())
}

func TestTokens(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"empty", "", `end of input@0:-1`},
		{"operators", "a<<=b**c//=d->e:=...!=\n",
			`"a"@1:0 <<=@1:1 "b"@1:4 **@1:5 "c"@1:7 //=@1:8 "d"@1:11 ->@1:12 "e"@1:14 :=@1:15 ...@1:17 !=@1:20 newline@1:22 end of input@1:-1`},
		{"keywords", "if match\n", `if@1:0 "match"@1:3 newline@1:8 end of input@1:-1`},
		{"indentation", "a:\n  b\n\n # c\n  d\ne\n",
			`"a"@1:0 :@1:1 newline@1:2 indent@2:-1 "b"@2:2 newline@2:3 "d"@5:2 newline@5:3 dedent@6:-1 "e"@6:0 newline@6:1 end of input@6:-1`},
		{"dedents at the end", "a:\n b:\n  c\n",
			`"a"@1:0 :@1:1 newline@1:2 indent@2:-1 "b"@2:1 :@2:2 newline@2:3 indent@3:-1 "c"@3:2 newline@3:3 dedent@3:-1 dedent@3:-1 end of input@3:-1`},
		{"joined lines", "a = (1,\n  2)\nb \\\n + c\n",
			`"a"@1:0 =@1:2 (@1:4 "1"@1:5 ,@1:6 "2"@2:2 )@2:3 newline@2:4 "b"@3:0 +@4:1 "c"@4:3 newline@4:4 end of input@4:-1`},
		{"form feed", "\fa\n", `"a"@1:1 newline@1:2 end of input@1:-1`},
		{"numbers", "0x_F 1_0 1.e5 .5j 0 00 1if\n", `"0x_F"@1:0 "1_0"@1:5 "1.e5"@1:9 ".5j"@1:14 "0"@1:18 "00"@1:20 "1"@1:23 if@1:24 newline@1:26 end of input@1:-1`},
		{"strings", "rb'a\\'b' '''x\ny''' u\"\"\n", `"rb'a\\'b'"@1:0 "'''x\ny'''"@1:9 "u\"\""@2:5 newline@2:8 end of input@2:-1`},
		{"no prefix", "bu'' ru''\n", `"bu"@1:0 "''"@1:2 "ru"@1:5 "''"@1:7 newline@1:9 end of input@1:-1`},
		{"f-string", "f'a{b!r:>{c}}{{d'\n",
			`"f'"@1:0 "a"@1:2 {@1:3 "b"@1:4 !@1:5 "r"@1:6 :@1:7 ">"@1:8 {@1:9 "c"@1:10 }@1:11 ""@1:12 }@1:12 "{"@1:13 "d"@1:15 "'"@1:16 newline@1:17 end of input@1:-1`},
		{"nested f-strings", "f'{f'{a}'}'\n", `"f'"@1:0 {@1:2 "f'"@1:3 {@1:5 "a"@1:6 }@1:7 "'"@1:8 }@1:9 "'"@1:10 newline@1:11 end of input@1:-1`},
		{"named character", "f'\\N{DASH}{a}'\n", `"f'"@1:0 "\\N{DASH}"@1:2 {@1:10 "a"@1:11 }@1:12 "'"@1:13 newline@1:14 end of input@1:-1`},
		{"unicode", "é = ñ\n", `"é"@1:0 =@1:3 "ñ"@1:5 newline@1:7 end of input@1:-1`},
		{"stray", "a $ b\n", `"a"@1:0 "$"@1:2 "b"@1:4 newline@1:5 end of input@1:-1`},
		{"no line break at the end", "a", `"a"@1:0 end of input@1:-1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := Tokenize(c.src, nil)
			if f.Err != nil {
				t.Fatalf("%q: %v", c.src, f.Err)
			}
			if got := show(f); got != c.want {
				t.Errorf("%q:\n got %s\nwant %s", c.src, got, c.want)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	deep := func(open string, n int) string { return strings.Repeat(open, n) }
	var blocks strings.Builder
	for i := range 101 {
		blocks.WriteString(strings.Repeat(" ", i) + "if a:\n")
	}
	for _, c := range []struct {
		src, want  string
		incomplete bool
	}{
		{"'abc\n", "SyntaxError 1:1 unterminated string literal (detected at line 1)", false},
		{"'''abc\n", "SyntaxError 1:1 unterminated triple-quoted string literal (detected at line 1)", true},
		{"f'''abc\n", "SyntaxError 1:1 unterminated triple-quoted f-string literal (detected at line 1)", true},
		{"(a\n", "SyntaxError 1:1 '(' was never closed", true},
		{"a \\\n", "SyntaxError 1:4 unexpected EOF while parsing", true},
		{"a)\n", "SyntaxError 1:2 unmatched ')'", false},
		{"[\n)\n", "SyntaxError 2:1 closing parenthesis ')' does not match opening parenthesis '[' on line 1", false},
		{"if a:\n  b\n c\n", "IndentationError 3:3 unindent does not match any outer indentation level", false},
		{"if a:\n\tb\n        c\n", "TabError 3:1 inconsistent use of tabs and spaces in indentation", false},
		{blocks.String(), "IndentationError 101:1 too many levels of indentation", false},
		{deep("(", 201), "SyntaxError 1:201 too many nested parentheses", false},
		{"0777\n", "SyntaxError 1:1 leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers", false},
		{"a\u00a0b\n", "SyntaxError 1:2 invalid non-printable character U+00A0", false},
		{"x = “a”\n", "SyntaxError 1:5 invalid character '“' (U+201C)", false},
	} {
		f := Tokenize(c.src, nil)
		if f.Err == nil {
			t.Errorf("%.40q is valid", c.src)
			continue
		}
		got := fmt.Sprintf("%s %d:%d %s", f.Err.Kind, f.Err.Line, f.Err.Col, f.Err.Msg)
		if got != c.want || f.Err.Incomplete != c.incomplete {
			t.Errorf("%.40q:\n got %s (incomplete %v)\nwant %s (incomplete %v)", c.src, got, f.Err.Incomplete, c.want, c.incomplete)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, c := range []struct{ src, want, err string }{
		{"x = 'é'", "x = 'é'", ""},
		{"\xef\xbb\xbfx", "x", ""},
		{"# coding: latin-1\n\xe9", "# coding: latin-1\né", ""},
		{"#!/bin/python\n# -*- coding: iso_8859_1 -*-\n\xe9", "#!/bin/python\n# -*- coding: iso_8859_1 -*-\né", ""},
		{"x\n# coding: latin-1\né", "x\n# coding: latin-1\né", ""},
		{"\xef\xbb\xbf# coding: latin-1\n", "", "encoding problem: latin-1 with BOM"},
		{"\xef\xbb\xbf# coding: utf8\n", "", "encoding problem: utf8 with BOM"},
		{"\xef\xbb\xbf# coding: utf_8\n", "# coding: utf_8\n", ""},
		{"# coding: nonsense\n", "", "unknown encoding: nonsense"},
		{"# coding: ascii\né", "", "(unicode error) 'ascii' codec can't decode byte 0xc3 in position 16: ordinal not in range(128)"},
		{"a\xff", "", "(unicode error) 'utf-8' codec can't decode byte 0xff in position 1: invalid start byte"},
		{"a\xe2\x82", "", "(unicode error) 'utf-8' codec can't decode bytes in position 1-2: unexpected end of data"},
		{"a\xe2\x28\xa1", "", "(unicode error) 'utf-8' codec can't decode byte 0xe2 in position 1: invalid continuation byte"},
		{"a\x00", "", "source code string cannot contain null bytes"},
	} {
		got, err := Decode([]byte(c.src))
		msg := ""
		if err != nil {
			msg = err.Error()
		}
		if got != c.want || msg != c.err {
			t.Errorf("Decode(%q) = %q, %q, want %q, %q", c.src, got, msg, c.want, c.err)
		}
	}
}

func TestNormalizeNewlines(t *testing.T) {
	if got := NormalizeNewlines("a\r\nb\rc\n\r"); got != "a\nb\nc\n\n" {
		t.Errorf("got %q", got)
	}
}

// FuzzTokenize checks that tokens are in order, lie in the source and end in
// an EOF or an Error.
func FuzzTokenize(f *testing.F) {
	for _, src := range []string{"a = 1\n", "if a:\n  b\n", "f'{a!r:{b}}' '''\n'''", "0x1_f 1e5j", "(\n[{}])\\\n", "\t\fé\r", "f'{"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		file := Tokenize(NormalizeNewlines(src), nil)
		pos := int32(0)
		for i := range file.Tokens {
			tok := &file.Tokens[i]
			if tok.Start < pos || tok.End < tok.Start || int(tok.End) > len(file.Src) || tok.Line > tok.EndLine {
				t.Fatalf("%q: token %d of %d is %+v, after one that ends at %d", src, i, len(file.Tokens), *tok, pos)
			}
			pos = tok.End
		}
		switch last := file.Tokens[len(file.Tokens)-1].Kind; {
		case last == EOF && file.Err == nil, last == Error && file.Err != nil:
		default:
			t.Fatalf("%q ends in %v with error %v", src, last, file.Err)
		}
	})
}
