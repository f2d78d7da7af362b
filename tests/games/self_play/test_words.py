"""The wording of self-play for people, line by line, and for spectators."""

from __future__ import annotations

import inspect

import pytest

from woozle.core.game import PUBLIC, Event, Forfeited, Refused
from woozle.core.line import texts
from woozle.core.request import Request
from woozle.games.self_play import events as self_play_events
from woozle.games.self_play import words as self_play
from woozle.games.self_play.events import (
    LIBRARIAN,
    LONGEST,
    Act,
    Acted,
    Briefing,
    Concluded,
    Equipped,
    Evidence,
    Found,
    Key,
    Posed,
    Query,
    Stacked,
)
from woozle.games.self_play.players.prompt import line_reader
from woozle.games.self_play.state import State

from tests.games.self_play.play import TOWER, society

SEATS = ("Ada", "Ben", "Cleo")
BRIEFING = Briefing(SEATS, "broadcast", False, "question", 3, 1, 1, 12, None, 0.01)
SEARCHING, ASKING = ("SEARCH", "ANSWER", "HEDGE"), ("ASK", "ANSWER", "HEDGE")


def asked(legal, seat="Ben", id=1):
    return Request(id, seat, Act, {"action": legal})


READS = [
    (
        Equipped("Ada", "", False, ("Ben", "Cleo")),
        "You can ask Ben and Cleo.",
        "Ada can ask Ben and Cleo.",
    ),
    (
        Equipped("Ada", "medicine", True, ()),
        "You can search the book of medicine and have sums worked out.",
        "Ada can search the book of medicine and have sums worked out.",
    ),
    (Equipped("Ada", "", False, ()), "You can use no tool, and ask nobody.", "Ada can use no tool, and ask nobody."),
    (Posed("Ada", "Where?", ""), "You are asked: Where?", "Ada is asked: Where?"),
    (Posed("Ada", "Where?", "Ben"), "You are asked by Ben: Where?", "Ada is asked by Ben: Where?"),
    (Acted("Ada", "ASK", "Where?", False), "You ask: Where?", "Ada asks: Where?"),
    (Acted("Ada", "SEARCH", "Where?", False), "You search for: Where?", "Ada searches for: Where?"),
    (Acted("Ada", "CALCULATE", "2 + 2", False), "You have worked out: 2 + 2", "Ada has worked out: 2 + 2"),
    (Acted("Ada", "ANSWER", "Paris", False), "You answer: Paris", "Ada answers: Paris"),
    (Acted("Ada", "HEDGE", "", False), "You hedge: no words", "Ada hedges: no words"),
    (
        Acted("Ada", "HEDGE", "", True),
        "You did nothing that could be taken, which counts as a HEDGE without words.",
        "Ada did nothing that could be taken, which counts as a HEDGE without words.",
    ),
    (
        Evidence("Ada", "RETRIEVAL", ("One.", "Two."), "", ("a", "b")),
        "You find 2 paragraphs. 1. (a) One. 2. (b) Two.",
        "Ada finds 2 paragraphs. 1. (a) One. 2. (b) Two.",
    ),
    (Evidence("Ada", "RETRIEVAL", (), "", ()), "You find nothing.", "Ada finds nothing."),
    (
        Evidence("Ada", "CALCULATION", ("4",), "", ()),
        "You are told what it comes to: 4",
        "Ada is told what it comes to: 4",
    ),
    (
        Evidence("Ada", "FRIEND_ANSWER", ("Paris",), "", ()),
        "You are told by a friend who is confident: Paris",
        "Ada is told by a friend who is confident: Paris",
    ),
    (
        Evidence("Ada", "FRIEND_HEDGE", ("",), "medicine", ()),
        "You are told by a friend, who can search the book of medicine, who is unsure: no words",
        "Ada is told by a friend, who can search the book of medicine, who is unsure: no words",
    ),
    (
        Stacked(1, "Ben", ("Ada", "Cleo")),
        "Ben has control. Waiting, the next last: Ada, Cleo.",
        "Ben has control. Waiting, the next last: Ada, Cleo.",
    ),
    (Stacked(5, "", ()), "Nobody has control: it is over.", "Nobody has control: it is over."),
    (
        Query(1, "Ben", "SEARCH", "medicine", "Where?", 3),
        "Query 1, of Ben: find at most 3 paragraphs in medicine for: Where?",
        "Query 1, of Ben: find at most 3 paragraphs in medicine for: Where?",
    ),
    (Query(2, "Ben", "CALCULATE", "", "2 + 2", 1), "Query 2, of Ben: work out: 2 + 2", "Query 2, of Ben: work out: 2 + 2"),
    (
        Key("tower", ("Paris", "City of Paris"), "encyclopaedia"),
        "The right answer is Paris, to be found in the encyclopaedia. So would be: City of Paris.",
        "The right answer is Paris, to be found in the encyclopaedia. Question tower. So would be: City of Paris.",
    ),
    (
        Concluded("Paris", "ANSWER", 1.0, 1, 0.99),
        "The final answer, confident: Paris It scores 1.00, less 0.01 for 1 search: 0.99 for everybody.",
        "The final answer, confident: Paris It scores 1.00, less 0.01 for 1 search: 0.99 for everybody.",
    ),
    (
        Concluded("", "", 0.0, 2, -0.02),
        "There is no final answer. It scores 0.00, less 0.02 for 2 searches: -0.02 for everybody.",
        "There is no final answer. It scores 0.00, less 0.02 for 2 searches: -0.02 for everybody.",
    ),
    (Refused("Ada", "No."), "Your answer was not taken. No.", "Ada gave an answer that cannot be taken. No."),
    (
        Forfeited("Ada", "timeout", "Too late."),
        "You ran out of time, and the match went on. Too late.",
        "Ada ran out of time, and the match went on. Too late.",
    ),
]


@pytest.mark.parametrize(
    ("event", "mine", "everybodys"), READS, ids=lambda value: type(value).__name__ if isinstance(value, Event) else ""
)
def test_an_event_reads_like_this_to_ada_and_to_who_looks_on(event, mine, everybodys):
    assert " ".join(texts(self_play.say(event, State("Ada")))) == mine
    assert " ".join(texts(self_play.say(event, State(PUBLIC)))) == everybodys


def test_every_event_of_self_play_has_words():
    members = inspect.getmembers(self_play_events, inspect.isclass)
    kinds = {kind for _, kind in members if issubclass(kind, Event) and kind is not Event}
    assert kinds - {Briefing} <= {type(event) for event, _, _ in READS}


@pytest.mark.parametrize(
    ("seats", "change", "says", "does_not_say"),
    [
        (3, {}, "A question goes to everybody that the asker can reach", "the next can be asked"),
        (3, {}, "you aren't told whose it is", "which corpus"),
        (3, {"orchestration": "hub"}, "A question goes to one; when it has replied, the next can be asked.", "none of them"),
        (3, {"names": True}, "you are told which corpus it comes from", "whose"),
        (3, {"effort": 2}, "All together can use tools twice at most.", "Nobody can use"),
        (3, {"effort": 0}, "Nobody can use a tool.", "a search finds"),
        (3, {"searches": 0}, "Nobody can use a tool.", "a search finds"),
        (3, {"asks": 0}, "Nobody can ask.", "can ask once"),
        (3, {}, "Everybody can ask once. A seat can use its tools once; a search finds 3 paragraphs at most.", "All together"),
        (3, {"searches": 2, "found": 1}, "its tools twice at most; a search finds 1 paragraph at most. After 12 steps", "once;"),
        (3, {"orchestration": "hub"}, "Everybody can ask once for each it can reach.", "All together"),
        (3, {"queries": "own"}, "asked and searched for is in your own words", "word for word"),
        (1, {}, "A seat can use its tools once", "can ask"),
        (1, {"searches": 2, "price": 0.1}, "less 0.1 for every search.", "anybody"),
    ],
)
def test_the_rules_say_what_holds(seats, change, says, does_not_say):
    briefing = society(seats, **change).view("Ada")[0]
    text = " ".join(self_play.rules(briefing))
    assert says in text and does_not_say not in text


def test_a_person_is_asked_with_what_it_can_do_by_number():
    view = [BRIEFING, Posed("Ada", TOWER.question, "")]
    assert list(self_play.question(Request(1, "Ada", Act, {"action": ASKING}, 30), view)) == [
        "The question: Where is the tower?",
        "What do you do?",
        "1. ASK: others may know",
        "4. ANSWER and your answer: you are confident, as in `ANSWER 1912`",
        "5. HEDGE and your best guess: you are unsure, as in `HEDGE 1912`",
        "Type the action, by its number or name, and the words that belong to it on the same line; "
        "ANSWER or HEDGE alone is a reply without words.",
        "You have 30 seconds.",
    ]
    own = list(self_play.question(asked(SEARCHING), [society(queries="own").view("Ada")[0]]))
    assert "2. SEARCH: look it up in your corpus, in words of your own that follow" in own


@pytest.mark.parametrize(
    ("line", "action", "argument"),
    [
        ("1", "ASK", ""),
        ("4 Paris", "ANSWER", "Paris"),
        ("4. 1912", "ANSWER", "1912"),
        ("hedge  City of Paris ", "HEDGE", "City of Paris"),
        ("#Answer: 1912", "ANSWER", "1912"),
        ("search towers", "SEARCH", "towers"),
        ("4", "ANSWER", ""),
        ("5", "HEDGE", ""),
        ("HEDGE", "HEDGE", ""),
        (f"5 {'x' * 5000}", "HEDGE", "x" * LONGEST),
    ],
)
def test_a_line_is_an_action_and_its_words(line, action, argument):
    read = line_reader(Request(1, "Ada", Act, {"action": ASKING}), [])
    assert read(line) == Act(action=action, argument=argument)


@pytest.mark.parametrize("line", ["", "Paris", "2", "6", "0 x", "\u00b2", "99999999999 x", "0010 x"])
def test_a_line_that_is_no_action_is_answered_in_a_sentence(line):
    read = line_reader(Request(1, "Ada", Act, {"action": ASKING}), [])
    with pytest.raises(ValueError, match="You can ASK, ANSWER or HEDGE"):
        read(line)


def test_services_are_asked_in_words_too():
    assert line_reader(Request(1, LIBRARIAN, Found, {"of": (1,)}), []) is None
    assert list(self_play.question(Request(1, LIBRARIAN, Found, {"of": (1,)}), [])) == ["What was found?"]
