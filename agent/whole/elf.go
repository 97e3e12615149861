package whole

import (
	"debug/elf"
	"errors"
	"io"
)

// checkStatic tells whether a program can run in any Linux sandbox: an ELF file that
// needs no loader. Its position stays at the beginning.
func checkStatic(f io.ReaderAt) error {
	e, err := elf.NewFile(f)
	if err != nil {
		return errors.New("it is no Linux program; give the path of one that was built with GOOS=linux CGO_ENABLED=0")
	}
	for _, p := range e.Progs {
		if p.Type == elf.PT_INTERP {
			return errors.New("it needs the libraries of this machine, which a sandbox lacks; build it with CGO_ENABLED=0")
		}
	}
	return nil
}
