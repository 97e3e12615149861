package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// source is the code of a run.
type source struct {
	code string
	name string // what tracebacks call it
	// expression says that the value of a last expression is printed, as in a prompt.
	expression bool
}

// maxCode is what a program may have, in bytes: far above what anybody writes, and
// what the parser reads in a few seconds.
const maxCode = 16 << 20

func (o *options) source(inline bool, stdin io.Reader, stdinTTY bool, args []string) (source, error) {
	switch {
	case inline && len(args) > 0:
		return source{}, app.Usage("both -c and %q are given: choose one of them", args[0])
	case inline:
		if len(o.code) > maxCode {
			return source{}, tooLarge("-c")
		}
		return source{code: o.code, name: "<string>", expression: true}, nil
	case len(args) == 0 && stdinTTY:
		return source{}, app.Usage("nothing to run: name a file, write -c CODE, or - for standard input; airlock repl is the prompt")
	case len(args) == 0 || args[0] == "-":
		code, err := readCode(stdin, "standard input")
		if err == nil && code == "" {
			err = app.Usage("reading code from standard input: it is empty or closed; pipe a program into it, as in: airlock run - < script.py")
		}
		return source{code: code, name: "<stdin>"}, err
	}
	code, err := readFile(args[0])
	return source{code: code, name: args[0]}, err
}

func readFile(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		var perr *fs.PathError
		if errors.As(err, &perr) {
			err = perr.Err
		}
		return "", app.Usage("reading code from %q: %w; to run a text instead of a file use -c", path, err)
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil && st.IsDir() {
		return "", app.Usage("reading code from %q: it is a folder; name a file in it", path)
	}
	code, err := readCode(f, fmt.Sprintf("%q", path))
	if err != nil {
		return "", err
	}
	if i := bytes.IndexByte([]byte(code[:min(len(code), 8192)]), 0); i >= 0 {
		return "", app.Usage("reading code from %q: it is a binary file (byte %d is NUL), not Python source", path, i)
	}
	// A byte order mark and a coding cookie are matters of the file. What can't be
	// decoded is left to the executor, whose error is Python's.
	if text, err := token.Decode([]byte(code)); err == nil {
		return text, nil
	}
	return code, nil
}

func readCode(r io.Reader, what string) (string, error) {
	code, err := io.ReadAll(io.LimitReader(r, maxCode+1))
	if err != nil {
		return "", app.Usage("reading code from %s: %w", what, err)
	}
	if len(code) > maxCode {
		return "", tooLarge(what)
	}
	return string(code), nil
}

func tooLarge(what string) error {
	return app.Usage("reading code from %s: it is larger than the %d MiB that a program may have; pass data with --var instead", what, maxCode>>20)
}
