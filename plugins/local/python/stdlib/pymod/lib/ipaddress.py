"""A fast, lightweight IPv4/IPv6 manipulation library: addresses, networks, and interfaces."""
import functools as _functools
import re as _re

__version__ = "1.0"
IPV4LENGTH = 32
IPV6LENGTH = 128


class AddressValueError(ValueError):
    """A Value Error related to the address."""


class NetmaskValueError(ValueError):
    """A Value Error related to the netmask."""


def _either(what, classes, address, *args):
    for cls in classes:
        try:
            return cls(address, *args)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 {what}")


def ip_address(address):
    """The IPv4 or IPv6 address that a text, an int or bytes of the right length stand for."""
    return _either("address", (IPv4Address, IPv6Address), address)


def ip_network(address, strict=True):
    """The IPv4 or IPv6 network; strict refuses one whose address has bits beyond the mask."""
    return _either("network", (IPv4Network, IPv6Network), address, strict)


def ip_interface(address):
    """The IPv4 or IPv6 interface: an address together with its network."""
    return _either("interface", (IPv4Interface, IPv6Interface), address)


def _packed(address, size, version):
    try:
        return address.to_bytes(size)
    except OverflowError:
        raise ValueError("Address negative or too large for IPv%d" % version)


def v4_int_to_packed(address):
    """An int as the 4 bytes of an IPv4 address, in network order."""
    return _packed(address, 4, 4)


def v6_int_to_packed(address):
    """An int as the 16 bytes of an IPv6 address, in network order."""
    return _packed(address, 16, 6)


def _find_address_range(addresses):
    """The first and the last of each run of sorted addresses without a gap."""
    run = None
    for address in addresses:
        if run and address._ip == run[1]._ip + 1:
            run = run[0], address
            continue
        if run:
            yield run
        run = address, address
    if run:
        yield run


def _count_righthand_zero_bits(number, bits):
    return min(bits, (number & -number).bit_length() - 1) if number else bits


def summarize_address_range(first, last):
    """Generate the networks that make up the range of addresses from first to last."""
    if not (isinstance(first, _BaseAddress) and isinstance(last, _BaseAddress)):
        raise TypeError("first and last must be IP addresses, not networks")
    _same_version(first, last)
    if first > last:
        raise ValueError("last IP address must be greater than first")
    if first.version not in (4, 6):
        raise ValueError("unknown IP version")
    network = IPv4Network if first.version == 4 else IPv6Network
    bits, at, end = first._max_prefixlen, first._ip, last._ip
    while at <= end:
        # As many as the address is aligned to, but no more than are left.
        host = min(_count_righthand_zero_bits(at, bits), (end - at + 1).bit_length() - 1)
        yield network((at, bits - host))
        at += 1 << host


def _merged(networks):
    """The networks that cover the same addresses, neighbours joined."""
    todo, below = list(networks), {}
    while todo:
        net = todo.pop()
        parent = net.supernet()
        other = below.setdefault(parent, net)
        if other != net:
            del below[parent]
            todo.append(parent)
    last = None
    for net in sorted(below.values()):
        if last is None or last.broadcast_address < net.broadcast_address:
            yield net
            last = net


def collapse_addresses(addresses):
    """Collapse a list of addresses and networks to an iterator of the fewest networks."""
    single, networks = [], []
    for item in addresses:
        group = networks
        if isinstance(item, _BaseAddress) or item._prefixlen == item._max_prefixlen:
            group = single
        if group:
            _same_version(item, group[-1])
        if group is single and not isinstance(item, _BaseAddress):
            item = item.network_address
        group.append(item)
    out = []
    for first, last in _find_address_range(sorted(set(single))):
        out += summarize_address_range(first, last)
    return _merged(out + networks)


def get_mixed_type_key(obj):
    """A key that puts networks and addresses of both versions in one order."""
    if isinstance(obj, _BaseNetwork):
        return obj._get_networks_key()
    if isinstance(obj, _BaseAddress):
        return obj._get_address_key()
    return NotImplemented


def _same_version(a, b, what="version"):
    if a._version != b._version:
        raise TypeError("%s and %s are not of the same %s" % (a, b, what))


class _IPAddressBase:
    """What addresses and networks have in common."""
    __slots__ = ()

    @property
    def exploded(self):
        """The longhand form."""
        return self._explode_shorthand_ip_string()

    @property
    def compressed(self):
        """The shorthand form."""
        return str(self)

    @property
    def version(self):
        try:
            return self._version
        except AttributeError:
            raise NotImplementedError("%200s has no version specified" % (type(self),)) from None

    @property
    def max_prefixlen(self):
        return self._max_prefixlen

    @property
    def reverse_pointer(self):
        """The name of the pointer record of the domain name system."""
        return self._reverse_pointer()

    def _check_int_address(self, address):
        if address < 0:
            raise AddressValueError("%d (< 0) is not permitted as an IPv%d address" % (address, self._version))
        if address > self._ALL_ONES:
            raise AddressValueError("%d (>= 2**%d) is not permitted as an IPv%d address"
                                    % (address, self._max_prefixlen, self._version))

    def _check_packed_address(self, address, expected_len):
        if len(address) != expected_len:
            raise AddressValueError("%r (len %d != %d) is not permitted as an IPv%d address"
                                    % (address, len(address), expected_len, self._version))

    @classmethod
    def _ip_int_from_prefix(cls, prefixlen):
        return cls._ALL_ONES ^ (cls._ALL_ONES >> prefixlen)

    @classmethod
    def _prefix_from_ip_int(cls, ip_int):
        zeroes = _count_righthand_zero_bits(ip_int, cls._max_prefixlen)
        prefixlen = cls._max_prefixlen - zeroes
        if ip_int >> zeroes != (1 << prefixlen) - 1:
            raise ValueError("Netmask pattern %r mixes zeroes & ones" % ip_int.to_bytes(cls._max_prefixlen // 8, "big"))
        return prefixlen

    @classmethod
    def _report_invalid_netmask(cls, netmask):
        raise NetmaskValueError("%r is not a valid netmask" % netmask) from None

    @classmethod
    def _prefix_from_prefix_string(cls, text):
        if text.isascii() and text.isdigit():
            try:
                prefixlen = int(text)
            except ValueError:
                cls._report_invalid_netmask(text)
            if prefixlen <= cls._max_prefixlen:
                return prefixlen
        cls._report_invalid_netmask(text)

    @classmethod
    def _prefix_from_ip_string(cls, text):
        """The length that a mask of the network or of the hosts stands for."""
        try:
            mask = cls._ip_int_from_string(text)
        except AddressValueError:
            cls._report_invalid_netmask(text)
        for bits in mask, mask ^ cls._ALL_ONES:
            try:
                return cls._prefix_from_ip_int(bits)
            except ValueError:
                pass
        cls._report_invalid_netmask(text)

    @classmethod
    def _split_addr_prefix(cls, address):
        if isinstance(address, (bytes, int)):
            return address, cls._max_prefixlen
        if not isinstance(address, tuple):
            given = address
            address = str(address).split("/")
            if len(address) > 2:
                raise AddressValueError(f"Only one '/' permitted in {given!r}")
        return address if len(address) > 1 else (address[0], cls._max_prefixlen)

    @classmethod
    def _make_netmask(cls, arg):
        """The mask that a length or a text stands for, and its length."""
        known = cls._netmask_cache
        if arg not in known:
            if not isinstance(arg, int):
                length = cls._prefix_from_text(arg)
            elif 0 <= arg <= cls._max_prefixlen:
                length = arg
            else:
                cls._report_invalid_netmask(arg)
            known[arg] = cls._any_address(cls._ip_int_from_prefix(length)), length
        return known[arg]

    def __reduce__(self):
        return self.__class__, (str(self),)


def _within(name, doc):
    """A property: whether an address is in one of the networks that a constant names."""
    return property(lambda self: any(self in net for net in getattr(self._constants, name)), doc=doc)


def _both(name):
    """A property: whether that of both ends of a network is true."""
    return property(lambda self: getattr(self.network_address, name) and getattr(self.broadcast_address, name))


@_functools.total_ordering
class _BaseAddress(_IPAddressBase):
    """A single address."""
    __slots__ = ()

    def _take(self, address):
        """Set the address from an int, bytes or a text; gives the rest of the text."""
        if isinstance(address, int):
            self._check_int_address(address)
            self._ip = address
        elif isinstance(address, bytes):
            self._check_packed_address(address, self._max_prefixlen // 8)
            self._ip = int.from_bytes(address, "big")
        else:
            text = str(address)
            if "/" in text:
                raise AddressValueError(f"Unexpected '/' in {address!r}")
            text, scope = self._split_scope_id(text)
            self._ip = self._ip_int_from_string(text)
            return scope

    def __int__(self):
        return self._ip

    def __eq__(self, other):
        try:
            return self._ip == other._ip and self._version == other._version
        except AttributeError:
            return NotImplemented

    def __lt__(self, other):
        if not isinstance(other, _BaseAddress):
            return NotImplemented
        _same_version(self, other)
        return self._ip < other._ip

    def __add__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        return self.__class__(int(self) + other)

    def __sub__(self, other):
        if not isinstance(other, int):
            return NotImplemented
        return self.__class__(int(self) - other)

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __str__(self):
        return str(self._string_from_ip_int(self._ip))

    def __hash__(self):
        return hash(hex(self._ip))

    def __reduce__(self):
        return self.__class__, (self._ip,)

    def __format__(self, fmt):
        """The text by a format for texts; b, x, X and n give the address as a number of fixed width."""
        if not fmt or fmt[-1] == "s":
            return format(str(self), fmt)
        m = _re.fullmatch("(#?)(_?)([xbnX])", fmt)
        if not m:
            return super().__format__(fmt)
        alternate, grouping, base = m.groups()
        if base == "n":
            base = "b" if self._version == 4 else "x"
        width = self._max_prefixlen if base == "b" else self._max_prefixlen // 4
        if grouping:
            width += width // 4 - 1
        if alternate:
            width += 2
        return format(self._ip, f"{alternate}0{width}{grouping}{base}")

    def _get_address_key(self):
        return self._version, self

    is_multicast = _within("multicast", "Whether the address is reserved for multicast use.")
    is_reserved = _within("reserved", "Whether the address is one of those the IETF keeps.")
    is_link_local = _within("link_local", "Whether the address is reserved for the local link.")
    is_private = _within("private", "Whether the address is allocated for private networks.")
    is_loopback = _within("loopback", "Whether the address is a loopback address.")


class _Interface:
    """An address together with the network that it is in."""
    __slots__ = ()

    def __init__(self, address):
        address, mask = self._split_addr_prefix(address)
        self._any_address.__init__(self, address)
        self.network = self._any_network((address, mask), strict=False)
        self.netmask = self.network.netmask
        self._prefixlen = self.network._prefixlen

    @property
    def hostmask(self):
        return self.network.hostmask

    @property
    def ip(self):
        """The address without the network."""
        return self._any_address(self._ip)

    def __str__(self):
        return "%s/%d" % (super().__str__(), self._prefixlen)

    def __eq__(self, other):
        same = super().__eq__(other)
        if same is NotImplemented or not same:
            # An interface and a plain address are not the same, whatever the other thinks.
            return same
        try:
            return self.network == other.network
        except AttributeError:
            return False

    def __lt__(self, other):
        less = super().__lt__(other)
        if less is NotImplemented:
            return less
        try:
            return self.network < other.network or self.network == other.network and less
        except AttributeError:
            return False

    def __hash__(self):
        return hash((self._ip, self._prefixlen, int(self.network.network_address)))

    __reduce__ = _IPAddressBase.__reduce__

    def _with(self, what):
        return "%s/%s" % (self._string_from_ip_int(self._ip), what)

    @property
    def with_prefixlen(self):
        return self._with(self._prefixlen)

    @property
    def with_netmask(self):
        return self._with(self.netmask)

    @property
    def with_hostmask(self):
        return self._with(self.hostmask)


@_functools.total_ordering
class _BaseNetwork(_IPAddressBase):
    """The addresses with the same first bits."""

    def __init__(self, address, strict=True):
        address, mask = self._split_addr_prefix(address)
        self.network_address = self._any_address(address)
        self.netmask, self._prefixlen = self._make_netmask(mask)
        start = int(self.network_address) & int(self.netmask)
        if start != int(self.network_address):
            if strict:
                raise ValueError("%s has host bits set" % self)
            self.network_address = self._any_address(start)
        if self._prefixlen == self._max_prefixlen - 1:
            self.hosts = self.__iter__
        elif self._prefixlen == self._max_prefixlen:
            self.hosts = lambda: [self._any_address(address)]

    def _bounds(self):
        return int(self.network_address), int(self.broadcast_address)

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __str__(self):
        return "%s/%d" % (self.network_address, self.prefixlen)

    def hosts(self):
        """Generate the addresses that hosts can have: all but those of the network and of the broadcast."""
        first, last = self._bounds()
        # IPv6 has no address for the broadcast.
        for ip in range(first + 1, last + (self._version == 6)):
            yield self._address_class(ip)

    def __iter__(self):
        first, last = self._bounds()
        for ip in range(first, last + 1):
            yield self._address_class(ip)

    def __getitem__(self, n):
        first, last = self._bounds()
        ip = first + n if n >= 0 else last + n + 1
        if not first <= ip <= last:
            raise IndexError("address out of range")
        return self._address_class(ip)

    def __lt__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        _same_version(self, other)
        return (self.network_address, self.netmask) < (other.network_address, other.netmask)

    def __eq__(self, other):
        try:
            return (self._version == other._version and self.network_address == other.network_address
                    and int(self.netmask) == int(other.netmask))
        except AttributeError:
            return NotImplemented

    def __hash__(self):
        return hash(int(self.network_address) ^ int(self.netmask))

    def __contains__(self, other):
        if self._version != other._version or isinstance(other, _BaseNetwork):
            return False
        return other._ip & self.netmask._ip == self.network_address._ip

    def overlaps(self, other):
        """Whether the networks share an address."""
        return (self.network_address in other or self.broadcast_address in other
                or other.network_address in self or other.broadcast_address in self)

    @_functools.cached_property
    def broadcast_address(self):
        return self._address_class(int(self.network_address) | int(self.hostmask))

    @_functools.cached_property
    def hostmask(self):
        return self._address_class(int(self.netmask) ^ self._ALL_ONES)

    @property
    def with_prefixlen(self):
        return "%s/%d" % (self.network_address, self._prefixlen)

    @property
    def with_netmask(self):
        return "%s/%s" % (self.network_address, self.netmask)

    @property
    def with_hostmask(self):
        return "%s/%s" % (self.network_address, self.hostmask)

    @property
    def num_addresses(self):
        """Number of hosts in the current subnet."""
        first, last = self._bounds()
        return last - first + 1

    @property
    def _address_class(self):
        raise NotImplementedError("%200s has no associated address class" % (type(self),))

    @property
    def prefixlen(self):
        return self._prefixlen

    def address_exclude(self, other):
        """Generate the networks that make up this one without another that lies in it."""
        _same_version(self, other)
        if not isinstance(other, _BaseNetwork):
            raise TypeError("%s is not a network object" % other)
        if not other.subnet_of(self):
            raise ValueError("%s not contained in %s" % (other, self))
        rest = self
        while rest._prefixlen < other._prefixlen:
            low, high = rest.subnets()
            rest, kept = (low, high) if other.subnet_of(low) else (high, low)
            yield kept

    def compare_networks(self, other):
        """-1, 0 or 1 by the order of the networks."""
        _same_version(self, other, "type")
        mine, its = (self.network_address, self.netmask), (other.network_address, other.netmask)
        return (mine > its) - (mine < its)

    def _get_networks_key(self):
        return self._version, self.network_address, self.netmask

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """Generate the networks that this one can be split into, by how many bits longer or how long their prefix is."""
        if self._prefixlen == self._max_prefixlen:
            yield self
            return
        if new_prefix is not None:
            if new_prefix < self._prefixlen:
                raise ValueError("new prefix must be longer")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = new_prefix - self._prefixlen
        if prefixlen_diff < 0:
            raise ValueError("prefix length diff must be > 0")
        length = self._prefixlen + prefixlen_diff
        if length > self._max_prefixlen:
            raise ValueError("prefix length diff %d is invalid for netblock %s" % (length, self))
        first, last = self._bounds()
        for ip in range(first, last + 1, (int(self.hostmask) + 1) >> prefixlen_diff):
            yield self.__class__((ip, length))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The network that this one is part of, by how many bits shorter or how long its prefix is."""
        if self._prefixlen == 0:
            return self
        if new_prefix is not None:
            if new_prefix > self._prefixlen:
                raise ValueError("new prefix must be shorter")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = self._prefixlen - new_prefix
        length = self.prefixlen - prefixlen_diff
        if length < 0:
            raise ValueError("current prefixlen is %d, cannot have a prefixlen_diff of %d"
                             % (self.prefixlen, prefixlen_diff))
        return self.__class__((int(self.network_address) & (int(self.netmask) << prefixlen_diff), length))

    @staticmethod
    def _is_subnet_of(a, b):
        try:
            _same_version(a, b)
            return b.network_address <= a.network_address and b.broadcast_address >= a.broadcast_address
        except AttributeError:
            raise TypeError(f"Unable to test subnet containment between {a} and {b}")

    def subnet_of(self, other):
        """Whether this network lies in the other."""
        return self._is_subnet_of(self, other)

    def supernet_of(self, other):
        """Whether the other network lies in this one."""
        return self._is_subnet_of(other, self)

    is_multicast = _both("is_multicast")
    is_reserved = _both("is_reserved")
    is_link_local = _both("is_link_local")

    @property
    def is_private(self):
        """Whether all of the network is in one of those that are private."""
        return any(self.network_address in net and self.broadcast_address in net for net in self._constants.private)

    @property
    def is_global(self):
        """Whether the network is for public use."""
        return not self.is_private

    is_unspecified = _both("is_unspecified")
    is_loopback = _both("is_loopback")


class _Constants:
    """The networks of one version with a special use; each list is made when it is first asked for."""

    def __init__(self, **networks):
        self._texts = networks

    def __getattr__(self, name):
        if name not in self._texts:
            raise AttributeError(name)
        version4 = "." in self._texts[name]
        nets = [(IPv4Network if version4 else IPv6Network)(text) for text in self._texts[name].split()]
        setattr(self, name, nets)
        return nets


class _BaseV4:
    """What is particular to version 4."""
    __slots__ = ()
    _version = 4
    _ALL_ONES = 2 ** IPV4LENGTH - 1
    _max_prefixlen = IPV4LENGTH
    _netmask_cache = {}
    _constants = _Constants(
        link_local="169.254.0.0/16",
        loopback="127.0.0.0/8",
        multicast="224.0.0.0/4",
        public="100.64.0.0/10",
        reserved="240.0.0.0/4",
        private="""0.0.0.0/8 10.0.0.0/8 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/29 192.0.0.170/31 192.0.2.0/24
            192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 255.255.255.255/32""",
    )

    def _explode_shorthand_ip_string(self):
        return str(self)

    def _reverse_pointer(self):
        return ".".join(str(self).split(".")[::-1]) + ".in-addr.arpa"

    @staticmethod
    def _split_scope_id(text):
        return text, None

    @classmethod
    def _prefix_from_text(cls, text):
        try:
            return cls._prefix_from_prefix_string(text)
        except NetmaskValueError:
            return cls._prefix_from_ip_string(text)

    @classmethod
    def _ip_int_from_string(cls, text):
        if not text:
            raise AddressValueError("Address cannot be empty")
        octets = text.split(".")
        if len(octets) != 4:
            raise AddressValueError("Expected 4 octets in %r" % text)
        try:
            return int.from_bytes(map(cls._parse_octet, octets), "big")
        except ValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None

    @classmethod
    def _parse_octet(cls, octet):
        if not octet:
            raise ValueError("Empty octet not permitted")
        if not (octet.isascii() and octet.isdigit()):
            raise ValueError("Only decimal digits permitted in %r" % octet)
        if len(octet) > 3:
            raise ValueError("At most 3 characters permitted in %r" % octet)
        if octet[0] == "0" and octet != "0":
            raise ValueError("Leading zeros are not permitted in %r" % octet)
        if int(octet) > 255:
            raise ValueError("Octet %d (> 255) not permitted" % int(octet))
        return int(octet)

    @classmethod
    def _string_from_ip_int(cls, ip_int):
        return ".".join(map(str, ip_int.to_bytes(4, "big")))


class IPv4Address(_BaseV4, _BaseAddress):
    """Represent and manipulate single IPv4 Addresses."""
    __slots__ = ("_ip", "__weakref__")

    def __init__(self, address):
        self._take(address)

    _is_shared = _within("public", "Whether the address is shared by the customers of a carrier.")

    @property
    def packed(self):
        """The binary representation of this address."""
        return v4_int_to_packed(self._ip)

    @property
    def is_unspecified(self):
        """Whether the address is unspecified: all zeroes, and no interface."""
        return self == self._any_address(0)

    @property
    def is_global(self):
        """Whether the address is for public use."""
        return not self._is_shared and not self.is_private


class IPv4Interface(_Interface, IPv4Address):
    """An IPv4 address together with its network."""


class IPv4Network(_BaseV4, _BaseNetwork):
    """Represent and manipulate IPv4 networks."""
    _address_class = IPv4Address

    @property
    def is_global(self):
        """Whether the network is for public use."""
        shared = self._constants.public[0]
        return not (self.network_address in shared and self.broadcast_address in shared) and not self.is_private


class _BaseV6:
    """What is particular to version 6."""
    __slots__ = ()
    _version = 6
    _ALL_ONES = 2 ** IPV6LENGTH - 1
    _HEXTET_COUNT = 8
    _HEX_DIGITS = frozenset("0123456789ABCDEFabcdef")
    _max_prefixlen = IPV6LENGTH
    _netmask_cache = {}
    _constants = _Constants(
        link_local="fe80::/10",
        loopback="::1/128",
        multicast="ff00::/8",
        site_local="fec0::/10",
        private="::1/128 ::/128 ::ffff:0:0/96 100::/64 2001::/23 2001:2::/48 2001:db8::/32 2001:10::/28 fc00::/7 fe80::/10",
        reserved="""::/8 100::/8 200::/7 400::/6 800::/5 1000::/4 4000::/3 6000::/3 8000::/3 A000::/3 C000::/3 E000::/4
            F000::/5 F800::/6 FE00::/9""",
    )

    def _explode_shorthand_ip_string(self):
        ip = int(self.network_address if isinstance(self, _BaseNetwork) else self)
        text = ip.to_bytes(16).hex(":", 2)
        if isinstance(self, (_BaseNetwork, IPv6Interface)):
            return "%s/%d" % (text, self._prefixlen)
        return text

    def _reverse_pointer(self):
        return ".".join(self.exploded[::-1].replace(":", "")) + ".ip6.arpa"

    @staticmethod
    def _split_scope_id(text):
        address, sign, scope = text.partition("%")
        if not sign:
            return address, None
        if not scope or "%" in scope:
            raise AddressValueError('Invalid IPv6 address: "%r"' % text)
        return address, scope

    @classmethod
    def _prefix_from_text(cls, text):
        return cls._prefix_from_prefix_string(text)

    @classmethod
    def _ip_int_from_string(cls, text):
        if not text:
            raise AddressValueError("Address cannot be empty")
        parts = text.split(":")
        if len(parts) < 3:
            raise AddressValueError("At least %d parts expected in %r" % (3, text))
        if "." in parts[-1]:
            try:
                v4 = IPv4Address(parts.pop())._ip
            except AddressValueError as exc:
                raise AddressValueError("%s in %r" % (exc, text)) from None
            parts += "%x" % (v4 >> 16), "%x" % (v4 & 0xFFFF)
        high, low = cls._halves(parts, text)
        try:
            ip = 0
            for part in high + ["0"] * (cls._HEXTET_COUNT - len(high) - len(low)) + low:
                ip = ip << 16 | cls._parse_hextet(part)
        except ValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None
        return ip

    @classmethod
    def _halves(cls, parts, text):
        """The parts before and after the double colon, if there is one."""
        most = cls._HEXTET_COUNT
        if len(parts) > most + 1:
            raise AddressValueError("At most %d colons permitted in %r" % (most, text))
        gaps = [i for i in range(1, len(parts) - 1) if not parts[i]]
        if len(gaps) > 1:
            raise AddressValueError("At most one '::' permitted in %r" % text)
        if not gaps and len(parts) != most:
            raise AddressValueError("Exactly %d parts expected without '::' in %r" % (most, text))
        if not gaps:
            high, low = parts, []
        else:
            high, low = parts[:gaps[0]], parts[gaps[0] + 1:]
        if not parts[0]:
            if len(high) > 1:
                raise AddressValueError("Leading ':' only permitted as part of '::' in %r" % text)
            high = []
        if not parts[-1]:
            if len(low) != 1:
                raise AddressValueError("Trailing ':' only permitted as part of '::' in %r" % text)
            low = []
        if gaps and len(high) + len(low) >= most:
            raise AddressValueError("Expected at most %d other parts with '::' in %r" % (most - 1, text))
        return high, low

    @classmethod
    def _parse_hextet(cls, hextet):
        if not cls._HEX_DIGITS.issuperset(hextet):
            raise ValueError("Only hex digits permitted in %r" % hextet)
        if len(hextet) > 4:
            raise ValueError("At most 4 characters permitted in %r" % hextet)
        return int(hextet, 16)

    @classmethod
    def _string_from_ip_int(cls, ip_int=None):
        if ip_int is None:
            ip_int = int(cls._ip)
        if ip_int > cls._ALL_ONES:
            raise ValueError("IPv6 address is too large")
        text = ":".join("%x" % (ip_int >> shift & 0xFFFF) for shift in range(112, -1, -16))
        # The first of the longest runs of zeroes gives way to a double colon.
        zeroes = max(_re.findall(r"(?<![^:])0(?::0)+(?![^:])", text), key=len, default=None)
        if zeroes is None:
            return text
        before, _, after = (":" + text + ":").partition(":" + zeroes + ":")
        return before[1:] + "::" + after[:-1]


class IPv6Address(_BaseV6, _BaseAddress):
    """Represent and manipulate single IPv6 Addresses."""
    __slots__ = ("_ip", "_scope_id", "__weakref__")

    def __init__(self, address):
        self._scope_id = self._take(address)

    def __str__(self):
        text = super().__str__()
        return text + "%" + self._scope_id if self._scope_id else text

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    def __eq__(self, other):
        same = super().__eq__(other)
        if same is NotImplemented or not same:
            return same
        return self._scope_id == getattr(other, "_scope_id", None)

    def __reduce__(self):
        return self.__class__, (str(self),)

    @property
    def scope_id(self):
        """The zone that the address is of, as the text after the % has it."""
        return self._scope_id

    @property
    def packed(self):
        """The binary representation of this address."""
        return v6_int_to_packed(self._ip)

    is_site_local = _within("site_local", "Whether the address is reserved for the site.")

    @property
    def is_private(self):
        """Whether the address, or the IPv4 address that it is mapped from, is allocated for private networks."""
        mapped = self.ipv4_mapped
        return super().is_private if mapped is None else mapped.is_private

    @property
    def is_global(self):
        """Whether the address is for public use."""
        return not self.is_private

    @property
    def is_unspecified(self):
        """Whether the address is unspecified: all zeroes."""
        return self._ip == 0

    @property
    def is_loopback(self):
        """Whether the address is that of the loopback."""
        return self._ip == 1

    @property
    def ipv4_mapped(self):
        """The IPv4 address that is mapped to this one, or None."""
        return IPv4Address(self._ip & 0xFFFFFFFF) if self._ip >> 32 == 0xFFFF else None

    @property
    def teredo(self):
        """The addresses of server and client of a Teredo tunnel, or None."""
        if self._ip >> 96 != 0x20010000:
            return None
        return IPv4Address(self._ip >> 64 & 0xFFFFFFFF), IPv4Address(~self._ip & 0xFFFFFFFF)

    @property
    def sixtofour(self):
        """The IPv4 address that is embedded in one of 6to4, or None."""
        return IPv4Address(self._ip >> 80 & 0xFFFFFFFF) if self._ip >> 112 == 0x2002 else None


class IPv6Interface(_Interface, IPv6Address):
    """An IPv6 address together with its network."""

    @property
    def is_unspecified(self):
        return self._ip == 0 and self.network.is_unspecified

    @property
    def is_loopback(self):
        return self._ip == 1 and self.network.is_loopback


class IPv6Network(_BaseV6, _BaseNetwork):
    """Represent and manipulate IPv6 networks."""
    _address_class = IPv6Address

    is_site_local = _both("is_site_local")

_BaseV4._any_address, _BaseV4._any_network = IPv4Address, IPv4Network
_BaseV6._any_address, _BaseV6._any_network = IPv6Address, IPv6Network
