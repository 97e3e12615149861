package py

// StateKey names a value that a module keeps in each machine, outside every
// namespace. Make one with new, once a process.
type StateKey struct{ _ byte }

type moduleState struct {
	key *StateKey
	val Value
}

// State is what SetState stored under the key; unbound if nothing.
func (vm *VM) State(key *StateKey) Value {
	for i := range vm.states {
		if vm.states[i].key == key {
			return vm.states[i].val
		}
	}
	return Value{}
}

// SetState stores a module's value in the machine.
func (vm *VM) SetState(key *StateKey, v Value) {
	for i := range vm.states {
		if vm.states[i].key == key {
			vm.states[i].val = v
			return
		}
	}
	vm.states = append(vm.states, moduleState{key, v})
}
