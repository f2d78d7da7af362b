"""The referee, on the smallest game there is."""

import pytest

from woozle.core.game import EVERYONE, PUBLIC, Event, Forfeited, Game, Refused, RulesError
from woozle.core.outcome import Outcome, Result
from woozle.core.referee import NotOpenError, Referee
from woozle.core.request import Forfeit, Response
from woozle.core.value import value

from tests.auction import Auction, Bid
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


@value
class Bids(Event):
    seats: tuple[str, ...]


class NoEvent(Event):
    pass


def test_legality_across_fields_is_refused_with_its_reason_and_stays_with_the_referee():
    table = Referee(Auction(seats=3))
    table.answer("a", Bid(quantity=2, face=3))
    (request,) = table.open.values()
    assert not request.refusal(Bid(quantity=2, face=3))
    table.answer("b", Bid(quantity=2, face=3))
    assert table.view("b")[-1] == Refused("b", "Bid more than 2 of face 3.")
    table.answer("b", Bid(quantity=2, face=9))
    assert table.view("b")[-1].problem == "face can only be 1, 2, 3, 4, 5, 6 now."
    table.answer("b", Bid(quantity=2, face=4))
    assert [each.to for each in table.open.values()] == ["c"]
    for _ in range(3):
        table.answer("c", Bid(quantity=1, face=1))
    assert table.view("c")[-1] == Forfeited("c", "illegal", "Bid more than 2 of face 4.")
    assert table.outcome is not None
    assert not table.game.legality


def play_of(*steps):
    """A game whose rules do these steps, which are functions of the game and may be generators."""

    class Made(Game):
        name, version = "made", 1

        def play(self):
            for step in steps:
                done = step(self)
                if hasattr(done, "send"):
                    yield from done
            return Outcome.by_score(self.score)

    return Made


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (lambda game: game.tell(Bids(()), to=["a"]), "An audience is a tuple of names, such as (seat,) or EVERYONE, not ['a']."),
        (lambda game: game.tell("news", to=EVERYONE), "str is told, which is no Event; make it a subclass of Event with `@value`."),
        (lambda game: game.tell(NoEvent(), to=EVERYONE), "NoEvent is told, which is no Event"),
        (lambda game: game.ask("a", Bids, forfeit=None), "which is no subclass of Answer."),
        (lambda game: game.ask("a", Bid, forfeit=None, choices={"face": "123"}), "a has '123' as the choices for face of Bid;"),
    ],
)
def test_mistakes_in_rules_are_refused_in_a_sentence_about_the_rules(step, sentence):
    with pytest.raises(RulesError) as error:
        Referee(play_of(step)(seats=2))
    assert sentence in str(error.value)


def test_an_end_with_a_result_of_no_seat_is_refused_with_the_place_of_the_rules():
    class Made(Game):
        name, version = "made", 1

        def play(self):
            yield from self.together()
            return Outcome({"a": Result("won"), "b": Result("lost"), "zz": Result("lost")})

    with pytest.raises(RulesError, match="has a result of 'zz', which is no seat") as error:
        Referee(Made(seats=2))
    assert error.value.where.startswith(f"{__file__}:")


def test_a_legality_that_returns_no_sentence_is_a_mistake_in_the_rules():
    table = Referee(play_of(lambda game: game.ask("a", Bid, forfeit=None, legal=lambda bid: False))(seats=2))
    with pytest.raises(RulesError, match="`legal` returned False for Bid"):
        table.answer("a", Bid(quantity=1, face=1))


def test_a_view_grows_and_cannot_be_changed():
    table = Referee(TwoTruths(seats=2))
    view = table.view("b")
    assert not hasattr(view, "append")
    with pytest.raises(TypeError):
        view[0] = Lie(1)
    with pytest.raises(TypeError):
        table.score["a"] = 9
    told_a_story(table)
    assert view == [Statements("a", ("x", "y", "z"))] == list(view)
