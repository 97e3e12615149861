"""Topological sorting of graphs."""

__all__ = ["TopologicalSorter", "CycleError"]


def _class_getitem(cls, item):
    return type(list[int])(cls, item)


class CycleError(ValueError):
    """Raised by TopologicalSorter.prepare if there are cycles in the graph; its second argument is one of them."""


_READY, _DONE = -1, -2


class _Node:
    """A node: how many predecessors it waits for (or what became of it), and its successors."""
    __slots__ = ("node", "waits", "successors")

    def __init__(self, node):
        self.node = node
        self.waits = 0
        self.successors = []


class TopologicalSorter:
    """Provides functionality to topologically sort a graph of hashable nodes"""

    def __init__(self, graph=None):
        self._nodes = {}
        self._ready = None
        self._given = 0
        self._finished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _get(self, node):
        info = self._nodes.get(node)
        if info is None:
            info = self._nodes[node] = _Node(node)
        return info

    def add(self, node, *predecessors):
        """Add a new node and its predecessors to the graph."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        info = self._get(node)
        info.waits += len(predecessors)
        for p in predecessors:
            self._get(p).successors.append(node)

    def prepare(self):
        """Mark the graph as finished and check for cycles in the graph."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [i.node for i in self._nodes.values() if i.waits == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        """Return a tuple of all the nodes that are ready."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        result = tuple(self._ready)
        for node in result:
            self._nodes[node].waits = _READY
        self._ready.clear()
        self._given += len(result)
        return result

    def is_active(self):
        """Return ``True`` if more progress can be made and ``False`` otherwise."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return self._finished < self._given or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """Marks a set of nodes returned by "get_ready" as processed."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            info = self._nodes.get(node)
            if info is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if info.waits >= 0:
                raise ValueError(f"node {node!r} was not passed out (still not ready)")
            if info.waits == _DONE:
                raise ValueError(f"node {node!r} was already marked done")
            info.waits = _DONE
            for s in info.successors:
                successor = self._nodes[s]
                successor.waits -= 1
                if successor.waits == 0:
                    self._ready.append(s)
            self._finished += 1

    def _find_cycle(self):
        stack, walks, seen, place = [], [], set(), {}
        for node in self._nodes:
            if node in seen:
                continue
            while True:
                if node in seen:
                    if node in place:
                        return stack[place[node]:] + [node]
                else:
                    seen.add(node)
                    walks.append(iter(self._nodes[node].successors))
                    place[node] = len(stack)
                    stack.append(node)
                while stack:
                    for node in walks[-1]:
                        break
                    else:
                        del place[stack.pop()]
                        walks.pop()
                        continue
                    break
                else:
                    break
        return None

    def static_order(self):
        """Returns an iterable of nodes in a topological order."""
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)

    __class_getitem__ = classmethod(_class_getitem)
