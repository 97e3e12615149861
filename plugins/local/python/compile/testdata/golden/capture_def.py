"doc"
@deco
def f(): pass
