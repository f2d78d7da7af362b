"""The all-seeing view tells the truth: at every moment the table agrees with the rules, and the lines with the Events."""

from __future__ import annotations

import pytest

from woozle.arena.views.registry import observer
from woozle.core.game import EVERYONE, PUBLIC
from woozle.core.state import EVERYTHING
from woozle.games.ship import events as ship
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


# The map


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
