rows = [
    ("Mercury", 0.330, 4879, -167, 0, False),
    ("Venus", 4.87, 12104, 464, 0, False),
    ("Earth", 5.97, 12756, 15, 1, False),
    ("Mars", 0.642, 6792, -65, 2, False),
    ("Jupiter", 1898, 142984, -110, 95, True),
    ("Saturn", 568, 120536, -140, 146, True),
    ("Neptune", 102, 49528, -200, 16, True),
]
headers = ["planet", "mass", "diameter", "temp", "moons", "rings"]


def render(headers, rows, *, border="|"):
    cells = [[fmt(v) for v in row] for row in rows]
    widths = [max(len(h), *(len(r[i]) for r in cells)) for i, h in enumerate(headers)]
    numeric = [all(isinstance(r[i], (int, float)) and not isinstance(r[i], bool) for r in rows) for i in range(len(headers))]

    def line(values):
        return border + border.join(
            f" {v:>{w}} " if right else f" {v:<{w}} " for v, w, right in zip(values, widths, numeric)
        ) + border

    rule = "+".join(["", *("-" * (w + 2) for w in widths), ""])
    return "\n".join([rule, line(headers), rule, *map(line, cells), rule])


def fmt(value):
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if isinstance(value, float):
        return f"{value:.2f}"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)


print(render(headers, rows))

# The same as a Markdown table, sorted by mass
print(f"| {' | '.join(headers)} |")
print(f"|{'|'.join(':---' if i == 0 else '---:' for i in range(len(headers)))}|")
for row in sorted(rows, key=lambda r: r[1], reverse=True)[:3]:
    print(f"| {' | '.join(map(fmt, row))} |")

total = sum(r[1] for r in rows)
print()
for name, mass, *_ in rows:
    share = mass / total
    print(f"{name:.<12}{share:.>9.3%} {'▏' if share < 0.001 else '█' * max(1, int(share * 30))}")
width, precision = 12, 4
print(f"{total=:{width}.{precision}f}", f"{total!r:>{width}}", f"{len(rows)=}")
print(f"{'nested':{'*'}^{width + 8}}", f"{ {'a': 1}['a'] = }", f"{{literal}} {rows[0][0].upper()!r}")
