# Files and commands of the sandbox, beside the run.


class Jobs:
    """Transfers and commands under way, each in a thread of its own; pieces for them come from the reader."""

    def __init__(self, driver):
        self.driver = driver
        self.inputs = {}

    def start(self, message):
        pieces = queue.Queue(16)
        self.inputs[message["id"]] = pieces
        threading.Thread(target=self.run, args=(message, pieces), daemon=True, name="airlock").start()

    def piece(self, data):
        pieces = self.inputs.get(struct.unpack(">I", data[:4])[0])
        if pieces is not None:
            pieces.put(data[4:])

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
            self.discard(pieces)
            raise
        failed = None
        with open(fd, "wb") as f:
            os.fchmod(f.fileno(), message["mode"])
            for data in iter(pieces.get, b""):
                try:
                    if failed is None:
                        f.write(data)
                except OSError as e:
                    failed = e  # the rest of the pieces must be taken all the same
        if failed is not None:
            raise failed

    @staticmethod
    def discard(pieces):
        for _ in iter(pieces.get, b""):
            pass

    def get(self, message, pieces):
        wire, tag = self.driver.wire, struct.pack(">I", message["id"])
        with open(os.open(message["path"], os.O_RDONLY | os.O_NONBLOCK), "rb") as f:
            for data in iter(lambda: f.read(Wire.MOST), b""):
                wire.send(b"D", tag, data)
                pieces.get()  # the receiver has it: at most one piece is on its way

    def command(self, message, pieces):
        import subprocess
        env = dict(os.environ, **message.get("env", {}))
        p = subprocess.Popen(message["argv"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env,
                             cwd=message.get("dir") or None, start_new_session=True)
        tag = struct.pack(">I", message["id"])

        def feed():
            try:
                for data in iter(pieces.get, b""):
                    p.stdin.write(data)
                p.stdin.close()
            except OSError:
                self.discard(pieces)  # the command reads no more

        def copy(stream, letter):
            for data in iter(lambda: os.read(stream.fileno(), 1 << 16), b""):
                self.driver.wire.send(b"C", tag, letter, data)
        threads = [threading.Thread(target=copy, args=a, daemon=True) for a in ((p.stdout, b"\1"), (p.stderr, b"\2"))]
        for t in threads + [threading.Thread(target=feed, daemon=True)]:
            t.start()
        code = p.wait()
        for t in threads:
            t.join(1)  # a child of the command may hold the pipe for ever
        return {"code": 128 - code if code < 0 else code}
