# The driver in a Jupyter kernel: one cell that never ends, and a thread that carries the driver's bytes over the kernel's stdin channel.
# That channel goes to this client alone and has no rate limit, which the one for output has.


class Carrier:
    """Copies between the driver's connection and the kernel's stdin socket, which no other thread may use from now on.

    A piece of the driver's output is an input_request with one buffer, a piece of its input an input_reply; both name the key. The plugin
    tells how many pieces it took, so that what nobody reads waits here and not in the gateway, which keeps all and drops without a word.
    """

    WINDOW = 64  # pieces under way
    MOST = 128 << 10  # bytes of one

    def __init__(self, kernel, key):
        import socket
        import zmq
        self.zmq, self.key = zmq, key
        self.socket = zmq.Socket.shadow(kernel.stdin_socket)
        own = kernel.session
        self.session = type(own)(key=own.key, signature_scheme=own.signature_scheme, digest_history_size=0)
        self.here, self.driver = socket.socketpair()
        self.peer = None  # known once it has sent something
        self.room = self.WINDOW
        os.register_at_fork(after_in_child=self.here.close)

    def run(self):
        poller = self.zmq.Poller()
        poller.register(self.socket, self.zmq.POLLIN)
        listening = False
        while True:
            if listening != (self.room > 0 and self.peer is not None):
                listening = not listening
                if listening:
                    poller.register(self.here, self.zmq.POLLIN)
                else:
                    poller.unregister(self.here)
            for ready, _ in poller.poll():
                if ready is self.socket:
                    self.receive()
                else:
                    self.send()

    def receive(self):
        while True:
            try:
                peer, parts = self.session.feed_identities(self.socket.recv_multipart(self.zmq.NOBLOCK))
            except self.zmq.Again:
                return
            try:
                message = self.session.deserialize(parts)
                content = message["content"]
                if content["airlock"] != self.key:
                    continue
            except (KeyError, TypeError, ValueError):
                continue
            self.peer = peer
            self.room += content.get("taken", 0)
            if content.get("ping"):
                self.tell(pong=True)
            for data in message["buffers"]:
                self.here.sendall(data)
            if content.get("end"):
                self.tell(end=True)
                os._exit(0)

    def send(self):
        data = self.here.recv(self.MOST)
        if not data:
            os._exit(1)  # guest code closed the connection: no way to go on
        self.room -= 1
        self.tell(data)

    def tell(self, *buffers, **content):
        content.update(prompt="", password=False, airlock=self.key)
        self.session.send(self.socket, "input_request", content, ident=self.peer, buffers=list(buffers))

    def start(self):
        def loop():
            try:
                self.run()
            except BaseException:
                os._exit(1)  # guest code closed a socket
        start_new_thread(loop, ())


class KernelDriver(Driver):
    """The driver without what IPython and its kernel put in the way of plain Python, and with their displays."""

    EARLY = False  # what it changes in the kernel may fail

    def __init__(self, shell, key):
        self.shell = shell
        self.carrier = Carrier(shell.kernel, key)
        fd = self.carrier.driver.fileno()
        super().__init__(Wire(fd, fd))
        self.carrier.driver.close()
        self.carrier.start()

    def prepare(self):
        kernel = self.shell.kernel
        if os.environ.get("MPLBACKEND", "").startswith("module://matplotlib_inline"):
            del os.environ["MPLBACKEND"]  # the kernel's, not the user's
        if sys.modules.get("debugpy", kernel) is None:
            del sys.modules["debugpy"]  # which only the kernel was to be kept from
        super().prepare()
        self.plain_input(kernel)
        self.plain_asyncio()
        self.shell.user_module, self.shell.user_ns = sys.modules["__main__"], self.namespace
        self.shell.display_pub.publish = self.publish
        png = self.shell.display_formatter.formatters["image/png"]
        png.for_type_by_name("matplotlib.figure", "Figure", figure_png)

    @staticmethod
    def plain_input(kernel):
        """input() reads sys.stdin, which is at its end, instead of asking at the channel that is in use."""
        import _sitebuiltins
        import getpass
        builtins.input, getpass.getpass = kernel._sys_raw_input, kernel._save_getpass
        kernel.raw_input, kernel.getpass = builtins.input, getpass.getpass
        for name in ("exit", "quit"):
            setattr(builtins, name, _sitebuiltins.Quitter(name, "Ctrl-D (i.e. EOF)"))

    @staticmethod
    def plain_asyncio():
        """asyncio.run() works: the kernel's own loop stands still below this cell."""
        import asyncio
        asyncio._set_running_loop(None)
        asyncio.set_event_loop(asyncio.new_event_loop())

    def publish(self, data, metadata=None, source=None, **options):
        """What IPython's display functions call."""
        self.displays.send(arranged(data))

    def on_signal(self, signum, frame):
        """An interrupt may also come from the gateway."""
        if self.running is not None:
            raise KeyboardInterrupt


KernelDriver(SHELL, KEY).serve()
