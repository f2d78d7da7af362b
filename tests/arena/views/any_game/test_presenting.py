"""A game without a table of its own is shown in the words of its prompt and in figures, as far as they were told to the viewer."""

from __future__ import annotations

import pytest

from woozle.arena.views.any_game import figure
from woozle.arena.views.end import End
from woozle.arena.views.panels import Document
from woozle.arena.views.registry import can_audit, help_lines, help_of, observer, results
from woozle.arena.views.rules import lines as rules
from woozle.core import registry
from woozle.core.game import PUBLIC
from woozle.core.line import Line
from woozle.core.outcome import Outcome, Result
from woozle.core.plugins import UnknownGameError
from woozle.core.request import Forfeit
from woozle.games.urn.rules import Urn

from tests.arena.views.any_game.urn_match import ME, started, step
from tests.tables import panel


def test_the_rules_stand_on_the_page_and_in_help():
    known = observer("urn", ME)
    for event in started().view(ME):
        known.see(event)
    page = [line.text for line in panel(known.look(), Document).lines]
    assert page[0].startswith("You are Ada")
    assert set(page[1:]) <= {line.text for line in help_of("urn", rules(Urn(5)))}
    assert help_of("urn")[0].text == "The urn, with the usual options and 5 seats"
    assert [line.text for line in help_lines("urn")][-2] == "Watching"
    own = (Line("How this match is played", "heading"), Line("Watching", "heading"), Line("Nobody watches you."))
    assert help_of("urn", own, is_study=True)[:3] == own, "a researcher's words are not cut"
    assert "Watching" not in [line.text for line in help_of("urn", (), is_study=True)]
    assert not can_audit("urn")


def test_a_result_that_is_void_is_no_defeat():
    referee = started()
    referee.answer(ME, Forfeit("error", "ValueError: oh"))
    while referee.open:
        step(referee)
    found = results("urn", End(referee.record, referee.outcome, {}, ME))
    assert found.is_won is None and len(found.failures) == 1


@pytest.mark.parametrize(
    ("kinds", "headline"),
    [
        (("won", "lost", "lost"), "Ada wins."),
        (("drawn", "drawn", "lost"), "It is a draw."),
        (("lost", "lost", "lost"), "Nobody wins."),
        (("void", "void", "void"), "Nobody wins."),
    ],
)
def test_whoever_looks_on_is_told_who_wins_and_of_a_draw_only_where_there_is_one(kinds, headline):
    outcome = Outcome(dict(zip(("Ada", "Bo", "Cy"), map(Result, kinds), strict=True)))
    assert results("urn", End([], outcome, {}, None)).headline == headline


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (None, "none"),
        (True, "✓"),
        (3, "3"),
        (3.14159, "3.14"),
        (123.456, "123"),
        ("Bo", "Bo"),
        ("hi", ""),
        ((True, False), "✓ ✗"),
        ({}, ""),
    ],
)
def test_a_figure_is_short_and_a_text_is_none(told, words):
    assert figure(told, ("Ada", "Bo")) == words


def test_a_game_that_is_not_installed_has_no_table():
    with pytest.raises(UnknownGameError, match="There is no game 'chess'"):
        observer("chess", PUBLIC)
    assert not can_audit("chess")
    assert {line for game in registry.names() for line in help_of(game)} == {*help_of("chess")}
