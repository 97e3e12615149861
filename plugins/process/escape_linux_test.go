package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/shared"
)

// attempts are what guest code must not get done. Each is an expression or
// statements that set done to something true if it worked.
var attempts = map[string]string{
	// files of the machine
	"shadow":             "done = open('/etc/shadow').read()",
	"passwd of the host": "done = len(open('/etc/passwd').read().splitlines()) > 2",
	"home of the user":   "done = [n for n in os.listdir(HOME) if n != '.pyenv']",
	"ssh keys":           "done = os.listdir(HOME + '/.ssh')",
	"var":                "done = os.listdir('/var')",
	"host's tmp":         "done = os.path.exists(CANARY)",
	"host's tmp by proc": "done = open('/proc/1/root' + CANARY).read()",
	"parent folder":      "done = open('/tmp/../../../' + CANARY).read()",
	"write usr":          "open('/usr/x', 'w'); done = 1",
	"write root":         "open('/x', 'w'); done = 1",
	"write Python":       "open(os.__file__, 'a'); done = 1",
	"write etc":          "open('/etc/x', 'w'); done = 1",
	"write launcher":     "open('/run/airlock/launch', 'wb'); done = 1",
	"mkdir":              "os.mkdir('/y'); done = 1",
	"symlink out":        "os.symlink('/proc/1/root' + '/etc/shadow', '/tmp/link'); done = open('/tmp/link').read()",
	"hard link":          "os.link('/usr/bin/env', '/tmp/env'); done = 1",
	"chmod of a program": "os.chmod('/usr/bin/env', 0o777); done = 1",
	"symlink race":       "import threading\ndef flip():\n    for i in range(2000):\n        try: os.symlink('/etc/shadow', '/tmp/r')\n        except OSError: pass\n        try: os.unlink('/tmp/r')\n        except OSError: pass\nt = threading.Thread(target=flip); t.start()\ndone = 0\nfor i in range(2000):\n    try: done = done or open('/tmp/r').read()\n    except OSError: pass\nt.join()",
	"device node":        "os.mknod('/tmp/sda', 0o600 | 0o060000, os.makedev(8, 0)); done = 1",
	"memory device":      "done = open('/dev/mem', 'rb').read(1)",
	"kernel messages":    "done = open('/dev/kmsg', 'rb').read(1)",
	"block device":       "done = [n for n in os.listdir('/dev') if n.startswith(('sd', 'vd', 'nvme', 'loop'))]",
	"kcore":              "done = open('/proc/kcore', 'rb').read(1)",
	"sysrq":              "open('/proc/sysrq-trigger', 'w').write('h'); done = 1",
	"core pattern":       "open('/proc/sys/kernel/core_pattern', 'w').write('|/tmp/x'); done = 1",
	"sys":                "done = os.listdir('/sys/fs/cgroup')",
	"cgroup release":     "import ctypes\ndone = ctypes.CDLL(None).mount(b'none', b'/tmp', b'cgroup', 0, b'memory') == 0",
	"inherited files":    "done = [f for f in os.listdir('/proc/self/fd') if int(f) > 2 and not os.readlink('/proc/self/fd/' + f).startswith(('pipe:', '/proc'))]",
	"docker socket":      "done = os.path.exists('/var/run/docker.sock') or os.path.exists('/run/docker.sock')",
	// processes
	"processes of the host":     "done = [p for p in os.listdir('/proc') if p.isdigit() and int(p) > 50]",
	"environment of init":       "done = open('/proc/1/environ').read()",
	"signal the host":           "os.kill(HOSTPID, 0); done = 1",
	"ptrace":                    "import ctypes\ndone = ctypes.CDLL(None, use_errno=True).ptrace(16, os.getppid(), 0, 0) == 0",
	"ptrace me":                 "import ctypes\ndone = ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0",
	"memory of init":            "open('/proc/1/mem', 'rb'); done = 1",
	"read of another's memory":  "import ctypes\nlibc = ctypes.CDLL(None)\nbuf = ctypes.create_string_buffer(8)\nclass V(ctypes.Structure): _fields_ = [('b', ctypes.c_void_p), ('n', ctypes.c_size_t)]\nv = V(ctypes.cast(buf, ctypes.c_void_p), 8)\ndone = libc.process_vm_readv(1, ctypes.byref(v), 1, ctypes.byref(v), 1, 0) >= 0",
	"setuid":                    "os.setuid(0); done = 1",
	"setgid":                    "os.setgid(0); done = 1",
	"setgroups":                 "os.setgroups([0]); done = 1",
	"uid":                       "done = os.getuid() == 0 or os.geteuid() == 0",
	"capabilities":              "done = [l for l in open('/proc/self/status') if l.startswith('Cap') and int(l.split()[1], 16)]",
	"new privileges":            "done = 'NoNewPrivs:\\t1' not in open('/proc/self/status').read()",
	"no seccomp":                "done = 'Seccomp:\\t2' not in open('/proc/self/status').read()",
	"setuid program":            "import subprocess\ndone = subprocess.run(['su', '-c', 'id'], capture_output=True, stdin=subprocess.DEVNULL).returncode == 0",
	"nice":                      "os.nice(-10); done = 1",
	"raise a limit":             "import resource\nresource.setrlimit(resource.RLIMIT_NOFILE, (100000, 100000)); done = 1",
	"leave the session's group": "import ctypes\ndone = ctypes.CDLL(None).setns(3, 0) == 0",
	// namespaces and the kernel
	"unshare user":   "os.unshare(os.CLONE_NEWUSER); done = 1",
	"unshare mounts": "os.unshare(os.CLONE_NEWNS); done = 1",
	"clone user":     "import ctypes\ndone = ctypes.CDLL(None).syscall(56, 0x10000000 | 17, 0, 0, 0, 0) >= 0",
	"clone3":         "import ctypes\ndone = ctypes.CDLL(None).syscall(435, 0, 0) >= 0",
	"mount":          "import ctypes\ndone = ctypes.CDLL(None).mount(b'none', b'/tmp', b'tmpfs', 0, None) == 0",
	"umount":         "import ctypes\ndone = ctypes.CDLL(None).umount(b'/tmp') == 0",
	"remount":        "import ctypes\ndone = ctypes.CDLL(None).mount(b'', b'/', b'', 32, None) == 0",
	"pivot_root":     "import ctypes\ndone = ctypes.CDLL(None).syscall(155, b'/tmp', b'/tmp') == 0",
	"chroot":         "os.chroot('/tmp'); done = 1",
	"keyring":        "import ctypes\ndone = ctypes.CDLL(None).syscall(250, 0, -3, 0, 0, 0) >= 0",
	"add key":        "import ctypes\ndone = ctypes.CDLL(None).syscall(248, b'user', b'a', b'b', 1, -3) >= 0",
	"bpf":            "import ctypes\ndone = ctypes.CDLL(None).syscall(321, 0, 0, 0) >= 0",
	"perf":           "import ctypes\ndone = ctypes.CDLL(None).syscall(298, 0, 0, -1, -1, 0) >= 0",
	"userfaultfd":    "import ctypes\ndone = ctypes.CDLL(None).syscall(323, 0) >= 0",
	"io_uring":       "import ctypes\np = ctypes.create_string_buffer(120)\ndone = ctypes.CDLL(None).syscall(425, 1, p) >= 0",
	"open by handle": "import ctypes\ndone = ctypes.CDLL(None).syscall(303, -100, b'/', ctypes.create_string_buffer(200), ctypes.create_string_buffer(8), 0) >= 0",
	"kernel module":  "import ctypes\ndone = ctypes.CDLL(None).syscall(175, b'x', 1, b'') == 0",
	"kexec":          "import ctypes\ndone = ctypes.CDLL(None).syscall(246, 0, 0, 0, 0) == 0",
	"reboot":         "import ctypes\ndone = ctypes.CDLL(None).syscall(169, 0xfee1dead, 672274793, 0, 0) == 0",
	"host name":      "import socket\nsocket.sethostname('x'); done = 1",
	"clock":          "import time\ntime.clock_settime(time.CLOCK_REALTIME, time.time()); done = 1",
	"swap":           "import ctypes\ndone = ctypes.CDLL(None).swapon(b'/tmp/x', 0) == 0",
	"quota":          "import ctypes\ndone = ctypes.CDLL(None).syscall(179, 0, 0, 0, 0) == 0",
	"iopl":           "import ctypes\ndone = ctypes.CDLL(None).syscall(172, 3) == 0",
	"personality":    "import ctypes\ndone = ctypes.CDLL(None).syscall(135, 0x40000) >= 0",
	// network
	"interfaces":      "import socket\ndone = [n for _, n in socket.if_nameindex() if n != 'lo']",
	"TCP":             "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_STREAM); done = 1",
	"UDP":             "import socket\nsocket.socket(socket.AF_INET, socket.SOCK_DGRAM); done = 1",
	"IPv6":            "import socket\nsocket.socket(socket.AF_INET6, socket.SOCK_STREAM); done = 1",
	"raw":             "import socket\nsocket.socket(socket.AF_PACKET, socket.SOCK_RAW); done = 1",
	"netlink":         "import socket\nsocket.socket(socket.AF_NETLINK, socket.SOCK_RAW); done = 1",
	"vsock":           "import socket\nsocket.socket(socket.AF_VSOCK, socket.SOCK_STREAM); done = 1",
	"name service":    "import socket\ndone = socket.gethostbyname('localhost.example')",
	"abstract socket": "import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('\\0/tmp/.X11-unix/X0'); done = 1",
}

func openProcess(t *testing.T, opts map[string]string, limits shared.Limits) shared.Session {
	t.Helper()
	needBubblewrap(t)
	all := map[string]string{"python": testenv.Python312(t)}
	for k, v := range opts {
		all[k] = v
	}
	s, err := newTestExecutor(t).Open(t.Context(), &shared.OpenRequest{Options: all, Limits: limits}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = s.Close(context.Background()) })
	return s
}

func TestEscapes(t *testing.T) {
	canary, err := os.CreateTemp(t.TempDir(), "canary")
	if err != nil {
		t.Fatal(err)
	}
	s := openProcess(t, nil, shared.Limits{})
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	prelude := fmt.Sprintf("import os\nCANARY, HOME, HOSTPID, done = %q, %q, %d, 0\n", canary.Name(), home, os.Getpid())
	for name, src := range attempts {
		t.Run(name, func(t *testing.T) {
			code := prelude + "try:\n" + indent(src) + "\nexcept Exception as e:\n    print(type(e).__name__, e)\nbool(done)"
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

func indent(src string) string { return "    " + strings.ReplaceAll(src, "\n", "\n    ") }

// TestBombs: what takes too much ends, and nothing of it stays.
func TestBombs(t *testing.T) {
	for name, c := range map[string]struct {
		code  string
		kinds []shared.Kind
	}{
		"memory":     {"x = []\nwhile True: x.append('y' * 10**6)", []shared.Kind{shared.KindLimitMemory, shared.KindRuntime}},
		"fork bomb":  {"import os\nwhile True: os.fork()", []shared.Kind{shared.KindRuntime, shared.KindLimitTime, shared.KindBackendLost}},
		"threads":    {"import threading, time\nwhile True: threading.Thread(target=time.sleep, args=(60,)).start()", []shared.Kind{shared.KindRuntime}},
		"disk":       {"f = open('/tmp/x', 'wb')\nwhile True: f.write(b'y' * 10**6)", []shared.Kind{shared.KindRuntime}},
		"many files": {"files = []\nwhile True: files.append(open('/dev/null'))", []shared.Kind{shared.KindRuntime}},
		"time":       {"while True: pass", []shared.Kind{shared.KindLimitTime}},
		"left child": {"import subprocess\nsubprocess.Popen(['sleep', '1000'])\n1 / 0", []shared.Kind{shared.KindRuntime}},
	} {
		t.Run(name, func(t *testing.T) {
			s := openProcess(t, map[string]string{"tmpfs": "16MiB", "pids": "40"}, shared.Limits{Time: 5 * time.Second, MemoryBytes: 128 << 20})
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
			if _, err := s.Close(t.Context()); err != nil {
				t.Errorf("close: %v", err)
			}
		})
	}
	out, _ := exec.Command("pgrep", "-P", strconv.Itoa(os.Getpid()), "-x", "bwrap").Output()
	for range 50 {
		if len(out) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
		out, _ = exec.Command("pgrep", "-P", strconv.Itoa(os.Getpid()), "-x", "bwrap").Output()
	}
	t.Errorf("processes are left: %s", out)
}
