"""Times the patterns of BenchmarkFind under CPython: reads name and pattern lines, writes the time of one pass in ns.

finditer is driven to its end by a C loop, so that little besides the engine is measured.
"""
import collections
import re
import sys
import time


def text(wide):
    out = []
    for i in range(400):
        user = "üñ%d" % i if wide else "u%d" % i
        out.append('2026-11-%02d 10:%02d:%02d ERROR [svc-%d] user=%s mail=u%d@example.com took %d.%dms code=%d path="/a/b%d"\n'
                   % (i % 28 + 1, i % 60, i * 7 % 60, i % 9, user, i, i % 500, i % 10, 200 + i % 300, i))
    return "".join(out)


def best(f):
    times = []
    for _ in range(7):
        start = time.perf_counter_ns()
        n = 0
        while time.perf_counter_ns() - start < 40_000_000:
            f()
            n += 1
        times.append((time.perf_counter_ns() - start) / n)
    return min(times)


def main():
    texts = {"": text(False), "/wide": text(True)}
    for line in sys.stdin:
        name, pattern = line.rstrip("\n").split(" ", 1)
        p = re.compile(pattern)
        for suffix, t in texts.items():
            print(name + suffix, round(best(lambda: collections.deque(p.finditer(t), 0))), flush=True)


main()
