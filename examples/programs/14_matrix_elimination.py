# import: fractions
# Linear systems with exact arithmetic; matrices are plain lists of lists.
from fractions import Fraction


def matmul(a, b):
    return [[sum(x * y for x, y in zip(row, col)) for col in zip(*b)] for row in a]


def identity(n):
    return [[int(i == j) for j in range(n)] for i in range(n)]


def transpose(m):
    return [list(row) for row in zip(*m)]


def eliminate(matrix):
    """Reduced row echelon form and the determinant of the left square part."""
    m = [[Fraction(v) for v in row] for row in matrix]
    n, det = len(m), Fraction(1)
    for col in range(n):
        pivot = next((r for r in range(col, n) if m[r][col] != 0), None)
        if pivot is None:
            return None, Fraction(0)
        if pivot != col:
            m[col], m[pivot] = m[pivot], m[col]
            det = -det
        det *= m[col][col]
        m[col] = [v / m[col][col] for v in m[col]]
        for r in range(n):
            if r != col and m[r][col]:
                factor = m[r][col]
                m[r] = [v - factor * w for v, w in zip(m[r], m[col])]
    return m, det


def solve(a, b):
    reduced, det = eliminate([row + [value] for row, value in zip(a, b)])
    if reduced is None:
        raise ZeroDivisionError("the matrix is singular")
    return [row[-1] for row in reduced], det


def inverse(a):
    n = len(a)
    reduced, _ = eliminate([row + unit for row, unit in zip(a, identity(n))])
    return [row[n:] for row in reduced]


def show(m):
    width = max(len(str(v)) for row in m for v in row)
    for row in m:
        print("[" + "  ".join(f"{str(v):>{width}}" for v in row) + "]")


A = [[2, 1, -1], [-3, -1, 2], [-2, 1, 2]]
x, det = solve(A, [8, -11, -3])
print("x =", ", ".join(map(str, x)), "| det =", det)
hilbert = [[Fraction(1, i + j + 1) for j in range(4)] for i in range(4)]
show(hilbert)
show(inverse(hilbert))
print("H * inv(H) is the identity:", matmul(hilbert, inverse(hilbert)) == identity(4))
print("transpose:", transpose([[1, 2, 3], [4, 5, 6]]))
try:
    solve([[1, 2], [2, 4]], [1, 2])
except ZeroDivisionError as e:
    print("error:", e)

# Fibonacci by matrix powers, big integers
power, base, n = identity(2), [[1, 1], [1, 0]], 500
while n:
    if n & 1:
        power = matmul(power, base)
    base = matmul(base, base)
    n >>= 1
print("F(500) =", power[0][1])
