package py

import (
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// codeReplace is code.replace(**fields). A code object can get other names and
// another place. What its instructions rely on can only be given as it is.
func codeReplace(vm *VM, args []Value, kw Kwargs) (Value, error) {
	if len(args) > 1 {
		return Value{}, TypeErrorf("replace() takes 0 positional arguments but %d were given", len(args)-1)
	}
	k := *args[0].Code()
	c := *k.Code
	vm.charge(int64(len(k.instrs)*8 + len(k.sites)*int(siteSize) + 200))
	for i, n := range kw.Names {
		v := kw.Vals[i]
		name := n.Str().S
		switch name {
		case "co_name", "co_qualname", "co_filename":
			s := v.Str()
			if s == nil {
				return Value{}, TypeErrorf("replace() argument '%s' must be str, not %s", name, argKind(v))
			}
			switch name {
			case "co_name":
				c.Name, k.name = s.S, vm.internStr(s)
			case "co_qualname":
				c.QualName, k.qualName = s.S, vm.internStr(s)
			default:
				c.Filename = s.S
			}
		case "co_firstlineno":
			line, err := vm.IndexInt(v, OverflowError)
			if err != nil {
				return Value{}, err
			}
			if line < 1 || line > 1<<30 {
				return Value{}, ValueErrorf("code: co_firstlineno must be a positive integer")
			}
			c.Pos = moved(c.Pos, int32(line)-c.FirstLine)
			c.FirstLine = int32(line)
		default:
			if err := vm.sameField(args[0], name, v); err != nil {
				return Value{}, err
			}
		}
	}
	k.Code = &c
	k.sites = make([]site, len(k.sites))
	for i := range k.sites {
		s := &k.sites[i]
		s.shape, s.absent = noShape, noShape
		s.name, s.dunder = args[0].Code().sites[i].name, args[0].Code().sites[i].dunder
	}
	k.mark = 0
	return Of(&k.Object), nil
}

// moved are the places so many lines further down.
func moved(places []code.Pos, by int32) []code.Pos {
	out := slices.Clone(places)
	for i := range out {
		out[i].Line += by
		out[i].EndLine += by
	}
	return out
}

// sameField checks that a field keeps its value.
func (vm *VM) sameField(obj Value, name string, v Value) error {
	for i := range codeMembers {
		m := &codeMembers[i]
		if m.Name != name {
			continue
		}
		have, err := m.Get(vm, obj)
		if err != nil {
			return err
		}
		same, err := vm.Equal(have, v)
		if err == nil && !same {
			err = ValueErrorf("code: %s belongs to the instructions and can't be replaced", name)
		}
		return err
	}
	return TypeErrorf("'%s' is an invalid keyword argument for replace()", name)
}
