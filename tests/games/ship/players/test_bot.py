"""Whole matches of the ship's bots."""

import re
from functools import cache

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.game import Refused
from woozle.core.referee import Referee
from woozle.core.request import Forfeit, Request, Response
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Arrived, MeetingCalled, Moved, Placed, Role, Speak, Spoke, Tick
from woozle.games.ship.maps import load
from woozle.games.ship.players.assertions import reader_of
from woozle.games.ship.players.bot import ShipBot, ShrewdBot, TrustingBot
from woozle.games.ship.rules import Ship
from woozle.players.random_bot import RandomBot
from woozle.players.seats import level_options
from woozle.tui.cli.commands import build_config

ODD = [
    "",
    "[bold]Bob[/bold]",
    "\x1b[2J",
    "vote " * 800,
    "Bob killed everyone in nav!!!",
    "i saw " * 600,
    "\u202ewho?;\n:",
    "I was with Bob and me and us",
]


def played(config, seed, seats=6, geese=ShipBot, duck=ShipBot, each=lambda request, bot, answer, view: answer):
    referee = Referee(Ship(seats, config), key_from_seed(seed))
    teams = {event.seat: event.team for event, _ in referee.record if isinstance(event, Role)}
    bots = {seat: (duck if team == "duck" else geese)(f"{seed} {seat}") for seat, team in teams.items()}
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        view = referee.view(request.to)
        answer = bots[request.to].answer(request, view)
        referee.fold(Response(request.id, each(request, bots[request.to], answer, view), 0.0))
    return referee


@cache
def standard(seed):
    """A match of the bots that sit down unless others are named, by the standard rules."""
    return played(preset("standard"), seed)


@pytest.mark.parametrize("rules", ["standard", "quack"])
@pytest.mark.parametrize("seats, ducks, map_name", [(4, 1, "shuttle"), (7, 3, "ship"), (10, 4, "station"), (9, 2, "shuttle")])
def test_bots_play_every_table_and_map_and_never_try_what_is_illegal(seats, ducks, map_name, rules):
    for seed, kind in enumerate((TrustingBot, ShipBot, ShrewdBot)):
        referee = played(preset(rules, ducks=ducks, map=load(map_name), rounds=3), seed, seats, kind, kind)
        assert referee.outcome
        assert not any(isinstance(event, Refused) for event, _ in referee.record)


def test_a_bot_that_joins_late_or_is_asked_again_answers_as_if_it_had_always_been_there():
    def late_comer(request, bot, answer, view):
        assert ShipBot(bot.seed).answer(request, list(view)) == bot.answer(request, view) == answer
        return answer

    for rules in ("standard", "quack"):
        played(preset(rules), 4, each=late_comer)


def test_odd_players_do_not_upset_a_bot():
    def odd(request, bot, answer, view):
        if request.to in ("Alice", "Bob"):
            if request.answer is Speak:
                return Speak(text=ODD[request.id % len(ODD)])
            if request.answer is Act and request.id % 3 == 0:
                return Act(action="wait", say=ODD[request.id % len(ODD)])
            return Forfeit("gave_up") if request.id % 5 == 0 else RandomBot(1).answer(request, view)
        return answer

    for rules in ("standard", "quack"):
        for seed in range(3):
            played(preset(rules, rounds=3), seed, each=odd)


def test_one_bot_can_be_moved_to_another_match():
    bot = ShipBot(1)
    for seed in (1, 2):
        referee = Referee(Ship(6, preset("standard")), key_from_seed(seed))
        request = next(iter(referee.open.values()))
        assert bot.answer(request, referee.view(request.to)) == ShipBot(1).answer(request, referee.view(request.to))


def test_without_any_observation_a_bot_waits():
    assert ShipBot(1).answer(Request(1, "Alice", Act, {"action": ("wait",)}), []).action == "wait"


@pytest.mark.parametrize("seed", range(8))
def test_speeches_are_short_name_rooms_in_words_and_differ_within_a_meeting(seed):
    texts = []
    for event, _ in standard(seed).record:
        if isinstance(event, MeetingCalled):
            texts = []
        elif isinstance(event, Spoke):
            assert event.text or event.round > 1
            assert len(event.text.split()) <= 60
            assert not re.search(r"_|\{|  |\bNone\b", event.text)
            assert not event.text or event.text not in texts
            texts.append(event.text)


@pytest.mark.parametrize("seed", range(8))
def test_a_goose_tells_the_truth_about_its_way(seed):
    referee = standard(seed)
    geese = {event.seat for event, _ in referee.record if isinstance(event, Role) and event.team == "goose"}
    game, arrivals, tick = referee.game, {}, 0
    for event, _ in referee.record:
        match event:
            case Tick(number):
                tick = number
            case Placed(seat, room):
                arrivals[seat] = [(tick, room)]
            case Moved(seat, _, room, 1) | Arrived(seat, room):
                arrivals[seat].append((tick, room))
            case Spoke(seat, _, text) if seat in geese:
                statement = Statement(0, tick, 1, seat, text, 0)
                for claim in reader_of(game.seats, game.config.map).read((statement,), 0):
                    if claim.kind == "at" and claim.about == seat and claim.first and "route" in text:
                        assert any(room == claim.room and arrived <= claim.first for arrived, room in arrivals[seat]), text


def test_people_among_easy_bots_alone_have_twenty_ticks_in_which_no_one_is_killed_unless_they_choose_others():
    easy = level_options("human,bot:easy*5", "ship", "standard")
    assert build_config("ship", "standard", None, usual=easy).first_kill_cooldown == 21
    assert build_config("ship", "standard", ["first_kill_cooldown=3"], usual=easy).first_kill_cooldown == 3
    for seats in ("human,bot:easy*4,bot", "bot:easy*6", "human,bot*5"):
        assert not level_options(seats, "ship", "standard")
    assert not level_options("human,bot:easy*5", "ship", "quack")


def test_no_goose_loiters_before_a_task_of_its_own():
    def busy(request, bot, answer, view):
        role = next(event for event in view if isinstance(event, Role) and event.seat == request.to)
        if request.answer is Act and role.team == "goose" and "task" in request.choices["action"]:
            assert answer.action != "wait"
        return answer

    for seed, kind in enumerate((TrustingBot, ShipBot, ShrewdBot)):
        played(preset("standard"), seed, geese=kind, duck=kind, each=busy)


def test_geese_with_wits_beat_geese_without():
    def duck_wins(geese):
        table = (played(preset("standard"), seed, geese=geese, duck=ShipBot) for seed in range(20))
        return sum(each.game.verdict[0] == "duck" for each in table)

    assert duck_wins(ShrewdBot) < 0.75 * duck_wins(RandomBot)
