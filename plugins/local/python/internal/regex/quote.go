package regex

// Escape puts a backslash before each character of s that is special in a
// pattern, as re.escape does. It serves texts and bytes alike.
func Escape(s string) string {
	n := 0
	for i := 0; i < len(s); i++ {
		if special[s[i]] {
			n++
		}
	}
	if n == 0 {
		return s
	}
	out := make([]byte, 0, len(s)+n)
	for i := 0; i < len(s); i++ {
		if special[s[i]] {
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(out)
}

// special are the characters that Escape escapes.
var special = func() (t [256]bool) {
	for _, c := range []byte("()[]{}?*+-|^$\\.&~# \t\n\r\v\f") {
		t[c] = true
	}
	return t
}()
