package value_test

import (
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared/value"
)

func i(n int64) value.Value { return value.NewInt(n) }

// TestForms pins the format: each value, its JSON, and the value again.
func TestForms(t *testing.T) {
	huge, _ := new(big.Int).SetString("-123456789012345678901234567890", 10)
	tests := []struct {
		name string
		v    value.Value
		json string
	}{
		{"none", value.None{}, `null`},
		{"bool", value.Bool(true), `true`},
		{"int", i(-7), `-7`},
		{"largest plain int", i(1 << 53), `9007199254740992`},
		{"int beyond", i(1<<53 + 1), `{"__type__":"int","data":"9007199254740993"}`},
		{"big int", value.NewBigInt(huge), `{"__type__":"int","data":"-123456789012345678901234567890"}`},
		{"float", value.Float(1), `1.0`},
		{"small float", value.Float(1e-5), `1e-05`},
		{"large float", value.Float(1e16), `1e+16`},
		{"inf", value.Float(math.Inf(-1)), `{"__type__":"float","data":"-inf"}`},
		{"negative zero", value.Float(math.Copysign(0, -1)), `{"__type__":"float","data":"-0.0"}`},
		{"complex", value.Complex(complex(0, math.Inf(1))), `{"__type__":"complex","real":0.0,"imag":{"__type__":"float","data":"inf"}}`},
		{"str", value.Str("a\"\\\n\x00é😀"), `"a\"\\\n\u0000é😀"`},
		{"lone surrogate", value.Str("x\xed\xa0\x80"), `{"__type__":"str","data":"eO2ggA=="}`},
		{"bytes", value.Bytes{0, 255}, `{"__type__":"bytes","data":"AP8="}`},
		{"list", value.List{i(1), value.List{}}, `[1,[]]`},
		{"tuple", value.Tuple{i(1)}, `{"__type__":"tuple","data":[1]}`},
		{"set", value.Set{i(1)}, `{"__type__":"set","data":[1]}`},
		{"frozenset", value.FrozenSet{}, `{"__type__":"frozenset","data":[]}`},
		{"dict", value.Dict{{value.Str("b"), i(1)}, {value.Str("a"), i(2)}}, `{"b":1,"a":2}`},
		{"dict with other keys", value.Dict{{i(1), i(2)}}, `{"__type__":"dict_with_complex_keys","data":[[1,2]]}`},
		{"dict with the key __type__", value.Dict{{value.Str("__type__"), value.Str("set")}}, `{"__type__":"dict_with_complex_keys","data":[["__type__","set"]]}`},
		{"date", value.Date{2026, 2, 3}, `{"__type__":"date","data":"2026-02-03"}`},
		{"time", value.Time{Hour: 4, Microsecond: 7, Fold: 1}, `{"__type__":"time","data":"04:00:00.000007","fold":1}`},
		{
			"datetime", value.DateTime{value.Date{2026, 2, 3}, value.Time{Hour: 4, Zone: &value.Zone{Offset: -5400e6, Name: "Europe/Paris"}}},
			`{"__type__":"datetime","data":"2026-02-03T04:00:00-01:30","zone":"Europe/Paris"}`,
		},
		{"timedelta", value.TimeDelta{-1, 86399, 500000}, `{"__type__":"timedelta","total_seconds":-0.5,"days":-1,"seconds":86399,"microseconds":500000}`},
		{"decimal", value.Decimal("1.10"), `{"__type__":"Decimal","data":"1.10"}`},
		{"fraction", value.Fraction{big.NewInt(-3), big.NewInt(4)}, `{"__type__":"Fraction","data":"-3/4"}`},
		{"path", value.Path("/tmp"), `{"__type__":"Path","data":"/tmp"}`},
		{"image", value.Image("PNG"), `{"__type__":"PIL.Image","data":"UE5H"}`},
		{"ndarray", &value.NDArray{"int16", []int{1, 2}, []byte{1, 0, 2, 0}}, `{"__type__":"ndarray","dtype":"int16","shape":[1,2],"raw":"AQACAA=="}`},
		{
			"dataclass", &value.Dataclass{"P", "m", []value.Field{{"x", i(1)}}},
			`{"__type__":"dataclass","class_name":"P","module":"m","data":{"x":1}}`,
		},
		{
			"namedtuple", &value.Subclass{"Point", "m", value.Tuple{i(1)}, value.Dict{{value.Str("fields"), value.List{value.Str("x")}}}},
			`{"__type__":"subclass","class_name":"Point","module":"m","data":{"__type__":"tuple","data":[1]},"extra":{"fields":["x"]}}`,
		},
		{"counter", &value.Subclass{"Counter", "collections", value.Dict{{value.Str("a"), i(2)}}, nil}, `{"__type__":"subclass","class_name":"Counter","module":"collections","data":{"a":2}}`},
		{"opaque", &value.Opaque{"m.C", "<C>", "7"}, `{"__type__":"opaque","type":"m.C","repr":"<C>","handle":"7"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, err := value.Encode(tt.v)
			if err != nil {
				t.Fatal(err)
			}
			if want := "safe:" + tt.json; string(text) != want {
				t.Errorf("encoded\n got %s\nwant %s", text, want)
			}
			back, err := value.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(back, tt.v) {
				t.Errorf("decoded %#v, want %#v", back, tt.v)
			}
		})
	}
}

// TestForeignForms reads what others write and we don't.
func TestForeignForms(t *testing.T) {
	tests := []struct {
		json string
		want value.Value
	}{
		{`Infinity`, value.Float(math.Inf(1))},
		{`[-Infinity]`, value.List{value.Float(math.Inf(-1))}},
		{`-0.0`, value.Float(math.Copysign(0, -1))},
		{`1e999`, value.Float(math.Inf(1))},
		{`1E2`, value.Float(100)},
		{`123456789012345678901`, value.NewBigInt(new(big.Int).Add(new(big.Int).Mul(big.NewInt(1234567890), big.NewInt(1e11)), big.NewInt(12345678901)))},
		{"\t{ \"a\" : [ 1 , 2 ] } \n", value.Dict{{value.Str("a"), value.List{i(1), i(2)}}}},
		{`"\ud83d\ude00\ud800\u00e9\/"`, value.Str("😀\xed\xa0\x80é/")},
		{`"\ud800\ud83d\ude00"`, value.Str("\xed\xa0\x80😀")},
		{`{"data":[1],"__type__":"tuple"}`, value.Tuple{i(1)}},
		{`{"__type__":"timedelta","total_seconds":-0.0000015}`, value.TimeDelta{-1, 86399, 999998}},
		{`{"__type__":"timedelta","total_seconds":90061}`, value.TimeDelta{1, 3661, 0}},
		{`{"__type__":"ndarray","data":[[1,2],[3,-4]],"dtype":"int16"}`, &value.NDArray{"int16", []int{2, 2}, []byte{1, 0, 2, 0, 3, 0, 0xfc, 0xff}}},
		{`{"__type__":"ndarray","data":[],"dtype":"float64"}`, &value.NDArray{"float64", []int{0}, nil}},
		{`{"__type__":"ndarray","data":1.5,"dtype":"float16"}`, &value.NDArray{"float16", nil, []byte{0, 0x3e}}},
		{`{"__type__":"ndarray","data":[true],"dtype":"bool"}`, &value.NDArray{"bool", []int{1}, []byte{1}}},
		{`{"__type__":"ndarray","data":["é"],"dtype":"<U2"}`, &value.NDArray{"<U2", []int{1}, []byte{0xe9, 0, 0, 0, 0, 0, 0, 0}}},
		{`{"__type__":"complex","real":1,"imag":NaN}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.json, func(t *testing.T) {
			v, err := value.Decode(value.Text("safe:" + tt.json))
			if err != nil {
				t.Fatal(err)
			}
			if tt.want != nil && !reflect.DeepEqual(v, tt.want) {
				t.Errorf("got %#v, want %#v", v, tt.want)
			}
		})
	}
	if v, err := value.Decode(nil); err != nil || v != (value.None{}) {
		t.Errorf("a nil Text is %v, %v; want None", v, err)
	}
}

func TestDecodeErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{`[1]`, "doesn't begin"},
		{`pickle:gASVAA==`, "pickle"},
		{`safe:`, "unexpected text"},
		{`safe:[1,]`, "unexpected text"},
		{`safe:[1`, "expected , or ]"},
		{`safe:{"a":1,"a":2}`, "comes twice"},
		{`safe:{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"b":2}`, "comes twice"},
		{`safe:{1:2}`, "expected a string as key"},
		{`safe:1 2`, "text after the value"},
		{`safe:01`, "unexpected text"},
		{`safe:1.`, "unexpected text"},
		{`safe:+1`, "unexpected text"},
		{`safe:nul`, "unexpected text"},
		{"safe:\"a\nb\"", "control character"},
		{"safe:\"\xff\"", "not UTF-8"},
		{`safe:"\x41"`, "unknown escape"},
		{`safe:"\u12"`, "escape without end"},
		{`safe:"\u12xy"`, "hexadecimal"},
		{`safe:"abc`, "without end"},
		{`safe:{"__type__":"nope"}`, "unknown __type__"},
		{`safe:{"__type__":1}`, "no string"},
		{`safe:{"__type__":"tuple"}`, "field data must be there"},
		{`safe:{"__type__":"tuple","data":[],"x":1}`, "should not have"},
		{`safe:{"__type__":"set","data":[[1]]}`, "unhashable type: 'list'"},
		{`safe:{"__type__":"frozenset","data":[{"__type__":"tuple","data":[{}]}]}`, "unhashable type: 'tuple'"},
		{`safe:{"__type__":"dict_with_complex_keys","data":[[{},1]]}`, "unhashable type: 'dict'"},
		{`safe:{"__type__":"dict_with_complex_keys","data":[[1,2,3]]}`, "pairs"},
		{`safe:{"__type__":"bytes","data":"A"}`, "base64"},
		{`safe:{"__type__":"bytes","data":"AB=="}`, "base64"},
		{`safe:{"__type__":"str","data":"/w=="}`, "text"},
		{`safe:{"__type__":"int","data":"1_0"}`, "no int"},
		{`safe:{"__type__":"int","data":"1.5"}`, "no int"},
		{`safe:{"__type__":"float","data":"1.5"}`, "nan, inf"},
		{`safe:{"__type__":"date","data":"2026-02-30"}`, "ISO date"},
		{`safe:{"__type__":"time","data":"25:00:00"}`, "ISO time"},
		{`safe:{"__type__":"datetime","data":"2026-02-03 04:05:06"}`, "ISO date and time"},
		{`safe:{"__type__":"time","data":"01:00:00","zone":"X"}`, "missing where there is no offset"},
		{`safe:{"__type__":"timedelta","total_seconds":NaN}`, "duration"},
		{`safe:{"__type__":"timedelta","total_seconds":0,"days":0,"seconds":-1,"microseconds":0}`, "normalised"},
		{`safe:{"__type__":"Decimal","data":"one"}`, "Decimal"},
		{`safe:{"__type__":"Fraction","data":"1/0"}`, "positive"},
		{`safe:{"__type__":"ndarray","dtype":"object","shape":[1],"raw":""}`, "can't travel"},
		{`safe:{"__type__":"ndarray","dtype":"int8","shape":[3],"raw":"AAA="}`, "3 elements of 1 bytes has 2 bytes"},
		{`safe:{"__type__":"ndarray","dtype":"int8","shape":[2147483647,2147483647,2147483647],"raw":""}`, "impossible shape"},
		{`safe:{"__type__":"ndarray","dtype":"int8","data":[300]}`, "elements of the dtype"},
		{`safe:{"__type__":"ndarray","dtype":"int8","data":[[1],[1,2]]}`, "equal lengths"},
		{`safe:{"__type__":"dataclass","class_name":"P","module":"m","data":[]}`, "an object"},
		{`safe:` + strings.Repeat("[", 202) + strings.Repeat("]", 202), "nested"},
		{`safe:` + strings.Repeat("[", 5000), "nested too deeply"},
		{`safe:[` + strings.Repeat("0,", 1_000_000) + `0]`, "more than 1000000 values"},
		{`safe:` + strings.Repeat("9", 100_002), "at most 100000"},
		{`safe:{"__type__":"int","data":"` + strings.Repeat("9", 100_002) + `"}`, "at most 100000"},
		{`safe:"` + strings.Repeat("x", 64<<20) + `"`, "at most"},
	}
	for _, tt := range tests {
		t.Run(tt.text[:min(len(tt.text), 60)], func(t *testing.T) {
			v, err := value.Decode(value.Text(tt.text))
			if err == nil {
				t.Fatalf("decoded as %#v", v)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %q, want it to have %q", err, tt.want)
			}
		})
	}
}

func TestEncodeErrors(t *testing.T) {
	loop := value.List{nil}
	loop[0] = loop
	tests := []struct {
		name string
		v    value.Value
		want string
	}{
		{"cycle", loop, "nested deeper"},
		{"not text", value.Str("\xff"), "not text"},
		{"nodes", value.List(make([]value.Value, 1_000_001)), "more than 1000000 values"},
		{"bytes", value.Bytes(make([]byte, 64<<20)), "at most"},
		{"digits", value.NewBigInt(new(big.Int).Lsh(big.NewInt(1), 400_000)), "more than 100000 digits"},
		{"ndarray", &value.NDArray{"int8", []int{2}, []byte{1}}, "2 elements"},
		{"fraction", value.Fraction{big.NewInt(1), big.NewInt(0)}, "denominator"},
		{"decimal", value.Decimal("x"), "no Decimal"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := value.Encode(tt.v); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %v, want it to have %q", err, tt.want)
			}
		})
	}
}

// TestDepth: what is encoded at the limit is decoded, whatever its containers look like in JSON.
func TestDepth(t *testing.T) {
	wrap := map[string]func(value.Value) value.Value{
		"list":      func(v value.Value) value.Value { return value.List{v} },
		"tuple":     func(v value.Value) value.Value { return value.Tuple{v} },
		"dict":      func(v value.Value) value.Value { return value.Dict{{value.Str("k"), v}} },
		"pairs":     func(v value.Value) value.Value { return value.Dict{{i(1), v}} },
		"dataclass": func(v value.Value) value.Value { return &value.Dataclass{"C", "m", []value.Field{{"f", v}}} },
		"subclass":  func(v value.Value) value.Value { return &value.Subclass{"C", "m", value.Tuple{v}, nil} },
	}
	for name, f := range wrap {
		t.Run(name, func(t *testing.T) {
			v := i(1)
			for range value.DefaultLimits.Depth {
				v = f(v)
			}
			text, err := value.Encode(v)
			if err != nil {
				t.Fatal(err)
			}
			if back, err := value.Decode(text); err != nil || !reflect.DeepEqual(v, back) {
				t.Errorf("decode at the limit: %v", err)
			}
			if _, err := value.Encode(f(v)); err == nil {
				t.Error("encoded beyond the limit")
			}
		})
	}
}

func TestGo(t *testing.T) {
	type point struct {
		X      int `json:"x"`
		Y      any `json:"y,omitempty"`
		hidden int
	}
	tests := []struct {
		in   any
		json string
		back any
	}{
		{nil, `null`, nil},
		{uint64(math.MaxUint64), `{"__type__":"int","data":"18446744073709551615"}`, new(big.Int).SetUint64(math.MaxUint64)},
		{int8(3), `3`, int64(3)},
		{float32(0.5), `0.5`, 0.5},
		{[]byte("a"), `{"__type__":"bytes","data":"YQ=="}`, []byte("a")},
		{[]string{"a"}, `["a"]`, []any{"a"}},
		{map[string]any{"b": 1, "a": []any{nil}}, `{"a":[null],"b":1}`, map[string]any{"a": []any{nil}, "b": int64(1)}},
		{map[int]bool{1: true}, `{"__type__":"dict_with_complex_keys","data":[[1,true]]}`, value.Dict{{i(1), value.Bool(true)}}},
		{point{X: 1, hidden: 5}, `{"x":1}`, map[string]any{"x": int64(1)}},
		{&point{X: 1, Y: "s"}, `{"x":1,"y":"s"}`, map[string]any{"x": int64(1), "y": "s"}},
		{time.Date(2026, 2, 3, 4, 5, 6, 7000, time.UTC), `{"__type__":"datetime","data":"2026-02-03T04:05:06.000007+00:00"}`, time.Date(2026, 2, 3, 4, 5, 6, 7000, time.UTC)},
		{1500 * time.Millisecond, `{"__type__":"timedelta","total_seconds":1.5,"days":0,"seconds":1,"microseconds":500000}`, 1500 * time.Millisecond},
		{value.Text("safe:[1]"), `[1]`, []any{int64(1)}},
	}
	for _, tt := range tests {
		t.Run(tt.json, func(t *testing.T) {
			text, err := value.FromText(tt.in)
			if err != nil {
				t.Fatal(err)
			}
			if string(text) != "safe:"+tt.json {
				t.Errorf("got %s, want safe:%s", text, tt.json)
			}
			v, err := value.Decode(text)
			if err != nil {
				t.Fatal(err)
			}
			if back := value.ToGo(v); !reflect.DeepEqual(back, tt.back) {
				t.Errorf("back is %#v, want %#v", back, tt.back)
			}
		})
	}
	for _, bad := range []any{func() {}, make(chan int), "\xff", map[any]any{&[]int{1}: 1}} {
		if v, err := value.From(bad); err == nil {
			t.Errorf("From(%T) = %v, want an error", bad, v)
		}
	}
}

// FuzzDecode: no input makes the decoder panic, and what it accepts is encoded to a text that means the same.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`null`, `[1,2.5,"a\u00e9\ud800"]`, `{"a":{"__type__":"tuple","data":[NaN]}}`, `{"__type__":"ndarray","dtype":"int8","shape":[1],"raw":"AA=="}`,
		`{"__type__":"datetime","data":"2026-02-03T04:05:06+01:00","fold":1}`, `{"__type__":"dict_with_complex_keys","data":[[1,2]]}`,
		`{"__type__":"subclass","class_name":"C","module":"m","data":[1],"extra":{"fields":[]}}`, `{"__type__":"Fraction","data":"1/2"}`,
		`{"__type__":"timedelta","total_seconds":1.5}`, `{"__type__":"ndarray","data":[[1.5]],"dtype":"float16"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		v, err := value.Decode(append([]byte("safe:"), in...))
		if err != nil {
			return
		}
		text, err := value.Encode(v)
		if err != nil {
			t.Fatalf("encode what was decoded: %v", err)
		}
		again, err := value.Decode(text)
		if err != nil {
			t.Fatalf("decode what was encoded: %v\n%s", err, text)
		}
		second, err := value.Encode(again)
		if err != nil || string(second) != string(text) {
			t.Fatalf("not stable: %v\n%s\n%s", err, text, second)
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	v := benchRows()
	b.ReportAllocs()
	for b.Loop() {
		text, err := value.Encode(v)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(int64(len(text)))
	}
}

func BenchmarkDecode(b *testing.B) {
	text, err := value.Encode(benchRows())
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := value.Decode(text); err != nil {
			b.Fatal(err)
		}
	}
}

// benchRows looks like rows of a table.
func benchRows() value.Value {
	rows := value.List{}
	for n := range 1000 {
		rows = append(rows, value.Dict{
			{value.Str("id"), i(int64(n))}, {value.Str("price"), value.Float(float64(n) / 3)}, {value.Str("name"), value.Str("some text")},
			{value.Str("tags"), value.Tuple{value.Str("a"), value.Bool(true), value.None{}}},
		})
	}
	return rows
}
