"""The table and the log of a seat in self-play: what it knows and reads, and what it is not told."""

from __future__ import annotations

from dataclasses import replace

from woozle.arena.views.panels import Document, FigureTable, without_turns
from woozle.core.state import EVERYTHING
from woozle.games.self_play import events as self_play

from tests.games.self_play.tui.scenes import WRONG, moment, over
from tests.games.self_play.views.seen import at, texts, told
from tests.tables import panel


def page(name) -> list[str]:
    return texts(panel(at(name)[2], Document).lines)


def test_replies_are_tagged_and_nobody_is_told_whose_they_are():
    read = page("asker again")
    assert "A friend: ANSWER: Bellamy Thorne" in read and "A friend: HEDGE: the widow Agathe Wend" in read
    assert not any("Ben" in line and "ANSWER" in line for line in read)
    assert panel(at("asker again")[2], Document).note == "2 replies"


def test_what_came_last_stands_first_and_what_came_together_in_its_order():
    read = page("alone again")
    assert read.index("Worked out: 1850 - 1702 = 148") < next(at for at, line in enumerate(read) if line.startswith("Found, 1"))
    replies = [line for line in page("asker again") if line.startswith("A friend")]
    assert replies == ["A friend: ANSWER: Bellamy Thorne", "A friend: HEDGE: the widow Agathe Wend"]


def test_waiting_is_told_without_who_acts():
    prompts = {name: at(name)[2].prompt for name in ("asked", "before")}
    assert prompts["asked"] == "You have asked. You go on once your friends have replied."
    assert told(moment("before").seen, "Ben")[0].look().prompt.startswith("You wait until another player asks")
    table = at("asked")[2]
    assert panel(table, FigureTable) is None and not any(card.is_speaking or card.status for card in table.seats)
    assert without_turns(table) == table
    replied = (*moment("helper again").seen, self_play.Acted("Ben", "HEDGE", "x", False))
    assert told(replied, "Ben")[0].look().prompt == "You have replied. The others go on."


def test_a_reply_is_judged_only_by_those_who_know_that_it_is_to_the_question_of_the_match():
    wrong = "Ben was sure (ANSWER), and wrong."
    asked = {**WRONG, "Ada": ("ASK Who is the mayor of Wendmoor?", "HEDGE Bellamy Thorne")}
    for said, is_judged in ((WRONG, True), (asked, False)):
        match = over(said, queries="own")
        assert wrong not in texts(told(match.view("Ben"), "Ben")[1]), "Ben was asked in words of Ada's own, as far as he knows"
        assert (wrong in texts(told([event for event, _ in match.record], EVERYTHING)[1])) == is_judged


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
