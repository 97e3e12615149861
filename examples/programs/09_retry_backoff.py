import random

random.seed(42)


class TransientError(Exception):
    pass


class PermanentError(Exception):
    pass


class FakeClock:
    def __init__(self):
        self.now = 0.0

    def sleep(self, seconds):
        self.now += seconds


clock = FakeClock()


def retry(func, *, attempts=4, base=0.5, factor=2.0, jitter=0.1):
    """Call func until it works; wait longer each time. Re-raise what can't be mended."""
    delay = base
    for attempt in range(1, attempts + 1):
        try:
            result = func(attempt)
        except TransientError as err:
            if attempt == attempts:
                raise PermanentError(f"gave up after {attempts} attempts") from err
            wait = delay * (1 + random.uniform(-jitter, jitter))
            print(f"  attempt {attempt} failed ({err}), waiting {wait:.3f}s")
            clock.sleep(wait)
            delay *= factor
        else:
            print(f"  attempt {attempt} worked")
            return result
        finally:
            stats["calls"] += 1


stats = {"calls": 0}


def flaky(fails):
    def call(attempt):
        if attempt <= fails:
            raise TransientError(f"503 on try {attempt}")
        return {"status": 200, "attempt": attempt}
    return call


def broken(attempt):
    raise KeyError("token")


results = {}
for name, func in [("stable", flaky(0)), ("shaky", flaky(2)), ("dead", flaky(99)), ("bug", broken)]:
    print(name)
    try:
        results[name] = retry(func)
    except PermanentError as e:
        results[name] = f"error: {e}"
    except Exception as e:
        results[name] = f"unexpected {type(e).__name__}: {e}"

for name, value in results.items():
    print(f"{name:>7}: {value}")
print("calls made:", stats["calls"], "| simulated waiting:", round(clock.now, 3), "s")
