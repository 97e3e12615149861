package py

import (
	"reflect"
	"testing"
)

// TestSlotsAreFunctions holds what Slots.words relies on.
func TestSlotsAreFunctions(t *testing.T) {
	typ := reflect.TypeFor[Slots]()
	for i := range typ.NumField() {
		f := typ.Field(i).Type
		if f.Kind() == reflect.Array {
			f = f.Elem()
		}
		if f.Kind() != reflect.Func {
			t.Errorf("slot %s is a %s, not a function", typ.Field(i).Name, f)
		}
	}
}
