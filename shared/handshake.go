package shared

import "github.com/hashicorp/go-plugin"

// Protocol is the version of the executor protocol that this package speaks, and ProtocolMinor its additions.
const (
	Protocol      = 1
	ProtocolMinor = 0
)

// PluginPrefix begins the file name of every plugin: airlock-executor-NAME.
const PluginPrefix = "airlock-executor-"

// PluginName is the name under which go-plugin dispenses the executor.
const PluginName = "executor"

// Environment variables and descriptors of a plugin's start.
const (
	// EnvParentFD names the descriptor (usually 3) of a pipe whose EOF means that the host is gone: the plugin exits.
	EnvParentFD = "AIRLOCK_PARENT_FD"
	// EnvReattach holds what plugins in debug mode print: a JSON object from plugin name to ReattachTarget. The host connects to
	// these instead of starting the plugin.
	EnvReattach = "AIRLOCK_REATTACH_PLUGINS"
)

// Handshake is what host and plugin must agree on before go-plugin's own version negotiation. The cookie only tells a person
// who starts a plugin by hand what it is; it is no security.
var Handshake = plugin.HandshakeConfig{
	ProtocolVersion:  Protocol,
	MagicCookieKey:   "AIRLOCK_PLUGIN",
	MagicCookieValue: "b7c1d5e2-executor",
}
