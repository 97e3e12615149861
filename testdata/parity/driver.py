"""Runs snippets for the parity test: one JSON request a line on standard input, one answer a line on standard output.

A request has a mode (reference, python or constants), the authorised imports, limits and the code of each step; the steps of a request
share one session. An answer has for each step the value's repr, the logs, whether it is a final answer, and the error's text.
"""

import ast
import contextlib
import io
import json
import math
import signal
import sys
import traceback
import warnings


class Final(BaseException):
    def __init__(self, value):
        self.value = value


def plus(a, b):
    return a + b


def search(query, limit=3):
    return [f"{query} {i}" for i in range(limit)]


def fail(text):
    raise ValueError(text)


def answer_tool(answer=None):
    return answer


TOOLS = {"plus": plus, "search": search, "fail": fail, "final_answer": answer_tool}


def outcome(value=None, logs="", final=False, error=""):
    return {"value": "" if value is None else repr(value), "logs": logs, "final": final, "error": error}


def reference(request):
    """The steps in smolagents' local executor."""
    import smolagents.local_python_executor as lpe

    limits = request["limits"]
    lpe.MAX_OPERATIONS = limits.get("operations", 10_000_000)
    lpe.MAX_WHILE_ITERATIONS = limits.get("iterations", 1_000_000)
    executor = lpe.LocalPythonExecutor(request["imports"], max_print_outputs_length=limits.get("print"),
                                       timeout_seconds=limits.get("time", 30))
    executor.send_tools(dict(TOOLS))
    for code in request["steps"]:
        executor.state.pop("_print_outputs", None)
        try:
            result = executor(code)
            yield outcome(result.output, result.logs, result.is_final_answer)
        except lpe.InterpreterError as e:
            yield outcome(error=str(e), logs=str(executor.state.get("_print_outputs", "")))
        except BaseException as e:
            text = str(e) if isinstance(e, lpe.ExecutionTimeoutError) else f"{type(e).__name__}: {e}"
            yield outcome(error=text, logs=str(executor.state.get("_print_outputs", "")))


def constants():
    """The reference's own figures and lists."""
    import smolagents.local_python_executor as lpe

    yield outcome([lpe.MAX_OPERATIONS, lpe.MAX_WHILE_ITERATIONS, lpe.MAX_EXECUTION_TIME_SECONDS, lpe.DEFAULT_MAX_LEN_OUTPUT,
                   *sorted(lpe.BASE_BUILTIN_MODULES)])


class Recorder(ast.NodeTransformer):
    """Makes the statements of a top-level statement's body tell their values."""

    def record(self, value):
        call = ast.Call(ast.Name("_parity_record", ast.Load()), [value], [])
        return ast.copy_location(call, value)

    def body(self, statements):
        out = []
        for s in statements:
            out.append(self.visit(s))
            if isinstance(s, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                out.append(ast.Expr(self.record(ast.Name(s.name, ast.Load()))))
            elif isinstance(s, ast.AugAssign) and isinstance(s.target, ast.Name):
                out.append(ast.Expr(self.record(ast.Name(s.target.id, ast.Load()))))
        return out

    def block(self, node):
        node.body = self.body(node.body)
        node.orelse = self.body(node.orelse)
        return node

    def value(self, node):
        if node.value is not None:
            node.value = self.record(node.value)
        return node

    visit_If = visit_For = block
    visit_Expr = visit_Assign = visit_AnnAssign = value

    def generic_visit(self, node):
        return node  # other statements have no value


def python(request):
    """The steps in CPython itself, with the reference's rule for a run's value."""
    names = {"__name__": "__main__", **TOOLS}
    for name in "ceil floor log exp sin cos tan asin acos atan atan2 degrees radians sqrt".split():
        names[name] = getattr(math, name)
    values = []

    def record(value):
        if value is not None:
            values.append(value)
        return value

    def final_answer(*args, **kwargs):
        raise Final(answer_tool(*args, **kwargs))

    names.update(_parity_record=record, final_answer=final_answer)
    for code in request["steps"]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            yield run_python(code, names, values, out)


def run_python(code, names, values, out):
    try:
        tree = ast.parse(code)
        compile(code, "<unknown>", "exec")
    except SyntaxError as e:
        text = (e.text or code.split("\n")[e.lineno - 1]).rstrip("\n")
        return outcome(error=f"Code parsing failed on line {e.lineno} due to: {type(e).__name__}: {e}\n{text}\n"
                       + " " * ((e.offset or 1) - 1) + "^")
    node = None
    try:
        for node in tree.body:
            segment = ast.get_source_segment(code, node)
            values.clear()
            statements = Recorder().body([node])
            exec(compile(ast.fix_missing_locations(ast.Module(statements, [])), "<unknown>", "exec"), names)
        return outcome(values[-1] if values else None, out.getvalue())
    except Final as e:
        return outcome(e.value, out.getvalue(), True)
    except BaseException as e:
        text = traceback.TracebackException.from_exception(e)._str
        return outcome(error=f"Code execution failed at line '{segment}' due to: {type(e).__name__}: {text}", logs=out.getvalue())


class Slow(BaseException):
    """A snippet doesn't end under CPython, which has no limits."""


def slow(*_):
    raise Slow


def main():
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, slow)
    answers = sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        request = json.loads(line)
        if request["mode"] == "constants":
            steps = list(constants())
        elif request["mode"] == "reference":
            steps = list(reference(request))
        else:
            signal.setitimer(signal.ITIMER_REAL, 1)
            steps = list(python(request))
            signal.setitimer(signal.ITIMER_REAL, 0)
        print(json.dumps(steps), file=answers, flush=True)


main()
