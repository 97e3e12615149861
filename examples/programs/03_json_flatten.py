# import: json
"""Flatten an API answer to dotted keys, compare two versions, and build it again."""
import json

before = json.loads("""
{"user": {"id": 7, "name": "Zo\\u00eb", "emails": ["z@example.com", "zoe@example.org"], "active": true},
 "plan": {"tier": "free", "limits": {"calls": 100, "burst": null}}, "tags": []}
""")
after = json.loads(json.dumps(before))
after["plan"]["tier"] = "pro"
after["plan"]["limits"].update(calls=10_000, burst=2.5)
after["user"]["emails"].append("billing@example.org")
del after["user"]["active"]


def flatten(node, prefix=""):
    if isinstance(node, dict) and node:
        for key, value in node.items():
            yield from flatten(value, f"{prefix}.{key}" if prefix else key)
    elif isinstance(node, list) and node:
        for index, value in enumerate(node):
            yield from flatten(value, f"{prefix}[{index}]")
    else:
        yield prefix, node


def unflatten(pairs):
    root = {}
    for path, value in pairs:
        keys = []
        for part in path.split("."):
            name, *indexes = part.replace("]", "").split("[")
            keys += [name, *map(int, indexes)]
        node = root
        for key, following in zip(keys, keys[1:] + [None]):
            is_last = following is None
            empty = value if is_last else ([] if isinstance(following, int) else {})
            if isinstance(key, int):
                if key == len(node):
                    node.append(empty)
                node = node[key]
            else:
                node = node.setdefault(key, empty)
    return root


flat_before, flat_after = dict(flatten(before)), dict(flatten(after))
for path, value in flat_before.items():
    print(f"{path:<22} = {value!r}")

print("\nchanges:")
for path in sorted(flat_before.keys() | flat_after.keys()):
    old, new = flat_before.get(path, "<absent>"), flat_after.get(path, "<absent>")
    if old != new:
        print(f"  {path}: {old!r} -> {new!r}")

assert unflatten(flat_after.items()) == after
print("\nround trip ok")
print(json.dumps(after, indent=2, sort_keys=True))
print(json.dumps(after["user"], ensure_ascii=False, separators=(",", ":")))
try:
    json.loads('{"a": [1, 2,, 3]}')
except json.JSONDecodeError as e:
    print(f"bad JSON: {e.msg} at line {e.lineno} column {e.colno}")
