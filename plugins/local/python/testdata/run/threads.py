# Threads, their locks and the queues between them.
import contextvars
import queue
import threading

lock, total = threading.Lock(), 0


def count(n):
    global total
    for _ in range(n):
        with lock:
            total += 1


threads = [threading.Thread(target=count, args=(5000,), name=f"count-{i}") for i in range(4)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(total, [t.is_alive() for t in threads], threading.active_count())

# A queue that is full, and empty.
q, got = queue.Queue(2), []


def consume():
    while (item := q.get()) is not None:
        got.append(item)
        q.task_done()
    q.task_done()


c = threading.Thread(target=consume)
c.start()
for i in range(8):
    q.put(i)
q.join()
q.put(None)
c.join()
print(got, q.empty())

# A loop that only looks at what another thread sets.
done = []


def spin():
    while not done:
        pass
    print("seen")


s = threading.Thread(target=spin)
s.start()
done.append(True)
s.join()

# Conditions, events, semaphores, barriers, timers.
event = threading.Event()
threading.Timer(0.01, event.set).start()
print(event.wait(5), event.wait(0.001), event.is_set())
barrier, places = threading.Barrier(3), []
ts = [threading.Thread(target=lambda: places.append(barrier.wait())) for _ in range(3)]
for t in ts:
    t.start()
for t in ts:
    t.join()
print(sorted(places))
gate = threading.BoundedSemaphore(1)
print(gate.acquire(), gate.acquire(blocking=False), gate.release())
try:
    gate.release()
except ValueError as e:
    print(e)
condition, ready = threading.Condition(), []


def tell():
    with condition:
        ready.append(1)
        condition.notify_all()


with condition:
    threading.Thread(target=tell).start()
    print(condition.wait_for(lambda: ready, timeout=5), ready)
again = threading.RLock()
with again, again:
    print(again.acquire(blocking=False), again.release())
try:
    again.release()
except RuntimeError as e:
    print(e)
try:
    lock.release()
except RuntimeError as e:
    print(e)

# What each thread has of its own.
local, var = threading.local(), contextvars.ContextVar("var", default=0)
local.x = 1
var.set(1)


class Filled(threading.local):
    def __init__(self, n):
        self.n = n


filled = Filled(7)
filled.n = 8


def own():
    print(hasattr(local, "x"), var.get(), filled.n)
    local.x = 2
    var.set(2)
    try:
        raise KeyError
    except KeyError:
        event.clear()
        other = threading.Thread(target=event.set)
        other.start()
        other.join()


t = threading.Thread(target=own)
t.start()
t.join()
print(local.x, var.get(), filled.n)

# Errors end their thread alone.
seen = []
threading.excepthook = lambda args: seen.append((args.exc_type, str(args.exc_value), args.thread.name))
t = threading.Thread(target=lambda: 1 / 0, name="bad")
t.start()
t.join()
print(seen)
for wrong in (lambda: t.start(), lambda: threading.current_thread().join(), lambda: threading.Thread().join()):
    try:
        wrong()
    except RuntimeError as e:
        print(e)


def late():
    event.wait()
    print("the last to end")


event.clear()
threading.Thread(target=late).start()
event.set()
print("end")
