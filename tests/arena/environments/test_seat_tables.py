"""Tables whose seats are answered for by their handles: who may sit there, what is told, what is taken, and what is kept."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from pydantic_core import to_jsonable_python

from woozle.arena.play.setup import new_match
from woozle.arena.tables.seat_calls import SeatError
from woozle.arena.web.seat_tables import IDLE, MOST_OF_ONE, SILENT, Offer, Tables
from woozle.core import registry
from woozle.saves.disk import SaveError
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


def tables(tmp_path, most=4, clock=None, patience=5.0, **offer):
    return Tables(Offer(records=tmp_path, **offer), clock=clock or Clock(), patience=patience, most=most)


async def play(all_tables, handle, answer=least_answer):
    """Answer everything that a seat is asked, and return its last look."""
    seen = 0
    while True:
        _, told = await all_tables.look(handle, seen)
        seen = told["seen"]
        if told["state"] in ("over", "stopped"):
            return told
        if asked := told.get("request"):
            all_tables.seat(handle).answer(asked["id"], answer(asked["schema"]))


async def first_request(all_tables, **asked):
    handle, seat = await all_tables.sit_down(**asked)
    _, told = await all_tables.look(handle, 0)
    return handle, seat, told["request"]


def lines(folder):
    """The lines of a transcript without times, links, salts, and what the header says of players."""
    return lines_without(folder / CLOSED, "started", "link", "salt", "player", "seconds")


def played(game, seat, folder):
    config = registry.configure(registry.game(game), "standard", {})
    ready = new_match(game, [seat, f"bot*{registry.game(game).default_seats - 1}"], config, 7, folder, sync=False)
    asyncio.run(ready.match.play())
    return lines(ready.folder)


@pytest.mark.e2e
@pytest.mark.parametrize("game", ["urn", "ship"])
def test_an_agent_plays_the_same_match_through_python_a_program_and_a_handle(tmp_path, game):
    async def by_handle():
        all_tables = tables(tmp_path / "handle", game=game, seed=7)
        handle, seat = await all_tables.sit_down()
        told = await play(all_tables, handle)
        return seat.table.ready.folder, told

    folder, told = asyncio.run(by_handle())
    assert folder.name == told["match"]
    assert verify(folder).is_verified
    by_python = played(game, "python:tests.arena.environments.schema_answers:Least", tmp_path / "python")
    assert by_python == played(game, PROGRAM, tmp_path / "program")
    assert by_python == lines(folder)


KEYS = {"seat", "state", "guide", "events", "seen", "request", "result", "why", "match"}


async def test_a_seat_is_told_all_that_it_observes_once_and_nothing_else(tmp_path):
    all_tables = tables(tmp_path, game="ship", seed=3)
    handle, seat = await all_tables.sit_down()
    told, sent = {"seen": 0, "state": "playing"}, []
    while told["state"] == "playing":
        before = told["seen"]
        _, told = await all_tables.look(handle, before)
        assert told["seen"] == before + len(told["events"])
        sent.append(told)
        if asked := told.get("request"):
            seat.answer(asked["id"], least_answer(asked["schema"]))
    events = [(event["event"], event["data"]) for each in sent for event in each["events"]]
    view = seat.table.ready.match.referee.view(seat.name)
    assert events == [(type(event).__name__, to_jsonable_python(event)) for event in view]
    assert {key for each in sent for key in each} <= KEYS
    asked = [each["request"]["id"] for each in sent if "request" in each]
    assert asked == list(range(1, len(asked) + 1))  # whatever others were asked in between
    players = read(seat.table.ready.folder).header.seats
    assert not [place for place in players if place.player.get("seed", "none") in json.dumps(sent)]


async def test_a_match_begins_when_all_agents_sit_and_each_has_a_seat_of_its_own(tmp_path):
    all_tables = tables(tmp_path, game="urn", seats="agent,bot*3,agent", patience=0.01)
    first, ada = await all_tables.sit_down(client="one\x1b[2J", version="2")
    _, told = await all_tables.look(first, 0)
    assert (told["state"], told["events"], ada.table.ready) == ("waiting", [], None)
    assert told["why"] == "The match begins when 1 more agent sits down."
    second, eli = await all_tables.sit_down()
    assert (ada.name, eli.name, eli.table) == ("Ada", "Eli", ada.table)
    assert first != second
    _, told = await all_tables.look(first, 0)
    assert told["guide"].startswith("You are Ada")
    over = await asyncio.gather(play(all_tables, first), play(all_tables, second))
    assert [each["state"] for each in over] == ["over", "over"]
    header = read(ada.table.ready.folder).header
    players = [place.player for place in header.seats if place.player["kind"] == "agent"]
    assert [(player["name"], player.get("version")) for player in players] == [("mcp:one␛[2J", "2"), ("mcp", None)]
    _, third = await all_tables.sit_down()
    assert third.table is not ada.table


async def test_the_same_answer_again_is_told_the_same_and_another_one_is_refused(tmp_path):
    all_tables = tables(tmp_path, game="urn")
    handle, seat, asked = await first_request(all_tables)
    said = {"reds": 1, "text": "One."}
    reply = seat.answer(asked["id"], said)
    assert reply == "The answer to request 1 is accepted. Look again."
    assert seat.answer(asked["id"], dict(reversed(said.items()))) == reply
    for other in ({"reds": 2}, "what?"):
        with pytest.raises(SeatError, match="Request 1 already has another answer, which stands"):
            seat.answer(1, other)
    with pytest.raises(SeatError, match="Request 3 is not open"):
        seat.answer(3, said)
    _, told = await all_tables.look(handle, 0)
    assert told["request"]["id"] == 2
    assert seat.answer(1, said) == reply


WRONG = [None, "red", [], 7, {}, {"reds": "many"}, {"reds": 1, "vote": 2}, {"reds": 10**30}, "\udc80", {1}, {"text": "x" * 70_000}]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: str(type(wrong)))
async def test_what_is_no_answer_is_refused_and_forfeits_at_the_third_time(tmp_path, wrong):
    all_tables = tables(tmp_path, game="urn")
    handle, seat, asked = await first_request(all_tables)
    for left in (2, 1):
        with pytest.raises(SeatError, match=f"This is no valid answer to request 1: .*\\. Tries left: {left}\\.$"):
            seat.answer(asked["id"], wrong)
    for again in (wrong, {"reds": 1}):
        with pytest.raises(SeatError, match="Request 1 is forfeited: 3 answers could not be taken; the last: "):
            seat.answer(asked["id"], again)
    _, told = await all_tables.look(handle, asked["id"])
    forfeits = [event["data"]["kind"] for event in told["events"] if event["event"] == "Forfeited"]
    assert forfeits == ["illegal"]


async def test_an_illegal_answer_is_recorded_and_asked_for_again_as_a_new_request(tmp_path):
    all_tables = tables(tmp_path, game="urn")
    handle, seat, asked = await first_request(all_tables)
    reply = seat.answer(asked["id"], {"reds": 99})
    assert "not legal: reds can only be 0, 1, 2, 3, 4, 5, 6 now." in reply
    _, told = await all_tables.look(handle, 0)
    assert told["events"][-1]["event"] == "Refused"
    assert told["request"] == {**asked, "id": 2}
    assert seat.answer(asked["id"], {"reds": 99}) == reply


async def test_the_time_of_a_request_is_kept_and_a_late_answer_is_refused(tmp_path):
    all_tables = tables(tmp_path, game="urn", options={"seconds_to_answer": 0.02})
    handle, seat, asked = await first_request(all_tables)
    assert asked["seconds"] == 0.02
    while seat.turn() and seat.look(0)["request"]["id"] == asked["id"]:
        await asyncio.sleep(0)
    with pytest.raises(SeatError, match=f"Request {asked['id']} is over"):
        seat.answer(asked["id"], {"reds": 1})
    _, told = await all_tables.look(handle, asked["id"])
    assert next(event["data"]["kind"] for event in told["events"] if event["event"] == "Forfeited") == "timeout"


async def test_a_look_waits_no_longer_than_its_patience_and_refuses_what_was_not_told(tmp_path):
    all_tables = tables(tmp_path, game="urn", seats="agent*2,bot*3", patience=0.01)
    handle, _ = await all_tables.sit_down()
    await all_tables.sit_down()
    _, told = await all_tables.look(handle, 0)
    all_tables.seat(handle).answer(1, {"reds": 1})
    _, told = await all_tables.look(handle, told["seen"])
    _, nothing = await all_tables.look(handle, told["seen"])
    assert (nothing["events"], nothing.get("request"), nothing["state"]) == ([], None, "playing")
    for seen in (-1, told["seen"] + 1, 10**30):
        with pytest.raises(SeatError, match="`seen` is how many Events you have been told"):
            await all_tables.look(handle, seen)


async def test_a_table_with_a_silent_seat_is_left_and_kept_as_unfinished(tmp_path):
    clock = Clock()
    all_tables = tables(tmp_path, clock=clock, game="urn", seats="agent*2,bot*3")
    here, seat = await all_tables.sit_down()
    gone, _ = await all_tables.sit_down()
    clock.now = IDLE
    all_tables.seat(here)
    await all_tables.leave_idle()
    assert seat.table.state == "playing"
    clock.now = IDLE + 1
    looking = asyncio.create_task(all_tables.look(here, seat.look(0)["seen"]))
    await asyncio.sleep(0)
    await all_tables.leave_idle()
    _, told = await looking
    assert "request" in told or (told["state"], told["result"]) == ("stopped", None)
    assert seat.look(0)["why"] == "The match stopped before its end. A seat made no call for 30 minutes."
    for handle in (here, gone):
        with pytest.raises(SeatError, match="No seat has this handle"):
            all_tables.seat(handle)
    assert read(seat.table.ready.folder).end is None


async def test_tables_are_bounded_and_ended_ones_make_room(tmp_path):
    all_tables = tables(tmp_path, most=3, game="urn")
    taken = []
    for _ in range(1000):
        try:
            taken.append(await all_tables.sit_down())
        except SeatError as full:
            told = str(full)
    assert len(taken) == len(list(tmp_path.iterdir())) == 3
    assert told == "All 3 tables are taken; end a match, or come back when one was silent for 5 minutes."
    await play(all_tables, taken[1][0])
    await all_tables.sit_down()
    with pytest.raises(SeatError, match="No seat has this handle"):
        all_tables.seat(taken[1][0])
    await all_tables.leave_all()
    assert {seat.table.state for _, seat in taken} == {"stopped", "over"}
    assert [read(folder).end is None for folder in sorted(tmp_path.iterdir())].count(True) == 3


async def test_one_client_cannot_take_all_tables(tmp_path):
    all_tables = tables(tmp_path, most=MOST_OF_ONE + 2, game="urn")
    for _ in range(MOST_OF_ONE):
        await all_tables.sit_down(client="greedy", version="1")
    with pytest.raises(SeatError, match=rf"^You sit at {MOST_OF_ONE} tables; end a match, or come back when one was silent"):
        await all_tables.sit_down(client="greedy", version="1")
    await all_tables.sit_down(client="modest")
    await all_tables.sit_down(client="another")
    with pytest.raises(SeatError, match="All 18 tables are taken"):
        await all_tables.sit_down(client="late")
    await all_tables.leave_all()


@pytest.mark.parametrize(("most", "clients"), [(2, ("one", "other", "third")), (100, ("same",) * (MOST_OF_ONE + 1))])
async def test_the_longest_silent_table_is_left_when_it_is_in_the_way(tmp_path, most, clients):
    clock = Clock()
    all_tables = tables(tmp_path, most=most, clock=clock, game="urn")
    taken = []
    for client in clients[:-1]:
        clock.now += 1
        taken.append(await all_tables.sit_down(client=client))
    clock.now = taken[0][1].last_call + SILENT
    with pytest.raises(SeatError, match="was silent for 5 minutes"):
        await all_tables.sit_down(client=clients[-1])
    clock.now += 0.5
    await all_tables.sit_down(client=clients[-1])
    assert [seat.table.state for _, seat in taken[:2]] == ["stopped", "playing"]
    assert read(taken[0][1].table.ready.folder).end is None, "and its match is kept as unfinished"
    await all_tables.leave_all()


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
async def test_clients_choose_among_bots_and_nobody_else(tmp_path, monkeypatch, opponents):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SeatError, match="Opponents can only be bots"):
        await tables(tmp_path).sit_down("urn", opponents=opponents)
    assert not list(tmp_path.iterdir())


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
async def test_what_is_not_on_offer_is_a_sentence(tmp_path, offer, asked, sentence):
    with pytest.raises(ValueError, match=sentence):
        await tables(tmp_path, **offer).sit_down(**asked)
    assert not list(tmp_path.iterdir())


async def test_what_fails_is_told_to_the_operator_alone_and_leaves_no_table(tmp_path):
    (tmp_path / "file").write_text("")
    failed = []
    all_tables = Tables(Offer("urn", records=tmp_path / "file"), most=1, report=failed.append)
    for _ in range(2):
        with pytest.raises(SeatError, match="The server failed at this; its log says why"):
            await all_tables.sit_down()
    assert [type(error) for error in failed] == [SaveError, SaveError]


async def test_a_fault_in_a_match_is_reported_and_told_as_such(tmp_path, monkeypatch):
    failed = []
    all_tables = Tables(Offer("urn", records=tmp_path), report=failed.append)
    handle, seat, asked = await first_request(all_tables)
    monkeypatch.setattr(type(seat.table.ready.match.referee), "fold", lambda *_: 1 / 0)
    seat.answer(asked["id"], {"reds": 1})
    _, told = await all_tables.look(handle, asked["id"] + 2)
    while told["state"] == "playing":
        _, told = await all_tables.look(handle, told["seen"])
    assert told["why"] == "The match stopped before its end. The server failed at this; its log says why."
    assert [type(error) for error in failed] == [ZeroDivisionError]
