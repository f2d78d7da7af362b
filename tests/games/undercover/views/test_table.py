"""Views of undercover follow from what the viewer was told, and give away no more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.arena.views.panels import Document, Pictures, without_turns
from woozle.arena.views.registry import observer
from woozle.core.game import PUBLIC, Forfeited, Refused
from woozle.core.state import EVERYTHING, observes
from woozle.games.undercover import events as undercover
from woozle.games.undercover.events import Counted, RoundBegan
from woozle.games.undercover.words import rules

from tests.games.undercover import play
from tests.games.undercover.views.seen import (
    PAIR,
    SEATS,
    SIGHT,
    VIEWERS,
    card,
    reasoned,
    seen,
    started,
    told,
    voted,
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


def test_the_public_sees_no_picture_until_the_end_and_then_both():
    referee = play.go(play.undercover(), play.votes(play.hidden))
    known = observer("undercover", PUBLIC)
    for event in referee.view(PUBLIC):
        known.see(event)
        shown = panel(known.look(), Pictures)
        assert (shown is None) == (known.state.pair is None)
    assert [sight.scene for sight in shown.sights] == [play.TABLE, play.OTHER]
    assert shown.captions == (
        f"The picture (drawing {play.DRAWN[:8]})",
        f"{play.hidden(referee)} sees: 2 red cups became 3 red cups (drawing {play.OTHER_DRAWN[:8]})",
    )


def test_a_seat_sees_its_own_picture_and_at_the_end_both():
    assert panel(seen(started())[0].look(), Pictures).sights == (SIGHT,)
    over = seen(started(PAIR, undercover.Revealed("Ben", True, True)))[0].look()
    assert [sight.scene for sight in panel(over, Pictures).sights] == [play.TABLE, play.OTHER]


def test_where_all_see_the_same_there_is_one_picture_at_the_end():
    same = replace(PAIR, other=None, counterfactual="a" * 64, edit=None)
    assert panel(seen(started(same))[0].look(), Pictures).captions == ("The picture (drawing aaaaaaaa)",)
    files = replace(PAIR, scene=None, other=None, edit=None)
    assert len(panel(seen(started(files))[0].look(), Pictures).sights) == 2


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


def test_the_title_says_round_vote_and_what_comes_after():
    round_one = started(*reasoned("2", "2", "2", "3"))
    assert seen(started())[0].look().title == "Undercover"
    assert seen(round_one)[0].look().title == "Round 1"
    vote = [*round_one, undercover.Reasoned("Eve", 1, "2", "")]
    assert seen(vote)[0].look().title == "Vote 1 of 3" and seen(vote)[0].look().is_discussion
    again = [*vote, *voted("Ben", "Ada", "Ben", "Ada", None), RoundBegan("revote", 1, SEATS)]
    assert seen(again)[0].look().title == "Vote 1 of 3, after a tie"
    assert told(again)[-1] == "Ada and Ben have as many votes. All vote again, about them."
    summary = [*vote, *voted(*("Ben",) * 5), Counted(1, {"Ben": 4}, (), "Ben", True), RoundBegan("summary", 1, SEATS)]
    assert seen(summary)[0].look().title == "Answering together, round 1 of 2"
    assert seen([*summary, undercover.Revealed("Ben", True, True)])[0].look().prompt == ""


def test_the_first_vote_comes_after_the_rounds_that_are_observed():
    first = started(*reasoned(*"22222"), observation_rounds=2)
    assert seen(first)[0].look().title == "Round 1"
    assert seen([*first, *reasoned(*"22222", number=2)])[0].look().title == "Vote 1 of 3"
    second = [*first, *reasoned(*"22222", number=2), Counted(1, {}, (), None, None), *reasoned(*"22222", number=3)]
    assert seen(second)[0].look().title == "Vote 2 of 3"


def test_the_cards_say_who_is_in_what_they_said_and_for_whom_they_voted():
    events = started(
        *reasoned(*"22322"), *voted("Cleo", "Cleo", "Ada", None, "Cleo"), Counted(1, {"Cleo": 3, "Ada": 1}, (), "Cleo", False)
    )
    table = seen(events)[0].look()
    assert card(table, "Ada").status == "says 2 · voted Cleo"
    assert card(table, "Dan").status == "says 2 · voted nobody"
    assert card(seen(started(undercover.Reasoned("Ben", 1, "", "")))[0].look(), "Ben").status == "no answer"
    assert (card(table, "Cleo").status, card(table, "Cleo").out) == ("out, vote 1 · said 3 · voted Ada", "OUT")


def test_a_second_vote_stands_for_the_first():
    events = started(
        *reasoned(*"22222"), *voted("Ben", "Ada", "Ben", "Ada", None), RoundBegan("revote", 1, SEATS),
        *voted("Ben", "Ada", "Ben", "Ben", "Ben", is_again=True), Counted(1, {"Ben": 4, "Ada": 1}, ("Ada", "Ben"), "Ben", True),
    )  # fmt: skip
    assert card(seen(events)[0].look(), "Dan").status == "says 2 · voted Ben"


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


def test_a_match_is_told_from_the_question_to_the_end():
    events = started(
        *reasoned("2", "3", "2", "", "2"), *voted("Ben", "Ada", "Ben", None, "Ben"),
        Counted(1, {"Ben": 3, "Ada": 1}, (), "Ben", True),
        undercover.DetectionEnded("found", ("Ada", "Cleo", "Dan", "Eve")), RoundBegan("summary", 1, ("Ada", "Cleo", "Dan", "Eve")),
        undercover.Summarised("Ada", 1, "2", "So I said."), undercover.Concluded("2", "majority", (3, 1)),
        PAIR, undercover.Revealed("Ben", True, True),
    )  # fmt: skip
    assert told(events) == [
        "The question about the picture: How many cups are there?",
        "The answers to choose from: 1; 2; 3; 4.",
        *rules(events[0]),
        "Round 1",
        "You answer 2: Ada looks closely.",
        "Ben answers 3: Ben looks closely.",
        "Cleo answers 2: Cleo looks closely.",
        "Dan: Dan looks closely.",
        "Eve answers 2: Eve looks closely.",
        "Vote 1",
        "You voted for Ben.",
        "Ben voted for you.",
        "Cleo voted for Ben.",
        "Dan abstained.",
        "Eve voted for Ben.",
        "Votes: Ben 3, Ada 1. Ben is out, and was the undercover.",
        "The undercover is found. Left: you, Cleo, Dan and Eve.",
        "Answering together, round 1",
        "You answer 2: So I said.",
        'The table answers "2": most say so (3, 1).',
        "What it was about",
        'The right answer is "2".',
        "Changed for the undercover: 2 red cups became 3 red cups.",
        'By the changed picture it would be "3".',
        "Ben was the undercover, and was found.",
        "The answer of the table is right.",
    ]


def test_no_answer_and_an_answer_that_was_not_taken_are_told_as_such():
    events = started(
        undercover.Reasoned("Ben", 1, "", ""), undercover.Reasoned("Cleo", 1, "2", ""),
        Refused("Ada", "5 is no option."), Forfeited("Ada", "timeout", "Too late."),
    )  # fmt: skip
    assert told(events)[-4:] == [
        "Ben gave no answer.",
        "Cleo answers 2: No reason was given.",
        "Your answer was not taken: 5 is no option.",
        "You gave no answer (timeout): Too late.",
    ]


@pytest.mark.parametrize("mode", ["single", "self_refine", "mad_vote", "mad_judge"])
def test_a_baseline_is_told_in_its_own_words_and_has_no_vote(mode):
    referee = play.go(play.undercover(mode=mode), play.votes({}))
    known, lines = seen(referee.view("Ada"))
    assert not any("undercover" in line.text for line in lines)
    assert known.state.part == "over"
    assert not known.state.ballots
    titles = set()
    again = observer("undercover", "Ada")
    for event in referee.view("Ada"):
        again.see(event)
        titles.add(again.look().title)
    assert not any("Vote" in title for title in titles)


def test_an_answer_that_is_too_long_for_a_label_stands_above_its_reasons():
    _, lines = seen(started(undercover.Reasoned("Ben", 1, "as many as there are saucers", "I counted.")))
    assert (lines[-1].label, lines[-1].text) == ("Ben answers", "as many as there are saucers\nI counted.")


def test_the_order_is_told_where_seats_speak_in_turn_and_not_where_all_speak_at_once():
    began = RoundBegan("reasoning", 2, ("Cleo", "Ada"))
    assert told(started(began, speaking="in_turn"))[-1] == "Round 2 of answers: Cleo and you."
    assert told(started(began))[-1] == "Round 2"


def test_whoever_is_out_looks_on():
    events = started(*reasoned(*"22222"), Counted(1, {"Ada": 3}, (), "Ada", False), *reasoned(*"22", number=2, seats=SEATS[1:]))
    table = seen(events)[0].look()
    assert (table.prompt, you(table).out) == ("You are out, and look on.", "OUT")
    assert panel(table, Pictures).sights == (SIGHT,)


def test_a_copy_goes_on_without_the_original():
    referee = play.go(play.undercover(), play.votes(play.innocent, play.innocent))
    for viewer in (EVERYTHING, PUBLIC, "Ben"):
        view = [event for event, to in referee.record if observes(viewer, to)]
        known, _ = seen(view[: len(view) // 2], viewer)
        before, table = repr(known), known.look()
        copy = known.copy()
        assert copy.look() == table
        for event in view[len(view) // 2 :]:
            copy.see(event)
        assert (repr(known), known.look()) == (before, table)
        assert copy.look() != table


def test_a_transcript_from_elsewhere_may_name_more_seats_than_there_are_colours():
    many = tuple(f"Seat {n}" for n in range(40))
    table = seen([replace(started()[0], seats=many), *reasoned(*"2" * 40, seats=many)], PUBLIC)[0].look()
    assert len(table.seats) == 10
