"""The models of this person: what models.toml says of them, their keys and their hub, whether they can play, and what they cost.

Services are chosen here too, since models may be some of them.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from woozle.arena.logs import LOG
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.match import Player
from woozle.core.model_checks import ModelCheck
from woozle.core.names import is_model_player
from woozle.core.request import Seat
from woozle.core.usage import Budget, Limits, Spending
from woozle.players.models import config_file
from woozle.players.models.client_pool import ClientPool, MakePlayer, ModelSeating, seat_model
from woozle.players.models.config import ModelsConfig
from woozle.players.models.keys import Keys
from woozle.players.models.preflight import check_all
from woozle.players.models.progress import Listen, unheard
from woozle.players.models.spec import ModelSpec, without_files
from woozle.players.registry import Sights
from woozle.players.seats import ModelSeat, format_seats, models_of, parse_seats
from woozle.players.services.registry import ServiceChoices, parse_services
from woozle.players.services.service import ServiceSpec
from woozle.saves import paths
from woozle.saves.answer_counts import usage_of
from woozle.saves.disk import explain_save_errors
from woozle.saves.transcript import TranscriptError, read_lines


def file() -> Path:
    """Return the path of models.toml, whether it exists or not."""
    return paths.config_folder() / "models.toml"


def ensure_file() -> Path:
    """Return models.toml, made from the example if it was not there. Raises SaveError."""
    path = file()
    with explain_save_errors(path, "try again"):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError), path.open("x", encoding="utf-8") as new:
            new.write(config_file.EXAMPLE.read_text("utf-8"))
    return path


def config() -> ModelsConfig:
    """Return the configuration of models on this machine."""
    return config_file.read(file(), os.environ)


def hub(
    *,
    replies: Path | None = None,
    keeps_replies: bool = False,
    tell: Callable[[str], object] = LOG.warning,
) -> ClientPool:
    """Return a client pool with the settings of models.toml. The caller closes it, in the event loop in which its models were
    asked.

    replies: a file to keep replies in, and use them again; keeps_replies: the usual one, even if models.toml does not ask for it.
    tell: hears sentences about what does not work but is not needed.
    """
    here = config()
    usual = paths.data_folder() / "replies.sqlite" if here.cache or keeps_replies else None
    return ClientPool(here, Keys(here, os.environ), replies or usual, tell)


def seats(hub: ClientPool, budget: Budget | None = None, listen: Listen = unheard) -> ModelSeat:
    """Return what makes the players of a match. budget: what they may spend, None for no limit; listen: hears of their turns."""

    def player(game: str, seat: Seat, spec: ModelSpec, seed: str, make: MakePlayer | None = None, /) -> Player:
        return (make or seat_model)(ModelSeating(hub, game, seat, spec, seed, budget, listen))

    return player


def seats_of_a_match(hub: ClientPool, folder: Path | None = None, listen: Listen = unheard) -> ModelSeat:
    """Return what makes the players of one match, within the budget of models.toml. folder: where it was left, if it was."""
    if hub.config.budget == Limits():
        return seats(hub, None, listen)
    budget = Budget(hub.config.budget, of="a match", option=f"[budget] in {file()}")
    if folder:
        spend_past_answers(folder, budget, hub.config)
    return seats(hub, budget, listen)


def provider(spec: ModelSpec | None) -> str:
    """Return the host to which what is said at a model's table is sent; empty if it stays on this machine."""
    try:
        endpoint = config().endpoint(spec) if spec else None
    except InputError:
        return "a server that is not known here"
    if not endpoint or endpoint.is_here:
        return ""
    return " and ".join(dict.fromkeys(urlsplit(each).netloc for each in endpoint.addresses))


def fill_defaults(text: str, game: str, *, is_open_table: bool = False) -> str:
    """Return the same seats, with models asked as the defaults of models.toml say where the seats say nothing.

    So a match, or the plan of a run, holds all that was chosen, custom prompts included. Raises SeatsError.
    """
    specs = parse_seats(text, game, is_open_table=is_open_table)
    if not models_of(specs):
        return text
    here = config()
    return format_seats(
        [replace(spec, model=without_files(here.with_defaults(spec.model))) if spec.model else spec for spec in specs]
    )


def choose_services(chosen: ServiceChoices, game: str, game_config: Any) -> dict[Seat, ServiceSpec]:
    """Return the chosen services, else the defaults, with models as models.toml completes them; none in a game without any.

    Raises ValueError, with a sentence, for one that cannot be here. Whether a model can answer is not tried.
    """
    services = parse_services(chosen, registry.game(game), game_config)
    for spec in services.values():
        spec.check()
    return {
        seat: replace(spec, model=config().with_defaults(spec.model)) if spec.model else spec for seat, spec in services.items()
    }


async def check_models(
    specs: Sequence[ModelSpec],
    *,
    sights: Sights = "none",
    has_budget: bool = False,
    test_call: bool = False,
    tell: Callable[[str], object] = LOG.warning,
) -> list[ModelCheck]:
    """Check models before they play, through their own client pool, once their servers are ready.

    sights: the pictures that they have to see. tell: hears of a server that is waited for.
    """
    async with hub(tell=tell) as own:
        return await check_all(specs, own, sights=sights, has_budget=has_budget, test_call=test_call)


def refuse_unready(
    specs: Sequence[ModelSpec],
    *,
    sights: Sights = "none",
    has_budget: bool = False,
    tell: Callable[[str], object] = LOG.warning,
) -> None:
    """Raise ValueError, with one sentence, if one of these models cannot play now. Not for use in an event loop.

    sights: what they have to see. has_budget: money is limited, so that prices have to be known. tell: hears of a server that is
    waited for.
    """
    if specs:
        for found in asyncio.run(check_models(specs, sights=sights, has_budget=has_budget, tell=tell)):
            if found.problem:
                raise InputError(found.problem)


def spend_past_answers(folder: Path, budget: Budget, config: ModelsConfig) -> None:
    """Spend of a budget what the answers of a match cost so far, finished or not. config: has prices of today."""
    spent = spent_in(folder, config)
    budget.spend(spent.usage, spent.seconds)


def spent_in(folder: Path, config: ModelsConfig, spent: Spending | None = None) -> Spending:
    """Return the cost of a match's answers so far, finished or not; nothing where there is no match.

    Calls without a price then are counted at that of today, so that a budget can be kept once it is known.

    Args:
        spent: Is told of each answer, and returned; a new one if None.
    """
    spent = spent or Spending()
    try:
        transcript, lines = read_lines(folder)
    except TranscriptError:
        return spent
    models = {seat: described for seat, described in transcript.header.players.items() if is_model_player(described)}
    prices = {seat: config.price_of(described) for seat, described in models.items()}
    for line in lines:
        if (seat := line.body["request"]["to"]) in models:
            response = line.body["response"]
            usage = usage_of(response.get("usage", {}), models[seat])
            if usage.unpriced and (price := prices[seat]):
                late = price.dollars(usage) * usage.unpriced / usage.calls if usage.calls else 0.0
                usage = replace(usage, dollars=usage.dollars + late, unpriced=0)
            spent.spend(usage, response["seconds"] or 0.0)
    return spent
