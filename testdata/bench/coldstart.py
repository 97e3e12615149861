#!/usr/bin/env python3
"""Cold start: `print(1+1)` from process start to exit, beside the CPython that runs this script.

usage: coldstart.py [--n 40] AIRLOCK

All commands run in turn, so that what disturbs the machine disturbs all alike; look at the ratios. CPU time is that of all
processes of a command, the plugin's too. "one file" is a copy of the program alone in a folder, which serves its built-in executor;
"plugin file" is the program where it lies, with the plugins that lie beside it. "LocalPythonExecutor" is that of smolagents, where
PEERS_VENV names a virtual environment that has it.
"""
import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time

CODE = "print(1+1)"
PEER = """
from smolagents.local_python_executor import LocalPythonExecutor
e = LocalPythonExecutor([])
e.send_tools({})
print(e(%r).logs, end="")
""" % CODE


def once(cmd):
    """wall and CPU milliseconds of one run, whose output is dropped"""
    begun = time.perf_counter()
    pid = os.posix_spawn(cmd[0], cmd, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, used = os.wait4(pid, 0)
    wall = time.perf_counter() - begun
    if status:
        sys.exit("coldstart: %s failed with status %d" % (" ".join(cmd), os.waitstatus_to_exitcode(status)))
    return wall * 1e3, (used.ru_utime + used.ru_stime) * 1e3


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument("--n", type=int, default=40, help="runs of each command")
    ap.add_argument("airlock", help="path of the program")
    a = ap.parse_args()
    airlock = os.path.abspath(a.airlock)
    with tempfile.TemporaryDirectory() as folder:
        alone = shutil.copy(airlock, folder)
        commands = {"CPython": [sys.executable, "-c", CODE], "one file": [alone, "run", "-c", CODE]}
        if os.path.exists(os.path.join(os.path.dirname(airlock), "airlock-executor-local")):
            commands["plugin file"] = [airlock, "run", "-c", CODE]
        peers = os.path.join(os.environ.get("PEERS_VENV", ""), "bin", "python")
        if os.path.isabs(peers):
            commands["LocalPythonExecutor"] = [peers, "-c", PEER]
        runs = {name: [] for name in commands}
        for cmd in commands.values():
            once(cmd)  # the first run reads the files and describes the plugin
        for _ in range(a.n):
            for name, cmd in commands.items():
                runs[name].append(once(cmd))
    best = {name: [f(x) for x in zip(*r) for f in (min, statistics.median)] for name, r in runs.items()}
    print("| cold start, ms | wall min | wall median | CPU min | CPU median | to CPython: wall median | CPU median |")
    print("|---" * 7 + "|")
    for name, b in best.items():
        base = best["CPython"]
        print("| %s | %s | ×%.2f | ×%.2f |" % (name, " | ".join("%.1f" % x for x in b), b[1] / base[1], b[3] / base[3]))


if __name__ == "__main__":
    main()
