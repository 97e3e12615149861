# import: re
# A pipeline of generators: nothing is read twice, nothing is kept.
import re
from collections import Counter

LOG = """\
2024-05-01T10:00:01Z INFO  api    GET /users 200 12ms
2024-05-01T10:00:02Z WARN  api    GET /users/9 404 3ms
2024-05-01T10:00:02Z ERROR worker job 17 failed: timeout after 30s
    at step resize
    at step upload
2024-05-01T10:00:05Z INFO  api    POST /orders 201 48ms
not a log line at all
2024-05-01T10:00:09Z ERROR worker job 18 failed: disk full
2024-05-01T10:01:11Z INFO  api    GET /orders 200 7ms
2024-05-01T10:01:12Z INFO  api    GET /orders 500 1204ms
"""

LINE = re.compile(r"^(?P<time>\S+Z)\s+(?P<level>INFO|WARN|ERROR)\s+(?P<source>\w+)\s+(?P<text>.*)$")
REQUEST = re.compile(r"(?P<verb>[A-Z]+) (?P<path>/\S*) (?P<status>\d{3}) (?P<ms>\d+)ms")


def read_lines(text):
    for number, line in enumerate(text.splitlines(), 1):
        yield number, line


def join_continuations(lines):
    held = None
    for number, line in lines:
        if line.startswith("    ") and held:
            held = (held[0], held[1] + " |" + line[3:])
            continue
        if held:
            yield held
        held = (number, line)
    if held:
        yield held


def parse(lines, rejected):
    for number, line in lines:
        m = LINE.match(line)
        if m is None:
            rejected.append(number)
        else:
            yield m.groupdict() | {"line": number}


def requests(records):
    for record in records:
        if m := REQUEST.fullmatch(record["text"]):
            yield record | m.groupdict() | {"ms": int(m["ms"]), "status": int(m["status"])}


rejected = []
records = list(parse(join_continuations(read_lines(LOG)), rejected))
print("records:", len(records), "rejected lines:", rejected)
print("levels:", sorted(Counter(r["level"] for r in records).items()))
for r in records:
    if r["level"] == "ERROR":
        print(f"  line {r['line']}: {r['text']}")

hits = list(requests(records))
slowest = max(hits, key=lambda h: h["ms"])
print(f"{len(hits)} requests, mean {sum(h['ms'] for h in hits) / len(hits):.1f} ms, slowest {slowest['verb']} {slowest['path']}")
print("by status class:", {f"{k}xx": n for k, n in sorted(Counter(h["status"] // 100 for h in hits).items())})
lazy = parse(join_continuations(read_lines(LOG)), [])
first_error = next(r for r in lazy if r["level"] == "ERROR")
print("first error at", first_error["time"], "; still lazy, next is line", next(lazy)["line"])
