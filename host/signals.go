package host

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// SignalError is the cause of a context that HandleSignals ended.
type SignalError struct{ Signal os.Signal }

// Error implements error.
func (e *SignalError) Error() string { return fmt.Sprintf("received signal %q", e.Signal) }

// ExitCode is what a program that ends because of the signal exits with.
func (e *SignalError) ExitCode() int {
	if s, ok := e.Signal.(syscall.Signal); ok {
		return 128 + int(s)
	}
	return 1
}

// SignalOptions change what HandleSignals does.
type SignalOptions struct {
	// KeepOpen makes an interrupt end only what runs, as in a prompt: the host stays
	// open, and only the second interrupt of the same run kills.
	KeepOpen bool
	// OnIdle is called for an interrupt while nothing runs, with KeepOpen.
	OnIdle func()
	// Grace is how long interrupted runs may take to end before everything is
	// closed (3 s).
	Grace time.Duration
}

// HandleSignals makes the program end in order. An interrupt (SIGINT) interrupts what
// runs, so that it ends with its output and error, and then closes the host; SIGTERM
// and SIGHUP close it at once; a second signal kills what is left. The returned context
// ends, with a *SignalError as its cause, when the program should end; stop gives the
// signals back. The caller still calls Close, which waits for the same end.
func (h *Host) HandleSignals(parent context.Context, o SignalOptions) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	ch := make(chan os.Signal, 4)
	signal.Notify(ch, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	quit := make(chan struct{})
	go func() {
		ending := false
		for {
			select {
			case sig := <-ch:
				if ending {
					h.Kill()
				} else if h.onSignal(ch, sig, o) {
					ending = true
					cancel(&SignalError{sig})
				}
			case <-quit:
				return
			}
		}
	}()
	var once sync.Once
	return ctx, func() {
		once.Do(func() {
			signal.Stop(ch)
			close(quit)
			cancel(nil)
		})
	}
}

// onSignal handles one signal, and those that come while it interrupts. It says whether
// the program should end.
func (h *Host) onSignal(more <-chan os.Signal, sig os.Signal, o SignalOptions) bool {
	if sig == os.Interrupt {
		ended := h.interruptAll(more, o)
		if ended != endKilled && o.KeepOpen {
			if ended == endIdle && o.OnIdle != nil {
				o.OnIdle()
			}
			return false
		}
	}
	// The caller's own Close returns the same error.
	go func() { _ = h.Close() }()
	return true
}

// how interruptAll ended.
type interruptEnd int

const (
	endIdle   interruptEnd = iota // nothing ran
	endDone                       // what ran has ended or used up its time
	endKilled                     // a second signal came
)

// interruptAll interrupts what runs and waits for its end.
func (h *Host) interruptAll(more <-chan os.Signal, o SignalOptions) interruptEnd {
	grace := o.Grace
	if grace == 0 {
		grace = 3 * time.Second
	}
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	sent := make(chan int, 1)
	go func() { sent <- h.Interrupt(ctx) }()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	ran := -1
	for {
		select {
		case <-more:
			h.Kill()
			return endKilled
		case ran = <-sent:
		case <-tick.C:
		case <-ctx.Done():
			return endDone
		}
		if ran == 0 {
			return endIdle
		}
		if ran > 0 && len(h.runningSessions()) == 0 {
			return endDone
		}
	}
}

// Interrupt interrupts all runs and returns how many there were.
func (h *Host) Interrupt(ctx context.Context) int {
	running := h.runningSessions()
	var wg sync.WaitGroup
	for _, s := range running {
		wg.Go(func() {
			if _, err := s.Interrupt(ctx); err != nil {
				h.log.Debug("interrupting a run failed", "executor", s.name, "error", err)
			}
		})
	}
	wg.Wait()
	return len(running)
}

func (h *Host) runningSessions() []*Session {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []*Session
	for s := range h.sessions {
		if s.running.Load() > 0 {
			out = append(out, s)
		}
	}
	return out
}
