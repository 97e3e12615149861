package value

// Text is an encoded value: "safe:" and tagged JSON (or "pickle:" and base64, which this package never decodes).
// A nil Text stands for None wherever a value is optional.
type Text []byte

// SafePrefix and PicklePrefix begin the two kinds of Text.
const (
	SafePrefix   = "safe:"
	PicklePrefix = "pickle:"
)

// NoneText is the encoded None.
func NoneText() Text { return Text("safe:null") }
