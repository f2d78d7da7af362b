"""Seats of the command line, `human,bot*3,ollama:qwen3:8b`, and of a transcript's header."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from woozle.core import registry as games
from woozle.core.errors import InputError
from woozle.core.game import Game
from woozle.core.match import Player
from woozle.core.names import is_model_player
from woozle.core.referee import Referee
from woozle.core.request import Seat
from woozle.core.suggestions import suggest
from woozle.core.value import value
from woozle.players import registry
from woozle.players.agent import PYTHON, AgentError, AgentFactory, AgentPlayer, installed_agents, load_agent
from woozle.players.backends import registry as backends
from woozle.players.fence import FenceError, open_fence
from woozle.players.models.spec import READERS, ModelSpec, SpecError, is_model, parse, parse_description
from woozle.players.program import EXEC, ProgramPlayer, parse_command

if TYPE_CHECKING:
    from woozle.players.models.client_pool import MakePlayer

_SEED_BYTES = 8
_MOST = 50  # no table has more seats

SeatPlayer = Callable[[Seat], Player]
"""Makes the player of a seat."""


class ModelSeat(Protocol):
    """Makes the player of a seat or service that a model takes."""

    def __call__(self, game: str, seat: Seat, spec: ModelSpec, seed: str, make: MakePlayer | None = None, /) -> Player:
        """Return the player. make: how a service is asked; None for a seat at the table."""


class SeatsError(InputError):
    """Seats that cannot be filled, with the sentence a person reads."""


@value
class SeatSpec:
    """The player of a seat; `remote` is a human or an agent that joins over the network.

    name: of a bot, or of an agent that is imported when it is seated; agent: makes an agent that is there.
    role: the player takes a seat that has this role; empty for any seat.

    Parsing makes no agent: no code named by a plan or a transcript runs before its match is played.
    """

    kind: Literal["human", "remote", "bot", "model", "agent"]
    name: str = ""
    model: ModelSpec | None = None
    agent: AgentFactory | None = None
    role: str = ""

    def __str__(self) -> str:
        at = f"{self.role}=" if self.role else ""
        if self.kind == "agent":
            return at + (self.name or self.kind)
        return at + (str(self.model) if self.model else f"bot:{self.name}" if self.name else self.kind)


HUMAN = SeatSpec("human")
REMOTE = SeatSpec("remote")


def parse_seats(text: str, game: str, *, is_open_table: bool = False) -> list[SeatSpec]:
    """Return the seats in a text, in order: `human`, `bot` (the game's own), `bot:NAME`, an agent (`python:MODULE:CLASS`,
    `python:NAME`, `exec:COMMAND`), a model as `models.spec` reads it, or at an open table `remote`.

    `empty` is dropped, `*4` repeats, and `ROLE=` before a player that is no human seats it where that role is dealt: `duck=bot`.
    Raise SeatsError.
    """
    seats: list[SeatSpec] = []
    for part in text.split(","):
        who, star, times = (piece.strip() for piece in part.partition("*"))
        count = _count(part.strip(), times) if star else 1
        if who != "empty":
            seats += [_spec(who, game, is_open_table)] * count
    if len(seats) > _MOST:
        raise SeatsError(f"{len(seats)} seats are more than any table has; there can be at most {_MOST}.")
    return seats


def level_options(text: str, game: str, preset: str, *, is_open_table: bool = False) -> Mapping[str, Any]:
    """Return the options with which people begin a match against bots of one kind alone, where they set none. Raise SeatsError."""
    specs = parse_seats(text, game, is_open_table=is_open_table)
    kinds = {spec.name for spec in specs if spec != HUMAN}
    has_level = preset == next(iter(games.game(game).presets)) and HUMAN in specs and len(kinds) == 1
    return registry.bot(game, kinds.pop()).options if has_level and all(spec.kind in ("human", "bot") for spec in specs) else {}


def models_of(specs: Iterable[SeatSpec]) -> list[ModelSpec]:
    """Return the models among the players of seats, each once."""
    return list(dict.fromkeys(spec.model for spec in specs if spec.model))


def models_in(players: Iterable[Mapping[str, Any]]) -> list[ModelSpec]:
    """Return the models among the players that a transcript's header describes, each once. Raise SpecError."""
    return list(dict.fromkeys(parse_description(player) for player in players if is_model_player(player)))


def agents_of(specs: Iterable[SeatSpec]) -> list[str]:
    """Return the names of the agents among the players of seats, each once."""
    return list(dict.fromkeys(spec.name for spec in specs if spec.kind == "agent" and spec.name))


def check_agents(specs: Iterable[SeatSpec]) -> None:
    """Import the modules of agents, and look for programs and their fences. Raises AgentError or FenceError."""
    for name in agents_of(specs):
        if name.startswith(EXEC):
            parse_command(name)
            open_fence()
        else:
            load_agent(name)


def agents_in(players: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of the agents that a transcript's header can seat again, each once."""
    return list(dict.fromkeys(str(player["seat"]) for player in players if player.get("kind") == "agent" and "seat" in player))


def format_seats(specs: Sequence[SeatSpec]) -> str:
    """Return the text that is read as these seats."""
    groups = ((who, len(list(same))) for who, same in groupby(map(str, specs)))
    return ",".join(who if times == 1 else f"{who}*{times}" for who, times in groups)


def _count(part: str, times: str) -> int:
    if not (times.isascii() and times.isdigit() and len(times) < 4 and int(times)):
        within = " A star in the name of a model is written %2A." if is_model(part) else ""
        raise SeatsError(f"{part!r} does not say how often to repeat a seat; write for example bot*4.{within}")
    return int(times)


def _spec(who: str, game: str, is_open_table: bool) -> SeatSpec:
    role, equals, player = (piece.strip() for piece in who.partition("="))
    if equals and role in games.game(game).role_names:
        if player.startswith(("human", "remote")):
            raise SeatsError(f"A human cannot choose to be the {role}; roles are drawn, and {role}= stands before other players.")
        return replace(_spec(player, game, is_open_table), role=role)
    kind, colon, name = (piece.strip() for piece in who.partition(":"))
    if who == "human":
        return HUMAN
    if who == "remote":
        if is_open_table:
            return REMOTE
        raise SeatsError("`remote` is a seat for someone who joins over the network; `woozle host` opens a table with one.")
    if kind == "bot":
        try:
            return SeatSpec("bot", registry.bot(game, name).name)
        except registry.UnknownBotError as error:
            raise SeatsError(str(error)) from None
    if who.startswith((PYTHON, EXEC)):
        return SeatSpec("agent", who)
    if is_model(who):
        try:
            model = parse(who)
        except SpecError as error:
            raise SeatsError(str(error)) from None
        _check_reading(model, game)
        return SeatSpec("model", model=model)
    if who.partition("=")[0].strip() in READERS:
        raise SeatsError(f"{who!r} is an option of a model; options follow its name after ? and are joined by &.")
    known = (
        "human",
        *(("remote",) if is_open_table else ()),
        "bot",
        *(f"bot:{name}" for name in registry.bots(game)),
        *installed_agents(),
        "empty",
    )
    if colon and kind:
        known = (*known, *(f"{backend}:MODEL" for backend in backends.names()))
    others = ", or name a model, as in ollama:qwen3:8b or openai:gpt-5-mini"
    raise SeatsError(f"There is no player {who!r}; {suggest(who, known, others)}")


def _check_reading(model: ModelSpec, game: str) -> None:
    """Raise SeatsError for a memory or prompt that a model does not read in this game."""
    try:
        prompt = registry.prompt(game, model.prompts)
    except registry.UnknownPromptsError as error:
        raise SeatsError(str(error)) from None
    if model.prompts and model.guide:
        raise SeatsError(f"prompts={model.prompts} has a guide of its own; leave out guide=, or add a text with prompt=.")
    if model.thoughts and prompt.plain:
        raise SeatsError(f"prompts={model.prompts} says itself how to reply, without thoughts; leave out thoughts=on.")
    if model.memory not in ("", "none") and not prompt.reads_whole_log:
        raise SeatsError(f"{game} says itself what a model reads again; leave out memory={model.memory}.")
    if model.guide and prompt.conversation:
        raise SeatsError(f"{game} is a conversation without a guide; name the file with prompt=, which stands before it.")


def bot_seed(seat: Seat, key: bytes) -> str:
    """Return the seed of the bot or model at a seat. It reveals nothing about the match key, which is secret during a match."""
    return hashlib.sha256(b"bot " + seat.encode() + key).digest()[:_SEED_BYTES].hex()


def nobody(game: str, seat: Seat, spec: ModelSpec, seed: str, make: MakePlayer | None = None, /) -> Player:
    """Refuse a model, in a match without models."""
    raise SeatsError(f"The seat of {seat} is a model's, and none can be asked here.")


def in_roles(specs: Sequence[SeatSpec], table: Game[Any], key: bytes) -> list[SeatSpec]:
    """Return players in the order of seats: those with a role where it is dealt with this key, the others at the other seats.

    Raise SeatsError if as many seats do not have the role.
    """
    if not any(spec.role for spec in specs):
        return list(specs)
    dealt = table.roles(Referee(type(table)(len(specs), table.config), key).record)
    found: dict[Seat, SeatSpec] = {}
    for role in dict.fromkeys(spec.role for spec in specs if spec.role):
        seats, some = [seat for seat in table.seats if dealt.get(seat) == role], [spec for spec in specs if spec.role == role]
        if len(seats) < len(some):
            raise SeatsError(f"{len(some)} players are to be {role}, and {len(seats)} of {len(specs)} seats are; name fewer.")
        found |= dict(zip(seats, some, strict=False))
    others = iter(spec for spec in specs if not spec.role)
    return [replace(found.get(seat) or next(others), role="") for seat in table.seats]


def seat_players(
    game: str,
    seats: Sequence[Seat],
    specs: Sequence[SeatSpec],
    key: bytes,
    human: SeatPlayer,
    model: ModelSeat = nobody,
    private: Sequence[Path] = (),
) -> dict[Seat, Player]:
    """Return a player for each seat. Raise SeatsError if there are not as many specs as seats.

    human: makes the players of humans, here or elsewhere, and of all others that join over the network.
    private: folders that fences hide from programs.
    """
    if len(seats) != len(specs):
        raise SeatsError(f"{len(specs)} players cannot take {len(seats)} seats; name one for each.")

    if any(spec.role for spec in specs):
        raise SeatsError("Roles are dealt already; name the players seat by seat, without a role.")

    def player(seat: Seat, spec: SeatSpec) -> Player:
        if spec.kind in ("human", "remote"):
            return human(seat)
        if spec.kind == "agent":
            return _seat_agent(spec, game, private)
        seed = bot_seed(seat, key)
        return model(game, seat, spec.model, seed) if spec.model else registry.bot(game, spec.name)(seed)

    return {seat: player(seat, spec) for seat, spec in zip(seats, specs, strict=True)}


def _seat_agent(spec: SeatSpec, game: str, private: Sequence[Path]) -> Player:
    try:
        if spec.name.startswith(EXEC):
            return ProgramPlayer(spec.name, game, games.game(game).version, private)
        return AgentPlayer((spec.agent or load_agent(spec.name))(), spec.name)
    except (AgentError, FenceError) as error:
        raise SeatsError(str(error)) from None


def players_from_header(
    game: str,
    header: Mapping[Seat, Mapping[str, Any]],
    human: SeatPlayer,
    model: ModelSeat = nobody,
    private: Sequence[Path] = (),
) -> dict[Seat, Player]:
    """Return the players that a transcript's header describes. Raise SeatsError for one that cannot be seated here.

    human: as for `seat_players`.
    private: folders that fences hide from programs.
    """
    return {seat: _player_from_header(game, seat, who, human, model, private) for seat, who in header.items()}


def _player_from_header(
    game: str, seat: Seat, who: Mapping[str, Any], human: SeatPlayer, model: ModelSeat, private: Sequence[Path]
) -> Player:
    match dict(who):
        case {"kind": "human"} | {"remote": True}:
            return human(seat)
        case {"kind": "bot", "name": str(name), "seed": str(seed)}:
            with suppress(registry.UnknownBotError):
                return registry.bot(game, name)(seed)
        case {"kind": "agent", "seat": str(name)} if name.startswith((PYTHON, EXEC)):
            return _seat_agent(SeatSpec("agent", name), game, private)
        case {"kind": "model", "seed": str(seed)}:
            with suppress(SpecError):
                return model(game, seat, parse_description(who), seed)
    raise SeatsError(f"No player here can play on as {dict(who)!r}; `woozle fork --seats` gives the seat to another.")
