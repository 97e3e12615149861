"""Heap queue algorithm (a.k.a. priority queue)."""

__all__ = ['heappush', 'heappop', 'heapify', 'heapreplace', 'merge', 'nlargest', 'nsmallest', 'heappushpop']


def merge(*iterables, key=None, reverse=False):
    """Merge multiple sorted inputs into a single sorted output."""
    heap = []
    if reverse:
        heapify, heappop, heapreplace, sign = _heapify_max, _heappop_max, _heapreplace_max, -1
    else:
        heapify, heappop, heapreplace, sign = _heapify, _heappop, _heapreplace, 1
    for order, it in enumerate(map(iter, iterables)):
        for value in it:
            rank = value if key is None else key(value)
            heap.append([rank, order * sign, value, it])
            break
    heapify(heap)
    while len(heap) > 1:
        entry = heap[0]
        yield entry[2]
        for value in entry[3]:
            entry[0] = value if key is None else key(value)
            entry[2] = value
            heapreplace(heap, entry)
            break
        else:
            heappop(heap)
    if heap:
        _, _, value, it = heap[0]
        yield value
        yield from it


_heapify, _heappop, _heapreplace = heapify, heappop, heapreplace


def nsmallest(n, iterable, key=None):
    """Find the n smallest elements in a dataset."""
    if n == 1:
        missing = object()
        result = min(iterable, default=missing, key=key)
        return [] if result is missing else [result]
    if n <= 0:
        iter(iterable)
        return []
    return sorted(iterable, key=key)[:n]


def nlargest(n, iterable, key=None):
    """Find the n largest elements in a dataset."""
    if n == 1:
        missing = object()
        result = max(iterable, default=missing, key=key)
        return [] if result is missing else [result]
    if n <= 0:
        iter(iterable)
        return []
    return sorted(iterable, key=key, reverse=True)[:n]
