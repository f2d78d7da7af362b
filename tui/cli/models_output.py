"""Output of `woozle models` and `woozle config`, as text and JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple

from woozle.arena.play import models
from woozle.arena.views.words import count
from woozle.core.model_checks import ModelCheck
from woozle.core.text import visible_line
from woozle.players.backends import registry as backends
from woozle.players.backends.model_client import BackendError, Capabilities, ModelInfo
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import ConfigError, Endpoint, ModelsConfig
from woozle.players.models.keys import Keys

_MARKS = {"ok": "ok", "warning": "warning", "problem": "PROBLEM", "unknown": "unknown"}


class EndpointModels(NamedTuple):
    """The models of an endpoint. why: a sentence, if it did not list them."""

    endpoint: str
    backend: str
    url: str
    models: tuple[ModelInfo, ...] = ()
    why: str = ""


async def list_models() -> list[EndpointModels]:
    """List the models of all endpoints and of this process, asked side by side."""
    async with models.hub() as hub:
        return list(await asyncio.gather(*(_list_endpoint(hub, name) for name in (*hub.config.endpoints, *backends.in_process()))))


async def _list_endpoint(hub: ClientPool, name: str) -> EndpointModels:
    endpoint = hub.config.endpoints.get(name)
    shown = EndpointModels(name, endpoint.kind if endpoint else name, endpoint.url if endpoint else "")
    try:
        return shown._replace(models=tuple(await hub.list_models(name)))
    except (BackendError, ConfigError) as error:
        return shown._replace(why=str(error))


def listed_json(found: Sequence[EndpointModels]) -> dict[str, Any]:
    """Return the models as JSON. `why` is null for an endpoint that answered."""
    return {
        "endpoints": [
            {
                "endpoint": each.endpoint,
                "backend": each.backend,
                "url": each.url or None,
                "why": each.why or None,
                "models": [{"name": model.name, "seat": _seat(each, model), **_facts(model)} for model in each.models],
            }
            for each in found
        ]
    }


def _facts(model: ModelInfo) -> dict[str, Any]:
    return {"size": model.size, **asdict(model.capabilities)}


def _seat(each: EndpointModels, model: ModelInfo) -> str:
    from woozle.players.models.spec import ModelSpec

    return str(ModelSpec(each.backend, model.name, "" if each.endpoint == each.backend else each.endpoint))


def listed_lines(found: Sequence[EndpointModels]) -> Iterator[str]:
    """Yield a line for each model, named as in --seats."""
    for each in found:
        where = f" at {each.url}" if each.url else ", in this process"
        yield visible_line(f"{each.endpoint}{where}: {each.why or count(len(each.models), 'model')}")
        width = min(50, max((len(_seat(each, model)) for model in each.models), default=0))
        for model in each.models:
            yield visible_line(f"  {_seat(each, model):<{width}}  {', '.join(_words(model))}".rstrip())


def _words(model: ModelInfo) -> Iterator[str]:
    can: Capabilities = model.capabilities
    if model.size:
        yield f"{model.size / 1e9:.1f} GB"
    if can.context:
        yield f"{can.context:,} tokens"
    if can.vision:
        yield "sees pictures"
    if can.reasoning:
        yield "reasons"


def checked_json(found: Sequence[ModelCheck]) -> dict[str, Any]:
    """Return the checks of models as JSON."""
    checked = [
        {"model": each.spec, "ready": not each.problem, "findings": [asdict(finding) for finding in each.findings]}
        for each in found
    ]
    return {"ready": all(each["ready"] for each in checked), "models": checked}


def checked_lines(found: Sequence[ModelCheck]) -> Iterator[str]:
    """Yield the checks of models as lines of text."""
    for each in found:
        yield visible_line(f"{each.spec}: {'cannot play now' if each.problem else 'can play'}")
        yield from (visible_line(f"  {_MARKS[one.state]:<8} {one.sentence}") for one in each.findings)


def config_json(here: ModelsConfig) -> dict[str, Any]:
    """Return the configuration of models as JSON, without keys."""
    keys = _keys(here)
    return {
        "file": str(models.file()),
        "exists": models.file().exists(),
        "refused": list(here.refused.values()),
        "endpoints": {name: {**each.model_dump(), "key": keys.place(name) or "missing"} for name, each in here.endpoints.items()},
        **here.model_dump(mode="json", include={"failures", "cache", "defaults", "prices"}),
        "budget": asdict(here.budget),
    }


def config_lines(here: ModelsConfig) -> Iterator[str]:
    """Yield the configuration of models as lines of text, without keys."""
    file, keys = models.file(), _keys(here)
    yield f"{file}{'' if file.exists() else ' (not there; `woozle config edit` makes it)'}"
    yield from (f"  PROBLEM  {sentence}" for sentence in here.refused.values())
    yield ""
    for name, endpoint in here.endpoints.items():
        yield visible_line(f"{name}: {', '.join(_about(name, endpoint, keys))}")
    yield ""
    for endpoint_name, prices in here.prices.items():
        for model, price in prices.items():
            yield visible_line(f"{model} at {endpoint_name} costs {price}")
    yield f"defaults: {_join_values(here.defaults.model_dump()) or 'as each server decides'}"
    yield f"budget of a match: {_join_values(asdict(here.budget)) or 'no limit'}"
    yield f"when an endpoint fails: {'the match stands still' if here.failures == 'pause' else 'the answer is void'}"
    yield f"replies: {'kept and used again' if here.cache else 'not kept'}"


def _join_values(values: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in values.items() if value is not None)


def _about(name: str, endpoint: Endpoint, keys: Keys) -> Iterator[str]:
    yield f"{endpoint.kind} at {endpoint.url}"
    yield f"key {keys.place(name) or f'missing (set {endpoint.key_env})'}" if endpoint.key_env else "no key needed"
    yield f"{endpoint.concurrency} at once"
    if endpoint.requests_per_minute:
        yield f"{endpoint.requests_per_minute} requests a minute"
    if endpoint.tokens_per_minute:
        yield f"{endpoint.tokens_per_minute} tokens a minute"
    yield f"{endpoint.timeout:g} seconds for a reply"
    if endpoint.free:
        yield "free"
    if endpoint.tells_cost:
        yield "says what replies cost"


def _keys(here: ModelsConfig) -> Keys:
    import os

    return Keys(here, os.environ)
