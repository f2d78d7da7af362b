"""The reading of a finished match: who played, what models used, and by which rules."""

from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.transcript import CLOSED, read

from tests.saves.table import finished, forged
from tests.saves.test_models import MODELS, played


def test_responses_of_people_whom_bots_replaced_are_theirs_until_then(tmp_path):
    match = FinishedMatch(read(finished(tmp_path / "m")), "m", people=("a",), until=6)
    by = [(each.n, each.who.player) for each in match.decisions if each.who.seat == "a"]
    assert by == [(1, "human"), (6, "human"), (9, "bot")]
    assert (match.answers["a"].questions, match.answers["b"].questions) == (2, 3)
    assert [(each.seat, each.player, each.name) for each in match.seats][:2] == [("a", "human", None), ("b", "bot", "bot:sly")]


def test_what_models_used_and_the_rules_that_they_played_by_go_into_the_measures_of_a_match(tmp_path):
    folder = played(tmp_path / "m", players=MODELS | {"c": {"kind": "bot", "name": "sly"}})
    match = read_match(folder)
    assert [(seat, used["calls"], used["seconds"]) for seat, used in match.played.used_by.items()] == [("a", 4, 6.0), ("b", 3, 4.5)]
    assert (match.played.used["calls"], match.played.used["tokens_in"]) == (7, 700)
    assert (match.played.terms.rules, match.played.terms.officials) == ("standard", "nobody")
    for version in (0, 2):
        forged(folder / CLOSED, 1, lambda body, version=version: body.update(rules=version))
        assert read_match(folder).played.terms.rules == f"standard, version {version} of the rules"
