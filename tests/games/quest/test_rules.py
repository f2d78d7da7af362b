from __future__ import annotations

import pytest

from woozle.core.redaction import mark_result, redactable_texts
from woozle.core.referee import Referee
from woozle.core.replies import read_reply
from woozle.core.request import Forfeit, ParseFailure, Request, Response
from woozle.core.text import RedactableText
from woozle.core.usage import Usage
from woozle.games.quest.config import Config
from woozle.games.quest.earlier import version_2, version_3, version_4
from woozle.games.quest.events import (
    Appraised,
    Breakdown,
    Briefing,
    DecideText,
    Declined,
    Demands,
    FreeBriefing,
    Given,
    Glimpse,
    LeftOut,
    Measured,
    Paid,
    Reconsidered,
    Reply,
    Score,
    Scored,
    Standing,
    Submitted,
    Tally,
    Write,
    Written,
    decide,
)
from woozle.games.quest.players.services import judge_by_claims
from woozle.games.quest.rules import Quest
from woozle.testing import find_events

from tests.games.quest.play import POOL, go, plain, quest

FIRST = {"Passage 0": 0.9, "Passage 1": 0.6, "Passage 2": 0.8, "Passage 3": 0.7}


def of_the_vector():
    """H by passage, 0.2 better when it is reviewed, as in the vector mashq.loop."""
    known = {}

    def h(submitted):
        key = submitted.source[:9]
        known[key] = min(1.0, known[key] + 0.2) if key in known else FIRST[key]
        return known[key]

    return h


def test_a_step_is_a_decision_perhaps_a_review_and_a_summary():
    """The vector mashq.loop, with a rival who only goes on."""
    referee = quest(order="forward")
    of_ada = of_the_vector()
    seats = iter([])

    def h(submitted):
        return of_ada(submitted) if next(seats) == "Ada" else 0.8

    def say(request, referee):
        nonlocal seats
        if request.answer is Score:
            (of,) = request.choices["of"]
            seats = iter(each.seat for each in find_events(referee, Written) if each.of == of)
        return player(request, referee)

    player = plain({"Ada": "RRCR"}, h)
    go(referee, say)
    log = [(type(each).__name__, each.item) for each in find_events(referee, (Given, Reconsidered), "Ada")]
    assert log == [
        ("Given", "p0"),
        ("Reconsidered", "p0"),
        ("Given", "p1"),
        ("Given", "p2"),
        ("Reconsidered", "p1"),
        ("Given", "p3"),
    ]
    ada, ben = find_events(referee, Tally)
    assert (ada.calls, ada.reviews, ben.calls, ben.reviews) == (10, 2, 8, 0)
    assert ada.mean_h == pytest.approx((1.0 + 0.8 + 0.8 + 0.7) / 4)
    assert ada.first_h == pytest.approx((0.9 + 0.6 + 0.8 + 0.7) / 4)


def test_a_review_is_seen_by_the_rivals_in_the_next_step_alone():
    referee = go(quest(3, order="forward"), plain({"Ada": "CRCC"}))
    assert not find_events(referee, Glimpse, "Ada")
    for rival in ("Ben", "Cleo"):
        view = list(referee.view(rival))
        (glimpse,) = find_events(referee, Glimpse, rival)
        after = view[view.index(glimpse) :]
        assert next(each for each in after if isinstance(each, Standing)).step == 2
        assert (glimpse.seat, glimpse.age, glimpse.facts["worst_h"], glimpse.facts["step"]) == ("Ada", 1, 0.8, 1)


@pytest.mark.parametrize(
    ("vision", "names"),
    [
        ("minimal", {"tokens", "worst_h"}),
        ("snapshot", {"tokens", "worst_h", "step", "done", "calls", "reviews", "seconds", "worst", "mean_h"}),
        ("full", {"tokens", "worst_h", "step", "done", "calls", "reviews", "seconds", "worst", "mean_h", "each_h"}),
    ],
)
def test_a_glimpse_shows_what_the_option_says(vision, names):
    referee = go(quest(vision=vision), plain({"Ada": "CR"}))
    (glimpse,) = find_events(referee, Glimpse, "Ben")
    assert set(glimpse.facts) == names


def test_vision_can_be_off_or_stay():
    assert not find_events(go(quest(vision="off"), plain({"Ada": "CRRR"})), Glimpse)
    referee = go(quest(sticky=True), plain({"Ada": "CRCC"}))
    assert [each.age for each in find_events(referee, Glimpse, "Ben")] == [1, 2]


def test_orders_are_opposite_rotated_forward_or_shuffled():
    def order(seats, **options):
        referee = go(quest(seats, **options), plain())
        return ["".join(each.item[1:] for each in find_events(referee, Given, seat)) for seat in referee.game.seats]

    assert order(3, items=6) == ["012345", "543210", "450123"]
    assert order(3, items=6, order="rotated") == ["012345", "234501", "450123"]
    assert order(2, order="forward") == ["0123", "0123"]
    shuffled = order(4, items=9, order="shuffled")
    assert len(set(shuffled)) == 4
    assert {"".join(sorted(each)) for each in shuffled} == {"012345678"}


def test_what_scores_least_is_reviewed_until_its_reviews_are_used_up():
    def h(submitted):
        return 0.1 if "Passage 0" in submitted.source else 0.9

    referee = go(quest(items=6, reviews=2, order="forward"), plain({"Ada": "CRRRRR"}, h))
    assert [each.item for each in find_events(referee, Reconsidered, "Ada")] == ["p0", "p0", "p1", "p1", "p2"]
    assert not find_events(go(quest(reviews=0), plain({"Ada": "RRRR"})), Reconsidered)


def test_a_review_is_advised_below_the_threshold():
    referee = go(quest(threshold=0.85), plain(h=lambda submitted: 0.84))
    assert [each.is_review_advised for each in find_events(referee, Standing, "Ada")] == [False, True, True, True]
    assert not any(each.is_review_advised for each in find_events(go(quest(threshold=0), plain()), Standing))


@pytest.mark.parametrize(("keep_best", "kept"), [(False, 0.2), (True, 0.8)])
def test_a_worse_review_replaces_what_was_there_unless_the_best_is_kept(keep_best, kept):
    scores = {}

    def h(submitted):
        scores[submitted.source] = scores.get(submitted.source, 0) + 1
        return 0.2 if "Passage 0" in submitted.source and submitted.of == 3 else 0.8

    referee = go(quest(items=2, order="forward", keep_best=keep_best), plain({"Ada": "CR"}, h))
    assert find_events(referee, Tally)[0].mean_h == pytest.approx((kept + 0.8) / 2)
    assert [each.is_kept for each in find_events(referee, Scored, "Ada")] == [True, keep_best is False, True]


def test_an_early_end_leaves_the_rest_at_nothing():
    referee = go(quest(early_end=True), plain({"Ada": "CE"}))
    ada, ben = find_events(referee, Tally)
    assert (ada.mean_h, ada.calls, ben.mean_h) == (pytest.approx(0.2), 3, pytest.approx(0.8))
    assert "end" not in next(iter(quest().open.values())).choices["choice"]


REFUSALS = {"server": ParseFailure("You declined.", "refused"), "words": Write(text="I'm sorry, but I can't help with that.")}
"""Refusals by the server of a model, and in words."""


def refusing(refusal, items=("p1",), *, when=Given, then=None):
    """Ada refuses to write about some items, the first time or in a review."""

    def say(request, referee):
        if request.to == "Ada" and issubclass(request.answer, Write):
            task = find_events(referee, (Given, Reconsidered), "Ada")[-1]
            if isinstance(task, when) and task.item in items:
                return refusal
        return (then or player)(request, referee)

    player = plain()
    return say


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_what_a_seat_refuses_has_no_h_for_it_and_the_others_keep_theirs(refusal):
    referee = go(quest(), refusing(refusal))
    assert not find_events(referee, LeftOut)
    text = refusal.text if isinstance(refusal, Write) else ""
    assert find_events(referee, Declined) == find_events(referee, Declined, "Ada") == [Declined("Ada", "p1", text, False)]
    assert not find_events(referee, Declined, "Ben") and "p1" not in {each.item for each in find_events(referee, Written, "Ada")}
    ada, ben = find_events(referee, Tally)
    assert (ada.mean_h, ben.mean_h) == (pytest.approx(0.6), pytest.approx(0.8))
    assert find_events(referee, Breakdown, "Ben") == [
        Breakdown("Ada", pytest.approx(0.8), None, 4, 3, 1),
        Breakdown("Ben", pytest.approx(0.8), None, 4, 4, 0),
    ]
    numbers = referee.outcome.results["Ada"].numbers
    assert (numbers["items"], numbers["given"], numbers["answered"], numbers["refused"]) == (4, 4, 3, 1)


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_what_a_seat_refuses_counts_for_nobody_where_the_rules_say_so(refusal):
    referee = go(quest(refused="left_out"), refusing(refusal))
    assert find_events(referee, LeftOut, "Ben") == [LeftOut("p1", "refused")]
    ada, ben = find_events(referee, Tally)
    assert (ada.mean_h, ben.mean_h) == (pytest.approx(0.8), pytest.approx(0.8))
    assert referee.outcome.results["Ada"].numbers["items"] == 3


def test_what_is_left_out_was_paid_by_nobody_since_the_paper_took_it_out_of_its_data():
    def tallies(rules):
        def h(submitted):
            return 0.5 if "Passage 2" in submitted.source else 0.8

        config = Config(pool=POOL[:4], items=4, order="forward", refused="left_out")
        say = refusing(REFUSALS["server"], ("p2",), then=plain({"Ada": "CRRC", "Ben": "CRCR"}, h))
        return find_events(go(Referee(rules(2, config)), say), Tally)

    ada, ben = tallies(Quest)
    assert (ada.calls, ada.reviews, ada.tokens_in, ada.tokens_out, ada.seconds) == (2 * 3 + 2, 2, 800, 160, 16.0)
    assert (ben.calls, ben.reviews) == (2 * 3 + 1, 1), "its second review was of what is left out"
    assert [(each.calls, each.reviews) for each in tallies(version_4.Quest)] == [(12, 2), (10, 2)], "a server is asked three times"


@pytest.mark.parametrize("refused", ["scored", "left_out"])
@pytest.mark.parametrize("refusal", [*REFUSALS.values(), Forfeit("timeout")], ids=[*REFUSALS, "late"])
def test_a_review_that_is_refused_leaves_what_was_scored(refusal, refused):
    say = refusing(refusal, ("p0",), when=Reconsidered, then=plain({"Ada": "CRCC"}))
    referee = go(quest(order="forward", refused=refused), say)
    assert not find_events(referee, LeftOut)
    ada, ben = find_events(referee, Tally)
    assert (ada.mean_h, ben.mean_h, ada.reviews) == (pytest.approx(0.8), pytest.approx(0.8), 1)
    assert [each.answered for each in find_events(referee, Breakdown)] == [4, 4]
    assert [each.is_review for each in find_events(referee, Declined)] == ([] if isinstance(refusal, Forfeit) else [True])


def test_a_review_that_cannot_be_scored_leaves_what_was_scored():
    def say(request, referee):
        reviews = [each.of for each in find_events(referee, Written) if each.is_review]
        if request.answer is Score and request.choices["of"][0] in reviews:
            return Forfeit("error", "It broke.")
        return player(request, referee)

    player = plain({"Ada": "CRRC"})
    referee = go(quest(order="forward"), say)
    assert not find_events(referee, LeftOut) and len(find_events(referee, Reconsidered)) == 2
    first, again = find_events(referee, Reconsidered)
    assert again.text == first.text == find_events(referee, Written, "Ada")[0].text
    assert find_events(referee, Tally)[0].mean_h == pytest.approx(0.8)


def test_what_was_refused_can_be_written_in_a_review_unless_it_counts_for_nobody():
    say = refusing(REFUSALS["words"], ("p0",), then=plain({"Ada": "CRCC"}))
    referee = go(quest(order="forward"), say)
    (again,) = find_events(referee, Reconsidered, "Ada")
    assert (again.item, again.text, again.h) == ("p0", "", 0.0)
    ada, _ = find_events(referee, Tally)
    assert (ada.first_h, ada.mean_h) == (pytest.approx(0.6), pytest.approx(0.8))
    assert find_events(referee, Breakdown)[0] == Breakdown("Ada", pytest.approx(0.8), None, 4, 4, 0)
    left_out = go(quest(order="forward", refused="left_out"), say)
    assert not find_events(left_out, Reconsidered)


def test_what_a_seat_forfeits_counts_nothing_and_is_no_refusal():
    referee = go(quest(), refusing(Forfeit("timeout", "Too late.")))
    assert not find_events(referee, (LeftOut, Declined))
    assert find_events(referee, Tally)[0].mean_h == pytest.approx(0.6)
    assert find_events(referee, Breakdown)[0] == Breakdown("Ada", pytest.approx(0.8), None, 4, 3, 0)


def test_a_refusal_in_plain_words_is_taken_as_it_is_and_other_plain_words_are_not():
    request = next(iter(quest().open.values()))
    assert Write.of_reply("I can't help with that.", request) == Write(text="I can't help with that.")
    assert Write.of_reply("Two bears were sold.", request) is None
    assert Write.of_reply('{"text": "I can\'t help with that."}', request) is None


def test_a_summary_is_read_by_the_name_that_the_paper_has_for_it():
    request = Request(1, "Ada", Write, {})
    said = [
        read_reply(each, request).answer for each in ('```\n{"summary": "Two bears."}\n```', '{"text": "One", "summary": "Two"}')
    ]
    assert said == [Write(text="Two bears."), Write(text="One")]
    wrong = ('{"summary": ""}', '{"summary": ["a"]}', f'{{"summary": "{"a" * 4001}"}}')
    assert [read_reply(each, request).reading for each in wrong] == ["unparsable"] * 3
    assert version_4.Write.of_reply('{"summary": "Two bears."}', request) is None


# Which text is reviewed


def test_a_review_can_be_of_any_text_where_the_rules_say_so():
    def say(request, referee):
        if request.answer is DecideText and request.to == "Ada":
            asked.append(request.choices["choice"])
            wants = ["continue", "review p0", "review p0", "review p1"][len(asked) - 1]
            return DecideText(choice=wants)
        return decide(request, "continue") if request.answer is DecideText else player(request, referee)

    def h(submitted):
        return {"0": 0.9, "1": 0.5}.get(submitted.source[8], 0.7)

    asked, player = [], plain(h=h)
    referee = go(quest(reviewed="any", reviews=2, order="forward"), say)
    assert asked == [
        ("continue",),
        ("continue", "review p0"),
        ("continue", "review p1", "review p0"),
        ("continue", "review p1", "review p2"),
    ]
    assert [each.item for each in find_events(referee, Reconsidered, "Ada")] == ["p0", "p0", "p1"]
    assert find_events(referee, Tally)[0].calls == 2 * 4 + 3
    assert isinstance(next(find for find, _ in referee.record), FreeBriefing)


def test_the_text_that_the_paper_names_previous_id_is_the_one_that_is_reviewed():
    request = Request(1, "Ada", DecideText, {"choice": ("continue", "review p3", "review p1")})
    replies = ('{"choice": "review", "question_id": "p4", "previous_id": "p1"}', '{"choice": "continue", "previous_id": "p1"}')
    assert [read_reply(each, request).answer.choice for each in replies] == ["review p1", "continue"]
    assert read_reply('{"choice": "review", "previous_id": "p9"}', request).reading == "illegal"
    assert [decide(request, each).choice for each in ("review", "continue", "end")] == ["review p3", "continue", "continue"]


# Weights


def test_alpha_and_beta_can_be_any_and_are_told():
    referee = go(quest(beta=0.05), plain())
    ada = find_events(referee, Tally)[0]
    assert ada.q == pytest.approx(ada.mean_h - 0.05 * ada.penalty)
    briefing = find_events(referee, Briefing)[0]
    assert (briefing.preset, briefing.alpha, briefing.beta) == ("own", 1.0, 0.05)
    assert "own" in referee.outcome.reason and "0.05" in referee.outcome.reason
    assert Config(beta=0.1).weights_name == "own" and Config(beta=0.01).weights_name == "stated"


FACTS = [{"fact": "there are bears", "words": ["bear"]}, {"fact": "there are hats", "words": ["hat"]}]
BEARS = [{"id": f"p{n}", "text": f"The {n} bears had hats.", "facts": FACTS} for n in range(2)]


def play_text(text, **options):
    """A match in which Ada writes this about everything, and Ben something complete."""

    def say(request, referee):
        if request.answer is Write:
            return Write(text=text if request.to == "Ada" else "Bears had hats.")
        return plain()(request, referee)

    return go(quest(items=2, pool=BEARS, order="forward", **options), say)


def test_h_is_what_the_judge_says_times_the_share_of_key_facts_that_are_told():
    referee = play_text("The bears and Cats slept.")
    one, _ = find_events(referee, Appraised, "Ada")
    assert one == Appraised("Ada", "p0", 1, 0.8, 0.5, 1, 5)
    assert [each.h for each in find_events(referee, Scored, "Ada")] == [0.4, 0.4]
    assert {each.seat for each in find_events(referee, Appraised, "Ben")} == {"Ben"}
    assert find_events(referee, Demands, "Ben") == [Demands(60, 2, "scored")]
    assert [each.mean_h for each in find_events(referee, Tally)] == [0.4, 0.8]
    assert find_events(referee, Breakdown)[0] == Breakdown("Ada", 0.8, 0.5, 2, 2, 0)
    numbers = referee.outcome.results["Ada"].numbers
    assert (numbers["faithful"], numbers["covered"], numbers["mean_h"]) == (0.8, 0.5, 0.4)


def test_a_seat_learns_how_many_facts_its_text_lacks_and_not_which():
    text = "The bears and Cats slept."
    referee = play_text(text)
    told = [event for event in referee.view("Ada") if not isinstance(event, Given | Reconsidered | Written)]
    assert not any(word in repr(told).replace(text, "") for word in ("there are hats", "hat"))


def test_h_is_what_the_judge_says_alone_where_facts_do_not_count_or_are_not_known():
    referee = play_text("The bears slept.", coverage=False)
    assert [each.h for each in find_events(referee, Scored, "Ada")] == [0.8, 0.8]
    assert not find_events(referee, Appraised) and find_events(referee, Demands)[0].facts == -1
    unknown = go(quest(), plain())
    assert {each.h for each in find_events(unknown, Scored)} == {0.8}
    assert {(each.covered, each.untold) for each in find_events(unknown, Appraised)} == {(None, 0)}
    assert find_events(unknown, Demands)[0].facts == 0


def test_only_the_first_words_of_a_summary_are_read_and_all_of_them_are_paid():
    text = "The bears  and\ncats-slept and had hats."
    referee = play_text(text, words=4)
    assert find_events(referee, Submitted, "judge")[0].text == "The bears  and\ncats-"
    assert (find_events(referee, Written, "Ada")[0].text, find_events(referee, Appraised, "Ada")[0].words) == (text, 8)
    assert find_events(referee, Appraised, "Ada")[0].untold == 1
    assert find_events(play_text(text, words=8), Submitted, "judge")[0].text == text
    assert find_events(play_text(text, words=0), Submitted, "judge")[0].text == text


def play_by_claims(text, **options):
    """A match of one person, whose text can be withdrawn, by the judge of claims."""

    def say(request, referee):
        if request.answer is Score:
            return judge_by_claims(request, referee.view("judge"))
        return Write.model_construct(text=RedactableText(text, "7.1")) if request.answer is Write else plain()(request, referee)

    return go(quest(items=1, pool=BEARS[:1], **options), say)


def test_what_the_judge_says_of_each_sentence_is_told_to_the_seat():
    told = find_events(play_by_claims("The 0 bears had hats. Nobody saw the cats of Lisbon."), Appraised, "Ada")[0]
    right, wrong = told.sentences
    mean = (right.score + wrong.score) / 2  # as long as each other
    assert told.faithful == pytest.approx(told.form * (mean - 0.4) / 0.5)
    assert (right.text, right.reason) == ("The 0 bears had hats.", "") and right.score > 0.9
    assert wrong.text == "Nobody saw the cats of Lisbon." and wrong.score < 0.2 and wrong.reason


def test_what_is_made_of_a_persons_text_can_be_withdrawn_with_it():
    referee = play_by_claims("The 0 bears had hats. Cats slept.", words=6)
    (submitted, *_), (appraised, *_) = find_events(referee, Submitted), find_events(referee, Appraised)
    assert submitted.text.ref == "7.1/read" and submitted.text == "The 0 bears had hats. Cats"
    request = Request(9, "judge", Score, {"of": (1,), "grade": ("",)}, about=submitted.text)
    marked = mark_result(Response(9, judge_by_claims(request, [submitted])), request, submitted.text, 9)
    assert [each.ref for each in redactable_texts(marked.answer.sentences)] == ["7.1/again9-1", "7.1/again9-2", "7.1/again9-3"]
    assert appraised.words == 7


def test_by_rules_before_version_4_a_seat_was_told_what_its_text_lacks_and_glued_words_were_one():
    rules = version_3.Quest(2, Config(items=2, pool=BEARS, order="forward", words=4))

    def say(request, referee):
        is_text = request.answer is version_4.Write
        return version_4.Write(text="The bears,hats and-Cats slept.") if is_text else plain()(request, referee)

    referee = go(Referee(rules), say)
    assert find_events(referee, Measured, "Ada")[0] == Measured("Ada", "p0", 1, 0.8, 1.0, (), ("Cats", "slept"), 4)
    assert not find_events(referee, Appraised)


def test_by_the_preset_paper_h_is_what_the_judge_says_and_what_is_refused_counts_for_nobody():
    config = Config(**{**Quest.presets["paper"], "items": 24})
    assert (config.words, config.coverage, config.refused) == (0, False, "left_out")


def test_by_the_rules_before_a_refused_or_unscored_review_left_the_passage_out():
    player = plain({"Ada": "CRCC"})

    def say(request, referee):
        if (
            request.answer is version_2.Write
            and request.to == "Ada"
            and isinstance(find_events(referee, (Given, Reconsidered), "Ada")[-1], Reconsidered)
        ):
            return ParseFailure("You declined.", "refused")
        return player(request, referee)

    referee = Referee(version_2.Quest(2, version_2.Config(pool=POOL[:4], items=4, order="forward")))
    go(referee, say)
    assert find_events(referee, LeftOut) == [LeftOut("p0", "refused")]
    assert not find_events(referee, (Demands, Appraised, Measured, Declined, Breakdown))


def test_a_judge_who_fails_leaves_it_out_and_the_match_goes_on():
    def say(request, referee):
        if request.answer is Score and "Passage 2" in find_events(referee, Submitted, "judge")[-1].source:
            return Forfeit("error", "It broke.")
        return player(request, referee)

    player = plain()
    referee = go(quest(order="forward"), say)
    assert find_events(referee, LeftOut, "Ada") == [LeftOut("p2", "not_scored")]
    assert {result.kind for result in referee.outcome.results.values()} == {"drawn"}


def test_where_nothing_was_scored_nobody_wins():
    def say(request, referee):
        return Forfeit("error", "It broke.") if request.answer is Score else plain()(request, referee)

    outcome = go(quest(), say).outcome
    assert {result.kind for result in outcome.results.values()} == {"void"}
    assert outcome.reason == "Nothing could be scored, so no one wins."


def test_no_score_is_a_number_that_is_none():
    with pytest.raises(ValueError, match="finite"):
        Score(of=1, h=float("nan"))


def test_equal_seats_tie_without_vision_and_orders_of_their_own():
    """Table 5 of the paper, qualitatively."""
    outcome = go(quest(vision="off", order="forward"), plain({"Ada": "CRCR", "Ben": "CRCR"})).outcome
    assert {result.kind for result in outcome.results.values()} == {"drawn"}


def test_the_reason_names_the_weights_and_who_wins_by_those_of_the_tables():
    def h(submitted):
        return 0.9 if "Ada" in submitted.text else 0.88

    reason = go(quest(), plain({"Ada": "CRRR"}, h)).outcome.reason
    assert reason == "By the weights `stated` (beta 0.01) Ada wins; by `tables` (beta 0.1) Ben wins."
    reason = go(quest(weights="tables"), plain({"Ada": "CRRR"}, h)).outcome.reason
    assert reason == "By the weights `tables` (beta 0.1) Ben wins."


def test_seconds_are_those_recorded_or_virtual_ones():
    recorded = find_events(go(quest(), plain(), seconds=2.0), Tally)[0]
    assert recorded.seconds == 2.0 * 8
    for referee in (quest(clock="virtual"), quest()):
        at_once = find_events(go(referee, plain(), seconds=0.0), Tally)[0]
        assert at_once.seconds == pytest.approx(8 * 1.0 + 8 * 120 * 0.001)


def test_what_an_answer_cost_is_told_to_its_seat_at_once_and_in_the_end_to_all():
    referee = go(quest(), plain({"Ada": "CRC"}))
    paid = find_events(referee, Paid, "Ada")
    assert [each.calls for each in paid] == [*range(1, 10)]
    assert [each.reviews for each in paid] == [0, 0, 0, 1, 1, 1, 1, 1, 1]
    assert {each.seat for each in paid} == {"Ada"} and {each.seat for each in find_events(referee, Paid, "Ben")} == {"Ben"}
    tally = find_events(referee, Tally)[0]
    end = (tally.calls, tally.tokens_in + tally.tokens_out, tally.reviews, tally.seconds)
    assert (paid[-1].calls, paid[-1].tokens, paid[-1].reviews, paid[-1].seconds) == end


@pytest.mark.parametrize("right", [1, 3])
def test_which_answer_was_kept_does_not_tell_which_was_right(right):
    """Ada's first answer is right, or her second; the second is what she reads when she reviews it once more."""
    player = plain({"Ada": "CRR"}, lambda submitted: float(submitted.of == right))

    def say(request, referee):
        is_second = request.answer is Reply and find_events(referee, (Given, Reconsidered), "Ada")[-1].item == "q1"
        return Forfeit("timeout", "Too late.") if request.to == "Ada" and is_second else player(request, referee)

    referee = go(quest(task="question", items=3, order="forward", keep_best=True, reviews=2), say)
    first, second = [each.text for each in find_events(referee, Written, "Ada")][:2]
    assert [each.text for each in find_events(referee, Reconsidered, "Ada")] == [first, second]


def test_tokens_are_estimated_where_nobody_counts_them():
    tally = find_events(go(quest(items=1), plain(), usage=Usage()), Tally)[0]
    text = find_events(quest_text := go(quest(items=1), plain(), usage=Usage()), Written, "Ada")[0].text
    assert (tally.tokens_in, tally.tokens_out) == (-(-len("Passage 0 tells of 0 bears.") // 4), -(-len(text) // 4))
    assert quest_text.outcome is not None


def test_an_answer_to_a_question_tells_no_score_and_what_is_reviewed_tells_none_either():
    referee = go(
        quest(task="question", order="forward"),
        plain({"Ada": "CRRR"}, lambda submitted: 1.0 if submitted.answers[0] == "2" else 0.0),
    )
    assert not find_events(referee, Scored, "Ada") and not find_events(referee, Scored, "Ben")
    assert [each.item for each in find_events(referee, Reconsidered, "Ada")] == ["q0", "q1", "q2"]
    assert all(each.h is None for each in find_events(referee, Reconsidered))
    assert all(each.mean_h is each.worst_h is None for each in find_events(referee, Standing))
    assert not any({"worst_h", "mean_h"} & set(each.facts) for each in find_events(referee, Glimpse))
    for seat in referee.game.seats:
        assert not find_events(referee, Submitted, seat)
        assert "answer" not in repr(referee.view(seat)[0])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"items": 5}, "the pool has only 4"),
        ({"pool": [{"id": "a", "text": " "}]}, "a in the pool has no text"),
        ({"pool": [{"id": "a", "text": "x"}] * 2, "items": 1}, "the same id"),
        ({"task": "question", "pool": [{"id": "a", "text": "x"}], "items": 1}, "a in the pool has no answer"),
    ],
)
def test_what_cannot_be_played_is_said(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        Quest(2, Config(**{"pool": [{"id": f"p{n}", "text": "x"} for n in range(4)], "items": 4, **options}))
