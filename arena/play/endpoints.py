"""Endpoints and models as screens see them: which there are, and whether they can play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlsplit

from woozle.arena.views.models import EndpointCard, Model
from woozle.core.model_checks import ModelCheck
from woozle.players.backends import registry as backends
from woozle.players.backends.model_client import BackendError, Capabilities, ModelInfo
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import ConfigError, Endpoint
from woozle.players.models.preflight import check_all
from woozle.players.models.spec import ModelSpec, parse
from woozle.players.registry import Sights

_GIGA = 1e9


async def list_endpoints(hub: ClientPool, tell: Callable[[tuple[EndpointCard, ...]], None]) -> None:
    """Ask all endpoints at once, and report progress whenever one has answered."""
    cards = {name: EndpointCard(name, urlsplit(each.url).netloc) for name, each in hub.config.endpoints.items()}
    cards |= {name: EndpointCard(name, "this machine") for name in backends.in_process()}
    tell(tuple(cards.values()))

    async def ask(name: str) -> None:
        cards[name] = await _query(hub, cards[name])
        tell(tuple(cards.values()))

    await asyncio.gather(*map(ask, cards))


async def _query(hub: ClientPool, card: EndpointCard) -> EndpointCard:
    endpoint = hub.config.endpoints.get(card.name)
    if endpoint:  # a keyring may take its time
        card = replace(card, key=await asyncio.to_thread(hub.keys.place, card.name) or "not set")
    try:
        found = await hub.list_models(card.name)
    except (BackendError, ConfigError) as error:
        return replace(card, state="trouble", sentence=str(error))
    return replace(card, state="ok", models=tuple(_model(card.name, endpoint, each) for each in found))


def _model(name: str, endpoint: Endpoint | None, info: ModelInfo) -> Model:
    backend = endpoint.kind if endpoint else name
    spec = ModelSpec(backend, info.name, "" if name == backend else name)
    size = f"{info.size / _GIGA:.1f} GB" if info.size else ""
    return Model(str(spec), info.name, " · ".join(filter(None, (size, *_abilities(info.capabilities)))))


def _abilities(can: Capabilities) -> list[str]:
    words = {"vision": can.vision, "reasoning": can.reasoning}
    return [word for word, can_do in words.items() if can_do] + ([f"{can.context:,} tokens"] if can.context else [])


async def check_models(hub: ClientPool, specs: tuple[str, ...], sights: Sights = "none") -> tuple[ModelCheck, ...]:
    """Return whether these models can play. sights: the pictures that they have to see."""
    found = await check_all([hub.config.with_defaults(parse(spec)) for spec in specs], hub, sights=sights)
    return tuple(replace(checked, spec=spec) for spec, checked in zip(specs, found, strict=True))


async def try_model(hub: ClientPool, spec: str) -> tuple[str, bool]:
    """Return the outcome of a small question to a model, as a sentence, and whether it was well."""
    (found,) = await check_all([hub.config.with_defaults(parse(spec))], hub, test_call=True)
    if found.problem:
        return found.problem, False
    replies = [each for each in found.findings if each.what == "reply"]
    return " ".join(each.sentence for each in replies), all(each.state == "ok" for each in replies)
