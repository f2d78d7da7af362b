"""The addresses under which servers answer: compared as a whole, since a page can choose a name that begins or ends like ours."""

from __future__ import annotations

import pytest

from woozle.arena.http_server import Addresses, OnlyAt

HERE = Addresses.of_listener("127.0.0.1", 8421)


@pytest.mark.parametrize("host", ["127.0.0.1:8421", "localhost:8421", "LocalHost:8421", "[::1]:8421"])
def test_a_server_on_this_machine_answers_to_its_own_names(host):
    assert HERE.is_host(host)


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8421.evil.example", "127.0.0.1", "127.0.0.1:8422", "evil.example:8421", "evil-127.0.0.1:8421", "a@127.0.0.1:8421",
     "127.0.0.1:8421 ", "127.0.0.1:8421/", "127.0.0.1:8421\n", "", "10.0.0.1:8421", "127.0.0.1:08421", "[::1]", "localhost.:8421"],
)  # fmt: skip
def test_it_answers_to_nothing_else(host):
    assert not HERE.is_host(host)


def test_a_server_for_a_network_answers_under_ip_addresses_and_the_names_that_were_given():
    shared = Addresses.of_listener("0.0.0.0", 8330, ["Trainer", "lab.example:443"])
    for host in (
        "10.1.2.3:8330",
        "10.1.2.3:9000",
        "[fe80::1]:8330",
        "localhost:9000",
        "trainer:8330",
        "trainer",
        "lab.example:443",
    ):
        assert shared.is_host(host), host
    for host in (
        "evil.example:8330",
        "10.1.2.3.evil.example",
        "lab.example:8330",
        "trainer.evil.example",
        "10.1.2.3:8330.evil.example",
    ):
        assert not shared.is_host(host), host


def test_the_port_of_http_need_not_be_said():
    assert Addresses.of_listener("127.0.0.1", 80).is_host("127.0.0.1")


def test_only_pages_of_its_own_may_ask():
    url = "https://study.example.org"
    addresses = Addresses(hosts=frozenset({"study.example.org"}), origins=frozenset({url}))
    assert addresses.refusal(["study.example.org"], [url]) == (0, "")
    for origins in (
        ["https://study.example.org.evil.example"],
        ["http://study.example.org"],
        ["null"],
        [url, "https://evil.example"],
    ):
        assert addresses.refusal(["study.example.org"], origins)[0] == 403
    assert HERE.refusal(["127.0.0.1:8421"], ["http://127.0.0.1:8421"])[0] == 403, "it has no pages"


@pytest.mark.parametrize("hosts", [[], ["127.0.0.1:8421", "evil.example"], ["127.0.0.1:8421"] * 2])
def test_a_request_says_once_to_whom_it_is_made(hosts):
    assert HERE.refusal(hosts, [])[0] == 421


async def test_a_refused_request_reaches_no_application():
    reached, sent = [], []

    async def app(scope, receive, send):
        reached.append(scope["type"])

    async def receive():
        return {"type": "websocket.connect"}

    async def send(message):
        sent.append(message)

    only = OnlyAt(app, HERE)
    for kind in ("http", "websocket"):
        for host in (b"127.0.0.1:8421", b"evil.example"):
            await only({"type": kind, "headers": [(b"Host", host)]}, receive, send)
    await only({"type": "lifespan"}, receive, send)
    assert reached == ["http", "websocket", "lifespan"]
    assert [message.get("status", message.get("code")) for message in sent] == [421, None, 1008]
