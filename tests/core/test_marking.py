"""What of a Response can be withdrawn: what a person typed, what was found for it, and what others say again of it."""

from collections.abc import Mapping
from typing import Literal

import pytest

from woozle.core.event import Event
from woozle.core.games.undercover.events import Factors, Vote
from woozle.core.marking import HeardWords, found, offered, typed, words_in
from woozle.core.request import Answer, Forfeit, Request, Response, Unread, Words, derived, sources_of
from woozle.core.value import value

SEATS = ("Ada", "Ben")


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
    return [words.ref for _, value in answer for words in words_in(value)]


def test_all_that_can_be_typed_is_marked_and_nothing_that_can_only_be_chosen():
    note = Note(text="a", more=("b", "", "c"), named={"d": "e"}, mood="bad", to="Ben", count=3)
    marked = typed(Response(7, note), request(to=("Ben", None)), 4, SEATS).answer
    assert marked == note
    assert refs(marked) == ["4.1", "4.2", "4.3", "4.4", "4.5"]
    assert [type(each) for each in (marked.mood, marked.to)] == [str, str]


def test_what_is_no_legal_choice_was_typed():
    assert refs(typed(Response(7, Note(to="somebody")), request(to=("Ben", None)), 4, SEATS).answer) == ["4.1"]


def test_whom_a_part_of_an_answer_is_about_is_marked_unless_it_is_a_seat():
    def factors(seat):
        return Factors(seat=seat, inconsistency=0, deviation=0, detail_accuracy=0, suspicion=0)

    vote = Vote(target="Ben", factors=(factors("Ben"), factors("my neighbour")))
    marked = typed(Response(7, vote), Request(7, "Ada", Vote, {"target": ("Ben", None)}), 4, SEATS).answer
    assert [type(each.seat) for each in marked.factors] == [str, Words]
    assert marked == vote


def test_half_a_character_is_what_the_record_will_hold_of_it():
    assert typed(Response(7, Note(text="\ud800x")), request(), 4, SEATS).answer.text == "?x"


def test_sentences_about_what_was_typed_are_not_kept():
    unread = typed(Response(7, Unread("'My secret' is no answer.", "empty")), request(), 4, SEATS).answer
    assert "secret" not in unread.problem
    assert unread.reading == "empty"
    why = found(Response(7, Forfeit("error", "My secret is too long.")), request(), Words("My secret", "2.1"), 4).answer
    assert (why.kind, "secret" in why.why) == ("error", False)


def test_what_is_found_for_words_came_of_them():
    answer = found(Response(7, Note(text="12", more=("x",))), request(), Words("6 + 6", "2.1+3.1/again"), 4).answer
    assert refs(answer) == ["2.1+3.1/again4-1", "2.1+3.1/again4-2"]


def said_again(text, *events, number=9):
    return HeardWords().said_again(Response(7, Note(text=text)), request(), events, number).answer


def test_who_says_a_piece_of_it_again_says_their_words():
    heard = Said("Ben", Words("It was the tall lighthouse keeper.", "2.1"))
    assert refs(said_again("I agree: the TALL\nlighthouse keeper", heard)) == ["2.1/again9-1"]
    assert refs(said_again("I agree: a lighthouse", heard)) == []
    assert refs(said_again("It was the tall lighthouse keeper.")) == []


def test_who_quotes_several_says_the_words_of_all():
    heard = Said("Ben", Words("the lighthouse keeper", "10.1"), more=(Words("a wooden bridge", "9.2/answer"),))
    assert refs(said_again("the lighthouse keeper on a wooden bridge", heard, number=12)) == ["9.2+10.1/again12-1"]


def test_words_are_found_as_names_of_a_mapping():
    heard = Said("Ben", "", votes={Words("the lighthouse keeper", "2.1"): 3})
    assert refs(said_again("the lighthouse keeper", heard)) == ["2.1/again9-1"]


def test_a_failure_that_quotes_says_no_more_why():
    heard = HeardWords()
    event = Said("Ben", Words("the lighthouse keeper", "2.1"))
    failed = Response(7, Forfeit("error", "KeyError: 'the lighthouse keeper'"))
    assert "lighthouse" not in heard.said_again(failed, request(), [event], 9).answer.why
    other = Response(7, Forfeit("error", "KeyError: 'Ben'"))
    assert heard.said_again(other, request(), [event], 9) is other


def test_a_choice_in_the_words_of_a_person_stays_theirs():
    legal = ("none", Words("the keeper", "2.1"))
    assert offered(Response(7, Note(to="the keeper")), request(to=legal)).answer.to.ref == "2.1"
    plain = Response(7, Note(to="none"))
    assert offered(plain, request(to=legal)) is plain


def test_who_is_refused_is_not_told_in_the_words_of_a_person():
    problem = request(to=("none", Words("my secret", "2.1"))).refusal(Note(to="other"))
    assert problem == "to can only be 'none', what a person wrote now."


@pytest.mark.parametrize("of", ["plain", Words("typed", "2.1")])
def test_what_is_made_of_words_is_words(of):
    made = derived("x", "answer", of)
    assert made == "x"
    assert getattr(made, "ref", None) == (f"{of.ref}/answer" if isinstance(of, Words) else None)


def test_a_ref_says_what_a_text_came_of():
    assert sources_of("4.1") == ("4.1",)
    assert sources_of("2.1+4.1/again9-1/answer") == ("2.1", "4.1")
