"""Links to seats, as they are typed and pasted."""

from __future__ import annotations

import pytest

from woozle.arena.join.link import LinkError, is_near, parse_link, without_fingerprint

TOKEN = "Aa-_" * 10 + "xyz"


@pytest.mark.parametrize(
    ("typed", "origin", "is_open"),
    [
        (f"https://woozle.example/t/ABCDEFGH#{TOKEN}", "https://woozle.example", False),
        (f"  https://Woozle.Example:8443/t/ABCDEFGH/#{TOKEN}.\n", "https://woozle.example:8443", False),
        (f"<http://192.168.1.5:8322/t/AB\nCDEFGH#{TOKEN}>", "http://192.168.1.5:8322", True),
        (f"http://[::1]:8322/t/ABCDEFGH#{TOKEN}", "http://[::1]:8322", False),
        (f"http://127.0.0.1/t/ABCDEFGH#{TOKEN},", "http://127.0.0.1", False),
        (f"http://laptop.local:8322/t/ABCDEFGH#{TOKEN}", "http://laptop.local:8322", True),
    ],
)
def test_links_are_read_as_they_are_pasted(typed, origin, is_open):
    link = parse_link(typed)
    assert (link.origin, link.table, link.token, link.is_open_network) == (origin, "ABCDEFGH", TOKEN, is_open)
    assert link.address == f"{origin}/t/ABCDEFGH"


def test_a_link_names_the_key_of_its_host_for_terminals_and_not_in_codes_for_phones():
    typed = f"https://woozle.example/t/ABCDEFGH#{TOKEN}.KQZTBWMEHSVAPLCD"
    link = parse_link(f"{typed}.\n")
    assert (link.token, link.fingerprint, link.text) == (TOKEN, "KQZTBWMEHSVAPLCD", typed)
    assert without_fingerprint(typed) == f"https://woozle.example/t/ABCDEFGH#{TOKEN}"


@pytest.mark.parametrize(
    "typed",
    [
        "", "woozle", "https://", f"ftp://h/t/ABCDEFGH#{TOKEN}", f"javascript:alert(1)//t/ABCDEFGH#{TOKEN}", "https://h/t/ABCDEFGH",
        f"https://h/t/ABC#{TOKEN}", f"https://h/x/t/ABCDEFGH#{TOKEN}", f"https://me:pw@h/t/ABCDEFGH#{TOKEN}",
        f"https://h/t/ABCDEFGH?x=1#{TOKEN}", f"https://h:99999/t/ABCDEFGH#{TOKEN}", f"https://h:0/t/ABCDEFGH#{TOKEN}",
        "https://h/t/ABCDEFGH#short", f"https://h/t/ABCDEFGH#{TOKEN}\x1b", f"https://xn--/\u202et/ABCDEFGH#{TOKEN}",
        f"https://h/t/ABCDEFGH#{TOKEN}.KQZT", f"https://пример.example/t/ABCDEFGH#{TOKEN}", f"https://[::1/t/ABCDEFGH#{TOKEN}",
    ],
)  # fmt: skip
def test_whatever_is_no_link_is_refused_in_a_sentence_without_its_secret(typed):
    with pytest.raises(LinkError) as refused:
        parse_link(typed)
    said = str(refused.value)
    assert said.endswith(".") and said.isprintable() and TOKEN not in said and len(said) < 300


def test_without_tls_only_this_machine_and_private_networks_are_asked():
    for far in ("8.8.8.8", "[2001:4860:4860::8888]", "0.0.0.0"):
        with pytest.raises(LinkError, match="begins with https"):
            parse_link(f"http://{far}/t/ABCDEFGH#{TOKEN}")
    near = ("127.0.0.1", "::1", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.1.1", "fd00::1", "fe80::1", "::ffff:10.0.0.1")
    assert all(is_near(address) for address in near)
    assert not any(is_near(address) for address in ("1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "0.0.0.0", "::", "localhost"))
