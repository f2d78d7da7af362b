"""Every game, through the whole conformance suite."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from woozle.arena.testing import games as testing
from woozle.arena.testing.games import GameCase
from woozle.core import registry
from woozle.core.game import EVERYONE, PUBLIC, RecordEntry
from woozle.core.request import Seat
from woozle.games.debate.config import MEASURED
from woozle.games.debate.events import Answered, Appealed, Believed, Chosen, Heard, Settled, Texts
from woozle.games.debate.rules import Debate
from woozle.games.quest.events import Declined, Given, Measured, Reconsidered, Scored, Standing, Submitted, Written
from woozle.games.quest.rules import Quest
from woozle.games.self_play.events import Acted, Evidence, Posed, Query
from woozle.games.self_play.rules import SelfPlay
from woozle.games.ship.config import preset
from woozle.games.ship.events import Arrived, Moved, Overheard, Placed, Role, Said, Sight, Voted, Waited, Worked
from woozle.games.ship.maps import load
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.rules import Ship
from woozle.games.urn.rules import Drawn, Opened, Reported, Urn
from woozle.players.registry import bot

from tests.games.parts import parts
from tests.two_truths import TwoTruths

PERSONAL = (Role, Placed, Sight, Waited, Moved, Arrived, Worked, Voted)


def in_the_room(said: Said, before: Sequence[RecordEntry]) -> Iterable[Seat]:
    """Return the seats that were with the speaker when its turn began, from the record alone."""
    turn = max(at for at, (event, _) in enumerate(before) if isinstance(event, Sight) and event.seat == said.seat)
    sight = before[turn][0]
    assert isinstance(sight, Sight)
    return {said.seat, *sight.present}


def to_the_listener(said: Overheard, before: Sequence[RecordEntry]) -> Iterable[Seat]:
    """Return the seat that is about to take a turn in the room where it was said."""
    rooms: dict[Seat, str] = {}
    for event, _ in before:
        match event:
            case Placed(seat, room) | Arrived(seat, room):
                rooms[seat] = room
            case Moved(seat, _, to, 1):
                rooms[seat] = to
    return {seat for seat, room in rooms.items() if room == said.room and seat != said.seat}


def ship(preset_name: str, seats: int, **options: object) -> GameCase:
    config = preset(preset_name, **options)
    heard_by = {Said: in_the_room, Overheard: to_the_listener}
    return GameCase(f"ship {preset_name} {seats}", lambda: Ship(seats, config), ShipBot, PERSONAL, heard_by=heard_by)


def quest(preset_name: str, seats: int, **options: object) -> GameCase:
    config = registry.configure(Quest, preset_name, options)
    personal = (Standing, Given, Reconsidered, Written, Declined, Measured, Scored)
    return GameCase(f"quest {preset_name} {seats}", lambda: Quest(seats, config), bot("quest"), personal, (Submitted,))


def debate(seats: int, **options: object) -> GameCase:
    config = registry.configure(Debate, "standard", options)
    heard_by = {Answered: lambda said, _: (said.seat, PUBLIC), Chosen: lambda *_: (), Believed: lambda *_: ()}
    matches = 60 if config.topology in MEASURED else 200
    kinds = (Heard, Settled, Appealed), (Texts,), heard_by
    return GameCase(f"debate {config.topology} {seats}", lambda: Debate(seats, config), bot("debate"), *kinds, matches)


def self_play(preset_name: str, seats: int, **options: object) -> GameCase:
    config = registry.configure(SelfPlay, preset_name, options)
    heard_by = {kind: lambda event, _: (event.seat, PUBLIC) for kind in (Posed, Acted, Evidence)}
    name = f"self_play {preset_name} {seats}"
    return GameCase(name, lambda: SelfPlay(seats, config), bot("self_play"), (), (Query,), heard_by)


def urn(preset_name: str, seats: int) -> GameCase:
    """Return the case of the urn, whose content only the crook hears until all have reported, accused and guessed."""
    config = registry.configure(Urn, preset_name, {})

    def may_know(opened: Opened, before: Sequence[RecordEntry]) -> Iterable[Seat]:
        reports = sum(isinstance(event, Reported) for event, _ in before)
        return EVERYONE if reports == seats * config.handfuls else (opened.crook,)

    heard_by = {Opened: may_know}
    return GameCase(f"urn {preset_name} {seats}", lambda: Urn(seats, config), bot("urn"), (Drawn,), heard_by=heard_by)


CASES = [
    GameCase("two truths", lambda: TwoTruths(seats=4)),
    ship("standard", 6),
    ship("quack", 6),
    ship("standard", 10, map=load("station"), ducks=2, max_ticks=60),
    ship("quack", 4, map=load("shuttle"), max_ticks=60),
    quest("standard", 2),
    quest("questions", 3, items=5, order="shuffled", vision="full", sticky=True, early_end=True),
    debate(5),
    debate(4, topology="sparse", early_stop=True, rounds=5),
    debate(4, topology="random", names=False, ties="draw"),
    debate(2, topology="dig", rounds=2),
    debate(3, topology="digra", wrong=1, rounds=2, early_stop=True),
    debate(3, topology="fixed", graph=((1,), (0, 2), ()), firsts=("One.\nAnswer: B", "", "Answer: C"), rounds=2),
    debate(3, topology="free", probe=True, early_stop=True),
    self_play("standard", 3),
    self_play("hub", 4, society="full", asks=2, effort=3, queries="own"),
    self_play("named", 1, calculators=(0,), searches=2),
    urn("standard", 5),
    urn("quick", 3),
    *(case for cases in parts("cases", "CASES").values() for case in cases),
]


@pytest.fixture(params=CASES, ids=lambda case: case.name)
def case(request):
    return request.param


def test_it_is_complete_and_asks_what_it_means_to(case):
    testing.check_definition(case)
    testing.check_installed(case)
    testing.check_scripts_run(case, 1)


def test_bots_finish(case):
    testing.check_bots_finish(case, case.matches // 10)


def test_the_same_key_gives_the_same_bytes(case, tmp_path):
    testing.check_same_key_same_bytes(case, tmp_path, matches=4)


def test_every_request_is_answerable_from_its_schema(case):
    testing.check_requests_answerable(case, matches=5)


def test_nobody_observes_what_was_not_told_to_them(case):
    testing.check_observations(case, matches=5)


def test_roles_are_explained(case):
    testing.check_roles(case, matches=2)


def test_tables_hold_every_decision_and_no_free_text(case, tmp_path):
    testing.check_tables(case, tmp_path, matches=2)


def test_a_match_cut_at_any_line_goes_on_to_the_same_end(case, tmp_path):
    testing.check_resumption(case, tmp_path, cuts=10)


def test_results_that_follow_from_events_are_those_of_the_match(case, tmp_path):
    testing.check_results(case, tmp_path, matches=2)


def test_transcripts_verify(case, tmp_path):
    testing.check_transcripts(case, tmp_path, matches=2)
