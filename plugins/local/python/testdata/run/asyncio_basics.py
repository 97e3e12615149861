# asyncio: tasks, primitives, cancellation, the loop
import asyncio
import contextvars


def section(title):
    print("--", title)


async def value(x, delay=0):
    await asyncio.sleep(delay)
    return x


async def fail(text, delay=0):
    await asyncio.sleep(delay)
    raise ValueError(text)


async def gathering():
    print(await asyncio.gather(value(1), value(2, 0.001), value(3)))
    print(await asyncio.gather(value(1), fail("a"), return_exceptions=True))
    try:
        await asyncio.gather(fail("b"), value(1, 0.01))
    except ValueError as e:
        print(repr(e))
    print(await asyncio.gather())


async def waiting():
    go = asyncio.Event()

    async def after(i):
        if i:
            await go.wait()
        return i

    tasks = [asyncio.create_task(after(i), name=f"t{i}") for i in range(3)]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    print(sorted(t.get_name() for t in done), len(pending))
    go.set()
    print(sorted([await c for c in asyncio.as_completed(tasks)]))
    for bad in ([], value(1)):
        try:
            await asyncio.wait(bad)
        except (TypeError, ValueError) as e:
            print(type(e).__name__, e)
    bad.close()
    for limit in (0.001, 0, None):
        try:
            print(await asyncio.wait_for(value("w", 10 if limit == 0.001 else 0), limit))
        except TimeoutError as e:
            print("TimeoutError", repr(e.__cause__))


async def cancelling():
    async def stubborn():
        try:
            await asyncio.sleep(10)
        except asyncio.CancelledError as e:
            print("cancelled with", e.args)
            raise

    t = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    print(t.cancel("why"), t.cancelling(), t.done())
    try:
        await t
    except asyncio.CancelledError as e:
        print(e.args, t.cancelled(), t.cancel())
    inner = asyncio.create_task(value("kept", 0.001))
    outer = asyncio.shield(inner)
    outer.cancel()
    print(await inner, outer.cancelled())
    try:
        async with asyncio.timeout(0.001) as cm:
            await asyncio.sleep(1)
    except TimeoutError:
        print(cm, cm.expired())
    try:
        async with asyncio.TaskGroup() as tg:
            tg.create_task(fail("g1"))
            tg.create_task(stubborn())
    except* ValueError as eg:
        print(eg.message, [repr(e) for e in eg.exceptions])


async def primitives():
    lock, order = asyncio.Lock(), []

    async def locked(n):
        async with lock:
            order.append(n)
            await asyncio.sleep(0)

    await asyncio.gather(*map(locked, range(3)))
    print(order, lock.locked())
    event, cond = asyncio.Event(), asyncio.Condition()

    async def waiter(n):
        await event.wait()
        async with cond:
            await cond.wait_for(lambda: len(order) > 3)
            order.append(f"w{n}")

    ts = [asyncio.create_task(waiter(n)) for n in range(2)]
    await asyncio.sleep(0)
    event.set()
    await asyncio.sleep(0)
    async with cond:
        order.append("go")
        cond.notify_all()
    await asyncio.gather(*ts)
    print(order)
    sem, most = asyncio.BoundedSemaphore(2), 0

    async def limited():
        nonlocal most
        async with sem:
            most = max(most, 2 - sem._value)
            await asyncio.sleep(0)

    await asyncio.gather(*[limited() for _ in range(5)])
    print(most)
    try:
        sem.release()
    except ValueError as e:
        print(e)
    barrier = asyncio.Barrier(3)
    print(sorted(await asyncio.gather(*[barrier.wait() for _ in range(3)])), barrier.n_waiting, barrier.broken)


async def queues():
    for cls in (asyncio.Queue, asyncio.LifoQueue, asyncio.PriorityQueue):
        q, got = cls(2), []

        async def producer():
            for i in (3, 1, 2, 0):
                await q.put(i)

        async def consumer():
            while True:
                got.append(await q.get())
                q.task_done()

        c = asyncio.create_task(consumer())
        await producer()
        await q.join()
        c.cancel()
        print(cls.__name__, got, q)
    try:
        q.get_nowait()
    except asyncio.QueueEmpty as e:
        print(repr(e))


var = contextvars.ContextVar("var", default="none")


async def contexts():
    async def child():
        print(var.get())
        var.set("child")

    var.set("parent")
    await asyncio.create_task(child())
    print(var.get())
    await child()
    print(var.get())


async def loops():
    loop, calls = asyncio.get_running_loop(), []
    loop.call_soon(calls.append, "soon")
    loop.call_later(0.002, calls.append, "later")
    loop.call_later(0.001, calls.append, "before")
    handle = loop.call_later(0.001, calls.append, "never")
    handle.cancel()
    await asyncio.sleep(0.005)
    print(calls, handle.cancelled(), asyncio.current_task().get_name() != "", len(asyncio.all_tasks()))
    future = loop.create_future()
    loop.call_soon(future.set_result, 5)
    print(await future, future.done(), future)
    try:
        future.set_result(6)
    except asyncio.InvalidStateError as e:
        print(e)
    try:
        await asyncio.create_task(yields())
    except RuntimeError as e:
        print(e)
    print(await asyncio.to_thread(lambda a, b: a + b, 1, b=2))


class Odd:
    def __await__(self):
        yield 5


async def yields():
    await Odd()


async def generators():
    async def numbers():
        try:
            for i in range(10):
                yield i
        finally:
            await asyncio.sleep(0)
            print("closed")

    gen = numbers()
    async for n in gen:
        if n == 2:
            await gen.aclose()
    print([n async for n in numbers() if n % 4 == 0])


for part in (gathering, waiting, cancelling, primitives, queues, contexts, loops, generators):
    section(part.__name__)
    asyncio.run(part())

section("errors")
for bad in (lambda: asyncio.run(5), lambda: asyncio.get_running_loop(), lambda: asyncio.Lock().release(),
            lambda: asyncio.Semaphore(-1), lambda: asyncio.Barrier(0)):
    try:
        bad()
    except Exception as e:
        print(type(e).__name__, e)
with asyncio.Runner() as runner:
    print(runner.run(value(1)), runner.run(value(2)))
try:
    runner.run(value(3))
except RuntimeError as e:
    print(e)
