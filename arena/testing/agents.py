"""The conformance test of agents, published as `woozle.testing.check_agent` and `woozle agent check`.

An agent takes a seat among a game's own bots, another one in each match, until it has been asked for every kind of answer in the
game. All of its answers must be legal and in time, also when it is asked again, and its matches must verify.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import ceil
from pathlib import Path
from statistics import median
from typing import Any, Final, Literal

from woozle.arena.play.setup import new_match
from woozle.arena.testing.games import seat_bots
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.errors import InputError
from woozle.core.game import Event
from woozle.core.groups import group_pairs
from woozle.core.match import Closing, Halt, Match, Player, ask_player
from woozle.core.outcome import Outcome
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, ParseFailure, Request, Response
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.agent import AgentFactory
from woozle.players.program import ProgramPlayer
from woozle.players.random_bot import RandomBot
from woozle.players.seats import HUMAN, ModelSeat, SeatSpec, nobody
from woozle.saves.verify import verify

SECONDS: Final = 30.0
"""The time limit of an answer, unless the rules set a shorter one."""

MATCHES: Final = 2
"""Matches with the default options of a game; others follow if they ask for other kinds of answers."""

_MORE = 4  # matches, for kinds of answers that are rare
_LATE = 2  # late answers after which an agent is asked nothing more in a match
_QUOTED = 200  # characters of a reason
_AGAIN = "Nothing is wrong with this answer: the check refuses one of each kind. Answer the request again."
_ADVICE: Mapping[str, str] = {
    "failed": "mend what is named there; agents.log has what it printed",
    "timeout": "let it answer sooner, or allow it more seconds",
    "illegal": "answer by the choices and the schema of the request",
    "gave_up": "answer every request, at random if nothing better is known",
    "refused": "prompt it so that it plays along, or take another model",
    "error": "see whether what it needs is there, by `woozle doctor` and `woozle models check`",
}


@value
class KindReport:
    """The outcome of the requests for one kind of answer.

    kind: the type of the answer. questions: requests, each counted once. legal: requests answered legally in the end. refused:
    illegal answers, not counting those that the check itself refuses. forfeited: requests without an answer. late: answers that
    came after the time limit, or not at all. why: the first problem, quoted; empty if there was none.
    """

    kind: str
    questions: int
    legal: int
    refused: int
    forfeited: int
    late: int
    why: str


@value
class AgentReport:
    """The result of the check of an agent in one game.

    presets: those that were played. not_asked: kinds of answers that it was not asked for. tried, recovered: legal answers that the
    check refused, and how many answers to the repeated question were legal. determinism: whether two runs with the same seed gave
    the same answers, if the agent claims so. seconds: of an answer: median, 95th percentile and maximum; memory: bytes of its
    process after the first and the last answer; both None if unknown. faults: a sentence each.
    """

    game: str
    presets: tuple[str, ...]
    matches: int
    verified: int
    kinds: tuple[KindReport, ...]
    not_asked: tuple[str, ...]
    tried: int
    recovered: int
    determinism: Literal["held", "broken", "not claimed", "not tried"]
    seconds: tuple[float, float, float] | None
    memory: tuple[int, int] | None
    faults: tuple[str, ...]

    @property
    def passes(self) -> bool:
        return not self.faults


def check_agent(agent: AgentFactory, folder: Path, game: str = "urn", matches: int = 3, seconds: float = SECONDS) -> None:
    """Check an agent in one game, as `woozle agent check` does. Raises AssertionError with a sentence for each fault.

    Args:
        agent: The class of the agent, or a factory.
        folder: An empty folder for the transcripts.
        game: The game to play, with its default seats.
        matches: Matches with the game's default options; others follow if they ask for other kinds of answers.
        seconds: The time limit of an answer.
    """
    report = asyncio.run(check_seat(SeatSpec("agent", agent=agent), game, folder, matches=matches, seconds=seconds))
    assert report.passes, f"The agent failed: {' '.join(report.faults)}"


async def check_seat(
    spec: SeatSpec,
    game: str,
    folder: Path,
    *,
    matches: int = MATCHES,
    seconds: float = SECONDS,
    model: ModelSeat = nobody,
    clock: Callable[[], float] = time.monotonic,
) -> AgentReport:
    """Check an agent, bot or model in one game. Raises ValueError with a sentence for anything else.

    Args:
        folder: Folder for the transcripts, with a subfolder for each match.
        model: Makes the player of a model.
        clock: Monotonic clock, in seconds.
    """
    if spec == HUMAN:
        raise InputError("Only programs and models are checked; name an agent, a bot or a model.")
    return await _Check(spec, game, folder, seconds, model, clock).run(matches)


@value
class _Reply:
    """The result of asking once. problem: why it does not count; is_tried: whether it is legal, but the check refused it."""

    given: Answer | Forfeit | ParseFailure
    problem: str
    seconds: float
    is_late: bool
    is_tried: bool


@value
class _Question:
    """A request and its replies."""

    kind: str
    replies: list[_Reply]

    @property
    def is_answered(self) -> bool:
        return not self.replies[-1].problem and not self.replies[-1].is_tried

    @property
    def is_tried(self) -> bool:
        return any(reply.is_tried for reply in self.replies)

    @property
    def is_bad(self) -> bool:
        return any(reply.problem or reply.is_late for reply in self.replies)


class _Check:
    """The check of one agent in one game."""

    def __init__(
        self, spec: SeatSpec, game: str, folder: Path, seconds: float, model: ModelSeat, clock: Callable[[], float]
    ) -> None:
        self._spec = spec
        self._game = registry.game(game)
        self._folder = folder
        self._seconds = seconds
        self._model = model
        self._clock = clock
        self._tried: set[str] = set()  # kinds of answers that the check has refused once
        self._presets: list[str] = []
        self._played: list[_WatchedPlayer] = []
        self._verified = 0
        self._faults: list[str] = []

    async def run(self, matches: int) -> AgentReport:
        kinds = {preset: await self._kinds_asked(preset) for preset in self._game.presets}
        usual, *others = kinds
        for number in range(matches):
            await self._play(usual, number, tries=number > 0)
        for preset in sorted(others, key=lambda name: kinds[name].total()):
            if kinds[preset].keys() - {kind for name in self._presets for kind in kinds[name]}:
                await self._play(preset, matches, tries=True)
        for number in range(matches, matches + _MORE):
            left = {*self._not_asked(kinds)} or {each.kind for each in self._questions} - self._tried
            if not left or matches == 1 or any(question.is_bad for question in self._questions):
                break
            await self._play(max(kinds, key=lambda name: sum(kinds[name][kind] for kind in left)), number, tries=True)
        determinism = await self._determinism()
        by_kind = {
            kind: [each for each in self._questions if each.kind == kind]
            for kind in dict.fromkeys(each.kind for each in self._questions)
        }
        faults = [fault for kind, questions in by_kind.items() for fault in _kind_faults(self._game.name, kind, questions)]
        tried = [question for question in self._questions if question.is_tried]
        return AgentReport(
            self._game.name,
            tuple(dict.fromkeys(self._presets)),
            len(self._played),
            self._verified,
            tuple(_kind_report(kind, questions) for kind, questions in by_kind.items()),
            self._not_asked(kinds),
            len(tried),
            sum(question.is_answered for question in tried),
            determinism,
            _spread([reply.seconds for question in self._questions for reply in question.replies]),
            _memory(reading for each in self._played for reading in each.memory),
            (*self._faults, *faults),
        )

    @property
    def _questions(self) -> list[_Question]:
        return [question for each in self._played for question in each.questions.values()]

    def _configure(self, preset: str) -> tuple[Any, int]:
        config = registry.configure(self._game, preset, {})
        return config, max(self._game.default_seats, self._game.min_seats_for(config))

    async def _kinds_asked(self, preset: str) -> Counter[str]:
        """Return how often seats are asked for each kind of answer in a match of random bots; empty if none can be played."""
        with suppress(ValueError):  # such as a service that is not installed
            config, seats = self._configure(preset)
            game, key = self._game(seats, config), key_from_seed(0)
            match = Match(Referee(game, key), seat_bots(game, key, RandomBot))
            await match.play()
            return Counter(past.request.answer.__name__ for past in match.past if past.request.to in game.seats)
        return Counter()

    def _not_asked(self, kinds: Mapping[str, Counter[str]]) -> tuple[str, ...]:
        """Return the kinds of answers that seats are asked for, but that the agent was not."""
        asked = {question.kind for question in self._questions}
        return tuple(dict.fromkeys(kind for counted in kinds.values() for kind in counted if kind not in asked))

    async def _play(self, preset: str, number: int, *, tries: bool) -> None:
        """Play a match, each time with the agent in another seat. tries: whether legal answers are refused once."""
        watched, is_verified = await self._play_match(preset, number, str(len(self._played) + 1), self._tried if tries else None)
        self._presets.append(preset)
        self._played.append(watched)
        self._verified += is_verified

    async def _play_match(self, preset: str, number: int, name: str, tried: set[str] | None) -> tuple[_WatchedPlayer, bool]:
        """Return what the agent answered in a match of this seed, and whether it verifies."""
        config, seats = self._configure(preset)
        specs = [SeatSpec("bot")] * seats
        specs[number % seats] = self._spec
        ready = new_match(self._game.name, specs, config, number, self._folder / name, model=self._model, sync=False)
        seat = ready.match.referee.game.seats[number % seats]
        watched = _WatchedPlayer(ready.match.players[seat], self._seconds, ready.writer.refusal, self._clock, tried)
        ready.match.players = {**ready.match.players, seat: watched}
        try:
            await ready.match.play()
        except Halt as halt:
            self._faults.append(f"{self._game.name}: Match {name} stopped ({_clause(str(halt))}); mend that, and check again.")
            return watched, False
        finally:
            ready.writer.close()
        report = verify(ready.folder)
        if not report.is_verified:
            self._faults.append(f"{self._game.name}: Match {name} does not verify ({_clause(report.reason)}); please report that.")
        return watched, report.is_verified

    async def _determinism(self) -> Literal["held", "broken", "not claimed", "not tried"]:
        """Play the first match again, if the agent says that it is deterministic, and compare its answers."""
        first = self._played[0]
        if not first.claims_determinism:
            return "not claimed"
        if any(question.is_bad for question in first.questions.values()):
            return "not tried"
        again, _ = await self._play_match(self._presets[0], 0, "again", None)
        both = zip(first.questions.values(), again.questions.values(), strict=False)
        for number, (one, other) in enumerate(both, 1):
            if (was := one.replies[-1].given) != (now := other.replies[-1].given):
                self._faults.append(
                    f"{self._game.name}, {one.kind}: It says that it is deterministic, and with the same seed its answer {number} "
                    f"was {_quote(was)}, then {_quote(now)}; let its chance follow from what it is asked, or do not say so."
                )
                return "broken"
        return "held"


class _WatchedPlayer:
    """A player whose time and replies are recorded. The first legal answer of each kind is refused on purpose.

    Args:
        limit: Seconds for an answer.
        refusal: Returns why a Response cannot be kept; empty if it can.
        tried: Kinds of answers that were refused once, to be added to; None refuses none.
    """

    is_human = False
    answers_at_once = False
    keeps_time = True

    def __init__(
        self,
        player: Player,
        limit: float,
        refusal: Callable[[Request, Response], str],
        clock: Callable[[], float],
        tried: set[str] | None,
    ) -> None:
        self.questions: dict[int, _Question] = {}
        self.memory: list[tuple[int, int]] = []  # process id and bytes
        self._player = player
        self._limit = limit
        self._refusal = refusal
        self._clock = clock
        self._tried = tried
        self._late = 0

    @property
    def claims_determinism(self) -> bool:
        about = self._player.describe()
        return about["kind"] == "bot" or about.get("about", {}).get("deterministic") is True

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        if self._late >= _LATE:
            return Response(request.id, Forfeit("timeout", f"After {_LATE} late answers, the check asks nothing more."))
        limit = min(self._limit, request.seconds or self._limit)
        started = self._clock()
        response = await self._ask(replace(request, seconds=limit), observation)
        seconds = self._clock() - started if response.seconds is None else response.seconds
        kind, given = request.answer.__name__, response.answer
        problem = _problem(request, given)
        is_late = seconds > limit or (isinstance(given, Forfeit) and given.kind == "timeout")
        is_tried = not problem and self._tried is not None and kind not in self._tried
        question = self.questions.setdefault(request.id, _Question(kind, []))
        question.replies.append(_Reply(given, problem, seconds, is_late, is_tried))
        self._late += is_late
        self._read_memory()
        if is_tried and self._tried is not None:
            self._tried.add(kind)
            response = replace(response, answer=ParseFailure(_AGAIN))
        return replace(response, seconds=round(seconds, 3))

    async def _ask(self, request: Request, observation: Sequence[Event]) -> Response:
        response = await ask_player(self._player, request, observation)
        why = self._refusal(request, response)
        return Response(request.id, Forfeit("error", why)) if why else response

    def describe(self) -> dict[str, Any]:
        return self._player.describe()

    async def close(self, outcome: Outcome | None) -> None:
        if isinstance(self._player, Closing):
            await self._player.close(outcome)

    def _read_memory(self) -> None:
        process = self._player.process_id if isinstance(self._player, ProgramPlayer) else os.getpid()
        if process and (size := _resident_bytes(process)):
            self.memory.append((process, size))


def _problem(request: Request, given: Answer | Forfeit | ParseFailure) -> str:
    """Return why an answer does not count; empty for a legal one."""
    if isinstance(given, Forfeit):
        return given.why or given.kind
    return given.problem if isinstance(given, ParseFailure) else request.refusal(given)


def _kind_report(kind: str, questions: Sequence[_Question]) -> KindReport:
    replies = [reply for question in questions for reply in question.replies]
    bad = [reply for reply in replies if reply.problem or reply.is_late]
    answered = sum(question.is_answered for question in questions)
    return KindReport(
        kind,
        len(questions),
        answered,
        sum(_is_illegal(reply) for reply in replies),
        len(questions) - answered,
        sum(reply.is_late for reply in replies),
        _why(bad[0]) if bad else "",
    )


def _kind_faults(game: str, kind: str, questions: Sequence[_Question]) -> Iterator[str]:
    """Yield a sentence for each fault with a kind of answer: what, where, and what to do."""
    replies = [reply for question in questions for reply in question.replies]
    illegal = [reply for reply in replies if _is_illegal(reply)]
    late = [reply for reply in replies if reply.is_late and not reply.problem]
    for bad, what, advice in (
        (illegal, "answers were refused", _ADVICE["illegal"]),
        (late, "answers came too late", _ADVICE["timeout"]),
        *((_forfeits_of(replies, name), "answers were forfeited", advice) for name, advice in _ADVICE.items()),
    ):
        if bad:
            yield f"{game}, {kind}: {len(bad)} of {len(replies)} {what} (the first: {_clause(_why(bad[0]))}); {advice}."
    if any(question.is_tried and not question.is_answered for question in questions):
        yield f"{game}, {kind}: Asked again after an answer was refused, it gave no legal one; answer each request as it is asked."


def _forfeits_of(replies: Sequence[_Reply], name: str) -> list[_Reply]:
    return [reply for reply in replies if isinstance(reply.given, Forfeit) and reply.given.kind == name]


def _is_illegal(reply: _Reply) -> bool:
    return bool(reply.problem) and not isinstance(reply.given, Forfeit)


def _why(reply: _Reply) -> str:
    return reply.problem or f"an answer took {reply.seconds:.3g} seconds"


def _quote(given: Answer | Forfeit | ParseFailure) -> str:
    return visible_line(str(given))[:_QUOTED] or "empty"


def _clause(text: str) -> str:
    return visible_line(text)[:_QUOTED].rstrip(".")


def _spread(seconds: list[float]) -> tuple[float, float, float] | None:
    """Return the median, the 95th percentile (nearest rank) and the maximum."""
    if not seconds:
        return None
    return median(seconds), sorted(seconds)[ceil(0.95 * len(seconds)) - 1], max(seconds)


def _memory(readings: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the first and the last size of the process that grew most."""
    ends = [(sizes[0], sizes[-1]) for sizes in group_pairs(readings).values()]
    return max(ends, key=lambda each: each[1] - each[0], default=None)


def _resident_bytes(process: int) -> int | None:
    """Return the resident memory of a process in bytes; None on a system without /proc."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
