"""Episodes: matches in which some seats are answered for from outside, turn by turn.

Environments and seat servers are built on them, so that seeds, rewards, ends and void episodes mean the same in each.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypedDict

from woozle.arena import arguments
from woozle.arena.arguments import Seating
from woozle.arena.play import models, packs
from woozle.arena.play.pictures import find_pictures
from woozle.arena.play.setup import new_match, unrecorded_match
from woozle.core import registry
from woozle.core.chance import KEY_BYTES, key_from_seed
from woozle.core.errors import InputError
from woozle.core.match import Match, Watch
from woozle.core.measures import Played, ReportError, Terms, match_of, measures_of, rate, report_of, values_of
from woozle.core.outcome import WORTH, Outcome
from woozle.core.request import Response, Seat
from woozle.core.value import value
from woozle.players.agent import factory_of
from woozle.players.backends.model_client import Message
from woozle.players.models.client_pool import ClientPool
from woozle.players.registry import agent_pictures, prompt
from woozle.players.seat_protocol import Narration, request_message
from woozle.players.seats import HUMAN, SeatSpec, nobody, parse_seats
from woozle.players.turn_player import PastTurn, Turn, TurnPlayer
from woozle.saves.writer import Writer

AGENT: Final = "agent"
"""An outside agent, among the seats of an episode: `agent,bot*4`."""

RESULT: Final = "result"
"""The reward that every game has: 1 for a match won, 0.5 for one drawn, 0 for one lost or forfeited."""


class SettingOptions(TypedDict, total=False):
    """Options of `setting`, for functions that pass them on."""

    preset: str
    options: Mapping[str, Any] | None
    services: Mapping[str, str] | None
    reward: str
    records: str | Path | None


@value
class Setting:
    """The setting of all episodes of an environment; made by `setting`, which checks it.

    seats: a spec for each; those of agents are of the kind `human`. reward: `result`, or the name of a figure of each seat.
    records: a folder for transcripts; None keeps none.
    """

    game: str
    seats: tuple[SeatSpec, ...]
    config: Any
    services: Mapping[str, str]
    reward: str
    records: Path | None

    @property
    def agents(self) -> tuple[Seat, ...]:
        """The names of the seats that are answered for from outside, in the order of the seats."""
        names = registry.game(self.game)(len(self.seats), self.config).seats
        return tuple(name for name, spec in zip(names, self.seats, strict=True) if spec == HUMAN)

    @property
    def has_models(self) -> bool:
        """True if a model plays, or provides a service."""
        return any(spec.model for spec in self.seats) or any(":" in service for service in self.services.values())

    def without_records(self) -> Setting:
        """Return the same setting without transcripts."""
        return replace(self, records=None)


def setting(
    game: str,
    seats: str | Sequence[Seating] = "",
    *,
    preset: str = "",
    options: Mapping[str, Any] | None = None,
    services: Mapping[str, str] | None = None,
    reward: str = RESULT,
    records: str | Path | None = None,
) -> Setting:
    """Return the setting of an environment. Raises ValueError with a sentence if it cannot be played.

    Args:
        seats: `agent` for each seat that is answered for from outside, and the other players, as on the command line. By default
            one agent and the game's own bots.
        preset, options, services: As for `woozle.play`.
        reward: `result`, or the name of a figure that `woozle report` gives for each seat, or of a number in its result.
        records: A folder for the transcripts of all episodes.
    """
    game = arguments.read_game(game, preset, {} if options is None else options, {} if services is None else services)
    arguments.read_text("reward", reward, f"{RESULT!r} or the name of a figure")
    folder = arguments.read_folder("records", records)
    find_pictures()
    kind = registry.game(game)
    usual = f"{AGENT},bot*{kind.default_seats - 1}"
    parts = arguments.read_seats(usual if seats == "" else seats, repr(usual))
    specs = [each for part in parts for each in _specs(part, game)]
    if HUMAN not in specs:
        raise InputError(f"No seat is answered for from outside; name one {AGENT}, as in {usual}.")
    config = registry.configure(kind, preset or next(iter(kind.presets)), packs.apply(game, options or {}))
    kind(len(specs), config)  # refuses an impossible number of seats
    models.choose_services(services or {}, game, config)  # refuses services that the game does not have, or that cannot run here
    return Setting(game, tuple(specs), config, dict(services or {}), reward, folder)


def _specs(part: Seating, game: str) -> Iterator[SeatSpec]:
    if not isinstance(part, str):
        yield SeatSpec("agent", agent=factory_of(part))
        return
    for who in part.split(","):
        name, star, times = who.partition("*")
        if name.strip() == "human":
            raise InputError(f"No human can sit here; write {AGENT} for a seat that is played from outside.")
        yield from parse_seats(f"human{star}{times}" if name.strip() == AGENT else models.fill_defaults(who, game), game)


class SlowPlayerError(InputError):
    """A player that does not answer at once, in a match driven by hand."""


class MatchSeries:
    """The matches that an environment plays one after another, as its resets name them."""

    def __init__(self) -> None:
        self._seed: int | None = None
        self._number = 0

    def next(self, seed: int | None = None, number: int | None = None) -> tuple[int | None, int]:
        """Return the seed and the number of the next match.

        Args:
            seed: Begins a new series, with its first match. None continues the series of the last seed: the n-th reset without
                one is match n + 1. Before any seed, each match has secret chance, and its seed is None.
            number: Which match of the series; None for the one after the last.
        """
        if (seed := arguments.read_seed(seed)) is not None:
            self._seed, self._number = seed, 0
        self._number = self._number + 1 if number is None else arguments.read_number("number", number, least=1)
        return self._seed, self._number


@value
class Snapshot:
    """An episode as it stands: enough to go on with it elsewhere.

    key: Of the match. past: The Responses that were folded. turns: The last turn of each agent.
    """

    key: bytes
    past: tuple[Response, ...]
    turns: Mapping[Seat, PastTurn]


def _open_match(
    setting: Setting,
    seed: int | None,
    number: int,
    agent: Callable[[Seat], TurnPlayer],
    hub: ClientPool | None,
    folder: Path | None,
    snapshot: Snapshot | None,
) -> tuple[Match, Writer | None]:
    """Return the match of an episode, with the writer of its transcript if one is kept."""
    model = models.seats_of_a_match(hub) if hub else nobody
    game, seats, config, services = setting.game, setting.seats, setting.config, setting.services
    if setting.records and not folder and not snapshot:
        known = "" if seed is None else f"{seed}-"
        folder = setting.records / f"{known}{number:04d}-{secrets.token_hex(4)}"  # unique, since a seed is played many times
    if folder:
        ready = new_match(game, seats, config, seed, folder, agent, model=model, services=services, number=number, sync=bool(hub))
        return ready.match, ready.writer
    key = secrets.token_bytes(KEY_BYTES) if seed is None else key_from_seed(seed, number)
    key, past = (snapshot.key, snapshot.past) if snapshot else (key, ())
    return unrecorded_match(game, seats, config, key, agent, model=model, services=services, past=past), None


class Episode:
    """One match in which agents are answered for from outside, turn by turn.

    Turns are given once there is no one else to wait for: when all open requests are those of agents. `begin` plays to the first
    turns, `go_on` to the next once some are answered. Both are for matches among bots, and need no event loop; `start` and
    `next_turns` do the same in an event loop, for all matches. The caller closes the episode.

    Attributes:
        agents: The seats that are answered for from outside.
        folder: Of its transcript; None if none is kept.
    """

    def __init__(
        self,
        setting: Setting,
        seed: int | None = None,
        number: int = 1,
        *,
        about: Mapping[str, Any] | Callable[[Seat], Mapping[str, Any]],
        hub: ClientPool | None = None,
        is_by_hand: bool = False,
        keeps_time: bool = False,
        folder: Path | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        """Raises ValueError or SaveError with a sentence.

        Args:
            seed: Makes the chance of the match reproducible; None for secret chance. number: The match's number with this seed.
            about: Description of the agents, or of the one in a seat, for the transcript's header: at least a `name`.
            hub: The client pool for models, if any play.
            is_by_hand: Whether `begin` and `go_on` are used. Raises SlowPlayerError if a player does not answer at once.
            keeps_time: Whether the answering side keeps the time limits: time in a queue before a model, say, is not thinking time.
            folder: Of the transcript, which must be new; None for a new one among the setting's records, if it keeps them.
            snapshot: Of an episode with this setting, to go on from. It has its own chance, and keeps no transcript.
        """
        self.setting = setting
        self._agents: dict[Seat, TurnPlayer] = {}
        self._task: asyncio.Task[Outcome] | None = None
        self._is_by_hand = is_by_hand
        self._turns: dict[Seat, Turn] | None = None

        def agent(seat: Seat) -> TurnPlayer:
            draw, told = agent_pictures(setting.game), about(seat) if callable(about) else about
            self._agents[seat] = TurnPlayer(
                setting.game, seat, told, self._wake, draw, is_by_hand=is_by_hand, keeps_time=keeps_time
            )
            return self._agents[seat]

        self.match, self._writer = _open_match(setting, seed, number, agent, hub, folder, snapshot)
        if snapshot:
            referee = self.match.referee
            for seat, turn in snapshot.turns.items():
                self._agents[seat].restore(turn, referee.open.get(turn.request), referee.view(seat))
        self.agents = tuple(self._agents)
        self.folder = self._writer.folder if self._writer else None
        self.match.asked_last = self.agents
        self._watch = self.match.watch()
        self._watches = [self._watch]
        self._play: Coroutine[Any, Any, Outcome] = self.match.play()
        if is_by_hand and (slow := [name for name, player in self.match.players.items() if not player.answers_at_once]):
            self.close()
            raise SlowPlayerError(f"{slow[0]} has to be waited for, so that the match needs an event loop.")

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the match; None before its end."""
        return self.match.referee.outcome

    @property
    def turns(self) -> Mapping[Seat, Turn]:
        """The open turns of agents, oldest first; empty when the match is over."""
        if not self._is_by_hand:
            return self._find_turns()
        if self._turns is None:
            self._turns = self._find_turns()
        return self._turns

    def _find_turns(self) -> dict[Seat, Turn]:
        referee = self.match.referee
        found: dict[Seat, Turn] = {}
        for request in referee.open.values():
            if player := self._agents.get(request.to):
                turn = player.turn_for(request, referee.view(request.to)) if self._is_by_hand else player.turn
                if turn and turn.request is request and turn.is_open:
                    found.setdefault(request.to, turn)
        return found

    def snapshot(self) -> Snapshot:
        """Return the episode as it stands. Take it when nothing is in progress: between `go_on` or `next_turns` and the next."""
        turns = {seat: last for seat, player in self._agents.items() if (last := player.last_turn)}
        return Snapshot(self.match.referee.key, tuple(each.response for each in self.match.past), turns)

    def watch(self, watch: Watch) -> None:
        """Wake a Watch after every Response, at each new turn, and at the end."""
        self.match.watch(watch)
        self._watches.append(watch)

    def _wake(self) -> None:
        for watch in self._watches:
            watch.wake()

    def begin(self) -> None:
        """Play to the first turns."""
        self.go_on()

    def go_on(self) -> None:
        """Play to the next turns, once at least the oldest open turn is answered."""
        self._turns = None
        with suppress(StopIteration):
            self._play.send(None)

    async def start(self) -> None:
        """Play to the first turns. Raises Halt if a model's endpoint fails."""
        self.launch()
        await self.next_turns()

    def launch(self) -> asyncio.Task[Outcome]:
        """Begin in an event loop without waiting; return the task that plays to the end."""
        self._task = asyncio.create_task(self._play)
        self._task.add_done_callback(lambda _: self._wake())
        return self._task

    async def next_turns(self) -> None:
        """Play to the next turns, once some open turns are answered. Raises Halt if a model's endpoint fails."""
        assert self._task
        while not self._task.done():
            if len(self.turns) == len(self.match.referee.open) > 0:
                return
            await self._watch.news()
        self._task.result()

    def close(self) -> None:
        """Leave a match driven by hand. If it is not over, it is kept as unfinished."""
        self._play.close()
        if self._writer:
            self._writer.close()

    async def leave(self) -> None:
        """Leave a match in an event loop. If it is not over, it is kept as unfinished."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        self.close()

    def reward(self, seat: Seat) -> float | None:
        """Return the reward of a seat: 0 before the end; None if it is undefined, so that nothing must be learned from the match.

        That is so if a technical failure voided any seat, and for a figure without data in this match, such as the seat's
        votes. Raises ValueError if there is no such figure.
        """
        if not self.outcome:
            return 0.0
        if any(result.kind == "void" for result in self.outcome.results.values()):
            return None
        if self.setting.reward == RESULT:
            return WORTH[self.outcome.results[seat].kind]
        figures = self._all_figures(seat)
        if self.setting.reward not in figures:
            raise InputError(f"There is no figure {self.setting.reward!r} of a seat; choose from {RESULT}, {', '.join(figures)}.")
        return figures[self.setting.reward]

    def figures(self, seat: Seat) -> dict[str, float]:
        """Return the figures of a seat: the numbers of its result, and the game's measures; empty before the end."""
        return {name: figure for name, figure in self._all_figures(seat).items() if figure is not None}

    def _all_figures(self, seat: Seat) -> dict[str, float | None]:
        """Return the figures of a seat; None for those that are undefined in this match."""
        if not (outcome := self.outcome):
            return {}
        referee = self.match.referee
        kind = type(referee.game)
        found: dict[str, float | None] = dict(outcome.results[seat].numbers)
        config = self.setting.config.model_dump(mode="json")
        report = report_of(kind)
        try:
            played = Played(referee.record, outcome, Terms(config=config, version=kind.version))
            match = match_of(report, played, kind.roles(referee.record), kind.correctness(referee.record))
        except ReportError:
            return found
        for measure in measures_of(report, [match]):
            if measure.of != "match":
                for name, said in values_of(measure, match, seat).items():
                    found[name] = found.get(name) if (number := rate(said)) is None else number
        return found


def plain_text(messages: Sequence[Message]) -> str:
    """Return messages as one text, without pictures, for policies that read no roles; what the seat said itself is marked."""
    texts = ((message.role, "\n\n".join(part for part in message.parts if isinstance(part, str))) for message in messages)
    return "\n\n".join(f"You said: {text}" if role == "assistant" else text for role, text in texts)


def protocol_messages(game: str, turn: Turn, *, with_pictures: bool = True) -> dict[str, Any]:
    """Return the messages of the seat protocol for a turn: `events`, of what is new, and `request`."""
    speech = prompt(game)
    events = Narration(speech, turn.seat).events_message(turn.observation[: turn.observed], turn.observed - len(turn.news))
    request = request_message(turn.number, turn.request, turn.observation, speech, turn.pictures if with_pictures else ())
    return {"events": events.model_dump(by_alias=True), "request": request.model_dump(by_alias=True)}
