"""Words for the players at a table."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.arena.views.company import company, kinds, roles_of, seated_players, service_name, sitter
from woozle.core import registry
from woozle.saves.match import read_match
from woozle.saves.summary import Summary

GOLDEN = Path(__file__).parents[2] / "golden"

MODEL = {"kind": "model", "backend": "openai", "endpoint": "lab", "model": "tiny", "seed": "00", "thoughts": True, "pictures": None}


def test_a_table_in_words():
    table = [MODEL, {"kind": "bot", "name": "ship", "seed": "1"}, {**MODEL, "seed": "2"}, {"kind": "human"}]
    assert company(table) == "person, 2 openai@lab:tiny, bot:ship"
    assert kinds(table) == "person, 2 models, bot"


@pytest.mark.parametrize("game", registry.names())
def test_services_sit_beside_the_table(game):
    services = {seat: {"kind": seat} for seat in registry.game(game).services}
    players = {"A": {"kind": "human"}, "B": {"kind": "bot"}} | services
    match = Summary(id="m", size=1, modified=0, status="finished", game=game, players=players)
    assert [*seated_players(match)] == ["A", "B"]
    assert seated_players(match.model_copy(update={"game": "of somebody else"})) == players


def test_who_sat_there_is_named_shortly_and_a_model_by_its_name():
    assert sitter({"kind": "human"}, "ship") == "person"
    assert sitter({"kind": "human", "nickname": "Mia"}, "ship") == "Mia"
    assert sitter({"kind": "bot", "name": "ship"}, "ship") == "bot"
    assert sitter({"kind": "bot", "name": "random"}, "ship") == "bot random"
    assert sitter(MODEL, "ship") == "tiny"
    assert service_name({"kind": "judge", "name": "lexical"}) == "lexical"
    assert service_name({"kind": "estimator", "name": "local", "model": "tiny"}) == "tiny"


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.jsonl")), ids=lambda file: file.stem)
def test_the_role_that_numbers_of_a_result_name_is_that_of_the_record(file):
    match = read_match(file)
    told = roles_of(match.header.game, match.results)
    assert told == (match.roles if match.rules.hidden_role else {})
