"""Addresses of those who ask: which of them are proxies, and which belong to one network."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from woozle.core.text import visible_line

_NETWORK = 64  # bits of an address of version 6 that a provider gives to one customer


@dataclass(frozen=True, slots=True)
class Proxies:
    """The reverse proxies whose word is taken for who asks. is_here_one: whether any on this machine is one."""

    networks: tuple[IPv4Network | IPv6Network, ...] = ()
    is_here_one: bool = False

    @classmethod
    def parse(cls, texts: Iterable[str], *, is_here_one: bool) -> Proxies:
        """From addresses or networks as they are typed. Raises ValueError, with a sentence."""
        networks = []
        for text in texts:
            try:
                networks.append(ip_network(text))
            except ValueError:
                raise ValueError(
                    f"{visible_line(text)} is no address of a proxy; say it as 10.0.0.9, or a network as 10.0.0.0/24."
                ) from None
        return cls(tuple(networks), is_here_one)

    def __contains__(self, peer: str) -> bool:
        address = _parsed(peer)
        if address is None:
            return False
        return (self.is_here_one and address.is_loopback) or any(address in network for network in self.networks)


NO_PROXIES = Proxies()


def network_of(address: str) -> str:
    """Whom an address stands for: itself, or of version 6 the network of 64 bits that it is in."""
    parsed = _parsed(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, _NETWORK), strict=False))
    return str(parsed or address[:64])


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
