package py

import "testing"

func TestTypesAreLinked(t *testing.T) {
	Prepare()
	if !TypeType.IsSubtype(ObjectType) || len(SuperType.MRO) != 2 {
		t.Fatal("the MRO of the built-in types is wrong")
	}
	if v := PropertyType.lookup(nameGet); !v.Bound() || v.Builtin().Owner != PropertyType {
		t.Fatal("property has no __get__")
	}
}
