// Package programs loads the sample programs that come with the repository (examples/programs and testdata/corpus): each a
// Python file of the kind that a language model writes, with the output that CPython 3.12 gives for it.
package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Program is one sample program.
type Program struct {
	Name     string // file name without .py
	Path     string // absolute or as Load's argument
	Source   string
	Expected string // stdout; when Raises, closed by a line "!! Type: message" for the exception that ends it

	// Imports and Dunders are what the head comments ask for beyond the default policy:
	// "# import: csv, io" and "# allow-dunder: __cause__".
	Imports []string
	Dunders []string
}

// Examples loads the programs of examples/programs below the module's top folder root.
func Examples(root string) ([]Program, error) {
	dir := filepath.Join(root, "examples", "programs")
	return load(dir, filepath.Join(dir, "expected"))
}

// Corpus loads the programs of testdata/corpus below the module's top folder root. They state no policy: everything the
// interpreter has is authorised for them.
func Corpus(root string) ([]Program, error) {
	dir := filepath.Join(root, "testdata", "corpus")
	all, err := load(filepath.Join(dir, "programs"), filepath.Join(dir, "expected"))
	for i := range all {
		all[i].Imports, all[i].Dunders = []string{"*"}, []string{"*"}
	}
	return all, err
}

func load(dir, expectedDir string) ([]Program, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.py"))
	if err != nil {
		return nil, fmt.Errorf("list programs: %w", err)
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("list programs: no .py file in %q", dir)
	}
	all := make([]Program, 0, len(paths))
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("load program: %w", err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".py")
		expected, err := os.ReadFile(filepath.Join(expectedDir, name+".txt"))
		if err != nil && !os.IsNotExist(err) {
			return nil, fmt.Errorf("load expected output: %w", err)
		}
		p := Program{Name: name, Path: path, Source: string(source), Expected: string(expected)}
		p.Imports = header(p.Source, "# import:")
		p.Dunders = header(p.Source, "# allow-dunder:")
		all = append(all, p)
	}
	return all, nil
}

// header returns the comma-separated words of the head comment that begins with prefix.
func header(source, prefix string) []string {
	for line := range strings.Lines(source) {
		if !strings.HasPrefix(line, "#") {
			return nil
		}
		if list, ok := strings.CutPrefix(line, prefix); ok {
			words := strings.Split(list, ",")
			for i, w := range words {
				words[i] = strings.TrimSpace(w)
			}
			return words
		}
	}
	return nil
}

// Raises reports whether an uncaught exception ends the program.
func (p Program) Raises() bool {
	body := strings.TrimSuffix(p.Expected, "\n")
	return strings.HasPrefix(body[strings.LastIndex(body, "\n")+1:], exceptionMark)
}

// exceptionMark begins the last line of the expected output of a program that ends with an exception.
const exceptionMark = "!! "

// Transcript joins what a run printed and the exception that ended it ("Type: message", or "") to the form of Expected.
func Transcript(stdout, exception string) string {
	if exception == "" {
		return stdout
	}
	if stdout != "" && !strings.HasSuffix(stdout, "\n") {
		stdout += "\n"
	}
	return stdout + exceptionMark + exception + "\n"
}

// Flags returns the arguments of `airlock run` that give the program the policy it asks for.
func (p Program) Flags() []string {
	var flags []string
	for _, m := range p.Imports {
		flags = append(flags, "--import", m)
	}
	for _, d := range p.Dunders {
		flags = append(flags, "--allow-dunder", d)
	}
	if len(p.Dunders) == 1 && p.Dunders[0] == "*" {
		flags = append(flags, "--allow-function", "*")
	}
	return flags
}
