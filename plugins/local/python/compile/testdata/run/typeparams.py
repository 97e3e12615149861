type A = int
type B[T] = list[T]
print(A.__name__, B.__name__, B.__type_params__)
def f[T, *Ts, **P](a: T, b=3, *, c=4) -> T: return a, b, c
print(f(1), f.__type_params__, f.__annotations__['a'], f.__name__, f.__qualname__)
class C[T: int, U: (str, bytes)]:
    x: T
    def m[V](self, a: T, b: V) -> U: return T, V, a
    def n(self): return T
print(C.__type_params__, C.__orig_bases__, C().m(1, 2), C[int, str], C().n(), C.m.__type_params__, C.__annotations__)
class D[T](C[T, str], metaclass=type): pass
print(D.__orig_bases__, D.__mro__[1].__name__)
def outer():
    z = 5
    def g[T](a: T = z) -> 'x': return a, z
    class E[T]:
        w = z
        def q(self): return z, __class__.__name__, T
    return g(), E.w, E().q()
print(outer())
class F:
    U = int
    def m[T](self, a: U) -> U: return T
    type X = U
    type Y[T] = (U, T)
    class G[T]:
        v = 1
print(F.m.__annotations__, F.m.__qualname__, F.G.__qualname__)
@(lambda f: f)
def deco[T](x: T): return x
print(deco(4))
def variadic(*args: *tuple[int, str]): pass
print(variadic.__annotations__)
