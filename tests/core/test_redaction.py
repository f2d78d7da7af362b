"""Marking of redactable text: what a human typed, what services return for it, what others quote of it."""

from collections.abc import Mapping
from typing import Literal

import pytest

from woozle.core.event import Event
from woozle.core.frozen_model import FrozenModel
from woozle.core.redaction import QuotationFinder, mark_choices, mark_result, mark_typed, redactable_texts
from woozle.core.request import Answer, Completion, Forfeit, ParseFailure, Request, Response, Seat
from woozle.core.text import RedactableText, derive, sources_of
from woozle.core.value import value

SEATS = ("Ada", "Ben")


class Doubt(FrozenModel):
    """A part of an answer that names a seat."""

    seat: Seat


class Vote(Answer):
    """An answer that names seats."""

    target: Seat | None
    doubts: tuple[Doubt, ...] = ()


class Note(Answer):
    """Everything that an answer can be made of."""

    text: str = ""
    more: tuple[str, ...] = ()
    named: Mapping[str, str] = {}
    mood: Literal["good", "bad"] = "good"
    to: str | None = None
    count: int = 0


@value
class Said(Event):
    seat: str
    text: str
    more: tuple[str, ...] = ()
    votes: Mapping[str, int] | None = None


def request(**choices):
    return Request(7, "Ada", Note, choices)


def refs(answer):
    return [words.ref for _, value in answer for words in redactable_texts(value)]


def test_free_text_is_redactable_and_choices_are_not():
    note = Note(text="a", more=("b", "", "c"), named={"d": "e"}, mood="bad", to="Ben", count=3)
    marked = mark_typed(Response(7, note), request(to=("Ben", None)), 4, SEATS).answer
    assert marked == note
    assert refs(marked) == ["4.1", "4.2", "4.3", "4.4", "4.5"]
    assert [type(each) for each in (marked.mood, marked.to)] == [str, str]


def test_a_text_that_is_no_legal_choice_is_redactable():
    assert refs(mark_typed(Response(7, Note(to="somebody")), request(to=("Ben", None)), 4, SEATS).answer) == ["4.1"]


def test_a_name_in_a_part_of_an_answer_is_redactable_unless_it_is_a_seat():
    vote = Vote(target="Ben", doubts=(Doubt(seat="Ben"), Doubt(seat="my neighbour")))
    marked = mark_typed(Response(7, vote), Request(7, "Ada", Vote, {"target": ("Ben", None)}), 4, SEATS).answer
    assert [type(each.seat) for each in marked.doubts] == [str, RedactableText]
    assert marked == vote


def test_a_lone_surrogate_is_replaced_as_in_the_record():
    assert mark_typed(Response(7, Note(text="\ud800x")), request(), 4, SEATS).answer.text == "?x"


def test_reasons_that_may_quote_typed_text_are_not_kept():
    unread = mark_typed(Response(7, ParseFailure("'My secret' is no answer.", "empty")), request(), 4, SEATS).answer
    assert "secret" not in unread.problem
    assert unread.reading == "empty"
    why = mark_result(
        Response(7, Forfeit("error", "My secret is too long.")), request(), RedactableText("My secret", "2.1"), 4
    ).answer
    assert (why.kind, "secret" in why.why) == ("error", False)


def test_the_result_for_a_redactable_text_is_derived_from_it():
    answer = mark_result(Response(7, Note(text="12", more=("x",))), request(), RedactableText("6 + 6", "2.1+3.1/again"), 4).answer
    assert refs(answer) == ["2.1+3.1/again4-1", "2.1+3.1/again4-2"]


def test_what_a_model_as_a_service_wrote_is_derived_too():
    reply = Completion('{"text": "six"}', "answer", reasoning="6 + 6 is more.")
    marked = mark_result(Response(7, Note(text="six"), completions=(reply,)), request(), RedactableText("6 + 6", "2.1"), 4)
    assert refs(marked.answer) == ["2.1/again4-1"]
    assert [each.ref for each in redactable_texts(marked.completions)] == ["2.1/again4-2", "2.1/again4-3"]
    assert marked.completions == (reply,)


@pytest.mark.parametrize(("length", "is_marked"), [(23, False), (24, True)])
def test_a_model_quotes_in_longer_pieces_than_a_bot(length, is_marked):
    said = RedactableText("It was the tall lighthouse keeper.", "2.1")
    reply = Completion(f"I agree: {said[:length]}|", "answer")
    heard = QuotationFinder().mark(Response(7, Note(text="yes"), completions=(reply,)), request(), [Said("Ben", said)], 9)
    assert refs(heard.answer) == []
    assert [each.ref for each in redactable_texts(heard.completions)] == ["2.1/again9-1"] * is_marked


def said_again(text, *events, number=9):
    return QuotationFinder().mark(Response(7, Note(text=text)), request(), events, number).answer


def test_a_quotation_is_derived_from_the_quoted_text():
    heard = Said("Ben", RedactableText("It was the tall lighthouse keeper.", "2.1"))
    assert refs(said_again("I agree: the TALL\nlighthouse keeper", heard)) == ["2.1/again9-1"]
    assert refs(said_again("I agree: a lighthouse", heard)) == []
    assert refs(said_again("It was the tall lighthouse keeper.")) == []


def test_a_quotation_of_several_texts_is_derived_from_all_of_them():
    heard = Said("Ben", RedactableText("the lighthouse keeper", "10.1"), more=(RedactableText("a wooden bridge", "9.2/answer"),))
    assert refs(said_again("the lighthouse keeper on a wooden bridge", heard, number=12)) == ["9.2+10.1/again12-1"]


def test_redactable_names_of_a_mapping_are_quoted_too():
    heard = Said("Ben", "", votes={RedactableText("the lighthouse keeper", "2.1"): 3})
    assert refs(said_again("the lighthouse keeper", heard)) == ["2.1/again9-1"]


def test_a_failure_that_quotes_loses_its_reason():
    heard = QuotationFinder()
    event = Said("Ben", RedactableText("the lighthouse keeper", "2.1"))
    failed = Response(7, Forfeit("error", "KeyError: 'the lighthouse keeper'"))
    assert "lighthouse" not in heard.mark(failed, request(), [event], 9).answer.why
    other = Response(7, Forfeit("error", "KeyError: 'Ben'"))
    assert heard.mark(other, request(), [event], 9) is other


def test_a_choice_of_redactable_text_stays_redactable():
    legal = ("none", RedactableText("the keeper", "2.1"))
    assert mark_choices(Response(7, Note(to="the keeper")), request(to=legal)).answer.to.ref == "2.1"
    plain = Response(7, Note(to="none"))
    assert mark_choices(plain, request(to=legal)) is plain


def test_a_refusal_does_not_quote_redactable_choices():
    problem = request(to=("none", RedactableText("my secret", "2.1"))).refusal(Note(to="other"))
    assert problem == "to can only be 'none', what a person wrote now."


@pytest.mark.parametrize("of", ["plain", RedactableText("typed", "2.1")])
def test_text_derived_from_redactable_text_is_redactable(of):
    made = derive("x", "answer", of)
    assert made == "x"
    assert getattr(made, "ref", None) == (f"{of.ref}/answer" if isinstance(of, RedactableText) else None)


def test_a_ref_names_the_sources_of_a_text():
    assert sources_of("4.1") == ("4.1",)
    assert sources_of("2.1+4.1/again9-1/answer") == ("2.1", "4.1")
