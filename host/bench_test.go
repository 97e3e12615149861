package host

import (
	"os"
	"slices"
	"syscall"
	"testing"
	"time"
)

// What the supervision of plugins takes: `make bench` prints the medians.

// BenchmarkLostPlugin is from SIGKILL of a plugin in mid-run to the error of that run.
func BenchmarkLostPlugin(b *testing.B) {
	r := newRig(b, []string{"ok"}, nil)
	var times samples
	for b.Loop() {
		s := r.open("ok", OpenOptions{})
		ended := make(chan error, 1)
		go func() {
			_, err := output(b.Context(), s, "sleep 60000")
			ended <- err
		}()
		time.Sleep(20 * time.Millisecond)
		begun := time.Now()
		if err := syscall.Kill(s.p.runner.started().pid, syscall.SIGKILL); err != nil {
			b.Fatal(err)
		}
		if <-ended == nil {
			b.Fatal("a run whose plugin was killed succeeded")
		}
		times.add(begun)
		_, _ = s.Close(b.Context())
		s.p.e.worked() // the next start isn't delayed
	}
	times.report(b)
}

// BenchmarkHungPlugin is from Close of a host to the end of a plugin that was stopped.
func BenchmarkHungPlugin(b *testing.B) {
	var times samples
	for b.Loop() {
		r := newRig(b, []string{"ok"}, nil)
		s := r.open("ok", OpenOptions{})
		if err := syscall.Kill(s.p.runner.started().pid, syscall.SIGSTOP); err != nil {
			b.Fatal(err)
		}
		begun := time.Now()
		_ = r.Close()
		times.add(begun)
	}
	times.report(b)
}

// BenchmarkKilledHost is from SIGKILL of a host in mid-run to the end of its plugins' processes.
func BenchmarkKilledHost(b *testing.B) {
	var times samples
	for b.Loop() {
		h := startHelper(b, "run")
		time.Sleep(20 * time.Millisecond)
		begun := time.Now()
		if err := h.cmd.Process.Signal(os.Kill); err != nil {
			b.Fatal(err)
		}
		for len(h.rig.alive()) > 0 {
			time.Sleep(time.Millisecond)
		}
		times.add(begun)
		_ = h.cmd.Wait()
	}
	times.report(b)
}

// samples are the durations of what a benchmark looks at, which is a part of what it does.
type samples []float64

func (s *samples) add(begun time.Time) { *s = append(*s, time.Since(begun).Seconds()*1e3) }

func (s samples) report(b *testing.B) {
	slices.Sort(s)
	b.ReportMetric(s[len(s)/2], "ms-median")
	b.ReportMetric(s[len(s)-1], "ms-max")
	b.ReportMetric(0, "ns/op") // of the whole cycle: says nothing
}
