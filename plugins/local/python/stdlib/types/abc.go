package types

import "github.com/airlockhq/airlock/plugins/local/python/py"

// ABCNatives puts what module abc needs of the machine into its namespace.
func ABCNatives(vm *py.VM, m *py.Module) error {
	m.Add(py.Func("_share_pattern", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
		sub, cls := a[0].AsType(), a[1].AsType()
		if sub == nil || cls == nil {
			return py.Value{}, py.TypeErrorf("Can only register classes")
		}
		py.SharePattern(sub, cls)
		return py.None, nil
	}))
	return nil
}
