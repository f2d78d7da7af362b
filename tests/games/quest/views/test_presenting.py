"""Views of the quest follow from what the viewer was told; the all-seeing view agrees with the rules."""

from __future__ import annotations

import re
from statistics import fmean

import pytest

from woozle.arena.views.end import End
from woozle.arena.views.panels import Document, FigureTable
from woozle.arena.views.registry import help_of, observer
from woozle.core import registry
from woozle.core.answers import answer
from woozle.core.game import PUBLIC, Forfeited
from woozle.core.request import Forfeit, Response
from woozle.core.state import EVERYTHING, observes
from woozle.games.quest import events as quest
from woozle.games.quest.judgement.scores import WEIGHTS, Cost, penalties, q_score
from woozle.games.quest.views.results import results

from tests.games.quest import play
from tests.tables import panel

SEATS = ("Ada", "Ben", "Cleo")
BRIEFING = quest.Briefing(SEATS, "summary", 4, "opposite", 3, 0.85, "snapshot", False, True, "stated", 1.0, 0.01)


def standing(seat="Ada", step=0, done=0, worst="", worst_h=None, **costs):
    known = {"calls": 0, "tokens": 0, "reviews": 0, "seconds": 0.0} | costs
    advised = worst_h is not None and worst_h < 0.85
    return quest.Standing(seat, step, 4, done, "fox", worst_h, worst, worst_h, advised, **known)


FIRST = [BRIEFING, standing(), quest.Given("Ada", "bear", "A bear sits.\n\nIt sleeps.")]
SECOND = [
    *FIRST,
    quest.Written("Ada", "bear", "A bear.", 1, False),
    quest.Scored("Ada", "bear", 1, 0.7, True),
    quest.Glimpse("Ben", 1, {"tokens": 200, "step": 0, "done": 1, "calls": 3, "reviews": 1, "seconds": 20.0, "mean_h": 0.9}),
    standing(step=1, done=1, worst="bear", worst_h=0.7, calls=2, tokens=100, seconds=10.0),
]
REVIEW = [*SECOND, quest.Reconsidered("Ada", "bear", "A bear sits.", "A bear.", 0.7)]


def seen(events, viewer="Ada"):
    known = observer("quest", viewer)
    return known, [line for event in events for line in known.see(event)]


def told(events, viewer="Ada"):
    return [line.text for line in seen(events, viewer)[1]]


def row(table, seat):
    titles = [column.title for column in panel(table, FigureTable).columns]
    cells = next(row.cells for row in panel(table, FigureTable).rows if row.cells[0].removesuffix(" (you)") == seat)
    return dict(zip(titles, cells, strict=True))


def of_canaries(referee):
    """Each text says who wrote it and when; each H is another number, and no mean of others."""
    decisions = {"Ada": "CRRR", "Ben": "CRCR", "Cleo": "CCR"}
    return play.go(referee, play.plain(decisions, lambda submitted: submitted.of**5 % 9973 / 9973))


def words_of(*shown):
    return repr(shown)


def says(text, h):
    return re.search(rf"(?<![\d.]){h:.3f}(?!\d)", text) is not None


# Secrets


@pytest.mark.parametrize("vision", ["off", "minimal", "snapshot", "full"])
def test_no_seat_is_shown_what_only_others_were_told(vision):
    referee = play.quest(seats=3, items=4, vision=vision)
    of_canaries(referee)
    texts = {event.text: event.seat for event in play.find_events(referee, quest.Written)}
    scores = {event.h: event.seat for event in play.find_events(referee, quest.Scored)}
    for viewer in (*SEATS, PUBLIC):
        known, given, shown_h = observer("quest", viewer), set(), set()
        for event in referee.view(viewer):
            if isinstance(event, quest.Tally):
                break
            given |= {event.text} if isinstance(event, quest.Given) else set()
            if isinstance(event, quest.Glimpse):
                shown_h |= {f"{h:.3f}" for h in (event.facts.get("worst_h"), event.facts.get("mean_h")) if isinstance(h, float)}
            words = words_of(known.see(event), known.look())
            assert not [text for text, seat in texts.items() if seat != viewer and text in words]
            assert not [item.text for item in referee.game.items if item.text not in given and item.text in words]
            assert not [h for h, seat in scores.items() if seat != viewer and f"{h:.3f}" not in shown_h and says(words, h)]
        if viewer != PUBLIC:
            everything = words_of([line for event in referee.view(viewer) for line in observer("quest", viewer).see(event)])
            assert all(text in everything for text, seat in texts.items() if seat == viewer)


def test_of_a_question_no_seat_is_shown_its_h_before_the_end():
    referee = play.quest(seats=2, items=3, task="question", pool=tuple(_question(n) for n in range(3)))
    play.go(referee, play.plain())
    known = observer("quest", "Ada")
    for event in referee.view("Ada"):
        if isinstance(event, quest.Tally):
            break
        known.see(event)
        table = known.look()
        assert not panel(table, FigureTable) or row(table, "Ada")["points"] == "–"


def _question(number):
    from woozle.games.quest.data import Item

    return Item(id=f"q{number}", text=f"How many bears are in {number}?", answer=str(number))


def test_the_public_sees_who_plays_and_in_the_end_how_all_did():
    referee = play.quest(seats=3)
    of_canaries(referee)
    known, lines = seen(referee.view(PUBLIC), PUBLIC)
    assert known.look().prompt == ""
    assert sum(line.text.split(":")[0] in SEATS for line in lines) == 3
    first, _ = seen([BRIEFING], PUBLIC)
    assert panel(first.look(), Document).title == "How this match is played"


# What a person is asked


def test_every_request_of_a_match_can_be_asked_and_answered_by_its_choices_or_a_text():
    referee = play.quest(seats=3, items=4, early_end=True)
    known = {seat: observer("quest", seat) for seat in SEATS}
    read, turn = dict.fromkeys(SEATS, 0), 0
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        seat = request.to
        if seat == "judge":
            referee.answer(seat, quest.Score(of=request.choices["of"][0], h=0.5))
            continue
        view = referee.view(seat)
        for event in view[read[seat] :]:
            known[seat].see(event)
        read[seat] = len(view)
        question = known[seat].look(request).question
        if question.is_text:
            given = answer(request, None, "A text.")
            assert panel(known[seat].look(request), Document)
        else:
            assert [choice.value for choice in question.choices] == list(request.choices["choice"])
            turn += 1
            ways = [choice for choice in question.choices if choice.value != "end" or turn > 20]
            given = answer(request, ways[turn % len(ways)].value)
        assert not request.refusal(given)
        referee.answer(seat, given)


def test_a_decision_names_what_comes_next_and_what_a_review_would_be_about():
    known, _ = seen(SECOND)
    asked = known.look(_request(quest.Decide, {"choice": ["continue", "review", "end"]})).question
    assert asked.prompt == "Step 2 of 4: revising bear is advised."
    assert [choice.text for choice in asked.choices] == ["Continue with the passage fox", "Revise bear first", "End here"]
    assert [choice.hint for choice in asked.choices] == ["", "70 of 100, advised", ""]
    assert [choice.is_final for choice in asked.choices] == [False, False, True]


def test_a_summary_begins_empty_and_a_review_with_what_was_written():
    first = seen(FIRST)[0].look(_request(quest.Write)).question
    again = seen(REVIEW)[0].look(_request(quest.Write)).question
    assert (first.is_text, first.draft) == (True, "")
    assert (again.is_text, again.draft) == (True, "A bear.")
    assert answer(_request(quest.Write), None, "Better.") == quest.Write(text="Better.")
    assert answer(_request(quest.Reply), None, "Two.") == quest.Reply(text="Two.")


def _request(kind, choices=None):
    from woozle.core.request import Request

    return Request(1, "Ada", kind, choices or {})


# The page


def test_the_first_page_says_how_to_win_and_has_neither_a_table_nor_a_formula():
    table = seen([BRIEFING, quest.Demands(0, 4, "zero"), standing()])[0].look()
    assert panel(table, FigureTable) is None
    page = panel(table, Document)
    assert page.title == "How you win"
    assert "take off at most 4." in page.lines[-2].text
    assert not re.search(r"\b[HQP]\b|beta|[=×]", " ".join(line.text for line in page.lines))


def test_the_page_is_the_passage_then_what_was_written():
    passage = panel(seen(FIRST)[0].look(), Document)
    assert (passage.title, passage.note) == ("Passage bear", "5 words")
    assert [line.text for line in passage.lines] == ["A bear sits.", "", "It sleeps."]
    assert panel(seen(REVIEW)[0].look(), Document).title == "Passage bear, again: it had 70 of 100"
    (work,) = panel(seen(SECOND)[0].look(), Document).lines
    assert (work.text, work.label) == ("A bear.", "bear · 70 of 100 · weakest")


def test_a_lower_review_that_does_not_stand_leaves_the_text_that_was_there():
    known, lines = seen([*REVIEW, quest.Written("Ada", "bear", "Worse.", 2, True), quest.Scored("Ada", "bear", 2, 0.4, False)])
    (work,) = panel(known.look(), Document).lines
    assert (work.text, work.label) == ("A bear.", "bear · 70 of 100 · revised · weakest")
    assert lines[-1].text == "Your bear: 40 of 100, low. What was there stays."


def test_what_was_not_written_in_time_counts_as_nothing():
    events = [*FIRST, Forfeited("Ada", "timeout", "Too late."), standing(step=1, done=1, calls=2)]
    assert row(seen(events, EVERYTHING)[0].look(), "Ada")["texts"] == "0.0"
    assert "You gave no answer (timeout): Too late." in told(events)


# The figures


def test_the_q_of_now_goes_by_what_rivals_have_shown():
    table = seen(SECOND)[0].look()
    mine, theirs = penalties([Cost(2, 100, 0, 10.0), Cost(3, 200, 1, 20.0)])
    name, preset = "points", "stated"
    assert row(table, "Ada")[name] == f"{100 * q_score(0.7, mine, WEIGHTS[preset]):.1f}"
    assert row(table, "Ben")[name] == f"{100 * q_score(0.9, theirs, WEIGHTS[preset]):.1f}"
    assert row(table, "Cleo")[name] == "–"
    assert (row(table, "Ada")["step"], row(table, "Ben")["step"]) == ("2", "1")
    assert panel(table, FigureTable).note == "▒: as last seen. Points if it ended now."


def test_whoever_writes_too_much_is_told_which_words_count():
    demands, text = quest.Demands(3, 4, "scored"), "A bear sits here."
    events = [BRIEFING, demands, standing(), quest.Given("Ada", "bear", "A bear."), quest.Written("Ada", "bear", text, 1, False)]
    known, lines = seen(events)
    expected = "Only the first 3 of its 4 words are read."
    assert expected in [line.text for line in lines]
    assert expected in [line.text for line in panel(known.look(), Document).lines]
    assert expected not in told([*events[:-1], quest.Written("Ada", "bear", "A bear sits.", 1, False)])


def test_points_fall_with_every_answer_that_costs_something():
    paid = [quest.Paid("Ada", 3, 100, 0, 14.0), quest.Paid("Ada", 4, 160, 0, 75.0)]
    points = [float(row(seen([*SECOND, *paid[:number]])[0].look(), "Ada")["points"]) for number in range(3)]
    assert points == sorted(points, reverse=True)
    assert points[0] > points[-1]


def test_of_a_rival_that_shows_little_no_q_is_guessed():
    table = seen([*FIRST, quest.Glimpse("Ben", 1, {"tokens": 200, "worst_h": 0.61})])[0].look()
    assert row(table, "Ben")["points"] == "–"


def test_all_see_points_and_who_looks_on_sees_those_by_other_weights_too():
    for preset, names in (("tables", ["points", "at 1%"]), ("simpleqa_tables", ["points", "at 10%"])):
        briefing = quest.Briefing(
            *(SEATS, "question", 4, "forward", 3, 0.85, "off", False, False, preset, 1.0, WEIGHTS[preset].beta)
        )
        events = [briefing, quest.Given("Ada", "bear", "A bear sits."), quest.Written("Ada", "bear", "A bear.", 1, False)]
        mine, everybodys = (
            [column.title for column in panel(seen(events, each)[0].look(), FigureTable).columns] for each in ("Ada", PUBLIC)
        )
        assert mine[-1] == "points"
        assert everybodys[-2:] == names


@pytest.mark.parametrize("decisions", [{}, {"Ada": "CRR", "Ben": "CCCR"}, {"Cleo": "CCE"}])
def test_who_sees_everything_sees_what_the_rules_hold(decisions):
    referee = play.quest(seats=3, items=4, early_end=True)
    say = play.plain(decisions, lambda submitted: 0.4 + submitted.of * 0.0137)
    known, read = observer("quest", EVERYTHING), 0
    while referee.outcome is None:
        for event, _ in referee.record[read:]:
            known.see(event)
        read, table = len(referee.record), known.look()
        for seat, lane in referee.game.lanes.items():
            shown = row(table, seat)
            scored = [work.h for work in lane.works.values() if work.h is not None]
            assert shown["texts"] == (f"{100 * fmean(scored):.1f}" if scored else "–")
            assert int(shown["calls"]) == referee.game.ledger[seat].answers
            assert shown["does"] == "ended" or not lane.has_ended
        request = next(iter(referee.open.values()))
        referee.fold(Response(request.id, say(request, referee), 1.0))
    for event, _ in referee.record[read:]:
        known.see(event)
    table = known.look()
    for seat, result in referee.outcome.results.items():
        shown = row(table, seat)
        expected = (f"{100 * result.numbers['score']:.1f}", f"{100 * result.numbers['q_tables']:.1f}")
        assert (shown["points"], shown["at 10%"]) == expected
        assert (int(shown["calls"]), int(shown["reviews"])) == (result.numbers["calls"], result.numbers["reviews"])


def test_who_sees_everything_reads_what_the_last_seat_wrote_beside_its_passage():
    record = of_canaries(play.quest(seats=3))
    known = observer("quest", EVERYTHING)
    for event, _ in record:
        known.see(event)
        page = panel(known.look(), Document)
        if isinstance(event, quest.Written):
            assert page.title.startswith(f"{event.seat} · Passage {event.item}")
            assert [line.text for line in page.lines if line.tone == "speech"] == [event.text]


def test_a_copy_goes_on_without_the_original():
    referee = play.quest(seats=3)
    record = of_canaries(referee)
    for viewer in (EVERYTHING, PUBLIC, "Ben"):
        view = [event for event, to in record if observes(viewer, to)]
        known, _ = seen(view[: len(view) // 2], viewer)
        before, table = repr(known), known.look()
        copy = known.copy()
        assert copy.look() == table
        for event in view[len(view) // 2 :]:
            copy.see(event)
        assert (repr(known), known.look()) == (before, table)
        assert copy.look() != table


# Moments, and the end


def test_results_say_who_won_by_how_many_points():
    referee = play.quest(seats=2, items=4)
    record = play.go(referee, play.plain({"Ada": "CRRR"}, lambda submitted: 0.5 + 0.03 * submitted.of))
    players = {"Ada": {"kind": "human"}, "Ben": {"kind": "bot", "name": "long"}, "judge": {"kind": "judge", "name": "lexical"}}
    shown = results(End(record, referee.outcome, players, "Ada"))
    rows = {
        cells[0]: dict(zip((c.title for c in shown.ranks.columns), cells, strict=True))
        for cells in (r.cells for r in shown.ranks.rows)
    }
    best, rest = (f"{100 * q:.0f}" for q in sorted((event.q for event in play.find_events(referee, quest.Tally)), reverse=True))
    assert {cells["points"] for cells in rows.values()} == {best, rest}
    assert rows["Ada"]["player"] == "you"
    assert rows["Ben"]["player"] == "bot long"
    assert shown.facts == ("4 passages", "bots' time is virtual", "judged by shared words (lexical)")
    assert shown.headline in (f"You win, {best} to {rest}.", f"You lose. Ben wins, {best} to {rest}.")
    assert not shown.reason


def test_a_match_of_which_nothing_counts_has_no_winner():
    referee = play.quest(seats=2, items=2)
    say = play.plain()
    play.go(referee, lambda request, table: Forfeit("error", "No judge.") if request.to == "judge" else say(request, table))
    shown = results(End(referee.record, referee.outcome, {}, "Ada"))
    assert shown.headline == "Nobody wins."
    assert shown.is_won is None
    assert results(End(referee.record, referee.outcome, {}, None)).headline == "Nobody wins."
    assert shown.reason == "Nothing could be scored, so nobody wins."
    assert "2 left out" in shown.facts


def test_the_rules_of_a_game_that_is_none_of_ours_are_those_of_all():
    assert help_of("quest")[0].text == "Hallucination Quest, with the usual options and 3 seats"
    assert help_of("")[0].text == help_of("ship")[0].text
    assert {line for game in registry.names() for line in help_of(game)} == {*help_of("")}


def test_the_race_shows_rivals_as_they_were_last_seen_and_all_at_the_end():
    known = observer("quest", "Ada")
    known.see(quest.Briefing(("Ada", "Ben", "Cy"), "summary", 4, "same", 1, 0.5, "full", False, True, "stated", 1.0, 0.01))
    known.see(quest.Glimpse("Ben", 0, {"done": 2, "mean_h": 1.0, "step": 1}))
    known.see(quest.Standing("Ada", 1, 4, 1, "b", None, "", None, False, 1, 10, 0, 1.0))
    known.see(quest.Given("Ada", "a", "text"))
    known.see(quest.Written("Ada", "a", "text", 1, False))
    known.see(quest.Scored("Ada", "a", 1, 0.8, True))
    assert _column(known, "race") == {"Ada (you)": "██░░░░░░░░", "Ben": "▒▒▒▒▒░░░░░", "Cy": "–"}
    assert panel(known.look(), FigureTable).note.startswith("▒: as last seen.")
    for seat, h in (("Ada", 0.8), ("Ben", 0.5), ("Cy", 0.3)):
        known.see(quest.Tally(seat, h, h, 4, 10, 10, 0, 1.0, 0.0, h, h))
    assert _column(known, "race") == {"Ada (you)": "████████░░", "Ben": "█████░░░░░", "Cy": "███░░░░░░░"}
    assert _column(known, "done")["Ben"] == "–", "what was seen of Ben before the end is old"


def _column(known, title):
    table = panel(known.look(), FigureTable)
    at = [column.title for column in table.columns].index(title)
    return {row.cells[0]: row.cells[at] for row in table.rows}


def test_players_and_spectators_read_no_symbols_of_the_paper():
    referee = play.quest(seats=3, items=3)
    say = play.plain({}, lambda submitted: 0.8)
    while referee.outcome is None:
        request = next(iter(referee.open.values()))
        referee.fold(Response(request.id, say(request, referee), 1.0))
    events = [event for event, _ in referee.record]
    for viewer in (EVERYTHING, PUBLIC, "Ada"):
        known, told = seen(events, viewer)
        table = panel(known.look(), FigureTable)
        words = [*(line.text for line in told), *(column.title for column in table.columns), table.note]
        assert not [each for each in words if {"P", "Q", "H"} & set(re.findall(r"\b[A-Z]\b", each))]
