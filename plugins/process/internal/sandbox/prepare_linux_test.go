package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// TestPrepareGivesWay: a preparation that hangs neither lasts nor fails who asks for its Python.
func TestPrepareGivesWay(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	if err := os.WriteFile(filepath.Join(dir, "slow"), []byte("#!/bin/sh\necho started >"+fifo+"; sleep 1000 & wait\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	wanted.Store(false)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = Prepare(filepath.Join(dir, "slow"))
	}()
	if _, err := os.ReadFile(fifo); err != nil { // it has started
		t.Fatal(err)
	}
	if _, err := cachedPython(filepath.Join(dir, "other")); err == nil {
		t.Error("a Python that isn't there was found")
	}
	select {
	case <-done:
	case <-time.After(15 * time.Second): // sooner than a question gives up by itself
		t.Fatal("the preparation goes on")
	}
}
