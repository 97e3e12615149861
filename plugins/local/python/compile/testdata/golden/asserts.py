def f(x):
    assert x > 1, "small"
    assert x
    raise
