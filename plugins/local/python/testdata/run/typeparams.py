class A[T: int]: 
    x: T
    def m(self) -> T: return 3
print(A.__type_params__, A.__orig_bases__, A[int], A(). m(), [c.__name__ for c in A.__mro__])
def f[T: (int,str)](x: T) -> T: return x
print(f.__type_params__[0].__constraints__, f.__type_params__[0].__bound__, f.__annotations__, f.__type_params__[0].__covariant__,f.__type_params__[0].__infer_variance__)
type L[T] = list[T] | None
print(L, L.__value__, L.__type_params__, L[int], L.__name__, type(L))
def g[*Ts, **P](*a: *Ts): pass
for t in g.__type_params__: print(type(t), repr(t))
T = A.__type_params__[0]
print(L|int, T.__bound__)
try:
    class B(T): pass
except Exception as e: print(e)
class C[T]:
    class D:
        def f(self, x: T): pass
    def h[U](self, x: U, y: T) -> None: pass
print(C.h.__annotations__, C.D.f.__annotations__)
