"""Requests as questions to people, and what they answer."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Literal

import pytest
from pydantic import Field

from woozle.arena.views.panels import SeatCard, TableView
from woozle.arena.views.questions import ask
from woozle.arena.views.registry import observer
from woozle.core import registry
from woozle.core.answers import answer, parts
from woozle.core.request import Answer, Request
from woozle.games.urn.events import Accuse, Report
from woozle.saves.recomputation import create_referee, fold_line
from woozle.saves.transcript import read

from tests.option_values import own_games
from tests.two_truths import Tell, Vote


class Nothing(Answer):
    """Wait."""


class Doubt(Answer):
    """Whether it is so."""

    is_so: bool = Field(description="Is it so?")


class Score(Answer):
    """How good it is."""

    score: float


class Colour(Answer):
    """A colour."""

    colour: Literal["red", "white"]
    why: str


def request(kind, **choices):
    return Request(4, "Ada", kind, choices, 30.0)


def asked(kind, **choices):
    cards = tuple(SeatCard(at, name[0], name) for at, name in enumerate(("Ada", "Bo"), 1))
    return ask(TableView("", cards, ""), request(kind, **choices)).question


def chosen(kind, key, text="", **choices):
    """Return the answer of a person who presses this key and then writes this text."""
    put = asked(kind, **choices)
    return answer(request(kind, **choices), next(choice.value for choice in put.choices if choice.key == key), text)


def test_numbers_are_chosen_by_themselves_and_words_follow():
    put = asked(Report, reds=range(5))
    assert [choice.key for choice in put.choices] == ["0", "1", "2", "3", "4"]
    assert (put.prompt, put.seconds) == ("How many red marbles will you claim?", 30.0)
    assert (put.then.is_optional, put.then.limit, put.then.prompt) == (True, 200, "{first} · Add a comment?")
    assert chosen(Report, "3", "Three!", reds=range(5)) == Report(reds=3, text="Three!")
    assert chosen(Report, "0", reds=range(5)) == Report(reds=0)
    assert [choice.key for choice in asked(Report, reds=range(12)).choices][9:] == ["9", "A", "B"]


def test_seats_are_numbered_with_their_colours_and_nobody_is_0():
    put = asked(Accuse, target=("Bo", "Cy", None))
    assert [(choice.key, choice.text, choice.who) for choice in put.choices] == [("1", "Bo", 2), ("2", "Cy", 0), ("0", "No one", 0)]
    assert chosen(Accuse, "1", target=("Bo", None)) == Accuse(target="Bo")
    assert chosen(Accuse, "0", target=("Bo", None)) == Accuse(target=None)


def test_a_vote_is_asked_once_more_as_in_all_games_and_what_can_be_gone_back_to_is_not():
    assert all(choice.is_final for choice in asked(Accuse, target=("Bo", "Cy", None)).choices)
    assert asked(Accuse, target=("Bo", None)).choices[0].sure == "Bo: is that your answer?"
    assert not any(choice.is_final for put in (asked(Report, reds=range(5)), asked(Colour)) for choice in put.choices)


def test_what_the_type_allows_is_offered_where_the_request_says_no_more():
    assert chosen(Doubt, "2") == Doubt(is_so=False)
    assert [choice.text for choice in asked(Doubt).choices] == ["Yes", "No"]
    assert chosen(Colour, "2", "snow") == Colour(colour="white", why="snow")
    assert [choice.key for choice in asked(Vote).choices] == ["0", "1", "2", "3"], "nobody is 0 only where no number is"
    assert [chosen(Vote, key).index for key in "0123"] == [0, 1, 2, None]
    assert chosen(Nothing, "1") == Nothing()


def test_an_answer_of_many_parts_is_one_line_of_json():
    put = asked(Tell)
    assert put.is_text and '"texts"' in put.draft
    assert answer(request(Tell), None, '{"texts": ["a", "b", "c"], "lie": 1}') == Tell(texts=("a", "b", "c"), lie=1)
    with pytest.raises(ValueError, match="No answer could be read"):
        answer(request(Tell), None, "what?")
    assert answer(request(Score), None, "0.5") == Score(score=0.5)


def test_what_is_no_answer_is_refused_with_a_sentence():
    with pytest.raises(ValueError, match=r"^That is not an answer: .*\.$"):
        answer(request(Colour), "green", "x")


GOLDEN = Path(__file__).parents[2] / "golden"
FIXED = {"task": "9", "wait": "0", "ASK": "1", "SEARCH": "2", "CALCULATE": "3", "ANSWER": "4", "HEDGE": "5"}
"""Keys of actions that keep theirs all match."""


def golden_matches():
    """Return those of the present rules of each game."""
    found = (GOLDEN.glob(f"{game}-{registry.game(game).version}-*.jsonl") for game in own_games())
    return sorted(path for paths in found for path in paths)


def questions(transcript):
    """Yield each request to a seat of a match, with the question that its viewer is asked."""
    referee = create_referee(transcript.header, transcript.key)
    known, seen = {seat: observer(transcript.header.game, seat) for seat in referee.game.seats}, Counter()
    for line in transcript.lines:
        request = referee.open[line.body["request"]["id"]]
        if request.to in known:
            view = referee.view(request.to)
            for event in view[seen[request.to] :]:
                known[request.to].see(event)
            seen[request.to] = len(view)
            yield request, known[request.to].look(request).question
        fold_line(referee, line)


@pytest.mark.parametrize("path", golden_matches(), ids=lambda path: path.stem)
def test_in_every_game_each_choice_has_a_number_of_its_own_and_an_optional_text_passes_with_enter(path):
    asked_for = set()
    for request, put in questions(read(path)):
        asked_for.add(request.answer)
        keys = [choice.key for choice in put.choices if choice.key]
        assert len(set(keys)) == len(keys) >= min(len(put.choices), 16)
        assert all(choice.key.isdigit() or str(place) not in keys for place, choice in enumerate(put.choices[:9], 1))
        for choice in put.choices:
            assert choice.key == FIXED.get(choice.value, choice.key)
            then = put.after(choice)
            is_empty = then is None or then.is_optional or then.may_be_empty
            assert not request.refusal(answer(request, choice.value, "" if is_empty else "7"))
        if put.is_text:
            assert not request.refusal(answer(request, "7", "7") if put.then else answer(request, None, "7"))
        last = put.then or put
        assert not last.is_text or last.is_optional == any(part.is_optional and part.is_text for part in parts(request))
    assert asked_for
