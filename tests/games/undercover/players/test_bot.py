"""The play of the undercover bots."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from woozle.core.referee import Referee
from woozle.core.request import Answer, Request
from woozle.games.undercover.claims.answers import is_right
from woozle.games.undercover.claims.formulas import EQUAL, Weights, weigh_factors
from woozle.games.undercover.claims.grammar import Claim, claims
from woozle.games.undercover.claims.lexicon import is_hedged
from woozle.games.undercover.config import Case
from woozle.games.undercover.events import (
    Argued,
    Concluded,
    Counted,
    Pair,
    Reason,
    Reasoned,
    Revealed,
    Sight,
    Summarise,
    Summarised,
    Vote,
    Voted,
    Weighed,
)
from woozle.games.undercover.players.bot import UndercoverBot
from woozle.games.undercover.players.eye import Acuity
from woozle.games.undercover.scenes.graph import Question, Scene, Thing
from woozle.testing import find_events

from tests.games.undercover.players.watching import KINDS, played

HOSTILE = "\x1b[2J\u202e {0} {place} %s [red]cup[/] no no no not, if Ada says that red is I? " * 40
FILES = Case(
    id="photo",
    question=Question("count", "How many dogs are there?", ("1", "2", "3"), "2", "3"),
    picture="a" * 64,
    counterfactual="b" * 64,
    described="Two people and 2 dogs on a lawn.",
    other_described="Two people and 3 dogs on a lawn.",
)
CUPS = Question("count", "How many cups are there?", ("1", "2", "3", "4"), "3", "2")
CUP = Thing("t1", "cup", "red", 0, count=3, size="large", pattern="striped", state="full")
REST = (Thing("t2", "book", "blue", 4, text="OWLS", state="open"), Thing("t3", "candle", "white", 11, count=2, state="lit"))
SHELF = Case(id="cups", question=CUPS, scene=Scene("shelf", (CUP, *REST)), other=Scene("shelf", (replace(CUP, count=2), *REST)))


def noisy(rate: float) -> type[UndercoverBot]:
    return type("Noisy", (UndercoverBot,), {"name": "noisy", "acuity": Acuity(rate, rate, rate, rate)})


def saying(request: Request, answer: str, text: str) -> Answer:
    """An answer with words beside it, where words are asked for."""
    field = {Reason: "analysis", Summarise: "summary"}.get(request.answer)
    return request.answer.model_validate({"answer": answer} | ({field: text} if field else {}))


def found(referee: Referee) -> bool:
    return find_events(referee, Revealed)[0].is_found


def hidden(referee: Referee) -> str:
    return str(find_events(referee, Revealed)[0].undercover)


# Finding the undercover


def test_eyes_without_errors_find_the_undercover_in_the_first_vote_and_then_the_answer():
    for seed in range(8):
        match = played(seed)
        assert find_events(match, Counted)[0].was_undercover
        assert is_right(find_events(match, Concluded)[0].answer, find_events(match, Pair)[0].question)


def test_the_worse_the_eyes_the_less_often_it_is_found_at_once():
    def is_found_at_once(seed: int, noise: float) -> bool:
        return bool(find_events(played(seed, bot=noisy(noise), rounds=1), Counted)[0].was_undercover)

    rates = [sum(is_found_at_once(seed, noise) for seed in range(12)) for noise in (0.1, 0.5)]
    assert rates[0] > rates[1] + 2


def test_a_wrong_answer_that_was_taken_back_is_remembered():
    def turncoat(request: Request, match: Referee) -> Answer:
        if request.answer is Vote:
            return Vote(target=None)
        is_first = not find_events(match, Reasoned)
        said = "two" if is_first else "three"
        return Reason(
            answer="2" if is_first else "3", analysis=f"I see {said} large red striped cups on the top board on the left."
        )

    match = played(pool=(SHELF,), has_counterfactual=False, observation_rounds=2, says={"Cleo": turncoat})
    assert {vote.target for vote in find_events(match, Voted) if vote.round == 1 and vote.seat != "Cleo"} == {"Cleo"}


def test_whoever_says_next_to_nothing_is_suspected_if_nobody_else_is():
    def silent(request: Request, match: Referee) -> Answer:
        return Vote(target=None) if request.answer is Vote else Reason(answer="3", analysis="Yes.")

    match = played(pool=(SHELF,), has_counterfactual=False, says={"Cleo": silent})
    assert find_events(match, Counted)[0].eliminated == "Cleo"


@pytest.mark.parametrize("name", ["neighbour", "dreamer", "fox", "dim"])
def test_a_vote_is_for_the_seat_that_its_recorded_factors_weigh_most_against(name):
    for seed in range(6):
        match = played(seed, bot=name, ties="none")
        weighed = {(event.seat, event.round): event.factors for event in find_events(match, Weighed)}
        for vote in find_events(match, Voted):
            if vote.target:
                weights = weigh_factors(weighed[vote.seat, vote.round], Weights(*EQUAL))
                assert weights[vote.target] == max(weights.values())


def test_a_bot_says_why_it_votes():
    def silent(request: Request, match: Referee) -> Answer:
        return Vote(target=None) if request.answer is Vote else Reason(answer="3", analysis="Yes.")

    match = played(pool=(SHELF,), has_counterfactual=False, says={"Cleo": silent})
    said = [event.why for event in find_events(match, Argued) if event.round == 1]
    assert len(said) == 4 and all("Cleo" in why and "next to nothing" in why for why in said)


def test_a_vote_is_against_what_its_target_said_and_the_voter_sees_otherwise():
    def odd(request: Request, match: Referee) -> Answer:
        return Vote(target=None) if request.answer is Vote else Reason(answer="3", analysis="Three red cups. The candles are red.")

    match = played(pool=(SHELF,), has_counterfactual=False, says={"Cleo": odd})
    for why in (event.why for event in find_events(match, Argued) if event.round == 1):
        assert "Cleo" in why and "the candles are red, but mine are white" in why
        assert claims(why, "shelf") == (Claim("colour", "candle", "white"),)


@pytest.mark.parametrize("bot", ["neighbour", "dreamer", "fox"])
def test_no_speech_describes_a_thing_twice(bot):
    for seed in range(3):
        match = played(seed, bot=bot)
        setting = find_events(match, Sight)[0].scene.setting
        for said in find_events(match, Reasoned):
            told = [claims(each, setting) for each in re.split(r"(?<=[.!?]) ", said.analysis)]
            kinds = [kind for each in told for kind in {claim.kind for claim in each if claim.about == "place"}]
            assert len(kinds) == len({*kinds}), said.analysis


def test_each_vote_comes_with_the_factors_of_all_others_who_are_left():
    match = played(3, bot="dim", ballot="weighted")
    left = list(match.game.seats)
    for counted in find_events(match, Counted):
        weighed = [event for event in find_events(match, Weighed) if event.round == counted.round]
        assert {event.seat for event in weighed} == set(left)
        for event in weighed:
            assert set(event.factors) <= set(left) - {event.seat}
            assert event.named in event.factors
        left = [seat for seat in left if seat != counted.eliminated]


@pytest.mark.parametrize(
    ("said", "reply"),
    [
        ("There are no candles in my picture.", "there is no candle"),
        ("The candles are red.", "the candles are red"),
        ("The candles are not white.", "the candles are not white"),
        ("The candles are white.", ""),
    ],
)
def test_whoever_alone_sees_it_otherwise_is_answered_by_name(said, reply):
    def odd(request: Request, match: Referee) -> Answer:
        return Vote(target=None) if request.answer is Vote else Reason(answer="3", analysis=f"Three cups. {said}")

    match = played(pool=(SHELF,), has_counterfactual=False, observation_rounds=2, says={"Cleo": odd})
    seconds = [said.analysis for said in find_events(match, Reasoned) if said.round == 2 and said.seat != "Cleo"]
    answered = [
        any(
            f"{begins} {reply}" in text
            for begins in ("Cleo says that", "Cleo said that", "Cleo told us that", "According to Cleo,")
        )
        for text in seconds
    ]
    assert answered == [bool(reply)] * 4


# Talking to somebody


@pytest.mark.parametrize(
    ("asked", "answer"), [("Cleo, what colour are your cups?", "red"), ("Cleo, how many bears?", "no teddy bear")]
)
def test_a_question_by_name_is_answered(asked, answer):
    def curious(request: Request, match: Referee) -> Answer:
        return Vote(target=None) if request.answer is Vote else Reason(answer="3", analysis=f"Three red cups. {asked}")

    match = played(pool=(SHELF,), has_counterfactual=False, observation_rounds=2, says={"Ada": curious})
    (reply,) = (said.analysis for said in find_events(match, Reasoned) if (said.round, said.seat) == (2, "Cleo"))
    assert answer in reply.partition("Ada")[2] + reply.partition("asked")[2]


def test_a_question_that_was_left_open_is_noticed():
    def evasive(request: Request, match: Referee) -> Answer:
        return Vote(target=None) if request.answer is Vote else Reason(answer="3", analysis="Three red cups.")

    asking = type("Asking", (UndercoverBot,), {"name": "asking", "acuity": Acuity(), "asks": 100})
    others = ("Ada", "Ben", "Dan", "Eve")
    match = played(bot=asking, seats=5, pool=(SHELF,), has_counterfactual=False, observation_rounds=3, says={"Cleo": evasive})
    first, second, third = (
        {said.seat: said.analysis for said in find_events(match, Reasoned) if said.round == n} for n in (1, 2, 3)
    )
    asked = [seat for seat in others if re.search(r"(?=[^.]*Cleo)[^.]*\b(book|candles)\b[^.]*\?", first[seat])]
    left = re.compile(r"Cleo left|from Cleo about|I asked Cleo")
    assert not any(map(left.search, second.values()))  # Cleo has not spoken since it was asked
    assert [seat for seat in others if left.search(third[seat])] == asked != []


# What opponents of a level do


def traits(**values: object) -> type[UndercoverBot]:
    return type("Made", (UndercoverBot,), {"name": "made", "acuity": Acuity(), **values})


@pytest.mark.parametrize("bot", ["dreamer", "neighbour", "fox"])
def test_after_the_first_vote_no_single_vote_throws_anybody_out(bot):
    later = [each for seed in range(12) for each in find_events(played(seed, bot=bot), Counted) if each.round > 1]
    assert later and all(not each.eliminated or each.tied or max(each.tally.values()) > 1 for each in later)


def test_one_without_nerve_abstains_until_enough_speaks_against_somebody_but_not_in_the_last_vote():
    votes = find_events(played(pool=(SHELF,), has_counterfactual=False, bot=traits(nerve=9.0)), Voted)
    assert {vote.target for vote in votes if vote.round < 3} == {None} != {vote.target for vote in votes if vote.round == 3}
    assert all(vote.target for vote in votes if vote.round == 3)


def test_the_cautious_hedge_their_first_answer_and_no_later_one():
    match = played(pool=(SHELF,), has_counterfactual=False, observation_rounds=2, bot=traits(is_cautious=True))
    for said in find_events(match, Reasoned):
        first = said.analysis.split(". ")[0]
        assert is_hedged(first) == (said.round == 1), first


def test_whoever_blends_in_mentions_only_what_somebody_else_has_mentioned():
    def terse(request: Request, match: Referee) -> Answer:
        return Vote(target=None) if request.answer is Vote else Reason(answer="3", analysis="Three red cups and a blue book.")

    others = dict.fromkeys(("Ada", "Ben", "Dan", "Eve"), terse)
    for seed in range(8):
        match = played(seed, pool=(SHELF,), observation_rounds=2, says=others, bot=traits(blends_in=True))
        if hidden(match) == "Cleo":
            (said,) = (said.analysis for said in find_events(match, Reasoned) if (said.round, said.seat) == (2, "Cleo"))
            assert "book" in said and "candle" not in said and "cup" not in said


# Being the undercover


def test_one_that_stands_alone_joins_the_others_and_speaks_no_more_of_what_set_it_apart():
    for seed in range(12):
        match = played(seed, pool=(SHELF,), observation_rounds=2)
        mine = [said for said in find_events(match, Reasoned) if said.seat == hidden(match)]
        assert [said.answer for said in mine] == ["2", "3"]
        assert "cups" in mine[0].analysis
        assert "cup" not in mine[1].analysis


def test_one_that_speaks_late_agrees_with_those_before():
    for seed in range(12):
        match = played(seed, pool=(SHELF,), speaking="in_turn")
        first_round = [said for said in find_events(match, Reasoned) if said.round == 1]
        place = [said.seat for said in first_round].index(hidden(match))
        assert first_round[place].answer == ("2" if place < 2 else "3")


def test_one_that_knows_bluffs_by_halves_before_anybody_has_spoken():
    matches = [played(seed, pool=(SHELF,), knows=True) for seed in range(40)]
    own = [next(said.answer for said in find_events(match, Reasoned) if said.seat == hidden(match)) == "2" for match in matches]
    assert 10 < sum(own) < 30


def test_one_that_knows_agrees_as_soon_as_there_is_somebody_to_agree_with():
    for seed in range(12):
        match = played(seed, pool=(SHELF,), knows=True, speaking="in_turn")
        first_round = [said for said in find_events(match, Reasoned) if said.round == 1]
        place = [said.seat for said in first_round].index(hidden(match))
        assert place == 0 or first_round[place].answer == first_round[0].answer


def test_one_that_knows_it_is_not_and_whose_eyes_cannot_err_is_not_talked_round():
    def wrong(request: Request, match: Referee) -> Answer:
        if request.answer is Vote:
            return Vote(target=None)
        return saying(request, "4", "Four cups.")

    for seed in range(6):
        match = played(seed, seats=4, pool=(SHELF,), knows=True, says=dict.fromkeys(("Ada", "Ben", "Cleo"), wrong))
        mine = {said.answer for said in find_events(match, Reasoned) if said.seat == "Dan"}
        assert hidden(match) == "Dan" or mine == {"3"}


def test_a_bot_sees_what_it_is_shown_and_no_digest():
    bot = KINDS["sharp"]("seed")
    match = played(2, bot="sharp")
    for request in [Request(9, "Ada", Reason, {}), Request(9, "Ada", Vote, {"target": ("Ben", "Cleo", None)})]:
        view = [event for event in match.view("Ada") if not isinstance(event, Pair | Revealed)]
        other = [replace(event, picture="c" * 64) if isinstance(event, Sight) else event for event in view]
        assert bot.answer(request, view) == bot.answer(request, other)


# The end


def test_a_bot_that_errs_goes_with_the_majority_of_those_it_believes():
    def honest(request: Request, match: Referee) -> Answer:
        if request.answer is Vote:
            return Vote(target=next((seat for seat in request.choices["target"] if seat == match.game.undercover), None))
        return saying(request, "3", "I see three large red striped cups.")

    bot = type("Miscounts", (UndercoverBot,), {"name": "miscounts", "acuity": Acuity(miscounts=1)})
    says = dict.fromkeys(("Ada", "Ben", "Cleo"), honest)
    for seed in range(8):
        match = played(seed, bot=bot, seats=4, pool=(SHELF,), says=says)
        if hidden(match) != "Dan" and "Dan" in match.game.left:
            assert next(said.answer for said in find_events(match, Reasoned) if said.seat == "Dan") != "3"
            assert next(said.answer for said in find_events(match, Summarised) if said.seat == "Dan") == "3"


# Any match


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"seats": 3, "knows": True, "ballot": "weighted"},
        {"seats": 10, "speaking": "in_turn", "ties": "none", "rounds": 2},
        {"asks": "any", "free_answers": True, "observation_rounds": 3},
        {"has_undercover": False},
        {"has_counterfactual": False, "summary_rounds": 0},
        {"mode": "single"},
        {"mode": "self_refine"},
        {"mode": "mad_vote"},
        {"mode": "mad_judge"},
        {"pool": (FILES,)},
        {"pool": (replace_case := FILES.model_copy(update={"described": "", "other_described": ""}),)},
        {"pool": (replace_case,), "free_answers": True, "knows": True},
    ],
    ids=str,
)
def test_all_answers_are_legal(options):
    for bot in (*KINDS,)[:: len(KINDS) - 1]:
        assert played(1, bot=bot, **options).outcome


def test_a_question_that_no_scene_answers_is_guessed_at():
    case = SHELF.model_copy(update={"question": Question("option", "Who lives here?", ("a king", "a cook"), "a cook", "a king")})
    match = played(pool=(case,))
    first_round = [said for said in find_events(match, Reasoned) if said.round == 1]
    assert {said.answer for said in first_round} == {"a king", "a cook"}
    assert all("guess" in said.analysis or "Not sure" in said.analysis for said in first_round)


def test_a_picture_is_answered_about_from_its_description_and_without_one_with_a_hedged_guess():
    match = played(pool=(FILES,))
    assert {said.answer for said in find_events(match, Reasoned) if said.seat != hidden(match) and said.round == 1} == {"2"}
    blind = FILES.model_copy(update={"described": "", "other_described": ""})
    texts = [said.analysis for said in find_events(played(pool=(blind,)), Reasoned) if said.round == 1]
    assert all(any(hedge in text for hedge in ("guess", "Not sure")) for text in texts)


def test_what_others_say_cannot_break_a_bot():
    def hostile(request: Request, match: Referee) -> Answer:
        if request.answer is Vote:
            return Vote(target=None)
        return saying(request, request.choices["answer"][0], HOSTILE[:4000])

    for seed in range(2):
        assert played(seed, bot="sharp", says={"Ada": hostile, "Ben": hostile}).outcome
