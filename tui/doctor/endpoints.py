"""Where models are asked: whether somebody answers there, and whether there is a key. No key is sent, and none is told."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from http.client import HTTPException
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic
from urllib.parse import SplitResult, urlsplit
from urllib.request import ProxyHandler, build_opener, getproxies, proxy_bypass

from woozle.arena.play import models
from woozle.arena.views.words import count
from woozle.players.models.config import Endpoint, ModelsConfig
from woozle.players.models.keys import Keys
from woozle.tui.doctor.discretion import discreet
from woozle.tui.doctor.finding import Finding, Part, broken, missing, ok

LIMIT = 1.0
"""Seconds for all endpoints together, which are asked side by side."""

_MOST = 2**22  # bytes of an answer that are read

Reach = Callable[[Endpoint], str]
"""Why an endpoint cannot be reached, as part of a sentence; empty if somebody answers there."""


def endpoints(here: ModelsConfig | None = None, environ: Mapping[str, str] = os.environ, reach: Reach | None = None) -> Part:
    """The endpoints of models.toml and this process."""
    known = here or models.config()
    return Part("Models", (*_file(known), *_servers(known, Keys(known, environ), reach or reached), process()))


def _file(here: ModelsConfig) -> Iterator[Finding]:
    yield from (
        broken("models.toml", discreet(each).rstrip("."), "`woozle config edit` opens it") for each in here.refused.values()
    )
    if not here.refused:
        there = models.file().exists()
        yield ok("models.toml", "it can be read" if there else "not there, so that the usual endpoints hold")


def _servers(here: ModelsConfig, keys: Keys, reach: Reach) -> Iterator[Finding]:
    """What is known of each at the end of the time limit. A thread that waits for longer ends with this process."""
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
        return broken(name, discreet(why).rstrip("."), f"`woozle config key {name}` keeps another")
    if not place:
        how = f"set {endpoint.key_env}, or keep one with `woozle config key {name}`"
        return missing(name, f"{where}: there is no key", how)
    if why := reach(endpoint):
        return missing(name, f"{where}: {why}", _start(name, endpoint))
    has = f" with {count(number, 'model')}" if (number := pulled(endpoint)) is not None else ""
    return ok(name, f"{where}: somebody answers{has}" + (f", key {place}" if endpoint.key_env else ""))


def _where(endpoint: Endpoint) -> str:
    """An address on this machine; of others, which may be somebody's own, nothing but that."""
    return f"port {_port(urlsplit(endpoint.url))} of this machine" if endpoint.is_here else "on another machine"


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


def _start(name: str, endpoint: Endpoint) -> str:
    if not endpoint.is_here:
        return "see whether the network works, and its address in models.toml"
    return "`ollama serve` starts it" if endpoint.kind == "ollama" else f"start {name}, or change its address in models.toml"


def reached(endpoint: Endpoint) -> str:
    """Whether somebody listens there. Behind a proxy that cannot be seen."""
    parts = urlsplit(endpoint.url)
    host, port = parts.hostname or "", _port(parts)
    if not endpoint.is_here and not proxy_bypass(host):
        proxies = getproxies()
        if proxy := proxies.get(parts.scheme) or proxies.get("all"):
            proxied = urlsplit(proxy if "://" in proxy else f"//{proxy}")
            host, port = proxied.hostname or "", proxied.port or 80
    try:
        socket.create_connection((host, port), LIMIT).close()
    except ConnectionRefusedError:
        return "nobody listens there"
    except OSError:
        return "it cannot be reached"
    return ""


def pulled(endpoint: Endpoint) -> int | None:
    """How many models an Ollama on this machine has; None if it does not say so within the time limit, or is none."""
    if not (endpoint.kind == "ollama" and endpoint.is_here):
        return None
    try:
        with build_opener(ProxyHandler({})).open(f"{endpoint.url}/api/tags", timeout=LIMIT) as answer:
            return len(json.loads(answer.read(_MOST))["models"])
    except (OSError, HTTPException, ValueError, KeyError, TypeError):
        return None


def process(devices: Path = Path("/dev")) -> Finding:
    """What models in this process would run on. torch is not asked, as loading it takes seconds."""
    try:
        torch, _ = version("torch"), version("transformers")
    except PackageNotFoundError:
        return missing("local", "no model can run in this process", '`pip install "woozle[local]"` adds what they need')
    cores = count(os.cpu_count() or 1, "core")
    has_card = any((devices / name).exists() for name in ("nvidia0", "kfd"))
    if has_card and "+cpu" in torch:
        return missing("local", f"torch {torch} on {cores}, beside a graphics card", "install a torch that knows the card")
    if has_card:
        return ok("local", f"torch {torch} on a graphics card")
    return ok("local", f"torch {torch} on {cores}, without a graphics card of NVIDIA or AMD")
