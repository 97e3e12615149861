package repl

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared/value"
)

// vars shows the variables of the session.
func (r *repl) vars(ctx context.Context) error {
	vars, err := r.session.GetVariables(ctx, nil)
	if err != nil {
		return err
	}
	if len(vars) == 0 {
		fmt.Fprintln(r.term.Err, "no variables")
		return nil
	}
	table := term.NewTable("NAME", "TYPE", "VALUE")
	for _, v := range vars {
		x, err := value.Decode(v.Value)
		if err != nil {
			table.Add(v.Name, "?", term.Cell{Text: err.Error(), Style: term.Bad})
			continue
		}
		table.Add(v.Name, term.Cell{Text: value.TypeName(x), Style: term.Faint}, brief(x))
	}
	return table.Print(r.term.Out, r.term.OutPainter())
}

// maxBrief is the length of a value in the table, in characters.
const maxBrief = 60

// brief is about what Python's repr is, cut to a line. It asks the guest nothing.
func brief(v value.Value) string {
	var b strings.Builder
	writeBrief(&b, v)
	text := []rune(b.String())
	if len(text) > maxBrief {
		return string(text[:maxBrief-3]) + "..."
	}
	return string(text)
}

func writeBrief(b *strings.Builder, v value.Value) {
	if b.Len() > 4*maxBrief {
		return
	}
	switch v := v.(type) {
	case value.None:
		b.WriteString("None")
	case value.Bool:
		b.WriteString(map[bool]string{true: "True", false: "False"}[bool(v)])
	case value.Str:
		b.WriteString(strconv.Quote(string(v)))
	case value.Bytes:
		b.WriteString("b" + strconv.QuoteToASCII(string(v)))
	case value.List:
		writeItems(b, "[", v, "]")
	case value.Tuple:
		writeItems(b, "(", v, ")")
	case value.Set:
		writeItems(b, "{", v, "}")
	case value.FrozenSet:
		writeItems(b, "frozenset({", v, "})")
	case value.Dict:
		writeDict(b, v)
	case *value.Subclass:
		b.WriteString(v.Class + "(")
		writeBrief(b, v.Base)
		b.WriteString(")")
	case *value.Dataclass:
		writeFields(b, v)
	case *value.Opaque:
		b.WriteString(v.Repr)
	case *value.NDArray:
		fmt.Fprintf(b, "array of %s, shape %v", v.DType, v.Shape)
	case value.Image:
		fmt.Fprintf(b, "image, %s", term.Bytes(int64(len(v))))
	default:
		fmt.Fprint(b, v)
	}
}

func writeItems[T ~[]value.Value](b *strings.Builder, open string, items T, end string) {
	b.WriteString(open)
	for i, x := range items {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > 4*maxBrief {
			return
		}
		writeBrief(b, x)
	}
	b.WriteString(end)
}

func writeDict(b *strings.Builder, d value.Dict) {
	b.WriteString("{")
	for i, it := range d {
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len() > 4*maxBrief {
			return
		}
		writeBrief(b, it.Key)
		b.WriteString(": ")
		writeBrief(b, it.Value)
	}
	b.WriteString("}")
}

func writeFields(b *strings.Builder, d *value.Dataclass) {
	b.WriteString(d.Class + "(")
	for i, f := range d.Fields {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.Name + "=")
		writeBrief(b, f.Value)
	}
	b.WriteString(")")
}
