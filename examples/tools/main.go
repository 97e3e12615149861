// Tools shows how guest code in a sandbox calls functions of the host: a slow one, one
// that fails, and one that takes and returns nested data; by position and by name, in
// comprehensions, from nested functions, and from two sessions at once.
//
// Run it with: go run ./examples/tools -plugins bin
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

func main() {
	plugins := flag.String("plugins", "bin", "the folder with airlock-executor-local")
	flag.Parse()
	if err := run(context.Background(), *plugins, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "tools:", err)
		os.Exit(1)
	}
}

// run shows one session, then two at once.
func run(ctx context.Context, plugins string, w io.Writer) (err error) {
	cfg, err := host.DefaultConfig()
	if err != nil {
		return err
	}
	cfg.PluginDirs = []string{plugins}
	h, err := host.New(cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	box := &toolbox{}
	answer, err := execute(ctx, h, box, program, nil)
	if err != nil {
		return err
	}
	fmt.Fprint(w, answer)
	both, err := together(ctx, h, box)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "two sessions: %s and %s; at most %d calls ran at once\n", both[0], both[1], box.most.Load())
	return nil
}

// program calls every tool in every way.
const program = `
def total(city, *, days):
    def one(day):
        return forecast(city, day=day)["temperature"]["max"]   # from a nested function
    return sum(one(day) for day in range(days))                # in a generator

print("by position:", forecast("Oslo", 1)["city"])
print("by name:", forecast(day=2, city="Rome")["temperature"])
print("in a comprehension:", [forecast(c, 0)["temperature"]["min"] for c in ("Oslo", "Rome")])
print("nested function:", total("Rome", days=3))
print("nested data:", summarize({"rows": [{"n": 1}, {"n": 2}], "tags": ("a", "b")}))

try:
    book("Atlantis")
except LookupError as e:
    print("failed:", type(e).__name__, e)

print("slow:", slow_echo("done", delay=0.05))
`

// together runs two sessions at once; each waits in a tool until the other one does too.
func together(ctx context.Context, h *host.Host, box *toolbox) ([2]string, error) {
	var (
		out  [2]string
		errs [2]error
		wg   sync.WaitGroup
	)
	box.meeting = newMeeting(len(out))
	for i := range out {
		wg.Go(func() {
			code := fmt.Sprintf(`print(" ".join(meet(f"guest {n}") for n in [%d]))`, i+1)
			out[i], errs[i] = execute(ctx, h, box, code, nil)
			out[i] = strings.TrimSpace(out[i])
		})
	}
	wg.Wait()
	return out, errors.Join(errs[:]...)
}

// execute opens a session with the tools, runs code in it, and returns what it printed.
func execute(ctx context.Context, h *host.Host, box *toolbox, code string, limits *shared.Limits) (out string, err error) {
	open := host.OpenOptions{}
	if limits != nil {
		open.Limits = *limits
	}
	s, err := h.Open(ctx, "local", open)
	if err != nil {
		return "", err
	}
	defer func() {
		_, cerr := s.Close(ctx)
		err = errors.Join(err, cerr)
	}()
	if err := s.SetTools(ctx, specs); err != nil {
		return "", err
	}
	res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: code}, &shared.Handler{OnTool: box.call})
	if err != nil {
		return "", err
	}
	return res.Logs, nil
}

// specs are what guest code sees of the tools.
var specs = []shared.ToolSpec{
	{
		Name: "forecast", Doc: "The weather in a city.", OutputType: "object",
		Inputs: []shared.ToolInput{
			{Name: "city", Type: "string", Description: "name of the city"},
			{Name: "day", Type: "integer", Description: "days from today"},
		},
	},
	{
		Name: "summarize", Doc: "Counts what is in a report.", OutputType: "object",
		Inputs: []shared.ToolInput{{Name: "report", Type: "object", Description: "rows and tags"}},
	},
	{
		Name: "book", Doc: "Books a room.", OutputType: "string",
		Inputs: []shared.ToolInput{{Name: "city", Type: "string", Description: "name of the city"}},
	},
	{
		Name: "slow_echo", Doc: "Answers after a while.", OutputType: "string",
		Inputs: []shared.ToolInput{
			{Name: "text", Type: "string", Description: "what to answer"},
			{Name: "delay", Type: "number", Description: "seconds to wait"},
		},
	},
	{
		Name: "meet", Doc: "Waits for the other guest.", OutputType: "string",
		Inputs: []shared.ToolInput{{Name: "name", Type: "string", Description: "who waits"}},
	},
}

// toolbox is the host's side of the tools. Calls come from several sessions at once.
type toolbox struct {
	running, most atomic.Int64
	meeting       *meeting
}

// call runs one tool.
func (b *toolbox) call(ctx context.Context, c *shared.ToolCall) (value.Text, error) {
	now := b.running.Add(1)
	defer b.running.Add(-1)
	for most := b.most.Load(); now > most && !b.most.CompareAndSwap(most, now); most = b.most.Load() {
	}
	args, err := arguments(c)
	if err != nil {
		return nil, err
	}
	var out any
	switch c.Name {
	case "forecast":
		out, err = forecast(args)
	case "summarize":
		out, err = summarize(args)
	case "book":
		out, err = book(args)
	case "slow_echo":
		out, err = slowEcho(ctx, args)
	case "meet":
		out, err = b.meeting.meet(ctx, args)
	default:
		err = fmt.Errorf("there is no tool %q", c.Name)
	}
	if err != nil {
		return nil, err
	}
	return value.FromText(out)
}

// arguments are the values of a call by the name of the parameter, however they were given.
func arguments(c *shared.ToolCall) (map[string]any, error) {
	var inputs []shared.ToolInput
	for _, s := range specs {
		if s.Name == c.Name {
			inputs = s.Inputs
		}
	}
	if len(c.Args) > len(inputs) {
		return nil, typeError("%s() takes %d arguments but %d were given", c.Name, len(inputs), len(c.Args))
	}
	given := make([]shared.Variable, 0, len(c.Args)+len(c.Kwargs))
	for i, a := range c.Args {
		given = append(given, shared.Variable{Name: inputs[i].Name, Value: a})
	}
	args := map[string]any{}
	for _, g := range append(given, c.Kwargs...) {
		v, err := value.Decode(g.Value)
		if err != nil {
			return nil, err
		}
		args[g.Name] = value.ToGo(v)
	}
	return args, nil
}

// typeError is an error that guest code sees as a TypeError.
func typeError(format string, args ...any) error {
	return &shared.Error{Kind: shared.KindTool, Type: "TypeError", Message: fmt.Sprintf(format, args...)}
}

// argument is one argument of the type that the tool needs.
func argument[T any](args map[string]any, name string) (T, error) {
	v, ok := args[name].(T)
	if !ok {
		return v, typeError("argument %q: got %v, want %T", name, args[name], v)
	}
	return v, nil
}

func forecast(args map[string]any) (any, error) {
	city, err := argument[string](args, "city")
	if err != nil {
		return nil, err
	}
	day, err := argument[int64](args, "day")
	if err != nil {
		return nil, err
	}
	warm := int64(len(city)) + day
	return map[string]any{"city": city, "temperature": map[string]any{"min": warm, "max": warm + 10}}, nil
}

func summarize(args map[string]any) (any, error) {
	report, err := argument[map[string]any](args, "report")
	if err != nil {
		return nil, err
	}
	rows, err := argument[[]any](report, "rows")
	if err != nil {
		return nil, err
	}
	return map[string]any{"rows": len(rows), "first": rows[0], "tags": report["tags"]}, nil
}

// book fails as Python would: the guest can catch a LookupError.
func book(args map[string]any) (any, error) {
	return nil, &shared.Error{Kind: shared.KindTool, Type: "LookupError", Message: fmt.Sprintf("no rooms in %v", args["city"])}
}

// slowEcho heeds ctx: it ends when the guest's run does.
func slowEcho(ctx context.Context, args map[string]any) (any, error) {
	delay, err := argument[float64](args, "delay")
	if err != nil {
		return nil, err
	}
	select {
	case <-time.After(time.Duration(delay * float64(time.Second))):
		return args["text"], nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// meeting lets calls go on when all guests are in one.
type meeting struct {
	left atomic.Int64
	all  chan struct{}
}

func newMeeting(guests int) *meeting {
	m := &meeting{all: make(chan struct{})}
	m.left.Store(int64(guests))
	return m
}

func (m *meeting) meet(ctx context.Context, args map[string]any) (any, error) {
	if m.left.Add(-1) == 0 {
		close(m.all)
	}
	select {
	case <-m.all:
		return fmt.Sprintf("%v met the other", args["name"]), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
