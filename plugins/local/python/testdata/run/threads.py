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

# Pools: their work is done at the end, without a shutdown.
import asyncio
import time
from concurrent.futures import Future, ThreadPoolExecutor

with ThreadPoolExecutor(max_workers=1000) as pool:
    print(sum(pool.map(lambda i: (time.sleep(0.0001), i)[1], range(600))))
print(any(t.is_alive() for t in pool._threads))


# Event loops of threads, and what other threads tell them.
async def from_threads():
    loop, items, running = asyncio.get_running_loop(), asyncio.Queue(), []

    def produce():
        try:
            asyncio.get_running_loop()
        except RuntimeError as e:
            running.append(str(e))
        for i in (1, 2, None):
            loop.call_soon_threadsafe(items.put_nowait, i)

    threading.Thread(target=produce).start()
    while (item := await items.get()) is not None:
        print("from a thread", item)
    print(running)
    var.set(5)
    print(await asyncio.to_thread(var.get))
    gate = threading.Barrier(3)
    await asyncio.gather(*(asyncio.to_thread(gate.wait, 10) for _ in range(3)))
    print(await loop.run_in_executor(None, lambda: asyncio.run(asyncio.sleep(0, "a loop in a thread"))))
    for call in (lambda: 1 / 0, lambda: asyncio.run_coroutine_threadsafe(asyncio.sleep(0, 7), loop).result(10)):
        try:
            print(await asyncio.to_thread(call))
        except ZeroDivisionError as e:
            print(repr(e))
    cancelled = Future()
    asyncio.wrap_future(cancelled).cancel()
    await asyncio.sleep(0)
    print(cancelled.cancelled())
    await loop.shutdown_default_executor()
    try:
        await asyncio.to_thread(print)
    except RuntimeError as e:
        print(e)


asyncio.run(from_threads())
served = asyncio.new_event_loop()
server = threading.Thread(target=served.run_forever)
server.start()


async def fail(e):
    raise e


print(asyncio.run_coroutine_threadsafe(asyncio.sleep(0, "served"), served).result(10))
for coro, timeout in (asyncio.sleep(1000), 0.001), (fail(KeyError("k")), 10):
    future = asyncio.run_coroutine_threadsafe(coro, served)
    try:
        future.result(timeout)
    except (TimeoutError, KeyError) as e:
        print(repr(e), future.cancel())
served.call_soon_threadsafe(served.stop)
server.join()
served.close()
try:
    served.call_soon_threadsafe(print)
except RuntimeError as e:
    print(e)
pool, begin = ThreadPoolExecutor(1), threading.Event()
pool.submit(begin.wait)
for i in range(3):
    pool.submit(print, "queued", i)
print("the end of the pools")
begin.set()
