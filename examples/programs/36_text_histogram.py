# import: math
import math
import random

random.seed(99)
samples = [random.gauss(50, 12) for _ in range(400)] + [random.gauss(90, 4) for _ in range(100)]


def histogram(values, bins=12):
    low, high = min(values), max(values)
    width = (high - low) / bins
    counts = [0] * bins
    for v in values:
        counts[min(int((v - low) / width), bins - 1)] += 1
    return [(low + i * width, n) for i, n in enumerate(counts)]


hist = histogram(samples)
peak = max(n for _, n in hist)
for start, n in hist:
    full, part = divmod(n * 40 * 8 // peak, 8)
    print(f"{start:7.2f} {n:>4} " + "█" * full + (" ▏▎▍▌▋▊▉"[part] if part else ""))

# the same upright
height = 8
for level in range(height, 0, -1):
    print("".join("██ " if n * height / peak >= level - 0.5 else "   " for _, n in hist).rstrip())
print("-- " * len(hist))


def sparkline(values):
    marks = "▁▂▃▄▅▆▇█"
    low, span = min(values), max(values) - min(values) or 1
    return "".join(marks[int((v - low) / span * (len(marks) - 1))] for v in values)


print("sine:", sparkline([math.sin(i / 3) for i in range(40)]))
print("hist:", sparkline([n for _, n in hist]))


def percentile(values, p):
    ordered = sorted(values)
    k = (len(ordered) - 1) * p / 100
    lower, upper = math.floor(k), math.ceil(k)
    if lower == upper:
        return ordered[lower]
    return ordered[lower] * (upper - k) + ordered[upper] * (k - lower)


print("percentiles:", {p: round(percentile(samples, p), 3) for p in (0, 5, 25, 50, 75, 95, 100)})

# box plot
q1, q2, q3 = (percentile(samples, p) for p in (25, 50, 75))
low, high = min(samples), max(samples)
scale = lambda v: round((v - low) / (high - low) * 50)
line = [" "] * 51
for i in range(scale(low), scale(high) + 1):
    line[i] = "-"
for i in range(scale(q1), scale(q3) + 1):
    line[i] = "="
line[scale(q2)] = "|"
print("".join(line))

# line plot on a grid
grid = [["·"] * 48 for _ in range(9)]
for col in range(48):
    value = math.cos(col / 47 * 4 * math.pi) * math.exp(-col / 30)
    grid[round((1 - value) / 2 * 8)][col] = "o"
print("\n".join("".join(row) for row in grid))
