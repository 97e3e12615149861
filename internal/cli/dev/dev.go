// Package dev is the command "airlock dev": the insides of the local executor, for
// those who work on it.
package dev

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/publicapi"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// Command makes the command.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dev",
		Short: "Look inside the local executor",
		Args:  cobra.NoArgs,
	}
	cmd.AddCommand(astCommand(a), modulesCommand(a))
	return cmd
}

func astCommand(a *app.App) *cobra.Command {
	indent := 0
	cmd := &cobra.Command{
		Use:   "ast FILE|-",
		Short: "Print the syntax tree as CPython's ast.dump does, positions included",
		Example: `  airlock dev ast script.py
  airlock dev ast --indent 2 script.py
  echo 'x = 1' | airlock dev ast -`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if indent < 0 {
				return app.Usage("--indent is %d: want a number of spaces, or 0 for one line", indent)
			}
			return dumpAST(a.Term, args[0], strings.Repeat(" ", indent))
		},
	}
	cmd.Flags().IntVar(&indent, "indent", 0, "one node a line, indented by so many spaces a level; 0 = one line")
	return cmd
}

func dumpAST(t *term.Terminal, path, indent string) error {
	src, err := read(t.In, path)
	if err != nil {
		return app.Usage("reading %q: %w", path, err)
	}
	text, err := token.Decode(src)
	var mod *ast.Module
	if err == nil {
		mod, err = parser.Parse(text, path)
	}
	var syntax *parser.SyntaxError
	switch {
	case errors.As(err, &syntax):
		fmt.Fprintf(t.GuestErr(), "  File %q, line %d\n%s%s: %s\n", path, syntax.Line, excerpt(syntax), syntax.Kind, syntax.Msg)
		return app.Quiet(app.CodeGuest)
	case err != nil:
		fmt.Fprintf(t.GuestErr(), "  File %q\nSyntaxError: %s\n", path, err)
		return app.Quiet(app.CodeGuest)
	}
	out := t.GuestOut()
	if _, err := fmt.Fprintln(out, ast.Dump(mod, true, indent)); err != nil {
		return err
	}
	return out.Flush()
}

// excerpt is the source line with a caret under the place, as far as there is one.
func excerpt(e *parser.SyntaxError) string {
	line := strings.TrimRight(e.Text, "\r\n")
	trimmed := strings.TrimLeft(line, " \t\f")
	if trimmed == "" {
		return ""
	}
	col := max(e.Col-1-(len(line)-len(trimmed)), 0)
	return "    " + trimmed + "\n    " + strings.Repeat(" ", col) + "^\n"
}

func read(stdin io.Reader, path string) ([]byte, error) {
	if path == "-" {
		return io.ReadAll(stdin)
	}
	return os.ReadFile(path)
}

func modulesCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "modules [NAME...]",
		Short: "Tell which of CPython's modules the local executor has, and which of their names are missing",
		Example: `  airlock dev modules
  airlock dev modules json struct`,
		RunE: func(_ *cobra.Command, args []string) error { return listModules(a.Term, args) },
	}
}

// listModules prints a line for each module of the table, or for those that are asked for.
func listModules(t *term.Terminal, wanted []string) error {
	s, err := python.New(python.Options{Policy: policy.Config{Modules: []string{"*"}, Functions: []string{"*"}}})
	if err != nil {
		return err
	}
	s.VM().StartRun(py.Limits{})
	for _, name := range wanted {
		if !slices.ContainsFunc(publicapi.Modules(), func(m publicapi.Module) bool { return m.Name == name }) {
			return app.Usage("%q is no module that the list has: try `airlock dev modules` alone", name)
		}
	}
	var b bytes.Buffer
	for _, m := range publicapi.Modules() {
		if len(wanted) > 0 && !slices.Contains(wanted, m.Name) {
			continue
		}
		if !m.Exists() {
			fmt.Fprintf(&b, "%-16s absent\n", m.Name)
			continue
		}
		missing, err := m.Missing(s.VM())
		if err != nil {
			return err
		}
		if len(missing) == 0 {
			fmt.Fprintf(&b, "%-16s complete\n", m.Name)
			continue
		}
		fmt.Fprintf(&b, "%-16s %d of %d names, without %s\n", m.Name, len(m.Names)-len(missing), len(m.Names), strings.Join(missing, " "))
	}
	_, err = t.Out.Write(b.Bytes())
	return err
}
