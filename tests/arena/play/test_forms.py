"""The forms before a match, game by game, and the Start that they return."""

from __future__ import annotations

import os
from types import SimpleNamespace

import pytest

from woozle.arena.play import forms
from woozle.arena.play.start import Start
from woozle.core import registry
from woozle.games.debate.config import Config as Debate
from woozle.games.quest.config import Config
from woozle.games.urn.events import Config as Urn
from woozle.players.services.service import ServiceError

from tests.option_values import own_games

GAMES = sorted({*own_games()} - {"self_play", "urn"})


def values(game, **changes):
    """Return the values of a form as first shown, with some selects changed."""
    form = forms.form(game)
    selects = (*form.seats, *form.options, *form.shared)
    typed = dict.fromkeys(["seed", *(text_field.id for text_field in form.text_fields)], "")
    return {select.id: select.values[select.index] for select in selects} | typed | changes


def started(game, **changes) -> Start:
    return forms.start(game, values(game, **changes))


@pytest.mark.parametrize("game", own_games())
def test_every_select_has_a_word_for_each_value_and_every_value_can_be_played(game):
    form = forms.form(game)
    full = {select.id: select.values[1] for select in form.seats[1:]}
    assert form.game == game
    for select in form.options:
        assert len(select.values) == len(select.words)
        for value in select.values:
            if value not in ("model", "hhem", "nli", "vit", "clip", "vit+clip", "free", "fixed"):
                assert started(game, **full, **{select.id: value}).game == game


@pytest.mark.parametrize("game", own_games())
def test_what_a_row_is_for_is_said_in_one_line_of_the_narrowest_terminal_that_is_usual(game):
    form = forms.form(game)
    selects = (*form.seats, *filter(None, [form.opponents]), *form.options, *form.shared)
    hints = [*(row.hint for row in (*selects, *form.text_fields)), *(hint for row in selects for hint in row.hints.values())]
    assert not [hint for hint in hints if len(hint) > 80 - 4]


@pytest.mark.parametrize("game", [*GAMES, "urn"])
def test_a_form_as_it_is_opened_makes_a_match_of_one_person_and_bots(game):
    start = started(game)
    assert start.seats[0] == "human"
    assert {seat.partition(":")[0] for seat in start.seats[1:]} == {"bot"}
    assert start.seed is None
    registry.game(game)(len(start.seats), start.config)


@pytest.mark.parametrize("game", [game for game in own_games() if registry.game(game).min_seats > 1])
def test_a_match_with_too_few_seats_is_refused_with_a_sentence(game):
    emptied = {f"seat-{number}": "empty" for number in range(1, len(forms.form(game).seats))}
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
    assert started("quest").services == {}
    assert started("quest", judge="ollama:qwen3:8b").services == {"judge": "grader:ollama:qwen3:8b"}
    with pytest.raises(ValueError, match="Choose the model that is to judge summaries, or another judge"):
        started("quest", judge="model")


def test_a_judge_who_is_not_here_is_refused_with_the_reason(monkeypatch):
    monkeypatch.setattr("woozle.players.services.torch_models.missing_torch", lambda: "torch is needed.")
    with pytest.raises(ServiceError, match="HHEM cannot judge here: torch is needed"):
        started("quest", judge="hhem")
    with pytest.raises(ValueError, match="cannot judge answers to questions"):
        started("quest", judge="hhem", task="question")


def test_a_pool_of_ones_own_is_read_and_what_is_wrong_with_it_is_said(tmp_path):
    pool = tmp_path / "mine.csv"
    pool.write_text("id,text\nfox,The fox sleeps.\nbear,The bear eats.\n", "utf-8")
    config = started("quest", pool=f" {pool} ", items="all").config
    assert [item.id for item in config.pool] == ["fox", "bear"] and config.items == 2
    for typed, changes, sentence in (
        (pool, {"items": "6"}, "the pool has only 2, so there cannot be 6 items"),
        (pool, {"items": "all", "task": "question"}, "fox in the pool has no answer"),
        (tmp_path / "none.csv", {}, "There is no pool .*none.csv; type the path"),
        (tmp_path, {}, "There is no pool"),
    ):
        with pytest.raises(ValueError, match=sentence):
            started("quest", pool=str(typed), **changes)
    pool.write_text("id,words\nfox,Sleeps.\n", "utf-8")
    os.utime(pool, (1, 1))
    with pytest.raises(ValueError, match="there is `id`, `words`, but passages need"):
        started("quest", pool=str(pool))


def test_a_cross_encoder_judges_from_its_folder(tmp_path, monkeypatch):
    config = SimpleNamespace(id2label={0: "entailment", 1: "neutral"})
    monkeypatch.setattr("woozle.games.quest.players.nli.model_config", lambda *of: config)  # the libraries take seconds to import
    with pytest.raises(ValueError, match="Type the folder of nli below, or choose another judge"):
        started("quest", judge="nli")
    assert started("quest", judge="nli", place=str(tmp_path)).services == {"judge": f"nli:{tmp_path}"}
    with pytest.raises(ValueError, match="nli cannot judge answers to questions"):
        started("quest", judge="nli", place=str(tmp_path), task="question")
    assert started("quest", place=str(tmp_path)).services == {}


def test_the_options_of_a_debate_become_its_configuration():
    chosen = {"topology": "sparse", "rounds": "5", "wrong": "2", "density": "0.75", "alpha": "0.5", "early_stop": "yes"}
    config = started("debate", **chosen, names="no", ties="draw", probe="yes", seconds_to_answer="60").config
    expected = Debate(
        topology="sparse", rounds=5, wrong=2, density=0.75, alpha=0.5, early_stop=True, names=False, ties="draw", probe=True,
        seconds_to_answer=60,
    )  # fmt: skip
    assert config == expected
    assert started("debate").config == Debate() and started("debate").services == {}
    assert started("debate", topology="free").config.topology == "free"
    with pytest.raises(ValueError, match=r"^At most 6 seats can choose their partners freely, not 7\."):
        started("debate", **{"topology": "free", "seat-5": "bot:fair", "seat-6": "bot:fair"})
    with pytest.raises(ValueError, match=r"^7 of 5 seats cannot begin wrong\."):
        started("debate", wrong="7")


def test_a_model_measures_only_where_entropies_choose():
    assert started("debate", topology="digra", estimator="local:tiny").services == {"estimator": "local:tiny"}
    assert started("debate", topology="full", estimator="local:tiny").services == {}
    for estimator, sentence in (
        ("model", "Choose the model that is to measure"),
        ("ollama:qwen3:8b", "There is no estimator 'ollama'"),
    ):
        with pytest.raises(ValueError, match=sentence):
            started("debate", topology="dig", estimator=estimator)


def test_questions_of_ones_own_are_debated_and_what_is_wrong_with_them_is_said(tmp_path):
    pool = tmp_path / "mine.csv"
    pool.write_text("How many bears?,none,one,two,three,B\n", "utf-8")
    (problem,) = started("debate", pool=f" {pool} ").config.pool
    assert problem.question == "How many bears?" and problem.answer == "B"
    with pytest.raises(ValueError, match="no question of the pool has a wrong rationale to begin with"):
        started("debate", pool=str(pool), wrong="1")
    with pytest.raises(ValueError, match="There is no pool"):
        started("debate", pool=str(tmp_path / "none.csv"))


def test_a_game_without_a_form_of_its_own_is_asked_for_options_with_few_values_and_limits_of_time():
    selects = {select.id: select for select in forms.form("urn").options}
    assert list(selects) == ["preset", "handfuls", "seconds_to_answer"]
    assert selects["handfuls"].values == ("", "1", "2", "3", "4", "5")
    assert selects["handfuls"].hint == "How often each draws and reports."
    assert started("urn").config == Urn()
    assert started("urn", preset="quick", handfuls="3").config == Urn(handfuls=3)
    assert started("urn", seconds_to_answer="30").config == Urn(seconds_to_answer=30)


def test_a_seed_is_a_whole_number():
    assert started("quest", seed="17").seed == 17
    with pytest.raises(ValueError, match="whole number"):
        started("quest", seed="x")
