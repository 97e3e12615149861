# Module ipaddress: addresses, networks and interfaces of both versions, and what is said of those that are none.
import ipaddress as ip
from itertools import islice


def show(f, *args, **kw):
    try:
        r = f(*args, **kw)
        print(list(islice(r, 12)) if hasattr(r, "__next__") else repr(r))
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


texts = ["192.168.1.7", "10.0.0.0/8", "10.1.2.3/255.255.0.0", "10.1.2.3/0.0.255.255", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4",
         "1..2.3", "a.b.c.d", "1.2.3.1000", "1.2.3.4/33", "1.2.3.4/5/6", "1.2.3.4/x", "1.2.3.4/255.0.255.0", "", "::", "::1", "1::",
         "fe80::1%eth0", "fe80::1%", "2001:db8::/32", "2001:db8::1/32", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
         "1::2::3", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "1:2:3:4::5:6:7:8", "12345::", "g::", "::1.2.3.4", "::1.2.3", "::/129",
         "2002:102:304::", "2001:0:4136:e378:8000:63bf:3fff:fdd2", "::ffff:10.0.0.1", "ff02::1", "fec0::1", "0.0.0.0", "127.0.0.1", "100.64.0.1"]
for text in texts:
    for make in ip.ip_address, ip.ip_network, ip.ip_interface, ip.IPv4Interface, ip.IPv6Network:
        show(make, text)
for value in 0, 2**32 - 1, 2**32, 2**128, -1, b"\x7f\0\0\1", b"abc", b"\0" * 16, ("1.2.3.0", 24), (16909056, "255.255.255.0"), None, 1.5:
    for make in ip.ip_address, ip.IPv4Address, ip.IPv6Address, ip.IPv4Network, ip.ip_interface:
        show(make, value)

for text in "192.0.2.5", "8.8.8.8", "224.0.0.1", "240.0.0.1", "2001:db8::ff00:42:8329", "::ffff:8.8.8.8", "fe80::1", "::", "2607::1":
    a = ip.ip_address(text)
    print(a, a.version, a.compressed, a.exploded, a.packed, a.max_prefixlen, a.reverse_pointer, int(a))
    print([n for n in dir(a) if n.startswith("is_") and getattr(a, n)])
    print([format(a, spec) for spec in ("s", ">42s", "b", "x", "X", "n", "#_x", "_b")], a + 1, a - 0)
    show(format, a, "d")
    if a.version == 6:
        print(a.ipv4_mapped, a.teredo, a.sixtofour, a.scope_id)

net = ip.ip_network("192.0.2.8/29")
print(net.netmask, net.hostmask, net.broadcast_address, net.num_addresses, net.with_netmask, net.with_hostmask, net.with_prefixlen, net.prefixlen)
print(list(net.hosts()), list(net.subnets()), list(net.subnets(new_prefix=32))[:3], net.supernet(), net.supernet(new_prefix=24), net[1], net[-1])
for call in (lambda: net[8], lambda: net[-9], lambda: net.subnets(0, 28), lambda: net.subnets(2, 30), lambda: net.subnets(-1), lambda: net.subnets(4),
             lambda: net.supernet(30), lambda: net.supernet(new_prefix=30), lambda: net.supernet(2, 20), lambda: net < 1, lambda: net < ip.ip_network("::/8"),
             lambda: net.subnet_of(1), lambda: net.subnet_of(ip.ip_network("::/8")), lambda: net.compare_networks(ip.ip_network("192.0.2.0/24")),
             lambda: ip.ip_network("192.0.2.0/24").address_exclude(net), lambda: net.address_exclude(ip.ip_network("10.0.0.0/8")),
             lambda: net.address_exclude(1), lambda: net.overlaps(ip.ip_network("192.0.2.0/28")), lambda: ip.ip_address("192.0.2.9") in net,
             lambda: list(ip.ip_network("10.0.0.0/31").hosts()), lambda: list(ip.ip_network("10.0.0.0/32").hosts()), lambda: list(ip.ip_network("::/126").hosts()),
             lambda: ip.summarize_address_range(ip.ip_address("10.0.0.1"), ip.ip_address("10.0.0.20")),
             lambda: ip.summarize_address_range(ip.ip_address("10.0.0.1"), ip.ip_address("::1")),
             lambda: ip.summarize_address_range(ip.ip_address("10.0.0.2"), ip.ip_address("10.0.0.1")), lambda: ip.summarize_address_range(1, 2),
             lambda: ip.collapse_addresses([ip.ip_address("10.0.0.%d" % i) for i in range(7)] + [ip.ip_network("10.0.0.0/30"), ip.ip_network("10.0.1.0/24")]),
             lambda: ip.collapse_addresses([ip.ip_address("10.0.0.1"), ip.ip_address("::1")]), lambda: ip.v4_int_to_packed(-1), lambda: ip.v6_int_to_packed(1)):
    show(call)

iface = ip.ip_interface("192.0.2.5/24")
print(iface, repr(iface), iface.network, iface.ip, iface.with_netmask, iface == ip.ip_address("192.0.2.5"), iface == ip.ip_interface("192.0.2.5/24"), iface > ip.ip_interface("192.0.2.4/24"))
mixed = [ip.ip_address("::1"), net, ip.ip_address("10.0.0.1"), ip.ip_network("::/8"), ip.ip_address("9.0.0.1")]
print(sorted(mixed[::2], key=ip.get_mixed_type_key), ip.get_mixed_type_key(1))
print(len({ip.ip_address("1.2.3.4"), ip.ip_address("1.2.3.4"), net, ip.ip_network("192.0.2.8/29")}), {a: 1 for a in mixed}[net])
print(hash(ip.ip_address("::1")) == hash(ip.ip_address(b"\0" * 15 + b"\1")), ip.ip_address("1.1.1.1").__reduce__(), net.__reduce__())
