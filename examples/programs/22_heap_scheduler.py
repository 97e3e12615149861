# import: heapq
"""A bank with two clerks, simulated event by event."""
import heapq
import itertools
import random

random.seed(7)
ARRIVAL, DONE = "arrival", "done"


class Simulation:
    def __init__(self, clerks, customers):
        self.now = 0.0
        self.free = clerks
        self.waiting = []  # heap of (priority, order, name, since)
        self.events = []
        self.order = itertools.count()
        self.waits = {}
        self.log = []
        at = 0.0
        for name, priority in customers:
            at += random.expovariate(1 / 2.0)
            self.schedule(at, ARRIVAL, (name, priority))

    def schedule(self, at, kind, payload):
        heapq.heappush(self.events, (at, next(self.order), kind, payload))

    def run(self):
        while self.events:
            self.now, _, kind, payload = heapq.heappop(self.events)
            handler = {ARRIVAL: self.on_arrival, DONE: self.on_done}[kind]
            handler(payload)
        return self

    def on_arrival(self, customer):
        name, priority = customer
        self.log.append((self.now, f"{name} arrives"))
        heapq.heappush(self.waiting, (priority, next(self.order), name, self.now))
        self.serve()

    def on_done(self, name):
        self.log.append((self.now, f"{name} leaves"))
        self.free += 1
        self.serve()

    def serve(self):
        while self.free and self.waiting:
            _, _, name, since = heapq.heappop(self.waiting)
            self.free -= 1
            self.waits[name] = self.now - since
            self.schedule(self.now + random.uniform(3, 6), DONE, name)


customers = [(f"c{i}", 0 if i % 4 == 3 else 1) for i in range(8)]
sim = Simulation(2, customers).run()
for at, what in sim.log[:10]:
    print(f"{at:7.3f}  {what}")
print("...", len(sim.log), "entries, closed at", round(sim.now, 3))
print("longest wait:", max(sim.waits, key=sim.waits.get), {k: round(v, 2) for k, v in sim.waits.items()})

# other things heaps are good for
data = [random.randrange(1000) for _ in range(20)]
print("smallest:", heapq.nsmallest(3, data), "largest:", heapq.nlargest(3, data, key=lambda v: v % 100))
print("merged:", list(heapq.merge([1, 4, 9], [2, 3, 10], [5])))
heap = data[:7]
heapq.heapify(heap)
print("heap:", heap, "replace:", heapq.heapreplace(heap, 1), "pushpop:", heapq.heappushpop(heap, 0), heap[0])


def running_median(stream):
    low, high = [], []
    for x in stream:
        heapq.heappush(high, -heapq.heappushpop(low, -x))
        if len(high) > len(low):
            heapq.heappush(low, -heapq.heappop(high))
        yield -low[0] if len(low) > len(high) else (high[0] - low[0]) / 2


print("medians:", list(running_median([5, 15, 1, 3, 8, 7])))
