package shared

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/known/emptypb"
)

// ServeConfig is what a plugin's main hands to Serve. Only Executor is needed.
type ServeConfig struct {
	Executor Executor
	// Args of the command line without the program; nil means os.Args[1:].
	Args []string
	// Lockdown gives up the rights that the plugin doesn't need. It is called when the socket and the key exist and before any client
	// is served; if it fails, the plugin doesn't start.
	Lockdown func() error
	// Prepare, if set, is what the first session would otherwise have to wait for. It runs beside the start of the server.
	Prepare func()
	// Options of the serving side. Its Logger defaults to JSON on stderr, which the host reads.
	Options ServerOptions
}

// Serve is the main function of a plugin; it returns the exit code. Without arguments it serves the host that started it until that host
// is done, or gone. It also knows
//
//	describe   print the Description as JSON
//	debug      serve without a host, so that the plugin can run under a debugger; prints what to export for the host to find it
func Serve(cfg ServeConfig) int {
	args := cfg.Args
	if args == nil {
		args = os.Args[1:]
	}
	if cfg.Options.Logger == nil {
		cfg.Options.Logger = hclog.New(&hclog.LoggerOptions{Level: hclog.Info, Output: os.Stderr, JSONFormat: true})
	}
	var err error
	switch {
	case len(args) == 0:
		err = cfg.serve()
	case len(args) == 1 && args[0] == "describe":
		err = cfg.printDescription(os.Stdout)
	case len(args) == 1 && args[0] == "debug":
		err = cfg.debug()
	default:
		fmt.Fprintf(os.Stderr, "unknown arguments %q: this plugin is started by airlock; by hand it knows describe and debug\n", args)
		return 2
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func (cfg *ServeConfig) printDescription(w io.Writer) error {
	d, err := describe(context.Background(), cfg.Executor)
	if err != nil {
		return fmt.Errorf("describe: %w", err)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}

func (cfg *ServeConfig) serve() error {
	go func() {
		Warm()
		if cfg.Prepare != nil {
			cfg.Prepare()
		}
	}()
	tlsConfig, cert, err := pluginTLS()
	if err != nil {
		return fmt.Errorf("start plugin: %w", err)
	}
	stop := &stopper{log: cfg.Options.Logger}
	if err := stop.watch(); err != nil {
		return fmt.Errorf("start plugin: %w", err)
	}
	restore, err := amendHandshake(cert)
	if err != nil {
		return fmt.Errorf("start plugin: %w", err)
	}
	defer restore()
	plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  Handshake,
		VersionedPlugins: versioned(&ExecutorPlugin{Executor: cfg.Executor, ServerOptions: cfg.Options}),
		TLSProvider:      func() (*tls.Config, error) { return tlsConfig, nil },
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			if cfg.Lockdown != nil {
				if err := cfg.Lockdown(); err != nil {
					fmt.Fprintf(os.Stderr, "start plugin: lock down: %v\n", err)
					os.Exit(1) // go-plugin has no way for this hook to fail
				}
			}
			return stop.server(append(opts, append(cfg.grpcOptions(), grpc.ChainUnaryInterceptor(stop.shutdown))...))
		},
		Logger: cfg.Options.Logger,
	})
	return nil
}

// grpcOptions make Stop wait for the sessions, so that sandboxes are gone before the process is.
func (cfg *ServeConfig) grpcOptions() []grpc.ServerOption {
	return append(cfg.Options.GRPCServerOptions(), grpc.WaitForHandlers(true))
}

// debug serves until SIGINT or SIGTERM.
func (cfg *ServeConfig) debug() error {
	d, err := describe(context.Background(), cfg.Executor)
	if err != nil {
		return fmt.Errorf("describe: %w", err)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	reattach := make(chan *plugin.ReattachConfig, 1)
	closed := make(chan struct{})
	go plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  Handshake,
		VersionedPlugins: versioned(&ExecutorPlugin{Executor: cfg.Executor, ServerOptions: cfg.Options}),
		GRPCServer: func(opts []grpc.ServerOption) *grpc.Server {
			return grpc.NewServer(append(opts, cfg.grpcOptions()...)...)
		},
		Logger: cfg.Options.Logger,
		Test:   &plugin.ServeTestConfig{Context: ctx, ReattachConfigCh: reattach, CloseCh: closed},
	})
	select {
	case c := <-reattach:
		fmt.Printf("%s serves until it is interrupted. In the shell that starts airlock:\n\n\texport %s='%s'\n\n", d.Name, EnvReattach, FormatReattach(d.Name, c))
	case <-closed:
		return fmt.Errorf("serve %q: it stopped before it had started; see above", d.Name)
	}
	<-closed
	return nil
}

// stopper ends the plugin when its host is gone or asks for it by SIGTERM. Sessions are torn down first, but not for ever.
type stopper struct {
	log hclog.Logger
	mu  sync.Mutex
	srv *grpc.Server
}

// stopTimeout is a little longer than the default ServerOptions.CloseTimeout.
const stopTimeout = 70 * time.Second

func (s *stopper) server(opts []grpc.ServerOption) *grpc.Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.srv = grpc.NewServer(opts...)
	return s.srv
}

// watch begins to look for both reasons to stop.
func (s *stopper) watch() error {
	term := make(chan os.Signal, 1)
	signal.Notify(term, syscall.SIGTERM)
	go func() {
		<-term
		s.stop("terminated")
	}()
	value, ok := os.LookupEnv(EnvParentFD)
	if !ok {
		return nil
	}
	fd, err := strconv.Atoi(value)
	if err != nil || fd < 3 {
		return fmt.Errorf("read %s=%q: it must be the number of a descriptor from 3 on", EnvParentFD, value)
	}
	closeOnExec(fd) // children must not keep the pipe
	pipe := os.NewFile(uintptr(fd), "parent")
	go func() {
		_, _ = io.Copy(io.Discard, pipe) // ends when the host's end is closed, be it by its death
		s.stop("the host is gone")
	}()
	return nil
}

// shutdown answers go-plugin's Shutdown call and stops beside it. go-plugin's own handler would stop within the call, and so wait for
// itself, since Stop waits for handlers here.
func (s *stopper) shutdown(ctx context.Context, req any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
	if info.FullMethod != "/plugin.GRPCController/Shutdown" {
		return next(ctx, req)
	}
	go s.stop("the host asks for it")
	return &emptypb.Empty{}, nil
}

func (s *stopper) stop(why string) {
	time.AfterFunc(stopTimeout, func() { os.Exit(1) })
	s.mu.Lock()
	srv := s.srv
	s.mu.Unlock()
	if srv == nil {
		os.Exit(1) // nothing was served yet
	}
	s.log.Info("stopping", "reason", why)
	srv.Stop() // lets plugin.Serve return, which removes the socket
}

// isHandshake recognises the line that go-plugin prints for the host: versions as numbers, a network, and more.
func isHandshake(line string) bool {
	const digits = "0123456789"
	f := strings.SplitN(line, "|", 4)
	return len(f) == 4 && f[0] != "" && f[1] != "" && f[2] != "" && strings.Trim(f[0]+f[1], digits) == "" && strings.Trim(f[2], "abcdefghijklmnopqrstuvwxyz") == ""
}

// amendHandshake puts the certificate into the handshake line that go-plugin is about to print, which leaves the field empty when the
// plugin brings its own TLS configuration. Anything else printed before goes to stderr: the host takes the first line for the handshake.
func amendHandshake(cert string) (restore func(), err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	stdout, stderr := os.Stdout, os.Stderr // go-plugin swaps both once it has printed its line
	os.Stdout = w
	go func() {
		lines := bufio.NewReader(r)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			if !isHandshake(line) {
				fmt.Fprint(stderr, line)
				continue
			}
			_, _ = io.WriteString(stdout, withCert(line, cert))
		}
	}()
	return func() { os.Stdout = stdout; w.Close() }, nil
}

// withCert sets the sixth field of the handshake line.
func withCert(line, cert string) string {
	fields := strings.Split(strings.TrimRight(line, "\n"), "|")
	if len(fields) > 5 && cert != "" {
		fields[5] = cert
	}
	return strings.Join(fields, "|") + "\n"
}
