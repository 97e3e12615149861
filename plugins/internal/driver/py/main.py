# The session: requests in the main thread, one after the other, and a thread that reads.


class Driver:
    def __init__(self, wire):
        self.wire = wire
        self.capture = Capture(self.wire)
        self.requests = SimpleQueue()
        self.inbox = []  # the request under way
        self.begun = self.answered = None  # the last request, and the answer to it
        self.handles = Handles()
        self.tools = Tools(self)
        self.displays = Displays(self.wire, self.capture)
        self.jobs = Jobs(self)
        self.running = None  # the id of the run under way
        self.thread = get_ident()  # the main one
        self.interrupted = False
        self.unwanted = None  # the id of the last run that was to be interrupted
        self.final = None  # the final answer in a list, once there is one
        self.value = None
        self.runs = 0
        module = type(sys)("__main__")
        module.__dict__["__builtins__"] = builtins
        sys.modules["__main__"] = module
        self.namespace = module.__dict__
        self.hidden = set(self.namespace)

    # What the code of a run calls.

    def set_value(self, v):
        self.value = v
        return v

    def keep_value(self, v):
        if v is not None:
            self.value = v
        return v

    def check(self):
        if self.final is not None:
            raise FinalAnswer
        if self.interrupted:
            raise KeyboardInterrupt

    def answer(self, v):
        if self.final is None:
            self.final = [v]
        raise FinalAnswer

    # The thread that reads.

    def read(self):
        try:
            for letter, data in iter(self.wire.receive, None):
                self.received(letter, data)
        except BaseException as e:
            die("the connection can't be read: %r" % e)
        _exit(0)  # the plugin closed the connection, or died

    def received(self, letter, data):
        if letter == b"D":
            return self.jobs.piece(data)
        message = self.wire.decode(data.decode("utf-8"))
        op = message["op"]
        if op == "result":
            self.tools.answered(message)
        elif op == "interrupt":
            self.interrupt(message["id"])
        elif op in ("put", "get", "command"):
            self.jobs.start(message)
        elif op == "cancel":
            self.jobs.cancel(message["id"])
        else:
            self.requests.put(message)

    def interrupt(self, run):
        self.unwanted = run  # which may not have begun
        if self.running == run:
            self.interrupted = True
            pthread_kill(self.thread, SIGINT)

    def on_signal(self, signum, frame):
        if self.running is not None and self.interrupted:
            raise KeyboardInterrupt

    # The main thread.

    EARLY = True  # whether it is ready once it is connected: a request then waits for the rest

    def serve(self):
        if self.EARLY:
            self.wire.send(b"J", b'{"op":"ready"}')
        self.prepare()
        if not self.EARLY:
            self.wire.send(b"J", b'{"op":"ready"}')
        start_new_thread(self.read, ())
        while True:
            try:
                self.loop()
            except BaseException:
                pass  # of a signal that guest code handles: an alarm that a run forgot

    def loop(self):
        while True:
            if not self.inbox:
                self.inbox.extend(map(self.requests.get, (True,)))  # no handler runs between the two
            self.respond(self.inbox[0])
            self.inbox.clear()

    def respond(self, message):
        """Does what is asked for, once, and answers; that again if a signal came in its midst."""
        if self.begun is not message:
            error = {"kind": "runtime", "type": "RuntimeError", "text": "the handler of a signal raised an exception"}
            self.begun, self.answered = message, {"op": "done", "id": message["id"], "error": error}
            self.answered = self.answer_to(message)
        try:
            self.capture.finish()
            self.wire.send_json(self.answered)
        except (TypeError, ValueError, RecursionError, MemoryError) as e:
            self.answered = {"op": "done", "id": message["id"], "error": failure(e)}
            self.wire.send_json(self.answered)

    def answer_to(self, message):
        answer = {"op": "done", "id": message["id"]}
        try:
            answer.update(getattr(self, "do_" + message["op"])(message) or {})
        except BaseException as e:
            answer["error"] = failure(e)
        return answer

    def prepare(self):
        load()
        self.wire.prepare()
        faulthandler.enable(self.capture.errors)
        signal(SIGINT, self.on_signal)
        warnings.filterwarnings("ignore", "This process .* is multi-threaded, use of fork", DeprecationWarning)  # the threads are the driver's
        os.register_at_fork(after_in_child=self.forked)
        for name, f in ((VALUE, self.set_value), (KEEP, self.keep_value), (CHECK, self.check)):
            setattr(builtins, name, f)
        builtins.display = self.displays.display
        self.tools.replace([])
        os.environ.setdefault("MPLBACKEND", "module://" + Backend.NAME)
        sys.meta_path.append(Backend(self.displays))
        sys.argv = [""]

    def forked(self):
        """A child process has the guest's streams, and no connection."""
        self.wire.alive = False
        self.running = None
        os.close(self.wire.inp)
        os.close(self.wire.out)

    def encode(self, v):
        return to_json(v, self.handles)

    def decode(self, v):
        return Decoder(self.handles, self.namespace).decode(v)

    def do_imports(self, message):
        """Which of the modules can't be imported."""
        import importlib.util
        missing = []
        for name in message["names"]:
            try:
                found = importlib.util.find_spec(name) is not None
            except (ImportError, ValueError):
                found = False
            if not found:
                missing.append(name)
        return {"missing": missing}

    def do_tools(self, message):
        self.tools.replace(message.get("tools", []))

    def do_set(self, message):
        for name, v in message.get("vars", []):
            if name == "__builtins__" or name.startswith("__airlock_"):
                raise ValueError("the name %r is the interpreter's own" % name)
            try:
                self.namespace[name] = self.decode(v)
            except Exception as e:
                raise ValueError("set variable %r: %s" % (name, e)) from None

    def do_variables(self, message):
        names = message.get("names")
        if not names:
            names = [n for n, v in self.namespace.items() if isinstance(n, str) and n not in self.hidden and n not in self.tools.names
                     and not n.startswith("_") and not isinstance(v, (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type))]
        out, left = [], MAX_TOTAL
        for n in names:
            if n in self.namespace:
                v, size = measured(self.namespace[n], self.handles, left)
                left -= size
                out.append([n, v])
        return {"vars": out}

    def do_execute(self, message):
        self.runs += 1
        run = Run(self, message.get("code", ""), "<run %d>" % self.runs)
        cpu = time.process_time()
        self.final, self.value, self.interrupted = None, None, False
        self.capture.watch(True)
        out = run.go(message["id"])
        self.capture.watch(False)
        out["cpu"] = time.process_time() - cpu
        return out


class Run:
    """One execution of code."""

    def __init__(self, driver, code, filename):
        self.driver, self.source, self.filename = driver, code, filename
        self.places = []

    def go(self, number):
        """Runs the code. Methods of the guest's objects that show its outcome can be interrupted like it."""
        d = self.driver
        signal(SIGINT, d.on_signal)  # guest code may have changed it
        try:
            d.running = number
            try:
                if d.unwanted == number:
                    d.interrupted = True
                    raise KeyboardInterrupt
                return self.outcome()
            except BaseException as e:
                return self.failed(e)
        except BaseException as e:
            d.running = None
            return self.failed(e)
        finally:
            d.running = None

    def outcome(self):
        d = self.driver
        code, self.places, expression = prepare(self.source, self.filename)
        linecache.cache[self.filename] = (len(self.source), None, self.source.splitlines(True), self.filename)
        try:
            exec(code, d.namespace)
        except BaseException:
            if d.final is None:
                raise
        if d.final is not None:
            return dict(self.described(d.final[0]), final=True)
        return dict(self.shown(), expression=expression)

    def shown(self):
        d = self.driver
        value, d.value = d.value, None
        d.displays.figures()
        parts = representations(value) if value is not None else []
        if parts:
            d.displays.send(parts + [("text/plain", shown(value, repr, MAX_REPR).encode("utf-8", "backslashreplace"))], True)
        return self.described(value)

    def described(self, value):
        if value is None:
            return {}
        return {"value": self.driver.encode(value), "repr": text_field(shown(value, repr, 1 << 20)), "text": text_field(shown(value, str, 1 << 20))}

    def failed(self, e):
        error = {"kind": "runtime", "type": type(e).__name__, "text": text_field(shown(e, str, MAX_REPR))}
        if isinstance(e, SyntaxError) and (not self.places or e.filename == self.filename):
            error.update(kind="syntax", text=text_field(str(e.msg)), line=e.lineno or 0, column=e.offset or 0, source_line=text_field(e.text or ""))
        elif isinstance(e, (ValueError, MemoryError, RecursionError)) and not self.places:
            error.update(kind="syntax", type="SyntaxError")  # null bytes, or nested too deeply
        if isinstance(e, KeyboardInterrupt) and self.driver.interrupted:
            error["kind"] = "interrupted"
        if isinstance(e, SystemExit):
            error["exit_code"] = e.code if isinstance(e.code, int) else 0 if e.code is None else 1
        if getattr(e, "__airlock_tool__", False):
            error["kind"] = "tool"
        frames = list(self.frames(e.__traceback__))
        error["frames"] = frames
        own = [f for f in frames if f["file"] == self.filename]
        if own:
            error["segment"] = self.segment(own[0]["line"])
            error.update(line=own[-1]["line"], column=own[-1].get("column", 0), source_line=own[-1]["source"])
        return {"error": error}

    def segment(self, line):
        """The source of the top-level statement that the line belongs to."""
        for first, last, text in self.places:
            if first <= line <= last and text:
                return text_field(text)
        return ""

    def frames(self, tb):
        guest = False
        while tb is not None:
            code = tb.tb_frame.f_code
            guest = guest or code.co_filename == self.filename
            if guest and code.co_filename != DRIVER:
                yield self.frame(tb, code)
            tb = tb.tb_next

    @staticmethod
    def frame(tb, code):
        f = {"file": plain_text(code.co_filename), "line": tb.tb_lineno or 0, "function": plain_text(code.co_name),
             "source": text_field(linecache.getline(code.co_filename, tb.tb_lineno or 0).strip("\r\n"))}
        if hasattr(code, "co_positions") and tb.tb_lasti >= 0:
            line, end, start, stop = list(code.co_positions())[tb.tb_lasti // 2]
            if start is not None:
                text = linecache.getline(code.co_filename, line).encode("utf-8", "surrogatepass")
                f["column"] = len(text[:start].decode("utf-8", "replace")) + 1
                f["end_column"] = len(text[:stop].decode("utf-8", "replace")) + 1 if line == end else 0
        return f


def failure(e):
    """An error of a request about the namespace."""
    return {"kind": "serialization", "type": type(e).__name__, "text": plain_text(shown(e, str, MAX_REPR))}


def text_field(s):
    """Text that may hold lone surrogates, as base64 of the bytes that stand for it."""
    return s if encodable(s) else {"b64": b64(s.encode("utf-8", "surrogatepass"))}


DRIVER = Driver.serve.__code__.co_filename
