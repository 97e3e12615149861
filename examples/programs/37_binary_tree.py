"""A search tree with generators: iteration is recursion with yield from."""


class Tree:
    def __init__(self, items=()):
        self.root = None
        self.size = 0
        for item in items:
            self.add(item)

    class Node:
        __slots__ = "value", "left", "right"

        def __init__(self, value):
            self.value, self.left, self.right = value, None, None

    def add(self, value):
        if self.root is None:
            self.root = Tree.Node(value)
        else:
            node = self.root
            while True:
                if value == node.value:
                    return False
                side = "left" if value < node.value else "right"
                child = getattr(node, side)
                if child is None:
                    setattr(node, side, Tree.Node(value))
                    break
                node = child
        self.size += 1
        return True

    def __iter__(self):
        def walk(node):
            if node:
                yield from walk(node.left)
                yield node.value
                yield from walk(node.right)
        return walk(self.root)

    def __reversed__(self):
        stack, node = [], self.root
        while stack or node:
            while node:
                stack.append(node)
                node = node.right
            node = stack.pop()
            yield node.value
            node = node.left

    def levels(self):
        row = [self.root] if self.root else []
        while row:
            yield [n.value for n in row]
            row = [c for n in row for c in (n.left, n.right) if c]

    def depth(self, node="root"):
        node = self.root if node == "root" else node
        return 0 if node is None else 1 + max(self.depth(node.left), self.depth(node.right))

    def paths(self):
        def walk(node, above):
            here = above + [node.value]
            if not (node.left or node.right):
                yield here
            for child in filter(None, (node.left, node.right)):
                yield from walk(child, here)
        if self.root:
            yield from walk(self.root, [])


def draw(node, prefix="", is_left=None):
    if node is None:
        return
    mark = "" if is_left is None else ("└─" if is_left else "┌─")
    bar = {None: ("", ""), True: ("│ ", "  "), False: ("  ", "│ ")}[is_left]
    yield from draw(node.right, prefix + bar[0], False)
    yield f"{prefix}{mark}{node.value}"
    yield from draw(node.left, prefix + bar[1], True)


tree = Tree([50, 30, 70, 20, 40, 60, 80, 35, 65, 30])
print(list(tree), tree.size, tree.depth(), list(reversed(tree)) == list(tree)[::-1])
print(*tree.levels(), sep="\n")
print("\n".join(draw(tree.root)))
print("heaviest path:", max(tree.paths(), key=sum), "leaves:", [p[-1] for p in tree.paths()])


def averages():
    total = count = 0
    value = yield
    while value is not None:
        total, count = total + value, count + 1
        value = yield total / count
    return f"{count} values"


def collect(results):
    results.append((yield from averages()))
    yield "closed"


results = []
gen = collect(results)
next(gen)
print([gen.send(v) for v in tree], gen.send(None), results)
words = Tree("the quick brown fox jumps over the lazy dog".split())
print(*words, "|", words.add("fox"), words.add("cat"), min(words), list(Tree()))
