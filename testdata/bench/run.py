#!/usr/bin/env python3
"""Side-by-side interpreter bench: every program on every peer, one run, one table.

usage: run.py [--k 5] [--target 0.25] [--only 01,02] [--peers a,b] [--json out.json]
              [--peer 'name=command with {file}'] ...

Two kinds of peer:
  driven  a Python-hosted peer, run inside driver.py (time excludes process start and import)
  cli     any command that takes a program path. Time = what the command itself prints as
          `TIME_NS wall` and `CPU_NS cpu`, else the child's wall and CPU time less those of `print(1+1)`.

CPU time (all threads, and the worker process where the peer has one) is the main number, because it
holds on a shared machine; wall time is kept beside it in the JSON and used for the tool-call program.

Each program starts with `REPS = n` units of work. A slow peer runs fewer units (at least 3)
and its time is scaled: t(0) + (t(r) - t(0)) / r * n. The CHECK line does not depend on REPS
and must equal CPython 3.12's, else the cell reads WRONG.
"""
import argparse
import glob
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PROG = os.path.join(HERE, "programs")
WORK = os.environ.get("BENCH_WORK") or os.path.join(tempfile.gettempdir(), "bench-work")
REPS_RE = re.compile(r"^REPS = (\d+)$", re.M)
VENV = os.path.join(os.environ.get("PEERS_VENV", os.path.join(WORK, "venv")), "bin", "python")
BASE = "cpython3.12"
WALL = "toolcall"


class Driven:
    def __init__(self, name, py, key, k=None):
        self.name, self.py, self.key, self.k = name, py, key, k

    def measure(self, prog, target, k):
        p = subprocess.run([self.py, os.path.join(HERE, "driver.py"), self.key, os.path.join(PROG, prog + ".py"),
                            str(target), str(self.k or k)], capture_output=True, text=True, timeout=900,
                           cwd=WORK)
        try:
            return json.loads(p.stdout.strip().splitlines()[-1])
        except Exception:
            return {"ok": False, "err": "process died rc=%d %s" % (p.returncode, p.stderr.strip()[-200:])}


class Cli:
    def __init__(self, name, cmd, subdir="", ext=".py"):
        self.name, self.cmd, self.subdir, self.ext = name, cmd, subdir, ext
        self.startup = None

    def once(self, src):
        with tempfile.NamedTemporaryFile("w", suffix=self.ext, dir=WORK, delete=False) as f:
            f.write(src)
        try:
            r0 = resource.getrusage(resource.RUSAGE_CHILDREN)
            t = time.perf_counter()
            p = subprocess.run([a.replace("{file}", f.name).replace("{name}", os.path.basename(f.name))
                                for a in self.cmd], cwd=WORK, capture_output=True, text=True,
                               timeout=300)
            dt = time.perf_counter() - t
            r1 = resource.getrusage(resource.RUSAGE_CHILDREN)
            dc = r1.ru_utime + r1.ru_stime - r0.ru_utime - r0.ru_stime
        finally:
            os.unlink(f.name)
        if p.returncode != 0:
            raise RuntimeError(" ".join((p.stderr or p.stdout).split())[-200:])
        m = re.search(r"TIME_NS (\d+)", p.stdout)
        mc = re.search(r"CPU_NS (\d+)", p.stdout)
        wall = int(m.group(1)) / 1e9 if m else dt - self.startup[0]
        used = int(mc.group(1)) / 1e9 if mc else dc - self.startup[1]
        chk = re.findall(r"^CHECK (.*)$", p.stdout, re.M)
        return (wall, used), (chk[-1] if chk else "")

    def measure(self, prog, target, k):
        path = os.path.join(PROG, self.subdir, prog + self.ext)
        if not os.path.exists(path):
            return {"ok": False, "err": "dialect cannot express it"}
        if WALL in prog:
            return {"ok": False, "err": "a command has no host tool here"}
        src = open(path).read()
        full = int(REPS_RE.search(src).group(1))

        def go(n):
            return self.once(REPS_RE.sub("REPS = %d" % n, src, count=1))
        try:
            if self.startup is None:
                self.startup = (0, 0)
                st = [self.once("print(1+1)\n")[0] for _ in range(9)]
                self.startup = tuple(statistics.median(x[i] for x in st) for i in (0, 1))
            z = [go(0)[0] for _ in range(2)]
            t0 = tuple(max(0.0, min(x[i] for x in z)) for i in (0, 1))
            t1, check = go(1)
            r = max(3, min(full, int(target / max(t1[1] - t0[1], 0.02 * t0[1], 1e-6))))
            times, cpus = [], []
            for _ in range(k):
                t, c = go(r)
                if c != check:
                    raise RuntimeError("checksum changes between runs")
                times.append(t0[0] + max(t[0] - t0[0], 0) / r * full)
                cpus.append(t0[1] + max(t[1] - t0[1], 0) / r * full)
            return {"ok": True, "check": check, "times": times, "cpus": cpus, "reps": r, "full": full}
        except subprocess.TimeoutExpired:
            return {"ok": False, "err": "timeout"}
        except Exception as e:
            return {"ok": False, "err": str(e)}


def cpython(minor):
    """path of a CPython 3.minor that runs (a pyenv shim on the PATH may not), or None"""
    pyenv = os.path.join(os.path.expanduser("~"), ".pyenv", "versions", "3.%d.*" % minor, "bin", "python3")
    for path in [os.environ.get("AIRLOCK_PYTHON3%d" % minor), shutil.which("python3.%d" % minor)] + sorted(glob.glob(pyenv)):
        if path and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0:
            return path


def has_module(name):
    return os.path.exists(VENV) and subprocess.run([VENV, "-c", "import " + name], capture_output=True).returncode == 0


def peers():
    """the peers that are there; CPython 3.12, to which all are compared, must be"""
    ps = [Driven("cpython3.%d" % v, path, "cpython") for v in (11, 12, 13) for path in [cpython(v)] if path]
    if BASE not in [p.name for p in ps]:
        sys.exit("bench: CPython 3.12 not found; set AIRLOCK_PYTHON312 to its path")
    for name, module, k in (("smolagents", "smolagents", 2), ("monty", "pydantic_monty", None),
                            ("interpretthis", "interpretthis", 3), ("restricted", "RestrictedPython", None)):
        if has_module(module):
            ps.append(Driven(name, VENV, name, k))
    for p in (Cli("gpython", [os.path.join(WORK, "gprun"), "{name}"]),
              Cli("starlark-go", [os.path.join(WORK, "slrun"), "{file}"], "starlark", ".star")):
        if os.path.exists(p.cmd[0]):
            ps.append(p)
    return ps


def short(err):
    err = err.split("due to:")[-1].strip()
    return (err[:70] + "…") if len(err) > 70 else err


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--k", type=int, default=5)
    ap.add_argument("--target", type=float, default=0.25)
    ap.add_argument("--only", default="")
    ap.add_argument("--peers", default="")
    ap.add_argument("--peer", action="append", default=[])
    ap.add_argument("--json", default="")
    ap.add_argument("--merge", action="append", default=[], help="earlier --json files whose repetitions are added")
    ap.add_argument("--table-only", action="store_true", help="measure nothing, print the merged files")
    a = ap.parse_args()
    os.makedirs(WORK, exist_ok=True)
    ps = peers()
    if a.peers:
        want = set(a.peers.split(",")) | {BASE}
        ps = [p for p in ps if p.name in want]
    for spec in a.peer:
        name, cmd = spec.split("=", 1)
        cmd = cmd.split()
        if os.path.exists(cmd[0]):
            cmd[0] = os.path.abspath(cmd[0])  # children run in WORK
        ps.append(Cli(name, cmd))
    progs = sorted(f[:-3] for f in os.listdir(PROG) if f.endswith(".py"))
    if a.only:
        progs = [p for p in progs if any(p.startswith(o) for o in a.only.split(","))]
    res = {}
    for pr in progs:
        for p in ps:
            if a.table_only:
                continue
            r = p.measure(pr, a.target, a.k)
            res.setdefault(pr, {})[p.name] = r
            print(pr, p.name, "cpu %.3f wall %.3f" % (min(r["cpus"]), min(r["times"])) if r["ok"] else r["err"], file=sys.stderr, flush=True)
    for path in a.merge:
        for pr, row in json.load(open(path)).items():
            for n, r in row.items():
                if pr not in progs or n not in [p.name for p in ps]:
                    continue
                have = res.setdefault(pr, {}).setdefault(n, r)
                if have is not r and have["ok"] and r["ok"] and have["check"] == r["check"]:
                    have["times"] += r["times"]
                    have["cpus"] += r["cpus"]
    if a.json:
        json.dump(res, open(a.json, "w"), indent=1)
    table(res, [p.name for p in ps], progs)


def nums(r, pr):
    return r["times"] if WALL in pr else r["cpus"]


def ratio(res, pr, n):
    r, b = res[pr].get(n), res[pr].get(BASE)
    if not (r and b and r["ok"] and b["ok"]):
        return None
    return min(nums(r, pr)) / min(nums(b, pr))


def cells(res, names, pr):
    out = []
    for n in names:
        r = res[pr].get(n)
        if not r:
            out.append("")
        elif not r["ok"]:
            out.append("fails: " + short(r["err"]).replace("|", "/"))
        else:
            x = nums(r, pr)
            s = "%.3f (%.3f)" % (min(x), statistics.median(x))
            if ratio(res, pr, n):
                s += " ×%.2f" % ratio(res, pr, n)
            if res[pr].get(BASE, {}).get("check") != r["check"]:
                s = "WRONG result; " + s
            out.append(s)
    return out


def table(res, names, progs):
    print("CPU seconds, min (median), ×ratio to %s. `%s` rows: wall seconds.\n" % (BASE, WALL))
    print("| program | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for pr in progs:
        print("| %s | %s |" % (pr, " | ".join(cells(res, names, pr))))
    row = []
    for n in names:
        rs = [ratio(res, pr, n) for pr in progs if WALL not in pr and ratio(res, pr, n)
              and res[pr][n]["check"] == res[pr][BASE]["check"]]
        row.append("×%.2f (%d right)" % (statistics.geometric_mean(rs), len(rs)) if rs else "-")
    print("| **geomean, without %s** | " % WALL + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
