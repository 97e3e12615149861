# import: dataclasses
from dataclasses import dataclass


@dataclass
class Point:
    x: float
    y: float


@dataclass
class Shape:
    kind: str
    points: list


def describe(event):
    match event:
        case {"type": "click", "pos": (x, y), **rest} if not rest:
            return f"plain click at {x},{y}"
        case {"type": "click", "pos": [x, y], "button": ("left" | "right") as button}:
            return f"{button} click at {x},{y}"
        case {"type": "key", "key": str(key), "mods": [*mods]} if len(key) == 1:
            return "+".join([*sorted(mods), key.upper()])
        case {"type": str(kind)}:
            return f"some {kind} event"
        case [first, *_, last] if first == last:
            return f"sequence that returns to {first!r}"
        case []:
            return "nothing"
        case [single]:
            return f"only {single!r}"
        case [Point(x=0, y=0) as origin, Point(x, y)]:
            return f"from the origin {origin} to ({x}, {y})"
        case Shape("triangle", [Point(), Point(), Point()] as corners):
            return f"triangle with {len(corners)} corners"
        case Shape(kind=kind, points=points):
            return f"{kind} of {len(points)} points"
        case bool():
            return "a boolean"
        case int() | float() as number if number < 0:
            return f"negative {number}"
        case 0:
            return "zero"
        case int(n) | float(n):
            return f"number {n}"
        case str() as text:
            return f"text of {len(text)}"
        case None:
            return "none"
        case _:
            return f"unknown {type(event).__name__}"


P = Point
for event in [
    {"type": "click", "pos": (3, 4)}, {"type": "click", "pos": [3, 4], "button": "right"},
    {"type": "click", "pos": [1, 2], "button": "middle"}, {"type": "key", "key": "s", "mods": ["shift", "ctrl"]},
    {"type": "key", "key": "Enter", "mods": []}, {}, [], ["x"], [1, 2, 1], [P(0, 0), P(2, 3.5)], (P(1, 0), P(0, 0)),
    Shape("triangle", [P(0, 0), P(1, 0), P(0, 1)]), Shape("line", [P(0, 0), P(1, 1)]),
    True, -2.5, 0, 42, "hello", None, b"bytes",
]:
    print(f"{str(event)[:58]:<58} => {describe(event)}")


# A tiny command language
def execute(command, stack):
    match command.split():
        case ["push", *numbers] if numbers:
            stack.extend(map(int, numbers))
        case [("add" | "mul") as op]:
            b, a = stack.pop(), stack.pop()
            stack.append(a + b if op == "add" else a * b)
        case ["dup", n] if n.isdigit():
            stack += [stack[-1]] * int(n)
        case [unknown, *_]:
            raise ValueError(f"unknown command {unknown!r}")


stack = []
for command in ["push 2 3", "add", "dup 1", "mul", "push 4", "fly high"]:
    try:
        execute(command, stack)
    except ValueError as e:
        print(e)
    print(f"{command:<9} {stack}")
