from collections import defaultdict, deque

manifest = """
app: web, jobs
web: http, templates, db
jobs: db, queue
db: log
http: log
queue: log, http
templates:
log:
"""


def parse(text):
    graph = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, deps = line.partition(":")
        graph[name.strip()] = [d.strip() for d in deps.split(",") if d.strip()]
    return graph


class CycleError(ValueError):
    pass


def kahn(graph):
    """Build order, in waves that may be built side by side."""
    pending = {n: len(d) for n, d in graph.items()}
    users = defaultdict(list)
    for name, deps in graph.items():
        for d in deps:
            users[d].append(name)
    wave = sorted(n for n, k in pending.items() if k == 0)
    done = 0
    while wave:
        yield wave
        done += len(wave)
        following = []
        for name in wave:
            for user in users[name]:
                pending[user] -= 1
                if not pending[user]:
                    following.append(user)
        wave = sorted(following)
    if done < len(graph):
        raise CycleError(f"cycle: {' -> '.join(find_cycle(graph))}")


def find_cycle(graph):
    state, path = {}, []

    def visit(node):
        state[node] = "open"
        path.append(node)
        for d in graph[node]:
            if state.get(d) == "open":
                return path[path.index(d):] + [d]
            if d not in state and (cycle := visit(d)):
                return cycle
        state[node] = "done"
        path.pop()
        return None

    for node in graph:
        if node not in state and (cycle := visit(node)):
            return cycle
    return []


def reachable(graph, start):
    seen, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for d in graph[node]:
            if d not in seen:
                seen[d] = seen[node] + 1
                queue.append(d)
    return seen


graph = parse(manifest)
for i, wave in enumerate(kahn(graph), 1):
    print(f"wave {i}: {', '.join(wave)}")
print("app needs:", reachable(graph, "app"))
print("affected by a change of http:", sorted(n for n in graph if "http" in reachable(graph, n) and n != "http"))
redundant = [(n, d) for n in graph for d in graph[n] if any(d in reachable(graph, o) for o in graph[n] if o != d)]
print("redundant edges:", redundant)

graph["log"].append("queue")
try:
    order = [n for wave in kahn(graph) for n in wave]
except CycleError as e:
    print("CycleError:", e)
