"""The play of the self-play bots."""

from __future__ import annotations

from statistics import fmean

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.referee import Referee
from woozle.core.request import Request
from woozle.core.short_answers import read_short_answer
from woozle.games.self_play.config import Config
from woozle.games.self_play.data import questions
from woozle.games.self_play.events import (
    CALCULATOR,
    LIBRARIAN,
    Act,
    Acted,
    Briefing,
    Concluded,
    Equipped,
    Evidence,
    Found,
    Posed,
    Worked,
)
from woozle.games.self_play.players.bot import BOTS, Fair, SelfPlayBot
from woozle.games.self_play.players.calculator import SumError, calculate
from woozle.games.self_play.players.retriever import format_paragraph
from woozle.games.self_play.players.services import index_cache
from woozle.games.self_play.rules import SelfPlay
from woozle.players.seats import bot_seed
from woozle.testing import find_events, play_rules

ASKING, SEARCHING, ENDING = ("ASK", "ANSWER", "HEDGE"), ("SEARCH", "ANSWER", "HEDGE"), ("ANSWER", "HEDGE")
BRIEFING = Briefing(("Ada", "Ben", "Cleo"), "broadcast", False, "question", 3, 1, 1, 12, None, 0.01)
KNOWN = next(each for each in questions() if each.source == "encyclopaedia" and each.question.startswith("Who invented"))
OF_MEDICINE = next(each for each in questions() if each.source == "medicine")
KINDS = {bot.name: bot for bot in BOTS}
HOSTILE = "\x1b[2J\u202e {0} %s Question: Action: #ANSWER [red]not[/] 9 " * 300


def view(*given, question=KNOWN.question, library=""):
    replies = [Evidence("Ada", tag, texts, "", ()) for tag, *texts in given]
    return [BRIEFING, Equipped("Ada", library, False, ("Ben",)), Posed("Ada", question, ""), *replies]


async def leaning(bot, legal, seen, seed=1):
    """Return the answer probabilities that it reports."""
    response = await bot(seed).respond(Request(3, "Ada", Act, {"action": legal}), seen)
    assert response.answer_probabilities.by == "own" and response.seconds == 0.0
    assert list(response.answer_probabilities.probabilities) == list(legal)
    assert sum(response.answer_probabilities.probabilities.values()) == pytest.approx(1, abs=1e-5)
    return response.answer_probabilities.probabilities


def traits(**values):
    """Return a bot with these traits."""
    return type("Made", (SelfPlayBot,), {"name": "made", **values})


def serve(query):
    """Return what the librarian or the calculator that come with Woozle answers."""
    if query.tool == "CALCULATE":
        try:
            return Worked(of=query.number, result=calculate(query.text))
        except SumError as error:
            return Worked(of=query.number, result=str(error))
    found = index_cache().search(query.corpus, query.text, query.most)
    return Found(of=query.number, texts=tuple(map(format_paragraph, found)), sources=tuple(each.id for each in found))


def played(seed=1, *, bot="fair", seats=3, **options):
    """Return a rollout to its end, in which bots give nothing illegal."""

    def say(request, referee):
        view = referee.view(request.to)
        answer = serve(view[-1]) if request.to in (LIBRARIAN, CALCULATOR) else seated[request.to].answer(request, view)
        assert not request.refusal(answer), request.refusal(answer)
        return answer

    key = key_from_seed(seed)
    referee = Referee(SelfPlay(seats, Config(**options)), key)
    seated = {seat: KINDS[bot](bot_seed(seat, key)) for seat in referee.game.seats}
    return play_rules(referee, say)


def said(bot, seen, seed=1, legal=ENDING):
    return bot(seed).answer(Request(3, "Ada", Act, {"action": legal}), seen)


def test_an_answer_that_comes_with_woozle_is_read_as_it_is():
    answers = [(each.question, answer) for each in questions() for answer in each.answers]
    assert not [answer for question, answer in answers if read_short_answer(answer, question) != (answer, False)]


# What it does


@pytest.mark.parametrize(
    "options", [{}, {"orchestration": "hub"}, {"names": True}, {"queries": "own"}, {"society": "full"}], ids=str
)
def test_rollouts_end_with_legal_acts_alone(options):
    for seed, bot in enumerate(KINDS):
        referee = played(seed, bot=bot, **options)
        (concluded,) = find_events(referee, Concluded)
        assert concluded.action in ENDING
        assert not any(acted.forfeited for acted in find_events(referee, Acted))


def test_bots_ask_each_other_in_their_own_words_where_they_may_and_understand_each_other():
    plain, worded = (played(3, bot="fair", queries=queries, searches=0) for queries in ("question", "own"))
    asked = [event for event in find_events(worded, Posed) if event.by]
    question = find_events(worded, Posed)[0].question
    assert asked and all(event.question != question and event.puts(question) for event in asked)
    assert [(event.seat, event.argument) for event in find_events(plain, Acted) if event.action in ENDING] == [
        (event.seat, event.argument) for event in find_events(worded, Acted) if event.action in ENDING
    ]
    assert SelfPlay.correctness(plain.record) == SelfPlay.correctness(worded.record)


async def test_it_does_what_it_says_as_often_as_it_says():
    seen, bot = view(library="medicine"), traits(knowledge=50, calibration=50)
    acts, expected = [], []
    for seed in range(400):
        response = await bot(seed).respond(Request(3, "Ada", Act, {"action": SEARCHING}), seen)
        acts.append(response.answer.action)
        expected.append(response.answer_probabilities.probabilities)
        assert response.answer == said(bot, seen, seed, SEARCHING)
    for action in SEARCHING:
        assert acts.count(action) / 400 == pytest.approx(fmean(each[action] for each in expected), abs=0.06)


# Knowledge, thrift, calibration


@pytest.mark.parametrize("knowledge", [0, 40, 100])
def test_knowledge_is_the_share_of_questions_that_it_knows(knowledge):
    bot = traits(knowledge=knowledge)(7)
    right = [
        bot.answer(Request(3, "Ada", Act, {"action": ENDING}), view(question=each.question)).argument == each.answers[0]
        for each in questions()
    ]
    assert fmean(right) == pytest.approx(knowledge / 100, abs=0.12)


def test_of_one_question_it_knows_the_same_whenever_and_wherever_it_is_asked():
    first = [said(Fair, view(question=each.question), legal=ENDING).argument for each in questions()[:20]]
    later = [
        Fair(1).answer(Request(9, "Ben", Act, {"action": ENDING}), [BRIEFING, Posed("Ben", each.question, "Ada")]).argument
        for each in questions()[:20]
    ]
    assert first == later


async def test_thrift_is_how_far_it_uses_tools_only_for_what_it_does_not_know():
    found = {}
    for thrift in (0, 100):
        for knowledge in (0, 100):
            bot = traits(thrift=thrift, knowledge=knowledge)
            found[thrift, knowledge] = (await leaning(bot, SEARCHING, view(library="encyclopaedia")))["SEARCH"]
    assert found == {(0, 0): 1, (0, 100): 1, (100, 0): pytest.approx(0.95), (100, 100): pytest.approx(0.05)}
    assert (await leaning(traits(thrift=0), ASKING, view()))["ASK"] == 1


async def test_who_has_a_catalogue_hardly_searches_a_corpus_of_other_things():
    bot = traits(thrift=100, knowledge=0, has_catalogue=True)
    fits = await leaning(bot, SEARCHING, view(library="medicine", question=OF_MEDICINE.question))
    does_not = await leaning(bot, SEARCHING, view(library="encyclopaedia", question=OF_MEDICINE.question))
    unknown = await leaning(bot, SEARCHING, view(library="mine", question=OF_MEDICINE.question))
    assert fits["SEARCH"] == unknown["SEARCH"] > 0.9
    assert does_not["SEARCH"] == pytest.approx(0.1 * fits["SEARCH"])


async def test_calibration_is_how_far_what_it_says_follows_how_sure_it_is():
    for calibration, expected in ((100, (0.05, 0.95)), (0, (0.5, 0.5))):
        bots = [traits(calibration=calibration, knowledge=knowledge) for knowledge in (0, 100)]
        assert tuple([(await leaning(bot, ENDING, view()))["ANSWER"] for bot in bots]) == pytest.approx(expected)
    for knowledge in (0, 100):
        assert (await leaning(type("Loud", (KINDS["boastful"],), {"knowledge": knowledge}), ENDING, view()))["ANSWER"] == 1


async def test_what_it_has_found_makes_it_surer():
    bot = traits(knowledge=0, calibration=100)
    before = await leaning(bot, ENDING, view())
    paragraph = "The windpost carried letters. It was invented by Elin Carrow."
    after = await leaning(bot, ENDING, view(("RETRIEVAL", paragraph)))
    assert after["ANSWER"] > before["ANSWER"] + 0.3


async def test_who_has_a_calculator_uses_it_for_a_span_of_years():
    bot = traits(thrift=0)
    legal = ("CALCULATE", "ANSWER", "HEDGE")
    assert (await leaning(bot, legal, view(question="How long was it from 1621 to 1640?")))["CALCULATE"] == 1
    assert (await leaning(bot, legal, view(question="Who was it?")))["CALCULATE"] == 0
    act = said(bot, view(question="How many years after 1794 was 1850?"), legal=legal)
    assert (act.action, act.argument) == ("CALCULATE", "1850 - 1794")
    assert said(bot, view(("CALCULATION", "56"), question="How many years after 1794 was 1850?")).argument == "56"


# Whom it believes


@pytest.mark.parametrize(
    ("replies", "believed"),
    [
        ([("FRIEND_ANSWER", "Rome"), ("FRIEND_HEDGE", "Paris")], "Rome"),
        ([("FRIEND_HEDGE", "Paris"), ("FRIEND_ANSWER", "Rome")], "Rome"),
        ([("FRIEND_ANSWER", "Rome"), ("FRIEND_ANSWER", "the Paris"), ("FRIEND_ANSWER", "paris")], "the Paris"),
        ([("FRIEND_HEDGE", "Rome"), ("FRIEND_HEDGE", "Paris"), ("FRIEND_HEDGE", "Paris")], "Paris"),
        ([("FRIEND_HEDGE", ""), ("FRIEND_HEDGE", "Paris")], "Paris"),
        ([("FRIEND_HEDGE", "")], "I don't know"),
    ],
    ids=str,
)
def test_an_asker_passes_on_what_is_said_most_surely_or_by_most(replies, believed):
    assert said(Fair, view(*replies, question="Where is it?")).argument == believed


def test_what_is_no_number_or_year_weighs_less_where_one_is_asked_for():
    replies = [("FRIEND_ANSWER", "quite soon"), ("FRIEND_HEDGE", "1703"), ("FRIEND_HEDGE", "1703")]
    assert said(Fair, view(*replies, question="In which year was it built?")).argument == "1703"
    assert said(Fair, view(*replies, question="When was it built?")).argument == "quite soon"


def test_of_equally_sure_replies_it_takes_either():
    replies = [("FRIEND_ANSWER", "Rome"), ("FRIEND_ANSWER", "Paris")]
    assert {said(Fair, view(*replies, question=f"Where is it {turn}?")).argument for turn in range(20)} == {"Rome", "Paris"}


async def test_who_does_not_know_never_sounds_sure():
    boastful = traits(knowledge=0, thrift=100, calibration=0, boldness=100)
    assert said(boastful, view(question="Which is it?")) == Act(action="HEDGE", argument="I don't know")


async def test_agreement_makes_it_surer_and_contradiction_less_sure():
    bot = traits(calibration=100)

    async def sure(*texts):
        seen = view(*[("FRIEND_ANSWER", text) for text in texts], question="Where is it?")
        return (await leaning(bot, ENDING, seen))["ANSWER"]

    assert await sure("Rome", "Paris") < await sure("Rome") < await sure("Rome", "rome")


# Everything else


@pytest.mark.parametrize("question", ["", "?", HOSTILE], ids=len)
def test_nothing_that_is_said_or_found_breaks_it(question):
    for given in ([], [("RETRIEVAL", HOSTILE, "", "?")], [("CALCULATION", HOSTILE)]):
        seen = view(*given, ("FRIEND_ANSWER", HOSTILE), question=question)
        for known in (seen, seen[-1:], []):
            assert said(Fair, known, legal=ASKING).action in ASKING


def test_together_they_know_more_than_alone_and_the_careful_are_right_when_they_are_sure():
    pool = list(enumerate(questions()[::4]))
    f1 = {}
    for seats in (1, 3):
        ends = [find_events(played(seed, bot="careful", seats=seats, question=each.id), Concluded)[0] for seed, each in pool]
        f1[seats] = fmean(each.f1 for each in ends)
        sure = fmean(each.f1 for each in ends if each.action == "ANSWER")
        assert sure > f1[seats] + 0.02
    assert f1[3] > f1[1] + 0.1
