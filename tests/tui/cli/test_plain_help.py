"""Input other than answers in `--plain`: the rules, and leaving."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.play.setup import new_match
from woozle.arena.views.rules import of_match
from woozle.core import registry
from woozle.tui.cli.plain import WAYS, InputClosedError, PlainTable, Typist

from tests.option_values import own_games
from tests.tui.hosts import LIMIT


async def left(game, *lines, seed=3):
    """Return the output for a person who types these lines and then leaves, and the match as it was left."""
    typed, written = iter(f"{line}\n" for line in lines), []
    place = PlainTable(game, Typist(lambda: next(typed)), written.append)
    kind = registry.game(game)
    config = registry.configure(kind, "standard", {})
    ready = new_match(game, ["human", f"bot*{kind.default_seats - 1}"], config, seed, human=place.human, sync=False)
    with pytest.raises(InputClosedError):
        await asyncio.wait_for(place.play(ready.match), LIMIT)
    ready.writer.close()
    return written, ready.match.referee


@pytest.mark.parametrize("game", own_games())
async def test_a_person_is_told_who_they_are_what_to_type_and_all_rules_before_the_first_question(game):
    written, referee = await left(game, "q")
    assert sum(line.startswith(f"You are {referee.game.seats[0]}") for line in written) == 1
    assert written.count(WAYS) == 1
    rules = of_match(referee.game)[:-1]  # of time each question says what it takes
    assert [line for line in written if line in rules] == [*rules]


async def test_the_crook_of_the_urn_is_told_that_it_is_and_others_that_they_are_not():
    told = [line for seed in (16, 17) for line in (await left("urn", "q", seed=seed))[0]]
    aims = {line for line in told if line.startswith("You are ")}
    assert aims == {
        "You are Ada, and you are the crook: be believed, and make the others wrong.",
        "You are Ada, and you are not the crook.",
    }


@pytest.mark.parametrize(("game", "note"), [("ship", "A grammar reads the claims"), ("urn", "What each seat said")])
async def test_the_notebook_is_listed_and_answers_nothing(game, note):
    written, _ = await left(game, "notes", "q")
    assert any(note in line for line in written)
    assert not [line for line in written if "Type a number" in line]


@pytest.mark.parametrize("game", ["ship", "debate", "urn"])
@pytest.mark.parametrize("word", ["?", "help"])
async def test_help_tells_the_rules_again_and_answers_nothing(game, word):
    written, referee = await left(game, word, "q")
    rules = of_match(referee.game)
    assert all(written.count(rule) == 2 for rule in rules[:-1]) and written.count(rules[-1]) == 1
    assert written.count(WAYS) == 2


async def test_what_may_be_said_is_no_command_but_a_question_mark():
    written, referee = await left("quest", "1", "?", "q", "help", "q")
    assert [event.text for event in referee.view("Ada") if type(event).__name__ == "Written"] == ["q"]
    assert written.count(WAYS) == 3  # at the beginning, for ?, and for help where a number is asked for
