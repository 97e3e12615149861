# Frames, and the standard streams of the guest.


class Wire:
    """The connection to the plugin. Frames that one thread sends in turn stay in order."""

    MOST = 256 << 10  # bytes of output in one frame

    LARGEST = 127 << 20  # bytes of a frame, which are fewer than the plugin takes

    def __init__(self, inp, out):
        self.inp, self.out = move_up(inp), move_up(out)
        self.lock = RLock()
        self.frames = []  # (frame, what each write of it took)
        self.busy = False
        self.alive = True  # false in a child process that guest code forked
        self.encode = self.decode = None  # of JSON, once that is loaded

    def send(self, letter, *parts):
        size = 1 + sum(len(p) for p in parts)
        if size > self.LARGEST:
            raise ValueError("a message of %d bytes is too large to leave the sandbox" % size)
        self.write(b"".join((struct.pack(">I", size), letter) + parts))

    def write(self, data):
        """Writes a frame. A handler of a signal may run in its midst, and write or raise: what isn't done then is left to the next call."""
        if not self.alive:
            return
        with self.lock:
            self.frames.append((memoryview(data), []))
            if self.busy:
                return
            self.busy = True
            try:
                while self.frames:
                    view, done = self.frames[0]
                    while sum(done) < len(view):
                        done.extend(map(os_write, (self.out,), (view[sum(done):],)))  # no handler runs between a write and the note of it
                    self.frames.pop(0)
            except OSError as e:
                if e.errno is None:
                    raise  # a handler's TimeoutError
                die("the connection is closed: " + str(e))  # the plugin is gone, or guest code closed the descriptor: no way to go on
            finally:
                self.busy = False

    def prepare(self):
        self.encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
        self.decode = json.JSONDecoder().decode

    def send_json(self, message):
        self.send(b"J", self.encode(message).encode("ascii"))

    def receive(self):
        """The next frame as (letter, payload); None at the end."""
        head = self.exactly(5)
        if head is None:
            return None
        body = self.exactly(struct.unpack(">I", head[:4])[0] - 1)
        return None if body is None else (head[4:], body)

    def exactly(self, n):
        data = bytearray()
        while len(data) < n:
            try:
                piece = os_read(self.inp, min(n - len(data), 1 << 20))
            except OSError:
                return None
            if not piece:
                return None
            data += piece
        return bytes(data)


def move_up(fd):
    """A copy of a descriptor, out of the way of guest code and closed in programs that it starts."""
    import fcntl
    return fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, 200)


class Capture:
    """Standard output and error, of Python and of everything else in the process, as frames."""

    DELAY = 0.005  # seconds that a little output may wait for more

    def __init__(self, wire):
        self.wire = wire
        self.pending = {b"1": [], b"2": []}
        self.size = 0
        self.last = b"1"
        self.sent = 0.0  # when, by the monotonic clock
        self.written = Bell()
        self.running = False
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.close(null)
        self.errors = ERRORS[0] = move_up(2)  # for what the interpreter says when it dies
        self.pipes = {self.redirect(1): b"1", self.redirect(2): b"2"}
        sys.stdin = open(0, encoding="utf-8", closefd=False)
        self.texts = self.text(b"1", 1), self.text(b"2", 2)
        sys.stdout, sys.stderr = self.texts
        sys.__stdin__, sys.__stdout__, sys.__stderr__ = sys.stdin, sys.stdout, sys.stderr
        for loop in (self.pump, self.flush_late):
            start_new_thread(self.forever, (loop,))

    @staticmethod
    def forever(loop):
        try:
            loop()
        except BaseException as e:
            die("the output can't be read: %r" % e)

    def text(self, letter, fd):
        raw = Stream(self, letter, fd)
        return io.TextIOWrapper(raw, encoding="utf-8", errors="strict" if fd == 1 else "backslashreplace", line_buffering=True)

    @staticmethod
    def redirect(fd):
        """Makes fd the end of a pipe, whose other end it returns."""
        r, w = os.pipe()
        r, old = move_up(r), r
        os.close(old)
        os.set_blocking(r, False)
        os.dup2(w, fd)
        os.close(w)
        try:
            import fcntl
            fcntl.fcntl(r, 1031, 1 << 20)  # F_SETPIPE_SZ: room for what is written while the GIL is held
        except OSError:
            pass
        return r

    def write(self, letter, data):
        """Adds output of Python's own streams; what other code wrote to the descriptors before goes first."""
        if not self.wire.alive:
            os_write(1 if letter == b"1" else 2, data)
            return
        with self.wire.lock:
            self.drain()
            self.add(letter, data)

    def add(self, letter, data):
        if letter != self.last:
            self.flush()
            self.last = letter
        self.pending[letter].append(bytes(data))
        self.size += len(data)
        if self.size >= 16 << 10 or monotonic() - self.sent > self.DELAY:
            self.flush()
        else:
            self.written.ring()

    def drain(self, wait=0):
        """Takes what lies in the pipes."""
        try:
            ready, _, _ = os_select(list(self.pipes), [], [], wait)
            for fd in ready:
                data = os_read(fd, 1 << 16)
                while data:
                    self.add(self.pipes[fd], data)
                    data = os_read(fd, 1 << 16)
        except BlockingIOError:
            pass
        except OSError as e:
            if e.errno is None:
                raise  # a handler's TimeoutError
            die("the output can't be read: " + str(e))

    def flush(self):
        """Sends all output so far."""
        with self.wire.lock:
            data = b"".join(self.pending[self.last])
            self.pending[self.last].clear()
            self.size = 0
            if data:
                self.sent = monotonic()
            for i in range(0, len(data), Wire.MOST):
                self.wire.send(self.last, data[i:i + Wire.MOST])

    def finish(self):
        """Sends all output, of this process and what its children left in the pipes."""
        for text in self.texts:
            try:
                text.flush()
            except ValueError:
                pass  # guest code closed it
        with self.wire.lock:
            self.drain()
            self.flush()

    def pump(self):
        while True:
            os_select(list(self.pipes), [], [])
            with self.wire.lock:
                self.drain()
                self.flush()

    def watch(self, running):
        """Tells whether a run is under way: only then lines that have no end yet are looked for all the time."""
        self.running = running
        self.written.ring()

    def flush_late(self):
        """Sends what came within DELAY of other output, and lines that have no end yet."""
        while True:
            self.written.wait(0.1 if self.running else -1)
            sleep(self.DELAY)
            self.finish()


class Bell:
    """What one thread waits for and any may ring, in a handler of a signal too. threading.Event takes a module that isn't loaded yet."""

    def __init__(self):
        self.silent = allocate_lock()
        self.silent.acquire()

    def ring(self):
        try:
            self.silent.release()
        except RuntimeError:
            pass  # it rings already

    def wait(self, seconds):
        self.silent.acquire(True, seconds)


class Stream(io.RawIOBase):
    """One of the guest's standard streams."""

    def __init__(self, capture, letter, fd):
        self.capture, self.letter, self.fd = capture, letter, fd
        self.name = "<stdout>" if fd == 1 else "<stderr>"
        self.mode = "wb"

    def writable(self):
        return True

    def fileno(self):
        return self.fd

    def isatty(self):
        return False

    def write(self, data):
        data = memoryview(data).cast("B")
        self.capture.write(self.letter, data)
        return len(data)
