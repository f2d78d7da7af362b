"""Matches of the ship to check claims against: short, of bots and of chance, with both presets and three maps."""

from __future__ import annotations

from collections.abc import Callable

from woozle.core.chance import Chance, key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Answer, Forfeit, Request
from woozle.games.ship.config import preset
from woozle.games.ship.events import Act, Foresee, Speak, Vote
from woozle.games.ship.maps import load
from woozle.games.ship.players.bot import ShipBot
from woozle.games.ship.rules import Ship

NAMES = ("ship", "shuttle", "station")
"""The maps that the figures of docs/claims.md were measured on."""

MAPS = {name: load(name) for name in NAMES}

APART = {"Alice": "oxygen", "Bob": "weapons", "Charlie": "navigation", "Diana": "storage", "Eve": "medbay", "Frank": "medbay"}
"""First rooms on a board where Frank, the duck, is alone with Eve."""


def options(seed: int) -> tuple[int, dict[str, object]]:
    """Return the number of seats, and options: another preset and map with each seed."""
    chance = Chance(key_from_seed(seed, "options"))
    name = NAMES[seed // 2 % len(NAMES)]
    seats = 8 if name == "station" else 5 + seed % 2
    return seats, {
        "map": MAPS[name],
        "ducks": 2 if seats == 8 else 1,
        "max_ticks": 6 + chance.below("ticks", 14),
        "rounds": 1,
        "first_kill_cooldown": chance.below("first", 3),
        "kill_cooldown": chance.below("cooldown", 4),
        "emergency_meetings": chance.below("button", 3),
        "ticks_per_task": 2,
    }


def random_answer(request: Request, luck: Chance) -> Answer | Forfeit:
    if luck.below("gives up", 40) == 0:
        return Forfeit("gave_up")
    if request.answer is Act:
        actions = [a for a in request.choices["action"] if a != "button" or luck.below("button", 12) == 0]
        likely = [a for a in actions if a.startswith(("kill", "report")) and luck.below("likely", 3) == 0]
        return Act(action=luck.choice("action", likely or actions), say=luck.choice("say", ["", "", "hello"]))
    if request.answer is Vote:
        return Vote(target=luck.choice("vote", [None, *request.choices["target"]]))
    if request.answer is Foresee:
        return Foresee(ejected=luck.choice("vote", request.choices["ejected"]), sure=50)
    return Speak(text="hm")


def played(
    seed: int, ship: Callable[..., Ship] = Ship, *, is_random: bool, watch: Callable[[Referee], None] = lambda table: None
) -> Referee:
    """A match to its end; `watch` looks at the table before each answer."""
    seats, chosen = options(seed)
    game = ship(seats, preset("quack" if seed % 2 else "standard", **chosen))
    table, luck = Referee(game, key_from_seed(seed)), Chance(key_from_seed(seed, "players"))
    bots = {seat: ShipBot(f"{seed} {seat}") for seat in game.seats}
    while table.outcome is None:
        watch(table)
        request = luck.choice("who", list(table.open.values()))
        answer = random_answer(request, luck) if is_random else bots[request.to].answer(request, table.view(request.to))
        table.answer(request.to, answer)
    return table
