"""The conformance tests of games, published as `woozle.testing`.

Pass `check_game` a GameCase, and it runs the whole suite: bots finish; the same key gives the same bytes, alone and interleaved;
every request can be answered from its schema; no viewer observes what was not told to it; pages can show every panel; a match
that is cut off at any line goes on to the same end; transcripts verify. A failed check raises AssertionError with a sentence,
and so does an exception in the rules.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from inspect import isgeneratorfunction
from pathlib import Path
from typing import Any

from woozle.arena.fragments.question import question as draw_question
from woozle.arena.fragments.table import lines
from woozle.arena.fragments.table import table as draw_table
from woozle.arena.play.setup import describe_players
from woozle.arena.views.panels import TableView
from woozle.arena.views.registry import observer
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.faults import find_origin
from woozle.core.game import EVERYONE, PUBLIC, Event, Forfeited, Game, RecordEntry, RulesError, Script
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response, Seat
from woozle.players.random_bot import RandomBot
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services
from woozle.saves.line_format import split_line
from woozle.saves.match import read_match
from woozle.saves.recomputation import recorded_end_differences
from woozle.saves.resume import reopen
from woozle.saves.tables.match_tables import match_rows, match_tables
from woozle.saves.transcript import CLOSED, KEY, PART, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer


@dataclass(frozen=True)
class GameCase:
    """A game under test, with certain seats and options.

    Args:
        name: Name of the case in reports.
        play: Makes a new game, as `lambda: MyGame(seats=4)`.
        bot: The game's own bot, for sensible matches.
        personal: Kinds of Event that only their `seat` may know.
        service: Kinds of Event that only services may know.
        heard_by: For Events that not everybody may hear: given one and the record before it, the seats that may.
        matches: Number of matches that bots finish; fewer for slow services.
    """

    name: str
    play: Callable[[], Game[Any]]
    bot: Callable[[str], Player] = RandomBot
    personal: tuple[type[Event], ...] = ()
    service: tuple[type[Event], ...] = ()
    heard_by: dict[type[Event], Callable[[Any, Sequence[RecordEntry]], Iterable[Seat]]] = field(default_factory=dict)
    matches: int = 200


class Canary(RandomBot):
    """A bot that plays at random, and whose every free text is a token that can be searched for."""

    name = "canary"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        """Return a legal answer whose texts are `canary-SEAT-REQUEST`."""
        answer = super().answer(request, observation)
        texts = {name: self._plant(value, request) for name, value in answer if name not in request.choices}
        return answer.model_copy(update=texts)

    def _plant(self, value: Any, request: Request) -> Any:
        if isinstance(value, str):
            return f"canary-{request.to}-{request.id}"
        return tuple(self._plant(each, request) for each in value) if isinstance(value, tuple) else value


def seat_bots(game: Game[Any], key: bytes, kind: Callable[[str], Player]) -> dict[Seat, Player]:
    """Return a bot for each seat, and the default services of the game."""
    return {seat: kind(bot_seed(seat, key)) for seat in game.seats} | seat_services(game, {}, key, nobody)


def record_match(case: GameCase, seed: int, folder: Path, kind: Callable[[str], Player] | None = None) -> Match:
    """Return a match of bots that is ready to be played into `folder`."""
    key, game = key_from_seed(seed), case.play()
    seated = seat_bots(game, key, kind or case.bot)
    referee = Referee(game, key)
    return Match(referee, seated, Writer.create(folder, referee, describe_players(seated), sync=False))


def _recorded(case: GameCase, folder: Path, matches: int, kind: Callable[[str], Player] | None = None) -> Iterator[Path]:
    """Play some matches of bots to their end, and yield the folder of each."""
    for seed in range(matches):
        path = folder / str(seed)
        asyncio.run(record_match(case, seed, path, kind).play())
        yield path


def play_unrecorded(case: GameCase, seed: int, kind: Callable[[str], Player]) -> Referee:
    """Play a match to its end without a transcript."""
    key, game = key_from_seed(seed), case.play()
    referee = Referee(game, key)
    asyncio.run(Match(referee, seat_bots(game, key, kind)).play())
    return referee


def check_game(case: GameCase, folder: Path) -> None:
    """Run the whole suite, with a few matches of each kind; transcripts are written into `folder`, which must be empty.

    Raises AssertionError with a sentence that says what is wrong and, for an exception in the rules, in which file and line.
    """
    with _reported_as_findings(case):
        check_definition(case)
        check_bots_finish(case, min(case.matches, 20))
        check_scripts_run(case, 3)
        check_same_key_same_bytes(case, folder / "bytes", 3)
        check_requests_answerable(case, 3)
        check_observations(case, 3)
        check_roles(case, 2)
        check_installed(case)
        check_pages(case, 1)
        check_tables(case, folder / "tables", 2)
        check_resumption(case, folder / "resumption", 10)
        check_results(case, folder / "results", 2)
        check_transcripts(case, folder / "transcripts", 2)


@contextmanager
def _reported_as_findings(case: GameCase) -> Iterator[None]:
    """Turn exceptions in the rules, and in what reads their records, into AssertionErrors with a sentence."""
    try:
        yield
    except Exception as error:
        tops = {kind.__module__.partition(".")[0]: case.name for kind in (case.play, *_kinds(case))}
        origin = find_origin(error, tops)
        if isinstance(error, AssertionError) and not origin:
            raise  # a finding of a check
        said = str(error).strip().rstrip(".")
        what = said if isinstance(error, RulesError) else f"{type(error).__name__}{f': {said}' if said else ''}"
        hint = "; perhaps `yield from` is missing before it" if "'generator' object" in said else ""
        where = f" ({origin})" if origin else ""
        raise AssertionError(f"{case.name}: {what}{hint}{where}.") from error


def _kinds(case: GameCase) -> Iterator[type[Game[Any]]]:
    with suppress(Exception):  # its own `__init__` may be what fails
        yield type(case.play())


def check_definition(case: GameCase) -> None:
    """Check that a game has a name, a version, and a `play` that asks."""
    game = case.play()
    kind = type(game)
    assert not (problem := registry.definition_error(kind)), problem
    is_script = isgeneratorfunction(kind.play) or isinstance(game.play(), Generator)
    assert is_script, f"`play` of {kind.__name__} asks no seat; write `yield from self.ask(...)` in it."


def check_installed(case: GameCase) -> None:
    """Check that the game is found by its name, without which no transcript of it can be read."""
    kind = type(case.play())
    is_found = registry.find_game(kind.name, kind.version) is not None
    assert is_found, f"{kind.name} is not installed; name it in the entry points of your package, and install that again."


def check_pages(case: GameCase, matches: int) -> None:
    """Check that a page can show what every viewer sees: the log, each panel by its template, and the questions."""
    asked: list[tuple[int, Request]] = []

    async def note(request: Request, observation: Sequence[Event]) -> None:
        asked.append((len(observation), request))

    for seed in range(matches):
        asked.clear()
        referee = play_unrecorded(case, seed, lambda seed: _Preceded(case.bot(seed), note))
        for viewer in (*referee.game.seats, PUBLIC):
            known, observed = observer(referee.game.name, viewer), referee.view(viewer)
            own = {seen: request for seen, request in asked if request.to == viewer}
            drawn = Counter[str]()
            for at in range(len(observed) + 1):
                if (request := own.get(at)) and drawn[request.answer.__name__] < _DRAWN:
                    drawn[request.answer.__name__] += 1
                    _draw(known.look(request))
                lines(known.see(observed[at]) if at < len(observed) else ())
            _draw(known.look(None))


_DRAWN = 3  # questions of each kind to each seat


def _draw(view: TableView) -> None:
    draw_table(view)
    if view.question:
        draw_question(view.question, "/")


class _Preceded:
    """A player before each of whose answers something else is done."""

    is_human = False
    answers_at_once = False
    keeps_time = False

    def __init__(self, player: Player, before: Callable[[Request, Sequence[Event]], Awaitable[None]]) -> None:
        self._player = player
        self._before = before

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        await self._before(request, observation)
        return await self._player.respond(request, observation)

    def describe(self) -> dict[str, Any]:
        return self._player.describe()


def check_scripts_run(case: GameCase, matches: int) -> None:
    """Check that every question that the rules made was asked: one without `yield from` never is."""
    for seed in range(matches):
        game, key = case.play(), key_from_seed(seed)
        left: list[str] = []
        for name in ("ask", "ask_why", "ask_all", "together"):
            setattr(game, name, _note_calls(getattr(game, name), name, left))
        asyncio.run(Match(Referee(game, key), seat_bots(game, key, case.bot)).play())
        assert not left, f"{left[0]} was never run; write `yield from` before it."


def _note_calls(method: Callable[..., Script[Any]], name: str, left: list[str]) -> Callable[..., Script[Any]]:
    """Return a method that puts where it is called into `left`, and takes it out once its script runs."""

    def call(*args: Any, **more: Any) -> Script[Any]:
        caller = sys._getframe(1)
        made = f"`{name}` at {caller.f_code.co_filename}:{caller.f_lineno}"
        left.append(made)

        def script() -> Script[Any]:
            left.remove(made)
            return (yield from method(*args, **more))

        return script()

    return call


def check_bots_finish(case: GameCase, matches: int) -> None:
    """Check that bots play matches to their end, with a result for each seat, and that none of them fails."""
    for seed in range(matches):
        referee = play_unrecorded(case, seed, case.bot)
        assert referee.outcome is not None, "The match has no outcome."
        seats = case.play().seats
        assert set(referee.outcome.results) == set(seats), f"There are results of {[*referee.outcome.results]}, not of {[*seats]}."
        failed = [event for event, _ in referee.record if isinstance(event, Forfeited) and event.kind == "error"]
        assert not failed, f"The player of {failed[0].seat} failed: {failed[0].why}."


def check_same_key_same_bytes(case: GameCase, folder: Path, matches: int) -> None:
    """Check that a key gives the same bytes alone and with all matches interleaved in one event loop."""
    alone = [*_recorded(case, folder / "alone", matches)]

    async def others_go_first(request: Request, observation: Sequence[Event]) -> None:
        await asyncio.sleep(0)

    async def all_at_once() -> None:
        running = [record_match(case, seed, folder / "together" / str(seed)) for seed in range(matches)]
        for match in running:
            match.players = {seat: _Preceded(player, others_go_first) for seat, player in match.players.items()}
        await asyncio.gather(*(match.play() for match in running))

    asyncio.run(all_at_once())
    for seed, path in enumerate(alone):
        is_same = (path / CLOSED).read_bytes() == (folder / "together" / str(seed) / CLOSED).read_bytes()
        assert is_same, f"The transcripts of seed {seed} differ: something depends on more than answers and the match's own chance."


def check_requests_answerable(case: GameCase, matches: int) -> None:
    """Check that an answer drawn from the schema of a request fits it. What `legal` of the rules refuses is no fault."""
    unfit: list[str] = []

    class Fitting(RandomBot):
        def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
            answer = super().answer(request, observation)
            if problem := request.refusal(answer):
                unfit.append(f"An answer of {request.to} that fits the schema was refused: {problem}")
            return answer

    for seed in range(matches):
        play_unrecorded(case, seed, Fitting)
        assert not unfit, unfit[0]


def check_observations(case: GameCase, matches: int) -> None:
    """Check that no viewer observes what was not told to it, or observes what it may not know."""
    for seed in range(matches):
        referee = play_unrecorded(case, seed, Canary)
        viewers = (*referee.game.seats, *referee.game.services, PUBLIC)
        for viewer in viewers:
            hears_all = viewer not in referee.game.services
            expected = [event for event, to in referee.record if (to is EVERYONE and hears_all) or viewer in to]
            assert list(referee.view(viewer)) == expected, f"{viewer} did not observe what was told to it."
            for event in referee.view(viewer):
                is_own = not isinstance(event, case.personal) or event.seat == viewer  # type: ignore[attr-defined]
                assert is_own, f"{viewer} was told of {event}, which is personal."
                is_heard = not isinstance(event, case.service) or viewer in referee.game.services
                assert is_heard, f"{viewer} was told of {event}, which is for services."
        for at, (event, to) in enumerate(referee.record):
            if type(event) in case.heard_by:
                may_hear = set(case.heard_by[type(event)](event, referee.record[:at]))
                assert set(to) <= may_hear, f"{event} was told to {to}"


def check_roles(case: GameCase, matches: int) -> None:
    """Check that every seat has a role that the game names, or none has, and that no part of the record tells another one."""
    for seed in range(matches):
        referee = play_unrecorded(case, seed, case.bot)
        kind = type(referee.game)
        roles = kind.roles(referee.record)
        assert set(roles) in (set(), set(referee.game.seats)), f"`roles` names {[*roles]}; name every seat, or none."
        unknown = set(roles.values()) - set(kind.role_names)
        assert not unknown, f"`roles` has {', '.join(sorted(unknown))}; explain it in `role_names`."
        assert kind.roles([]) == {}, "`roles` of an empty record must be empty."
        for end in range(0, len(referee.record), 7):
            is_part = kind.roles(referee.record[:end]).items() <= roles.items()
            assert is_part, f"`roles` of the first {end} Events are not those of the whole record."


def check_tables(case: GameCase, folder: Path, matches: int) -> None:
    """Check that tables without text hold every decision, and free text only where a Request offers it as a choice."""
    for path in _recorded(case, folder, matches, Canary):
        match = read_match(path)
        found = match_rows(match, match_tables())
        assert len(found["decisions"]) == len(match.transcript.lines), "The table of decisions does not have a row for each answer."
        for line, row in zip(match.transcript.lines, found["decisions"], strict=True):
            is_offered = "canary-" not in str(row) or "canary-" in str(line.body["request"]["choices"])
            assert is_offered, f"The table of decisions has what {line.body['request']['to']} said freely: {row}"
        has_words = "canary-" in str([found[name] for name in ("matches", "seats", "scores")])
        assert not has_words, "A table has what players said freely; numbers of results must not depend on it."


def check_resumption(case: GameCase, folder: Path, cuts: int) -> None:
    """Check that a match that is cut off at a line and resumed has the same end as one that was not."""
    whole = folder / "whole"
    asyncio.run(record_match(case, 1, whole).play())
    data = (whole / CLOSED).read_bytes()
    lines = data.splitlines(keepends=True)
    for cut in range(1, len(lines), max(1, len(lines) // cuts)):
        path = folder / f"cut {cut}"
        path.mkdir()
        (path / KEY).write_text(key_from_seed(1).hex())
        torn = lines[cut][: cut % len(lines[cut])]
        (path / PART).write_bytes(b"".join(lines[:cut]) + torn)
        again = reopen(path, sync=False)
        seated = seat_bots(again.referee.game, again.referee.key, case.bot)
        asyncio.run(Match(again.referee, seated, again.writer).play())
        is_same = _match_lines((path / CLOSED).read_bytes()) == _match_lines(data)
        assert is_same, f"A match that was cut off after line {cut} and resumed went on differently."


def check_results(case: GameCase, folder: Path, matches: int) -> None:
    """Check that the results and the reason that follow from the Events alone are those of the match."""
    for path in _recorded(case, folder, matches):
        differences = recorded_end_differences(read(path))
        assert not differences, differences[0]


def check_transcripts(case: GameCase, folder: Path, matches: int) -> None:
    """Check that transcripts pass all levels of verification."""
    for kind in dict.fromkeys((case.bot, RandomBot)):
        for path in _recorded(case, folder / kind.__name__, matches, kind):
            report = verify(path, level=3)
            wrong = [f"line {each.line}: {each.sentence}" for each in report.findings]
            assert not wrong, f"A transcript does not verify: {wrong[0]}"
            failed = [level for level in range(4) if report.levels[level].result != "passed"]
            assert not failed, f"A transcript passes all levels of verification but {failed[0]}."


def _match_lines(data: bytes) -> list[tuple[bytes, bytes]]:
    """Return body and words of the lines of a transcript, without those that record a resume."""
    parts = [split_line(row) for row in data.splitlines()]
    return [(each.body, each.words) for each in parts if each and not each.body.startswith(b'{"resumed"')]
