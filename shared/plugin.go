package shared

import (
	"context"
	"encoding/json"
	"fmt"
	"net"

	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
)

// ExecutorPlugin is the contract as go-plugin sees it. Host code sets ClientOptions, Serve sets the rest.
type ExecutorPlugin struct {
	plugin.NetRPCUnsupportedPlugin
	Executor      Executor
	ServerOptions ServerOptions
	ClientOptions ClientOptions
}

var _ plugin.GRPCPlugin = (*ExecutorPlugin)(nil)

// GRPCServer implements plugin.GRPCPlugin.
func (p *ExecutorPlugin) GRPCServer(_ *plugin.GRPCBroker, s *grpc.Server) error {
	Register(s, p.Executor, p.ServerOptions)
	return nil
}

// GRPCClient implements plugin.GRPCPlugin; it returns a *Client.
func (p *ExecutorPlugin) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, cc *grpc.ClientConn) (any, error) {
	return NewClient(cc, p.ClientOptions), nil
}

// ClientPlugins is the host's plugin.ClientConfig.VersionedPlugins: every protocol version that this package speaks.
// Dispense(PluginName) then returns a *Client.
func ClientPlugins(opts ClientOptions) map[int]plugin.PluginSet {
	return versioned(&ExecutorPlugin{ClientOptions: opts})
}

func versioned(p *ExecutorPlugin) map[int]plugin.PluginSet {
	return map[int]plugin.PluginSet{Protocol: {PluginName: p}}
}

// reattachTarget is one plugin in the value of EnvReattach.
type reattachTarget struct {
	Protocol        string `json:"protocol"`
	ProtocolVersion int    `json:"protocol_version"`
	PID             int    `json:"pid"`
	Network         string `json:"network"`
	Address         string `json:"address"`
}

// FormatReattach makes the value of EnvReattach for one plugin in debug mode.
func FormatReattach(name string, c *plugin.ReattachConfig) string {
	b, err := json.Marshal(map[string]reattachTarget{name: {
		Protocol: string(c.Protocol), ProtocolVersion: c.ProtocolVersion, PID: c.Pid, Network: c.Addr.Network(), Address: c.Addr.String(),
	}})
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return string(b)
}

// ParseReattach reads the value of EnvReattach. Reattaching negotiates no version, so the host sets plugin.ClientConfig.Plugins to
// ClientPlugins(opts)[c.ProtocolVersion] (it fails if there is no such version) and asks Describe of such a plugin at once.
func ParseReattach(value string) (map[string]*plugin.ReattachConfig, error) {
	if value == "" {
		return nil, nil
	}
	var targets map[string]reattachTarget
	if err := json.Unmarshal([]byte(value), &targets); err != nil {
		return nil, fmt.Errorf("read %s: %w", EnvReattach, err)
	}
	out := map[string]*plugin.ReattachConfig{}
	for name, t := range targets {
		if t.Network != "unix" || t.Protocol != string(plugin.ProtocolGRPC) {
			return nil, fmt.Errorf("read %s: plugin %q speaks %q on %q, expected gRPC on a unix socket", EnvReattach, name, t.Protocol, t.Network)
		}
		out[name] = &plugin.ReattachConfig{
			Protocol: plugin.ProtocolGRPC, ProtocolVersion: t.ProtocolVersion, Pid: t.PID, Test: true,
			Addr: &net.UnixAddr{Net: "unix", Name: t.Address},
		}
	}
	return out, nil
}
