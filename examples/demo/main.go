// Demo runs the programs of examples/programs through bin/airlock on the local executor, compares what they print with
// what CPython 3.12 prints, shows what a run gives back (output, value, errors, limits and statistics), and has two
// agents work on tasks with recorded models.
// `make demo` builds everything and starts it. It exits with 1 when anything differs.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/airlockhq/airlock/internal/programs"
)

// runLimit bounds one start of airlock, so that a hang ends the demo with a reason.
const runLimit = time.Minute

func main() {
	airlock := flag.String("airlock", filepath.Join("bin", "airlock"), "the airlock binary")
	verbose := flag.Bool("v", false, "show the output of every program")
	record := flag.Bool("record", false, "only record the agents' models anew, from their scripts: needed after a change of the prompts")
	flag.Parse()
	d := demo{airlock: *airlock, verbose: *verbose, record: *record}
	if err := d.run(); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

type demo struct {
	airlock  string
	verbose  bool
	record   bool
	failures int
}

func (d *demo) run() error {
	if d.record {
		return d.recordAgents()
	}
	all, err := programs.Examples(".")
	if err != nil {
		return fmt.Errorf("%w (run it from the top folder)", err)
	}
	title("%d programs on the local executor, compared with CPython 3.12", len(all))
	for _, p := range all {
		d.program(p)
	}
	d.tour()
	d.agents()
	if d.failures > 0 {
		return fmt.Errorf("%d runs did not give what they should", d.failures)
	}
	fmt.Printf("\nAll %d programs printed what CPython 3.12 prints, and %d agents answered right.\n", len(all), len(agents))
	return nil
}

// program runs one program and compares. The output of one in ten is shown, so that there is something to read.
func (d *demo) program(p programs.Program) {
	start := time.Now()
	r := d.start(append(append([]string{"run"}, p.Flags()...), p.Path)...)
	took := time.Since(start).Round(time.Millisecond)
	if r.stdout == p.Expected && r.code == 0 {
		fmt.Printf("  same       %-24s %6s\n", p.Name, took)
		if d.verbose || strings.Contains("02_csv_sales 10_fstring_tables 36_text_histogram", p.Name) {
			indent(r.stdout)
		}
		return
	}
	d.failures++
	fmt.Printf("  DIFFERENT  %-24s %6s  exit code %d\n", p.Name, took, r.code)
	line, got, want := firstDifference(r.stdout, p.Expected)
	fmt.Printf("             line %d: got %q, want %q\n", line, got, want)
	indent(r.stderr)
}

// tour shows the kinds of answer that a run can give.
func (d *demo) tour() {
	title("A value: the last expression of -c, as in Python's own prompt")
	d.show(0, "1267650600228229401496703205376", "run", "-c", "2 ** 100")

	title("An error: type, message and line, exit code 1")
	d.show(1, "KeyError: 'totl'", "run", "-c", "order = {'total': 12}\nprint('before')\nprint(order['totl'])")

	title("A mistake in the syntax, with CPython's words and caret")
	d.show(1, "invalid syntax", "run", "-c", "!echo Bad command")

	title("Limits: an endless loop, and a value that would fill the memory")
	d.show(1, "Maximum number of 1000000 iterations in While loop exceeded", "run", "-c", "while True:\n    pass")
	d.show(1, "MemoryError", "run", "-c", "'a' * 10 ** 12")

	title("A refused import, and a way round it that is refused too")
	d.show(1, "Import of os is not allowed", "run", "-c", "import os; exit_code = os.system('echo Bad command')")
	d.show(1, "Forbidden access to module: os", "run", "-c", "import random; random._os.system('echo Bad command')")

	title("The same for programs: --json")
	d.json("run", "--json", "--var", "prices=[19.5, 4, 7.25]", "-c", "print('adding', len(prices))\nfinal_answer(sum(prices))")
}

// show runs airlock and prints the command with what it answered. Exit code and a piece of the answer must be right.
func (d *demo) show(code int, want string, args ...string) {
	fmt.Printf("  $ airlock %s\n", quoted(args))
	r := d.start(args...)
	indent(r.stdout + r.stderr)
	d.expect(r.code == code, "exit code %d, want %d", r.code, code)
	d.expect(strings.Contains(r.stdout+r.stderr, want), "no %q in the answer", want)
}

// json shows the fields of a --json answer one by one.
func (d *demo) json(args ...string) {
	fmt.Printf("  $ airlock %s\n", quoted(args))
	r := d.start(args...)
	var answer struct {
		OutputRepr    string          `json:"output_repr"`
		Logs          string          `json:"logs"`
		IsFinalAnswer bool            `json:"is_final_answer"`
		Error         json.RawMessage `json:"error"`
		Stats         json.RawMessage `json:"stats"`
	}
	if err := json.Unmarshal([]byte(r.stdout), &answer); err != nil {
		d.expect(false, "read the answer: %v\n%s%s", err, r.stdout, r.stderr)
		return
	}
	fmt.Printf("    output_repr      %s\n    is_final_answer  %v\n    logs             %q\n    error            %s\n    stats            %s\n",
		answer.OutputRepr, answer.IsFinalAnswer, answer.Logs, answer.Error, answer.Stats)
	d.expect(answer.OutputRepr == "30.75" && answer.IsFinalAnswer && answer.Logs == "adding 3\n", "want the final answer 30.75 after one line of output")
}

func (d *demo) expect(ok bool, format string, args ...any) {
	if !ok {
		d.failures++
		fmt.Printf("    WRONG: "+format+"\n", args...)
	}
}

type result struct {
	stdout, stderr string
	code           int
}

// start runs airlock to its end. A run that can't start or doesn't end has exit code -1 and says so on stderr.
func (d *demo) start(args ...string) result {
	ctx, cancel := context.WithTimeout(context.Background(), runLimit)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, d.airlock, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	r := result{stdout: stdout.String(), stderr: stderr.String()}
	var exit *exec.ExitError
	switch {
	case err == nil:
	case errors.As(err, &exit):
		r.code = exit.ExitCode()
	default:
		r.code = -1
		r.stderr += err.Error() + "\n"
	}
	return r
}

func title(format string, args ...any) { fmt.Printf("\n"+format+"\n", args...) }

func indent(text string) {
	if text == "" {
		return
	}
	for line := range strings.Lines(text) {
		fmt.Print("    | ", strings.TrimSuffix(line, "\n"), "\n")
	}
}

// quoted writes arguments as a shell would take them, with line breaks shown as $'\n'.
func quoted(args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		switch {
		case strings.Contains(a, "\n"):
			words[i] = "$'" + strings.NewReplacer(`\`, `\\`, "'", `\'`, "\n", `\n`).Replace(a) + "'"
		case strings.Contains(a, `"`):
			words[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		case strings.ContainsAny(a, " '!*;()[]"):
			words[i] = `"` + a + `"`
		default:
			words[i] = a
		}
	}
	return strings.Join(words, " ")
}

func firstDifference(got, want string) (line int, gotLine, wantLine string) {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := 0; i < len(g) && i < len(w); i++ {
		if g[i] != w[i] {
			return i + 1, g[i], w[i]
		}
	}
	n := min(len(g), len(w))
	return n + 1, strings.Join(g[n:], "\n"), strings.Join(w[n:], "\n")
}
