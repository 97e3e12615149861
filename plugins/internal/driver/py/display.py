# Rich results: what IPython would show, without it.

REPRESENTATIONS = (
    ("_repr_html_", "text/html"), ("_repr_svg_", "image/svg+xml"), ("_repr_png_", "image/png"), ("_repr_jpeg_", "image/jpeg"), ("_repr_pdf_", "application/pdf"),
    ("_repr_markdown_", "text/markdown"), ("_repr_latex_", "text/latex"), ("_repr_json_", "application/json"), ("_repr_javascript_", "application/javascript"))


def representations(v):
    """The parts of a rich result, best first, as (MIME type, bytes)."""
    if isinstance(v, type):
        return []
    bundle = {}
    method = getattr(v, "_repr_mimebundle_", None)
    if callable(method):
        made = attempt(method)
        made = made[0] if isinstance(made, tuple) and made else made
        if isinstance(made, dict):
            bundle.update(made)
    for name, mime in REPRESENTATIONS:
        method = getattr(v, name, None)
        if callable(method) and mime not in bundle:
            made = attempt(method)
            bundle[mime] = made[0] if isinstance(made, tuple) and made else made
    if is_figure(v):
        bundle["image/png"] = figure_png(v)
    bundle.pop("text/plain", None)
    return arranged(bundle)


def arranged(bundle):
    """The parts of a MIME bundle as (MIME type, bytes), best first."""
    order = [mime for _, mime in REPRESENTATIONS]
    parts = [(mime, content(mime, data)) for mime, data in bundle.items() if isinstance(mime, str)]
    parts = [p for p in parts if p[1] is not None]
    return sorted(parts, key=lambda p: order.index(p[0]) if p[0] in order else len(order) + (p[0] == "text/plain"))


def attempt(method):
    try:
        return method()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None  # as IPython: an object that can't show itself this way isn't shown so


def content(mime, data):
    if data is None:
        return None
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)
    if isinstance(data, str):
        if mime.startswith("image/") and mime != "image/svg+xml" or mime == "application/pdf":
            try:
                return binascii.a2b_base64(data)
            except ValueError:
                return None
        return data.encode("utf-8", "backslashreplace")
    try:
        return json.dumps(data).encode("utf-8")
    except (TypeError, ValueError, RecursionError):
        return None


def is_figure(v):
    return any(c.__module__ == "matplotlib.figure" and c.__qualname__ == "Figure" for c in type(v).__mro__)


def figure_png(fig):
    buf = io.BytesIO()
    try:
        fig.savefig(buf, format="png", bbox_inches="tight")
    except Exception:
        return None
    return buf.getvalue()


class Displays:
    """Sends rich results of a run."""

    def __init__(self, wire, capture):
        self.wire, self.capture = wire, capture

    MOST = 48 << 20  # bytes of all parts

    def send(self, parts, is_result=False):
        if parts:
            parts = self.fitting(parts)
            self.capture.finish()
            self.wire.send_json({"op": "display", "is_result": is_result, "parts": [{"mime": m, "data": b64(d)} for m, d in parts]})

    def fitting(self, parts):
        """The parts that can travel, best first."""
        kept, left = [], self.MOST
        for mime, data in parts:
            if len(data) <= left:
                kept.append((mime, data))
                left -= len(data)
        return kept or [("text/plain", b"<a display of %d bytes, which is too large to show>" % sum(len(d) for _, d in parts))]

    def display(self, *objects):
        """display(*objects): show objects in their richest form."""
        for v in objects:
            parts = representations(v)
            if parts:
                self.send(parts + [("text/plain", shown(v, repr, MAX_REPR).encode("utf-8", "backslashreplace"))])
            else:
                print(repr(v))

    def figures(self):
        """Shows and closes the figures that are open in pyplot."""
        plt = sys.modules.get("matplotlib.pyplot")
        if plt is None or not hasattr(plt, "get_fignums"):
            return
        for number in plt.get_fignums():
            png = figure_png(plt.figure(number))
            if png is not None:
                self.send([("image/png", png)])
        plt.close("all")


class Backend:
    """Finds the module that matplotlib draws with here: figures go to the plugin when they are shown."""

    NAME = "airlock_figures"

    def __init__(self, displays):
        self.displays = displays

    def find_spec(self, name, path=None, target=None):
        if name != self.NAME:
            return None
        import importlib.machinery
        return importlib.machinery.ModuleSpec(name, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.backend_bases import FigureManagerBase
        module.FigureCanvas, module.FigureManager = FigureCanvasAgg, FigureManagerBase
        module.show = lambda *args, **kwargs: self.displays.figures()
