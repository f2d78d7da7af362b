"""Estimates of runs with models: bots play in their seats, and the prompts that models would have been sent are counted."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from woozle.arena.play import models
from woozle.arena.play.pictures import find_pictures
from woozle.arena.runs.matches import models_asked
from woozle.arena.runs.model_runs import CONCURRENCY
from woozle.arena.runs.plan import Plan
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.errors import InputError
from woozle.core.match import Match, Player, Remembering
from woozle.core.referee import Referee
from woozle.core.replies import THOUGHTS
from woozle.core.request import Answer, Forfeit, PastResponse, Request, Response, Seat
from woozle.core.usage import Usage
from woozle.players.backends.model_client import (
    Capabilities,
    Chat,
    Hear,
    ModelClient,
    ModelInfo,
    Reply,
    deaf,
    estimate_text_tokens,
    estimate_tokens,
)
from woozle.players.bot import Bot
from woozle.players.models.client_pool import ClientPool, MakePlayer, ModelSeating, seat_model
from woozle.players.models.config import ModelsConfig, Price
from woozle.players.models.keys import Keys
from woozle.players.models.spec import ModelSpec
from woozle.players.random_bot import RandomBot
from woozle.players.registry import bot
from woozle.players.seats import SeatSpec, in_roles, parse_seats, seat_players
from woozle.players.services.registry import seat_services
from woozle.saves.speeds import seconds_a_call

MATCHES = 3
"""Matches that bots play for an estimate, unless the run has fewer."""

BLOCK, LEAST = 128, 1024
"""Tokens in which a cache keeps prompts, and the fewest that it keeps: as OpenAI documents."""

_THOUGHTS = "I note what I saw, whom I trust and why, and what I am going to say next. " * 4

ASSUMED = (
    "Bots played in the models' seats, so models who say more or live longer cost more.",
    "A token is 4 characters, and the schema of an answer counts as what OpenAI reads before the messages.",
    f"A reply is the bot's answer, with {len(_THOUGHTS)} characters of thoughts where asked for; no reasoning, no repairs.",
    f"Cached: what a prompt has in common with earlier ones of the seat, in blocks of {BLOCK} from {LEAST:,} tokens on.",
)
"""The assumptions of an estimate, a sentence each."""


@dataclass(slots=True)
class Prompts:
    """Counts of the prompts that one seat is sent in a match.

    tokens_in includes schema_tokens. tokens_cached: of these, what a prefix cache can hold that forgets nothing;
    tokens_cached_last: one that holds the last prompt alone; messages_cached: the first without schemas. schemas: those that were
    sent, as JSON.
    """

    calls: int = 0
    tokens_in: int = 0
    schema_tokens: int = 0
    tokens_cached: int = 0
    tokens_cached_last: int = 0
    messages_cached: int = 0
    tokens_out: int = 0
    schemas: set[str] = field(default_factory=set)
    _last: dict[str, str] = field(default_factory=dict)  # what was said, by schema, the last one last: prompts only grow

    def add(self, chat: Chat, written: int) -> None:
        """Count a request, and the tokens of its reply."""
        schema = json.dumps(chat.schema) if chat.schema is not None else ""
        said = "\x00".join(
            part if isinstance(part, str) else part.digest for message in chat.messages for part in (message.role, *message.parts)
        )
        of_schema = estimate_text_tokens(schema)
        self.calls += 1
        self.tokens_in += of_schema + estimate_tokens(chat.messages)
        self.schema_tokens += of_schema
        self.tokens_out += written
        if schema:
            self.schemas.add(schema)
        common = {each: _common(before, said) // 4 for each, before in self._last.items()}
        self.messages_cached += _in_blocks(max(common.values(), default=0))
        if schema in common:
            held = _in_blocks(of_schema + common[schema])
            self.tokens_cached += held
            self.tokens_cached_last += held if schema == next(reversed(self._last)) else 0
            del self._last[schema]
        self._last[schema] = said

    def usage(self, *, is_cached: bool) -> Usage:
        return Usage(self.calls, self.tokens_in, self.tokens_out, tokens_cached=self.tokens_cached if is_cached else 0)

    def join(self, other: Prompts) -> None:
        for name in ("calls", "tokens_in", "schema_tokens", "tokens_cached", "tokens_cached_last", "messages_cached", "tokens_out"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.schemas |= other.schemas


def _in_blocks(tokens: int) -> int:
    """Return how many tokens of a common beginning a cache holds."""
    return tokens // BLOCK * BLOCK if tokens >= LEAST else 0


def _common(one: str, other: str) -> int:
    """Return how many characters two texts have in common at the beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class _Listener:
    """A client that counts the tokens sent to it, and gives prepared replies."""

    def __init__(self) -> None:
        self.prompts = Prompts()
        self.reply = ""

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        written = estimate_text_tokens(self.reply)
        self.prompts.add(chat, written)
        return Reply(self.reply, usage=Usage(1, estimate_tokens(chat.messages), written))

    async def models(self) -> list[ModelInfo]:
        return []

    async def capabilities(self, model: str) -> Capabilities:
        return Capabilities()

    async def close(self) -> None:
        pass


class _Pool(ClientPool):
    """A pool whose clients are all the same listener."""

    def __init__(self, config: ModelsConfig, listener: _Listener) -> None:
        super().__init__(config, Keys(config, {}, lambda name: None))
        self._listener = listener

    def client(self, spec: ModelSpec) -> ModelClient:
        return self._listener

    image_client = scoring_client = client


class _Understudy:
    """A bot that answers in place of a model, which is asked the question all the same. The model sees what the bot answers."""

    is_human = False
    answers_at_once = False
    keeps_time = True

    def __init__(self, model: Player, listener: _Listener, bot: Bot, *, has_thoughts: bool) -> None:
        self._model, self._listener, self._bot, self._has_thoughts = model, listener, bot, has_thoughts

    async def respond(self, request: Request, observation: Any) -> Response:
        answer = self._bot.answer(request, observation)
        if isinstance(answer, Forfeit):
            return Response(request.id, answer)
        thoughts = f"{request.id}. {_THOUGHTS}" if self._has_thoughts else ""  # never the same twice, which would be one note
        self._listener.reply = _reply(answer, thoughts)
        response = await self._model.respond(request, observation)
        is_read = isinstance(response.answer, Answer) and not request.refusal(response.answer)
        return response if is_read else Response(request.id, answer, usage=response.usage)

    def remember(self, past: PastResponse) -> None:
        if isinstance(self._model, Remembering):
            self._model.remember(past)

    def describe(self) -> dict[str, Any]:
        return self._model.describe()


def _reply(answer: Answer, thoughts: str) -> str:
    said = answer.model_dump(mode="json")
    if type(answer).is_plain_text:
        return "\n".join(each for each in said.values() if isinstance(each, str))
    return json.dumps({**({THOUGHTS: thoughts} if thoughts and THOUGHTS not in said else {}), **said}, ensure_ascii=False)


def count_prompts(
    game: str,
    seats: Sequence[str | ModelSpec],
    config: Any,
    key: bytes,
    here: ModelsConfig,
    services: Mapping[Seat, str] | None = None,
    stand_in: str = "",
) -> dict[tuple[Seat, ModelSpec], Prompts]:
    """Play a match with bots in the seats of models, and return what each of these would have been sent.

    seats: of models and bots, one each. services: as in `new_match`; models among them answer at random. stand_in: name of the
    bot in place of models; empty for the game's own. Raises ValueError.
    """
    find_pictures()
    kind = registry.game(game)
    table = kind(len(seats), config)
    found: dict[tuple[Seat, ModelSpec], Prompts] = {}

    def understudy(game: str, seat: Seat, spec: ModelSpec, seed: str, make: MakePlayer | None = None, /) -> Player:
        listener = _Listener()
        found[seat, spec] = listener.prompts
        model = (make or seat_model)(ModelSeating(_Pool(here, listener), game, seat, spec, seed))
        return _Understudy(model, listener, (RandomBot if make else bot(game, stand_in))(seed), has_thoughts=spec.thoughts)

    def nobody(seat: Seat) -> Player:
        raise InputError("No person can sit in a run; use `woozle play`.")

    specs = [
        spec for who in seats for spec in ([SeatSpec("model", model=who)] if isinstance(who, ModelSpec) else parse_seats(who, game))
    ]
    players = seat_players(game, table.seats, in_roles(specs, table, key), key, nobody, understudy)
    players |= seat_services(table, services or {}, key, understudy)
    asyncio.run(Match(Referee(table, key), players).play())
    return found


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of one model in a run.

    Args:
        played: Its prompts in each match that bots played, all its seats together.
        seconds_a_call: As measured before, or given; None if unknown.
    """

    spec: ModelSpec
    played: tuple[Prompts, ...]
    matches: int
    price: Price | None
    seconds_a_call: float | None = None

    def whole(self, name: str) -> int:
        """Return a number of Prompts for all matches of the run."""
        numbers: list[int] = [getattr(each, name) for each in self.played]
        return round(sum(numbers) / len(numbers) * self.matches)

    def dollars(self, *, is_cached: bool) -> tuple[float, float, float] | None:
        """Return the dollars of a match: mean, least and most of those played; None where the price is unknown."""
        if self.price is None:
            return None
        each = [self.price.dollars(prompts.usage(is_cached=is_cached)) for prompts in self.played]
        return sum(each) / len(each), min(each), max(each)

    def as_json(self) -> dict[str, Any]:
        calls = [each.calls for each in self.played]
        names = ("calls", "tokens_in", "tokens_cached", "tokens_out")
        return {
            "model": str(self.spec),
            **{name: self.whole(name) for name in names},
            "calls_a_match": {"mean": sum(calls) / len(calls), "least": min(calls), "most": max(calls)},
            "dollars": self._all(is_cached=False),
            "dollars_cached": self._all(is_cached=True),
            "dollars_a_match": self._range(is_cached=False),
            "dollars_a_match_cached": self._range(is_cached=True),
            "price": self.price.describe() if self.price else None,
            "seconds_a_call": self.seconds_a_call,
        }

    def _all(self, *, is_cached: bool) -> float | None:
        found = self.dollars(is_cached=is_cached)
        return None if found is None else round(found[0] * self.matches, 6)

    def _range(self, *, is_cached: bool) -> dict[str, float] | None:
        found = self.dollars(is_cached=is_cached)
        return None if found is None else dict(zip(("mean", "least", "most"), found, strict=True))


def estimate_run(plan: Plan, concurrency: int = CONCURRENCY, seconds: float | None = None) -> dict[str, Any]:
    """Return what a run with models would ask and cost, as JSON; bots play a few of its matches. Raises ValueError.

    Args:
        concurrency: Matches at once, each of which asks one question at a time.
        seconds: Of a call; None for as long as each model took in the latest run that asked it.
    """
    if plan.firsts:
        raise InputError("--dry counts whole matches; leave out --firsts.")
    if not models_asked(plan):
        raise InputError("--dry is for runs with models; among bots nothing is asked.")
    here, numbers = models.config(), range(1, min(plan.matches, MATCHES) + 1)
    for spec in models_asked(plan):
        here.endpoint(spec)
    game = registry.game(plan.game)
    found_by: dict[ModelSpec, list[Prompts]] = {}
    for at, number in enumerate(numbers):
        config = registry.validate_config(game.config_type, plan.config_of(number))
        key = key_from_seed(plan.seed, number)
        for (_, spec), prompts in count_prompts(plan.game, plan.seats_of(number), config, key, here, plan.officials).items():
            played = found_by.setdefault(spec, [Prompts() for _ in numbers])
            played[at].join(prompts)
    speeds = seconds_a_call(map(str, found_by))
    found = [
        Estimate(spec, tuple(played), plan.matches, here.price(spec), seconds or speeds.get(str(spec)))
        for spec, played in found_by.items()
    ]
    each = [estimate.as_json() for estimate in found]
    costs = [one["dollars"] for one in each]
    return {
        "game": plan.game,
        "matches": plan.matches,
        "matches_played": len(numbers),
        "models": each,
        "dollars": None if None in costs else round(sum(costs), 6),
        "hours": _hours(each, min(concurrency, plan.matches)),
        "assumed": list(ASSUMED),
    }


def _hours(each: Sequence[Mapping[str, Any]], at_once: int) -> float | None:
    """Return the hours of a run; None where the speed of a model is unknown."""
    seconds = [one["calls"] * one["seconds_a_call"] for one in each if one["seconds_a_call"] is not None]
    return round(sum(seconds) / at_once / 3600, 4) if len(seconds) == len(each) else None
