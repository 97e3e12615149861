import random
from collections import Counter

rng = random.Random(2024)

# 1. Distribution of the sum of two dice
rolls = [rng.randint(1, 6) + rng.randint(1, 6) for _ in range(6000)]
counts = Counter(rolls)
for total in range(2, 13):
    expected = (6 - abs(total - 7)) / 36
    observed = counts[total] / len(rolls)
    print(f"{total:>2} {'*' * round(observed * 120):<22} {observed:.4f} (expected {expected:.4f})")

chi2 = sum((counts[t] - 6000 * (6 - abs(t - 7)) / 36) ** 2 / (6000 * (6 - abs(t - 7)) / 36) for t in range(2, 13))
print(f"chi-square = {chi2:.3f}")

# 2. Pi from random points
inside = sum(rng.random() ** 2 + rng.random() ** 2 <= 1 for _ in range(10_000))
print("pi is about", 4 * inside / 10_000)


# 3. Gambler's ruin
def play(stake, goal, p):
    steps = 0
    while 0 < stake < goal:
        stake += 1 if rng.random() < p else -1
        steps += 1
    return stake == goal, steps


results = [play(10, 20, 0.48) for _ in range(300)]
wins = sum(won for won, _ in results)
print(f"gambler wins {wins}/300, average {sum(s for _, s in results) / 300:.1f} rounds")

# 4. Everything else that random offers
deck = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
rng.shuffle(deck)
print("hand:", sorted(deck[:5]))
print("sample:", rng.sample(range(1, 50), 6))
print("choices:", "".join(rng.choices("ACGT", weights=[4, 1, 1, 4], k=24)))
print("gauss:", [round(rng.gauss(100, 15), 2) for _ in range(4)])
print("expo:", round(rng.expovariate(0.5), 6), "tri:", round(rng.triangular(0, 10, 3), 6))
print("bits:", rng.getrandbits(40), "range:", rng.randrange(0, 100, 7), "uniform:", rng.uniform(-1, 1))
again = random.Random(2024)
print("same seed, same rolls:", [again.randint(1, 6) + again.randint(1, 6) for _ in range(50)] == rolls[:50])
