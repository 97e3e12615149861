# Module pprint.
import collections
import dataclasses
import pprint
import types


@dataclasses.dataclass
class Point:
    x: int
    name: str
    inner: object = None


class Own(pprint.PrettyPrinter):
    def format(self, object, context, maxlevels, level):
        if isinstance(object, str):
            return object.upper(), True, False
        return super().format(object, context, maxlevels, level)


words = "the quick brown fox jumps over the lazy dog and runs away from the big bad wolf".split()
data = {
    "words": words,
    "nested": {w: [words[:i], (i,)] for i, w in enumerate(words[:6])},
    "text": " ".join(words * 3),
    "bytes": bytes(range(120)),
    "sets": [{1, 2, 3}, frozenset({4}), set()],
    "mixed": {1: "a", "b": 2, None: 3, (1, 2): 4},
}
pprint.pprint(data)
pprint.pprint(data, width=40, compact=True, indent=4)
pprint.pp(data, width=120, depth=2)
print(pprint.pformat(["x" * 30] * 4, width=70))
pprint.pprint([10**9, 12345678], underscore_numbers=True)
pprint.pprint(Point(1, "a" * 60, Point(2, "b" * 50)))
pprint.pprint(types.SimpleNamespace(a=words, b=1))
for box in (
    collections.OrderedDict.fromkeys(words, 1), collections.Counter(words), collections.deque(words, maxlen=20),
    collections.defaultdict(int, dict.fromkeys(words, 7)), collections.ChainMap({"a": words}, {"b": 1}),
    types.MappingProxyType(dict.fromkeys(words)), collections.UserList(words), bytearray(b"x" * 90),
):
    pprint.pprint(box, width=60)
Own(width=30).pprint(words)
loop = [1]
loop.append(loop)
print(pprint.isrecursive(loop), pprint.isreadable(loop), pprint.isreadable([1, "a", None]), pprint.isreadable([object()]))
print(pprint.saferepr([1, {"b": (2,), "a": []}]))
for bad in ({"indent": -1}, {"depth": 0}, {"width": 0}):
    try:
        pprint.PrettyPrinter(**bad)
    except ValueError as e:
        print(e)
