"""Answers for the differential tests: reads cases as JSON lines, writes what CPython's re does with each.

A case is {"p": pattern, "t": text, "b": bytes?, "f": flags, "pos": first, "end": last}, strings as lists of code points.
"""
import json
import re
import signal
import sys
import warnings


class Slow(Exception):
    pass


def alarm(*_):
    raise Slow


def text(codes, is_bytes):
    return bytes(codes) if is_bytes else "".join(map(chr, codes))


def found(m):
    return None if m is None else [[x for r in m.regs for x in r], m.lastindex or 0]


def points(s):
    return [ord(c) for c in s]


def compile_case(case):
    pattern = text(case["p"], case["b"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            p = re.compile(pattern, case["f"])
        except re.error as e:
            return None, {"kind": "error", "msg": points(e.msg), "str": points(str(e)), "pos": -1 if e.pos is None else e.pos,
                          "line": e.lineno or 0, "col": e.colno or 0}
        except Exception as e:
            return None, {"kind": type(e).__name__, "msg": points(str(e)), "str": points(str(e)), "pos": -1, "line": 0, "col": 0}
    return p, {"kind": "ok", "flags": p.flags, "groups": p.groups, "names": [[points(k), v] for k, v in p.groupindex.items()],
               "warnings": [str(w.message) for w in caught if w.category is FutureWarning]}


def answer(case):
    p, out = compile_case(case)
    if p is None:
        return out
    t = text(case["t"], case["b"])
    args = (t, case["pos"]) if case["end"] < 0 else (t, case["pos"], case["end"])
    try:
        out["match"] = found(p.match(*args))
        out["full"] = found(p.fullmatch(*args))
        out["search"] = found(p.search(*args))
        out["iter"] = [found(m) for m in p.finditer(*args)]
        scan = p.scanner(*args)
        out["scan"] = []
        while (m := scan.match()) is not None:
            out["scan"].append(found(m))
    except SystemError as e:
        out["fault"] = str(e)
    if "r" in case:
        out["sub"] = substitute(p, text(case["r"], case["b"]), t)
    return out


def substitute(p, repl, t):
    try:
        out, n = p.subn(repl, t)
    except re.error as e:
        return {"kind": "error", "str": points(str(e))}
    except Exception as e:
        return {"kind": type(e).__name__, "str": points(str(e))}
    return {"kind": "ok", "out": list(out) if isinstance(out, bytes) else points(out), "n": n}


def main():
    signal.signal(signal.SIGALRM, alarm)
    for line in sys.stdin:
        case = json.loads(line)
        signal.setitimer(signal.ITIMER_REAL, 0.5)
        try:
            out = answer(case)
        except Slow:
            out = {"kind": "slow"}
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        re.purge()
        print(json.dumps(out))


main()
