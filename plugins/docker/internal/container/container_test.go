package container

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/airlockhq/airlock/shared"
)

func frame(kind byte, text string) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{kind, 0, 0, 0}, uint32(len(text))), text...)
}

// TestStreams: the two streams come apart wherever the pieces end.
func TestStreams(t *testing.T) {
	mixed := bytes.Join([][]byte{frame(1, "one "), frame(2, "error "), frame(1, ""), frame(1, "two"), frame(2, strings.Repeat("x", 2*tailBytes)), frame(1, "!")}, nil)
	for name, r := range map[string]io.Reader{"whole": bytes.NewReader(mixed), "bytes": iotest.OneByteReader(bytes.NewReader(mixed)), "halves": iotest.HalfReader(bytes.NewReader(mixed))} {
		stderr := &Tail{}
		out, err := io.ReadAll(newStdout(r, stderr, func() {}))
		if err != nil || string(out) != "one two!" || len(stderr.String()) != tailBytes {
			t.Errorf("%s: %q and %d bytes of errors: %v", name, out, len(stderr.String()), err)
		}
	}
}

// TestStreamsBroken: what isn't a stream ends with an error, without taking memory for what it claims.
func TestStreamsBroken(t *testing.T) {
	for name, c := range map[string]struct {
		mixed []byte
		want  string
	}{
		"unknown kind":  {frame(9, "x"), "unknown kind 9"},
		"system error":  {frame(3, "container is gone"), "the engine says: container is gone"},
		"cut head":      {[]byte{1, 0, 0}, "unexpected EOF"},
		"cut body":      {frame(1, "0123456789")[:12], ""},
		"huge":          {[]byte{1, 0, 0, 0, 255, 255, 255, 255, 'x'}, ""},
		"huge errors":   {[]byte{2, 0, 0, 0, 255, 255, 255, 255, 'x'}, ""},
		"huge system":   {[]byte{3, 0, 0, 0, 255, 255, 255, 255, 'x'}, "the engine says: x"},
		"HTTP, not raw": {[]byte("HTTP/1.1 500 Internal Server Error\r\n"), "unknown kind 72"},
	} {
		_, err := io.ReadAll(newStdout(bytes.NewReader(c.mixed), &Tail{}, func() {}))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func FuzzStreams(f *testing.F) {
	f.Add(frame(1, "one"))
	f.Add(append(frame(2, "two"), frame(3, "three")...))
	f.Fuzz(func(t *testing.T, mixed []byte) {
		stderr := &Tail{}
		out, _ := io.ReadAll(newStdout(bytes.NewReader(mixed), stderr, func() {})) // any error is fine
		if len(out)+8 > len(mixed)+8 || len(stderr.String()) > 3*tailBytes {
			t.Errorf("%d bytes became %d and %d", len(mixed), len(out), len(stderr.String()))
		}
	})
}

// TestHardening: what the engine is asked for.
func TestHardening(t *testing.T) {
	spec := &Spec{
		Kind: "sandbox", Image: "sha256:1", Command: []string{"python3", "-c", "1"}, User: "65534:65534", Stdin: true, Network: "none", Memory: 512 << 20,
		CPUQuota: 50000, PIDs: 100, Tmpfs: 64 << 20, ReadOnly: true, Strict: true, Env: map[string]string{"B": "2", "A": "1"},
		Mounts: []Mount{{Source: "/data", Target: "/d"}, {Source: "/w", Target: "/w", Writable: true}}, Labels: SessionLabels(map[string]string{shared.LabelOwner: "me", "job": "7"}),
	}
	cfg, host, _, _ := spec.config(ownerLabels())
	got := map[string]any{
		"user": cfg.User, "stdin": []bool{cfg.OpenStdin, cfg.StdinOnce, cfg.AttachStdin, cfg.Tty}, "env": cfg.Env, "labels": []string{cfg.Labels[LabelOwner], cfg.Labels[LabelKind], cfg.Labels["dev.airlock.label.job"]},
		"memory": []int64{host.Memory, host.MemorySwap, host.CPUQuota, host.CPUPeriod, *host.PidsLimit, host.ShmSize}, "caps": []any{host.CapDrop, host.CapAdd}, "root": host.ReadonlyRootfs,
		"new": host.SecurityOpt[0], "tmpfs": host.Tmpfs, "network": host.NetworkMode, "ipc": host.IpcMode, "log": host.LogConfig.Type, "init": *host.Init, "remove": host.AutoRemove, "privileged": host.Privileged,
		"masked": host.MaskedPaths == nil && host.ReadonlyPaths == nil, "mounts": []bool{host.Mounts[0].ReadOnly, host.Mounts[1].ReadOnly}, "ulimits": host.Ulimits, "ports": host.PortBindings,
	}
	b, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"caps":[["ALL"],null],"env":["A=1","B=2"],"init":true,"ipc":"private","labels":["me","sandbox","7"],"log":"none","masked":true,"memory":[536870912,536870912,50000,100000,100,67108864],` +
		`"mounts":[true,false],"network":"none","new":"no-new-privileges","ports":null,"privileged":false,"remove":true,"root":true,"stdin":[true,true,true,false],` +
		`"tmpfs":{"/tmp":"rw,nosuid,nodev,noexec,mode=1777,size=67108864"},"ulimits":[{"Name":"nofile","Hard":1024,"Soft":1024},{"Name":"core","Hard":0,"Soft":0}],"user":"65534:65534"}`
	if string(b) != want {
		t.Errorf("the engine is asked for\n%s, want\n%s", b, want)
	}
	if p := profile(); p != "" && (!strings.Contains(host.SecurityOpt[1], `"defaultAction":"SCMP_ACT_ERRNO"`) || strings.Contains(p, `"ptrace"`) || !strings.Contains(p, `"read"`)) {
		t.Error("the filter of system calls isn't the one that is meant")
	}
}

// TestLeft: who is taken for gone.
func TestLeft(t *testing.T) {
	me := processName(os.Getpid())
	if me == "" || processName(4194303) != "" {
		t.Fatalf("this process is %q, one that isn't there %q", me, processName(4194303))
	}
	pid, _, known := strings.Cut(me, ":")
	mine := map[string]string{labelHost: hostName(), LabelProcess: me, LabelOwner: "me"}
	with := func(name, v string) map[string]string {
		m := map[string]string{}
		for k, v := range mine {
			m[k] = v
		}
		m[name] = v
		return m
	}
	for name, c := range map[string]struct {
		labels map[string]string
		req    shared.ReapRequest
		want   bool
	}{
		"in use":              {mine, shared.ReapRequest{}, false},
		"gone":                {with(LabelProcess, "4194303:1:x"), shared.ReapRequest{}, true},
		"number used again":   {with(LabelProcess, pid+":1:x"), shared.ReapRequest{}, known},
		"no owner":            {with(LabelProcess, ""), shared.ReapRequest{}, false},
		"nonsense":            {with(LabelProcess, "x"), shared.ReapRequest{}, true},
		"elsewhere":           {with(labelHost, "other"), shared.ReapRequest{}, false},
		"elsewhere and old":   {with(labelHost, "other"), shared.ReapRequest{OlderThan: time.Minute}, true},
		"elsewhere and young": {with(labelHost, "other"), shared.ReapRequest{OlderThan: 2 * time.Hour}, false},
		"of another":          {with(LabelProcess, "4194303:1:x"), shared.ReapRequest{Owner: "you"}, false},
		"of the owner":        {with(LabelProcess, "4194303:1:x"), shared.ReapRequest{Owner: "me"}, true},
		"without the label":   {with(LabelProcess, "4194303:1:x"), shared.ReapRequest{Labels: map[string]string{"job": "1"}}, false},
	} {
		if got := left(c.labels, time.Hour, &c.req); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestHealthChecks: an image's own doesn't run in a sandbox.
func TestHealthChecks(t *testing.T) {
	cfg, _, _, _ := (&Spec{Command: []string{"python3"}}).config(nil)
	if cfg.Healthcheck == nil || strings.Join(cfg.Healthcheck.Test, " ") != "NONE" {
		t.Errorf("the health check is %+v", cfg.Healthcheck)
	}
}
