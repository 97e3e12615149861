# The main process of a container of the mode jupyter: a kernel gateway that says when it listens, and that ends when its standard
# input does, as the plugin that started it is gone then.
import gc
import os
import sys
import threading


def watch():
    while os.read(0, 4096):
        pass
    os._exit(0)


threading.Thread(target=watch, daemon=True).start()

# What the gateway would import without need, and what that is for: grammars of addresses, for the validation of notebooks, and where
# IPython keeps kernels of its own. It takes three times as long as all else here. Kernels are processes of their own, and have it.
NEEDLESS = "rfc3986_validator", "rfc3987", "rfc3987_syntax", "IPython"

sys.modules.update(dict.fromkeys(NEEDLESS))
gc.disable()  # nearly all that an import makes stays
try:
    from kernel_gateway.gatewayapp import KernelGatewayApp
except ImportError:  # another release than ours may need them
    for name in NEEDLESS:
        sys.modules.pop(name, None)
    from kernel_gateway.gatewayapp import KernelGatewayApp

gc.freeze()
gc.enable()

# Kernels start faster without a debugger, which nothing here speaks with, and without a history of cells.
CONFIG = """import sys
sys.modules.setdefault("debugpy")
c.HistoryManager.enabled = False
"""


def configure():
    folder = os.path.join(os.environ.get("IPYTHONDIR") or os.path.expanduser("~/.ipython"), "profile_default")
    try:
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, "ipython_kernel_config.py"), "x") as f:
            f.write(CONFIG)
    except OSError:
        pass  # it can't be written there, or somebody else did


class Gateway(KernelGatewayApp):
    def start(self):
        os.write(1, b"ready\n")
        super().start()


configure()
Gateway.launch_instance()
