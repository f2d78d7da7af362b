"""Ways to reach a table: on this machine, in the local network, over TLS, or through a proxy."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Collection, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias
from urllib.parse import urlsplit

import psutil

from woozle.arena.http_server import LOOPBACK, Addresses, open_listener, parse_address, parse_base_url, url_host
from woozle.arena.join.link import OPEN_NETWORK
from woozle.arena.web.connections import NO_PROXIES, Proxies
from woozle.core.errors import InputError
from woozle.core.names import join_names
from woozle.core.text import visible_line
from woozle.core.value import value

PORT = 8322

Reach: TypeAlias = Literal["here", "lan", "tls", "proxy"]

_HERE = "127.0.0.1"
_EVERYWHERE = "::" if socket.has_dualstack_ipv6() else "0.0.0.0"
_HTTP, _HTTPS = 80, 443
_PRIVATE = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7")))
_SHARED = ip_network("100.64.0.0/10")  # private networks over the internet have it, and so do customers of one provider
_INTERNET = "192.0.2.1"  # never sent to, and no real address
_OPEN = ", and --lan is plain HTTP, which everybody on the way can read; use --cert and --key, or --url with a proxy."
_BLOCKED = (1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, *range(6665, 6670), 6679, 6697, 10080)
"""Ports from 1024 on that browsers do not open, by the Fetch standard."""

_VIRTUAL = re.compile(r"(?i)br-|cni|docker|flannel|lxc|podman|ppp|tailscale|tap|u?tun|vboxnet|veth|virbr|vmnet|wg|zt")
"""Names of interfaces to containers, virtual machines and private networks over the internet."""


@value
class WayIn:
    """A way to reach a table.

    hosts: addresses of this machine to listen at, the first on the loopback. base: how links begin; empty on this machine and in
    the local network, where the port is in it. tls: None for plain HTTP. proxies: trusted to name the client; if some are
    named, only they and this machine may connect. note: for the host, before anybody joins.
    """

    reach: Reach = "here"
    hosts: tuple[str, ...] = (_HERE,)
    port: int = PORT
    base: str = ""
    tls: ssl.SSLContext | None = None
    proxies: Proxies = NO_PROXIES
    note: str = ""

    @property
    def options(self) -> str:
        """Return the options that describe it, with a space before each."""
        asked = {"here": "", "lan": " --lan", "tls": " --cert FILE --key FILE", "proxy": f" --url {self.base}"}[self.reach]
        return asked if self.port in (0, PORT) else f"{asked} --port {self.port}"

    def about(self, base: str) -> str:
        """Return who can reach the tables, as a sentence. base: how links begin."""
        match self.reach:
            case "here":
                return f"At {base}, for this machine alone; --lan is for others in this network."
            case "lan":
                more = f"; this machine is also at {join_names(self.hosts[2:])}" if self.hosts[2:] else ""
                return f"At {base}, for others in this network{more}."
        return f"At {base}."

    def links_begin(self, port: int) -> str:
        """Return how links begin. port: the one that others reach."""
        return self.base or f"http://{url_host(self.hosts[-1] if self.reach == 'here' else self.hosts[1])}:{port}"

    def addresses(self, ports: Collection[int]) -> Addresses:
        """Return the addresses at which the server answers. ports: all that it listens at."""
        here = LOOPBACK[:1] if self.tls else {*LOOPBACK, *self.hosts}
        hosts = {f"{url_host(host)}:{port}" for host in here for port in ports}
        hosts |= {url_host(host) for host in here if _HTTP in ports}  # browsers leave the usual port out
        origins = {f"http://{each}" for each in hosts}
        if self.base:
            hosts.add(urlsplit(self.base).netloc)
            origins.add(self.base)
        return Addresses(hosts=frozenset(hosts), origins=frozenset(origins))

    def may_connect(self, peer: str) -> bool:
        """Return whether an address may connect: if proxies are named, only they and this machine may."""
        if not self.proxies.networks:
            return True
        address = parse_address(peer)
        return peer in self.proxies or (address is not None and address.is_loopback)


class Listeners(NamedTuple):
    """Sockets that listen. here: on the loopback, without TLS, for the host's own terminal; others: for everybody else."""

    here: socket.socket
    others: tuple[socket.socket, ...]

    @property
    def port(self) -> int:
        """Return the port that others reach."""
        return int((self.others or (self.here,))[0].getsockname()[1])

    @property
    def ports(self) -> frozenset[int]:
        return frozenset(int(each.getsockname()[1]) for each in (self.here, *self.others))


def open_listeners(way: WayIn) -> Listeners:
    """Return the sockets of a way in, all at its port; with TLS the loopback has a port of its own. Raises InputError."""
    with ExitStack() as opened:

        def listen(host: str, port: int) -> socket.socket:
            return opened.enter_context(open_listener(host, port, "--port"))

        here = listen(_HERE, 0 if way.tls else way.port)
        port = way.port if way.tls else int(here.getsockname()[1])
        others = tuple(listen(host, port) for host in way.hosts[1:])
        opened.pop_all()
    return Listeners(here, others)


def way_in(
    *,
    lan: bool = False,
    address: str = "",
    cert: Path | None = None,
    key: Path | None = None,
    url: str = "",
    proxy: Sequence[str] | None = None,
    port: int | None = None,
) -> WayIn:
    """Return the way in that options of the command line describe. Raises InputError for invalid options and combinations."""
    port = PORT if port is None else port
    if port in _BLOCKED:
        raise InputError(f"Browsers do not open port {port}, which other protocols use; choose another one with --port.")
    if address and not lan:
        raise InputError("--address chooses the local network; add --lan.")
    if bool(cert) != bool(key):
        raise InputError("--cert and --key belong together; name both files.")
    if lan and (cert or url):
        raise InputError("--lan is plain HTTP in the local network; leave it out with --cert, --key and --url.")
    if proxy and (cert or not url.startswith("https:")):
        raise InputError(
            "--proxy names the machine in front of this one that has the certificate; give its address with --url https://..."
        )
    if lan:
        return WayIn("lan", (_HERE, *_local_addresses(address)), port, note=OPEN_NETWORK)
    if cert and key:
        return _with_certificate(cert, key, url, port)
    if not url:
        return WayIn(port=port)
    base, trusted = parse_base_url(url), Proxies.parse(proxy or (), is_here_one=True)
    beyond = _local_addresses() if any(not each.is_loopback for each in trusted.networks) else ()
    return WayIn("proxy", (_HERE, *beyond), port, base, proxies=trusted)


def find_addresses() -> list[str]:
    """Return the addresses of this machine in its networks, in the order in which others are likely to reach them."""
    outward = ""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((_INTERNET, 9))  # sends nothing
        outward = str(probe.getsockname()[0])
    states, ranked = psutil.net_if_stats(), []
    for name, addresses in psutil.net_if_addrs().items():
        if name not in states or not states[name].isup:
            continue
        for each in addresses:
            address = parse_address(each.address) if each.family in (socket.AF_INET, socket.AF_INET6) else None
            if address and not (address.is_loopback or _has_zone(address)):
                ranked.append((bool(_VIRTUAL.match(name)), str(address) != outward, address.version, str(address)))
    return [found[-1] for found in sorted(ranked, key=lambda each: each[:-1])]


def _has_zone(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address needs an interface's name (fe80::1%eth0), which browsers do not take."""
    return address.version == 6 and address.is_link_local


def _local_addresses(wanted: str = "") -> tuple[str, ...]:
    """Return the private addresses of this machine, or the one that is wanted. Raises InputError."""
    here = find_addresses()
    if wanted:
        address = parse_address(wanted.strip("[]"))
        if address is None:
            raise InputError(f"{visible_line(wanted)} is not an address like 192.168.1.20, which --address needs.")
        if _has_zone(address):
            raise InputError(f"Browsers do not open {address}, which is link-local; choose another address of this machine.")
        if not (_is_private(str(address)) or address in _SHARED):
            raise InputError(f"{address} is a public address{_OPEN}")
        if str(address) not in here:
            raise InputError(f"This machine does not have the address {address}; it has {', '.join(here) or 'none in a network'}.")
        return (str(address),)
    if private := tuple(filter(_is_private, here)):
        return private
    if shared := next((each for each in here if ip_address(each) in _SHARED), ""):
        raise InputError(f"{shared} may be shared with strangers; if it is of a private network of yours, add --address {shared}.")
    if here:
        raise InputError(f"This machine has only public addresses ({', '.join(here)}){_OPEN}")
    raise InputError("This machine is in no network now, so nobody could join; connect it, or leave out --lan.")


def _is_private(address: str) -> bool:
    return any(ip_address(address) in network for network in _PRIVATE)


# Certificates


def _with_certificate(certificate: Path, key: Path, url: str, port: int) -> WayIn:
    tls, names = _load(certificate, key), _names_in(certificate)
    base = parse_base_url(url) if url else ""
    if url and not base.startswith("https:"):
        raise InputError("With --cert the table is reached over TLS; write --url https://...")
    host = urlsplit(base).hostname or next((each for each in names if "*" not in each), "")
    if not host:
        raise InputError(f"{_shown(certificate)} does not name one machine; say with --url https://... how people reach this one.")
    if not {host, f"*.{host.partition('.')[2]}"} & {*names}:
        named = ", ".join(names) or "no name"
        raise InputError(f"{_shown(certificate)} is for {named}, and not for {host}; browsers would refuse it.")
    if not base:
        if not port:
            raise InputError("With --cert links name the port; choose one with --port, or leave that out.")
        base = f"https://{url_host(host)}{'' if port == _HTTPS else f':{port}'}"
    return WayIn("tls", (_HERE, _EVERYWHERE), port, base, tls)


def _load(certificate: Path, key: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2

    def refuse() -> str:
        raise InputError(f"{_shown(key)} is protected by a password; --key needs a key without one, readable by you alone.")

    for path, option in ((certificate, "--cert"), (key, "--key")):
        try:
            path.read_bytes()
        except OSError as error:
            raise InputError(f"{option} cannot be read: {_shown(path)} ({error.strerror}).") from None
    try:
        context.load_cert_chain(certificate, key, refuse)
    except ssl.SSLError as error:
        if "MISMATCH" in (error.reason or ""):
            raise InputError(f"{_shown(key)} is the key of another certificate than {_shown(certificate)}.") from None
        raise InputError(
            f"{_shown(certificate)} and {_shown(key)} are not a certificate with its key in the form of PEM; "
            "--cert takes the whole chain (fullchain.pem), --key the private key (privkey.pem)."
        ) from None
    return context


def _names_in(path: Path) -> list[str]:
    """Return the names and addresses of a certificate. Raises InputError if it has expired or is not yet valid."""
    from cryptography import x509

    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    first, last, now = certificate.not_valid_before_utc, certificate.not_valid_after_utc, datetime.now(UTC)
    if now > last:
        raise InputError(f"{_shown(path)} is valid until {last:%Y-%m-%d} only; browsers would refuse it.")
    if now < first:
        raise InputError(f"{_shown(path)} is valid from {first:%Y-%m-%d %H:%M} UTC; is the clock of this machine right?")
    try:
        names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except x509.ExtensionNotFound:
        return []
    here = (*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress)))
    return [each.lower() for each in here]


def _shown(path: Path) -> str:
    return visible_line(str(path))
