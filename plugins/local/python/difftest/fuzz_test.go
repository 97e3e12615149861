package difftest

import (
	"errors"
	"fmt"
	"io"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// small are the limits of a fuzzed program.
var small = py.Limits{Operations: 200_000, Iterations: 10_000, Memory: 32 << 20, Output: 1 << 20, Recursion: 300, Time: time.Second}

const (
	// hung is how long a program may take in all: much more than its limit, for
	// slow machines.
	hung = 30 * time.Second
	// tooMuch is what a program may make the heap grow by: garbage counts too.
	tooMuch = 16 * 32 << 20
)

// FuzzVM runs any source with everything allowed. Whatever it does, the
// interpreter neither breaks down nor hangs nor takes more memory than the
// program may have.
func FuzzVM(f *testing.F) {
	texts, err := sampleTexts(testenv.Root(f))
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range texts {
		if len(text) <= maxSample {
			f.Add(text)
		}
	}
	g, err := loadGrammar()
	if err != nil {
		f.Fatal(err)
	}
	for seed := range uint64(100) {
		f.Add(generate(g, seed))
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 10_000 {
			return
		}
		defer watch(src)()
		s, err := python.New(python.Options{
			Policy: policy.Config{Modules: []string{"*"}, Dunders: []string{"*"}, Functions: []string{"*"}},
			Stdout: io.Discard, Stderr: io.Discard,
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.Run(src, small)
		var failure *python.Failure
		if errors.As(err, &failure) && failure.Kind == python.KindInternal {
			t.Fatalf("%s\n%s", failure.Message, failure.Stack)
		}
	})
}

// watch ends the process, for fuzzing to keep the source, if it takes too long
// or too much memory until the function it gives is called.
func watch(src string) (stop func()) {
	done := make(chan struct{})
	start, before := time.Now(), heap()
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if now := heap(); now > before+tooMuch {
				panic(fmt.Sprintf("%d bytes of memory for %q", now-before, src))
			}
			if time.Since(start) > hung {
				panic(fmt.Sprintf("hangs: %q", src))
			}
		}
	}()
	return func() { close(done) }
}

// heap is how many bytes the objects on Go's heap take.
func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
