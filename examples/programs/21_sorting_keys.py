# import: operator, functools
from functools import cmp_to_key
from operator import attrgetter, itemgetter

people = [
    {"name": "Miro", "team": "red", "points": 42, "joined": "2021-03-01"},
    {"name": "ada", "team": "blue", "points": 42, "joined": "2019-11-20"},
    {"name": "Zed", "team": "red", "points": 17, "joined": None},
    {"name": "Éva", "team": "blue", "points": 58, "joined": "2020-01-15"},
    {"name": "bo", "team": "green", "points": 17, "joined": "2022-07-09"},
]

print("by points desc, then name:", [p["name"] for p in sorted(people, key=lambda p: (-p["points"], p["name"].lower()))])
print("None last:", [p["name"] for p in sorted(people, key=lambda p: (p["joined"] is None, p["joined"] or ""))])
print("itemgetter:", [(p["team"], p["name"]) for p in sorted(people, key=itemgetter("team", "name"))])

# stability: two passes give a two-level order
two_pass = sorted(people, key=itemgetter("name"))
two_pass.sort(key=itemgetter("points"), reverse=True)
print("stable:", [p["name"] for p in two_pass])

# natural order of file names
def natural(s):
    parts, digits = [], ""
    for ch in s + "\0":
        if ch.isdigit():
            digits += ch
            continue
        if digits:
            parts.append((0, int(digits), ""))
            digits = ""
        parts.append((1, 0, ch.lower()))
    return parts

files = ["img12.png", "img10.png", "IMG2.png", "img1.png", "img1b.png", "a.png"]
print("plain:  ", sorted(files))
print("natural:", sorted(files, key=natural))

# largest number that can be made by joining
numbers = [3, 30, 34, 5, 9, 90]
joined = sorted(map(str, numbers), key=cmp_to_key(lambda a, b: -1 if a + b > b + a else 1))
print("largest:", "".join(joined))

# custom order
sizes = ["XL", "S", "M", "XXL", "L", "S"]
rank = {s: i for i, s in enumerate(["S", "M", "L", "XL", "XXL"])}
print("sizes:", sorted(sizes, key=lambda s: rank[s]), sorted(set(sizes), key=rank.get))


class Version:
    def __init__(self, text):
        self.text = text
        self.parts = tuple(int(p) for p in text.split("."))

    def __lt__(self, other):
        return self.parts < other.parts

    def __repr__(self):
        return f"v{self.text}"


versions = [Version(t) for t in "1.10.0 1.9.3 1.9 2.0 1.10".split()]
print(sorted(versions), max(versions), min(versions, key=attrgetter("text")))
print(sorted([[2, 1], [1, 9, 9], [1], []]), sorted("bAcB", key=str.casefold), sorted({3: "c", 1: "a"}))
try:
    sorted([1, "two", 3])
except TypeError as e:
    print("TypeError:", e)
groups = {}
for p in people:
    groups.setdefault(p["team"], []).append(p["points"])
print({team: sorted(points, reverse=True) for team, points in sorted(groups.items())})
print(list(reversed(sorted([0.1, -0.0, 2, True]))), [5, 1, 4].sort())
