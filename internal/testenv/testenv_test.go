package testenv

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

func TestRequired(t *testing.T) {
	tests := []struct {
		list string
		want []Need
	}{
		{"", nil},
		{"cpython", []Need{CPython}},
		{"cpython, docker,sdk", []Need{CPython, Docker, SDK}},
	}
	for _, tt := range tests {
		got, err := required(tt.list)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("required(%q) = %v, %v, want %v", tt.list, got, err, tt.want)
		}
	}
	if _, err := required("cpython,dokcer"); err == nil || !strings.Contains(err.Error(), `"dokcer"`) {
		t.Errorf(`required("cpython,dokcer") = %v, want an error that names "dokcer"`, err)
	}
}

// TestUnavailable runs Unavailable in a subtest of a recording TB, since both of its ends stop the test.
func TestUnavailable(t *testing.T) {
	for _, tt := range []struct {
		require string
		want    string
	}{
		{"", "skip: needs docker: no daemon"},
		{"cpython", "skip: needs docker: no daemon"},
		{"cpython,docker", "fatal: AIRLOCK_REQUIRE lists docker, but: no daemon"},
	} {
		t.Setenv("AIRLOCK_REQUIRE", tt.require)
		rec := &recorder{TB: t}
		done := make(chan struct{})
		go func() {
			defer close(done)
			Unavailable(rec, Docker, "no %s", "daemon")
		}()
		<-done
		if rec.got != tt.want {
			t.Errorf("AIRLOCK_REQUIRE=%q: got %q, want %q", tt.require, rec.got, tt.want)
		}
	}
}

// recorder notes how a test would have ended, and ends the goroutine as testing.T does.
type recorder struct {
	testing.TB
	got string
}

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, args ...any) { r.end("skip: "+format, args) }

func (r *recorder) Fatalf(format string, args ...any) { r.end("fatal: "+format, args) }

func (r *recorder) Fatal(args ...any) { r.end("fatal: %v", args) }

func (r *recorder) end(format string, args []any) {
	r.got = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func TestPython312IsTheRightOne(t *testing.T) {
	if err := isPython312(Python312(t)); err != nil {
		t.Error(err)
	}
	wrong := filepath.Join(t.TempDir(), "python3.12")
	if err := os.WriteFile(wrong, []byte("#!/bin/sh\necho cpython 3.11\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := isPython312(wrong); err == nil {
		t.Errorf("isPython312 accepts a command that answers %q", "cpython 3.11")
	}
}

func TestRoot(t *testing.T) {
	if _, err := os.Stat(filepath.Join(Root(t), "internal", "testenv", "testenv.go")); err != nil {
		t.Error(err)
	}
}
