package executor_test

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// threadRuns are runs of one session, with what each prints.
var threadRuns = []struct{ name, code, want string }{
	{"daemons end with their run", `
import threading, time
lock, again, condition = threading.Lock(), threading.RLock(), threading.Condition()
def hold():
    with lock, again:
        time.sleep(1000)
def wait():
    with condition:
        condition.wait()
ts = [threading.Thread(target=hold, daemon=True), threading.Thread(target=wait, daemon=True)]
for t in ts: t.start()
time.sleep(0.001)
print(lock.locked(), threading.active_count())`, "True 3\n"},
	{"and hold nothing after it", `
for t in ts: t.join()
print([t.is_alive() for t in ts], threading.active_count(), lock.locked())
with lock, again, condition:
    condition.notify()
    print(repr(again).split()[0], lock.locked())`, "[False, False] 1 False\n<locked True\n"},
	{"a pool", `
from concurrent.futures import ThreadPoolExecutor
ex = ThreadPoolExecutor(2)
print(ex.submit(pow, 2, 3).result())`, "8\n"},
	{"its work is done at the end of a run", `
def work(i):
    time.sleep(0.001)
    print("work", i)
    return i
fs = [ex.submit(work, i) for i in range(3)]
print("end")`, "end\nwork 0\nwork 1\nwork 2\n"},
	{"its results can be had in another", `print([f.result() for f in fs], len(ex._threads))
print(list(ex.map(pow, range(5), range(5))), ex.shutdown())`, "[0, 1, 2] 2\n[1, 1, 4, 27, 256] None\n"},
	{"a thread of a result's text", `
class C:
    def __repr__(self):
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        return "C()"
c = C()
c`, ""},
	{"ends with the result", `print(threading.active_count())`, "1\n"},
	{"a final answer in a thread", `
t = threading.Thread(target=final_answer, args=(5,))
t.start()
t.join()
print("after")`, ""},
	{"ends its own run only", `print("next", t.is_alive())`, "next False\n"},
}

// TestThreadsOfRuns: threads end with their run, and their session goes on.
func TestThreadsOfRuns(t *testing.T) {
	before := runtime.NumGoroutine()
	s := openAll(t)
	for _, r := range threadRuns {
		res := run(t, s, r.code, nil)
		if res.Logs != r.want {
			t.Errorf("%s: got %q, want %q", r.name, res.Logs, r.want)
		}
		if _, err := s.GetVariables(context.Background(), []string{"c"}); err != nil {
			t.Error(err)
		}
	}
	loop := shared.Limits{Operations: 100_000}
	_, err := s.Execute(context.Background(), &shared.ExecuteRequest{Code: `
import asyncio
async def spin():
    threading.Thread(target=time.sleep, args=(1000,)).start()
    while True: pass
asyncio.run(spin())`, Limits: loop}, &events{})
	if err == nil {
		t.Error("an endless loop came to its end")
	}
	if got := run(t, s, "asyncio.run(asyncio.to_thread(lambda: 7))", nil).Repr; got != "7" {
		t.Errorf("a loop after one that was broken off gives %s", got)
	}
	if _, err := s.Close(context.Background()); err != nil {
		t.Error(err)
	}
	// A thread that has ended may still be on its way out.
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before the session", runtime.NumGoroutine(), before)
}
