package py

import (
	"crypto/rand"
	"io"
)

// Entropy fills buf with random bytes from the embedder's source.
func (vm *VM) Entropy(buf []byte) error {
	src := vm.cfg.Random
	if src == nil {
		src = rand.Reader
	}
	if _, err := io.ReadFull(src, buf); err != nil {
		return Raise(OSError, "the source of randomness failed: %v", err)
	}
	return nil
}
