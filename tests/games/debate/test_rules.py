"""The debate, from the first answers to the last."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Response
from woozle.games.debate.config import Config
from woozle.games.debate.data import Problem
from woozle.games.debate.data.question_files import parse
from woozle.games.debate.data.rationales import join_pools, with_rationales
from woozle.games.debate.events import (
    ESTIMATOR,
    Answered,
    Appealed,
    Believed,
    Briefing,
    Chosen,
    Concluded,
    Estimate,
    Explain,
    Explained,
    Guided,
    Heard,
    Key,
    Linked,
    Measured,
    Retained,
    RoundBegan,
    Settled,
    Solve,
    Texts,
)
from woozle.games.debate.rules import Debate
from woozle.testing import find_events, play_rules

from tests.games.debate.play import BEARS, debate, saying


def test_in_a_round_nobody_reads_what_others_say_in_it():
    referee = debate(3)
    first = next(iter(referee.open.values()))
    referee.fold(Response(first.id, Solve(text="Answer: B"), 0.0))
    assert not find_events(referee, Answered)


def test_each_hears_what_those_it_listens_to_said_before():
    referee = play_rules(debate(3, rounds=2), saying())
    (heard,) = find_events(referee, Heard, to="Ada")
    assert heard.speakers == ("Ben", "Cleo")
    assert heard.texts == ("Ben reasons.\nAnswer: B", "Cleo reasons.\nAnswer: B")


def test_a_seat_observes_its_own_words_and_what_it_heard_and_no_others():
    referee = play_rules(debate(4, topology="sparse", density=0.3, rounds=2), saying())
    assert {event.seat for event in find_events(referee, Answered, to="Ada")} == {"Ada"}
    assert {event.seat for event in find_events(referee, Heard, to="Ada")} == {"Ada"}
    assert not find_events(referee, Linked, to="Ada")
    assert find_events(referee, Linked, to="public")


def test_without_names_nobody_knows_whom_it_heard():
    referee = play_rules(debate(3, names=False), saying())
    assert {event.speakers for event in find_events(referee, Heard)} == {()}


# Topologies


def links(referee):
    return [dict(event.heard) for event in find_events(referee, Linked)]


def test_a_fixed_graph_is_listened_to_as_it_is_given():
    referee = play_rules(debate(3, topology="fixed", graph=((1,), (), (0, 1))), saying())
    assert links(referee) == [{"Ada": ("Ben",), "Ben": (), "Cleo": ("Ada", "Ben")}] * 2


def test_a_random_graph_is_drawn_anew_each_round():
    referee = play_rules(debate(5, topology="random", rounds=6), saying())
    assert len({str(each) for each in links(referee)}) > 1


def test_in_a_free_debate_everybody_chooses_whom_to_listen_to():
    referee = play_rules(debate(3, topology="free", rounds=2), saying(listen={"Ada": "Cleo", "Ben": "Ada, Cleo"}))
    assert links(referee) == [{"Ada": ("Cleo",), "Ben": ("Ada", "Cleo"), "Cleo": ("Ada",)}]


def table_10(asked: Texts) -> Estimate:
    """The entropies of the example of table 10; for the other two agents, everybody is worth as much."""
    if asked.agent is None:
        return Estimate(of=asked.number, entropies=(0.36, 0.38, 0.40), estimator="test")
    given = {(1,): 0.2978, (2,): 0.012, (2, 1): 0.2051} if asked.agent == 0 else {}
    return Estimate(of=asked.number, entropies=tuple(given.get(each, 0.3) for each in asked.candidates), estimator="test")


def test_in_the_example_of_table_10_the_first_agent_listens_to_agent_3():
    referee = play_rules(debate(3, topology="digra", rounds=2), saying(entropies=table_10))
    (chosen,) = [event for event in find_events(referee, Chosen) if event.seat == "Ada"]
    assert chosen.candidates == ((1,), (2,), (2, 1))
    assert chosen.partners == ("Cleo",)
    assert links(referee)[0]["Ada"] == ("Cleo",)
    assert find_events(referee, Heard, to="Ada")[0].speakers == ("Cleo",)


def test_the_estimator_is_told_whom_each_had_heard():
    referee = play_rules(debate(3, topology="dig", rounds=3), saying(entropies=table_10))
    first, *_ = find_events(referee, Texts, to=ESTIMATOR)
    assert (first.heard, first.earlier) == (((), (), ()), ())
    later = find_events(referee, Texts)[4]
    assert later.agent is None
    assert later.heard[0] == (2,)
    assert later.earlier[0].startswith("Ada")


def test_nothing_that_is_measured_is_told_to_the_seats():
    referee = play_rules(debate(3, topology="digra"), saying())
    for kind in (Texts, Measured, Chosen):
        assert find_events(referee, kind)
        assert not find_events(referee, kind, to="Ada")


# First answers


def test_first_answers_can_be_given_so_many_of_them_wrong():
    referee = play_rules(debate(5, wrong=2, rounds=1), saying())
    assert [event.source for event in find_events(referee, Answered)] == ["given"] * 5
    assert sorted(event.answer for event in find_events(referee, Answered)) == ["B", "B", "B", "C", "C"]
    wrong = find_events(referee, Key)[0].wrong
    assert {event.seat for event in find_events(referee, Answered) if event.answer == "C"} == set(wrong)


def test_who_begins_wrong_is_drawn():
    matches = [
        play_rules(Referee(Debate(3, Config(pool=(BEARS,), wrong=1, rounds=1)), key_from_seed(seed)), saying())
        for seed in range(20)
    ]
    drawn = {find_events(match, Key)[0].wrong for match in matches}
    assert len(drawn) == 3


# Stopping


def test_agreement_ends_a_debate_that_may_stop_early():
    referee = play_rules(debate(3, early_stop=True), saying())
    assert len(find_events(referee, RoundBegan)) == 1
    assert len(find_events(play_rules(debate(3), saying()), RoundBegan)) == 3


def test_who_repeats_itself_stops_and_is_still_heard():
    referee = play_rules(debate(3, early_stop=True, rounds=4), saying({"Ada": "AAAA", "Ben": "BABA", "Cleo": "CDCD"}))
    assert [(event.seat, event.round) for event in find_events(referee, Settled)] == [("Ada", 2)]
    said = [event for event in find_events(referee, Answered) if event.seat == "Ada"]
    assert [event.source for event in said] == ["said", "said", "repeated", "repeated"]
    assert "Ada" in find_events(referee, Heard, to="Ben")[-1].speakers
    assert [event.round for event in find_events(referee, Heard, to="Ada")] == [2]


def test_the_debate_may_stop_as_soon_as_one_seat_repeats_itself():
    said = {"Ada": "ABAA", "Ben": "CBCC", "Cleo": "DDDA"}
    referee = play_rules(debate(3, early_stop="debate", rounds=4), saying(said))
    assert len(find_events(referee, RoundBegan)) == 2 and not find_events(referee, Settled)
    alone = play_rules(debate(3, early_stop="agent", rounds=4), saying(said))
    assert len(find_events(alone, RoundBegan)) == 4 and alone.game.config.early_stop is True


# Rationales


def explaining(texts, answers):
    """Seats answer as `answers` say, and explain the right answer with the next of these texts."""
    left = list(texts)

    def say(request, referee):
        if request.answer is Explain:
            return Explain(text=left.pop(0))
        return saying(answers)(request, referee)

    return say


def test_of_many_right_responses_as_many_are_kept_as_are_wanted():
    referee = play_rules(debate(9, rounds=1, rationales=3), saying({"Ada": "C", "Ben": "-"}))
    (kept,) = find_events(referee, Retained)
    assert len(set(kept.texts)) == kept.sampled == 3 and all(text.endswith("Answer: B") for text in kept.texts)
    assert not {*kept.texts} & {"Ada reasons.\nAnswer: C", "Ben hesitates."} and not find_events(referee, Guided)


def test_where_too_few_are_right_seats_explain_the_right_answer_after_the_examples_of_those():
    texts = ["Paws.\nAnswer: B", "No.\nAnswer: C", "A spinney.\nAnswer: B"]
    referee = play_rules(debate(3, rounds=1, rationales=3), explaining(texts, {"Ada": "C", "Cleo": "D"}))
    guided = find_events(referee, Guided)
    assert [each.seat for each in guided] == ["Ada", "Ben", "Cleo"]
    assert {(each.answer, each.examples) for each in guided} == {("B", ("Ben reasons.\nAnswer: B",))}
    (kept,) = find_events(referee, Retained)
    assert kept.texts == ("Ben reasons.\nAnswer: B", texts[0], texts[2]) and kept.sampled == 1
    assert not find_events(referee, Guided, to="public")


def test_explanations_that_are_never_right_end_after_each_seat_has_given_two():
    referee = play_rules(debate(2, rounds=1, rationales=5), explaining(["No.\nAnswer: C"] * 4, {"Ada": "C", "Ben": "C"}))
    assert [len(find_events(referee, kind)) for kind in (Guided, Explained)] == [4, 4]
    assert find_events(referee, Retained)[0].texts == ()


def test_rationales_become_a_pool_whose_right_answers_others_begin_with():
    referee = play_rules(debate(3, rounds=1, rationales=2), saying({"Ada": "C"}))
    made = with_rationales((BEARS,), [event for event, _ in referee.record])
    assert (made.sampled.right, made.sampled.of) == (2, 3)
    (pool,) = parse(made.model_dump_json())
    given = play_rules(debate(3, pool=(pool,), wrong=0, rounds=1), saying())
    assert {said.text for said in find_events(given, Answered)} <= {f"{seat} reasons.\nAnswer: B" for seat in ("Ben", "Cleo")}
    twice = join_pools([made, made])["bears"]
    assert len(twice.right) == 4 and twice.sampled.of == 6


# Many seats


def test_fifty_seats_are_fifty_samples_and_too_many_to_choose_partners_by_entropy():
    referee = play_rules(debate(50, rounds=1, names=False), saying())
    assert len(set(referee.game.seats)) == 50 and find_events(referee, Concluded)[0].votes == {"B": 50}
    with pytest.raises(ValueError, match="At most 9 seats can choose partners by entropy: of 10 each would weigh 511 sets"):
        debate(10, topology="digra")


# Answers


def test_a_response_that_answers_nothing_is_wrong_and_nobodys_vote():
    referee = play_rules(debate(3, rounds=1), saying({"Ada": "-", "Ben": "-"}))
    assert [event.answer for event in find_events(referee, Answered)] == [None, None, "B"]
    assert find_events(referee, Concluded)[0].votes == {"B": 1}
    assert referee.outcome.results["Ada"].kind == "lost"


def test_a_person_picks_an_option_beside_the_reasons():
    referee = debate(1, rounds=1)
    request = next(iter(referee.open.values()))
    assert request.choices["answer"] == ("A", "B", "C", "D", "")
    referee.fold(Response(request.id, Solve(text="I counted. Answer: A", answer="B"), 0.0))
    assert find_events(referee, Answered)[0].answer == "B"


def test_most_answers_are_the_tables_and_of_as_many_the_first_seats():
    referee = play_rules(debate(4, rounds=1), saying({"Ada": "A", "Ben": "C", "Cleo": "C", "Dan": "A"}))
    assert find_events(referee, Concluded)[0].answer == "A"
    referee = play_rules(debate(4, rounds=1, ties="nobody"), saying({"Ada": "A", "Ben": "C", "Cleo": "C", "Dan": "A"}))
    assert find_events(referee, Concluded)[0].answer is None


def test_what_became_of_each_seat_is_in_its_numbers():
    referee = play_rules(debate(2, rounds=2), saying({"Ada": "BC", "Ben": "CB"}))
    assert referee.outcome.results["Ada"].numbers["was_misled"] == 1
    assert referee.outcome.results["Ada"].numbers["unread"] == 0
    assert referee.outcome.results["Ben"].numbers["was_corrected"] == 1


# The probe


def test_appeals_are_remembered_and_what_is_believed_is_asked_aside():
    referee = play_rules(debate(2, rounds=1, probe=True), saying(believes="C"))
    assert [event.turn for event in find_events(referee, Appealed, to="Ada")] == [0, 1, 2, 3]
    assert not find_events(referee, Believed, to="Ada")
    assert [event.answer for event in find_events(referee, Believed)] == ["C"] * 8


# What can be set


def test_a_debate_alone_is_one_sample_and_most_votes():
    referee = play_rules(debate(1), saying())
    assert len(find_events(referee, Answered)) == 3
    assert find_events(referee, Briefing)[0].seats == ("Ada",)


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"topology": "fixed"}, "a fixed topology needs a graph"),
        (3, {"wrong": 1, "firsts": ("x",)}, "not both"),
        (3, {"topology": "free", "names": False}, "leave names on"),
        (3, {"problem": "cats"}, "the pool has no question 'cats'"),
        (3, {"topology": "fixed", "graph": ((1,), (0,))}, "for each of 3 seats"),
        (3, {"topology": "fixed", "graph": ((0,), (0,), (0,))}, "No seat listens to itself"),
        (7, {"topology": "free"}, "At most 6 seats"),
        (3, {"firsts": ("x",)}, "1 first answers are given to 3 seats"),
        (3, {"early_stop": "agents"}, "it must be agent, debate, yes or no, not 'agents'"),
        (3, {"probe": "round"}, "it must be rounds, yes or no, not 'round'"),
        (3, {"prompts": "paper"}, "the paper's prompts name no seat"),
        (3, {"rationales": 5}, "rationales are made of one round of answers"),
        (3, {"wrong": 4}, "4 of 3 seats cannot begin wrong"),
    ],
)
def test_what_cannot_be_debated_is_said_in_a_sentence(seats, options, sentence):
    with pytest.raises((ValidationError, ValueError), match=sentence):
        debate(seats, **options)


def test_a_question_whose_answer_is_no_option_is_refused():
    with pytest.raises(ValidationError, match="letter of one of its options"):
        Problem(id="x", question="?", options=("a", "b"), answer="C")


# Answers that are the same in other words

BAND = Problem(id="band", kind="text", question="Who sang about a walrus?", answer="Beatles")


def singing(*answers):
    """Return a player that gives these answers, round by round."""
    rounds: dict[str, int] = {}

    def say(request, referee):
        rounds[request.to] = at = rounds.get(request.to, -1) + 1
        return Solve(text=f"Answer: {dict(zip(referee.game.seats, answers, strict=True))[request.to][at]}")

    return say


def test_votes_for_one_name_in_other_words_are_counted_together():
    referee = play_rules(debate(3, pool=(BAND,), rounds=1), singing(["Cream"], ["The Beatles."], ["beatles"]))
    (concluded,) = find_events(referee, Concluded)
    assert (concluded.answer, concluded.votes, concluded.is_right) == ("The Beatles", {"Cream": 1, "The Beatles": 2}, True)


def test_who_answers_the_same_in_other_words_stops():
    referee = play_rules(
        debate(2, pool=(BAND,), early_stop=True), singing(["Beatles", "The Beatles", "-"], ["Cream", "Who", "the beatles"])
    )
    assert [(event.seat, event.round) for event in find_events(referee, Settled)] == [("Ada", 2)]
    assert len(find_events(referee, RoundBegan)) == 3  # they agree then


def test_agreement_in_other_words_ends_the_debate():
    referee = play_rules(debate(2, pool=(BAND,), early_stop=True), singing(["The Beatles"], ["beatles"]))
    assert len(find_events(referee, RoundBegan)) == 1


def test_version_2_reads_and_counts_answers_as_it_did():
    game = registry.game("debate", 2)
    assert (game.version, issubclass(game, Debate)) == (2, True)
    referee = Referee(game(3, Config(pool=(BAND,), rounds=1)))
    play_rules(referee, singing(["Cream"], ["The Beatles."], ["beatles"]))
    (concluded,) = find_events(referee, Concluded)
    assert (concluded.answer, concluded.is_right) == ("Cream", False)
    read = game.reader.extract_answer
    assert [read("Answer: 3/4", "number", ""), read("Answer: A or B", "choice", "AB"), read("\\boxed{B}", "choice", "AB")] == [
        "3",
        "A",
        None,
    ]


def test_by_version_2_a_number_is_right_if_it_is_the_same_however_it_is_written():
    is_right = registry.game("debate", 2).reader.is_right
    assert is_right("1,024.0", "number", ["1024"]) and is_right("2", "number", ["1", "2"])
    assert not any(is_right(wrong, "number", ["1024"]) for wrong in ("1023", "1025", "-1024", "no number", None))


def test_rightness_is_that_of_the_rules_a_match_was_played_by():
    for version, right in ((2, [True, False]), (3, [True, True])):
        game = registry.game("debate", version)
        referee = play_rules(Referee(game(2, Config(pool=(BAND,), rounds=1))), singing(["beatles"], ["The Beatles"]))
        assert [each for one in game.correctness(referee.record).values() for each in one] == right


def test_how_many_answers_of_a_seat_could_not_be_read_is_a_number_of_its_result():
    referee = play_rules(debate(3, rounds=2), saying({"Ada": "-B", "Ben": "--"}))
    assert [result.numbers["unread"] for result in referee.outcome.results.values()] == [0.5, 1.0, 0.0]
