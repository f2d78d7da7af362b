"""The ways in which people reach a table."""

from __future__ import annotations

import pytest

from woozle.arena.join.link import OPEN_NETWORK
from woozle.arena.web.ways_in import Listeners, find_addresses, open_listeners, way_in
from woozle.core.errors import InputError

from tests.arena.web.certificates import make_certificate

HOME, PUBLIC, SHARED = "192.168.1.20", "198.51.100.7", "100.64.0.9"


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


def test_a_local_network_is_served_at_private_addresses_alone():
    way = way_in(is_lan=True, found=[HOME, PUBLIC, "10.0.0.3"])
    assert way.hosts == ("127.0.0.1", HOME, "10.0.0.3")
    assert way.links_begin(8322) == f"http://{HOME}:8322"
    assert way.note == OPEN_NETWORK
    assert way.is_plain
    assert way.addresses({8322}).refusal([f"{HOME}:8322"], [f"http://{HOME}:8322"]) == (0, "")
    assert way.addresses({8322}).refusal([f"{PUBLIC}:8322"], [])[0] == 421
    assert way.addresses({80}).refusal([HOME], [f"http://{HOME}"]) == (0, ""), "browsers leave the usual port out"
    assert way_in(is_lan=True, address=SHARED, found=[HOME, SHARED]).hosts == ("127.0.0.1", SHARED)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"is_lan": True, "found": [PUBLIC]}, f"has only public addresses ({PUBLIC})"),
        ({"is_lan": True, "found": []}, "is in no network now"),
        ({"is_lan": True, "found": [SHARED]}, f"add --address {SHARED}"),
        ({"is_lan": True, "address": PUBLIC, "found": [PUBLIC]}, f"{PUBLIC} is a public address"),
        ({"is_lan": True, "address": "10.0.0.3", "found": [HOME]}, f"does not have the address 10.0.0.3; it has {HOME}"),
        ({"is_lan": True, "address": "home", "found": [HOME]}, "is not an address like"),
        ({"address": HOME}, "add --lan"),
        ({"is_lan": True, "url": "https://play.example.org"}, "leave it out with --cert"),
        ({"url": "http://play.example.org"}, "need https"),
        ({"url": "https://play.example.org/table"}, "is not the URL of a server"),
        ({"proxies": ["10.0.0.9"]}, "with --url https://"),
        ({"url": "https://play.example.org", "proxies": ["proxy"]}, "is not the address of a proxy"),
    ],
)
def test_what_is_unsafe_or_contradicts_itself_is_refused_in_a_sentence(options, sentence):
    with pytest.raises(InputError) as refused:
        way_in(**options)
    assert sentence in str(refused.value)


def test_behind_a_proxy_links_have_its_address_and_only_it_may_connect():
    here = way_in(url="https://Play.Example.org")
    assert (here.hosts, here.links_begin(1)) == (("127.0.0.1",), "https://play.example.org")
    assert here.addresses({8322}).refusal(["play.example.org"], ["https://play.example.org"]) == (0, "")
    assert "127.0.0.1" in here.proxies
    elsewhere = way_in(url="https://play.example.org", proxies=["10.0.0.9"], found=["10.0.0.3"])
    assert elsewhere.hosts == ("127.0.0.1", "10.0.0.3")
    assert [elsewhere.may_connect(peer) for peer in ("10.0.0.9", "127.0.0.1", "10.0.0.8")] == [True, True, False]


def test_links_have_the_name_in_the_certificate(tmp_path):
    certificate, key = make_certificate(tmp_path, "*.example.org", "Play.example.org")
    way = way_in(certificate=certificate, key=key)
    assert way.links_begin(8322) == "https://play.example.org:8322"
    assert way.addresses({8322, 5}).refusal(["play.example.org:8322"], ["https://play.example.org:8322"]) == (0, "")
    assert way.addresses({8322, 5}).refusal(["127.0.0.1:5"], []) == (0, "")
    assert way.context()
    assert way_in(certificate=certificate, key=key, port=443).base == "https://play.example.org"
    assert way_in(certificate=certificate, key=key, url="https://other.example.org").base == "https://other.example.org"


def test_certificates_that_cannot_be_used_are_answered_in_a_sentence(tmp_path):
    (good, other, wild, old, locked) = (tmp_path / name for name in ("good", "other", "wild", "old", "locked"))
    for each in (good, other, wild, old, locked):
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
        (make_certificate(locked, "play.example.org", password=b"secret"), "is protected by a password"),
    ]
    for (one, two), sentence in cases:
        with pytest.raises(InputError) as refused:
            way_in(certificate=one, key=two)
        assert sentence in str(refused.value)


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
    listeners = open_listeners(way_in(certificate=certificate, key=key, url="https://play.example.org", port=0))
    try:
        assert listeners.here.getsockname()[0] == "127.0.0.1"
        assert listeners.ports == {listeners.port, listeners.here.getsockname()[1]}
        assert listeners.port != listeners.here.getsockname()[1]
    finally:
        close(listeners)


def test_the_addresses_of_this_machine_are_not_its_loopback():
    assert not any(each.startswith("127.") for each in find_addresses())
