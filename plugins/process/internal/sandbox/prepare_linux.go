package sandbox

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// pythons are the installations that were asked, or are being, by the name they were asked by.
var pythons sync.Map

// asked is an answer that may still be awaited.
type asked struct {
	once   sync.Once
	python *installation
	err    error
}

// askOnce asks a Python once: that costs its start.
func askOnce(ctx context.Context, name string) (*installation, error) {
	v, _ := pythons.LoadOrStore(name, &asked{})
	a := v.(*asked)
	a.once.Do(func() { a.python, a.err = findPython(ctx, name) })
	if a.err != nil {
		pythons.CompareAndDelete(name, a) // it may be there next time
	}
	return a.python, a.err
}

// preparation is a question that nobody has put yet.
type preparation struct {
	name string
	stop context.CancelFunc
}

var (
	preparing atomic.Pointer[preparation]
	wanted    atomic.Bool // a Python was asked for by name: there is nothing to prepare any more
)

// Prepare does what the first sandbox with that Python would wait for. It stops
// once a sandbox with another one is wanted, which it would only hold up. Who needs
// the Python hears why it fails.
func Prepare(python string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	preparing.Store(&preparation{python, cancel})
	if wanted.Load() {
		return context.Canceled
	}
	_, err := askOnce(ctx, python)
	return err
}

// cachedPython is the Python of that name.
func cachedPython(name string) (*installation, error) {
	wanted.Store(true)
	if p := preparing.Load(); p != nil && p.name != name {
		p.stop()
	}
	for {
		python, err := askOnce(context.Background(), name)
		if !errors.Is(err, context.Canceled) { // of a preparation that was stopped meanwhile
			return python, err
		}
	}
}
