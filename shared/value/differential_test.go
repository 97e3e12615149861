package value_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/shared/value"
)

var seed = flag.Uint64("seed", uint64(time.Now().UnixNano()%1e9), "seed of the differential tests")

const differentialValues = 10_000

// codec runs the Python codec with CPython 3.12.
func codec(t *testing.T, stdin string, args ...string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), testenv.Python312(t), append([]string{"-X", "utf8", "testdata/codec.py"}, args...)...)
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run the codec of Python: %v\n%s", err, stderr.String())
	}
	var lines []string
	scan := bufio.NewScanner(bytes.NewReader(out))
	scan.Buffer(nil, 64<<20)
	for scan.Scan() {
		lines = append(lines, scan.Text())
	}
	return lines
}

func reencode(t *testing.T, text string) string {
	t.Helper()
	v, err := value.Decode(value.Text(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	out, err := value.Encode(v)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return string(out)
}

// TestFromPython decodes what CPython wrote and encodes it again; CPython must then read and write the same as before.
func TestFromPython(t *testing.T) {
	t.Logf("seed %d", *seed)
	texts := codec(t, "", "gen", fmt.Sprint(*seed), fmt.Sprint(differentialValues))
	ours := make([]string, len(texts))
	for i, text := range texts {
		ours[i] = reencode(t, text)
	}
	compare(t, codec(t, strings.Join(texts, "\n"), "echo"), codec(t, strings.Join(ours, "\n"), "echo"))
}

// TestToPython lets CPython decode and encode what we wrote; decoded and encoded by us it must be the same.
func TestToPython(t *testing.T) {
	t.Logf("seed %d", *seed)
	g := &generator{rand.New(rand.NewPCG(*seed, 1))}
	var texts []string
	for range differentialValues {
		text, err := value.Encode(g.value(0))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	back := codec(t, strings.Join(texts, "\n"), "echo")
	for i, text := range back {
		if !strings.HasPrefix(text, "error:") {
			back[i] = reencode(t, text)
		}
	}
	compare(t, texts, back)
}

func compare(t *testing.T, want, got []string) {
	t.Helper()
	if len(want) < differentialValues || len(got) != len(want) {
		t.Fatalf("compare %d values with %d, expected %d", len(got), len(want), differentialValues)
	}
	bad := 0
	for i := range want {
		if want[i] != got[i] && bad < 5 {
			bad++
			t.Errorf("value %d\nwant %s\n got %s", i, want[i], got[i])
		}
	}
}

// generator makes random values. Sets have at most one element, since Python keeps no order.
type generator struct{ *rand.Rand }

func (g *generator) text() string {
	parts := []string{"a", "\"", "\\", "\n", "\x01", "é", "😀", "\xed\xa0\x80", "\xed\xbf\xbf", "__type__", " ", "\u2028"}
	var b strings.Builder
	for range g.IntN(4) {
		b.WriteString(parts[g.IntN(len(parts))])
	}
	return b.String()
}

func (g *generator) float() float64 {
	switch g.IntN(4) {
	case 0:
		return []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e16, 1e15, 0.0001, 0.00001}[g.IntN(9)]
	case 1:
		for {
			if f := math.Float64frombits(g.Uint64()); !math.IsNaN(f) {
				return f
			}
		}
	case 2:
		return float64(g.Int64N(1e17))
	}
	return g.NormFloat64()
}

func (g *generator) scalar() value.Value {
	switch g.IntN(13) {
	case 0:
		return value.None{}
	case 1:
		return value.Bool(g.IntN(2) == 0)
	case 2:
		return value.NewInt(g.Int64() >> g.IntN(64) * (1 - 2*g.Int64N(2)))
	case 3:
		return value.NewBigInt(new(big.Int).Lsh(big.NewInt(g.Int64()), uint(g.IntN(400))))
	case 4, 5:
		return value.Float(g.float())
	case 6:
		return value.Complex(complex(g.float(), g.float()))
	case 7:
		return value.Bytes(g.text())
	case 8:
		return value.Date{Year: 1 + g.IntN(9999), Month: 1 + g.IntN(12), Day: 1 + g.IntN(28)}
	case 9:
		return value.DateTime{Date: value.Date{Year: 1 + g.IntN(9999), Month: 2, Day: 28}, Time: g.clock()}
	case 10:
		return value.TimeDelta{Days: g.IntN(2_000_000) - 1_000_000, Seconds: g.IntN(86400), Microseconds: g.IntN(1e6)}
	case 11:
		return value.Decimal([]string{"1.10", "-0", "NaN", "Infinity", "1E+30"}[g.IntN(5)])
	}
	return value.Str(g.text())
}

func (g *generator) clock() value.Time {
	t := value.Time{Hour: g.IntN(24), Minute: g.IntN(60), Second: g.IntN(60), Microsecond: g.IntN(2) * g.IntN(1e6), Fold: g.IntN(2)}
	if g.IntN(2) == 0 {
		t.Zone = &value.Zone{Offset: (g.Int64N(2*86399) - 86399) * 1e6}
	}
	return t
}

func (g *generator) value(depth int) value.Value {
	if depth > 5 || g.IntN(3) == 0 {
		return g.scalar()
	}
	many := make([]value.Value, g.IntN(4))
	for i := range many {
		many[i] = g.value(depth + 1)
	}
	switch g.IntN(8) {
	case 0:
		return value.Tuple(many)
	case 1:
		return value.Set{value.Tuple{g.scalar()}}
	case 2:
		return value.FrozenSet{g.clock()}
	case 3:
		d := value.Dict{}
		for i, v := range many {
			d = append(d, value.Item{Key: value.Tuple{value.NewInt(int64(i)), g.scalar()}, Value: v})
		}
		return d
	case 4:
		d := value.Dict{}
		for i, v := range many {
			d = append(d, value.Item{Key: value.Str(fmt.Sprint(i, g.text())), Value: v})
		}
		return d
	case 5:
		return &value.Subclass{Class: "C" + g.text(), Module: "m", Base: value.List(many), Extra: value.Dict{{Key: value.Str("name"), Value: value.Str(g.text())}}}
	case 6:
		return &value.NDArray{DType: "float64", Shape: []int{len(many), 1}, Data: make([]byte, 8*len(many))}
	}
	return value.List(many)
}
