import random
from collections import Counter


def step(cells):
    near = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return {c for c, n in near.items() if n == 3 or (n == 2 and c in cells)}


def parse(picture, at=(0, 0)):
    return {(at[0] + x, at[1] + y) for y, row in enumerate(picture.strip().split("\n")) for x, ch in enumerate(row.strip()) if ch == "#"}


def show(cells, width=12, height=6):
    return "\n".join("".join("#" if (x, y) in cells else "." for x in range(width)) for y in range(height))


def box(cells):
    xs, ys = zip(*cells)
    return min(xs), min(ys), max(xs), max(ys)


glider = parse("""
.#.
..#
###
""", at=(1, 0))

world = glider
for generation in range(9):
    if generation % 4 == 0:
        print(f"generation {generation}: {len(world)} cells")
        print(show(world))
    world = step(world)

# a glider after 4 generations is itself, one step to the south-east
moved = glider
for _ in range(4):
    moved = step(moved)
print("moved by (1, 1):", moved == {(x + 1, y + 1) for x, y in glider})


def classify(cells, limit=60):
    seen = {}
    for generation in range(limit):
        key = frozenset(cells)
        if not key:
            return f"dies in generation {generation}"
        if key in seen:
            period = generation - seen[key]
            return "still life" if period == 1 else f"oscillator, period {period}" if seen[key] == 0 else f"settles at {seen[key]}, period {period}"
        seen[key] = generation
        cells = step(cells)
    return f"still going, {len(cells)} cells in {box(cells)}"


patterns = {
    "block": "##\n##",
    "blinker": "###",
    "toad": ".###\n###.",
    "beacon": "##..\n##..\n..##\n..##",
    "diehard bit": "##.\n.#.",
    "r-pentomino": ".##\n##.\n.#.",
    "line of 5": "#####",
}
for name, picture in patterns.items():
    print(f"{name:<12} {classify(parse(picture))}")

random.seed(3)
soup = {(x, y) for x in range(12) for y in range(6) if random.random() < 0.35}
counts = []
for _ in range(20):
    counts.append(len(soup))
    soup = step(soup)
print("soup:", counts)
final_answer(len(soup))
