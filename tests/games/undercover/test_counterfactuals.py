"""Making a counterfactual: what is asked, when a copy will do, which is kept."""

from __future__ import annotations

from dataclasses import asdict

import pytest
from pydantic import ValidationError

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.registry import game
from woozle.core.request import Forfeit
from woozle.games.undercover.config import Case
from woozle.games.undercover.events import ANALYST, EDITOR, LIKENESS, Commission, Compare, Draw, Pair
from woozle.games.undercover.pairs.counterfactuals import Classify, Copied, Look, Making, MakingConfig, Propose, Tried
from woozle.games.undercover.scenes.graph import Question
from woozle.games.undercover.scenes.wordings import parse_query
from woozle.saves.decoder import decode_event

PICTURE, COPY, OTHER = "a" * 64, "b" * 64, "c" * 64
QUESTION = Question("count", "How many cats are there?", ("1", "2", "3"), "2")
CASE = Case(id="cats", question=QUESTION, picture=PICTURE, data={"benchmark": "mine"})
PROPOSAL = Propose(target="a cat", instruction="Add one more cat.", before="2", after="3", other_answer="3")
GOOD = Compare(visual=0.95, semantic=0.9, natural=0.9, is_changed=True)
NOTHING = Forfeit("error", "It failed.")


def making(**options):
    return Referee(Making(0, MakingConfig(case=CASE, **options)))


def try_edit(table, copy=COPY, compared=GOOD, proposal=PROPOSAL):
    table.answer(ANALYST, proposal)
    table.answer(EDITOR, Draw(picture=PICTURE, counterfactual=copy))
    return table.answer(LIKENESS, compared)


def pair(table):
    assert table.outcome is not None
    return next((event for event, _ in table.record if isinstance(event, Pair)), None)


def whys(table):
    return [event.why for event in table.view(ANALYST) if isinstance(event, Tried)]


@pytest.mark.parametrize(("version", "asked"), [(1, {"size"}), (2, {"taller", "tallest"})])
def test_pairs_that_were_begun_by_version_1_ask_for_sizes_as_it_did(version, asked):
    found = set()
    for seed in range(12):
        table = Referee(game("pictures", version)(0, MakingConfig(edit="size")), key_from_seed(seed))
        (commission,) = (event for event, _ in table.record if isinstance(event, Commission))
        table.answer(EDITOR, Draw(picture=PICTURE, counterfactual=COPY))
        table.answer(LIKENESS, GOOD)
        found.add(parse_query(pair(table).question.text, commission.scene.setting).about)
        assert decode_event(type(table.game), {"event": "Commission", "data": asdict(commission)}) == commission
    assert found <= asked


@pytest.mark.parametrize(
    "options", [{"things": 11}, {"things": 3}, {"likeness_weights": (-1, 1, 1)}, {"likeness_weights": (0, 0, 0)}]
)
def test_what_cannot_be_made_of_scenes_is_refused_before_anything_is_made(options):
    with pytest.raises(ValidationError):
        MakingConfig(**options)


def test_a_picture_gets_a_copy_with_what_the_question_asks_about_changed():
    table = making()
    table.answer(ANALYST, Classify(edit="quantity"))
    try_edit(table)
    made = pair(table)
    assert (made.case, made.picture, made.counterfactual, made.is_accepted, made.tries) == ("cats", PICTURE, COPY, True, 1)
    assert (made.edit.type, made.edit.instruction, made.edit.target) == ("quantity", "Add one more cat.", "a cat")
    assert (made.question.answer, made.question.other) == ("2", "3")
    assert made.score == pytest.approx(0.4 * 0.95 + 0.4 * 0.9 + 0.2 * 0.9)
    assert made.data == {"benchmark": "mine"}
    assert table.outcome.reason == "A counterfactual was made in 1 try."


def test_the_editor_is_told_the_instruction_and_whoever_compares_the_copy():
    table = making(edit="quantity")
    try_edit(table)
    (edited,) = (event for event in table.view(EDITOR) if isinstance(event, Commission))
    (compared,) = (event for event in table.view(LIKENESS) if isinstance(event, Commission))
    assert (edited.picture, edited.counterfactual, edited.edit.instruction) == (PICTURE, "", "Add one more cat.")
    assert (compared.picture, compared.counterfactual) == (PICTURE, COPY)


def test_a_type_of_edit_that_is_named_is_not_asked_for():
    table = making(edit="colour")
    assert [request.answer for request in table.open.values()] == [Propose]


@pytest.mark.parametrize(
    ("compared", "why"),
    [
        (
            Compare(visual=0.5, semantic=0.9, natural=0.9, is_changed=True),
            "The copy is not enough like the picture: 0.740 of 0.85.",
        ),
        (Compare(visual=1, semantic=1, natural=1, is_changed=False), "Nothing was changed."),
    ],
)
def test_a_copy_that_will_not_do_is_made_again_and_the_analyst_learns_why(compared, why):
    table = making(edit="quantity", tries=2)
    try_edit(table, compared=compared)
    assert whys(table) == [why] and table.outcome is None
    try_edit(table, OTHER)
    assert (pair(table).counterfactual, pair(table).tries, pair(table).is_accepted) == (OTHER, 2, True)


def test_when_the_tries_are_used_up_the_best_is_kept_as_one_that_was_not_accepted():
    table = making(edit="quantity", tries=3)
    for copy, visual in ((COPY, 0.4), (OTHER, 0.6), ("d" * 64, 0.5)):
        try_edit(table, copy, Compare(visual=visual, semantic=0.9, natural=0.9, is_changed=True))
    assert (pair(table).counterfactual, pair(table).tries, pair(table).is_accepted) == (OTHER, 2, False)
    assert table.outcome.reason == "None was good enough in 3 tries; the best is kept."


def test_what_fails_is_a_try_and_without_any_copy_there_is_no_pair():
    table = making(edit="quantity", tries=3)
    table.answer(ANALYST, NOTHING)
    table.answer(ANALYST, PROPOSAL)
    table.answer(EDITOR, NOTHING)
    table.answer(ANALYST, PROPOSAL)
    table.answer(EDITOR, Draw(picture=PICTURE, counterfactual=COPY))
    table.answer(LIKENESS, NOTHING)
    assert whys(table) == ["No edit was proposed.", "The editor made no copy.", "The copy could not be compared."]
    assert pair(table) is None
    assert table.outcome.reason == "No counterfactual could be made."


def test_without_a_type_of_edit_nothing_is_made():
    table = making()
    table.answer(ANALYST, NOTHING)
    assert table.outcome is not None and pair(table) is None


@pytest.mark.parametrize(
    ("seen", "why"),
    [
        (Look(answer="3"), ""),
        (Look(answer="2"), "The right answer is still the same."),
        (Look(answer="1"), "The copy shows '1', not '3'."),
        (NOTHING, "The copy could not be described."),
    ],
)
def test_somebody_who_can_see_is_asked_the_question_about_the_copy(seen, why):
    table = making(edit="quantity", tries=1, checks=True)
    try_edit(table)
    (request,) = table.open.values()
    assert (request.to, request.answer, request.choices) == (ANALYST, Look, {"answer": ("1", "2", "3")})
    assert [event.picture for event in table.view(ANALYST) if isinstance(event, Copied)] == [COPY]
    table.answer(ANALYST, seen)
    assert whys(table) == [why]
    assert pair(table).is_accepted == (not why)


def test_a_copy_that_is_too_different_is_not_looked_at():
    table = making(edit="quantity", tries=1, checks=True)
    try_edit(table, compared=Compare(visual=0.1, semantic=0.1, natural=0.1, is_changed=True))
    assert table.outcome is not None


def test_a_scene_is_made_without_an_analyst():
    table = Referee(Making(0, MakingConfig(setting="park", things=5, edit="colour")))
    table.answer(EDITOR, Draw(picture=PICTURE, counterfactual=COPY))
    table.answer(LIKENESS, GOOD)
    made = pair(table)
    assert made.scene.setting == "park" and made.edit.type == "colour" and made.is_accepted
    assert len(made.scene.things) == 5


def test_a_case_needs_its_picture():
    with pytest.raises(ValueError, match="cats has no picture"):
        MakingConfig(case=Case(id="cats", question=QUESTION))


def test_there_are_20_tries_at_most():
    assert MakingConfig(tries=20).tries == 20
    with pytest.raises(ValidationError):
        MakingConfig(tries=21)
