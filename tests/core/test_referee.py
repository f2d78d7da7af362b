"""The referee, on the smallest game there is."""

import pytest

from woozle.core.game import PUBLIC, Forfeited, Game, Refused
from woozle.core.outcome import Outcome
from woozle.core.referee import NotOpenError, Referee
from woozle.core.request import Forfeit, Response

from tests.two_truths import Lie, Round, Statements, Tell, TwoTruths, Vote


def told_a_story(table: Referee) -> None:
    table.answer("a", Tell(texts=("x", "y", "z"), lie=2))


def test_a_teller_scores_once_for_each_seat_that_is_fooled():
    table = Referee(TwoTruths(seats=3))
    told_a_story(table)
    table.answer("b", Vote(index=0))
    table.answer("c", Vote(index=2))
    assert table.score == {"a": 1, "b": 0, "c": 1}


def test_answers_asked_together_do_not_depend_on_their_order_of_arrival():
    tables = [Referee(TwoTruths(seats=3)) for _ in range(2)]
    for table, order in zip(tables, ("bc", "cb"), strict=True):
        told_a_story(table)
        for seat in order:
            table.answer(seat, Vote(index="bc".index(seat)))
    assert tables[0].record == tables[1].record


def test_a_secret_reaches_the_record_alone():
    table = Referee(TwoTruths(seats=3))
    told_a_story(table)
    assert (Lie(2), ()) in table.record
    assert all(Lie(2) not in table.view(viewer) for viewer in ("a", "b", "c", PUBLIC, "judge"))
    assert Statements("a", ("x", "y", "z")) in table.view(PUBLIC)


def test_a_service_observes_only_what_is_told_to_it():
    table = Referee(TwoTruths(seats=3))
    told_a_story(table)
    assert list(table.view("judge")) == []


def test_an_illegal_answer_leaves_the_request_open_and_says_why():
    table = Referee(TwoTruths(seats=3))
    table.answer("a", Vote(index=0))
    assert [request.to for request in table.open.values()] == ["a"]
    assert table.view("a") == [Refused("a", "Tell was asked for, not Vote.")]
    assert table.view("b") == []


def test_three_illegal_answers_are_a_forfeit():
    table = Referee(TwoTruths(seats=2))
    for _ in range(3):
        table.answer("a", Vote(index=0))
    assert isinstance(table.view("a")[-1], Forfeited)
    assert [request.to for request in table.open.values()] == ["b"]


def test_a_forfeit_means_what_the_rules_say_where_they_ask():
    table = Referee(TwoTruths(seats=2))
    table.answer("a", Forfeit("gave_up"))
    table.answer("b", Tell(texts=("x", "y", "z"), lie=0))
    table.answer("a", Forfeit("timeout", "No answer within 5 seconds."))
    assert table.outcome is not None
    assert table.score == {"a": 0, "b": 1}
    assert {seat: result.kind for seat, result in table.outcome.results.items()} == {"a": "lost", "b": "won"}


def test_a_seat_that_we_failed_is_void_and_not_scored():
    table = Referee(TwoTruths(seats=2))
    table.answer("a", Forfeit("error", "ValueError: a bug"))
    table.answer("b", Tell(texts=("x", "y", "z"), lie=0))
    table.answer("a", Vote(index=0))
    assert table.outcome is not None
    assert table.outcome.results["a"].kind == "void"


def test_a_response_to_a_request_that_is_not_open_is_an_error():
    table = Referee(TwoTruths(seats=2))
    with pytest.raises(NotOpenError, match="not open"):
        table.fold(Response(99, Vote(index=0)))


def test_a_round_tells_everyone_the_votes():
    table = Referee(TwoTruths(seats=2))
    told_a_story(table)
    table.answer("b", Vote(index=2))
    assert table.view(PUBLIC)[-1] == Round("a", 2, {"b": 2}, ("b",))


@pytest.mark.parametrize("seats", [1, 27])
def test_a_table_of_the_wrong_size_is_refused_in_words(seats):
    with pytest.raises(ValueError, match=f"two_truths takes 2 to 26 seats, not {seats}"):
        TwoTruths(seats=seats)


def test_a_game_without_a_configuration_needs_none():
    class Silence(Game):
        name, version = "silence", 1

        def play(self):
            yield from self.together()
            return Outcome.by_score(self.score)

    assert Referee(Silence(seats=2)).outcome == Outcome.by_score({"a": 0, "b": 0})
