"""What can be set before a match, game by game, and the Start that comes of it."""

from __future__ import annotations

import pytest

from woozle.core import registry
from woozle.core.games.quest.config import Config
from woozle.players.officials import hhem
from woozle.tui.seating.registry import seating
from woozle.tui.setup import new_match
from woozle.tui.start import Start

GAMES = ("ship", "quest")


def values(game, **changes):
    """What the form says as it is opened, with these dials turned."""
    form = seating(game).form()
    dials = (*form.seats, *form.options, *form.shared)
    return {dial.id: dial.values[dial.index] for dial in dials} | {"seed": ""} | changes


def started(game, **changes) -> Start:
    return seating(game).start(values(game, **changes))


@pytest.mark.parametrize("game", GAMES)
def test_every_dial_has_a_word_for_each_value_and_every_value_can_be_played(game):
    form = seating(game).form()
    full = {dial.id: dial.values[1] for dial in form.seats[1:]}
    assert form.game == game
    for dial in form.options:
        assert len(dial.values) == len(dial.words)
        for value in dial.values:
            if value not in ("model", "hhem"):
                assert started(game, **full, **{dial.id: value}).game == game


@pytest.mark.parametrize("game", GAMES)
def test_a_form_as_it_is_opened_makes_a_match_of_one_person_and_bots(game):
    start = started(game)
    assert start.seats[0] == "human"
    assert {seat.partition(":")[0] for seat in start.seats[1:]} == {"bot"}
    assert start.seed is None
    registry.game(game)(len(start.seats), start.config)


@pytest.mark.parametrize("game", GAMES)
def test_bots_alone_can_be_looked_on_at(game, tmp_path):
    config = registry.configure(registry.game(game), "standard", {})
    new_match(game, [f"bot*{registry.game(game).usual_seats}"], config, folder=tmp_path / "match", sync=False).writer.close()


@pytest.mark.parametrize("game", GAMES)
def test_a_match_with_too_few_seats_is_refused_with_a_sentence(game):
    emptied = {f"seat-{number}": "empty" for number in range(1, 10 if game == "ship" else 8)}
    with pytest.raises(ValueError, match=r"needs at least \d seats; fill \d more seats?\.$"):
        started(game, **emptied)


@pytest.mark.parametrize("game", GAMES)
def test_several_people_have_names_of_their_own_and_may_be_blind(game):
    together = {"seat-1": "human", "nickname-1": "Mia", "nickname-2": "Tom"}
    start = started(game, **together)
    assert [person.name for person in start.people] == ["Mia", "Tom"]
    assert start.is_blind
    with pytest.raises(ValueError, match="same name"):
        started(game, **together | {"nickname-2": "mia"})


def test_the_options_of_the_quest_become_its_configuration():
    chosen = {"items": "12", "order": "rotated", "reviews": "0", "threshold": "0", "vision": "full", "weights": "tables"}
    config = started("quest", **chosen, clock="virtual", seconds_to_decide="30", seconds_to_write="300").config
    expected = Config(
        items=12, order="rotated", reviews=0, threshold=0, vision="full", weights="tables", clock="virtual",
        seconds_to_decide=30, seconds_to_write=300,
    )  # fmt: skip
    assert config == expected
    assert started("quest", task="question").config.task == "question"


def test_a_model_can_judge_and_one_that_was_not_chosen_cannot():
    assert started("quest").judge == ""
    assert started("quest", judge="ollama:qwen3:8b").judge == "grader:ollama:qwen3:8b"
    with pytest.raises(ValueError, match="Choose the model that judges"):
        started("quest", judge="model")


def test_a_judge_who_is_not_here_is_refused_with_the_reason(monkeypatch):
    def missing(folder=""):
        raise hhem.HhemError("HHEM is not on this machine.")

    monkeypatch.setattr(hhem, "place", missing)
    with pytest.raises(ValueError, match="HHEM is not on this machine"):
        started("quest", judge="hhem")
    with pytest.raises(ValueError, match="cannot judge answers to questions"):
        started("quest", judge="hhem", task="question")


def test_a_seed_is_a_whole_number():
    assert started("quest", seed="17").seed == 17
    with pytest.raises(ValueError, match="whole number"):
        started("quest", seed="x")
