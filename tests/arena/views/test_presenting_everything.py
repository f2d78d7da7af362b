"""The all-seeing view tells the truth: at every moment the table agrees with the rules, and the lines with the Events."""

from __future__ import annotations

import pytest

from woozle.arena.views.registry import observer
from woozle.core.game import EVERYONE, PUBLIC
from woozle.core.state import EVERYTHING
from woozle.games.ship import events as ship
from woozle.games.ship.config import preset
from woozle.games.ship.map import room_title
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.views.map_layout import draw
from woozle.games.ship.views.panels import Map, Tasks
from woozle.games.ship.words import in_words
from woozle.players.random_bot import RandomBot

from tests.tables import panel, you
from tests.tui import scenes
from tests.tui.matches import folds, recorded

START = [
    ship.Briefing(scenes.SEATS, scenes.CONFIG),
    ship.Role("Alice", "goose", (), ("medbay", "storage")),
    ship.Placed("Alice", "cafeteria"),
    ship.Role("Bob", "duck", (), ("medbay", "oxygen")),
    ship.Placed("Bob", "cafeteria"),
    ship.Tick(1),
]
TEN = (*scenes.SEATS, "Grace", "Hank", "Ivy", "Jack")


def seen(*events):
    known = observer("ship", EVERYTHING)
    return known, [line for event in (*START, *events) for line in known.see(event)]


# The truth


@pytest.mark.parametrize("name", ["standard", "quack"])
@pytest.mark.parametrize(("seed", "bot"), [(1, ShipBot), (2, ShipBot), (11, ShipBot), (3, RandomBot), (4, RandomBot)])
def test_at_every_moment_the_table_shows_what_is_true(name, seed, bot):
    known = observer("ship", EVERYTHING)
    for referee, news in folds(seed, name, seats=7, bot=bot, ducks=2):
        for event, _ in news:
            known.see(event)
        game, table = referee.game, known.look()
        for member, card in zip(game.crew, table.seats, strict=True):
            assert (not card.out) == member.alive
            assert card.status == {"duck": "DUCK", "goose": "goose"}[member.team]
            assert card.letter == (member.seat[0] if member.team == "duck" else member.seat[0].lower())
            done = sum(work == game.config.ticks_per_task for work in member.work.values())
            assert card.note.startswith(f"{done}/{len(member.work)} ")
            if member.alive and not member.ticks_left:
                assert card.note.endswith(f" · {room_title(member.room)}")
            if member.alive and member.team == "duck" and member.cooldown and table.prompt and not table.is_discussion:
                assert f"{member.seat}: kill in {member.cooldown} tick{'s' * (member.cooldown > 1)}" in panel(table, Tasks).status
        geese = [member for member in game.crew if member.team == "goose"]
        done = sum(len(goose.work) - goose.open_tasks for goose in geese)
        left = sum(goose.open_tasks for goose in geese if goose.alive or game.config.dead_tasks_count)
        status = panel(table, Tasks).status
        assert status[0] == f"{sum(member.alive for member in game.crew)} alive · {done}/{done + left} tasks done"
        if game.buttons_left and table.prompt:
            assert status[1].startswith(f"Button: {game.buttons_left} use")
        for room in panel(table, Map).rooms:
            assert {game.seats[number - 1] for number in room.people} == {
                member.seat for member in game.crew if member.alive and not member.ticks_left and member.room == room.name
            }
            assert {game.seats[number - 1] for number in room.bodies} == set(game.bodies.get(room.name, ()))
        travels = {(number, frozenset(way.ends)) for way in panel(table, Map).ways for number in way.travellers}
        assert travels == {
            (game.seats.index(member.seat) + 1, frozenset((member.room, member.bound_for)))
            for member in game.crew
            if member.alive and member.ticks_left
        }
        assert table.is_discussion or not table.prompt or table.title.startswith(f"Tick {game.tick}")
    assert not table.prompt
    assert (you(table), table.role, table.question) == (None, "", None)


@pytest.mark.parametrize("name", ["standard", "quack"])
def test_the_lines_tell_every_kill_speech_task_and_vote(name):
    record = [event for event, _ in recorded(5, name, ducks=2).record]
    known = observer("ship", EVERYTHING)
    lines = [line for event in record for line in known.see(event)]
    texts = [line.text for line in lines]
    for event in record:
        match event:
            case ship.Killed(killer, victim, room):
                assert f"{killer} killed {victim} in {in_words(room)}." in texts
            case ship.Spoke(_, _, text) | ship.Said(_, _, text) if text:
                assert text in texts
            case ship.Role(seat, "duck"):
                assert any(text == f"{seat} is a duck." for text in texts)
            case ship.Ballot(ejected=str(seat)):
                assert any(text.startswith(f"{seat} was ejected, a ") for text in texts)
    assert sum(line.text == "The meeting is over" for line in lines) <= sum(line.text == "The vote" for line in lines)


# How it reads


def test_the_first_line_of_a_tick_has_the_tick_in_its_margin():
    _, lines = seen(
        ship.Moved("Alice", "cafeteria", "medbay", 1),
        ship.Moved("Bob", "cafeteria", "medbay", 1),
        ship.Tick(2),
        ship.Waited("Bob"),
        ship.Said("Bob", "medbay", "Hm."),
        ship.Worked("Alice", "medbay", "Submit Scan", 1, 3),
        ship.Tick(3),
        ship.Tick(4),
        ship.MeetingCalled(4, "Bob", "report", ("Eve",)),
    )
    assert [line.mark for line in lines[-7:]] == ["1", "", "", "2", "", "4", "†"]
    assert not any(line.mark for line in lines[:-7])


def test_a_secret_vote_is_open_to_those_who_see_everything():
    _, lines = seen(
        ship.MeetingCalled(1, "Bob", "button", ()),
        ship.Voted("Alice", "Bob"),
        ship.Voted("Bob", None),
        ship.Voted("Eve", "Bob"),
        ship.Ballot({"Bob": 2, "skip": 1}, None, "Bob", None),
    )
    assert [line.text for line in lines[-4:]] == [
        "The vote",
        "2 votes for Bob: Alice and Eve.",
        "1 vote to skip: Bob.",
        "Bob was ejected, a duck.",
    ]


def test_after_a_meeting_all_are_in_other_rooms_and_bodies_are_gone():
    known, lines = seen(
        ship.Killed("Bob", "Eve", "cafeteria"),
        ship.MeetingCalled(1, "Alice", "report", ("Eve",)),
        ship.Ballot({"skip": 2}, None, None, None),
        ship.Placed("Alice", "weapons"),
        ship.Placed("Bob", "oxygen"),
        ship.Tick(2),
    )
    assert [line.text for line in lines[-3:]] == ["The meeting is over", "Alice started in weapons.", "Bob started in oxygen."]
    rooms = {room.name: room for room in panel(known.look(), Map).rooms}
    assert (rooms["weapons"].people, rooms["oxygen"].people) == ((1,), (2,))
    assert not any(room.bodies for room in rooms.values())


def test_the_status_counts_tasks_buttons_and_kills():
    known, _ = seen(ship.Worked("Alice", "medbay", "Submit Scan", 3, 3))
    assert panel(known.look(), Tasks).status == ("6 alive · 1/2 tasks done", "Button: 1 use left", "Bob: kill in 4 ticks")
    known, _ = seen(ship.MeetingCalled(1, "Bob", "button", ()), ship.Tick(5))
    assert panel(known.look(), Tasks).status[1:] == ("Button: used up", "Bob can kill now")
    known, _ = seen(ship.Worked("Alice", "medbay", "Submit Scan", 3, 3), ship.Killed("Bob", "Alice", "medbay"))
    assert panel(known.look(), Tasks).status[0] == "5 alive · 1/1 tasks done", "what the dead have not done is not wanted any more"
    zombies = observer("ship", EVERYTHING)
    for event in (ship.Briefing(scenes.SEATS, preset("quack")), *START[1:], ship.Killed("Bob", "Alice", "medbay")):
        zombies.see(event)
    assert panel(zombies.look(), Tasks).status[0] == "5 alive · 0/2 tasks done", "in the public release it is"


# The map


def test_travellers_are_on_their_way_ducks_are_capitals_and_the_legend_says_so():
    known, _ = seen(ship.Moved("Alice", "cafeteria", "oxygen", 2), ship.Moved("Bob", "cafeteria", "oxygen", 2))
    chart = panel(known.look(), Map)
    assert [way.travellers for way in chart.ways if set(way.ends) == {"cafeteria", "oxygen"}] == [(1, 2)]
    assert ("a goose", "name") in chart.legend
    assert ("A DUCK", "name") in chart.legend
    rows = ["".join(row) for row in draw(chart, 49, 15).chars]
    assert any("aB" in row for row in rows)
    cards = {card.name: card for card in known.look().seats}
    assert (cards["Bob"].status, cards["Bob"].letter) == ("DUCK", "B")
    assert cards["Alice"].note == "0/2 tasks · → Oxygen, 2 ticks"


def test_travellers_who_find_no_place_on_their_way_are_a_plus():
    known = observer("ship", EVERYTHING)
    known.see(ship.Briefing(TEN, scenes.CONFIG))
    for seat in TEN:
        known.see(ship.Role(seat, "goose", (), ()))
        known.see(ship.Moved(seat, "medbay", "upper_engine", 2))
    chart = panel(known.look(), Map)
    for size in ((46, 15), (49, 15), (76, 31)):
        drawing = draw(chart, *size)
        text = "\n".join("".join(row) for row in drawing.chars)
        assert "+" in text or all(letter in text for letter in chart.letters)
        assert text.count("╭") == text.count("╯") == len(chart.rooms)


def test_a_crowd_in_one_room_stays_inside_its_walls():
    known = observer("ship", EVERYTHING)
    known.see(ship.Briefing(TEN, scenes.CONFIG))
    for seat in TEN:
        known.see(ship.Placed(seat, "cafeteria"))
    for seat in TEN[6:]:
        known.see(ship.Killed("Alice", seat, "cafeteria"))
    for size in ((46, 15), (49, 15), (76, 31)):
        drawing = draw(panel(known.look(), Map), *size)
        box = drawing.boxes["cafeteria"]
        walls = {drawing.chars[y][x] for y in range(box.top + 1, box.bottom) for x in (box.left, box.right)}
        assert walls <= set("│┤├")


# The others who look on


def test_the_public_sees_a_table_without_secrets_and_without_empty_words():
    known = observer("ship", PUBLIC)
    referee = recorded(6, seats=6)
    lines = []
    for event, audience in referee.record:
        if audience == EVERYONE:
            lines += known.see(event)
            table = known.look()
            assert (you(table), table.role, panel(table, Tasks).cards) == (None, "", ())
            assert table.prompt or table.title == "The match is over"
            assert table.goal == "you see what everyone sees"
            assert len(table.seats) == 6
            assert panel(table, Tasks).status
            assert not any(room.people or room.is_here or room.task for room in panel(table, Map).rooms)
            assert not any("you" in words.lower() for words, _ in panel(table, Map).legend)
    assert not any(line.text.startswith(("You ", "Your ")) for line in lines if line.tone != "speech")
    assert not table.prompt


def test_the_public_is_told_that_a_meeting_is_over_and_who_lives_as_far_as_all_know():
    known = observer("ship", PUBLIC)
    events = (START[0], ship.Tick(3), ship.MeetingCalled(3, "Bob", "report", ("Eve",)), ship.Ballot({}, None, None, None))
    for event in events:
        known.see(event)
    assert [line.text for line in known.see(ship.Tick(4))] == ["The meeting is over"]
    assert panel(known.look(), Tasks).status == ("5 alive, as far as all know",)
    assert known.see(ship.Tick(5)) == []


def test_a_copy_goes_on_without_the_original_and_shares_the_map():
    referee = recorded(7, seats=6)
    for viewer in (EVERYTHING, PUBLIC, "Alice"):
        known = observer("ship", viewer)
        view = [event for event, to in referee.record if viewer == EVERYTHING or to == EVERYONE or viewer in to]
        for event in view[: len(view) // 2]:
            known.see(event)
        before, table = repr(known), known.look()
        copy = known.copy()
        assert copy.look() == table
        for event in view[len(view) // 2 :]:
            copy.see(event)
        assert (repr(known), known.look()) == (before, table)
        assert copy.look() != table
        assert copy.state.config is known.state.config
