"""Parsing of models' replies, and of text that must never be parsed as an answer."""

import json
import random
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from woozle.core.replies import example, read_reply
from woozle.core.request import Answer, Request
from woozle.games.ship.events import Act, Speak
from woozle.games.ship.events import Vote as ShipVote

from tests.two_truths import Tell, Vote

ACT = Request(1, "Alice", Act, {"action": ("wait", "move cafeteria", "move upper_engine", "kill Bob")})
VOTE = Request(2, "Alice", ShipVote, {"target": ("Bob", "Eve", None)})
SPEAK = Request(3, "Alice", Speak, {})
INDEX = Request(4, "a", Vote, {})
TELL = Request(5, "a", Tell, {})


class Claim(BaseModel):
    model_config = ConfigDict(extra="forbid")

    about: str
    is_sure: bool = False


class Report(Answer):
    """An answer with a bit of everything."""

    claims: tuple[Claim, ...]
    share: Annotated[float, Field(ge=0, le=1)] = 0.5
    rounds: Annotated[int, Field(ge=1)] | None = None
    mood: Literal["calm", "angry"] = "calm"


REPORT = Request(6, "a", Report, {})
REQUESTS = (ACT, VOTE, SPEAK, INDEX, TELL, REPORT)

WAIT = {"action": "wait", "say": ""}
UPPER = {"action": "move upper_engine", "say": ""}

READ = {
    "plain JSON": (ACT, '{"action": "wait", "say": "hi"}', {"action": "wait", "say": "hi"}),
    "a field left out": (ACT, '{"action": "wait"}', WAIT),
    "amid prose": (ACT, 'I think so.\n{"action": "wait"}\nThat is my answer.', WAIT),
    "in a fence": (ACT, '```json\n{"action": "wait"}\n```', WAIT),
    "after thoughts in tags": (ACT, '<think>{"action": "kill Bob"}?</think>{"action": "wait"}', WAIT),
    "after thoughts whose tag was in the prompt": (ACT, '{"action": "kill Bob"}? No.\n</think>\n{"action": "wait"}', WAIT),
    "trailing commas": (ACT, '{"action": "wait", "say": "",}', WAIT),
    "Python's quotes and words": (ACT, "{'action': 'wait', 'say': None}", WAIT),
    "an apostrophe in Python": (ACT, """{'action': 'wait', 'say': "I'm here"}""", {"action": "wait", "say": "I'm here"}),
    "an escaped apostrophe": (ACT, r"{'action': 'wait', 'say': 'I\'m'}", {"action": "wait", "say": "I'm"}),
    "comments": (ACT, '{"action": "wait", // nothing\n"say": "a // b" /* or */ # not\n}', {"action": "wait", "say": "a // b"}),
    "bare names": (ACT, '{action: "wait", say: "x"}', {"action": "wait", "say": "x"}),
    "typographic quotes": (ACT, "{“action”: “wait”, ‘say’: ”x”}", {"action": "wait", "say": "x"}),
    "numbers among separators that only strip takes away": (
        REPORT,
        '{"claims": [], "share": "\\u001e0.5", "rounds": "\\u001f4 "}',
        {"claims": [], "share": 0.5, "rounds": 4, "mood": "calm"},
    ),
    "a line feed in a text": (SPEAK, '{"text": "one\ntwo"}', {"text": "one\ntwo"}),
    "a brace in a text": (SPEAK, '{"text": "a } b { c"}', {"text": "a } b { c"}),
    "halves of a character": (SPEAK, r'{"text": "\ud83d\ude00 \ud800 \n"}', {"text": "😀 �"}),
    "the last of several": (ACT, '{"action": "kill Bob"}, no: {"action": "wait"}', WAIT),
    "the last that fits": (ACT, '{"action": "wait"} {"confidence": 1}', WAIT),
    "a wrapper": (ACT, '{"answer": {"action": "wait"}}', WAIT),
    "names in any case": (ACT, '{"ACTION": "wait", "Say ": "x"}', {"action": "wait", "say": "x"}),
    "more than was asked for": (ACT, '{"action": "wait", "mood": "bad", "thoughts": "hm"}', WAIT),
    "null for what may be left out": (ACT, '{"action": "wait", "say": null}', WAIT),
    "a choice in other letters": (ACT, '{"action": "Move Upper Engine"}', UPPER),
    "a choice as a call": (ACT, '{"action": "move(upper_engine)"}', UPPER),
    "a choice by its number": (ACT, '{"action": 3}', UPPER),
    "a choice by its number in a text": (ACT, '{"action": "3."}', UPPER),
    "a number alone": (ACT, "3.", UPPER),
    "a choice alone": (ACT, " `move upper_engine`\n", UPPER),
    "a choice alone in a fence": (ACT, "```\nmove upper_engine\n```", UPPER),
    "a choice alone as JSON": (ACT, '"move upper_engine"', UPPER),
    "as QUACK has it": (ACT, "move(upper_engine) | say(hello (all))", {"action": "move upper_engine", "say": "hello (all)"}),
    "as QUACK has it, in quotes": (ACT, 'KILL(Bob)|Say("hello")', {"action": "kill Bob", "say": "hello"}),
    "skip": (VOTE, '{"target": "Skip"}', {"target": None}),
    "none": (VOTE, "none", {"target": None}),
    "null": (VOTE, '{"target": null}', {"target": None}),
    "a name in other letters": (VOTE, '{"Target": "BOB"}', {"target": "Bob"}),
    "the number of a name": (VOTE, "2", {"target": "Eve"}),
    "the number of nobody": (VOTE, "3", {"target": None}),
    "a speech in quotes": (SPEAK, '"I was in medbay."', {"text": "I was in medbay."}),
    "silence": (SPEAK, '{"text": ""}', {"text": ""}),
    "a number is itself where numbers are asked for": (INDEX, '{"index": 2}', {"index": 2}),
    "a number in a text": (INDEX, '{"index": "2"}', {"index": 2}),
    "a number alone where one is asked for": (INDEX, "0", {"index": 0}),
    "an abstention": (INDEX, '{"index": "none"}', {"index": None}),
    "lists": (TELL, '{"texts": ["a", "b", "c"], "lie": "1"}', {"texts": ("a", "b", "c"), "lie": 1}),
    "tuples": (TELL, "{'texts': ('a', 'b', 'c',), 'lie': 1}", {"texts": ("a", "b", "c"), "lie": 1}),
    "a bit of everything": (
        REPORT,
        '{"Claims": [{"About": "x", "Is Sure": "yes", "more": 1}], "share": "0.25", "rounds": "3", "mood": "ANGRY"}',
        {"claims": ({"about": "x", "is_sure": True},), "share": 0.25, "rounds": 3, "mood": "angry"},
    ),
    "null for a number": (
        REPORT,
        '{"claims": [], "rounds": "none"}',
        {"claims": (), "share": 0.5, "rounds": None, "mood": "calm"},
    ),
}

UNREAD = {
    "prose with a choice in it": (ACT, "I will wait here."),
    "prose with a number in it": (ACT, "I choose 3"),
    "two choices": (ACT, "wait, move cafeteria"),
    "two numbers": (ACT, "1 or 2"),
    "a number and other words": (ACT, "3. move cafeteria"),
    "a number that is not in the list": (ACT, "9"),
    "a stray letter": (VOTE, "B"),
    "a remark that says another choice": (ACT, "wait | action(kill Bob)"),
    "a remark that is no field": (ACT, "wait | shout(hello)"),
    "a call that is no choice": (ACT, "do_task()"),
    "thoughts spoken aloud": (SPEAK, "As the duck, I should say that I was in medbay."),
    "a speech that is not closed": (SPEAK, '{"text": "I was in'),
    "an object that is not closed": (ACT, '{"action": "wait", "say": "x"'),
    "the inside of one that is not closed": (ACT, '{"options": [{"action": "wait"}, {"action": "kill Bob"}'),
    "the inside of one that is broken": (ACT, '{"action": perhaps, "or": {"action": "wait"}}'),
    "options instead of an answer": (ACT, '{"options": [{"action": "wait"}, {"action": "kill Bob"}]}'),
    "quotes within quotes": (ACT, '{"action": "wait", "say": "he said "hi" to me"}'),
    "two values for a name": (ACT, '{"action": "wait", "action": "kill Bob"}'),
    "two values for a name in other letters": (ACT, '{"action": "wait", "Action": "kill Bob"}'),
    "a later thought that cannot be taken": (ACT, '{"action": "wait"} or rather {"action": ["kill Bob"]}'),
    "the schema": (ACT, json.dumps(ACT.schema())),
    "null for what is needed": (ACT, '{"action": null}'),
    "words for a number": (INDEX, '{"index": "two"}'),
    "a number out of range": (INDEX, '{"index": 7}'),
    "a speech that is too long": (SPEAK, json.dumps({"text": "x" * 4001})),
    "a number without an end": (INDEX, '{"index": ' + "9" * 5000 + "}"),
    "no number": (REPORT, '{"claims": [], "share": NaN}'),
    "one field of two": (TELL, '["a", "b", "c"]'),
    "a reply without an end": (ACT, "x" * 500_000),
}


@pytest.mark.parametrize("request_, text, answer", READ.values(), ids=READ)
def test_it_is_read(request_, text, answer):
    read = read_reply(text, request_)
    assert read.reading == "answer", read.problem
    assert read.answer == request_.answer.model_validate(answer)
    assert not read.problem


@pytest.mark.parametrize("request_, text", UNREAD.values(), ids=UNREAD)
def test_it_is_not_read(request_, text):
    read = read_reply(text, request_)
    assert (read.reading, read.answer) == ("unparsable", None)
    assert example(request_) in read.problem


@pytest.mark.parametrize("text", ['{"action": "fly"}', '{"action": "move"}', '{"action": "9"}', '{"action": "move to cafeteria"}'])
def test_an_illegal_value_is_returned_unchanged(text):
    read = read_reply(text, ACT)
    assert read.reading == "illegal"
    assert read.answer == Act(**json.loads(text))
    assert read.problem == ACT.refusal(read.answer)


def test_none_is_illegal_where_only_seats_can_be_chosen():
    assert read_reply('{"target": null}', Request(1, "Alice", ShipVote, {"target": ("Bob", "Eve")})).reading == "illegal"


def test_numbers_among_the_choices_are_no_places_in_the_list():
    among = Request(1, "a", Vote, {"index": (2, 1)})
    assert read_reply('{"index": 1}', among).answer == Vote(index=1)
    assert read_reply('{"index": "2"}', among).answer == Vote(index=2)
    assert read_reply('{"index": 0}', among).reading == "illegal"


def test_choices_that_look_alike_have_to_be_written_as_they_are():
    alike = Request(1, "Alice", Act, {"action": ("go_a", "go a")})
    assert read_reply('{"action": "go a"}', alike).answer == Act(action="go a")
    assert read_reply('{"action": "GO A"}', alike).reading == "illegal"


def test_thoughts_are_kept_apart():
    assert read_reply('<think> a </think>{"thoughts": "b", "action": "wait"}', ACT).thoughts == "a\nb"
    assert read_reply("<think>I never came to", ACT, "length").thoughts == "I never came to"


@pytest.mark.parametrize("finish", ["length", "cut"])
def test_a_reply_that_was_cut_off_counts_only_if_its_answer_is_complete(finish):
    assert read_reply('{"action": "wait"} So I', ACT, finish).reading == "answer"
    for text in ("", "wait", "3", '{"action": "wa', '{"action": "wait"} or {"act', "<think>Let me"):
        assert read_reply(text, ACT, finish).reading == "cut_off"
    assert ("Think less" in read_reply("", ACT, finish).problem) == (finish == "length")


def test_each_trouble_has_its_own_words():
    replies = [
        read_reply("", ACT),
        read_reply("<think>Well.</think>", ACT),
        read_reply(" ", ACT, reasoning='{"action": "wait"}'),
        read_reply("well", ACT),
        read_reply("well", ACT, "length"),
        read_reply("well", ACT, "cut"),
        read_reply('{"action": "wait"}', ACT, is_refusal=True),
        read_reply('{"action": "fly"}', ACT),
    ]
    assert [read.reading for read in replies] == ["empty"] * 3 + ["unparsable", "cut_off", "cut_off", "refused", "illegal"]
    assert len({read.problem for read in replies}) == len(replies)
    assert "stands in your reasoning" in replies[2].problem
    assert read_reply("x", ACT, "filter").reading == "refused"


def test_a_problem_quotes_little_and_nothing_that_a_terminal_would_act_on():
    problem = read_reply("\x1b[31m\u202e\n" + "x" * 1000, ACT).problem
    assert problem.isprintable()
    assert "x" * 53 in problem
    assert "x" * 60 not in problem


def test_a_problem_says_what_is_missing():
    assert "which has to say action." in read_reply('{"say": "hi"}', ACT).problem
    assert "which has to say texts and lie." in read_reply("a, b, c", TELL).problem
    assert "claims.0.about is missing." in read_reply('{"claims": [{}]}', REPORT).problem


def test_an_example_names_no_choice():
    assert example(ACT) == '{"action": "...", "say": ""}'
    assert example(VOTE, has_thoughts=True) == '{"thoughts": "...", "target": "..."}'
    assert example(TELL) == '{"texts": ["...", "...", "..."], "lie": 0}'
    assert json.loads(example(REPORT)) == {
        "claims": [{"about": "...", "is_sure": True}],
        "share": 0.5,
        "rounds": None,
        "mood": "calm",
    }


HOSTILE = {
    "braces": "{" * 400_000,
    "objects": "{}" * 50_000,
    "nested": '{"a":' * 80_000,
    "lists": '{"action":' + "[" * 399_000,
    "comments": "{/*}" * 20_000,
    "quotes": '{"}' * 33_000,
    "backslashes": '{"' + "\\" * 399_000,
    "tags": "<think>" * 57_000,
    "closing tags": "</think>" * 50_000,
    "digits": '{"action":' + "9" * 399_000,
    "spaces": '{"action"' + " " * 399_000,
    "calls": "a(" * 4_000,
    "ten megabytes": "{" * 10_000_000,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_not_read_and_takes_no_time(text):
    assert read_reply(text, ACT).answer is None
    assert read_reply(text, TELL, "length").answer is None


GOOD = (
    '{"action": "move upper_engine", "say": "I was in medbay."}',
    '{"thoughts": "Eve lies.", "target": "Eve"}',
    '{"text": "I saw \\"Eve\\" \\ud83d\\ude00 {there}."}',
    "{'texts': ['a', 'b', 'c'], 'lie': 1,}",
    '<think>so</think>```json\n{"index": null} // ok\n```',
    '{"claims": [{"about": "x", "is_sure": true}], "share": 0.5, "rounds": 2, "mood": "calm"}',
    "move(cafeteria) | say(hello)",
    "{“action”: “wait”}",
)
PIECES = (
    *'{}[]()"\'“”:,|\\/`#*.0123456789-+eE_ \n\t\0\x1b\u202e\ud800é😀',
    "null", "None", "true", "wait", "skip", "action", "text", "target", "<think>", "</think>", "```", "//",
    "/*", "*/", "\\u", "\\ud800", "1e99",
)  # fmt: skip


def mutated(draw: random.Random) -> str:
    text = draw.choice(GOOD)
    for _ in range(draw.randrange(1, 6)):
        at, to = sorted(draw.randrange(len(text) + 1) for _ in range(2))
        match draw.randrange(5):
            case 0:
                text = text[:at] + draw.choice(PIECES) + text[at:]
            case 1:
                text = text[:at] + text[min(to, at + 3) :]
            case 2:
                text = text[:at] + draw.choice(PIECES) + text[at + 1 :]
            case 3:
                text = text[:at] + text[at:to] * 2 + text[to:]
            case 4:
                text = text[:at] + draw.choice(GOOD) + text[at:]
    return text


def test_thousands_of_malformed_replies_never_raise_and_never_leave_the_schema():
    draw = random.Random(1)
    readings = set()
    for _ in range(5_000):
        text, request = mutated(draw), draw.choice(REQUESTS)
        read = read_reply(text, request, draw.choice(("stop", "stop", "length", "cut")))
        readings.add(read.reading)
        assert (read.answer is not None) == (read.reading in ("answer", "illegal"))
        assert bool(read.problem) == (read.reading != "answer")
        if read.answer is not None:
            assert request.answer.model_validate(read.answer.model_dump()) == read.answer
            assert bool(request.refusal(read.answer)) == (read.reading == "illegal")
    assert readings == {"answer", "illegal", "unparsable", "cut_off", "empty"}


ONE_CHOICE = (
    '{"action": "move upper_engine", "say": "kill Bob? {wait} \\"wait\\""}',
    "{'thoughts': 'I could wait or kill Bob.', 'action': 'move upper_engine'}",
    '<think>{"action": "wait"} or {"action": "kill Bob"}</think>```json\n{"action": "move upper_engine"}\n```',
    'Not {wait}. {"options": ["wait", "kill Bob"], "answer": {"action": "move upper_engine"}} // wait',
    'move(upper_engine) | say("wait")',
)


@pytest.mark.parametrize("text", ONE_CHOICE)
def test_a_slip_of_one_character_never_makes_another_choice(text):
    assert read_reply(text, ACT).answer.action == "move upper_engine"
    for at in range(len(text)):
        for slip in ("", *"{}[]\"'“,:|\\/<#1 "):
            read = read_reply(text[:at] + slip + text[at + 1 :], ACT)
            assert read.reading != "answer" or read.answer.action == "move upper_engine", text[:at] + slip + text[at + 1 :]


class Count(Answer):
    """An answer whose number has no limits of its own."""

    number: int = 0
    share: float = 0.0
    more: tuple[int, ...] = ()


COUNT = Request(7, "a", Count, {"number": (1, 2)})


@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**29])
def test_a_number_that_no_transcript_can_hold_is_no_answer(number):
    for text in (f'{{"number": {number}}}', f'{{"number": "{number}"}}', f'{{"number": 1, "more": [1, {number}]}}'):
        read = read_reply(text, COUNT)
        assert (read.reading, read.answer) == ("unparsable", None) and "too large" in read.problem


@pytest.mark.parametrize("number", [2**63 - 1, -(2**63)])
def test_a_number_that_a_transcript_can_hold_is_an_answer_and_may_be_illegal(number):
    assert read_reply(f'{{"number": {number}}}', COUNT).reading == "illegal"


@pytest.mark.parametrize("share", [float("nan"), float("inf"), -float("inf")])
def test_a_number_that_is_none_is_no_answer(share):
    with pytest.raises(ValidationError, match="too large"):
        Count(share=share)
