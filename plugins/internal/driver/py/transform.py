# The code of a run: where it leaves the value of its last statement, and how a final answer gets past its handlers.

VALUE, KEEP, CHECK = "__airlock_value__", "__airlock_keep__", "__airlock_check__"
HARMLESS = {name for name, v in vars(builtins).items() if isinstance(v, type) and issubclass(v, Exception)}


def prepare(source, filename):
    """Compiles a run. Gives (code, statements, whether the last one is an expression)."""
    tree = compile(source, filename, "exec", ast.PyCF_ONLY_AST, True)
    statements = list(tree.body)
    expression = bool(statements) and isinstance(statements[-1], ast.Expr)
    lines = re.findall("[^\r\n]*(?:\r\n|\r|\n)?", source)
    places = [(s.lineno, s.end_lineno, segment(lines, s)) for s in statements]
    if statements:
        tree.body = statements[:-1] + Recorder(VALUE).statement(statements[-1])
    check_handlers(tree)
    return compile(tree, filename, "exec", dont_inherit=True), places, expression


def segment(lines, s):
    """The source of a statement, as ast.get_source_segment gives it: before Python 3.12 that reads all of the source for each."""
    part = [line.encode() for line in lines[s.lineno - 1:s.end_lineno]]
    part[-1] = part[-1][:s.end_col_offset]
    part[0] = part[0][s.col_offset:]
    return b"".join(part).decode()


def made(kind, at, **fields):
    """A node in the place of another."""
    return kind(lineno=at.lineno, col_offset=at.col_offset, end_lineno=at.end_lineno, end_col_offset=at.end_col_offset, **fields)


def load_name(name, at):
    return made(ast.Name, at, id=name, ctx=ast.Load())


def call(name, args, at):
    return made(ast.Call, at, func=load_name(name, at), args=args, keywords=[])


class Recorder:
    """Makes statements tell their value: that of an expression or assignment, what def and class made, the last one in if and for."""

    def __init__(self, name):
        self.name, self.temps = name, 0

    def told(self, value, at):
        return made(ast.Expr, at, value=call(self.name, [value], at))

    def statement(self, s):
        if isinstance(s, (ast.Expr, ast.Assign)) or isinstance(s, ast.AnnAssign) and s.value is not None:
            s.value = call(self.name, [s.value], s.value)
        elif isinstance(s, ast.AugAssign):
            return self.augmented(s)
        elif isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return [s, self.told(load_name(s.name, s), s)]
        elif isinstance(s, (ast.If, ast.For)):
            inner = Recorder(KEEP)
            s.body = [x for b in s.body for x in inner.statement(b)]
            s.orelse = [x for b in s.orelse for x in inner.statement(b)]
        return [s]

    def augmented(self, s):
        """The object and the index are evaluated once, so they get names for a while."""
        before, after, target = [], [], s.target
        if isinstance(target, ast.Name):
            read = load_name(target.id, s)
        else:
            target.value = self.temporary(target.value, before, after)
            if isinstance(target, ast.Subscript):
                target.slice = self.temporary(target.slice, before, after)
                read = made(ast.Subscript, s, value=target.value, slice=target.slice, ctx=ast.Load())
            else:
                read = made(ast.Attribute, s, value=target.value, attr=target.attr, ctx=ast.Load())
        return before + [s, self.told(read, s)] + after

    def temporary(self, value, before, after):
        if isinstance(value, (ast.Name, ast.Constant, ast.Slice)) or not isinstance(value, ast.expr):
            return value
        self.temps += 1
        name = "__airlock_%d__" % self.temps
        before.append(made(ast.Assign, value, targets=[made(ast.Name, value, id=name, ctx=ast.Store())], value=value, type_comment=None))
        after.append(made(ast.Delete, value, targets=[made(ast.Name, value, id=name, ctx=ast.Del())]))
        return load_name(name, value)


def walk(node):
    """A node, and all below it."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        for field in node._fields:
            v = getattr(node, field, None)
            todo.extend(x for x in (v if isinstance(v, list) else [v]) if isinstance(x, ast.AST))


def check_handlers(tree):
    """Lets handlers that catch everything raise again what ends the run: a final answer, an interrupt."""
    for h in walk(tree):
        if isinstance(h, ast.ExceptHandler) and (h.type is None or any(isinstance(n, ast.Name) and n.id not in HARMLESS for n in walk(h.type))):
            h.body.insert(0, made(ast.Expr, h, value=call(CHECK, [], h)))
