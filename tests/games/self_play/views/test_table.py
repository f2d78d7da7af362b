"""The table and the log of a seat in self-play: what it knows and reads, and what it is not told."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.panels import Document, FigureTable, without_turns
from woozle.arena.views.registry import observer
from woozle.core.state import EVERYTHING
from woozle.games.self_play import events as self_play
from woozle.games.self_play.data import paragraphs

from tests.games.self_play.tui.scenes import STEPS, WHO, WRONG, moment, over, stopped
from tests.games.self_play.views.seen import at, cells, texts, told
from tests.tables import panel


def page(name) -> list[str]:
    return texts(panel(at(name)[2], Document).lines)


def test_the_question_stands_on_top_and_below_it_who_asks():
    assert page("asker")[0] == WHO.question
    assert page("helper")[:2] == [WHO.question, "Ada asks you."]
    assert panel(at("helper")[2], Document).title == "The question"


def test_paragraphs_are_given_whole_and_with_where_they_stand():
    first = paragraphs("encyclopaedia")[0]
    read = page("helper again")
    assert f"Found, 1 of 3 · {first.title}: {first.text}" in read
    assert panel(at("helper again")[2], Document).note == "3 paragraphs"
    assert read.index("What you were given") < read.index("How this match is played")


def test_replies_are_tagged_and_nobody_is_told_whose_they_are():
    read = page("asker again")
    assert "A friend: ANSWER: Bellamy Thorne" in read and "A friend: HEDGE: the widow Agathe Wend" in read
    assert not any("Ben" in line and "ANSWER" in line for line in read)
    assert panel(at("asker again")[2], Document).note == "2 replies"


def test_a_reply_without_words_is_told_as_one():
    replies = [line for line in page("many") if line.startswith("A friend")]
    assert replies == [
        "A friend: ANSWER: Bellamy Thorne",
        "A friend: HEDGE: the widow Agathe Wend",
        *["A friend: HEDGE, without words."] * 6,
    ]


def test_replies_are_tagged_with_tools_where_these_are_told():
    assert "A friend (the encyclopaedia): ANSWER: Bellamy Thorne" in page("named")


def test_what_came_last_stands_first_and_what_came_together_in_its_order():
    read = page("alone again")
    assert read.index("Worked out: 1850 - 1702 = 148") < next(at for at, line in enumerate(read) if line.startswith("Found, 1"))
    replies = [line for line in page("asker again") if line.startswith("A friend")]
    assert replies == ["A friend: ANSWER: Bellamy Thorne", "A friend: HEDGE: the widow Agathe Wend"]


def test_the_story_has_the_beginning_of_what_the_page_has_whole():
    first = paragraphs("encyclopaedia")[0]
    lines = texts(at("helper again")[1])
    assert any(line.startswith(f"Found, 1 of 3 · {first.title}: {first.text[:100]}") and line.endswith("…") for line in lines)
    assert max(map(len, lines)) < 250


def test_nothing_that_was_found_is_said():
    empty = self_play.Evidence("Ben", "RETRIEVAL", (), "", ())
    known, lines = told((*moment("helper").seen, empty), "Ben")
    assert texts(lines)[-1] == "You find nothing."
    assert "You find nothing." in texts(panel(known.look(), Document).lines)


def test_a_sum_that_nobody_worked_out_is_said():
    failed = self_play.Evidence("Ben", "CALCULATION", (), "", ())
    assert texts(told((*moment("helper").seen, failed), "Ben")[1])[-1] == "You are told what it comes to: nothing"


def test_own_steps_are_told_with_their_numbers():
    assert texts(at("asker again")[1])[-3:] == [
        "1. You: ASK Ben and Cleo.",
        "A friend: ANSWER: Bellamy Thorne",
        "A friend: HEDGE: the widow Agathe Wend",
    ]
    assert "1. You: SEARCH the encyclopaedia." in texts(at("helper again")[1])


def test_what_is_sought_in_other_words_is_told_with_them():
    steps = {**STEPS, "Ben": ("SEARCH the widow Wend",)}
    _, lines = told(stopped("Ben", 2, steps, queries="own").seen, "Ben")
    assert "1. You: SEARCH the encyclopaedia, in other words: the widow Wend" in texts(lines)


def test_a_step_that_was_forfeited_is_told():
    acted = self_play.Acted("Ben", "HEDGE", "", True)
    assert texts(told((*moment("helper").seen, acted), "Ben")[1])[-1].startswith("You did nothing that could be taken")


def test_who_is_what():
    assert [at(name)[2].role for name in ("asker", "helper", "alone")] == ["asker", "helper", "alone"]


def test_waiting_is_told_without_who_acts():
    prompts = {name: at(name)[2].prompt for name in ("asked", "before")}
    assert prompts["asked"] == "You have asked. You go on once your friends have replied."
    assert told(moment("before").seen, "Ben")[0].look().prompt.startswith("You wait.")
    table = at("asked")[2]
    assert panel(table, FigureTable) is None and not any(card.is_speaking or card.status for card in table.seats)
    assert without_turns(table) == table
    replied = (*moment("helper again").seen, self_play.Acted("Ben", "HEDGE", "x", False))
    assert told(replied, "Ben")[0].look().prompt == "You have replied. The others go on."


def test_before_anybody_asks_one_reads_what_one_can_do():
    known, _ = told(moment("before").seen, "Ben")
    table = known.look()
    assert panel(table, Document).title == "Nobody has asked you anything yet"
    assert "You can search the encyclopaedia." in texts(panel(table, Document).lines)


def test_at_the_end_all_that_is_told_is_known():
    _, lines, table = at("over")
    assert (table.title, table.prompt) == ("The match is over", "")
    assert texts(lines)[-2:] == [
        "The final answer, confident: Agathe Wend",
        "It scores 1.00, less 0.02 for 2 searches: 0.98 for everybody.",
    ]
    assert page("over")[:4] == [
        "The final answer, confident: Agathe Wend",
        "It scores 1.00, less 0.02 for 2 searches: 0.98 for everybody.",
        "The right answer is Agathe Wend, to be found in the book of medicine.",
        "So would be: the widow Agathe Wend.",
    ]
    assert cells(table) == {
        "Ada": ("–", "all others", "ASK, ANSWER ✓"),
        "Ben": ("encyclopaedia", "–", "–"),
        "Cleo": ("medicine", "–", "–"),
    }


def test_a_helper_reads_at_the_end_how_sure_and_how_right_it_was():
    known, lines = told(over(WRONG).view("Ben"), "Ben")
    assert "Ben was sure (ANSWER), and wrong." in texts(lines)
    assert cells(known.look())["Ben"][2] == "SEARCH, ANSWER ✗"


def test_a_reply_is_judged_only_by_those_who_know_that_it_is_to_the_question_of_the_match():
    wrong = "Ben was sure (ANSWER), and wrong."
    asked = {**WRONG, "Ada": ("ASK Who is the mayor of Wendmoor?", "HEDGE Bellamy Thorne")}
    for said, is_judged in ((WRONG, True), (asked, False)):
        match = over(said, queries="own")
        assert wrong not in texts(told(match.view("Ben"), "Ben")[1]), "Ben was asked in words of Ada's own, as far as he knows"
        assert (wrong in texts(told([event for event, _ in match.record], EVERYTHING)[1])) == is_judged


def test_a_group_without_an_answer_has_none():
    _, lines = told(over({"Ada": ("ASK",)}, steps=1).view("Ada"), "Ada")
    assert texts(lines)[-2:] == ["There is no final answer.", "It scores 0.00."]


def test_a_copy_is_folded_on_without_changing_what_it_is_a_copy_of():
    seen = over().view("Ada")
    known = observer("self_play", "Ada")
    for event in seen[:8]:
        known.see(event)
    before = known.look()
    copy = known.copy()
    for event in seen[8:]:
        copy.see(event)
    assert known.look() == before != copy.look()


def test_a_transcript_that_claims_more_seats_than_there_can_be_is_shown():
    seats = tuple(f"seat {number}" for number in range(40))
    briefing = next(event for event in moment("asker").seen if isinstance(event, self_play.Briefing))
    known, _ = told(
        (
            replace(briefing, seats=seats),
            self_play.Equipped("nobody", "x", True, seats),
            self_play.Posed("seat 30", "Who?", ""),
            self_play.Acted("seat 30", "DANCE", "x", False),
            self_play.Evidence("seat 30", "RETRIEVAL", ("x",), "", ()),
            self_play.Stacked(1, "seat 31", seats),
            self_play.Key("x", (), ""),
            self_play.Concluded("", "", 0.0, 0, 0.0),
        ),
        "public",
    )
    assert len(known.look().seats) == 9


def test_what_comes_before_the_briefing_breaks_nothing():
    for viewer in ("public", "everything", "Ada"):
        known, _ = told(over().view("Ada")[1:], viewer)
        assert panel(known.look(), Document) is None
