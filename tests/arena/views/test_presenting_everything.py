"""The all-seeing view tells the truth: at every moment the table agrees with the rules."""

from __future__ import annotations

import pytest

from woozle.arena.views.registry import observer
from woozle.core.state import EVERYTHING
from woozle.games.ship import events as ship
from woozle.games.ship.map import room_title
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.views.map_layout import draw
from woozle.games.ship.views.panels import Map, Tasks
from woozle.players.random_bot import RandomBot

from tests.tables import panel, you
from tests.tui import scenes
from tests.tui.matches import folds

TEN = (*scenes.SEATS, "Grace", "Hank", "Ivy", "Jack")


@pytest.mark.parametrize("name", ["standard", "quack"])
@pytest.mark.parametrize(("seed", "bot"), [(1, ShipBot), (11, ShipBot), (3, RandomBot)])
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
