// Package mcp takes the tools of a server that speaks the Model Context Protocol.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
)

// Bounds of what a server may send.
const (
	maxMessage = 64 << 20 // bytes
	maxTools   = 1000
	maxPages   = 100
)

// DefaultTimeout bounds a call where Server says nothing.
const DefaultTimeout = 2 * time.Minute

// Server says how to reach a server: Command starts one and talks to its standard input and output; URL is that
// of a running one (streamable HTTP).
type Server struct {
	// Name of the server in errors; empty means the command or the host.
	Name string
	// Prefix of the names of its tools, such as "github_".
	Prefix string

	Command []string
	// Dir is the working directory of the command; empty means this process's.
	Dir string
	// Env is set for the command, which otherwise gets what every program needs (PATH, HOME, …) and the variables
	// of this process that PassEnv names.
	Env     map[string]string
	PassEnv []string

	URL string
	// Headers go with every request to the host of URL, and to no other.
	Headers map[string]string

	// Timeout of one call; 0 means DefaultTimeout, a negative one none.
	Timeout time.Duration
	// OnChange is called when the server says that its tools have changed; Client.Tools lists the new ones. It
	// must not block.
	OnChange func()
}

// Client is a connection to a server.
type Client struct {
	name    string
	prefix  string
	timeout time.Duration
	session *sdk.ClientSession
	link    link
	closed  atomic.Bool
}

// link is what carries the messages.
type link interface {
	transport() sdk.Transport
	// close ends it, once the session is closed. It may be called again.
	close() error
	// state tells how the other end has died; "" if it doesn't in that time, or nobody knows.
	state(wait time.Duration) string
	// lastWords of a server that didn't start, for the error about that.
	lastWords() string
	// hide is an error without what of the server's address may be a key.
	hide(err error) error
}

// Connect starts a server or calls one, and shakes hands. ctx bounds that alone. Close the client.
func Connect(ctx context.Context, s *Server) (*Client, error) {
	c := &Client{name: s.Name, prefix: s.Prefix, timeout: s.Timeout}
	if c.timeout == 0 {
		c.timeout = DefaultTimeout
	}
	var err error
	switch {
	case len(s.Command) > 0 && s.URL != "":
		return nil, errors.New("MCP server: it has a command and a URL; give one of them")
	case len(s.Command) > 0:
		c.setName(s.Command[0])
		c.link, err = start(ctx, s)
	case s.URL != "":
		var u *url.URL
		if u, err = url.Parse(s.URL); err == nil {
			c.setName(u.Host)
			c.link, err = dial(u, s)
		}
	default:
		return nil, errors.New("MCP server: it has neither a command nor a URL; give one of them")
	}
	if err != nil {
		return nil, fmt.Errorf("MCP server %s: %w", c.name, err)
	}
	opts := &sdk.ClientOptions{Capabilities: &sdk.ClientCapabilities{}}
	if s.OnChange != nil {
		opts.ToolListChangedHandler = func(context.Context, *sdk.ToolListChangedRequest) { s.OnChange() }
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "airlock", Version: "1"}, opts)
	if c.session, err = client.Connect(ctx, c.link.transport(), nil); err != nil {
		err = fmt.Errorf("MCP server %s: connect: %w", c.name, c.explain(ctx, err))
		_ = c.link.close() // the error that counts is the first
		if words := c.link.lastWords(); words != "" {
			err = fmt.Errorf("%w; it wrote: %s", err, words)
		}
		return nil, err
	}
	return c, nil
}

func (c *Client) setName(name string) {
	if c.name == "" {
		c.name = name
	}
}

// Tools lists what the server offers now. Tools and inputs whose names Python can't write are called what comes
// closest.
func (c *Client) Tools(ctx context.Context) ([]tool.Tool, error) {
	var (
		out    []tool.Tool
		names  = schemas.ToolNames()
		params sdk.ListToolsParams
	)
	for range maxPages {
		page, err := c.session.ListTools(ctx, &params)
		if err != nil {
			return nil, fmt.Errorf("MCP server %s: list tools: %w", c.name, c.explain(ctx, err))
		}
		for _, t := range page.Tools {
			if len(out) == maxTools {
				return nil, fmt.Errorf("MCP server %s: it has more than %d tools", c.name, maxTools)
			}
			made, err := c.newTool(t, names)
			if err != nil {
				return nil, fmt.Errorf("MCP server %s: tool %.100q: %w", c.name, t.Name, err)
			}
			out = append(out, made)
		}
		if page.NextCursor == "" {
			return out, nil
		}
		params.Cursor = page.NextCursor
	}
	return nil, fmt.Errorf("MCP server %s: its list of tools has more than %d pages", c.name, maxPages)
}

// Close ends the connection, and the server that Connect started with all that it started in turn.
func (c *Client) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	err := c.session.Close()
	if _, remote := c.link.(*remote); remote || c.link.state(0) != "" {
		err = nil // it went by itself, or wasn't there to be told
	}
	if again := c.link.close(); err == nil {
		err = again
	}
	if err != nil {
		return fmt.Errorf("MCP server %s: close: %w", c.name, err)
	}
	return nil
}

// undelivered is the code of the SDK's own error for a message that the server didn't take.
const undelivered = -32005

// explain is an error of the SDK in words that help. ctx is that of the request.
func (c *Client) explain(ctx context.Context, err error) error {
	var answer *jsonrpc.Error
	switch {
	case errors.As(err, &answer) && answer.Code != undelivered:
		return fmt.Errorf("the server refuses: %.1000s (code %d)", answer.Message, answer.Code)
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case c.closed.Load():
		return errors.New("the client is closed")
	}
	if _, program := c.link.(*process); program && strings.Contains(err.Error(), "invalid character") {
		return fmt.Errorf("what it writes to its standard output isn't MCP; a server logs to standard error: %w", err)
	}
	// The end of the connection is seen before that of the process.
	if state := c.link.state(grace); state != "" {
		return fmt.Errorf("the server has ended (%s)", state)
	}
	if errors.Is(err, sdk.ErrConnectionClosed) || errors.Is(err, io.EOF) {
		return fmt.Errorf("the connection is gone; connect anew: %w", c.link.hide(err))
	}
	return c.link.hide(err)
}
