from collections import OrderedDict


class LRUCache:
    def __init__(self, capacity, on_evict=None):
        self.capacity = capacity
        self.on_evict = on_evict
        self.hits = self.misses = 0
        self._items = OrderedDict()

    def __getitem__(self, key):
        try:
            value = self._items[key]
        except KeyError:
            self.misses += 1
            raise
        self._items.move_to_end(key)
        self.hits += 1
        return value

    def __setitem__(self, key, value):
        self._items[key] = value
        self._items.move_to_end(key)
        while len(self._items) > self.capacity:
            old = self._items.popitem(last=False)
            if self.on_evict:
                self.on_evict(*old)

    def __delitem__(self, key):
        del self._items[key]

    def __contains__(self, key):
        return key in self._items

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def get_or_make(self, key, make):
        if key in self:
            return self[key]
        self.misses += 1
        self[key] = value = make(key)
        return value


# the same thing by hand, as in an interview: a dict and a doubly linked list
class Node:
    def __init__(self, key=None, value=None):
        self.key, self.value, self.prev, self.next = key, value, self, self


class LinkedLRU:
    def __init__(self, capacity):
        self.capacity, self.nodes, self.root = capacity, {}, Node()

    def _unlink(self, node):
        node.prev.next, node.next.prev = node.next, node.prev

    def _push(self, node):
        last = self.root.prev
        last.next = self.root.prev = node
        node.prev, node.next = last, self.root

    def get(self, key, default=None):
        node = self.nodes.get(key)
        if node is None:
            return default
        self._unlink(node)
        self._push(node)
        return node.value

    def put(self, key, value):
        if key in self.nodes:
            self._unlink(self.nodes[key])
        elif len(self.nodes) == self.capacity:
            oldest = self.root.next
            self._unlink(oldest)
            del self.nodes[oldest.key]
        node = self.nodes[key] = Node(key, value)
        self._push(node)


evicted = []
cache = LRUCache(4, on_evict=lambda k, v: evicted.append(k))
for word in "to be or not to be that is the question to be".split():
    cache.get_or_make(word, len)
print("cache:", list(cache), "evicted:", evicted, f"hits {cache.hits} misses {cache.misses}")
try:
    cache["gone"]
except KeyError as e:
    print("missing", e)
del cache["be"]
print(len(cache), "be" in cache, "to" in cache)
linked = LinkedLRU(2)
answers = []
for op, *args in [("put", 1, "a"), ("put", 2, "b"), ("get", 1), ("put", 3, "c"), ("get", 2), ("put", 1, "A"), ("get", 3), ("get", 1), ("get", 9, "none")]:
    answers.append(getattr(linked, op)(*args))
print(answers, sorted(linked.nodes))
