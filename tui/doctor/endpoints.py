"""Endpoints of models: whether they answer, and whether there is a key. No key is sent or shown."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from urllib.parse import SplitResult, urlsplit

from woozle.arena.play import models
from woozle.arena.views.words import count
from woozle.players.backends import registry as backends
from woozle.players.backends.environment import proxy_of
from woozle.players.models.config import Endpoint, ModelsConfig
from woozle.players.models.keys import Keys
from woozle.tui.doctor.findings import Finding, Section, anonymise, missing, ok, problem

LIMIT = 1.0
"""Seconds for all endpoints together; they are tried at the same time."""

Reach = Callable[[Endpoint], str]
"""Returns why an endpoint cannot be reached, as part of a sentence; empty if it answers."""


def endpoints(here: ModelsConfig | None = None, environ: Mapping[str, str] = os.environ, reach: Reach | None = None) -> Section:
    """Check the endpoints of models.toml, and this process."""
    known = here or models.config()
    return Section("Models", (*_file(known), *_servers(known, Keys(known, environ), reach or reach_problem), *_in_process()))


def _file(here: ModelsConfig) -> Iterator[Finding]:
    yield from (
        problem("models.toml", anonymise(each).rstrip("."), "`woozle config edit` opens it") for each in here.refused.values()
    )
    if not here.refused:
        there = models.file().exists()
        yield ok("models.toml", "it can be read" if there else "not there, so that the usual endpoints hold")


def _servers(here: ModelsConfig, keys: Keys, reach: Reach) -> Iterator[Finding]:
    """Yield what is known about each endpoint when the time is over. A thread that waits for longer ends with this process."""
    found: dict[str, Finding] = {}

    def look(name: str, endpoint: Endpoint) -> None:
        found[name] = _server(name, endpoint, keys, reach)

    threads = [threading.Thread(target=look, args=each, daemon=True) for each in here.endpoints.items()]
    for thread in threads:
        thread.start()
    until = monotonic() + LIMIT
    for thread in threads:
        thread.join(max(0.0, until - monotonic()))
    for name, endpoint in here.endpoints.items():
        late = missing(name, f"{_where(endpoint)}: no answer within {LIMIT:g} second", _start(name, endpoint))
        yield found.get(name, late)


def _server(name: str, endpoint: Endpoint, keys: Keys, reach: Reach) -> Finding:
    where = _where(endpoint)
    place = keys.place(name)
    if place and (why := keys.trouble(name)):
        return problem(name, anonymise(why).rstrip("."), f"`woozle config key {name}` keeps another")
    if not place:
        how = f"set {endpoint.key_env}, or keep one with `woozle config key {name}`"
        return missing(name, f"{where}: there is no key", how)
    if why := reach(endpoint):
        return missing(name, f"{where}: {why}", _start(name, endpoint))
    has = f" with {count(number, 'model')}" if (number := _count_models(endpoint)) is not None else ""
    return ok(name, f"{where}: it answers{has}" + (f", key {place}" if endpoint.key_env else ""))


def _where(endpoint: Endpoint) -> str:
    """Return the port on this machine; of other machines, which may be private, no address."""
    return f"port {_port(urlsplit(endpoint.url))} of this machine" if endpoint.is_here else "on another machine"


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _start(name: str, endpoint: Endpoint) -> str:
    if not endpoint.is_here:
        return "see whether the network works, and its address in models.toml"
    return backends.backend(endpoint.kind).starting or f"start {name}, or change its address in models.toml"


def reach_problem(endpoint: Endpoint) -> str:
    """Return why nothing can be reached there; empty if it can. A proxy hides what is behind it."""
    parts = urlsplit(endpoint.url)
    host, port = parts.hostname or "", _port(parts)
    if not endpoint.is_here and (proxy := proxy_of(endpoint.url)):
        proxied = urlsplit(proxy if "://" in proxy else f"//{proxy}")
        host, port = proxied.hostname or "", proxied.port or 80
    try:
        socket.create_connection((host, port), LIMIT).close()
    except ConnectionRefusedError:
        return "nothing listens there"
    except OSError:
        return "it cannot be reached"
    return ""


def _count_models(endpoint: Endpoint) -> int | None:
    """Return how many models a server on this machine has; None if its backend does not count them, or it does not answer."""
    count_of = backends.backend(endpoint.kind).count_models
    return count_of(endpoint.url, LIMIT) if count_of and endpoint.is_here else None


def _in_process() -> Iterator[Finding]:
    for each in backends.backends():
        if each.diagnose:
            sentence, remedy = each.diagnose()
            yield missing(each.name, sentence, remedy) if remedy else ok(each.name, sentence)
