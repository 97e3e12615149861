@decorator
class A(Base, metaclass=Meta):
    "doc"
    x: int = 1
    def __init__(self):
        super().__init__()
        self.__private = __class__
def local():
    free = 1
    class B(*bases):
        inner = free
