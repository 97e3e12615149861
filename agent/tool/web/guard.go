package web

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ErrRefused is what requests fail with that lead where a stranger's URL must not.
var ErrRefused = errors.New("refused")

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrRefused}, args...)...)
}

// Resolver finds the addresses of a host. A net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// guard dials only addresses that it has checked itself.
type guard struct {
	resolver  Resolver
	allow     []netip.Prefix
	forbidden []block
	metadata  []netip.Addr
	dialer    net.Dialer
}

func newGuard(o *Options) *guard {
	g := &guard{
		resolver: o.Resolver, allow: o.AllowPrivate, forbidden: forbidden(), metadata: metadata(),
		dialer: net.Dialer{Timeout: 10 * time.Second},
	}
	if g.resolver == nil {
		g.resolver = net.DefaultResolver
	}
	// The last word before the connection: whatever was resolved, this is what is dialled.
	g.dialer.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
		ap, err := netip.ParseAddrPort(address)
		if err != nil {
			return refuse("%s is no address", address)
		}
		return g.check(ap.Addr())
	}
	return g
}

// dial resolves the host of addr, checks every address, and dials these and no others.
func (g *guard) dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	ips, err := g.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	var first error
	for _, ip := range ips {
		c, err := g.dialer.DialContext(ctx, network, net.JoinHostPort(ip.String(), port))
		if err == nil {
			return c, nil
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

// resolve finds the addresses of a host. One that is forbidden forbids the host: its owner plays games.
func (g *guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	ips := []netip.Addr{}
	if ip, err := netip.ParseAddr(host); err == nil {
		ips = append(ips, ip)
	} else {
		found, err := g.resolver.LookupNetIP(ctx, "ip", host)
		if err != nil {
			return nil, err
		}
		ips = append(ips, found...)
	}
	if len(ips) == 0 {
		return nil, fmt.Errorf("lookup %s: no address", host)
	}
	for i, ip := range ips {
		if err := g.check(ip); err != nil {
			return nil, fmt.Errorf("%s: %w", host, err)
		}
		ips[i] = ip.Unmap()
	}
	return ips, nil
}

// check tells whether an address may be dialled.
func (g *guard) check(ip netip.Addr) error {
	if ip.Zone() != "" {
		return refuse("the address %s has a zone", ip)
	}
	ip = ip.Unmap()
	if slices.Contains(g.metadata, ip) {
		return refuse("%s is an address of cloud metadata", ip)
	}
	for _, p := range g.allow {
		if p.Contains(ip) {
			return nil
		}
	}
	if inner, ok := translated(ip); ok {
		if err := g.check(inner); err != nil {
			return fmt.Errorf("%s stands for %s: %w", ip, inner, err)
		}
		return nil
	}
	for _, f := range g.forbidden {
		if f.prefix.Contains(ip) {
			return refuse("%s is a %s address", ip, f.kind)
		}
	}
	// 2000::/3 is what IANA has given to public IPv6 hosts so far.
	if ip.Is6() && !v6(3, 0x20).Contains(ip) {
		return refuse("%s is an address of no public host", ip)
	}
	return nil
}

// metadata are the addresses where clouds give machines their secrets: AWS, GCP, Azure and others; AWS by IPv6;
// Alibaba; Azure's own. They can't be allowed.
func metadata() []netip.Addr {
	return []netip.Addr{
		netip.AddrFrom4([4]byte{169, 254, 169, 254}), netip.AddrFrom4([4]byte{169, 254, 170, 2}),
		netip.AddrFrom16([16]byte{0: 0xfd, 2: 0x0e, 3: 0xc2, 14: 0x02, 15: 0x54}),
		netip.AddrFrom4([4]byte{100, 100, 100, 200}), netip.AddrFrom4([4]byte{168, 63, 129, 16}),
	}
}

func v4(a, b, c, d byte, bits int) netip.Prefix {
	return netip.PrefixFrom(netip.AddrFrom4([4]byte{a, b, c, d}), bits)
}

func v6(bits int, head ...byte) netip.Prefix {
	var a [16]byte
	copy(a[:], head)
	return netip.PrefixFrom(netip.AddrFrom16(a), bits)
}

// block is a range of addresses that are no public host's.
type block struct {
	prefix netip.Prefix
	kind   string
}

// forbidden are the blocks of IANA's special-purpose registries. IPv6 blocks outside of 2000::/3 are named where
// the name helps.
func forbidden() []block {
	return []block{
		{v4(0, 0, 0, 0, 8), "unspecified"},
		{v4(10, 0, 0, 0, 8), "private"},
		{v4(100, 64, 0, 0, 10), "shared (carrier's)"},
		{v4(127, 0, 0, 0, 8), "loopback"},
		{v4(169, 254, 0, 0, 16), "link-local"},
		{v4(172, 16, 0, 0, 12), "private"},
		{v4(192, 0, 0, 0, 24), "reserved"},
		{v4(192, 0, 2, 0, 24), "documentation"},
		{v4(192, 88, 99, 0, 24), "6to4 relay"},
		{v4(192, 168, 0, 0, 16), "private"},
		{v4(198, 18, 0, 0, 15), "benchmarking"},
		{v4(198, 51, 100, 0, 24), "documentation"},
		{v4(203, 0, 113, 0, 24), "documentation"},
		{v4(224, 0, 0, 0, 4), "multicast"},
		{v4(240, 0, 0, 0, 4), "reserved"},
		{netip.PrefixFrom(netip.IPv6Unspecified(), 128), "unspecified"},
		{netip.PrefixFrom(netip.IPv6Loopback(), 128), "loopback"},
		{v6(23, 0x20, 0x01, 0x00, 0x00), "reserved (Teredo and others)"},
		{v6(32, 0x20, 0x01, 0x0d, 0xb8), "documentation"},
		{v6(16, 0x20, 0x02), "6to4"},
		{v6(20, 0x3f, 0xff), "documentation"},
		{v6(7, 0xfc), "private"},
		{v6(10, 0xfe, 0x80), "link-local"},
		{v6(8, 0xff), "multicast"},
	}
}

// translated is the IPv4 address behind a NAT64 one (64:ff9b::/96, RFC 6052), by which networks without IPv4
// reach IPv4 hosts.
func translated(ip netip.Addr) (netip.Addr, bool) {
	if !v6(96, 0x00, 0x64, 0xff, 0x9b).Contains(ip) {
		return netip.Addr{}, false
	}
	b := ip.As16()
	return netip.AddrFrom4([4]byte(b[12:])), true
}

// blockedPorts are those above 1023 on which no web server listens but others may be talked into something.
var blockedPorts = []uint64{1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211, 27017}

// checkURL tells whether a URL may be asked for, as far as that can be seen without resolving it.
func checkURL(u *url.URL) error {
	if u.Scheme != "http" && u.Scheme != "https" {
		return refuse("the URL must begin with https:// or http://, not %.20q", u.Scheme+":")
	}
	if u.User != nil {
		return refuse("the URL holds a user name or password")
	}
	if port := u.Port(); port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil || n != 80 && n != 443 && (n < 1024 || slices.Contains(blockedPorts, n)) {
			return refuse("port %.10s is not one of the web", port)
		}
	}
	return checkHost(u.Hostname())
}

func checkHost(host string) error {
	if host == "" {
		return refuse("the URL has no host")
	}
	name := strings.ToLower(strings.TrimSuffix(host, "."))
	if name == "metadata.google.internal" || name == "metadata" || strings.HasSuffix(name, ".metadata.google.internal") {
		return refuse("%s gives cloud metadata", name)
	}
	if _, err := netip.ParseAddr(host); err == nil {
		return nil // the dial checks it
	}
	// 2130706433, 0x7f.1 and 0177.0.0.1 are ways to write 127.0.0.1 that some resolvers know.
	last := name[strings.LastIndexByte(name, '.')+1:]
	if last == "" || strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") {
		return refuse("%.100q is no host name; write an address as four decimal numbers", host)
	}
	return nil
}

// checkRedirect bounds redirects; each hop is checked like the first request.
func checkRedirect(_ *http.Request, via []*http.Request) error {
	if len(via) > maxRedirects {
		return fmt.Errorf("more than %d redirects", maxRedirects)
	}
	return nil
}
