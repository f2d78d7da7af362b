"""The ways in which people reach a table."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest

from woozle.arena.join.link import OPEN_NETWORK
from woozle.arena.web import ways_in
from woozle.arena.web.ways_in import Listeners, find_addresses, open_listeners, way_in
from woozle.core.errors import InputError

from tests.arena.web.certificates import make_certificate

HOME, PUBLIC, SHARED = "192.168.1.20", "198.51.100.7", "100.64.0.9"
HOME_6, PUBLIC_6 = "fd12:3456::20", "2001:db8::7"


@pytest.fixture
def here(monkeypatch):
    """The addresses of this machine, for a test to change."""
    found: list[str] = []
    monkeypatch.setattr(ways_in, "find_addresses", lambda: found)
    return found


def close(listeners: Listeners) -> None:
    for each in (listeners.here, *listeners.others):
        each.close()


def test_nobody_but_this_machine_reaches_a_table_unless_that_is_said():
    way = way_in()
    assert way.links_begin(8322) == "http://127.0.0.1:8322"
    addresses = way.addresses({8322})
    assert addresses.refusal(["localhost:8322"], ["http://localhost:8322"]) == (0, "")
    assert addresses.refusal([f"{HOME}:8322"], [])[0] == 421
    assert addresses.refusal(["127.0.0.1:8322"], ["http://evil.example"])[0] == 403


def test_a_local_network_is_served_at_private_addresses_alone(here):
    here[:] = HOME, PUBLIC, "10.0.0.3"
    way = way_in(lan=True)
    assert way.hosts == ("127.0.0.1", HOME, "10.0.0.3")
    assert way.links_begin(8322) == f"http://{HOME}:8322"
    assert way.note == OPEN_NETWORK
    assert way.options == " --lan"
    assert way.addresses({8322}).refusal([f"{HOME}:8322"], [f"http://{HOME}:8322"]) == (0, "")
    assert way.addresses({8322}).refusal([f"{PUBLIC}:8322"], [])[0] == 421
    assert way.addresses({80}).refusal([HOME], [f"http://{HOME}"]) == (0, ""), "browsers leave the usual port out"
    here[:] = HOME, SHARED
    assert way_in(lan=True, address=SHARED).hosts == ("127.0.0.1", SHARED)


def test_a_local_network_of_version_6_is_served_too(here):
    here[:] = PUBLIC_6, HOME_6
    way = way_in(lan=True)
    assert way.hosts == ("127.0.0.1", HOME_6)
    assert way.links_begin(8322) == f"http://[{HOME_6}]:8322"
    assert way.addresses({8322}).refusal([f"[{HOME_6}]:8322"], [f"http://[{HOME_6}]:8322"]) == (0, "")
    assert way_in(lan=True, address=f"[{HOME_6}]").hosts == ("127.0.0.1", HOME_6)


def test_addresses_that_others_are_likely_to_reach_come_first(monkeypatch):
    def address(text):
        return SimpleNamespace(family=socket.AF_INET6 if ":" in text else socket.AF_INET, address=text)

    cards = {
        "lo": ["127.0.0.1", "::1"],
        "docker0": ["172.17.0.1"],
        "wg0": ["10.8.0.2"],
        "eth1": ["10.0.0.3"],
        "eth2": ["10.0.0.4"],
        "wlan0": [HOME_6, "fe80::1%wlan0", HOME],
    }
    monkeypatch.setattr(ways_in.psutil, "net_if_addrs", lambda: {name: [*map(address, texts)] for name, texts in cards.items()})
    monkeypatch.setattr(ways_in.psutil, "net_if_stats", lambda: {name: SimpleNamespace(isup=name != "eth2") for name in cards})
    assert find_addresses() == ["10.0.0.3", HOME, HOME_6, "172.17.0.1", "10.8.0.2"]


@pytest.mark.parametrize(
    ("options", "found", "sentence"),
    [
        ({"lan": True}, [PUBLIC], f"has only public addresses ({PUBLIC})"),
        ({"lan": True}, [], "is in no network now"),
        ({"lan": True}, [SHARED], f"add --address {SHARED}"),
        ({"lan": True, "address": PUBLIC}, [PUBLIC], f"{PUBLIC} is a public address"),
        ({"lan": True, "address": "10.0.0.3"}, [HOME], f"does not have the address 10.0.0.3; it has {HOME}"),
        ({"lan": True, "address": "home"}, [HOME], "is not an address like"),
        ({"lan": True, "address": "fe80::1%eth0"}, [HOME], "Browsers do not open fe80::1"),
        ({"lan": True, "address": PUBLIC_6}, [PUBLIC_6], f"{PUBLIC_6} is a public address"),
        ({"address": HOME}, [], "add --lan"),
        ({"port": 6000}, [], "Browsers do not open port 6000"),
        ({"lan": True, "url": "https://play.example.org"}, [], "leave it out with --cert"),
        ({"url": "http://play.example.org"}, [], "need https"),
        ({"url": "https://play.example.org/table"}, [], "is not the URL of a server"),
        ({"proxy": ["10.0.0.9"]}, [], "with --url https://"),
        ({"url": "https://play.example.org", "proxy": ["proxy"]}, [], "is not the address of a proxy"),
    ],
)
def test_what_is_unsafe_or_contradicts_itself_is_refused_in_a_sentence(options, found, sentence, here):
    here[:] = found
    with pytest.raises(InputError) as refused:
        way_in(**options)
    assert sentence in str(refused.value)


def test_behind_a_proxy_links_have_its_address_and_only_it_may_connect(here):
    way = way_in(url="https://Play.Example.org")
    assert (way.hosts, way.links_begin(1)) == (("127.0.0.1",), "https://play.example.org")
    assert way.addresses({8322}).refusal(["play.example.org"], ["https://play.example.org"]) == (0, "")
    assert "127.0.0.1" in way.proxies
    here[:] = ["10.0.0.3"]
    elsewhere = way_in(url="https://play.example.org", proxy=["10.0.0.9"])
    assert elsewhere.hosts == ("127.0.0.1", "10.0.0.3")
    assert [elsewhere.may_connect(peer) for peer in ("10.0.0.9", "127.0.0.1", "10.0.0.8")] == [True, True, False]


def test_links_have_the_name_in_the_certificate(tmp_path):
    certificate, key = make_certificate(tmp_path, "*.example.org", "Play.example.org")
    way = way_in(cert=certificate, key=key)
    assert way.links_begin(8322) == "https://play.example.org:8322"
    assert way.addresses({8322, 5}).refusal(["play.example.org:8322"], ["https://play.example.org:8322"]) == (0, "")
    assert way.addresses({8322, 5}).refusal(["127.0.0.1:5"], []) == (0, "")
    assert way.tls
    assert way_in(cert=certificate, key=key, port=443).base == "https://play.example.org"
    assert way_in(cert=certificate, key=key, url="https://other.example.org").base == "https://other.example.org"


def test_certificates_that_cannot_be_used_are_answered_in_a_sentence(tmp_path):
    folders = (good, other, wild, old, new, locked) = [tmp_path / str(number) for number in range(6)]
    for each in folders:
        each.mkdir()
    certificate, key = make_certificate(good, "play.example.org")
    text = tmp_path / "notes.txt"
    text.write_text("no certificate")
    cases = [
        ((certificate, None), "belong together"),
        ((certificate, tmp_path / "missing.pem"), "--key cannot be read"),
        ((text, key), "are not a certificate with its key"),
        ((key, certificate), "are not a certificate with its key"),
        ((certificate, make_certificate(other, "play.example.org")[1]), "is the key of another certificate"),
        (make_certificate(wild, "*.example.org"), "does not name one machine"),
        (make_certificate(old, "play.example.org", days=-1), "is valid until"),
        (make_certificate(new, "play.example.org", since=1), "is valid from"),
        ((tmp_path, key), "--cert cannot be read"),
        (make_certificate(locked, "play.example.org", password=b"secret"), "is protected by a password"),
    ]
    for (one, two), sentence in cases:
        with pytest.raises(InputError) as refused:
            way_in(cert=one, key=two)
        assert sentence in str(refused.value)
    with pytest.raises(InputError, match=r"is for play\.example\.org, and not for other\.example\.org"):
        way_in(cert=certificate, key=key, url="https://other.example.org")


def test_all_addresses_listen_at_one_port_and_a_taken_one_is_said():
    listeners = open_listeners(way_in(port=0))
    try:
        assert listeners.port in listeners.ports
        with pytest.raises(InputError, match=rf"Cannot listen at 127\.0\.0\.1, port {listeners.port} .*--port"):
            open_listeners(way_in(port=listeners.port))
    finally:
        close(listeners)


def test_with_a_certificate_the_host_s_own_terminal_has_a_port_of_its_own(tmp_path):
    certificate, key = make_certificate(tmp_path, "play.example.org")
    listeners = open_listeners(way_in(cert=certificate, key=key, url="https://play.example.org", port=0))
    try:
        assert listeners.here.getsockname()[0] == "127.0.0.1"
        assert listeners.ports == {listeners.port, listeners.here.getsockname()[1]}
        assert listeners.port != listeners.here.getsockname()[1]
    finally:
        close(listeners)


def test_the_addresses_of_this_machine_are_not_its_loopback():
    assert not any(each.startswith("127.") for each in find_addresses())
