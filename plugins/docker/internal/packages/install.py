# Installs packages into the container that it runs in, as root. The task is one line of JSON on the standard input, whose end ends everything.
import glob, json, os, shutil, subprocess, sys, threading

task = json.loads(sys.stdin.readline())


def watch():
    sys.stdin.read()
    os._exit(0)  # the plugin has what it wants, or is gone


def find_pip():
    import importlib.util
    if importlib.util.find_spec("pip"):
        return [sys.executable, "-m", "pip"]
    places = ["/usr/share/python-wheels"]
    if importlib.util.find_spec("ensurepip"):
        import ensurepip
        places.append(os.path.join(os.path.dirname(ensurepip.__file__), "_bundled"))
    wheels = [w for p in places for w in glob.glob(os.path.join(p, "pip-*.whl"))]
    return [sys.executable, os.path.join(wheels[-1], "pip")] if wheels else None


def install(work):
    pip = find_pip()
    if pip is None:
        return "no pip"
    env = dict(os.environ, **task["env"])
    env.update(HOME=work, TMPDIR=work, PIP_ROOT_USER_ACTION="ignore", PIP_BREAK_SYSTEM_PACKAGES="1")
    if task["certificates"]:
        env["PIP_CERT"] = os.path.join(work, "ca.pem")
        with open(env["PIP_CERT"], "w") as f:
            f.write(task["certificates"])
    command = pip + ["install", "--no-input", "--no-cache-dir", "--disable-pip-version-check", "--progress-bar", "off", "--retries", "2", "--"]
    code = subprocess.run(command + task["requirements"], env=env, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT).returncode
    return "installed" if code == 0 else "failed"


threading.Thread(target=watch, daemon=True).start()
os.umask(0o022)
work = "/tmp/airlock-install"
os.makedirs(work)
outcome = install(work)
shutil.rmtree(work, ignore_errors=True)
print("\n%s %s" % (task["word"], outcome), flush=True)
threading.Event().wait()
