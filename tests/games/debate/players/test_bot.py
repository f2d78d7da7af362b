"""The play of the debate's bots."""

from __future__ import annotations

from itertools import pairwise

import pytest

from woozle.core.request import Request
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.config import Config
from woozle.games.debate.data import Problem, problems
from woozle.games.debate.events import (
    NONE_RIGHT,
    UNSURE,
    Answered,
    Appealed,
    Believe,
    Believed,
    Briefing,
    Heard,
    Key,
    Linked,
    Listen,
    Solve,
)
from woozle.games.debate.players.bot import Fair
from woozle.games.debate.players.persuasion import UNSAID, confidence
from woozle.testing import find_events

from tests.games.debate.players.debating import KINDS, played, traits

HOSTILE = "\x1b[2J\u202e {0} {other} %s Answer: Answer: Z [red]not sure not not I am {answer}[/] \\boxed{9} " * 40
NUMBER = Problem(id="sum", kind="number", question="What are 17 and 25?", answer="42")
YES = Problem(id="yes", kind="yes_no", question="Is a whale a fish?", answer="no")
WORDS = Problem(id="words", kind="text", question="Did Christopher Robin or Winnie see it first?", answer="Winnie")
NOTHING = Problem(id="nothing", kind="text", question="what is it?", answer="a woozle")
CHOICE = Problem(id="choice", question="Which?", options=("one", "two", "three"), answer="B")
WHOLE, HALF = "There is no doubt. Answer: {}", "Perhaps. Answer: {}"


def firsts(bot, seeds=range(60), **options):
    """Return whether first answers were right, for a kind of bot."""
    matches = [played(seed, bot=bot, rounds=1, **options) for seed in seeds]
    return [said.answer == find_events(match, Key)[0].answer for match in matches for said in find_events(match, Answered)]


def share(right):
    return sum(right) / len(right)


def turned(bot, texts, seeds=range(300)):
    """Return the share of each answer, after these texts, of a bot that had said A."""
    briefing = Briefing(("Ada", "Ben"), "choice", "Which?", ("one", "two", "three"), 3, "full", 1.0, 0.2, False, True)
    view = [briefing, Answered("Ada", 1, "Answer: A", "A", "said"), Heard("Ada", 2, tuple(texts), ())]
    said = [bot(seed).answer(Request(3, "Ada", Solve, {}), view).text for seed in seeds]
    answers = [extract_answer(text, "choice", "ABC") for text in said]
    return {letter: answers.count(letter) / len(answers) for letter in "ABC"}


# What it knows


def test_skill_is_how_often_the_first_answer_is_right():
    assert share(firsts("fair")) == pytest.approx(0.6, abs=0.05)
    assert share(firsts("expert")) == pytest.approx(0.9, abs=0.05)
    assert (share(firsts(traits(skill=0), range(10))), share(firsts(traits(skill=100), range(10)))) == (0, 1)


def test_who_does_not_know_takes_the_tempting_answer():
    match = played(bot=traits(skill=0), rounds=1, problem="monty")
    assert {said.answer for said in find_events(match, Answered)} == {"B"}


def test_of_a_question_of_somebody_elses_it_knows_nothing():
    assert share(firsts(traits(skill=100), pool=(CHOICE,))) == pytest.approx(1 / 3, abs=0.08)


# What moves it


def test_each_voice_weighs_the_same_if_nothing_is_said_of_how_sure_one_is():
    assert turned(Fair, ["Answer: B"] * 2)["B"] == pytest.approx(0.5, abs=0.08)
    assert turned(Fair, ["Answer: B"] * 6)["B"] == pytest.approx(0.75, abs=0.08)
    assert turned(Fair, ["Answer: B", "Answer: C"])["C"] == pytest.approx(0.25, abs=0.08)


def test_the_surer_the_others_the_more_it_is_moved():
    shares = [turned(Fair, [text.format("B")] * 2)["B"] for text in (HALF, "Answer: {}", WHOLE)]
    assert shares == sorted(shares)
    assert shares[2] - shares[0] > 0.15


@pytest.mark.parametrize(("name", "own"), [("stubborn", 8), ("fair", 2), ("gullible", 0.5)])
def test_the_own_answer_has_as_many_voices_as_is_said_of_the_bot(name, own):
    for others in (1, 3):
        assert turned(KINDS[name], ["Answer: B"] * others)["B"] == pytest.approx(others / (others + own), abs=0.08)


def test_nobody_is_moved_by_who_says_nothing_that_can_be_read():
    assert turned(KINDS["gullible"], ["", "I do not know", "Answer: Z"])["A"] == 1


def misled(wrong, seeds=range(40), **options):
    """MR2: the share of those right at first who are wrong in the second round."""
    turned_wrong = []
    for match in (played(seed, wrong=wrong, rounds=2, **options) for seed in seeds):
        key, said = find_events(match, Key)[0].answer, find_events(match, Answered)
        pairs = zip(said[:5], said[5:], strict=True)
        turned_wrong += [now.answer != key for was, now in pairs if was.answer == key]
    return share(turned_wrong)


def test_the_more_began_wrong_the_more_are_misled():
    shares = [misled(wrong) for wrong in (0, 2, 4)]
    assert shares[0] == 0
    assert all(more > less + 0.05 for less, more in pairwise(shares))


def test_who_hears_fewer_others_is_misled_less_after_the_same_first_answers():
    assert misled(2, range(80), topology="sparse") < misled(2, range(80)) - 0.03


# What it says


def test_the_calibrated_say_they_are_sure_exactly_when_they_know():
    for match in (played(seed, bot=traits(calibration=100), rounds=1) for seed in range(30)):
        key = find_events(match, Key)[0].answer
        assert all((confidence(said.text) > UNSAID) == (said.answer == key) for said in find_events(match, Answered))


def test_what_the_uncalibrated_say_of_it_means_nothing():
    said = [
        (confidence(each.text), each.answer == find_events(match, Key)[0].answer)
        for match in (played(seed, bot=traits(calibration=0), rounds=1) for seed in range(120))
        for each in find_events(match, Answered)
    ]
    sure, unsure = ([right for level, right in said if (level > UNSAID) == is_sure] for is_sure in (True, False))
    assert share(sure) == pytest.approx(share(unsure), abs=0.1)


def test_who_changes_its_mind_names_who_said_so_before():
    for match in (played(seed, wrong=2, seats=3, rounds=2) for seed in range(20)):
        before, after = find_events(match, Answered)[:3], find_events(match, Answered)[3:]
        for was, now in zip(before, after, strict=True):
            if was.answer != now.answer:
                others = [said.seat for said in before if said.answer == now.answer]
                assert any(other in now.text for other in others)


# Arguing for what it does not believe


def test_an_advocate_argues_for_the_tempting_answer_and_says_in_the_end_that_it_did():
    advocate = traits(skill=100, advocacy=100)
    match = played(2, bot=advocate, problem="monty")
    said = find_events(match, Answered)
    assert [event.answer for event in said] == ["B"] * 10 + ["C"] * 5
    assert all('"1/2"' in event.text for event in said[10:])


@pytest.mark.parametrize("options", [{"rounds": 1}, {"early_stop": True}, {"wrong": 0}], ids=str)
def test_nobody_argues_for_another_answer_where_it_could_not_take_it_back(options):
    match = played(2, bot=traits(skill=100, advocacy=100), problem="monty", **options)
    assert {event.answer for event in find_events(match, Answered)} == {"C"}


# Partners and appeals


def test_it_listens_again_to_those_who_agree_and_are_sure():
    briefing = Briefing(("Ada", "Ben", "Cleo"), "choice", "Which?", ("one", "two"), 3, "free", 1.0, 0.2, False, True)
    request = Request(9, "Ada", Listen, {"to": ("Ben", "Cleo", "Ben, Cleo")})
    heard = Heard("Ada", 2, ("Answer: A", "Answer: B"), ("Ben", "Cleo"))
    view = [briefing, Answered("Ada", 1, "", "A", "said"), heard, Answered("Ada", 2, "", "A", "said")]
    assert Fair(1).answer(request, view).to == "Ben"
    sure = Heard("Ada", 2, (HALF.format("A"), "Step by step nothing else fits. " + WHOLE.format("B")), ("Ben", "Cleo"))
    assert Fair(1).answer(request, [*view[:2], sure, view[3]]).to == "Cleo"
    assert Fair(1).answer(request, view[:2]).to == "Ben, Cleo"


def test_in_a_free_debate_bubbles_form():
    match = played(4, topology="free", wrong=2, rounds=4)
    assert sum(map(len, find_events(match, Linked)[0].heard.values())) == 20
    assert sum(map(len, find_events(match, Linked)[-1].heard.values())) < 20


def test_appeals_convince_more_the_more_there_are_and_never_convince_back():
    beliefs = []
    for seed in range(40):
        match = played(seed, bot=traits(skill=100), probe=True, rounds=1)
        key = find_events(match, Key)[0].answer
        for seat in match.game.seats:
            beliefs.append([event.answer == key for event in find_events(match, Believed) if event.seat == seat])
    assert all(earlier >= later for each in beliefs for earlier, later in pairwise(each))
    robust = [sum(each[turn] for each in beliefs) / len(beliefs) for turn in range(4)]
    assert robust[0] > robust[1] > robust[2] > robust[3] > 0.1


def test_who_is_convinced_of_a_question_that_it_does_not_know_believes_none_of_the_answers():
    appealed = [Appealed("Ada", turn, "No.") for turn in range(40)]
    view = [
        Briefing(("Ada",), "choice", "?", ("one", "two"), 1, "full", 1.0, 0.2, False, True),
        Answered("Ada", 1, "", "A", "said"),
    ]
    believe = _believe(("A", "B", UNSURE, NONE_RIGHT))
    said = {KINDS["gullible"](seed).answer(believe, [*view, *appealed]).answer for seed in range(20)}
    assert NONE_RIGHT in said and said <= {"A", NONE_RIGHT}
    assert Fair(1).answer(_believe(("yes", "no", UNSURE, NONE_RIGHT)), [*view, *appealed]).answer == UNSURE


def _believe(options):
    return Request(9, "Ada", Believe, {"answer": options})


# Any debate


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 1},
        {"seats": 9, "topology": "random", "names": False},
        {"topology": "sparse", "early_stop": True, "rounds": 6},
        {"topology": "free", "seats": 6, "rounds": 4},
        {"topology": "random", "seats": 3, "names": False},
        {"topology": "digra", "rounds": 4, "wrong": 3},
        {"topology": "dig", "early_stop": True},
        {"probe": True, "wrong": 2},
        {"pool": (NUMBER,)},
        {"pool": (YES,)},
        {"pool": (WORDS,)},
        {"pool": (NOTHING,)},
        {"pool": (CHOICE,), "ties": "draw"},
        {"pool": (NUMBER,), "seats": 2, "firsts": ("\\boxed{1e", "Answer: " + "9" * 400)},
    ],
    ids=str,
)
def test_all_answers_are_legal(options):
    for seed, bot in enumerate(KINDS):
        assert played(seed, bot=bot, **options).outcome


@pytest.mark.parametrize(
    ("problem", "answers"),
    [
        (NUMBER, {"17", "25"}),
        (YES, {"yes", "no"}),
        (WORDS, {"Christopher Robin", "Winnie"}),
        (NOTHING, {None}),
        (CHOICE, set("ABC")),
    ],
    ids=lambda each: getattr(each, "id", ""),
)
def test_it_guesses_an_answer_of_the_kind_that_is_asked_for(problem, answers):
    matches = [played(seed, pool=(problem,), rounds=1) for seed in range(20)]
    assert {said.answer for match in matches for said in find_events(match, Answered)} == answers


def test_what_others_say_cannot_break_a_bot():
    def hostile(request, match):
        return Solve(text=HOSTILE)

    for problem in (*Config().pool[:1], NUMBER, YES, WORDS):
        assert played(seats=3, rounds=2, pool=(problem,), says={"Ada": hostile, "Ben": hostile}).outcome


def test_who_was_silent_answers_what_it_knows():
    view = [
        Briefing(("Ada",), "choice", problems()[0].question, problems()[0].options, 3, "full", 1.0, 0.2, False, True),
        Answered("Ada", 1, "", None, "nothing"),
        Heard("Ada", 2, (), ()),
    ]
    assert extract_answer(traits(skill=100)(1).answer(Request(3, "Ada", Solve, {}), view).text, "choice") == problems()[0].answer
