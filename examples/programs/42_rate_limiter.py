"""Three rate limiters under the same simulated traffic."""
import random
from collections import Counter, deque


class FixedWindow:
    def __init__(self, limit, window):
        self.limit, self.window = limit, window
        self.counts = Counter()

    def allow(self, now):
        slot = int(now // self.window)
        self.counts[slot] += 1
        return self.counts[slot] <= self.limit


class SlidingWindow:
    def __init__(self, limit, window):
        self.limit, self.window = limit, window
        self.times = deque()

    def allow(self, now):
        while self.times and now - self.times[0] >= self.window:
            self.times.popleft()
        if len(self.times) >= self.limit:
            return False
        self.times.append(now)
        return True


class TokenBucket:
    def __init__(self, limit, window):
        self.rate = limit / window
        self.capacity = self.tokens = float(limit)
        self.last = 0.0

    def allow(self, now):
        self.tokens = min(self.capacity, self.tokens + (now - self.last) * self.rate)
        self.last = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


def traffic(seed, seconds=6.0):
    rng = random.Random(seed)
    now = 0.0
    while now < seconds:
        burst = 1.5 <= now < 2.5
        now += rng.expovariate(25 if burst else 4)
        yield round(now, 4)


times = list(traffic(11))
print(f"{len(times)} requests in {times[-1]:.2f} s")
for kind in (FixedWindow, SlidingWindow, TokenBucket):
    limiter = kind(limit=5, window=1.0)
    decisions = [limiter.allow(t) for t in times]
    allowed = [t for t, ok in zip(times, decisions) if ok]
    worst = max(sum(1 for u in allowed if 0 <= u - t < 1.0) for t in allowed)
    print(f"{kind.__name__:<14}allowed {len(allowed):>3}  refused {decisions.count(False):>3}  worst second {worst}")
    print("  " + "".join(".x"[not ok] for ok in decisions))

# what happens at the edge of a fixed window
edge = FixedWindow(5, 1.0)
print("ten in 0.2 s pass the fixed window:", all(edge.allow(t) for t in [0.9 + i / 100 for i in range(5)] + [1.0 + i / 100 for i in range(5)]))
strict = SlidingWindow(5, 1.0)
print("sliding window:", [strict.allow(0.9 + i / 50) for i in range(10)].count(True))

# per-client limits, created on demand
class PerClient(dict):
    def __missing__(self, client):
        self[client] = limiter = TokenBucket(2, 1.0)
        return limiter


clients = PerClient()
log = [("a", 0.0), ("a", 0.1), ("a", 0.2), ("b", 0.2), ("a", 0.8), ("b", 0.3), ("b", 0.35), ("a", 1.9)]
print([f"{who}{'+' if clients[who].allow(t) else '-'}" for who, t in log], sorted(clients))
while len(times) > 3:
    times = times[::2]
else:
    print("thinned to", times)
