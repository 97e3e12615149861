# Files and commands of the sandbox, beside the run.


class Jobs:
    """Transfers and commands under way, each in a thread of its own; pieces for them come from the reader."""

    def __init__(self, driver):
        self.driver = driver
        self.inputs = {}
        self.commands = {}

    def start(self, message):
        pieces = SimpleQueue()  # the plugin sends only a few before they are taken
        self.inputs[message["id"]] = pieces
        threading.Thread(target=self.run, args=(message, pieces), daemon=True, name="airlock").start()

    def piece(self, data):
        pieces = self.inputs.get(struct.unpack(">I", data[:4])[0])
        if pieces is not None:
            pieces.put(data[4:])

    def cancel(self, number):
        """Ends what the plugin no longer waits for."""
        command = self.commands.get(number)
        if command is not None:
            try:
                os.killpg(command.pid, SIGKILL)
            except OSError:
                pass
        pieces = self.inputs.get(number)
        if pieces is not None:
            pieces.put(b"")

    def take(self, message, pieces):
        """The pieces of input, each told to the plugin as taken."""
        tag = struct.pack(">I", message["id"])
        for data in iter(pieces.get, b""):
            yield data
            self.driver.wire.send(b"D", tag)

    def run(self, message, pieces):
        answer = {"op": "done", "id": message["id"]}
        try:
            answer.update(getattr(self, message["op"])(message, pieces) or {})
        except Exception as e:
            answer["error"] = {"kind": "file", "type": type(e).__name__, "text": plain_text(str(e))}
        self.inputs.pop(message["id"], None)
        self.driver.wire.send_json(answer)

    def put(self, message, pieces):
        try:
            fd = os.open(message["path"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NONBLOCK, message["mode"])
        except OSError:
            self.discard(message, pieces)
            raise
        failed = None
        with open(fd, "wb") as f:
            os.fchmod(f.fileno(), message["mode"])
            for data in self.take(message, pieces):
                try:
                    if failed is None:
                        f.write(data)
                except OSError as e:
                    failed = e  # the rest of the pieces must be taken all the same
        if failed is not None:
            raise failed

    def discard(self, message, pieces):
        for _ in self.take(message, pieces):
            pass

    def get(self, message, pieces):
        wire, tag = self.driver.wire, struct.pack(">I", message["id"])
        with open(os.open(message["path"], os.O_RDONLY | os.O_NONBLOCK), "rb") as f:
            for data in iter(lambda: f.read(Wire.MOST), b""):
                wire.send(b"D", tag, data)
                if not pieces.get():  # the receiver has it: at most one piece is on its way
                    return  # it wants no more

    def command(self, message, pieces):
        import subprocess
        env = dict(os.environ, **message.get("env", {}))
        p = subprocess.Popen(message["argv"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
                             cwd=message.get("dir") or None, start_new_session=True)
        self.commands[message["id"]] = p
        tag = struct.pack(">I", message["id"])

        def feed():
            try:
                for data in self.take(message, pieces):
                    p.stdin.write(data)
                p.stdin.close()
            except OSError:
                self.discard(message, pieces)  # the command reads no more

        def copy(stream, letter):
            for data in iter(lambda: os.read(stream.fileno(), 1 << 16), b""):
                self.driver.wire.send(b"C", tag, letter, data)
        threads = [threading.Thread(target=copy, args=a, daemon=True) for a in ((p.stdout, b"\1"), (p.stderr, b"\2"))]
        for t in threads + [threading.Thread(target=feed, daemon=True)]:
            t.start()
        code = p.wait()
        del self.commands[message["id"]]
        for t in threads:
            t.join(1)  # a child of the command may hold the pipe for ever
        return {"code": 128 - code if code < 0 else code}
