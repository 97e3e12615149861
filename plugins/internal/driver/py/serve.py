# The driver as a program: on the standard input and output that it was started with.

Driver(Wire(0, 1)).serve()
