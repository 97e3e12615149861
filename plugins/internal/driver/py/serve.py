# The driver as a program: on the standard input and output that it was started with.

try:
    Driver(Wire(0, 1)).serve()
except BaseException:
    import traceback
    die(traceback.format_exc())
