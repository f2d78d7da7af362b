"""The wording of the debate for people: line by line, and for spectators."""

from __future__ import annotations

import inspect

import pytest

from woozle.core.game import Event, Forfeited, Refused
from woozle.core.request import Request
from woozle.games.debate import events as debate_events
from woozle.games.debate.events import (
    Answered,
    Appealed,
    Believe,
    Believed,
    Briefing,
    Chosen,
    Concluded,
    Estimate,
    Heard,
    Key,
    Linked,
    Listen,
    Measured,
    RoundBegan,
    Settled,
    Solve,
    Texts,
    Unmeasured,
)
from woozle.games.debate.players import prompt as debate

from tests.games.debate.play import BEARS

SEATS = ("Ada", "Ben", "Cleo")
BRIEFING = Briefing(SEATS, "choice", BEARS.question, BEARS.options, 3, "full", 0.5, 0.2, False, True)
SOLVE = Request(7, "Ada", Solve, {"answer": ("A", "B", "C", "D", "")})

READS = [
    (RoundBegan(1, SEATS), "Round 1: you, Ben and Cleo answer alone.", "Round 1: Ada, Ben and Cleo answer alone."),
    (RoundBegan(1, ()), "Round 1: first answers are given.", "Round 1: first answers are given."),
    (RoundBegan(2, ("Ben",)), "Round 2: Ben answers again.", "Round 2: Ben answers again."),
    (Answered("Ada", 1, "One.", "B", "said"), "You answer B: One.", "Ada answers B: One."),
    (
        Answered("Ada", 1, "Hm.", None, "said"),
        "You answer nothing that can be read: Hm.",
        "Ada answers nothing that can be read: Hm.",
    ),
    (
        Answered("Ada", 1, "One.", "B", "given"),
        "You begin with B, which was given: One.",
        "Ada begins with B, which was given: One.",
    ),
    (Answered("Ada", 1, "One.", "B", "repeated"), "You stay with B: One.", "Ada stays with B: One."),
    (Answered("Ada", 1, "", None, "nothing"), "You gave no answer.", "Ada gave no answer."),
    (
        Heard("Ada", 2, ("One.", ""), ("Ben", "Cleo")),
        "Ben said: One. Cleo said: nothing",
        "Ada is given 2 responses of Ben and Cleo to read.",
    ),
    (Heard("Ada", 2, ("One.",), ()), "Somebody (1 of 1) said: One.", "Ada is given 1 response to read."),
    (Heard("Ada", 2, (), ()), "You are given nothing to read.", "Ada is given 0 responses to read."),
    (
        Linked(2, {"Ada": ("Ben", "Cleo"), "Ben": ()}),
        "Who listens to whom: Ada to Ben and Cleo; Ben to nobody.",
        "Who listens to whom: Ada to Ben and Cleo; Ben to nobody.",
    ),
    (Settled("Ada", 2), "You have answered the same twice, and stop.", "Ada has answered the same twice, and stops."),
    (Appealed("Ada", 0, "Two went."), "You are told: Two went.", "Ada is told: Two went."),
    (Appealed("Ada", 1, "Two went."), "You are told, once more: Two went.", "Ada is told, once more: Two went."),
    (Believed("Ada", 0, "B"), "You believe then: B.", "Ada believes then: B."),
    (Believed("Ada", 0, None), "You believe then: nothing was said.", "Ada believes then: nothing was said."),
    (
        Measured(2, {"Ada": 1.5, "Ben": None}, "ngram 1", 0.0),
        "Entropies in nats, by ngram 1: Ada 1.500, Ben -.",
        "Entropies in nats, by ngram 1: Ada 1.500, Ben -.",
    ),
    (
        Chosen("Ada", 2, ((1,), (2,), (1, 2)), (1.0, 1.0, 1.0), "digra", ("Ben",)),
        "You are to listen to Ben, by DIGRA of 3 sets.",
        "Ada is to listen to Ben, by DIGRA of 3 sets.",
    ),
    (
        Unmeasured("Ada", 2),
        "For you nothing could be measured: all others are heard.",
        "For Ada nothing could be measured: all others are heard.",
    ),
    (
        Texts(1, "?", "choice", (), ("a", "b"), ((), ()), ()),
        "Measurement 1: 2 responses, each as it came.",
        "Measurement 1: 2 responses, each as it came.",
    ),
    (
        Texts(2, "?", "choice", (), ("a", "b"), ((), ()), (), 0, ((1,),)),
        "Measurement 2: response 1, after 1 set of others.",
        "Measurement 2: response 1, after 1 set of others.",
    ),
    (
        Key("bears", "B", ("one",), ("Ben",)),
        "The right answer is B (or one). Ben began with a wrong answer that was given.",
        "The right answer is B (or one). Ben began with a wrong answer that was given. Question bears.",
    ),
    (
        Concluded("B", {"B": 2, "C": 1}, True),
        "The table answers B (B 2, C 1), which is right.",
        "The table answers B (B 2, C 1), which is right.",
    ),
    (Concluded(None, {}, False), "The table has no answer, which is wrong.", "The table has no answer, which is wrong."),
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
    assert " ".join(debate.lines(event, "Ada")) == mine
    assert " ".join(debate.lines(event, None)) == everybodys


def test_every_event_of_the_debate_has_words():
    members = inspect.getmembers(debate_events, inspect.isclass)
    kinds = {kind for _, kind in members if issubclass(kind, Event) and kind is not Event}
    assert kinds - {Briefing} <= {type(event) for event, _, _ in READS}


@pytest.mark.parametrize(
    ("change", "says", "does_not_say"),
    [
        ({}, "B) one", "Nobody is told"),
        ({}, "Everybody listens to all others.", "stops"),
        ({"names": False}, "Nobody is told whose words those are.", "DIG"),
        ({"topology": "sparse"}, "Everybody listens to the next one at the table.", "all others"),
        ({"topology": "sparse", "density": 1.0}, "Everybody listens to the next 2 at the table.", "all others"),
        ({"topology": "digra"}, "(DIGRA)", "all others"),
        ({"topology": "free"}, "everybody chooses whom to listen to", "all others"),
        ({"early_stop": True}, "the debate ends when all give the same answer", "DIG"),
        ({"rounds": 1}, "All answer once, alone.", "listens"),
        ({"kind": "number", "options": ()}, BEARS.question, "A)"),
    ],
)
def test_the_briefing_tells_the_rules_of_this_match(change, says, does_not_say):
    fields = {name: getattr(BRIEFING, name) for name in BRIEFING.__slots__}
    text = "\n".join(debate.lines(Briefing(**{**fields, **change}), "Ada"))
    assert says in text and does_not_say not in text


# A line of a person


def meant(line, kind="choice", options=BEARS.options):
    fields = {name: getattr(BRIEFING, name) for name in BRIEFING.__slots__}
    return debate.line_reader(SOLVE, [Briefing(**{**fields, "kind": kind, "options": options})])(line)


@pytest.mark.parametrize(
    ("kind", "line", "text"),
    [
        ("choice", "b", "Answer: B"),
        ("choice", "B: I counted.", "I counted.\nAnswer: B"),
        ("choice", " (c) they say so ", "they say so\nAnswer: C"),
        ("choice", "B because I counted", "because I counted\nAnswer: B"),
        ("choice", "I counted, so Answer: D", "I counted, so Answer: D"),
        ("yes_no", "yes", "Answer: yes"),
        ("yes_no", "No, it is not.", "it is not.\nAnswer: no"),
        ("number", "-1,000.5", "Answer: -1,000.5"),
        ("number", "42: six times seven", "six times seven\nAnswer: 42"),
        ("number", "1/2: half of it", "half of it\nAnswer: 1/2"),
        ("number", "10^3", "Answer: 10^3"),
        ("text", "Mount Olm", "Answer: Mount Olm"),
        ("text", "m" * 200, f"Answer: {'m' * 200}"),
        ("text", "It is the highest. Answer: Mount Olm", "It is the highest. Answer: Mount Olm"),
    ],
)
def test_a_line_of_a_person_is_an_answer_and_the_reason_for_it(kind, line, text):
    assert meant(line, kind, BEARS.options if kind == "choice" else ()) == Solve(text=text)


@pytest.mark.parametrize(
    ("kind", "line"),
    [("choice", line) for line in ("", "A bear went round.", "E", "because: B", "Answer: E")]
    + [("yes_no", "No bear went round."), ("number", "some"), ("number", "."), ("text", ""), ("text", "m" * 201)],
)
def test_a_line_that_may_be_no_answer_is_not_taken_for_one(kind, line):
    with pytest.raises(ValueError, match=r"^Type "):
        meant(line, kind, BEARS.options if kind == "choice" else ())


def test_what_else_a_person_is_asked_is_numbered():
    listen = Request(1, "Ada", Listen, {"to": ("Ben", "Cleo", "Ben, Cleo")})
    assert debate.line_reader(listen, [BRIEFING]) is None
    assert [*debate.question(listen, [BRIEFING])][1:] == ["1. Ben", "2. Cleo", "3. Ben, Cleo"]
    believe = Request(1, "Ada", Believe, {"answer": ("A", "B", "I do not know")}, 30)
    assert [*debate.question(believe, [BRIEFING])][1:] == [
        BEARS.question, "1. A) none", "2. B) one", "3. I do not know", "You have 30 seconds.",
    ]  # fmt: skip
    numbers = Request(1, "Ada", Believe, {"answer": ("3", "12", "I do not know")})
    assert [*debate.question(numbers, [])][1:] == ["3", "12", "I do not know"]
    assert next(debate.question(SOLVE, [BRIEFING, RoundBegan(2, SEATS)])) == f"Round 2 of 3. {BEARS.question}"


@pytest.mark.parametrize("answer", [Solve, Listen, Believe, Estimate])
def test_a_question_can_be_asked_before_anything_was_observed(answer):
    assert isinstance(list(debate.question(Request(1, "Ada", answer, {}), [])), list)
