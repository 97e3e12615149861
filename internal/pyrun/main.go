// Command pyrun runs a Python file in the interpreter, with everything allowed
// and no limits: for work on the interpreter itself.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func main() {
	profile := flag.String("cpuprofile", "", "write a CPU profile to `FILE`")
	flag.Parse()
	src, err := os.ReadFile(flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	s, err := python.New(python.Options{
		Stdout: out, Stderr: os.Stderr,
		Policy: policy.Config{Modules: []string{"*"}, Dunders: []string{"*"}, Functions: []string{"*"}},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if *profile != "" {
		f, err := os.Create(*profile)
		if err == nil {
			err = pprof.StartCPUProfile(f)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	_, err = s.Run(string(src), py.Limits{Recursion: 1000})
	if *profile != "" {
		pprof.StopCPUProfile()
	}
	if ferr := out.Flush(); ferr != nil {
		fmt.Fprintln(os.Stderr, ferr)
	}
	var f *python.Failure
	if errors.As(err, &f) && f.Exception != nil {
		fmt.Fprint(os.Stderr, s.VM().FormatException(f.Exception))
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
