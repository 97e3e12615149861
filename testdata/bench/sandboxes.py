#!/usr/bin/env python3
"""Sandboxes side by side: Airlock's executors docker and process, and smolagents' DockerExecutor on the same engine and image.

usage: sandboxes.py [--rounds 10] [--runs 20] [--pause 4] [--image airlock/jupyter] [--json out.json] AIRLOCK CLIENT

AIRLOCK is the program, with the plugins beside it; CLIENT is go/sandboxes, built: it calls the executors as an embedder does. This script
runs in an environment that has smolagents (`make bench-sandboxes` makes it) and calls its executor in the same manner. Each round measures
every contestant once, in an order of its own, so that what disturbs the machine disturbs all alike.

  first    from nothing to the result of the first `1+1`. Cold: the plugin's process is started too. Pool: the plugin runs, and a container
           or sandbox waits. Warm: the plugin runs. The imports of this script and the client's start don't count.
  open     of that, until there is a session.
  run      `1+1` again, --runs times a round.
  cleanup  until the sandbox is removed.
"""
import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
import time

CODE, WANT = "1+1", "2"
PEER = "smolagents, DockerExecutor"


class Client:
    """Airlock's host package, in a process that answers a line with a line."""

    def __init__(self, path, plugins):
        self.proc = subprocess.Popen([path, plugins], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def measure(self, executor, cold, runs, **options):
        task = {"executor": executor, "cold": cold, "options": options, "code": CODE, "want": WANT, "runs": runs}
        self.proc.stdin.write(json.dumps(task) + "\n")
        self.proc.stdin.flush()
        line = self.proc.stdout.readline()
        if not line:
            sys.exit("sandboxes: the client ended with status %s" % self.proc.wait())
        return json.loads(line)

    def close(self):
        self.proc.stdin.close()
        self.proc.wait()


def peer(image, runs):
    from smolagents.monitoring import AgentLogger, LogLevel
    from smolagents.remote_executors import DockerExecutor

    def once():
        begun = time.perf_counter()
        got = executor(CODE)
        if got.output != WANT:
            sys.exit("sandboxes: the peer gives %r" % (got,))
        return (time.perf_counter() - begun) * 1e3

    begun = time.perf_counter()
    executor = DockerExecutor([], AgentLogger(level=LogLevel.OFF), image_name=image, build_new_image=False)
    opened = (time.perf_counter() - begun) * 1e3
    try:
        took = {"open": opened, "first": opened + once(), "runs": [once() for _ in range(runs)]}
    finally:
        begun = time.perf_counter()
        executor.cleanup()
    return dict(took, close=(time.perf_counter() - begun) * 1e3)


def command(airlock, executor, image):
    """The command line as a whole: it opens, runs and cleans up."""
    options = ["--opt", "image=" + image] if executor == "docker" else []
    begun = time.perf_counter()
    out = subprocess.run([airlock, "run", "-x", executor, *options, "-c", CODE], check=True, capture_output=True, text=True).stdout
    if out.strip() != WANT:
        sys.exit("sandboxes: airlock run gives %r" % out)
    return {"first": (time.perf_counter() - begun) * 1e3}


def contestants(client, airlock, image, runs):
    """name -> function that measures one session. Those of a pool find the container or sandbox that the one before them had made."""
    driver = {"image": image}
    kernel = {"image": image, "mode": "jupyter"}
    return {
        PEER: lambda: peer(image, runs),
        "docker, cold": lambda: client.measure("docker", True, runs, pool="0", **driver),
        "docker, pool": lambda: client.measure("docker", False, runs, **driver),
        "docker, mode jupyter, cold": lambda: client.measure("docker", True, runs, pool="0", **kernel),
        "docker, mode jupyter, pool": lambda: client.measure("docker", False, runs, **kernel),
        "process, cold": lambda: client.measure("process", True, runs),
        "process, warm": lambda: client.measure("process", False, runs, pool="0"),
        "process, pool": lambda: client.measure("process", False, runs),
        "`airlock run -x docker`": lambda: command(airlock, "docker", image),
        "`airlock run -x process`": lambda: command(airlock, "process", image),
    }


def percentile(values, p):
    """nearest rank"""
    return sorted(values)[max(0, math.ceil(len(values) * p / 100) - 1)]


def number(ms):
    return "%.0f" % ms if ms >= 100 else "%.1f" % ms if ms >= 10 else "%.2f" % ms


def summary(rounds):
    """measure -> median and p99, of those that were taken"""
    out = {}
    for key in "first", "open", "runs", "close":
        values = [v for r in rounds if key in r for v in (r[key] if key == "runs" else [r[key]])]
        if values:
            out[key] = statistics.median(values), percentile(values, 99)
    return out


def table(results):
    base = results[PEER]
    columns = ["first", "open", "runs", "close"]
    print("| ms: median (p99), ratio to the peer's median | first result | of it, open | run of `1+1` | cleanup |")
    print("|---" * 5 + "|")
    for name, got in results.items():
        cells = []
        for key in columns:
            if key not in got:
                cells.append("")
                continue
            cell = "%s (%s)" % tuple(number(v) for v in got[key])
            ratio = got[key][0] / base[key][0]
            cells.append(cell if name == PEER else cell + " ×%.*f" % (2 if ratio >= 0.095 else 3 if ratio >= 0.0095 else 4, ratio))
        print("| %s | %s |" % (name, " | ".join(cells)))


# What the project wants: contestant, measure, most milliseconds (median), or less than the peer's.
GOALS = [
    ("docker, cold", "first", 700), ("docker, pool", "open", 5), ("docker, pool", "runs", 2), ("docker, cold", "close", 300),
    ("docker, mode jupyter, cold", "first", None), ("docker, mode jupyter, cold", "runs", None), ("docker, mode jupyter, cold", "close", None),
    ("process, cold", "open", 80), ("process, cold", "runs", 1), ("process, pool", "open", 5),
]


def goals(results):
    print("\n| goal, median | got | |\n|---|---|---|")
    for name, key, most in GOALS:
        got, most_is = results[name][key][0], "%d ms" % most if most else "the peer's"
        most = most or results[PEER][key][0]
        print("| %s, %s: at most %s | %s ms | %s |" % (name, key, most_is, number(got), "met" if got <= most else "missed"))


def main():
    ap = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    ap.add_argument("--rounds", type=int, default=10)
    ap.add_argument("--runs", type=int, default=20, help="runs of each round")
    ap.add_argument("--pause", type=float, default=4, help="seconds before each session, in which a pool is filled again")
    ap.add_argument("--image", default="airlock/jupyter", help="the image for all, which has a kernel gateway")
    ap.add_argument("--json", help="a file for all that was measured")
    ap.add_argument("--only", default="", help="measure what has this in its name, and the peer")
    ap.add_argument("airlock")
    ap.add_argument("client")
    a = ap.parse_args()
    airlock = os.path.abspath(a.airlock)
    client = Client(os.path.abspath(a.client), os.path.dirname(airlock))
    all_of_them = {n: f for n, f in contestants(client, airlock, a.image, a.runs).items() if a.only in n or n == PEER}
    for name, f in all_of_them.items():
        f()  # files are read, plugins described
        if name.endswith("pool"):
            f()  # from the second session on one waits
    taken = {name: [] for name in all_of_them}
    order = list(all_of_them)
    chance = random.Random(1)
    for i in range(a.rounds):
        chance.shuffle(order)
        for name in order:
            time.sleep(a.pause)
            taken[name].append(all_of_them[name]())
        print("round %d of %d" % (i + 1, a.rounds), file=sys.stderr)
    client.close()
    if a.json:
        with open(a.json, "w") as f:
            json.dump(taken, f)
    results = {name: summary(rounds) for name, rounds in taken.items()}
    table(results)
    if not a.only:
        goals(results)


if __name__ == "__main__":
    main()
