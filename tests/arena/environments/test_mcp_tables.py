"""Tables whose seats are answered for by their handles: who may sit there, what is told, what is taken, and what is kept."""

import asyncio
import json
import sys
import time
from pathlib import Path

import pytest
from pydantic_core import to_jsonable_python

from woozle.arena.play.setup import new_match
from woozle.arena.tables import remote_seat, seat_calls
from woozle.arena.tables.database import TABLES, TableDatabase
from woozle.arena.tables.directory import TableDirectory
from woozle.arena.tables.house import House
from woozle.arena.tables.seat_calls import SILENT, SeatError
from woozle.arena.web.mcp_tables import IDLE, MOST, MOST_OF_ONE, Offer, OfferedTables
from woozle.core import registry
from woozle.core.referee import Referee
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify

from tests.arena.environments.schema_answers import least_answer
from tests.saves.table import lines_without

HERE = Path(__file__).resolve()
PROGRAM = f"exec:{sys.executable} {HERE.parents[3] / 'docs' / 'agents' / 'agent.py'}"


class Clock:
    """A clock that stands still unless it is set."""

    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
async def tables(tmp_path):
    """Make the tables of a server, with their index; matches are kept in `matches`."""
    opened = []

    def make(most=4, clock=None, report=pytest.fail, tell=print, records=tmp_path / "matches", **offer):
        database = TableDatabase(tmp_path / TABLES)
        clock = clock or Clock()
        house = House(database, records=records, report=report, tell=tell, clock=clock, now=lambda: 1e9 + clock())
        opened.append((directory := TableDirectory(house, MOST), database))
        directory.resume()
        return OfferedTables(Offer(**offer), directory, most)

    yield make
    for directory, database in opened:
        await directory.stop()
        database.close()


async def sit_down(all_tables, software="mcp:test 1", **asked):
    return await all_tables.sit_down(software, **asked)


async def look(all_tables, handle, seen=0):
    calls = await all_tables.seat(handle)
    await calls.wait(seen)
    return calls.look(seen)


async def play(all_tables, handle, answer=least_answer):
    """Answer everything that a seat is asked, and return its last look."""
    seen = 0
    while True:
        told = await look(all_tables, handle, seen)
        seen = told["seen"]
        if told["state"] in ("over", "stopped"):
            return told
        if asked := told.get("request"):
            (await all_tables.seat(handle)).answer(asked["id"], answer(asked["schema"]))


async def first_request(all_tables, **asked):
    handle, seat = await sit_down(all_tables, **asked)
    told = await look(all_tables, handle)
    return handle, seat, told["request"]


def silence(seat):
    """Let a seat be silent: its player counts as connected no longer."""
    seat.table.room.detach(seat.place, seat.place.guest)


def lines(folder):
    """The lines of a transcript without times, clocks, links, salts, and what the header says of players and of their table."""
    return lines_without(folder / CLOSED, "started", "link", "salt", "player", "seconds", "deal", "clock")


async def played(game, seat, folder):
    config = registry.configure(registry.game(game), "standard", {})
    ready = new_match(game, [seat, f"bot*{registry.game(game).default_seats - 1}"], config, 7, folder, sync=False)
    await ready.match.play()
    return lines(ready.folder)


@pytest.mark.e2e
@pytest.mark.parametrize("game", ["urn", "ship"])
async def test_an_agent_plays_the_same_match_through_python_a_program_and_a_handle(tables, tmp_path, game):
    all_tables = tables(game=game, seed=7)
    handle, seat = await sit_down(all_tables)
    told = await play(all_tables, handle)
    folder = seat.table.folder
    assert folder.name == told["match"]
    assert verify(folder).is_verified
    by_python = await played(game, "python:tests.arena.environments.schema_answers:Least", tmp_path / "python")
    assert by_python == await played(game, PROGRAM, tmp_path / "program")
    assert by_python == lines(folder)


KEYS = {"seat", "state", "guide", "events", "seen", "request", "result", "why", "match"}


async def test_a_seat_is_told_all_that_it_observes_once_and_nothing_else(tables):
    all_tables = tables(game="ship", seed=3)
    handle, seat = await sit_down(all_tables)
    told, sent = {"seen": 0, "state": "playing"}, []
    while told["state"] == "playing":
        before = told["seen"]
        told = await look(all_tables, handle, before)
        assert told["seen"] == before + len(told["events"])
        sent.append(told)
        if asked := told.get("request"):
            seat.answer(asked["id"], least_answer(asked["schema"]))
    events = [(event["event"], event["data"]) for each in sent for event in each["events"]]
    view = seat.place.seat.observation
    assert events == [(type(event).__name__, to_jsonable_python(event)) for event in view]
    assert {key for each in sent for key in each} <= KEYS
    asked = [each["request"]["id"] for each in sent if "request" in each]
    assert asked == list(range(1, len(asked) + 1))  # whatever others were asked in between
    players = read(seat.table.folder).header.seats
    assert not [place for place in players if place.player.get("seed", "none") in json.dumps(sent)]


async def test_a_match_begins_when_all_agents_sit_and_each_has_a_seat_of_its_own(tables, monkeypatch):
    monkeypatch.setattr(seat_calls, "PATIENCE", 0.01)
    all_tables = tables(game="urn", seats="agent,bot*3,agent")
    first, ada = await sit_down(all_tables, "mcp:one␛[2J 2")
    told = await look(all_tables, first)
    assert (told["seat"], told["state"], told["events"], ada.table.folder) == ("Ada", "waiting", [], None)
    assert told["why"] == "The match begins when 1 more seat is taken."
    monkeypatch.setattr(seat_calls, "PATIENCE", 20)
    second, eli = await sit_down(all_tables)
    assert (ada.name, eli.name, eli.table) == ("Ada", "Eli", ada.table)
    assert first != second
    told = await look(all_tables, first)
    assert told["guide"].startswith("You are Ada")
    over = await asyncio.gather(play(all_tables, first), play(all_tables, second))
    assert [each["state"] for each in over] == ["over", "over"]
    header = read(ada.table.folder).header
    players = [place.player for place in header.seats if place.player["kind"] == "agent"]
    assert [player["name"] for player in players] == ["mcp:one␛[2J 2", "mcp:test 1"]
    _, third = await sit_down(all_tables)
    assert third.table is not ada.table


async def test_the_same_answer_again_is_told_the_same_and_another_one_is_refused(tables):
    all_tables = tables(game="urn")
    handle, seat, asked = await first_request(all_tables)
    said = {"reds": 1, "text": "One."}
    reply = seat.answer(asked["id"], said)
    assert reply == "The answer to request 1 is accepted. Look again."
    assert seat.answer(asked["id"], dict(reversed(said.items()))) == reply
    for other in ({"reds": 2}, "what?"):
        with pytest.raises(SeatError, match="Request 1 has another answer already, which stands; `look` shows"):
            seat.answer(1, other)
    with pytest.raises(SeatError, match="Request 3 is not open"):
        seat.answer(3, said)
    told = await look(all_tables, handle, 0)
    assert told["request"]["id"] == 2
    assert seat.answer(1, said) == reply


WRONG = [None, "red", [], 7, {}, {"reds": "many"}, {"reds": 1, "vote": 2}, {"reds": 10**30}, "\udc80", {1}, {"text": "x" * 70_000}]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(type(wrong)))
async def test_what_is_no_answer_is_refused_and_forfeits_at_the_third_time(tables, wrong):
    all_tables = tables(game="urn")
    handle, seat, asked = await first_request(all_tables)
    for left in (2, 1):
        with pytest.raises(SeatError, match=f"This is no valid answer to request 1: .*\\. Tries left: {left}\\.$"):
            seat.answer(asked["id"], wrong)
    for again in (wrong, {"reds": 1}):
        with pytest.raises(SeatError, match="Request 1 is forfeited: 3 answers could not be taken; the last: "):
            seat.answer(asked["id"], again)
    told = await look(all_tables, handle, asked["id"])
    forfeits = [event["data"]["kind"] for event in told["events"] if event["event"] == "Forfeited"]
    assert forfeits == ["illegal"]


async def test_an_illegal_answer_is_recorded_and_asked_for_again_as_a_new_request(tables):
    all_tables = tables(game="urn")
    handle, seat, asked = await first_request(all_tables)
    reply = seat.answer(asked["id"], {"reds": 99})
    assert "not legal: reds can only be 0, 1, 2, 3, 4, 5, 6 now." in reply
    told = await look(all_tables, handle, 0)
    assert told["events"][-1]["event"] == "Refused"
    assert told["request"] == {**asked, "id": 2}
    assert seat.answer(asked["id"], {"reds": 99}) == reply


async def test_the_time_of_a_request_is_kept_and_a_late_answer_is_refused(tables, monkeypatch):
    monkeypatch.setattr(remote_seat, "MOST_LAG", 0.0)
    all_tables = tables(clock=time.monotonic, game="urn", options={"seconds_to_answer": 0.02})
    handle, seat, asked = await first_request(all_tables)
    assert asked["seconds"] == 0.02
    while seat.turn and seat.look(0)["request"]["id"] == asked["id"]:
        await asyncio.sleep(0)
    with pytest.raises(SeatError, match=f"Request {asked['id']} is over"):
        seat.answer(asked["id"], {"reds": 1})
    told = await look(all_tables, handle, asked["id"])
    assert next(event["data"]["kind"] for event in told["events"] if event["event"] == "Forfeited") == "timeout"


async def test_a_look_waits_no_longer_than_its_patience_and_refuses_what_was_not_told(tables, monkeypatch):
    all_tables = tables(game="urn", seats="agent*2,bot*3")
    handle, seat = await sit_down(all_tables)
    await sit_down(all_tables)
    told = await look(all_tables, handle)
    seat.answer(1, {"reds": 1})
    monkeypatch.setattr(seat_calls, "PATIENCE", 0.01)
    told = await look(all_tables, handle, told["seen"])
    nothing = await look(all_tables, handle, told["seen"])
    assert (nothing["events"], nothing.get("request"), nothing["state"]) == ([], None, "playing")
    for seen in (-1, told["seen"] + 1, 10**30):
        with pytest.raises(SeatError, match="`seen` is how many Events you have been told"):
            await look(all_tables, handle, seen)


async def test_a_table_with_a_silent_seat_is_left_and_kept_as_unfinished(tables):
    clock = Clock()
    all_tables = tables(clock=clock, game="urn", seats="agent*2,bot*3")
    here, seat = await sit_down(all_tables)
    gone, other = await sit_down(all_tables)
    silence(other)
    clock.now = IDLE - SILENT
    await all_tables.leave_idle()
    assert seat.state == "playing"
    clock.now += 1
    looking = asyncio.create_task(look(all_tables, here, len(seat.look(0)["events"])))
    await asyncio.sleep(0)
    await all_tables.leave_idle()
    told = await looking
    assert "request" in told or (told["state"], told["result"]) == ("stopped", None)
    assert seat.look(0)["why"] == "A seat made no call for 30 minutes."
    for handle in (here, gone):
        with pytest.raises(SeatError, match="No seat has this handle"):
            await all_tables.seat(handle)
    assert read(seat.table.folder).end is None


async def test_a_table_that_ended_long_ago_is_forgotten(tables):
    clock = Clock()
    all_tables = tables(clock=clock, game="urn")
    handle, seat = await sit_down(all_tables)
    await play(all_tables, handle)
    clock.now = IDLE + 1
    await all_tables.leave_idle()
    assert seat.table.house.database.read_table(seat.table.id) is None
    with pytest.raises(SeatError, match="No seat has this handle"):
        await all_tables.seat(handle)


async def test_tables_are_bounded_and_ended_ones_make_room(tables, tmp_path):
    all_tables = tables(most=3, game="urn")
    taken = []
    for _ in range(1000):
        try:
            taken.append(await sit_down(all_tables))
        except SeatError as full:
            told = str(full)
    matches = tmp_path / "matches"
    assert len(taken) == len(list(matches.iterdir())) == 3
    assert told == "All 3 tables are taken; end a match, or come back when one was silent for 5 minutes."
    await play(all_tables, taken[1][0])
    await sit_down(all_tables)
    with pytest.raises(SeatError, match="No seat has this handle"):
        await all_tables.seat(taken[1][0])
    assert [seat.state for _, seat in taken] == ["playing", "over", "playing"]
    assert [read(folder).end is None for folder in sorted(matches.iterdir())].count(True) == 3


async def test_one_client_cannot_take_all_tables(tables):
    all_tables = tables(most=MOST_OF_ONE + 2, game="urn")
    for _ in range(MOST_OF_ONE):
        await sit_down(all_tables, "greedy 1")
    with pytest.raises(SeatError, match=rf"^You sit at {MOST_OF_ONE} tables; end a match, or come back when one was silent"):
        await sit_down(all_tables, "greedy 1")
    await sit_down(all_tables, "modest")
    await sit_down(all_tables, "another")
    with pytest.raises(SeatError, match="All 18 tables are taken"):
        await sit_down(all_tables, "late")


@pytest.mark.parametrize(("most", "clients"), [(2, ("one", "other", "third")), (100, ("same",) * (MOST_OF_ONE + 1))])
async def test_the_longest_silent_table_is_left_when_it_is_in_the_way(tables, most, clients):
    clock = Clock()
    all_tables = tables(most=most, clock=clock, game="urn")
    taken = [await sit_down(all_tables, client) for client in clients[:-1]]
    with pytest.raises(SeatError, match="was silent for 5 minutes"):
        await sit_down(all_tables, clients[-1])
    for _, seat in taken:
        clock.now += 1
        silence(seat)
    await sit_down(all_tables, clients[-1])
    assert [seat.state for _, seat in taken[:2]] == ["stopped", "playing"]
    assert read(taken[0][1].table.folder).end is None, "and its match is kept as unfinished"


FOREIGN = [
    "python:json:loads",
    "exec:touch been-here",
    "bot,exec:true*2",
    "openai:gpt-5",
    "human",
    "agent",
    "bot,python:a:b",
    "x",
    ",",
]


@pytest.mark.parametrize("opponents", FOREIGN)
async def test_clients_choose_among_bots_and_nobody_else(tables, tmp_path, monkeypatch, opponents):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SeatError, match="Opponents can only be bots"):
        await sit_down(tables(), game="urn", opponents=opponents)
    assert not (tmp_path / "matches").exists()
    assert not (tmp_path / "been-here").exists()


@pytest.mark.parametrize(
    ("offer", "asked", "sentence"),
    [
        ({}, {}, "Name a game: "),
        ({}, {"game": "urm"}, "There is no game 'urm'; did you mean urn?"),
        ({}, {"game": "urn", "preset": "x"}, "urn has no preset 'x'; choose from standard"),
        ({}, {"game": "urn", "opponents": "bot*99"}, "100 seats are more|99 seats are more|urn takes"),
        ({}, {"game": "urn", "opponents": "bot:keenest*4"}, "There is no bot 'keenest' for urn"),
        ({"game": "urn"}, {"game": "ship"}, "Only urn is played here; leave out the game."),
        ({"game": "urn", "preset": "standard"}, {"preset": "long"}, "Only the preset standard is played here"),
        ({"game": "urn", "seats": "agent,bot*4"}, {"opponents": "bot*4"}, "It is settled who plays here"),
    ],
)
async def test_what_is_not_on_offer_is_a_sentence(tables, tmp_path, offer, asked, sentence):
    with pytest.raises(ValueError, match=sentence):
        await sit_down(tables(**offer), **asked)
    assert not (tmp_path / "matches").exists()


async def test_a_match_that_cannot_be_kept_leaves_no_table(tables, tmp_path):
    (tmp_path / "file").write_text("")
    heard = []
    all_tables = tables(most=1, game="urn", records=tmp_path / "file", tell=heard.append)
    for _ in range(2):
        with pytest.raises(SeatError, match=r"^The match stopped, because a file could not be used; the host's log says which\.$"):
            await sit_down(all_tables)
    assert len(heard) == 2 and str(tmp_path) in heard[0]


async def test_a_fault_in_a_match_is_reported_and_told_as_such(tables, monkeypatch):
    failed = []
    all_tables = tables(game="urn", report=failed.append)
    handle, seat, asked = await first_request(all_tables)
    monkeypatch.setattr(Referee, "fold", lambda *_: 1 / 0)
    seat.answer(asked["id"], {"reds": 1})
    told = await look(all_tables, handle, asked["id"] + 2)
    while told["state"] == "playing":
        told = await look(all_tables, handle, told["seen"])
    assert told["why"] == "The match stopped, because of a fault in its game; the host's log says why."
    assert [type(error) for error in failed] == [ZeroDivisionError]
