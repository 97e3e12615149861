# Tools: functions that run at the client.


class FinalAnswer(BaseException):
    """Unwinds the guest once final_answer was called."""


class ToolError(RuntimeError):
    """The base of exceptions of tools that aren't Python's own."""


class Tools:
    def __init__(self, driver):
        self.driver = driver
        self.names = []
        self.calls = {}
        self.lock = allocate_lock()
        self.last = 0
        self.classes = {}

    def replace(self, specs):
        space = self.driver.namespace
        for name in self.names:
            space.pop(name, None)
        self.names = []
        builtins.final_answer = self.final_answer
        for spec in specs:
            space[spec["name"]] = self.function(spec)
            self.names.append(spec["name"])

    def final_answer(self, answer=None):
        """End the run with the answer."""
        self.driver.answer(answer)

    def function(self, spec):
        name, final = spec["name"], spec.get("final", False)

        def tool(*args, **kwargs):
            result = self.call(name, args, kwargs)
            if final:
                self.driver.answer(result)
            return result
        tool.__name__ = tool.__qualname__ = name
        tool.__module__ = "tools"
        tool.__doc__ = spec.get("doc")
        signature = self.signature(spec)
        if signature is not None:
            tool.__signature__ = signature
        return tool

    def signature(self, spec):
        import inspect
        P = inspect.Parameter
        try:
            params = [P(i["name"], P.POSITIONAL_OR_KEYWORD, annotation=ANNOTATIONS.get(i.get("type"), P.empty),
                        default=self.driver.decode(i.get("default")) if i.get("optional") else P.empty) for i in spec.get("inputs", [])]
            params.sort(key=lambda p: p.default is not P.empty)
            return inspect.Signature(params, return_annotation=ANNOTATIONS.get(spec.get("output"), P.empty))
        except ValueError:
            return None

    def call(self, name, args, kwargs):
        driver = self.driver
        if not driver.wire.alive:
            raise RuntimeError("tool '%s' can't be called in a child process" % name)
        message = {"op": "call", "name": name, "args": [driver.encode(a) for a in args], "kwargs": [[k, driver.encode(v)] for k, v in kwargs.items()]}
        answer = SimpleQueue()
        with self.lock:
            self.last += 1
            message["call"] = self.last
            self.calls[self.last] = answer
        driver.capture.finish()
        driver.wire.send_json(message)
        try:
            reply = answer.get()
        finally:
            self.calls.pop(message["call"], None)
        if "error" in reply:
            raise self.error(reply["error"])
        try:
            return driver.decode(reply.get("value"))
        except ValueError as e:
            raise RuntimeError("result of tool '%s': %s" % (name, e)) from None

    def answered(self, message):
        """A result has come, in the thread that reads."""
        waiting = self.calls.get(message.get("call"))
        if waiting is not None:
            waiting.put(message)

    def error(self, e):
        name, text = e.get("type") or "RuntimeError", e.get("message", "")
        cls = getattr(builtins, name, None)
        if not (isinstance(cls, type) and issubclass(cls, Exception)):
            cls = self.classes.get(name)
            if cls is None:
                cls = self.classes[name] = type(name, (ToolError,), {"__module__": "tools"})
        try:
            made = cls(text)
        except TypeError:
            made = ToolError(text)  # a class such as UnicodeDecodeError wants more than a text
        made.__airlock_tool__ = True
        return made


ANNOTATIONS = {"string": str, "boolean": bool, "integer": int, "number": float, "array": list, "object": dict, "null": None}
