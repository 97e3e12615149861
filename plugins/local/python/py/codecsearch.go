package py

import "strings"

// This file has what module codecs adds to the encodings: those that functions
// of guest code find, handlers of errors, and tables of its own.

var errorHandlersKey, codecSearchesKey, searchedCodecsKey = new(StateKey), new(StateKey), new(StateKey)

// stateDict is the dict under a key of the machine's state.
func (vm *VM) stateDict(key *StateKey) *Dict {
	if d := vm.State(key); d.Bound() {
		return d.Dict()
	}
	d := vm.NewDict()
	vm.SetState(key, d.Value())
	return d
}

// RegisterErrorHandler makes a guest function the handler of encoding and
// decoding errors under a name (codecs.register_error).
func (vm *VM) RegisterErrorHandler(name *Str, f Value) {
	vm.stateDict(errorHandlersKey).SetStr(vm.internStr(name), f)
}

// ErrorHandler is the function registered under a name; unbound if there is none.
func (vm *VM) ErrorHandler(name string) Value {
	if d := vm.State(errorHandlersKey); d.Bound() {
		return d.Dict().GetStr(vm.Intern(name))
	}
	return Value{}
}

// CodecSearches are the functions that find encodings by name, in order.
func (vm *VM) CodecSearches() *List {
	if l := vm.State(codecSearchesKey); l.Bound() {
		return l.List()
	}
	l := vm.NewList(nil)
	vm.SetState(codecSearchesKey, l)
	return l.List()
}

// ForgetSearched drops the encodings that the functions have found.
func (vm *VM) ForgetSearched() { vm.stateDict(searchedCodecsKey).Clear() }

// SearchCodec asks the functions for an encoding: a tuple of its encoder, its
// decoder and two classes.
func (vm *VM) SearchCodec(name string) (Value, error) {
	key := vm.Intern(searchKey(name))
	known := vm.stateDict(searchedCodecsKey)
	if v := known.GetStr(key); v.Bound() {
		return v, nil
	}
	searches := vm.CodecSearches()
	for i := 0; i < len(searches.Items); i++ {
		v, err := vm.Call(searches.Items[i], Of(&key.Object))
		if err != nil {
			return Value{}, err
		}
		if v.IsNone() {
			continue
		}
		if t := v.Tuple(); t == nil || len(t.Items) != 4 {
			return Value{}, TypeErrorf("codec search functions must return 4-tuples")
		}
		known.SetStr(key, v)
		return v, vm.Tick(1)
	}
	return Value{}, Raise(LookupError, "unknown encoding: %s", name)
}

// searchKey is a name as the search functions are given it.
func searchKey(name string) string {
	b := make([]byte, 0, len(name))
	for i := range len(name) {
		c := lowerASCII(name[i])
		if c == ' ' || c == '-' {
			c = '_'
		}
		b = append(b, c)
	}
	return textOf(b)
}

// searchedEncode encodes by what a search function finds.
func (vm *VM) searchedEncode(s *Str, encoding, errors string) (string, error) {
	v, err := vm.searched(encoding, "encoder", 0, Of(&s.Object), errors)
	if err != nil {
		return "", err
	}
	data, ok := dataOf(v)
	if !ok || v.Kind() != KindBytes && v.Kind() != KindByteArray {
		return "", TypeErrorf("'%s' encoder returned '%s' instead of 'bytes'; use codecs.encode() to encode to arbitrary types", encoding, v.Type().Name)
	}
	return strings.Clone(data), nil
}

func (vm *VM) searchedDecode(data, encoding, errors string) (Value, error) {
	v, err := vm.searched(encoding, "decoder", 1, vm.NewBytes(data), errors)
	if err != nil {
		return Value{}, err
	}
	if v.Str() == nil {
		return Value{}, TypeErrorf("'%s' decoder returned '%s' instead of 'str'; use codecs.decode() to decode to arbitrary types", encoding, v.Type().Name)
	}
	return v, nil
}

// searched calls one of a found encoding's functions and gives the first item
// of its result.
func (vm *VM) searched(encoding, what string, at int, input Value, errors string) (Value, error) {
	found, err := vm.SearchCodec(encoding)
	if err != nil {
		return Value{}, err
	}
	v, err := vm.Call(found.Tuple().Items[at], input, vm.NewString(errors))
	if err != nil {
		return Value{}, err
	}
	t := v.Tuple()
	if t == nil || len(t.Items) != 2 {
		return Value{}, TypeErrorf("%s must return a tuple (object, integer)", what)
	}
	return t.Items[0], nil
}

// EncodingKey is the name under which an encoding is known: of two names of one
// encoding it is the same. The encoding need not exist.
func EncodingKey(name string) string {
	n := normalizeEncoding(name)
	alias := encodingAliases[n]
	if alias == "" {
		alias = encodingAliases[strings.ReplaceAll(n, ".", "_")]
	}
	if alias != "" {
		n = alias
	}
	if codecs[n] == nil {
		if c := multiCodec(n); c != nil {
			return c.name
		}
	}
	return n
}

// HasEncoding reports whether there is an encoding of that key without a search.
func HasEncoding(key string) bool {
	return codecs[key] != nil || charmapTexts[key] != "" || multiCodec(key) != nil
}

// EncodeCharmap encodes by a table: of each character the bytes, false for one
// that it lacks.
func (vm *VM) EncodeCharmap(s *Str, errors string, table func(r rune) ([]byte, bool, error)) (Value, error) {
	c := &converter{vm: vm, codec: &codec{name: "charmap"}, errors: errors, text: s}
	for i, at := 0, 0; at < len(s.S); {
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
		r, n := decodeRune(s.S[at:])
		b, ok, err := table(r)
		if err != nil {
			return Value{}, err
		}
		if ok {
			c.out = append(c.out, b...)
			i, at = i+1, at+n
			continue
		}
		if i, err = c.encodeByTable(i, at+n, table); err != nil {
			return Value{}, err
		}
		at = vm.byteAt(s, i)
	}
	return vm.NewBytes(textOf(c.out)), vm.ReserveText(len(c.out))
}

// encodeByTable deals with the characters that a table lacks, from number i on;
// the next one is at a byte. It gives the number of the one to go on with.
func (c *converter) encodeByTable(i, at int, table func(r rune) ([]byte, bool, error)) (next int, err error) {
	end := i + 1
	for at < len(c.text.S) {
		r, n := decodeRune(c.text.S[at:])
		_, ok, err := table(r)
		if err != nil {
			return 0, err
		}
		if ok {
			break
		}
		at += n
		end++
	}
	text, raw, next, err := c.encodeError(i, end, noMapping)
	if err != nil {
		return 0, err
	}
	c.out = append(c.out, raw...)
	for text != "" {
		r, n := decodeRune(text)
		b, ok, err := table(r)
		if err != nil {
			return 0, err
		}
		if !ok {
			return 0, c.encodeFailure(i, end, noMapping)
		}
		c.out = append(c.out, b...)
		text = text[n:]
	}
	return next, nil
}

// DecodeCharmap decodes by a table: of each byte the text, false for one that it
// lacks.
func (vm *VM) DecodeCharmap(data, errors string, table func(b byte) (string, bool, error)) (Value, error) {
	c := &converter{vm: vm, codec: &codec{name: "charmap"}, errors: errors, data: data}
	for i := 0; i < len(data); {
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
		text, ok, err := table(data[i])
		if err != nil {
			return Value{}, err
		}
		if ok {
			if err := vm.ReserveText(len(c.out) + len(text)); err != nil {
				return Value{}, err
			}
			c.out = append(c.out, text...)
			i++
			continue
		}
		if i, err = c.decodeError(i, i+1, noMapping); err != nil {
			return Value{}, err
		}
	}
	return vm.NewString(textOf(c.out)), nil
}
