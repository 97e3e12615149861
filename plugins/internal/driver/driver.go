// Package driver runs code in a CPython inside of a sandbox: the Python program
// that lives there (folder py), and the plugin's side of the connection to it.
//
// A backend gives a [Config.Start] that starts [Program] somewhere and returns
// its standard streams; [Open] makes a shared.Session of that. Whatever comes
// out of the sandbox is the guest's, and read as such.
package driver

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed py/*.py
var parts embed.FS

// Library is the driver without what starts it: Python source that defines
// Driver and Wire, for programs that bring a connection of their own.
var Library = sync.OnceValue(func() string {
	return join("head", "codec", "decode", "streams", "transform", "display", "tools", "files", "main")
})

// Program is the driver: one Python file for 3.8 and later that needs the
// standard library alone. It serves on its standard input and output.
var Program = sync.OnceValue(func() string { return Library() + join("serve") })

func join(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		src, err := parts.ReadFile("py/" + name + ".py")
		if err != nil {
			panic(err) // a part was renamed
		}
		b.Write(src)
		b.WriteString("\n\n")
	}
	return b.String()
}

// Command is the arguments of a Python that runs the driver: isolated from the
// environment's and the user's settings.
func Command(python string) []string {
	return []string{python, "-I", "-X", "utf8", "-c", Program()}
}

// Loader is the arguments of a Python that reads the driver from its standard
// input, where it must be written before anything else, and then runs it. They
// are short, and what they say of a Python that is too old is plain.
func Loader(python string) []string {
	return []string{python, "-I", "-X", "utf8", "-c", fmt.Sprintf(loader, len(Program()))}
}

// Compile is Python that compiles the program on its standard input, for [Compiled]
// and a Python such as the one that runs it.
const Compile = `
import marshal
from _frozen_importlib_external import MAGIC_NUMBER
sys.stdout.buffer.write(MAGIC_NUMBER + marshal.dumps(compile(sys.stdin.buffer.read(), "<airlock>", "exec", dont_inherit=True)))
`

// Compiled is the arguments of a Python that runs the driver, and what it reads from
// its standard input first: the driver as [Compile] compiled it, and its source for a
// Python that has become another since. Compiling takes half as long as all else
// that Python does until it is ready.
func Compiled(python string, code []byte) (command []string, input []byte) {
	command = []string{python, "-I", "-X", "utf8", "-c", fmt.Sprintf(compiledLoader, len(code), len(Program()))}
	return command, append(slices.Clone(code), Program()...)
}

const compiledLoader = `import os, sys, marshal
from _frozen_importlib_external import MAGIC_NUMBER as magic
def read(size):
    data = b""
    while len(data) < size:
        piece = os.read(0, size - len(data))
        if not piece: sys.exit("the connection ended")
        data += piece
    return data
code, source = read(%d), read(%d)
exec(marshal.loads(code[len(magic):]) if code.startswith(magic) else compile(source, "<airlock>", "exec"), {"__name__": "__main__"})`

const loader = `import os, sys
if sys.version_info < (3, 8): sys.exit("Python 3.8 or later is needed, this is " + sys.version.split()[0])
program = b""
while len(program) < %d:
    piece = os.read(0, %[1]d - len(program))
    if not piece: sys.exit("the connection ended")
    program += piece
exec(compile(program, "<airlock>", "exec"))`
