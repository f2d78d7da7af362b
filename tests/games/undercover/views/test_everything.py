"""The all-seeing view of undercover: both pictures, and who the undercover is; marks, times and the end."""

from __future__ import annotations

from woozle.arena.views.end import End
from woozle.arena.views.panels import Pictures
from woozle.arena.views.registry import help_lines, observer
from woozle.core.line import shown_lines
from woozle.core.request import Forfeit
from woozle.core.state import EVERYTHING
from woozle.games.undercover import events as undercover
from woozle.games.undercover.events import Factors, WeighedVote
from woozle.games.undercover.views.results import results

from tests.games.undercover import play
from tests.games.undercover.views.seen import card, seen, text_of
from tests.tables import panel

PLAYERS = {"Ada": {"kind": "human"}, "Ben": {"kind": "bot", "name": "undercover"}, "Cleo": {"kind": "bot", "name": "random"}}


def whole(referee):
    return [event for event, _ in referee.record]


def test_both_pictures_and_the_undercover_are_known_from_the_start():
    referee = play.go(play.undercover(), play.votes(play.hidden))
    it = play.hidden(referee)
    events = whole(referee)
    dealt = next(at for at, event in enumerate(events) if isinstance(event, undercover.RoundBegan))
    table = seen(events[:dealt], EVERYTHING)[0].look()
    assert [sight.scene for sight in panel(table, Pictures).sights] == [play.TABLE, play.OTHER]
    assert panel(table, Pictures).captions == (
        f"The picture (drawing {play.DRAWN[:8]})",
        f"{it} sees: 2 red cups became 3 red cups (drawing {play.OTHER_DRAWN[:8]})",
    )
    assert card(table, it).status == "UNDERCOVER"
    assert not any(each.status for each in table.seats if each.name != it)
    assert table.question is None


def test_the_story_has_what_was_made_and_who_is_who():
    referee = play.go(play.undercover(), play.votes(play.hidden))
    _, lines = seen(whole(referee), EVERYTHING)
    texts = [text_of(line) for line in lines]
    assert texts[:5] == [
        "Try 1: the pictures are to be made, 512 pixels wide. Add one red cup.",
        'The right answer is "2".',
        "Changed for the undercover: 2 red cups became 3 red cups.",
        'By the changed picture it would be "3".',
        "The two are alike by 0.948 (visual 0.970, semantic 0.900, natural 1.000): accepted, try 1.",
    ]
    assert f"{play.hidden(referee)} is the undercover." in texts
    assert texts.count("What it was about") == 1
    assert texts[-2] == f"{play.hidden(referee)} was the undercover, and was found."


def test_a_vote_that_counts_for_another_than_it_names_is_told_with_its_factors():
    referee = play.undercover(ballot="weighted")
    plain = play.votes(play.hidden)

    def say(request, table):
        if request.answer is not WeighedVote or request.to != "Ada":
            return plain(request, table)
        first, second = [seat for seat in request.choices["target"] if seat][:2]
        weak = Factors(seat=first, inconsistency=0, deviation=0, detail_accuracy=1, suspicion=0)
        strong = Factors(seat=second, inconsistency=1, deviation=0.5, detail_accuracy=0, suspicion=1)
        return WeighedVote(target=first, factors=(weak, strong))

    play.go(referee, say)
    texts = [text_of(line) for line in seen(whole(referee), EVERYTHING)[1]]
    at = texts.index("Ada voted for Cleo.")
    assert texts[at - 1 : at + 3] == [
        "Vote 1",
        "Ada voted for Cleo.",
        "Against Cleo: inconsistency 1.00, deviation 0.50, detail accuracy 0.00, suspicion 1.00.",
        "It names Ben, but the factors count.",
    ]
    assert not any("Against" in text_of(line) or "names" in text_of(line) for line in seen(referee.view("Ada"), "Ada")[1])


def test_the_results_say_who_was_who_and_who_was_right():
    referee = play.go(play.undercover(), play.votes(play.innocent, play.hidden, answers={"Cleo": "3"}))
    it = play.hidden(referee)
    shown = results(End(referee.record, referee.outcome, PLAYERS, "Ada"))
    rows = {row.cells[0]: dict(zip((c.title for c in shown.ranks.columns), row.cells, strict=True)) for row in shown.ranks.rows}
    assert rows[it]["was"] == "undercover"
    assert rows[it]["fate"] == "out, vote 2"
    assert [cells["was"] for cells in rows.values()].count("regular") == 4
    assert (rows["Cleo"]["first"], rows["Cleo"]["last"]) == ("3", "3")
    assert rows["Ada"]["player"] == "you"
    assert (rows["Ben"]["player"], rows["Cleo"]["player"]) == ("bot", "bot random")
    assert shown.headline in (f"You win. {it}, the undercover, was found.", f"You lose. {it}, the undercover, was found.")
    assert shown.facts == ("the right answer is 2", "changed: 2 red cups became 3 red cups", "2 votes held")
    assert len(shown.panels[0].sights) == 3, "both side by side, then each"
    assert shown.is_won == (referee.outcome.results["Ada"].kind == "won")


def test_the_results_of_a_baseline_speak_of_answers_alone():
    referee = play.go(play.undercover(mode="mad_vote"), play.votes({}))
    shown = results(End(referee.record, referee.outcome, {}, None))
    assert shown.headline == "The table is right."
    assert shown.facts == ("the right answer is 2",)
    assert {row.cells[1] for row in shown.ranks.rows} == {"–"}
    assert shown.ranks.note == ""
    assert len(shown.panels[0].sights) == 1


def test_a_match_without_pictures_is_void_and_says_why():
    referee = play.undercover(pool=(play.FILES,))
    while referee.outcome is None:
        referee.answer(next(iter(referee.open.values())).to, Forfeit("error", "The disk is full."))
    shown = results(End(referee.record, referee.outcome, {}, "Ada"))
    assert (shown.headline, shown.is_won) == ("Nobody wins.", None)
    assert not shown.panels
    assert shown.failures == (
        "The editor failed (The disk is full), so what it was asked for is missing from this match; "
        "mend it, or choose another editor.",
    )
    assert {row.cells[2] for row in shown.ranks.rows} == {"void"}


def test_it_has_a_presenter_and_help_of_its_own():
    assert help_lines("undercover")[0].text == "Reading the table"


def test_votes_come_one_by_one():
    known = observer("undercover", "Ada")
    known.see(
        undercover.Briefing(("Ada", "Ben"), "undercover", "How many?", (), True, False, "in_turn", 1, 2, "factors", "draw", 1)
    )
    (voted,) = (line for line in known.narrate(undercover.Voted("Ben", 1, "Ada")) if line.steps)
    assert [[line.text for line in shown_lines(step)] for step in voted.steps] == [["Vote 1", "Ben voted for you."]]
    assert not any(line.steps for line in known.narrate(undercover.Counted(1, {"Ada": 1}, (), "Ada", True)))
