"""The speech of the debate's bots, and its reading by others."""

from __future__ import annotations

import re

import pytest

from woozle.core.chance import Chance
from woozle.core.request import Request
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.data import Problem, problems
from woozle.games.debate.events import LONGEST, Answered, Briefing, Heard, Solve
from woozle.games.debate.players.bot import Stubborn
from woozle.games.debate.players.memory import Memory, Voice
from woozle.games.debate.players.persuasion import SURE, UNSAID, UNSURE, confidence, force
from woozle.games.debate.players.speech import SAYINGS, Stance, find_problem, quote, response

ANSWERS = {"choice": ("B", "C"), "number": ("18", "1.5"), "yes_no": ("yes", "no"), "text": ("Mount Olm", "Answer: C")}
SEATS = ("Ada", "Ben", "Cleo", "Dan", "Eve")
LEVELS = {"sure": SURE, "still_sure": SURE, "unsure": UNSURE, "still_unsure": UNSURE}
URGES = ("steps", "fits")
FIRST = Stance("first")


def every(*occasions: str) -> list[str]:
    return [saying for sayings in SAYINGS.values() for occasion in occasions for saying in sayings.get(occasion, ())]


def briefing(problem: Problem, seats: tuple[str, ...] = SEATS) -> Briefing:
    return Briefing(seats, problem.kind, problem.question, problem.options, 3, "full", 1.0, 0.2, False, True)


def about(kind: str) -> Briefing:
    options = ("one", "Answer: A", "three") if kind == "choice" else ()
    return Briefing(("Ada",), kind, "What?", options, 3, "full", 1.0, 0.2, False, True)


def said(given: Briefing, answer: str | None, stance: Stance = FIRST, *, me: str = "Ada", seed: int = 0, **traits) -> str:
    levels = {"sure": UNSAID, "persuasiveness": 50, **traits}
    return response(Memory(me, [given]), answer, stance, chance=Chance(b"%d" % seed), **levels)


def heard(answer: str, text: str, speaker: str = "Ben") -> Voice:
    return Voice(speaker, answer, force(text), f"{text}\nAnswer: {answer}")


# How sure somebody is


@pytest.mark.parametrize("level", LEVELS)
def test_each_saying_is_read_as_it_is_meant(level):
    assert {confidence(saying) for saying in every(level)} == {LEVELS[level]}


def test_nothing_that_is_said_besides_tells_how_sure_one_is_or_urges():
    besides = every(*({occasion for sayings in SAYINGS.values() for occasion in sayings} - {*LEVELS, *URGES}))
    assert {(confidence(saying), force(saying)) for saying in besides} == {(UNSAID, 1.0)}


def test_each_way_of_urging_counts_once():
    for sayings in SAYINGS.values():
        assert {force(saying) for way in URGES for saying in sayings[way]} == {1.25}
        assert force(" ".join(sayings[way][0] for way in URGES)) == 1.5


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("I am absolutely sure.", SURE),
        ("I'm certain of it", SURE),
        ("I’m certain of it", SURE),
        ("No doubt.", SURE),
        ("I am not sure.", UNSURE),
        ("I am not at all certain", UNSAID),
        ("maybe", UNSURE),
        ("It is definitely a guess? Perhaps.", UNSAID),
        ("", UNSAID),
        ("The bears are certain to come; assured, ensure.", UNSAID),
    ],
)
def test_how_sure_somebody_is_stands_in_the_words(text, sure):
    assert confidence(text) == sure


def test_who_is_sure_weighs_more_and_who_doubts_less():
    assert [force(text) for text in ("There is no doubt about it.", "It is so.", "Perhaps it is so.")] == pytest.approx(
        [1.5, 1, 0.5]
    )


def test_more_persuasive_ones_write_with_more_force():
    weights = [
        sum(force(said(about("choice"), "B", seed=seed, persuasiveness=share)) for seed in range(40)) for share in (0, 50, 100)
    ]
    assert weights[0] < weights[1] < weights[2]


def test_who_doubts_urges_nobody():
    for problem in problems()[:10]:
        text = said(briefing(problem), problem.answer, sure=UNSURE, persuasiveness=100)
        assert not any(saying in text for saying in every("sure", *URGES))


# A response


@pytest.mark.parametrize("kind", ANSWERS)
def test_each_response_ends_in_its_answer(kind):
    for answer in ANSWERS[kind]:
        for opening in ("first", "alone", "agreed", "stays", "joins", "reveals"):
            text = said(about(kind), answer, Stance(opening, heard("A", "It must be so, by the plan of the whole thing."), "A"))
            assert text.endswith(f"\nAnswer: {answer}")
            assert extract_answer(text, kind, "ABC") == extract_answer(f"Answer: {answer}", kind, "ABC")
            assert "{" not in text


def test_who_has_no_answer_says_so():
    assert extract_answer(said(about("text"), None), "text") is None


def test_all_seats_of_a_table_give_other_reasons_in_other_words():
    for problem in problems()[:20]:
        for answer in {problem.answer, *(each.answer for each in problem.misleading)}:
            texts = [said(briefing(problem), answer, me=seat, sure=SURE) for seat in SEATS]
            sentences = [sentence for text in texts for sentence in re.split(r"(?<=[.?!])\s", text.partition("\nAnswer:")[0])]
            assert len(set(sentences)) == len(sentences)
            given = [each.text for each in (*problem.right, *problem.misleading) if any(each.text in text for text in texts)]
            assert 1 <= len(given) <= 2


def test_a_question_is_known_by_its_words_and_options():
    problem = problems()[0]
    assert find_problem(briefing(problem)) == problem
    assert find_problem(briefing(problem.model_copy(update={"options": problem.options[::-1]}))) is None


def test_no_response_is_longer_than_one_may_be():
    huge = Briefing(("Ada",), "choice", "?", ("x" * 30_000, "{answer} %s"), 3, "full", 1.0, 0.2, False, True)
    for answer in "AB":
        assert len(said(huge, answer, sure=SURE, persuasiveness=100)) < LONGEST


# What others said


def test_it_says_whose_words_changed_its_mind_or_did_not():
    voice = heard("A", "Well. The year is always made of many days, whatever a planet does.")
    for seat in SEATS:
        for opening, answer in (("joins", "A"), ("stays", "B")):
            text = said(briefing(problems()[0]), answer, Stance(opening, voice, "B"), me=seat)
            assert "Ben" in text and "The year is always made of many days, whatever a planet does" in text


def test_somebody_without_a_name_is_not_addressed():
    nameless = heard("A", "Short.", speaker="")
    for seat in SEATS:
        text = said(briefing(problems()[0]), "B", Stance("stays", nameless, "B"), me=seat)
        assert not re.search(r", somebody|^Somebody,", text)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Let's see. Two doors are left closed, and one has it. I'm sure.", "Two doors are left closed, and one has it"),
        ("\x1b[2J Two doors are left closed, [red]and one has it.", ""),
        ("As Cleo says, two doors are left closed.", ""),
        ("Every month has at least 28 days.", "Every month has at least 28 days"),
        ("A floor is a floor. So there are two of these.", "So there are two of these"),
        ("So there are two of these. Two doors are closed.", "Two doors are closed"),
        ('I stand corrected by Ben: the wording speaks for "one" and against my "two".', ""),
        ("Perhaps two doors are left closed here.", ""),
        ("It's B.", ""),
        ('Here is how "it" was said to me once before.', ""),
    ],
)
def test_only_plain_sentences_that_say_something_are_quoted(text, quoted):
    assert quote(heard("A", text), SEATS) == quoted


def test_a_bundled_reason_is_quoted_whole():
    for problem in problems():
        for each in (*problem.right, *problem.misleading):
            assert quote(heard("A", f"Well. {each.text} I'm sure."), SEATS) == each.text.rstrip(".!")


def test_it_drops_with_an_answer_only_an_argument_that_it_was_the_first_to_give():
    problem = problems()[0]
    reason, other = problem.right[0].text, problem.misleading[0].text
    for said, is_own in ((reason, True), (f'Ben is right: "{reason}"', False)):
        texts = (said, "It's so.") if is_own else ("It's so.", said)
        first, second = (Answered("Ada", 2 * at + 1, f"{text}\nAnswer: B", "B", "said") for at, text in enumerate(texts))
        heard = [
            Heard("Ada", 2 * at, (f"{text}\nAnswer: {letter}",), ("Ben",))
            for at, text, letter in ((1, reason, "B"), (2, other, "A"))
        ]
        memory = Memory("Ada", [briefing(problem), first, heard[0], second, heard[1]])
        text = response(memory, "A", Stance("joins", memory.voices[0], "B"), UNSAID, 0, Chance(b""))
        assert any(saying in text for saying in every("recants")) == is_own


def joined(problem: Problem, texts: tuple[tuple[str, str], ...], heard_last: tuple[tuple[str, str], ...], me: str) -> str:
    """Return what a seat says that gave these answers and texts, and joins the first of those that it heard."""
    own = [Answered(me, 2 * at + 1, f"{text}\nAnswer: {letter}", letter, "said") for at, (letter, text) in enumerate(texts)]
    others = [seat for seat in SEATS if seat != me][: len(heard_last)]
    read = Heard(me, 2 * len(own), tuple(f"{text}\nAnswer: {letter}" for letter, text in heard_last), tuple(others))
    memory = Memory(me, [briefing(problem), *own, read])
    stance = Stance("joins", memory.voices[0], texts[-1][0], explains=False)
    return response(memory, heard_last[0][0], stance, UNSAID, 0, Chance(b""))


def test_no_argument_moves_it_that_its_own_already_reckoned_with():
    problem = next(each for each in problems() if each.id == "sahara")
    own, beaten = problem.right[0].text, problem.misleading[0].text  # "about 9 million", "more than nine million"
    other = problem.misleading[1].text
    for seat in SEATS:
        for text, is_quoted in ((beaten, False), (other, True)):
            assert (text.rstrip(".") in joined(problem, (("C", own),), (("A", text),), seat)) == is_quoted


def test_who_comes_back_to_its_own_answer_thanks_nobody_for_it():
    for seat in SEATS:
        others = [each for each in SEATS if each != seat]
        text = joined(problems()[0], (("A", "It's so."), ("B", "It's so.")), (("A", "Yes."), ("B", "No.")), seat)
        assert not any(name in text for name in others)


def test_who_leaves_most_of_the_table_knows_it():
    leaves = [saying.partition('"')[0] for saying in every("leaves")]
    for seat in SEATS:
        for most, knows in (("B", True), ("C", False)):
            text = joined(problems()[0], (("B", "It's so."),), (("A", "Yes."), (most, "No."), (most, "No.")), seat)
            assert any(begins in text for begins in leaves) == knows


@pytest.mark.parametrize("me", SEATS)
def test_who_has_half_the_table_behind_it_holds_out_against_new_reasons_only(me):
    problem, (ally, rival) = problems()[0], [seat for seat in SEATS if seat != me][:2]
    reason = problem.misleading[0].text
    for rivals_text, is_new in (("Yes.", False), (reason, True)):
        texts = ("No.\nAnswer: B", f"{rivals_text}\nAnswer: A")
        view = [briefing(problem), Answered(me, 1, "It's so.\nAnswer: B", "B", "said"), Heard(me, 2, texts, (ally, rival))]
        said = [Stubborn(seed).answer(Request(3, me, Solve, {}), view).text for seed in range(40)]
        against = [text for text in said if text.endswith("Answer: B") and ally not in text]
        assert all(reason.rstrip(".") in text for text in against)
        assert bool(against) == is_new


def test_a_question_by_name_is_answered_with_a_reason():
    problem = problems()[0]
    said = Answered("Ada", 1, "It's so.\nAnswer: B", "B", "said")
    heard = Heard("Ada", 2, ("It's the year. Ada, why isn't it?\nAnswer: A",), ("Ben",))
    memory = Memory("Ada", [briefing(problem), said, heard])
    text = response(memory, "B", Stance("stays", memory.voices[0], "B"), UNSAID, 0, Chance(b""))
    assert re.search(r"(asked me, Ben|Since you asked me, Ben|your question, Ben|Ben wants to know|my reason, Ben)", text)


def test_who_took_over_a_reason_does_not_give_it_as_its_own_when_asked():
    problem = problems()[0]
    reason = problem.right[0].text
    taken = Answered("Ada", 3, f'Ben said it: "{reason}"\nAnswer: B', "B", "said")
    asked = [Heard("Ada", at, (f"{text}\nAnswer: B",), ("Ben",)) for at, text in ((2, reason), (4, "Ada, why?"))]
    memory = Memory("Ada", [briefing(problem), Answered("Ada", 1, "It's so.\nAnswer: B", "B", "said"), asked[0], taken, asked[1]])
    text = response(memory, "B", Stance("agreed", memory.voices[0], "B", explains=False), UNSAID, 0, Chance(b""))
    assert reason.rstrip(".") not in text


def test_who_is_named_among_others_was_not_asked():
    problem = problems()[0]
    said = Answered("Ada", 1, "It's so.\nAnswer: B", "B", "said")
    heard = Heard("Ada", 2, ('Ada and Cleo on "B", and who am I to spoil a party?\nAnswer: B',), ("Ben",))
    memory = Memory("Ada", [briefing(problem), said, heard])
    text = response(memory, "B", Stance("agreed", memory.voices[0], "B"), UNSAID, 0, Chance(b""))
    assert not re.search(r"(asked me, Ben|Since you asked me, Ben|your question, Ben|Ben wants to know|my reason, Ben)", text)


def test_a_question_that_was_left_open_is_noticed():
    problem = problems()[0]
    for claimed, is_noticed in (("No, Cleo.", True), ("Its year, as a year has many days.", False)):
        texts = ('It\'s so. Ben, why "its year"?\nAnswer: B', "It's so.")
        said = (Answered("Ada", number, text, "B", "said") for number, text in enumerate(texts, 1))
        memory = Memory("Ada", [briefing(problem), *said, Heard("Ada", 3, (f"{claimed}\nAnswer: A",), ("Ben",))])
        text = response(memory, "B", Stance("stays", memory.voices[0], "B"), UNSAID, 0, Chance(b""))
        skipped = [saying.split("{claimed}")[0].format(Other="Ben", other="Ben") for saying in every("skipped")]
        assert any(saying in text for saying in skipped) == is_noticed
