"""From a planned match to one that can be begun."""

from __future__ import annotations

from importlib import resources

import pytest

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import PlannedMatch, StudyError
from woozle.arena.studies.planned_match import (
    match_config,
    match_seed,
    match_start,
    participant_seats,
    set_up,
)
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee

from tests.tui.studies import plans


def planned(role="", seed=None, game="ship", seats=("bot*4", "human"), **options) -> PlannedMatch:
    return PlannedMatch(game=game, seats=seats, options=options, role=role, seed=seed)


@pytest.fixture
def study(tmp_path) -> StudyFolder:
    return StudyFolder(plans.write(tmp_path / "study"))


def dealt(match, start) -> str:
    kind = registry.game(match.game)
    count = 5
    referee = Referee(kind(count, start.config), key_from_seed(start.seed, 1))
    return kind.roles(referee.record)[referee.game.seats[participant_seats(match)[0]]]


def test_everybody_gets_a_deal_of_their_own_that_can_be_made_again(study):
    deals = [match_start(study, planned(), arrival, step).seed for arrival in (1, 2) for step in ("match-1", "match-2")]
    assert len(set(deals)) == 4
    assert deals == [match_start(study, planned(), arrival, step).seed for arrival in (1, 2) for step in ("match-1", "match-2")]


def test_a_planned_seed_is_the_same_deal_for_everybody(study):
    assert {match_start(study, planned(seed=5), arrival, "match-1").seed for arrival in range(3)} == {5}


@pytest.mark.parametrize("role", ["goose", "duck"])
def test_the_participant_is_dealt_the_role_that_is_planned(study, role):
    match = planned(role)
    for arrival in range(1, 6):
        assert dealt(match, match_start(study, match, arrival, "match-1")) == role


def test_with_a_seed_it_is_the_first_from_there_on_that_deals_the_role(study):
    match = planned("duck", seed=100)
    seed = match_start(study, match, 1, "match-1").seed
    assert seed >= 100
    assert all(dealt(match, match_start(study, planned(seed=each), 1, "match-1")) == "goose" for each in range(100, seed))


@pytest.mark.parametrize(
    ("match", "why"),
    [
        (planned("fox"), "no role fox; choose from goose, duck"),
        (planned("helper", game="quest", seats=("human", "bot")), "it has none"),
    ],
)
def test_a_role_that_there_is_not_is_a_sentence(study, match, why):
    with pytest.raises(StudyError, match=why):
        match_seed(set_up(study.path, match), 0)


def test_a_file_that_an_option_names_is_looked_for_beside_the_plan(study):
    source = resources.files("woozle.games.ship") / "maps" / "shuttle.yaml"
    (study.path / "mine.yaml").write_text(source.read_text("utf-8"), "utf-8")
    mine, usual = (match_config(study.path, planned(map=name)).map for name in ("mine.yaml", "shuttle"))
    assert mine == usual
