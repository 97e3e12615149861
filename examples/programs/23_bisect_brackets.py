# import: bisect
from bisect import bisect, bisect_left, bisect_right, insort

BRACKETS = [(0, 0.0), (11_000, 0.12), (28_000, 0.24), (75_000, 0.38), (160_000, 0.45)]
STARTS = [start for start, _ in BRACKETS]


def tax(income):
    """Total tax, each slice at its own rate."""
    due = 0.0
    for i, (start, rate) in enumerate(BRACKETS):
        end = STARTS[i + 1] if i + 1 < len(STARTS) else float("inf")
        if income <= start:
            break
        due += (min(income, end) - start) * rate
    return due


for income in (0, 10_999, 11_000, 11_001, 50_000, 123_456.78, 1e6):
    bracket = bisect(STARTS, income) - 1
    due = tax(income)
    effective = due / income if income else 0
    print(f"income {income:>12,.2f} bracket {bracket} marginal {BRACKETS[bracket][1]:>4.0%} tax {due:>11,.2f} effective {effective:6.2%}")


def grade(score, breakpoints=(60, 70, 80, 90), grades="FDCBA"):
    return grades[bisect(breakpoints, score)]


print([grade(s) for s in (33, 99, 77, 70, 89, 90, 100)])

# a sorted list that is kept sorted
prices = []
for p in (19, 5, 12, 5, 30, 12, 12):
    insort(prices, p)
print(prices, "count of 12:", bisect_right(prices, 12) - bisect_left(prices, 12))

# nearest value
def nearest(sorted_values, x):
    i = bisect_left(sorted_values, x)
    candidates = sorted_values[max(0, i - 1):i + 1]
    return min(candidates, key=lambda v: (abs(v - x), v))

print([nearest(prices, x) for x in (-4, 8, 9, 12.4, 21, 1000)])


# longest increasing subsequence
def lis(values):
    tails, tail_at, previous = [], [], [-1] * len(values)
    for i, v in enumerate(values):
        k = bisect_left(tails, v)
        if k == len(tails):
            tails.append(v)
            tail_at.append(i)
        else:
            tails[k], tail_at[k] = v, i
        previous[i] = tail_at[k - 1] if k else -1
    out, i = [], tail_at[-1] if tail_at else -1
    while i >= 0:
        out.append(values[i])
        i = previous[i]
    return out[::-1]

print("LIS:", lis([10, 9, 2, 5, 3, 7, 101, 18, 4, 19]), lis([]), lis([3, 3, 3]))


# binary search on the answer: smallest belt capacity that ships everything in d days
def days_needed(weights, capacity):
    days, load = 1, 0
    for w in weights:
        if load + w > capacity:
            days, load = days + 1, 0
        load += w
    return days

weights = [3, 2, 2, 4, 1, 4, 9, 6]
for d in (1, 3, 5, 8):
    low = max(weights)
    cap = low + bisect_left(range(low, sum(weights) + 1), True, key=lambda c: days_needed(weights, c) <= d)
    print(f"{d} days -> capacity {cap}")
records = [("a", 1), ("b", 5), ("c", 9)]
print(records[bisect_right(records, 5, key=lambda r: r[1]):])
