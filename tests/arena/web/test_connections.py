"""Whom an address stands for, and which are proxies."""

from __future__ import annotations

import pytest

from woozle.arena.web.connections import NO_PROXIES, Connections, Proxies, client_network


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("x" * 5000, "x" * 64),
    ],
)
def test_an_address_stands_for_a_network(address, network):
    assert client_network(address) == network


def test_proxies_are_addresses_and_networks():
    proxies = Proxies.parse(["10.0.0.9", "172.18.0.0/16", "2001:db8::9"], is_here_one=False)
    for peer in ("10.0.0.9", "::ffff:10.0.0.9", "172.18.255.255", "2001:db8::9"):
        assert peer in proxies, peer
    for peer in ("10.0.0.8", "172.19.0.0", "2001:db8::8", "127.0.0.1", "::1", "", "unknown"):
        assert peer not in proxies, peer


def test_a_proxy_on_this_machine_is_one_where_there_is_tls():
    proxies = Proxies.parse([], is_here_one=True)
    assert "127.0.0.1" in proxies and "::1" in proxies and "10.0.0.9" not in proxies
    assert "127.0.0.1" not in NO_PROXIES


@pytest.mark.parametrize("text", ["proxy.example.org", "10.0.0.9/8", "", "10.0.0.9:80"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(ValueError, match="is not the address of a proxy"):
        Proxies.parse([text], is_here_one=False)


def test_connections_through_a_proxy_have_no_network_of_their_own():
    made = Connections(lambda: None, 6, Proxies.parse(["10.0.0.9"], is_here_one=False), b"")
    proxied = [made.add("10.0.0.9") for _ in range(4)]
    assert made.have_room(proxied[0])
    alone = [made.add("198.51.100.7") for _ in range(2)]
    assert made.have_room(alone[0])
    made.remove(proxied.pop())
    made.remove(proxied.pop())
    assert made.have_room(made.add("198.51.100.7")) and not made.have_room(made.add("198.51.100.7"))
    made.add("203.0.113.9")
    assert not made.have_room(proxied[0]) and not made.are_too_many
