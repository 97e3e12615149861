package py

import "github.com/airlockhq/airlock/plugins/local/python/token"

// FrontEnd calls f, which parses or compiles source under the limits of the
// run: all that it tells the budget counts as held until it returns. Its error
// may be a *Stop.
func (vm *VM) FrontEnd(f func(budget token.Budget) error) error {
	held := int64(0)
	err := f(func(n int64) error {
		held += n
		if l := vm.cfg.Limits.Memory; l > 0 && n > 0 && vm.meter.live.Load()+held > l {
			if vm.setLive(vm.measure()); vm.meter.live.Load()+held > l {
				return memoryStop(l)
			}
		}
		vm.sweep(n)
		return vm.poll()
	})
	vm.meter.peak = max(vm.meter.peak, vm.meter.live.Load()+held)
	vm.charge(held)
	return err
}
