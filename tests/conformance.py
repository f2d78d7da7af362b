"""What every game must do. Hand it a Case, and it gets the whole suite: `tests/test_conformance.py` does so for each game.

Bots finish; the same key gives the same bytes, alone and interleaved; every request can be answered from its schema; nobody
observes what was not told to them; a match that is cut at any line goes on to the same end; transcripts verify.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

from woozle.core.chance import key_from_seed
from woozle.core.game import EVERYONE, PUBLIC, Event, Game, Refused, Told
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Answer, Request, Response, Seat
from woozle.players.random_bot import RandomBot
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_officials
from woozle.saves.resume import reopen
from woozle.saves.tables.rows import rows, tables
from woozle.saves.transcript import CLOSED, KEY, PART, read
from woozle.saves.verify import verify
from woozle.saves.vocabulary import decode_record
from woozle.saves.writer import Writer

from tests.saves.table import played_lines


@dataclass(frozen=True)
class Case:
    """A game under test. play: a new play of it. bot: its own bot, for matches with some sense in them.

    personal: kinds of Event that say something about their `seat` which only that seat may know.
    official: kinds of Event that only officials may know.
    matches: how many bots finish; fewer where officials take their time.
    heard_by: for texts that not everybody may hear, who may: the Event and the record before it give the seats.
    """

    name: str
    play: Callable[[], Game[Any]]
    bot: Callable[[str], Player] = RandomBot
    personal: tuple[type[Event], ...] = ()
    official: tuple[type[Event], ...] = ()
    heard_by: dict[type[Event], Callable[[Any, Sequence[Told]], Iterable[Seat]]] = field(default_factory=dict)
    matches: int = 200


class Canary(RandomBot):
    """Plays at random, and every free text it gives is a token that can be searched for."""

    name = "canary"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        """A legal answer whose texts are `canary-SEAT-REQUEST`."""
        answer = super().answer(request, observation)
        texts = {name: self._planted(value, request) for name, value in answer if name not in request.choices}
        return answer.model_copy(update=texts)

    def _planted(self, value: Any, request: Request) -> Any:
        if isinstance(value, str):
            return f"canary-{request.to}-{request.id}"
        return tuple(self._planted(each, request) for each in value) if isinstance(value, tuple) else value


def players(case: Case, game: Game[Any], key: bytes, kind: Callable[[str], Player]) -> dict[Seat, Player]:
    """A bot at each seat, and the officials that the game has where nobody asks for others."""
    return {seat: kind(bot_seed(seat, key)) for seat in game.seats} | seat_officials(game, {}, key, nobody)


def recorded(case: Case, seed: int, folder: Path, kind: Callable[[str], Player] | None = None) -> Match:
    """A match that is ready to be played into `folder`."""
    key, game = key_from_seed(seed), case.play()
    seated = players(case, game, key, kind or case.bot)
    referee = Referee(game, key)
    described = {seat: player.describe() for seat, player in seated.items()}
    return Match(referee, seated, Writer.create(folder, referee, described, sync=False))


def played(case: Case, seed: int, kind: Callable[[str], Player]) -> Referee:
    """A match without a transcript, to its end."""
    key, game = key_from_seed(seed), case.play()
    referee = Referee(game, key)
    asyncio.run(Match(referee, players(case, game, key, kind)).play())
    return referee


def bots_finish(case: Case, matches: int) -> None:
    for seed in range(matches):
        outcome = played(case, seed, case.bot).outcome
        assert outcome is not None
        assert set(outcome.results) == set(case.play().seats)


def the_same_key_gives_the_same_bytes(case: Case, tmp_path: Path, matches: int) -> None:
    """Alone, and with all matches interleaved in one event loop."""
    for seed in range(matches):
        asyncio.run(recorded(case, seed, tmp_path / "alone" / str(seed)).play())

    async def all_at_once() -> None:
        running = [recorded(case, seed, tmp_path / "together" / str(seed)) for seed in range(matches)]
        for match in running:
            match.players = {seat: _Yielding(player) for seat, player in match.players.items()}
        await asyncio.gather(*(match.play() for match in running))

    asyncio.run(all_at_once())
    for seed in range(matches):
        alone, together = (tmp_path / how / str(seed) / CLOSED for how in ("alone", "together"))
        assert alone.read_bytes() == together.read_bytes()


class _Yielding:
    """Lets every other match go first before it answers."""

    is_person = False
    answers_at_once = False
    keeps_time = False

    def __init__(self, player: Player) -> None:
        self._player = player

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        await asyncio.sleep(0)
        return await self._player.respond(request, observation)

    def describe(self) -> dict[str, Any]:
        return self._player.describe()


def every_request_is_answerable_from_its_schema(case: Case, matches: int) -> None:
    for seed in range(matches):
        referee = played(case, seed, RandomBot)
        assert not [event for event, _ in referee.record if isinstance(event, Refused)]


def nobody_observes_what_was_not_told_to_them(case: Case, matches: int) -> None:
    for seed in range(matches):
        referee = played(case, seed, Canary)
        viewers = (*referee.game.seats, *referee.game.officials, PUBLIC)
        for viewer in viewers:
            hears_all = viewer not in referee.game.officials
            expected = [event for event, to in referee.record if (to is EVERYONE and hears_all) or viewer in to]
            assert list(referee.view(viewer)) == expected
            for event in referee.view(viewer):
                assert not isinstance(event, case.personal) or event.seat == viewer  # type: ignore[attr-defined]
                assert not isinstance(event, case.official) or viewer in referee.game.officials
        for at, (event, to) in enumerate(referee.record):
            if type(event) in case.heard_by:
                may_hear = set(case.heard_by[type(event)](event, referee.record[:at]))
                assert set(to) <= may_hear, f"{event} was told to {to}"


def roles_are_explained(case: Case, matches: int) -> None:
    """All seats have a role, of those that the game names, or none has; as much is known of it from a part of the record."""
    for seed in range(matches):
        referee = played(case, seed, case.bot)
        kind = type(referee.game)
        roles = kind.roles(referee.record)
        assert set(roles) in (set(), set(referee.game.seats))
        assert set(roles.values()) <= set(kind.role_names)
        assert kind.roles([]) == {}
        for end in range(0, len(referee.record), 7):
            assert kind.roles(referee.record[:end]).items() <= roles.items()


def tables_hold_every_decision_and_no_free_text(case: Case, tmp_path: Path, matches: int) -> None:
    """Unless a Request offers to choose among texts that were said."""
    for seed in range(matches):
        folder = tmp_path / str(seed)
        asyncio.run(recorded(case, seed, folder, Canary).play())
        transcript = read(folder)
        found = rows(transcript, folder.name, tables())
        assert len(found["decisions"]) == len(transcript.lines)
        for line, row in zip(transcript.lines, found["decisions"], strict=True):
            assert "canary-" not in str(row) or "canary-" in str(line.body["request"]["choices"])
        assert "canary-" not in str([found[name] for name in ("matches", "seats", "scores")])


def a_match_cut_at_any_line_goes_on_to_the_same_end(case: Case, tmp_path: Path, cuts: int) -> None:
    whole = tmp_path / "whole"
    asyncio.run(recorded(case, 1, whole).play())
    data = (whole / CLOSED).read_bytes()
    lines = data.splitlines(keepends=True)
    for cut in range(1, len(lines), max(1, len(lines) // cuts)):
        folder = tmp_path / f"cut {cut}"
        folder.mkdir()
        (folder / KEY).write_text(key_from_seed(1).hex())
        torn = lines[cut][: cut % len(lines[cut])]
        (folder / PART).write_bytes(b"".join(lines[:cut]) + torn)
        again = reopen(folder, sync=False)
        seated = players(case, again.referee.game, again.referee.key, case.bot)
        asyncio.run(Match(again.referee, seated, again.writer).play())
        assert played_lines((folder / CLOSED).read_bytes()) == played_lines(data), f"cut after line {cut}"


def results_that_follow_from_events_are_those_of_the_match(case: Case, tmp_path: Path, matches: int) -> None:
    for seed in range(matches):
        folder = tmp_path / str(seed)
        asyncio.run(recorded(case, seed, folder).play())
        transcript, game = read(folder), type(case.play())
        record = list(chain.from_iterable(decode_record(game, transcript)))
        follow = game.results(case.play().config, record)
        assert set(follow) in (set(), set(case.play().seats))
        for seat, result in follow.items():
            whole = transcript.end.outcome.results[seat]
            assert (whole.kind, {name: whole.numbers[name] for name in result.numbers}) == (result.kind, dict(result.numbers))


def transcripts_verify(case: Case, tmp_path: Path, matches: int) -> None:
    for seed in range(matches):
        for kind in dict.fromkeys((case.bot, RandomBot)):
            folder = tmp_path / f"{seed} {kind.__name__}"
            asyncio.run(recorded(case, seed, folder, kind).play())
            report = verify(folder, level=3)
            assert {level: check.result for level, check in report.levels.items()} == {
                0: "passed",
                1: "passed",
                2: "passed",
                3: "passed",
            }
            assert not report.findings
