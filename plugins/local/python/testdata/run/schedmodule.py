# Module sched: events by time and priority, with a clock of the program's own.
import sched

now = [0]
waits = []


def wait(n):
    waits.append(n)
    now[0] += n


s = sched.scheduler(lambda: now[0], wait)
order = []
late = s.enter(10, 1, order.append, ("late",))
s.enterabs(5, 2, order.append, ("second",))
s.enterabs(5, 1, order.append, argument=("first",))
gone = s.enterabs(6, 1, order.append, ("gone",))
s.enterabs(0, 1, lambda *, word: order.append(word), kwargs={"word": "now"})
print([(e.time, e.priority, e.argument, e.kwargs) for e in s.queue], s.empty())
s.cancel(gone)
print(s.run(blocking=False), order)
s.run()
print(order, waits, s.empty(), now, s.run(False))
try:
    s.cancel(late)
except ValueError as e:
    print(type(e).__name__)
