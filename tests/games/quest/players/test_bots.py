"""The bots of the quest."""

from __future__ import annotations

from collections import Counter
from functools import cache
from statistics import fmean

import pytest

from woozle.core.request import Request
from woozle.core.state import fold_events
from woozle.games.quest.data import passages, questions, references
from woozle.games.quest.events import (
    Appraised,
    Briefing,
    Decide,
    Demands,
    Given,
    Glimpse,
    Reconsidered,
    Reply,
    Scored,
    Standing,
    Write,
)
from woozle.games.quest.judgement.coverage import find_missing
from woozle.games.quest.judgement.grounding import grounding
from woozle.games.quest.judgement.words import count_words
from woozle.games.quest.players.bot import (
    BOTS,
    Archivist,
    Brief,
    Careless,
    Clerk,
    Extract,
    Long,
    Magpie,
    Planner,
    review_pays,
)
from woozle.games.quest.players.text import sentences
from woozle.games.quest.state import State
from woozle.players import registry

from tests.games.quest.players.questing import played, tallies

WRITE, REPLY = Request(7, "Ada", Write, {}), Request(7, "Ada", Reply, {})
STATED, TABLES = 0.01, 0.1
DEMANDS = Demands(60, 6, "scored")


@cache
def became(rival, seeds=range(20), bot="planner", **options):
    """Return the results of bots against a rival, now first, now second, and how many of their matches had a review of theirs."""
    kinds, reviewed = Counter(), 0
    for seed in seeds:
        pair = (bot, rival) if seed % 2 else (rival, bot)
        referee = played(pair, seed, **options)
        at = pair.index(bot)
        kinds[referee.outcome.results[referee.game.seats[at]].kind] += 1
        reviewed += tallies(referee)[at].reviews > 0
    return kinds, reviewed


def test_each_bot_is_found_by_its_name_and_the_clerk_sits_down_unless_another_is_named():
    opponents = ["clerk", "magpie", "archivist"]
    assert list(registry.bots("quest")) == [*opponents, "planner", "twin", "brief", "extract", "long", "careless", "random"]
    assert registry.bot("quest") is Clerk
    assert registry.bot("quest", "long") is Long
    assert list(registry.bots("ship")) == ["watchful", "trusting", "shrewd", "random"]


def test_the_planner_beats_who_errs_or_says_little_and_is_beaten_by_who_says_much():
    assert became("random")[0] == became("brief")[0] == became("extract")[0] == {"won": 20}
    assert became("careless")[0]["won"] >= 18
    kinds, _ = became("long")
    assert kinds["won"] >= 4 and kinds["lost"] >= 6


@pytest.mark.parametrize("words", [5, 20, 60])
def test_the_planner_keeps_to_the_length_that_is_read_where_a_sentence_is_so_short(words):
    asked, passage = Demands(words, 6, "scored"), passages()[0]
    text = Planner(1).answer(WRITE, [asked, Given("Ada", "p", passage.text)]).text
    assert count_words(text) <= words and grounding(passage.text, text) > 0.9


@pytest.mark.parametrize("bot", [Planner, Archivist])
def test_a_text_that_leaves_out_much_is_written_again_otherwise(bot):
    gained = []
    for item in passages():
        given = [DEMANDS, Given("Ada", item.id, item.text)]
        first = bot(1).answer(WRITE, given).text
        left = len(find_missing(item.facts, first))
        told = Appraised("Ada", item.id, 1, 1.0, 0.5, left, 60)
        again = bot(1).answer(WRITE, [*given, told, Reconsidered("Ada", item.id, item.text, first, 0.5)]).text
        assert count_words(again) <= 60
        if left > 2:  # as of those that are chosen for a review
            gained.append(left - len(find_missing(item.facts, again)))
    assert len(gained) >= 3 and fmean(gained) > 0


def test_opponents_have_read_all_or_most_of_the_passages_that_come_with_woozle():
    def reads(bot, more=""):
        right = type("Right", (bot,), {"slips": 0})(1)
        texts = {item.id: right.answer(WRITE, [DEMANDS, Given("Ada", "p", item.text + more)]).text for item in passages()}
        whole = {item.id: item.text for item in passages()}
        said = {id: [each for each in sentences(references()[id]["faithful"]) if each[:-1] not in whole[id]] for id in whole}
        return sum(any(each in text for each in said[id]) for id, text in texts.items())

    assert reads(Archivist) == 24 > reads(Clerk) > reads(Magpie) > 18
    assert reads(Archivist, " It is so.") == 0, "of what does not come with Woozle they know nothing"


@pytest.mark.parametrize(("bot", "most", "begins"), [(Magpie, 2, 1), (Clerk, 2, 2), (Archivist, 2, 1)])
def test_opponents_review_as_often_as_they_say(bot, most, begins):
    request = Request(4, "Ada", Decide, {"choice": ("continue", "review")})

    def choice(step, reviews):
        seen = [*observed(*[0.5] * step, reviews=reviews)]
        return bot(1).answer(request, [seen[0], DEMANDS, *seen[1:]]).choice

    assert choice(begins, 0) == "review"
    assert choice(5, most - 1) == "review" and choice(5, most) == "continue"
    assert begins == 1 or choice(begins - 1, 0) == "continue"


def test_the_planner_reviews_by_the_weights_that_are_stated_and_not_by_those_of_the_tables():
    assert became("long")[1] >= 10
    assert became("long", weights="tables")[1] == 0
    assert became("long", reviews=0)[1] == 0


def test_a_longer_extract_costs_more_and_tells_more_and_wrong_facts_cost_h():
    def mean(bot):
        found = [played((bot, "random"), seed, items=24) for seed in range(3)]
        own = [tallies(each)[0] for each in found]
        faithful = fmean(each.outcome.results["Ada"].numbers["faithful"] for each in found)
        return fmean(each.tokens_out for each in own), fmean(each.mean_h for each in own), faithful

    extracts = [mean(bot) for bot in ("brief", "extract", "long")]
    for figure in (0, 1):
        assert [each[figure] for each in extracts] == sorted(each[figure] for each in extracts)
    assert min(faithful for *_, faithful in extracts) > mean("careless")[2] + 0.02


def test_careless_reviews_when_it_is_advised():
    assert tallies(played(("careless", "brief"), 1, threshold=0))[0].reviews == 0
    assert tallies(played(("careless", "brief"), 1, threshold=1))[0].reviews == 5


def test_careless_changes_numbers_and_names():
    passage = passages()[0].text
    drafts = {Careless(seed).answer(WRITE, [Given("Ada", "p", passage)]).text for seed in range(20)}
    faithful = [each for each in drafts if all(said in passage for said in sentences(each))]
    assert len(drafts) > 5 and 0 < len(faithful) < len(drafts)


def test_what_the_planner_writes_again_is_better():
    for item in passages():
        for text in references()[item.id]["flawed"]:
            again = Planner(1).answer(WRITE, [Reconsidered("Ada", item.id, item.text, text, 0.5)]).text
            assert grounding(item.text, again) > grounding(item.text, text)


def test_what_was_faithful_and_scored_little_becomes_another_sentence():
    source = passages()[0].text
    first = Planner(1).answer(WRITE, [Given("Ada", "p", source)]).text
    again = Planner(1).answer(WRITE, [Reconsidered("Ada", "p", source, first, 0.2)]).text
    assert again != first and again in source


ODD = ["?!", "word", "One. Two. Three.", "Dr. A. B. Smith met Mr. C. Jones at St. Ives.", "日本語の文章です。", "\n\n1\n\n2"]


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("passage", [*ODD, *(part * 5_000 for part in ("no end ", "A. B. ", "Again and again. "))], ids=range(9))
def test_any_passage_is_summarised(bot, passage):
    given = Given("Ada", "p", passage)
    text = bot(1).answer(WRITE, [given]).text
    again = bot(1).answer(WRITE, [Reconsidered("Ada", "p", passage, text, 0.5)]).text
    assert 0 < len(text) <= 4000 and 0 < len(again) <= 4000
    assert bot(1).answer(WRITE, [given]).text == text


def test_a_sentence_ends_where_another_begins():
    assert sentences('Dr. A. B. Smith met Mr. C. Jones. "He left." In 1.5 hours!\nTitle\nAnd so on, e.g. here.') == (
        "Dr. A. B. Smith met Mr. C. Jones.",
        '"He left."',
        "In 1.5 hours!",
        "Title",
        "And so on, e.g. here.",
    )


def test_nobody_pretends_to_know_answers_and_questions_are_played_to_the_end():
    for bot in BOTS:
        for item in questions():
            said = bot(3).answer(REPLY, [Given("Ada", item.id, item.text)]).text
            assert said == "I don't know." or said in item.text
    assert played(("planner", "careless", "extract"), 1, task="question", items=12).outcome.reason


# What a review is weighed against


def briefing(beta=STATED, seats=("Ada", "Ben")):
    return Briefing(seats, "summary", 6, "opposite", 3, 0.85, "snapshot", False, True, "stated", 1.0, beta)


def standing(step, worst_h, reviews=0, total=6):
    done = step
    return Standing("Ada", step, total, done, "p9", 0.9, "p0", worst_h, True, 2 * done + reviews, 250 * done, reviews, 2.2 * done)


def pays_for_ada(events):
    return review_pays(fold_events(State("Ada"), events))


def observed(*scores, beta=STATED, reviews=0, total=6, glimpse=()):
    """Texts are there, with these H."""
    told = [Scored("Ada", f"p{n}", n, h, True) for n, h in enumerate(scores)]
    return [briefing(beta), *told, *glimpse, standing(len(scores), min(scores), reviews, total)]


def test_a_large_gain_pays_by_the_stated_weights_and_not_by_those_of_the_tables():
    assert pays_for_ada(observed(0.5, 1.0, 1.0))
    assert not pays_for_ada(observed(0.5, 1.0, 1.0, beta=TABLES))
    assert not pays_for_ada(observed(0.97, 1.0, 1.0))
    assert not pays_for_ada(observed(1.0, 1.0, 1.0))


def test_small_gains_pay_together_and_alone_they_do_not():
    assert not pays_for_ada(observed(0.93, 1.0, 1.0, 1.0, 1.0, total=8))
    assert pays_for_ada(observed(0.93, 0.93, 1.0, 1.0, 1.0, total=8))
    assert not pays_for_ada(observed(0.93, 0.93, 1.0, 1.0, 1.0, 1.0, 1.0, total=8)), "there is time for one alone"


def test_whoever_has_reviewed_before_or_sees_a_rival_do_it_pays_less_for_the_next():
    scores = (0.96, 1.0, 1.0)
    shown = Glimpse("Ben", 1, {"tokens": 800, "done": 3, "calls": 9, "reviews": 3, "seconds": 8.0})
    assert not pays_for_ada(observed(*scores))
    assert pays_for_ada(observed(*scores, reviews=1))
    assert pays_for_ada(observed(*scores, glimpse=[shown]))
    assert not pays_for_ada(observed(*scores, glimpse=[Glimpse("Ben", 1, {"tokens": 800})], beta=TABLES))


def test_whoever_is_not_told_h_does_not_review():
    blind = [briefing(), Standing("Ada", 3, 6, 3, "p9", None, "p0", None, False, 6, 900, 0, 6.0)]
    assert not pays_for_ada(blind)
    request = Request(4, "Ada", Decide, {"choice": ("continue", "review")})
    for bot in (Planner, Brief, Extract, Long, Careless):
        assert bot(1).answer(request, blind).choice == "continue"
