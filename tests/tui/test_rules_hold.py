"""The rules as people read them are true: in every preset, with every value of every option that has a fixed set of values, with
other options, and in every match of every example study.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from woozle.arena import studies
from woozle.arena.studies.folder import read_plan
from woozle.arena.studies.planned_match import match_config
from woozle.core import registry
from woozle.players.seats import parse_seats

from tests.games.parts import parts
from tests.option_values import every_value, own_games
from tests.tui.rules_that_hold import ANY, Played, played
from tests.tui.rules_that_hold import SAYS as COMMON

EXAMPLES = Path(studies.__file__).parent / "examples"
SEEDS = (1, 2)
SMALL = parts("rules_that_hold", "SMALL")
SAYS = COMMON | parts("rules_that_hold", "SAYS")


def presets():
    for game in SAYS:
        kind = registry.game(game)
        for preset in kind.presets:
            yield pytest.param(game, preset, {}, f"bot*{kind.default_seats}", id=f"{game}-{preset}")


CHANGED = [
    ("ship", "standard", {"ducks": 2, "first_kill_cooldown": 1, "kill_cooldown": 1, "emergency_meetings": 0, "rounds": 1}, 8),
    ("ship", "standard", {"map": "shuttle", "tasks_each": 1, "ticks_per_task": 1, "max_ticks": 5, "seconds_to_act": 30}, 4),
    ("ship", "standard", {"emergency_meetings": 3, "kills_seen": False, "corridor_sight": False, "seconds_to_vote": 20.5}, 6),
    ("quest", "standard", {"items": 2, "order": "rotated", "vision": "minimal", "threshold": 0}, 2),
    ("quest", "standard", {"items": 2, "order": "forward", "reviews": 0, "early_end": True, "clock": "virtual"}, 4),
    ("quest", "standard", {"items": 3, "order": "shuffled", "vision": "full", "reviews": 1, "scores_shown": False}, 2),
    ("quest", "standard", {"items": 1, "seconds_to_write": 90, "seconds_to_decide": 20}, 2),
    ("quest", "standard", {"items": 3, "vision": "off", "weights": "simpleqa_tables"}, 2),
    ("debate", "standard", {"topology": "random", "rounds": 2, "early_stop": True}, 7),
    ("debate", "standard", {"topology": "free", "seconds_to_choose": 9, "seconds_to_answer": 8}, 3),
    ("debate", "standard", {"topology": "fixed", "graph": [[1], [2], [0]], "rounds": 4}, 3),
    ("debate", "standard", {"topology": "sparse", "density": 0}, 4),
    ("debate", "standard", {"rounds": 2, "wrong": 2}, 4),
    ("debate", "standard", {"rounds": 3}, 1),
    ("self_play", "standard", {"asks": 0, "searches": 0}, 3),
    ("self_play", "standard", {"effort": 1, "searches": 2, "found": 1, "price": 0.2, "steps": 3}, 4),
    ("self_play", "standard", {"society": "chain", "asks": 2, "effort": 0, "seconds_to_act": 7}, 3),
    ("self_play", "standard", {}, 1),
    ("urn", "standard", {"handfuls": 1, "seconds_to_answer": 12}, 3),
    *((game, *each) for game, changed in parts("rules_that_hold", "CHANGED").items() for each in changed),
]  # fmt: skip


def changed():
    for game, preset, options, seats in CHANGED:
        words = " ".join(f"{name}={value}" for name, value in options.items())
        yield pytest.param(game, preset, options, f"bot*{seats}", id=f"{game} of {seats} {words}")


def problems(match: Played):
    """The sentences that do not hold, or that nobody has a check for."""
    for sentence in match.sentences:
        for pattern, holds in [*SAYS[match.game.name], *ANY]:
            if found := re.match(pattern, sentence):
                if not holds(match, *found.groups()):
                    yield sentence
                break
        else:
            yield f"Nobody checks: {sentence}"


def test_the_rules_of_every_game_have_checks():
    assert sorted(SAYS) == sorted(own_games())


@pytest.mark.parametrize(("game", "options"), every_value())
def test_what_is_said_with_each_value_of_an_option_is_so(game, options):
    kind = registry.game(game)
    config = registry.configure(kind, next(iter(kind.presets)), {**SMALL.get(game, {}), **options})
    assert [*problems(played(game, config, parse_seats(f"bot*{kind.default_seats}", game), SEEDS[0]))] == []


@pytest.mark.parametrize(("game", "preset", "options", "seats"), [*presets(), *changed()])
def test_what_is_said_of_a_match_is_so(game, preset, options, seats):
    kind = registry.game(game)
    config = registry.configure(kind, preset, options)
    for seed in SEEDS:
        assert [*problems(played(game, config, parse_seats(seats, game), seed))] == []


def planned():
    for folder in sorted(path.parent for path in EXAMPLES.glob("*/study.toml") if path.parent.name in SAYS):
        for number, each in enumerate(dict.fromkeys(map(repr, read_plan(folder).matches))):
            match = next(match for match in read_plan(folder).matches if repr(match) == each)
            yield pytest.param(folder, match, id=f"{folder.name}-{number}")


@pytest.mark.parametrize(("folder", "match"), planned())
def test_what_participants_of_the_example_studies_are_told_is_so(folder, match):
    config, specs = match_config(folder, match), parse_seats(",".join(match.seats), match.game)
    for seed in SEEDS:
        assert [*problems(played(match.game, config, specs, seed))] == []
