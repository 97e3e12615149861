package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// attempts are what guest code must not get done. Each sets done to something
// true if it worked.
var attempts = map[string]string{
	// files
	"shadow":         "done = open('/etc/shadow').read()",
	"write root":     "open('/x', 'w'); done = 1",
	"write usr":      "open('/usr/x', 'w'); done = 1",
	"write Python":   "open(os.__file__, 'a'); done = 1",
	"run from tmp":   "import shutil, subprocess\nshutil.copy('/bin/true', '/tmp/x'); os.chmod('/tmp/x', 0o755); subprocess.run(['/tmp/x'], check=True); done = 1",
	"device node":    "os.mknod('/tmp/sda', 0o600 | 0o060000, os.makedev(8, 0)); done = 1",
	"block devices":  "done = [n for n in os.listdir('/dev') if n.startswith(('sd', 'vd', 'nvme', 'loop', 'dm-'))]",
	"memory device":  "done = open('/dev/mem', 'rb').read(1)",
	"kcore":          "done = open('/proc/kcore', 'rb').read(1)",
	"keys":           "done = open('/proc/keys').read(1)",
	"sysrq":          "open('/proc/sysrq-trigger', 'w').write('h'); done = 1",
	"proc sys":       "open('/proc/sys/kernel/core_pattern', 'w').write('|/tmp/x'); done = 1",
	"proc sys net":   "open('/proc/sys/net/ipv4/ip_forward', 'w').write('1'); done = 1",
	"sys":            "open('/sys/kernel/uevent_helper', 'w').write('/tmp/x'); done = 1",
	"firmware":       "done = os.listdir('/sys/firmware')",
	"docker socket":  "done = [p for p in ('/var/run/docker.sock', '/run/docker.sock', '/run/containerd/containerd.sock') if os.path.exists(p)]",
	"cgroup limit":   "import glob\nfor p in glob.glob('/sys/fs/cgroup/**/memory.limit_in_bytes', recursive=True) + glob.glob('/sys/fs/cgroup/memory.max'): open(p, 'w').write('-1'); done = 1",
	"cgroup release": "import glob\nfor p in glob.glob('/sys/fs/cgroup/**/release_agent', recursive=True): open(p, 'w').write('/tmp/x'); done = 1",
	"cgroup mount":   "import ctypes\ndone = ctypes.CDLL(None).mount(b'none', b'/tmp', b'cgroup', 0, b'memory') == 0",
	"file of host":   "done = os.path.exists(CANARY)",
	"host by proc":   "done = os.path.exists('/proc/1/root' + CANARY)",
	"secrets":        "done = [k for k in os.environ if 'DOCKER' in k or 'AIRLOCK' in k]",
	// processes and rights
	"processes of the host": "done = [p for p in os.listdir('/proc') if p.isdigit() and p not in ('1', str(os.getpid()))]",
	"uid":                   "done = os.getuid() == 0 or os.geteuid() == 0 or 0 in os.getgroups()",
	"setuid":                "os.setuid(0); done = 1",
	"setgid":                "os.setgid(0); done = 1",
	"capabilities":          "done = [l for l in open('/proc/self/status') if l.startswith('Cap') and int(l.split()[1], 16)]",
	"new privileges":        "done = 'NoNewPrivs:\\t1' not in open('/proc/self/status').read()",
	"no seccomp":            "done = 'Seccomp:\\t2' not in open('/proc/self/status').read()",
	"setuid files":          "done = [p for d in ('/bin', '/usr/bin', '/usr/sbin', '/usr/lib') for p in (os.path.join(d, n) for n in os.listdir(d)) if os.lstat(p).st_mode & 0o6000 and not os.path.isdir(p)]",
	"setuid of its own":     "import shutil, subprocess\nshutil.copy('/bin/id', '/tmp/id'); os.chmod('/tmp/id', 0o4755); done = b'euid=0' in subprocess.run(['/tmp/id'], capture_output=True).stdout",
	"ptrace":                "import ctypes\ndone = ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0",
	"read another's memory": "import ctypes\nlibc = ctypes.CDLL(None)\nbuf = ctypes.create_string_buffer(8)\nclass V(ctypes.Structure): _fields_ = [('b', ctypes.c_void_p), ('n', ctypes.c_size_t)]\nv = V(ctypes.cast(buf, ctypes.c_void_p), 8)\ndone = libc.process_vm_readv(1, ctypes.byref(v), 1, ctypes.byref(v), 1, 0) >= 0",
	"environment of init":   "done = os.getuid() == 0 and open('/proc/1/environ').read()",
	"nice":                  "os.nice(-10); done = 1",
	"raise a limit":         "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (100000, 100000)); done = 1",
	"core dumps":            "import resource\ndone = resource.getrlimit(resource.RLIMIT_CORE)[1]",
	// the kernel
	"mount":          "import ctypes\ndone = ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0",
	"remount":        "import ctypes\ndone = ctypes.CDLL(None).mount(b'', b'/', b'', 32, None) == 0",
	"umount":         "import ctypes\ndone = ctypes.CDLL(None).umount(b'/proc/kcore') == 0",
	"unshare user":   "import ctypes\ndone = ctypes.CDLL(None).unshare(0x10000000) == 0",
	"unshare mounts": "import ctypes\ndone = ctypes.CDLL(None).unshare(0x20000) == 0",
	"setns":          "import ctypes\ndone = ctypes.CDLL(None).setns(os.open('/proc/1/ns/net', 0), 0) == 0",
	"chroot":         "os.chroot('/tmp'); done = 1",
	"pivot_root":     "import ctypes\ndone = ctypes.CDLL(None).syscall(155, b'/tmp', b'/tmp') == 0",
	"keyring":        "import ctypes\ndone = ctypes.CDLL(None).syscall(250, 0, -3, 0, 0, 0) >= 0",
	"bpf":            "import ctypes\ndone = ctypes.CDLL(None).syscall(321, 0, 0, 0) >= 0",
	"perf":           "import ctypes\ndone = ctypes.CDLL(None).syscall(298, 0, 0, -1, -1, 0) >= 0",
	"userfaultfd":    "import ctypes\ndone = ctypes.CDLL(None).syscall(323, 0) >= 0",
	"open by handle": "import ctypes\ndone = ctypes.CDLL(None).syscall(304, -100, ctypes.create_string_buffer(200), 0) >= 0",
	"kernel module":  "import ctypes\ndone = ctypes.CDLL(None).syscall(175, b'x', 1, b'') == 0",
	"kexec":          "import ctypes\ndone = ctypes.CDLL(None).syscall(246, 0, 0, 0, 0) == 0",
	"reboot":         "import ctypes\ndone = ctypes.CDLL(None).syscall(169, 0xfee1dead, 672274793, 0, 0) == 0",
	"host name":      "import socket\nsocket.sethostname('x'); done = 1",
	"clock":          "import time\ntime.clock_settime(time.CLOCK_REALTIME, time.time()); done = 1",
	"iopl":           "import ctypes\ndone = ctypes.CDLL(None).syscall(172, 3) == 0",
	"io_uring":       "import ctypes\ndone = ctypes.CDLL(None).syscall(425, 1, ctypes.create_string_buffer(120)) >= 0",
	"add key":        "import ctypes\ndone = ctypes.CDLL(None).syscall(248, b'user', b'a', b'b', 1, -3) >= 0",
	"vsock":          "import socket\nsocket.socket(socket.AF_VSOCK, socket.SOCK_STREAM); done = 1",
	// network
	"interfaces":   "import socket\ndone = [n for _, n in socket.if_nameindex() if n not in ('lo', 'tunl0', 'sit0', 'ip6tnl0')]",
	"connect":      "import socket\nsocket.create_connection(('192.0.2.1', 80), 2); done = 1",
	"metadata":     "import socket\nsocket.create_connection(('169.254.169.254', 80), 2); done = 1",
	"bridge":       "import socket\nsocket.create_connection(('172.17.0.1', 22), 2); done = 1",
	"name service": "import socket\ndone = socket.gethostbyname('airlock.example')",
	"raw socket":   "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_RAW, 1); done = 1",
	"packets":      "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW); done = 1",
}

func openDocker(t testing.TB, e *executor, opts map[string]string, limits shared.Limits) shared.Session {
	t.Helper()
	s, err := e.Open(t.Context(), &shared.OpenRequest{Options: opts, Limits: limits}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeSession(t, s) })
	return s
}

func TestEscapes(t *testing.T) {
	t.Parallel()
	canary, err := os.CreateTemp(t.TempDir(), "canary")
	if err != nil {
		t.Fatal(err)
	}
	s := openDocker(t, newTestExecutor(t), nil, shared.Limits{})
	prelude := fmt.Sprintf("import os\nCANARY, done = %q, 0\n", canary.Name())
	for name, src := range attempts {
		t.Run(name, func(t *testing.T) {
			code := prelude + "try:\n    " + strings.ReplaceAll(src, "\n", "\n    ") + "\nexcept Exception as e:\n    print(type(e).__name__, e)\nbool(done)"
			res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{})
			if err != nil {
				t.Fatalf("it ended with %v", err)
			}
			if res.Repr != "False" {
				t.Errorf("it worked; output %q", res.Logs)
			}
		})
	}
}

// TestLimitsShow: what limits the sandbox can be read in it.
func TestLimitsShow(t *testing.T) {
	t.Parallel()
	s := openDocker(t, newTestExecutor(t), map[string]string{"cpu_quota": "20000", "pids": "50", "tmpfs": "16MiB"}, shared.Limits{MemoryBytes: 96 << 20})
	code := `
def first(*paths):
    for p in paths:
        try: return open(p).read().split()
        except OSError: pass
import os
tmp, shm = os.statvfs('/tmp'), os.statvfs('/dev/shm')
[first('/sys/fs/cgroup/memory/memory.limit_in_bytes', '/sys/fs/cgroup/memory.max'),
 first('/sys/fs/cgroup/pids/pids.max', '/sys/fs/cgroup/pids.max'),
 (first('/sys/fs/cgroup/cpu/cpu.cfs_quota_us') or first('/sys/fs/cgroup/cpu.max'))[0],
 tmp.f_blocks * tmp.f_frsize >> 20, shm.f_blocks * shm.f_frsize >> 20, os.getuid(), os.getgid()]`
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{})
	if want := "[['100663296'], ['50'], '20000', 16, 16, 65534, 65534]"; err != nil || res.Repr != want {
		t.Errorf("the sandbox sees %s (%v), want %s", res.Repr, err, want)
	}
}

// TestBombs: what takes too much ends, and the session goes on.
func TestBombs(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	for name, c := range map[string]struct {
		code  string
		kinds []shared.Kind
	}{
		"memory":      {"x = []\nwhile True: x.append(bytearray(10**6))", []shared.Kind{shared.KindLimitMemory}},
		"memory file": {"f = open('/dev/shm/x', 'wb')\nx = bytearray(70 * 10**6)\nwhile True: f.write(x[:10**6])", []shared.Kind{shared.KindLimitMemory, shared.KindRuntime}},
		"fork bomb":   {"import os\nwhile True: os.fork()", []shared.Kind{shared.KindRuntime, shared.KindLimitTime, shared.KindBackendLost}},
		"threads":     {"import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,)).start()", []shared.Kind{shared.KindRuntime}},
		"disk":        {"f = open('/tmp/x', 'wb')\nwhile True: f.write(b'y' * 10**6)", []shared.Kind{shared.KindRuntime}},
		"many files":  {"files = []\nwhile True: files.append(open('/dev/null'))", []shared.Kind{shared.KindRuntime}},
		"time":        {"while True: pass", []shared.Kind{shared.KindLimitTime}},
		"exit":        {"import os\nos._exit(3)", []shared.Kind{shared.KindBackendLost}},
		"kill":        {"import os\nos.kill(os.getpid(), 9)", []shared.Kind{shared.KindBackendLost}},
		"crash":       {"import ctypes\nctypes.string_at(0)", []shared.Kind{shared.KindBackendLost}},
		"deaf":        {"import signal, os\nsignal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))\nos.close(0)\nwhile True: pass", []shared.Kind{shared.KindLimitTime}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openDocker(t, e, map[string]string{"tmpfs": "16MiB", "pids": "40"}, shared.Limits{Time: 4 * time.Second, MemoryBytes: 96 << 20})
			_, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: c.code}, &shared.Handler{})
			ok := false
			for _, k := range c.kinds {
				ok = ok || errors.Is(err, k)
			}
			if !ok {
				t.Errorf("ended with %v (%s)", err, shared.AsError(err).Kind)
			}
			res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "1 + 1"}, &shared.Handler{})
			if err == nil && res.Repr != "2" {
				t.Errorf("the next run gives %s", res.Repr)
			}
		})
	}
}

// TestProcessorShare: two processes that burn get together what one may use.
func TestProcessorShare(t *testing.T) {
	t.Parallel()
	s := openDocker(t, newTestExecutor(t), map[string]string{"cpus": "0.3"}, shared.Limits{})
	code := `
import os, time
def burn():
    end = time.monotonic() + 1.5
    while time.monotonic() < end: pass
start = time.monotonic()
pids = [os.fork() for _ in range(2)] if os.getpid() else []
if 0 in pids:
    burn()
    os._exit(0)
for p in pids: os.waitpid(p, 0)
t = os.times()
(t.children_user + t.children_system) / (time.monotonic() - start) < 0.6`
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{})
	if err != nil || res.Repr != "True" {
		t.Errorf("they got more: %s, %v, %s", res.Repr, err, res.Logs)
	}
}

// TestMuch: sizes at which kernels behind a web gateway hang or drop output.
func TestMuch(t *testing.T) {
	t.Parallel()
	s := openDocker(t, newTestExecutor(t), nil, shared.Limits{OutputChars: shared.Unlimited})
	n := 0
	h := &shared.Handler{OnOutput: func(_ shared.Stream, p []byte) error { n += len(p); return nil }}
	if _, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "print('x' * (8 << 20))"}, h); err != nil || n != 8<<20+1 {
		t.Errorf("%d bytes of a print of 8 MiB came: %v", n, err)
	}
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "len('''" + strings.Repeat("x", 12<<20) + "''')"}, &shared.Handler{})
	if err != nil || res.Repr != "12582912" {
		t.Errorf("12 MiB of code give %s: %v", res.Repr, err)
	}
}
