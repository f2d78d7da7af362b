"""Views of undercover follow from what the viewer was told, and give away no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.arena.views.panels import Document, Pictures, without_turns
from woozle.arena.views.registry import observer
from woozle.core.game import PUBLIC
from woozle.games.undercover import events as undercover
from woozle.games.undercover.events import Counted

from tests.games.undercover import play
from tests.games.undercover.views.seen import (
    PAIR,
    VIEWERS,
    card,
    reasoned,
    seen,
    started,
    told,
)  # fmt: skip
from tests.tables import panel, you

OPTIONS = [{}, {"knows": True}, {"speaking": "in_turn", "ties": "draw"}, {"mode": "single"}, {"has_counterfactual": False}]


# Secrets


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_no_seat_is_shown_another_picture_a_digest_or_a_role_before_the_end(options):
    referee = play.go(play.undercover(**options), play.votes(play.innocent, play.innocent))
    for viewer in VIEWERS:
        known = observer("undercover", viewer)
        for event in referee.view(viewer):
            lines = known.see(event)
            table = known.look()
            if isinstance(event, undercover.Pair):
                break
            words = repr((lines, replace(table, panels=tuple(each for each in table.panels if not isinstance(each, Pictures)))))
            assert play.DRAWN not in words
            assert play.OTHER_DRAWN not in words
            assert "undercover" not in table.role.casefold() or known.state.is_undercover
            sights = panel(table, Pictures).sights if panel(table, Pictures) else ()
            assert all(sight.seat == viewer for sight in sights)
            captions = repr(panel(table, Pictures).captions if panel(table, Pictures) else "")
            assert play.DRAWN[:8] not in captions
            assert play.OTHER_DRAWN[:8] not in captions
            assert not any(card.status.startswith("UNDERCOVER") for card in table.seats)


def test_both_sides_are_told_their_picture_in_the_same_words():
    referee = play.go(play.undercover(), play.votes(play.hidden))
    tables = {}
    for seat in referee.game.seats:
        known = observer("undercover", seat)
        for event in referee.view(seat):
            known.see(event)
            if isinstance(event, undercover.Sight):
                break
        table = known.look()
        tables[seat] = (table.role, table.goal, table.prompt, panel(table, Pictures).captions)
    assert len(set(tables.values())) == 1


def test_a_long_question_has_a_page_and_so_has_the_public_while_it_sees_nothing():
    assert panel(seen(started())[0].look(), Document) is None
    long = panel(seen(started(question="Which of all " + "the very " * 10 + "red cups is the largest?"))[0].look(), Document)
    assert (long.title, len(long.lines)) == ("The question", 5)
    rules = panel(seen(started(), PUBLIC)[0].look(), Document)
    assert rules.title == "How this match is played"
    assert rules.lines[0].text == "How many cups are there?"
    assert panel(seen(started(PAIR), PUBLIC)[0].look(), Document) is None


# Who one is


def test_who_is_told_its_role_sees_it_in_the_corner_and_who_is_not_sees_none_until_it_is_out():
    assert seen(started())[0].look().role == ""
    it = seen(started(undercover.Role("Ada", True), knows=True))[0].look()
    assert it.role == "undercover"
    other = seen(started(undercover.Role("Ada", False), knows=True))[0].look()
    assert other.role == "regular"
    out = seen(started(Counted(1, {"Ada": 3}, (), "Ada", False)))[0].look()
    assert (out.role, you(out).out) == ("regular", "OUT")


def test_where_nobody_is_the_undercover_nobody_has_a_role():
    same = replace(PAIR, other=None, edit=None)
    events = started(same, undercover.Revealed(None, False, True), has_undercover=False)
    assert seen(events)[0].look().role == ""
    assert "The answer of the table is right." in told(events)
    assert not any("undercover" in text for text in told(events))


# How far the match is


def test_where_seats_speak_in_turn_it_is_said_who_comes_next():
    order = ("Cleo", "Ada", "Ben", "Eve", "Dan")
    events = started(*reasoned("2", number=1, seats=order), speaking="in_turn")
    table = seen(events)[0].look()
    assert [(card(table, seat).note, card(table, seat).is_speaking) for seat in ("Cleo", "Ada", "Ben")] == [
        ("spoke", False), ("speaks", True), ("", False),
    ]  # fmt: skip
    assert seen(events, "Ben")[0].look().prompt == "Next to speak: Ada, 2 of 5."
    quiet = without_turns(table)
    assert not any(each.is_speaking or each.note for each in quiet.seats)
    assert "Ada" not in quiet.prompt


# The story


def test_an_answer_that_is_too_long_for_a_label_stands_above_its_reasons():
    _, lines = seen(started(undercover.Reasoned("Ben", 1, "as many as there are saucers", "I counted.")))
    assert (lines[-1].label, lines[-1].text) == ("Ben answers", "as many as there are saucers\nI counted.")


def test_a_transcript_from_elsewhere_may_name_more_seats_than_there_are_colours():
    many = tuple(f"Seat {n}" for n in range(40))
    table = seen([replace(started()[0], seats=many), *reasoned(*"2" * 40, seats=many)], PUBLIC)[0].look()
    assert len(table.seats) == 10
