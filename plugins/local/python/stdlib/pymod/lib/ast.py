"""The abstract syntax tree of Python: its nodes, and functions to read and write them."""

PyCF_ONLY_AST, PyCF_TYPE_COMMENTS, PyCF_ALLOW_TOP_LEVEL_AWAIT = 1024, 4096, 8192
_singletons = {}


class AST:
    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __init__(self, /, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            raise TypeError(f"{type(self).__name__} constructor takes at most {len(fields)} "
                            f"positional argument{'' if len(fields) == 1 else 's'}")
        for name, value in zip(fields, args):
            _setattr(self, name, value)
        for name, value in kwargs.items():
            if name in fields[:len(args)]:
                raise TypeError(f"{type(self).__name__} got multiple values for argument {name!r}")
            _setattr(self, name, value)

    def __reduce__(self):
        return type(self), (), self.__dict__


_POSITION = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def _define(base, text, position=None):
    """Define a class from its line in the grammar: Name(type field, type? optional, type* list)."""
    name, _, fields = text.partition("(")
    names, body = [], {"__doc__": text, "__module__": "ast"}
    for field in fields.rstrip(")").split(", ") if fields else ():
        kind, field = field.split(" ")
        names.append(field)
        if kind[-1] == "?":
            body[field] = None
    body["_fields"] = body["__match_args__"] = tuple(names)
    if position is not None:
        body["_attributes"] = position
        if position == _POSITION and name not in ("pattern", "type_param"):
            body["end_lineno"] = body["end_col_offset"] = None
    globals()[name] = type(name, (base,), body)


def _sum(name, members, position=None, base=AST):
    """Define a sum of the grammar: the base class and its members, one a line."""
    members = [m.strip() for m in members.strip().split("\n")]
    _define(base, name, position)
    cls = globals()[name]
    bar = " | " if not any("(" in m for m in members) else "\n" + " " * len(name) + " | "
    cls.__doc__ = name + " = " + bar.join(members)
    for m in members:
        _define(cls, m)


def _grammar():
    _sum("mod", """Module(stmt* body, type_ignore* type_ignores)
        Interactive(stmt* body)
        Expression(expr body)
        FunctionType(expr* argtypes, expr returns)""", ())
    function = "(identifier name, arguments args, stmt* body, expr* decorator_list, expr? returns, string? type_comment, type_param* type_params)"
    _sum("stmt", f"""FunctionDef{function}
        AsyncFunctionDef{function}
        ClassDef(identifier name, expr* bases, keyword* keywords, stmt* body, expr* decorator_list, type_param* type_params)
        Return(expr? value)
        Delete(expr* targets)
        Assign(expr* targets, expr value, string? type_comment)
        TypeAlias(expr name, type_param* type_params, expr value)
        AugAssign(expr target, operator op, expr value)
        AnnAssign(expr target, expr annotation, expr? value, int simple)
        For(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
        AsyncFor(expr target, expr iter, stmt* body, stmt* orelse, string? type_comment)
        While(expr test, stmt* body, stmt* orelse)
        If(expr test, stmt* body, stmt* orelse)
        With(withitem* items, stmt* body, string? type_comment)
        AsyncWith(withitem* items, stmt* body, string? type_comment)
        Match(expr subject, match_case* cases)
        Raise(expr? exc, expr? cause)
        Try(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
        TryStar(stmt* body, excepthandler* handlers, stmt* orelse, stmt* finalbody)
        Assert(expr test, expr? msg)
        Import(alias* names)
        ImportFrom(identifier? module, alias* names, int? level)
        Global(identifier* names)
        Nonlocal(identifier* names)
        Expr(expr value)
        Pass
        Break
        Continue""", _POSITION)
    _sum("expr", """BoolOp(boolop op, expr* values)
        NamedExpr(expr target, expr value)
        BinOp(expr left, operator op, expr right)
        UnaryOp(unaryop op, expr operand)
        Lambda(arguments args, expr body)
        IfExp(expr test, expr body, expr orelse)
        Dict(expr* keys, expr* values)
        Set(expr* elts)
        ListComp(expr elt, comprehension* generators)
        SetComp(expr elt, comprehension* generators)
        DictComp(expr key, expr value, comprehension* generators)
        GeneratorExp(expr elt, comprehension* generators)
        Await(expr value)
        Yield(expr? value)
        YieldFrom(expr value)
        Compare(expr left, cmpop* ops, expr* comparators)
        Call(expr func, expr* args, keyword* keywords)
        FormattedValue(expr value, int conversion, expr? format_spec)
        JoinedStr(expr* values)
        Constant(constant value, string? kind)
        Attribute(expr value, identifier attr, expr_context ctx)
        Subscript(expr value, expr slice, expr_context ctx)
        Starred(expr value, expr_context ctx)
        Name(identifier id, expr_context ctx)
        List(expr* elts, expr_context ctx)
        Tuple(expr* elts, expr_context ctx)
        Slice(expr? lower, expr? upper, expr? step)""", _POSITION)
    _sum("expr_context", "Load\nStore\nDel", ())
    _sum("boolop", "And\nOr", ())
    _sum("operator", "\n".join("Add Sub Mult MatMult Div Mod Pow LShift RShift BitOr BitXor BitAnd FloorDiv".split()), ())
    _sum("unaryop", "Invert\nNot\nUAdd\nUSub", ())
    _sum("cmpop", "\n".join("Eq NotEq Lt LtE Gt GtE Is IsNot In NotIn".split()), ())
    _define(AST, "comprehension(expr target, expr iter, expr* ifs, int is_async)", ())
    _sum("excepthandler", "ExceptHandler(expr? type, identifier? name, stmt* body)", _POSITION)
    _define(AST, "arguments(arg* posonlyargs, arg* args, arg? vararg, arg* kwonlyargs, expr* kw_defaults, arg? kwarg, expr* defaults)", ())
    _define(AST, "arg(identifier arg, expr? annotation, string? type_comment)", _POSITION)
    _define(AST, "keyword(identifier? arg, expr value)", _POSITION)
    _define(AST, "alias(identifier name, identifier? asname)", _POSITION)
    _define(AST, "withitem(expr context_expr, expr? optional_vars)", ())
    _define(AST, "match_case(pattern pattern, expr? guard, stmt* body)", ())
    _sum("pattern", """MatchValue(expr value)
        MatchSingleton(constant value)
        MatchSequence(pattern* patterns)
        MatchMapping(expr* keys, pattern* patterns, identifier? rest)
        MatchClass(expr cls, pattern* patterns, identifier* kwd_attrs, pattern* kwd_patterns)
        MatchStar(identifier? name)
        MatchAs(pattern? pattern, identifier? name)
        MatchOr(pattern* patterns)""", _POSITION)
    _sum("type_ignore", "TypeIgnore(int lineno, string tag)", ())
    _sum("type_param", """TypeVar(identifier name, expr? bound)
        ParamSpec(identifier name)
        TypeVarTuple(identifier name)""", _POSITION)


_grammar()


def _alias_of_value(self):
    return self.value


Constant.n = Constant.s = property(_alias_of_value, lambda self, value: setattr(self, "value", value))


class _Old(type):
    """The metaclass of the classes that Constant has replaced."""

    def __instancecheck__(cls, inst):
        return isinstance(inst, Constant) and isinstance(inst.value, cls._types) and not (
            cls.__name__ == "Num" and isinstance(inst.value, bool))


def _old(name, fields, types):
    def make(cls, *args, **kwargs):
        for i, field in enumerate(fields):
            if field in kwargs:
                return Constant(kwargs[field])
        return Constant(*(args or (...,)), **kwargs)
    body = {"_fields": fields, "_types": types, "__new__": make, "__module__": "ast",
            "__doc__": "Deprecated AST node class. Use ast.Constant instead"}
    _replaced[name] = _Old(name, (Constant,), body)


_replaced = {}
_old("Num", ("n",), (int, float, complex))
_old("Str", ("s",), (str,))
_old("Bytes", ("s",), (bytes,))
_old("NameConstant", ("value", "kind"), (type(None), bool))
_old("Ellipsis", (), (type(...),))


def __getattr__(name):
    if name in _replaced:
        return _replaced[name]
    raise AttributeError(f"module 'ast' has no attribute '{name}'")


class slice(AST):
    """Deprecated AST node class."""


class Index(slice):
    """Deprecated AST node class. Use the index value directly instead."""
    def __new__(cls, value, **kwargs):
        return value


class ExtSlice(slice):
    """Deprecated AST node class. Use ast.Tuple instead."""
    def __new__(cls, dims=(), **kwargs):
        return Tuple(list(dims), Load(), **kwargs)


class Suite(mod):
    """Deprecated AST node class.  Unused in Python 3."""


class AugLoad(expr_context):
    """Deprecated AST node class.  Unused in Python 3."""


class AugStore(expr_context):
    """Deprecated AST node class.  Unused in Python 3."""


class Param(expr_context):
    """Deprecated AST node class.  Unused in Python 3."""


def parse(source, filename="<unknown>", mode="exec", *, type_comments=False, feature_version=None):
    """Parse the source into an AST node."""
    if isinstance(source, AST):
        return source
    if isinstance(source, (bytes, bytearray)):
        source = bytes(source).decode("utf-8")
    if not isinstance(source, str):
        raise TypeError("compile() arg 1 must be a string, bytes or AST object")
    if mode not in ("exec", "eval", "single"):
        raise ValueError("compile() mode must be 'exec', 'eval', 'single' or 'func_type'")
    if "\0" in source:
        raise SyntaxError("source code string cannot contain null bytes")
    return _parse(source, str(filename), mode)


def literal_eval(node_or_string):
    """Evaluate an expression node or a string containing only a Python expression of literals."""
    node = node_or_string
    if isinstance(node, str):
        node = parse(node.lstrip(" \t"), mode="eval")
    if isinstance(node, Expression):
        node = node.body
    return _literal(node)


def _malformed(node):
    text = "malformed node or string"
    if line := getattr(node, "lineno", None):
        text += f" on line {line}"
    raise ValueError(text + f": {node!r}")


def _number(node):
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        _malformed(node)
    return node.value


def _signed(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        value = _number(node.operand)
        return +value if isinstance(node.op, UAdd) else -value
    return _number(node)


def _literal(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_literal, node.elts))
    if isinstance(node, List):
        return list(map(_literal, node.elts))
    if isinstance(node, Set):
        return set(map(_literal, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == "set" and node.args == node.keywords == []:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _malformed(node)
        return dict(zip(map(_literal, node.keys), map(_literal, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left, right = _signed(node.left), _number(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _signed(node)


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """Return a formatted dump of the tree in node."""
    if not isinstance(node, AST):
        raise TypeError("expected AST, got %r" % node.__class__.__name__)
    if indent is not None and not isinstance(indent, str):
        indent = " " * indent

    def show(node, level):
        if indent is not None:
            level += 1
            prefix = "\n" + indent * level
            sep = "," + prefix
        else:
            prefix, sep = "", ", "
        if isinstance(node, AST):
            cls, args, simple, keywords = type(node), [], True, annotate_fields
            names = list(node._fields)
            for name in names:
                try:
                    value = _getattr(node, name)
                except AttributeError:
                    keywords = True
                    continue
                if value is None and _getattr(cls, name, ...) is None:
                    keywords = True
                    continue
                value, plain = show(value, level)
                simple = simple and plain
                args.append(f"{name}={value}" if keywords else value)
            if include_attributes and node._attributes:
                for name in node._attributes:
                    try:
                        value = _getattr(node, name)
                    except AttributeError:
                        continue
                    if value is None and _getattr(cls, name, ...) is None:
                        continue
                    value, plain = show(value, level)
                    simple = simple and plain
                    args.append(f"{name}={value}")
            if simple and len(args) <= 3:
                return "%s(%s)" % (cls.__name__, ", ".join(args)), not args
            return "%s(%s%s)" % (cls.__name__, prefix, sep.join(args)), False
        if isinstance(node, list):
            if not node:
                return "[]", True
            return "[%s%s]" % (prefix, sep.join(show(x, level)[0] for x in node)), False
        return repr(node), True

    return show(node, 0)[0]


def copy_location(new_node, old_node):
    """Copy source location from old_node to new_node if possible, and return new_node."""
    for attr in _POSITION:
        if attr in old_node._attributes and attr in new_node._attributes:
            value = _getattr(old_node, attr, None)
            if value is not None or (hasattr(old_node, attr) and attr.startswith("end_")):
                _setattr(new_node, attr, value)
    return new_node


def fix_missing_locations(node):
    """Fill in the locations of nodes that lack them, from their parents."""
    def fix(node, lineno, col_offset, end_lineno, end_col_offset):
        if "lineno" in node._attributes:
            if not hasattr(node, "lineno"):
                node.lineno = lineno
            else:
                lineno = node.lineno
            if getattr(node, "end_lineno", None) is None:
                node.end_lineno = end_lineno
            else:
                end_lineno = node.end_lineno
            if not hasattr(node, "col_offset"):
                node.col_offset = col_offset
            else:
                col_offset = node.col_offset
            if getattr(node, "end_col_offset", None) is None:
                node.end_col_offset = end_col_offset
            else:
                end_col_offset = node.end_col_offset
        for child in iter_child_nodes(node):
            fix(child, lineno, col_offset, end_lineno, end_col_offset)
    fix(node, 1, 0, 1, 0)
    return node


def increment_lineno(node, n=1):
    """Increment the line numbers of all nodes in the tree starting at node by n."""
    for child in walk(node):
        if isinstance(child, TypeIgnore) or "lineno" in child._attributes:
            child.lineno = getattr(child, "lineno", 0) + n
        if "end_lineno" in child._attributes and (end := getattr(child, "end_lineno", 0)) is not None:
            child.end_lineno = end + n
    return node


def iter_fields(node):
    """Yield a tuple of (fieldname, value) for each field in node._fields that is present."""
    for field in node._fields:
        try:
            yield field, _getattr(node, field)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """Yield all direct child nodes of node."""
    for _, value in iter_fields(node):
        if isinstance(value, AST):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, AST):
                    yield item


def walk(node):
    """Recursively yield all descendant nodes in the tree starting at node, in no specified order."""
    todo = [node]
    for node in todo:
        todo.extend(iter_child_nodes(node))
        yield node


def get_docstring(node, clean=True):
    """Return the docstring for the given node or None if no docstring can be found."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError("%r can't have docstrings" % (node.__class__.__name__))
    doc = _docstring_node(node)
    if doc is None:
        return None
    return _clean(doc.value) if clean else doc.value


def _docstring_node(node):
    if isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)) and node.body and isinstance(node.body[0], Expr):
        value = node.body[0].value
        if isinstance(value, Constant) and isinstance(value.value, str):
            return value
    return None


def _clean(doc):
    """Remove the indentation that the lines after the first have in common, and blank lines around."""
    lines = doc.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip()) for line in lines[1:] if line.lstrip()), default=None)
    lines[0] = lines[0].lstrip()
    if margin is not None:
        lines[1:] = [line[margin:] for line in lines[1:]]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)


def get_source_segment(source, node, *, padded=False):
    """Get source code segment of the *source* that generated *node*."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        first, last = node.lineno - 1, node.end_lineno - 1
        start, end = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = [line.encode() for line in _lines(source)]
    if first == last:
        return lines[first][start:end].decode()
    padding = "".join(c if c in "\f\t" else " " for c in lines[first][:start].decode()) if padded else ""
    parts = [padding + lines[first][start:].decode(), *(line.decode() for line in lines[first + 1:last]), lines[last][:end].decode()]
    return "".join(parts)


def _lines(source):
    out, rest = [], source.replace("\r\n", "\n").replace("\r", "\n")
    while rest:
        line, newline, rest = rest.partition("\n")
        out.append(line + newline)
    return out


class NodeVisitor:
    """Walks the tree and calls a visitor method for every node found: visit_Name for a Name, ..."""

    def visit(self, node):
        return getattr(self, "visit_" + node.__class__.__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        """Called if no explicit visitor function exists for a node."""
        for _, value in iter_fields(node):
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, AST):
                        self.visit(item)
            elif isinstance(value, AST):
                self.visit(value)

    def visit_Constant(self, node):
        for cls, name in ((type(None), "NameConstant"), (bool, "NameConstant"), ((int, float, complex), "Num"),
                          (str, "Str"), (bytes, "Bytes"), (type(...), "Ellipsis")):
            if isinstance(node.value, cls):
                method = getattr(self, "visit_" + name, None)
                if method is not None:
                    return method(node)
                break
        return self.generic_visit(node)


class NodeTransformer(NodeVisitor):
    """A NodeVisitor that puts what its methods return in place of the nodes."""

    def generic_visit(self, node):
        for field, old in iter_fields(node):
            if isinstance(old, list):
                new = []
                for value in old:
                    if isinstance(value, AST):
                        value = self.visit(value)
                        if value is None:
                            continue
                        if not isinstance(value, AST):
                            new.extend(value)
                            continue
                    new.append(value)
                old[:] = new
            elif isinstance(old, AST):
                value = self.visit(old)
                if value is None:
                    _delattr(node, field)
                else:
                    _setattr(node, field, value)
        return node


def unparse(ast_obj):
    """Unparse an AST object and generate a string with code that would produce an equivalent AST."""
    if not isinstance(ast_obj, AST):
        if isinstance(ast_obj, list):
            w = _Writer()
            w.body(ast_obj)
            return "".join(w.out)
        raise TypeError("expected AST, got %r" % type(ast_obj).__name__)
    w = _Writer()
    return w.whole(ast_obj)


# How tightly an expression binds.
(_NAMED, _TUPLE, _YIELD, _TEST, _OR, _AND, _NOT, _CMP, _BOR, _BXOR, _BAND, _SHIFT, _ARITH, _TERM, _FACTOR, _POWER, _AWAIT,
 _ATOM) = range(18)
_BINARY = {"Add": ("+", _ARITH), "Sub": ("-", _ARITH), "Mult": ("*", _TERM), "MatMult": ("@", _TERM), "Div": ("/", _TERM),
           "Mod": ("%", _TERM), "LShift": ("<<", _SHIFT), "RShift": (">>", _SHIFT), "BitOr": ("|", _BOR), "BitXor": ("^", _BXOR),
           "BitAnd": ("&", _BAND), "FloorDiv": ("//", _TERM), "Pow": ("**", _POWER)}
_UNARY = {"Invert": ("~", _FACTOR), "Not": ("not ", _NOT), "UAdd": ("+", _FACTOR), "USub": ("-", _FACTOR)}
_COMPARE = {"Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not",
            "In": "in", "NotIn": "not in"}
_QUOTES = ("'", '"', '"""', "'''")
_LONG_QUOTES = ('"""', "'''")


def _escape(text, quotes, whitespace):
    """The text of a string literal, and the quotes that may stand around it."""
    def char(c):
        if not whitespace and c in "\n\t":
            return c
        if c == "\\" or not c.isprintable():
            return c.encode("unicode_escape").decode("ascii")
        return c
    escaped = "".join(map(char, text))
    possible = [q for q in quotes if q in _LONG_QUOTES] if "\n" in escaped else list(quotes)
    possible = [q for q in possible if q not in escaped]
    if not possible:
        text = repr(text)
        return text[1:-1], [next((q for q in quotes if text[0] in q), text[0])]
    if escaped:
        possible.sort(key=lambda q: q[0] == escaped[-1])
        if possible[0][0] == escaped[-1]:
            escaped = escaped[:-1] + "\\" + escaped[-1]
    return escaped, possible


class _Writer:
    """Writes nodes as source. Expressions are texts; statements are collected in out."""

    def __init__(self):
        self.out = []
        self.depth = 0

    def whole(self, node):
        if isinstance(node, stmt):
            self.statement(node)
        elif isinstance(node, (Module, Interactive)):
            self.documented(node)
        elif isinstance(node, Expression):
            self.out.append(self.expr(node.body))
        elif isinstance(node, FunctionType):
            self.out.append("(" + ", ".join(map(self.expr, node.argtypes)) + ") -> " + self.expr(node.returns))
        elif isinstance(node, ExceptHandler):
            self.handler(node, "except")
        elif isinstance(node, match_case):
            self.case(node)
        else:
            self.out.append(self.expr(node))
        return "".join(self.out)

    # Statements.

    def blank(self):
        if self.out:
            self.out.append("\n")

    def line(self, text):
        self.blank()
        self.out.append("    " * self.depth + text)

    def block(self, head, body, comment=None):
        self.line(head + ":" + (f" # type: {comment}" if comment else ""))
        self.depth += 1
        self.body(body)
        self.depth -= 1

    def body(self, body):
        for s in body:
            self.statement(s)

    def documented(self, node):
        doc = _docstring_node(node)
        if doc is None:
            return self.body(node.body)
        text, quotes = _escape(doc.value, _LONG_QUOTES, False)
        self.line(("u" if doc.kind == "u" else "") + quotes[0] + text + quotes[0])
        self.body(node.body[1:])

    def statement(self, node):
        getattr(self, "stmt_" + type(node).__name__)(node)

    def stmt_Expr(self, node):
        self.line(self.expr(node.value, _YIELD))

    def stmt_Pass(self, node):
        self.line("pass")

    def stmt_Break(self, node):
        self.line("break")

    def stmt_Continue(self, node):
        self.line("continue")

    def stmt_Assign(self, node):
        text = "".join(self.expr(t, _TUPLE) + " = " for t in node.targets) + self.expr(node.value)
        self.line(text + (f" # type: {node.type_comment}" if node.type_comment else ""))

    def stmt_AugAssign(self, node):
        self.line(f"{self.expr(node.target)} {_BINARY[type(node.op).__name__][0]}= {self.expr(node.value)}")

    def stmt_AnnAssign(self, node):
        target = self.expr(node.target)
        if not node.simple and isinstance(node.target, Name):
            target = f"({target})"
        self.line(f"{target}: {self.expr(node.annotation)}" + (f" = {self.expr(node.value)}" if node.value else ""))

    def stmt_TypeAlias(self, node):
        self.line(f"type {self.expr(node.name)}{self.parameters(node)} = {self.expr(node.value)}")

    def stmt_Return(self, node):
        self.line("return" + (" " + self.expr(node.value) if node.value else ""))

    def stmt_Delete(self, node):
        self.line("del " + self.exprs(node.targets))

    def stmt_Assert(self, node):
        self.line("assert " + self.expr(node.test) + (", " + self.expr(node.msg) if node.msg else ""))

    def stmt_Raise(self, node):
        if not node.exc:
            if node.cause:
                raise ValueError("Node can't be used without an exc attribute.")
            return self.line("raise")
        self.line("raise " + self.expr(node.exc) + (" from " + self.expr(node.cause) if node.cause else ""))

    def stmt_Global(self, node):
        self.line("global " + ", ".join(node.names))

    def stmt_Nonlocal(self, node):
        self.line("nonlocal " + ", ".join(node.names))

    def stmt_Import(self, node):
        self.line("import " + self.exprs(node.names))

    def stmt_ImportFrom(self, node):
        self.line("from " + "." * (node.level or 0) + (node.module or "") + " import " + self.exprs(node.names))

    def stmt_If(self, node):
        self.block("if " + self.expr(node.test), node.body)
        while node.orelse and len(node.orelse) == 1 and isinstance(node.orelse[0], If):
            node = node.orelse[0]
            self.block("elif " + self.expr(node.test), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def stmt_While(self, node):
        self.block("while " + self.expr(node.test), node.body)
        if node.orelse:
            self.block("else", node.orelse)

    def stmt_For(self, node, word="for "):
        self.block(word + self.expr(node.target, _TUPLE) + " in " + self.expr(node.iter), node.body, node.type_comment)
        if node.orelse:
            self.block("else", node.orelse)

    def stmt_AsyncFor(self, node):
        self.stmt_For(node, "async for ")

    def stmt_With(self, node, word="with "):
        self.block(word + self.exprs(node.items), node.body, node.type_comment)

    def stmt_AsyncWith(self, node):
        self.stmt_With(node, "async with ")

    def stmt_Try(self, node, word="except"):
        self.block("try", node.body)
        for h in node.handlers:
            self.handler(h, word)
        if node.orelse:
            self.block("else", node.orelse)
        if node.finalbody:
            self.block("finally", node.finalbody)

    def stmt_TryStar(self, node):
        self.stmt_Try(node, "except*")

    def handler(self, node, word):
        self.block(word + (" " + self.expr(node.type) if node.type else "") + (" as " + node.name if node.name else ""), node.body)

    def stmt_Match(self, node):
        self.line("match " + self.expr(node.subject) + ":")
        self.depth += 1
        for c in node.cases:
            self.case(c)
        self.depth -= 1

    def case(self, node):
        self.block("case " + self.expr(node.pattern) + (" if " + self.expr(node.guard) if node.guard else ""), node.body)

    def definition(self, node, head, comment=None):
        self.line(head + ":" + (f" # type: {comment}" if comment else ""))
        self.depth += 1
        self.documented(node)
        self.depth -= 1

    def decorators(self, node):
        self.blank()
        for d in node.decorator_list:
            self.line("@" + self.expr(d))

    def parameters(self, node):
        params = getattr(node, "type_params", None)
        return "[" + self.exprs(params) + "]" if params else ""

    def stmt_FunctionDef(self, node, word="def "):
        self.decorators(node)
        head = word + node.name + self.parameters(node) + "(" + self.expr(node.args) + ")"
        self.definition(node, head + (" -> " + self.expr(node.returns) if node.returns else ""), node.type_comment)

    def stmt_AsyncFunctionDef(self, node):
        self.stmt_FunctionDef(node, "async def ")

    def stmt_ClassDef(self, node):
        self.decorators(node)
        args = ", ".join(map(self.expr, [*node.bases, *node.keywords]))
        self.definition(node, "class " + node.name + self.parameters(node) + (f"({args})" if args else ""))

    # Expressions.

    def expr(self, node, prec=_TEST):
        return getattr(self, "expr_" + type(node).__name__)(node, prec)

    def exprs(self, nodes, prec=_TEST):
        return ", ".join(self.expr(n, prec) for n in nodes)

    def items(self, nodes):
        return self.expr(nodes[0]) + "," if len(nodes) == 1 else self.exprs(nodes)

    def paren(self, own, prec, text):
        return f"({text})" if prec > own else text

    def expr_Name(self, node, prec):
        return node.id

    def expr_Constant(self, node, prec):
        return self.constant(node.value, node.kind)

    def constant(self, value, kind=None):
        if isinstance(value, tuple):
            items = list(map(self.constant, value))
            return "(" + (items[0] + "," if len(items) == 1 else ", ".join(items)) + ")"
        if value is ...:
            return "..."
        text = repr(value)
        if isinstance(value, (float, complex)):
            text = text.replace("inf", "1e309").replace("nan", "(1e309-1e309)")
        return "u" + text if kind == "u" else text

    def expr_JoinedStr(self, node, prec):
        parts = [(self.fstring(v), isinstance(v, Constant)) for v in node.values]
        quotes, texts = list(_QUOTES), []
        for text, constant in parts:
            if constant:
                text, possible = _escape(text, quotes, True)
                if set(possible).isdisjoint(quotes):
                    break
                quotes = possible
            elif "\n" in text:
                quotes = [q for q in quotes if q in _LONG_QUOTES]
            texts.append(text)
        else:
            return "f" + quotes[0] + "".join(texts) + quotes[0]
        return "f'''" + "".join(repr('"' + t)[2:-1] if constant else t for t, constant in parts) + "'''"

    def fstring(self, node):
        if isinstance(node, JoinedStr):
            return "".join(map(self.fstring, node.values))
        if isinstance(node, Constant) and isinstance(node.value, str):
            return node.value.replace("{", "{{").replace("}", "}}")
        if not isinstance(node, FormattedValue):
            raise ValueError(f"Unexpected node inside JoinedStr, {node!r}")
        text = _Writer().expr(node.value, _OR)
        text = "{" + (" " if text.startswith("{") else "") + text
        if node.conversion != -1:
            text += "!" + chr(node.conversion)
        if node.format_spec:
            text += ":" + self.fstring(node.format_spec)
        return text + "}"

    def expr_FormattedValue(self, node, prec):
        return self.expr_JoinedStr(JoinedStr([node]), prec)

    def expr_NamedExpr(self, node, prec):
        return self.paren(_NAMED, prec, f"{self.expr(node.target, _ATOM)} := {self.expr(node.value, _ATOM)}")

    def expr_BoolOp(self, node, prec):
        word, own = (" and ", _AND) if isinstance(node.op, And) else (" or ", _OR)
        return self.paren(own, prec, word.join(self.expr(v, min(own + i, _ATOM)) for i, v in enumerate(node.values, 1)))

    def expr_BinOp(self, node, prec):
        symbol, own = _BINARY[type(node.op).__name__]
        left, right = (own + 1, own) if symbol == "**" else (own, own + 1)
        return self.paren(own, prec, f"{self.expr(node.left, left)} {symbol} {self.expr(node.right, right)}")

    def expr_UnaryOp(self, node, prec):
        symbol, own = _UNARY[type(node.op).__name__]
        return self.paren(own, prec, symbol + self.expr(node.operand, own))

    def expr_Compare(self, node, prec):
        text = self.expr(node.left, _CMP + 1)
        for op, right in zip(node.ops, node.comparators):
            text += f" {_COMPARE[type(op).__name__]} {self.expr(right, _CMP + 1)}"
        return self.paren(_CMP, prec, text)

    def expr_IfExp(self, node, prec):
        return self.paren(_TEST, prec, f"{self.expr(node.body, _OR)} if {self.expr(node.test, _OR)} else {self.expr(node.orelse, _TEST)}")

    def expr_Lambda(self, node, prec):
        args = self.expr(node.args)
        return self.paren(_TEST, prec, "lambda" + (" " + args if args else "") + ": " + self.expr(node.body, _TEST))

    def expr_Await(self, node, prec):
        return self.paren(_AWAIT, prec, "await " + self.expr(node.value, _ATOM))

    def expr_Yield(self, node, prec):
        return self.paren(_YIELD, prec, "yield" + (" " + self.expr(node.value, _ATOM) if node.value else ""))

    def expr_YieldFrom(self, node, prec):
        return self.paren(_YIELD, prec, "yield from " + self.expr(node.value, _ATOM))

    def expr_Starred(self, node, prec):
        return "*" + self.expr(node.value, _BOR)

    def expr_Attribute(self, node, prec):
        value = self.expr(node.value, _ATOM)
        if isinstance(node.value, Constant) and isinstance(node.value.value, int):
            value += " "
        return value + "." + node.attr

    def expr_Call(self, node, prec):
        return self.expr(node.func, _ATOM) + "(" + ", ".join(map(self.expr, [*node.args, *node.keywords])) + ")"

    def expr_Subscript(self, node, prec):
        index = node.slice
        text = self.items(index.elts) if isinstance(index, Tuple) and index.elts else self.expr(index)
        return self.expr(node.value, _ATOM) + "[" + text + "]"

    def expr_Slice(self, node, prec):
        text = (self.expr(node.lower) if node.lower else "") + ":" + (self.expr(node.upper) if node.upper else "")
        return text + (":" + self.expr(node.step) if node.step else "")

    def expr_List(self, node, prec):
        return "[" + self.exprs(node.elts) + "]"

    def expr_Tuple(self, node, prec):
        if not node.elts:
            return "()"
        return self.paren(_TUPLE, prec, self.items(node.elts))

    def expr_Set(self, node, prec):
        return "{" + self.exprs(node.elts) + "}" if node.elts else "{*()}"

    def expr_Dict(self, node, prec):
        return "{" + ", ".join("**" + self.expr(v, _BOR) if k is None else f"{self.expr(k)}: {self.expr(v)}"
                               for k, v in zip(node.keys, node.values)) + "}"

    def clauses(self, node):
        return "".join(map(self.expr, node.generators))

    def expr_ListComp(self, node, prec):
        return "[" + self.expr(node.elt) + self.clauses(node) + "]"

    def expr_SetComp(self, node, prec):
        return "{" + self.expr(node.elt) + self.clauses(node) + "}"

    def expr_GeneratorExp(self, node, prec):
        return "(" + self.expr(node.elt) + self.clauses(node) + ")"

    def expr_DictComp(self, node, prec):
        return "{" + self.expr(node.key) + ": " + self.expr(node.value) + self.clauses(node) + "}"

    def expr_comprehension(self, node, prec):
        text = " async for " if node.is_async else " for "
        text += self.expr(node.target, _TUPLE) + " in " + self.expr(node.iter, _OR)
        return text + "".join(" if " + self.expr(c, _OR) for c in node.ifs)

    def expr_keyword(self, node, prec):
        return ("**" if node.arg is None else node.arg + "=") + self.expr(node.value)

    def expr_alias(self, node, prec):
        return node.name + (" as " + node.asname if node.asname else "")

    def expr_withitem(self, node, prec):
        return self.expr(node.context_expr) + (" as " + self.expr(node.optional_vars) if node.optional_vars else "")

    def expr_arg(self, node, prec):
        return node.arg + (": " + self.expr(node.annotation) if node.annotation else "")

    def expr_arguments(self, node, prec):
        parts = []
        plain = [*node.posonlyargs, *node.args]
        defaults = [None] * (len(plain) - len(node.defaults)) + list(node.defaults)
        for i, (a, d) in enumerate(zip(plain, defaults), 1):
            parts.append(self.expr(a) + ("=" + self.expr(d) if d else ""))
            if i == len(node.posonlyargs):
                parts.append("/")
        if node.vararg:
            parts.append("*" + self.expr(node.vararg))
        elif node.kwonlyargs:
            parts.append("*")
        for a, d in zip(node.kwonlyargs, node.kw_defaults):
            parts.append(self.expr(a) + ("=" + self.expr(d) if d else ""))
        if node.kwarg:
            parts.append("**" + self.expr(node.kwarg))
        return ", ".join(parts)

    def expr_TypeVar(self, node, prec):
        return node.name + (": " + self.expr(node.bound) if node.bound else "")

    def expr_TypeVarTuple(self, node, prec):
        return "*" + node.name

    def expr_ParamSpec(self, node, prec):
        return "**" + node.name

    # Patterns.

    def expr_MatchValue(self, node, prec):
        return self.expr(node.value)

    def expr_MatchSingleton(self, node, prec):
        return self.constant(node.value)

    def expr_MatchSequence(self, node, prec):
        return "[" + self.exprs(node.patterns) + "]"

    def expr_MatchStar(self, node, prec):
        return "*" + (node.name or "_")

    def expr_MatchMapping(self, node, prec):
        parts = [f"{self.expr(k)}: {self.expr(p)}" for k, p in zip(node.keys, node.patterns)]
        if node.rest is not None:
            parts.append("**" + node.rest)
        return "{" + ", ".join(parts) + "}"

    def expr_MatchClass(self, node, prec):
        parts = list(map(self.expr, node.patterns))
        parts += [f"{a}={self.expr(p)}" for a, p in zip(node.kwd_attrs, node.kwd_patterns)]
        return self.expr(node.cls, _ATOM) + "(" + ", ".join(parts) + ")"

    def expr_MatchAs(self, node, prec):
        if node.name is None:
            return "_"
        if node.pattern is None:
            return node.name
        return self.paren(_TEST, prec, self.expr(node.pattern, _BOR) + " as " + node.name)

    def expr_MatchOr(self, node, prec):
        return self.paren(_BOR, prec, " | ".join(self.expr(p, _BOR + 1) for p in node.patterns))
