package py

import "strings"

// The constants of RFC 3492.
const (
	punyBase, punyMin, punyMax  = 36, 1, 26
	punySkew, punyDamp          = 38, 700
	punyStartBias, punyStartCar = 72, 0x80
)

func punyAdapt(delta, n int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / n
	k := 0
	for ; delta > (punyBase-punyMin)*punyMax/2; k += punyBase {
		delta /= punyBase - punyMin
	}
	return k + (punyBase-punyMin+1)*delta/(delta+punySkew)
}

func punyThreshold(k, bias int) int { return min(max(k-bias, punyMin), punyMax) }

// punyEncode is RFC 3492's encoding of a text.
func (vm *VM) punyEncode(runes []rune) (string, error) {
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	var out []byte
	for _, r := range runes {
		if r < 0x80 {
			out = append(out, byte(r))
		}
	}
	basic := len(out)
	if basic > 0 {
		out = append(out, '-')
	}
	n, delta, bias := rune(punyStartCar), 0, punyStartBias
	for done := basic; done < len(runes); {
		next := rune(0x110000)
		for _, r := range runes {
			if r >= n && r < next {
				next = r
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for _, r := range runes {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := punyBase; ; k += punyBase {
				t := punyThreshold(k, bias)
				if q < t {
					break
				}
				out = append(out, digits[t+(q-t)%(punyBase-t)])
				q = (q - t) / (punyBase - t)
			}
			out = append(out, digits[q])
			bias = punyAdapt(delta, done+1, done == basic)
			delta = 0
			done++
		}
		delta++
		n++
		if err := vm.Tick(len(runes)/4 + 1); err != nil {
			return "", err
		}
	}
	return strings.TrimSuffix(string(out), "\x00"), nil
}

// punyDecode undoes punyEncode; reason tells what is wrong with the input.
func (vm *VM) punyDecode(data string) (runes []rune, reason string, err error) {
	rest := data
	if i := strings.LastIndexByte(data, '-'); i >= 0 {
		for _, c := range []byte(data[:i]) {
			runes = append(runes, rune(c))
		}
		rest = data[i+1:]
	}
	n, i, bias := punyStartCar, 0, punyStartBias
	for at := 0; at < len(rest); {
		start, w := i, 1
		for k := punyBase; ; k += punyBase {
			if at >= len(rest) {
				return nil, "incomplete punicode string", nil
			}
			d := punyDigit(rest[at])
			at++
			if d < 0 {
				return nil, "Invalid extended code point", nil
			}
			i += d * w
			if i > 1<<40 {
				return nil, "Invalid character", nil
			}
			t := punyThreshold(k, bias)
			if d < t {
				break
			}
			w *= punyBase - t
		}
		size := len(runes) + 1
		bias = punyAdapt(i-start, size, start == 0)
		n += i / size
		i %= size
		if n > 0x10FFFF {
			return nil, "Invalid character", nil
		}
		runes = append(runes, 0)
		copy(runes[i+1:], runes[i:])
		runes[i] = rune(n)
		i++
		if err := vm.Tick(size/8 + 1); err != nil {
			return nil, "", err
		}
	}
	return runes, "", nil
}

func punyDigit(c byte) int {
	switch c = lowerASCII(c); {
	case c-'a' < 26:
		return int(c - 'a')
	case c-'0' < 10:
		return int(c-'0') + 26
	}
	return -1
}

func encodePunycode(c *converter, s *Str) error {
	out, err := c.vm.punyEncode(decodeRunes(s.S))
	c.out = []byte(out)
	return err
}

func decodePunycode(c *converter, data string) error {
	if !isASCII(data) {
		return decodeASCII(c, data)
	}
	runes, reason, err := c.vm.punyDecode(data)
	if err == nil && reason != "" {
		return Raise(UnicodeError, "%s", reason)
	}
	c.out = []byte(encodeRunes(runes))
	return err
}

// idnaLabel is the form of a domain name's label in ASCII.
func (vm *VM) idnaLabel(label string) (string, error) {
	if !isASCII(label) {
		folded, err := strCasefold(vm, newStr(label))
		if err != nil {
			return "", err
		}
		puny, err := vm.punyEncode(decodeRunes(folded.Str().S))
		if err != nil {
			return "", err
		}
		label = "xn--" + puny
	}
	if label == "" {
		return "", Raise(UnicodeError, "label empty or too long")
	}
	if len(label) > 63 {
		return "", Raise(UnicodeError, "label empty or too long")
	}
	return label, nil
}

func encodeIDNA(c *converter, s *Str) error {
	if s.S == "" {
		return nil
	}
	text := strings.NewReplacer("\u3002", ".", "\uFF0E", ".", "\uFF61", ".").Replace(s.S)
	labels := strings.Split(text, ".")
	for i, label := range labels {
		if i > 0 {
			c.out = append(c.out, '.')
		}
		if label == "" && i == len(labels)-1 && i > 0 {
			break
		}
		out, err := c.vm.idnaLabel(label)
		if err != nil {
			return err
		}
		c.out = append(c.out, out...)
	}
	return nil
}

func decodeIDNA(c *converter, data string) error {
	if !isASCII(data) {
		return decodeASCII(c, data)
	}
	for i, label := range strings.Split(data, ".") {
		if i > 0 {
			c.out = append(c.out, '.')
		}
		if len(label) < 4 || !strings.EqualFold(label[:4], "xn--") {
			c.out = append(c.out, label...)
			continue
		}
		runes, reason, err := c.vm.punyDecode(label[4:])
		if err != nil {
			return err
		}
		if reason != "" {
			return Raise(UnicodeError, "%s", reason)
		}
		c.out = append(c.out, encodeRunes(runes)...)
	}
	return nil
}
