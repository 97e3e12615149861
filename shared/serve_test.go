package shared_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/executortest"
)

// envPlugin makes the test binary a plugin; its value is what the plugin shall do wrong.
const envPlugin = "AIRLOCK_TEST_PLUGIN"

func TestMain(m *testing.M) {
	mode, ok := os.LookupEnv(envPlugin)
	if !ok {
		os.Exit(m.Run())
	}
	cfg := shared.ServeConfig{Executor: &executortest.Fake{}}
	switch mode {
	case "locked":
		cfg.Lockdown = func() error { return errors.New("no landlock") }
	case "chatty":
		cfg.Lockdown = func() error { fmt.Println("a library says hello"); return nil }
	}
	os.Exit(shared.Serve(cfg))
}

func pluginCommand(t *testing.T, mode string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(testContext(t), self, args...)
	cmd.Env = append(os.Environ(), envPlugin+"="+mode, "PLUGIN_UNIX_SOCKET_DIR="+t.TempDir())
	return cmd
}

// start begins a plugin as a host does, and returns its executor.
func start(t *testing.T, cfg *plugin.ClientConfig) (*plugin.Client, *shared.Client) {
	t.Helper()
	cfg.HandshakeConfig = shared.Handshake
	cfg.VersionedPlugins = shared.ClientPlugins(shared.ClientOptions{})
	cfg.AllowedProtocols = []plugin.Protocol{plugin.ProtocolGRPC}
	if cfg.Logger == nil {
		cfg.Logger = hclog.NewNullLogger()
	}
	client := plugin.NewClient(cfg)
	t.Cleanup(client.Kill)
	conn, err := client.Client()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := conn.Dispense(shared.PluginName)
	if err != nil {
		t.Fatal(err)
	}
	return client, raw.(*shared.Client)
}

func useIt(t *testing.T, c *shared.Client) {
	t.Helper()
	s, err := c.Open(testContext(t), &shared.OpenRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if res, err := run(t, s, "value 1", nil); err != nil || string(res.Value) != "safe:1" {
		t.Errorf("run = %+v, %v", res, err)
	}
	if _, err := s.Close(testContext(t)); err != nil {
		t.Error(err)
	}
}

// TestServe starts a real process with mutual TLS, once as our host does and once as any host of go-plugin may.
func TestServe(t *testing.T) {
	for _, stock := range []bool{false, true} {
		t.Run(fmt.Sprintf("stock=%v", stock), func(t *testing.T) {
			cmd := pluginCommand(t, "")
			cfg := &plugin.ClientConfig{Cmd: cmd, AutoMTLS: stock}
			if !stock {
				id, err := shared.NewIdentity()
				if err != nil {
					t.Fatal(err)
				}
				cmd.Env = append(cmd.Env, id.ClientEnv())
				cfg.TLSConfig = id.ClientTLS()
			}
			client, c := start(t, cfg)
			socket := client.ReattachConfig().Addr.String()
			useIt(t, c)
			client.Kill()
			if _, err := os.Stat(socket); !os.IsNotExist(err) {
				t.Errorf("the socket is left behind: %v", err)
			}
		})
	}
}

// TestServeRefusesStrangers: who has no certificate of the host's gets no answer.
func TestServeRefusesStrangers(t *testing.T) {
	cmd := pluginCommand(t, "")
	id, err := shared.NewIdentity()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(cmd.Env, id.ClientEnv())
	stranger, err := shared.NewIdentity()
	if err != nil {
		t.Fatal(err)
	}
	_, c := start(t, &plugin.ClientConfig{Cmd: cmd, TLSConfig: stranger.ClientTLS()})
	if d, err := c.Describe(testContext(t)); err == nil {
		t.Errorf("a stranger was let in and told %+v", d)
	}
}

// TestParentPipe: when the host's end of the pipe closes, the plugin tears its sessions down and exits.
func TestParentPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := pluginCommand(t, "")
	cmd.Env = append(cmd.Env, shared.EnvParentFD+"=3")
	cmd.ExtraFiles = []*os.File{r}
	client, c := start(t, &plugin.ClientConfig{Cmd: cmd})
	r.Close()
	s, err := c.Open(testContext(t), &shared.OpenRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	socket := client.ReattachConfig().Addr.String()
	time.AfterFunc(20*time.Millisecond, func() { w.Close() })
	if _, err := run(t, s, "wait", nil); !shared.Died(err) && !errors.Is(err, shared.KindInterrupted) {
		t.Errorf("the run ended with %v", err)
	}
	waitFor(t, "the plugin to exit", client.Exited)
	if _, err := os.Stat(socket); !os.IsNotExist(err) {
		t.Errorf("the socket is left behind: %v", err)
	}
}

func TestTerminate(t *testing.T) {
	cmd := pluginCommand(t, "")
	client, c := start(t, &plugin.ClientConfig{Cmd: cmd})
	useIt(t, c)
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the plugin to exit", client.Exited)
}

func TestSubcommands(t *testing.T) {
	out, err := pluginCommand(t, "", "describe").Output()
	if err != nil {
		t.Fatal(err)
	}
	var d shared.Description
	if err := json.Unmarshal(out, &d); err != nil || d.Name != "fake" || d.Protocol != shared.Protocol || !d.Capabilities.Tools {
		t.Errorf("describe printed %s, %v", out, err)
	}
	tests := []struct {
		mode string
		args []string
		code int
		want string
	}{
		{"", []string{"nonsense"}, 2, "describe and debug"},
		{"", nil, 1, "not meant to be executed directly"},
	}
	for _, tt := range tests {
		cmd := pluginCommand(t, tt.mode, tt.args...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		err := cmd.Run()
		if cmd.ProcessState.ExitCode() != tt.code || !strings.Contains(stderr.String(), tt.want) {
			t.Errorf("%v: %v, stderr %q", tt.args, err, stderr.String())
		}
	}
}

// TestEarlyOutput: text before the handshake goes to stderr and does no harm, and a failing lockdown ends the start with its reason.
func TestEarlyOutput(t *testing.T) {
	for mode, want := range map[string]string{"chatty": "a library says hello", "locked": "lock down: no landlock"} {
		t.Run(mode, func(t *testing.T) {
			var stderr syncBuffer
			client := plugin.NewClient(&plugin.ClientConfig{
				Cmd: pluginCommand(t, mode), HandshakeConfig: shared.Handshake, VersionedPlugins: shared.ClientPlugins(shared.ClientOptions{}),
				AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC}, Logger: hclog.NewNullLogger(), Stderr: &stderr,
			})
			defer client.Kill()
			_, err := client.Client()
			if (err == nil) != (mode == "chatty") {
				t.Errorf("start: %v", err)
			}
			waitFor(t, "stderr", func() bool { return strings.Contains(stderr.String(), want) })
		})
	}
}

type syncBuffer struct {
	recorder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.add("%s", p)
	return len(p), nil
}

// TestDebug starts a plugin by hand and reattaches to it by what it prints.
func TestDebug(t *testing.T) {
	cmd := pluginCommand(t, "", "debug")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var value string
	for lines := bufio.NewScanner(stdout); value == "" && lines.Scan(); {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(lines.Text()), "export "+shared.EnvReattach+"="); ok {
			value = strings.Trim(rest, "'")
		}
	}
	targets, err := shared.ParseReattach(value)
	if err != nil || targets["fake"] == nil {
		t.Fatalf("the plugin printed %q: %v", value, err)
	}
	target := targets["fake"]
	_, c := start(t, &plugin.ClientConfig{Reattach: target, Plugins: shared.ClientPlugins(shared.ClientOptions{})[target.ProtocolVersion]})
	useIt(t, c)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("the plugin ended with %v", err)
	}
	if _, err := shared.ParseReattach(`{"x":{"network":"tcp","protocol":"grpc"}}`); err == nil {
		t.Error("a target on TCP was accepted")
	}
}
