package jupyter

import (
	"bytes"
	"compress/zlib"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/shared"
)

// kernel is a driver that runs in a kernel.
type kernel struct {
	gateway *gateway
	machine Machine
	id      string
	socket  *socket
	engine  atomic.Pointer[engine] // of the session, or of none while it waits for one
	key     string                 // tells the driver's messages from others
	cell    string                 // id of the request that runs the driver
	in      *inbox

	heard   chan struct{} // something came, or was sent; holds one
	started chan struct{} // closed once the driver has sent something
	speaks  func()        // closes that
	pong    chan struct{} // the carrier has answered; holds one

	once  sync.Once
	ended chan struct{}
	err   error // why it ended; read after that
}

func newKernel(g *gateway, m Machine, id string, s *socket, e *engine) *kernel {
	k := &kernel{
		gateway: g, machine: m, id: id, socket: s, key: rand.Text(), cell: rand.Text(),
		heard: make(chan struct{}, 1), started: make(chan struct{}), pong: make(chan struct{}, 1), ended: make(chan struct{}),
	}
	k.engine.Store(e)
	k.in = newInbox(k.taken)
	k.speaks = sync.OnceFunc(func() { close(k.started) })
	return k
}

//go:embed py/kernel.py
var kernelSource string

// program is what the cell runs, packed: IPython looks at the lines of a cell
// several times.
var program = sync.OnceValue(func() string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, err := w.Write([]byte(driver.Library() + kernelSource))
	if err = errors.Join(err, w.Close()); err != nil {
		panic(err) // of a buffer in memory
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
})

// boot sends the cell that never ends, and what lets the driver know its peer.
func (k *kernel) boot() error {
	code := fmt.Sprintf("exec(compile(__import__('zlib').decompress(__import__('base64').b64decode('%s')), '<airlock>', 'exec'), {'__name__': 'airlock', 'SHELL': get_ipython(), 'KEY': '%s'})", program(), k.key)
	content, err := json.Marshal(map[string]any{
		"code": code, "silent": true, "store_history": false, "user_expressions": struct{}{}, "allow_stdin": true, "stop_on_error": true,
	})
	if err != nil {
		return err
	}
	err = k.socket.send(&message{channel: "shell", header: newHeader(k.cell, k.socket.session, "execute_request"), content: content})
	if err == nil {
		err = k.reply(map[string]any{})
	}
	if err != nil {
		return shared.Errorf(shared.KindBackendUnavailable, "start the driver in the kernel: %w", err)
	}
	go k.read()
	go k.watch()
	return nil
}

// reply sends the driver something.
func (k *kernel) reply(content map[string]any, buffers ...[]byte) error {
	content["value"], content["airlock"] = eof, k.key
	b, err := json.Marshal(content)
	if err != nil {
		return err
	}
	return k.socket.send(&message{channel: "stdin", header: newHeader(rand.Text(), k.socket.session, "input_reply"), content: b, buffers: buffers})
}

// eof is the value of an input_reply that makes input() raise EOFError.
const eof = "\x04"

// process is the kernel as the driver's Go side sees it.
func (k *kernel) process() *driver.Process {
	return &driver.Process{
		Stdin: (*stdin)(k), Stdout: k.in,
		Interrupt: k.interrupt,
		Kill:      func() { k.end(lost("it was stopped")) },
		Wait:      k.wait,
	}
}

// end records why the kernel is no longer of use, and removes it.
func (k *kernel) end(reason error) {
	k.once.Do(func() {
		k.err = reason
		k.socket.close()
		k.in.close()
		k.engine.Load().delete(k.gateway, k.id, k.machine)
		close(k.ended)
	})
}

// reasonDelay is how long a machine may take to notice that it is gone, once
// the connection to it is.
const reasonDelay = 500 * time.Millisecond

// wait tells why the kernel ended, from the machine if that knows.
func (k *kernel) wait() error {
	<-k.ended
	if errors.Is(k.err, syscall.ECONNREFUSED) || errors.As(k.err, new(brokenError)) {
		select {
		case <-k.machine.Done():
		case <-time.After(reasonDelay):
		}
	}
	if err := k.machine.Reason(); err != nil {
		return err
	}
	return k.err
}

// brokenError is the end of the connection.
type brokenError struct{ error }

func (e brokenError) Unwrap() error { return e.error }

func (k *kernel) interrupt() {
	ctx, cancel := context.WithTimeout(k.socket.ctx, 5*time.Second)
	defer cancel()
	_ = k.gateway.interrupt(ctx, k.id) // whoever wanted it goes on to kill
}

// read handles messages until the connection ends.
func (k *kernel) read() {
	for {
		m, err := k.socket.receive()
		if err == nil {
			k.stir()
			err = k.handle(m)
		} else {
			err = brokenError{err}
		}
		if err != nil {
			k.end(shared.Errorf(shared.KindBackendLost, "the interpreter is gone: %w", err))
			return
		}
	}
}

// stir tells watch that there is life.
func (k *kernel) stir() { signal(k.heard) }

// signal leaves a sign in a channel that holds one.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

func (k *kernel) hasStarted() bool {
	select {
	case <-k.started:
		return true
	default:
		return false
	}
}

// content is what matters of a message's.
type content struct {
	Key   string `json:"airlock"`
	End   bool   `json:"end"`
	Pong  bool   `json:"pong"`
	State string `json:"execution_state"`
	// Of the reply to the cell.
	Status string `json:"status"`
	Name   string `json:"ename"`
	Value  string `json:"evalue"`
}

var errKernelDied = errors.New("its kernel died")

func (k *kernel) handle(m *message) error {
	switch m.header.Type {
	case "input_request", "status", "execute_reply":
	default:
		return nil // output that passes by the driver; comms
	}
	var c content
	if err := json.Unmarshal(m.content, &c); err != nil {
		return nil // it comes from the kernel, where the guest may write what it likes
	}
	switch {
	case m.header.Type == "input_request":
		return k.input(&c, m.buffers)
	case m.header.Type == "execute_reply" && m.channel == "shell":
		return k.cellEnded(&c)
	case c.State == "restarting", c.State == "dead", c.State == "starting" && k.hasStarted():
		return errKernelDied
	}
	return nil
}

// input takes a piece of the driver's output. A guest's own request for input is told that there is none.
func (k *kernel) input(c *content, buffers [][]byte) error {
	if c.Key != k.key {
		return k.socket.send(&message{channel: "stdin", header: newHeader(rand.Text(), k.socket.session, "input_reply"), content: json.RawMessage(`{"value":"\u0004"}`)})
	}
	if c.Pong {
		signal(k.pong)
		return nil
	}
	k.speaks()
	if c.End {
		return errors.New("its kernel ended, as it was asked to")
	}
	for _, b := range buffers {
		if err := k.in.add(b); err != nil {
			return err
		}
	}
	return nil
}

func (k *kernel) cellEnded(c *content) error {
	if c.Status == "error" {
		return fmt.Errorf("the driver failed in the kernel: %.100s: %.1000s", c.Name, c.Value)
	}
	return fmt.Errorf("the driver ended in the kernel with status %.20q", c.Status)
}

// taken tells the kernel that pieces of its output were read.
func (k *kernel) taken(n int) { _ = k.reply(map[string]any{"taken": n}) } // a connection that is gone is noticed by read

// stdin is the driver's input.
type stdin kernel

// maxPiece is what one message holds: the gateway takes ten MiB at most.
const maxPiece = 512 << 10

// Write implements io.Writer.
func (s *stdin) Write(p []byte) (int, error) {
	k := (*kernel)(s)
	k.stir()
	n := 0
	for n < len(p) {
		piece := p[n:min(len(p), n+maxPiece)]
		if err := k.reply(map[string]any{}, piece); err != nil {
			return n, err
		}
		n += len(piece)
	}
	return n, nil
}

// Close tells the driver to end its process.
func (s *stdin) Close() error { return (*kernel)(s).reply(map[string]any{"end": true}) }

// patience is that with a kernel that says nothing.
type patience struct {
	boot     time.Duration // until the driver speaks
	first    time.Duration // until the gateway is asked for the kernel's state; twice that each time after
	most     time.Duration // between two such questions
	answer   time.Duration // for one
	failures int           // of asking in a row
}

var usualPatience = patience{boot: 2 * time.Minute, first: time.Second, most: 30 * time.Second, answer: 20 * time.Second, failures: 3}

// watch asks the gateway about the kernel while nothing comes: a kernel or a
// connection may be gone without a word.
func (k *kernel) watch() {
	p := k.engine.Load().patience
	boot := time.NewTimer(p.boot)
	defer boot.Stop()
	pause, failures := p.first, 0
	look := time.NewTimer(pause)
	defer look.Stop()
	for {
		select {
		case <-k.ended:
			return
		case <-k.machine.Done():
			k.end(lostMachine(k.machine))
			return
		case <-boot.C:
			if !k.hasStarted() {
				k.end(shared.Errorf(shared.KindBackendUnavailable, "the driver didn't start in the kernel within %v", p.boot))
				return
			}
		case <-k.heard:
			pause, failures = p.first, 0
			look.Reset(pause)
		case <-look.C:
			err := k.look(p)
			if err == nil {
				pause, failures = min(2*pause, p.most), 0
			} else if failures++; failures >= p.failures || errors.Is(err, errKernelDied) || errors.Is(err, syscall.ECONNREFUSED) {
				k.end(shared.Errorf(shared.KindBackendLost, "the interpreter is gone: %w", err))
				return
			} else {
				pause = p.first
			}
			look.Reset(pause)
		}
	}
}

// look asks for the kernel's state, then whether the connection to it carries anything.
func (k *kernel) look(p patience) error {
	ctx, cancel := context.WithTimeout(k.socket.ctx, p.answer)
	defer cancel()
	state, err := k.gateway.state(ctx, k.id)
	switch {
	case isStatus(err, http.StatusNotFound):
		return fmt.Errorf("%w: the gateway doesn't know it any more", errKernelDied)
	case err != nil:
		return fmt.Errorf("the kernel gateway doesn't answer: %w", err)
	case state == "dead", state == "restarting", state == "terminating", state == "starting" && k.hasStarted():
		return errKernelDied
	}
	// A connection that broke shows to read, which knows more.
	if err := k.socket.conn.Ping(ctx); errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("the connection to the kernel carries nothing: %w", err)
	}
	return nil
}
