"""The undercover game, from the deal to the answer."""

from __future__ import annotations

import json
import math
from collections import Counter
from hashlib import sha256

import pytest
from pydantic import ValidationError

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.game import EVERYONE, RECORD
from woozle.core.referee import Referee
from woozle.core.replies import example, read_reply
from woozle.core.request import Forfeit, Response
from woozle.core.text import RedactableText
from woozle.games.undercover.config import Case, Config, MakersVerdict, Pool
from woozle.games.undercover.events import (
    EDITOR,
    LIKENESS,
    Checked,
    Commission,
    Compare,
    Concluded,
    Counted,
    DetectionEnded,
    Factors,
    FactorVote,
    Pair,
    Reason,
    Reasoned,
    Revealed,
    Role,
    RoundBegan,
    Sight,
    Summarised,
    Vote,
    Voted,
    Weighed,
)
from woozle.games.undercover.rules import Undercover
from woozle.games.undercover.scenes.graph import drawing_name
from woozle.testing import find_events

from tests.games.undercover.play import (
    CASE,
    FILES,
    OTHER,
    PICTURE,
    QUESTION,
    TABLE,
    audiences,
    go,
    hidden,
    innocent,
    service,
    undercover,
    votes,
)

FOUND = votes(hidden)


def dealt(**options) -> Referee:
    """A table where the pictures are dealt and everybody is asked to reason."""
    referee = undercover(**options)
    while request := next((each for each in referee.open.values() if each.to in (EDITOR, LIKENESS)), None):
        referee.fold(Response(request.id, service(request), 0.0))
    return referee


# The deal


def test_one_seat_sees_the_counterfactual_and_each_seat_only_its_own_picture():
    referee = dealt()
    for seat in referee.game.seats:
        (sight,) = find_events(referee, Sight, to=seat)
        is_it = seat == hidden(referee)
        assert sight.scene == (OTHER if is_it else TABLE)
        assert sight.picture == drawing_name(OTHER if is_it else TABLE, 512)


def test_scenes_are_named_by_what_they_describe_and_nobody_is_asked_to_draw_them():
    referee = dealt(size=300)
    assert LIKENESS in {request.to for request in undercover().open.values()}
    (pair,) = find_events(referee, Pair)
    assert (pair.picture, pair.counterfactual) == (drawing_name(TABLE, 300), drawing_name(OTHER, 300))
    cups = {"id": "t1", "kind": "cup", "colour": "red", "place": 6, "count": 2, "size": "medium", "pattern": "plain"}
    plate = {"id": "t2", "kind": "plate", "colour": "blue", "place": 9, "count": 1, "size": "medium", "pattern": "plain"}
    things = [{**cups, "text": "", "state": "full"}, {**plate, "text": "", "state": "empty"}]
    described = {"scene": {"setting": "table", "things": things, "look": 0}, "size": 300}
    assert pair.picture == sha256(json.dumps(described, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


@pytest.mark.parametrize("version", [2, 3])
def test_scenes_were_named_by_their_files_before_version_4(version):
    referee = Referee(registry.game("undercover", version)(5, Config(pool=(CASE,))))
    (request,) = referee.open.values()
    assert request.to == EDITOR
    go(referee, FOUND)
    assert find_events(referee, Pair)[0].picture == PICTURE


def test_of_files_a_seat_is_told_the_digest_and_the_words_of_its_own_picture():
    referee = dealt(pool=(FILES,))
    sights = {event.seat: event for event in find_events(referee, Sight)}
    assert {sight.described for seat, sight in sights.items() if seat != hidden(referee)} == {"Two red cups."}
    assert sights[hidden(referee)].described == "Three red cups."
    assert all(sight.scene is None for sight in sights.values())


def test_nobody_knows_of_itself_unless_roles_are_told():
    assert all(to == RECORD for to in audiences(dealt(), Role))
    referee = dealt(knows=True)
    assert audiences(referee, Role) == [(seat,) for seat in referee.game.seats]
    assert [event.seat for event in find_events(referee, Role) if event.is_undercover] == [hidden(referee)]


def test_every_seat_is_the_undercover_about_as_often():
    counts: Counter[str] = Counter()
    for seed in range(500):
        referee = Referee(Undercover(5, Config(pool=(CASE,))), key_from_seed(seed))
        counts[go(referee, FOUND).game.undercover] += 1
    assert set(counts) == set(referee.game.seats)
    assert min(counts.values()) > 70  # 100 are expected; below 70 once in 3,000 tries of five seats


def test_what_the_services_are_told_nobody_else_is_told():
    assert set(audiences(go(undercover(), FOUND), Commission)) == {(EDITOR, LIKENESS)}


def test_nothing_told_to_the_seats_alike_differs_between_the_undercover_and_the_others():
    """B7: names, order and tags gave it away in the public code."""
    referee = dealt()
    views = {seat: [repr(event) for event in referee.view(seat) if not isinstance(event, Sight)] for seat in referee.game.seats}
    assert len({tuple(view) for view in views.values()}) == 1
    requests = list(referee.open.values())
    assert [request.to for request in requests] == list(referee.game.seats)
    assert len({(request.answer, str(request.choices), request.seconds) for request in requests}) == 1


def test_who_speaks_first_is_drawn_and_not_told_by_the_role():
    firsts: Counter[bool] = Counter()
    for seed in range(300):
        referee = go(Referee(Undercover(3, Config(pool=(CASE,), speaking="in_turn")), key_from_seed(seed)), FOUND)
        firsts[find_events(referee, RoundBegan)[0].seats[0] == hidden(referee)] += 1
    assert 70 < firsts[True] < 130


# The counterfactual


def test_a_pair_is_kept_for_the_record_and_shown_to_everyone_at_the_end():
    referee = go(undercover(), FOUND)
    assert audiences(referee, Pair) == [RECORD, EVERYONE]
    assert find_events(referee, Pair)[0] == find_events(referee, Pair)[1]


def test_a_copy_that_is_not_like_enough_is_made_again_and_the_best_one_is_kept():
    referee = undercover(pool=(), tries=3, likeness=0.9)
    likeness = [0.5, 0.8, 0.6]
    while likeness or any(request.to in (EDITOR, LIKENESS) for request in referee.open.values()):
        request = next(iter(referee.open.values()))
        level = likeness.pop(0) if request.to == LIKENESS else 0
        compared = Compare(visual=level, semantic=level, natural=level, is_changed=True)
        referee.fold(Response(request.id, service(request, compared), 0.0))
    (pair,) = find_events(referee, Pair)
    assert (pair.tries, pair.is_accepted, round(pair.score, 6)) == (2, False, 0.8)
    assert len(find_events(referee, Commission)) == 3


def test_a_copy_without_any_change_is_never_accepted():
    same = Compare(visual=1, semantic=1, natural=1, is_changed=False)
    referee = go(undercover(), FOUND, same)
    assert not find_events(referee, Pair)[0].is_accepted


def test_a_copy_that_nobody_could_compare_is_played_with_and_not_accepted():
    def say(request):
        return Forfeit("error", "no memory") if request.to == LIKENESS else service(request)

    referee = undercover()
    while request := next((each for each in referee.open.values() if each.to in (EDITOR, LIKENESS)), None):
        referee.fold(Response(request.id, say(request), 0.0))
    (pair,) = find_events(referee, Pair)
    assert (pair.is_accepted, pair.likeness, pair.score) == (False, None, None)


def test_without_pictures_nobody_has_won_or_lost():
    referee = undercover(pool=(FILES,))
    (request,) = referee.open.values()
    referee.fold(Response(request.id, Forfeit("error", "no disk"), 0.0))
    assert {result.kind for result in referee.outcome.results.values()} == {"void"}


@pytest.mark.parametrize("setting", ["room", "street", "table", "shelf", "park"])
def test_scenes_are_drawn_by_chance_where_no_pictures_are_given(setting):
    referee = dealt(pool=(), setting=setting)
    (pair,) = find_events(referee, Pair)
    assert pair.scene.setting == pair.other.setting == setting
    assert pair.scene != pair.other
    assert pair.question.answer != pair.question.other


# Reasoning


def test_together_nobody_hears_the_others_before_all_have_spoken():
    referee = dealt(seats=3)
    first, second, _ = list(referee.open)
    referee.fold(Response(first, Reason(answer="2", analysis="x"), 0.0))
    assert not find_events(referee, Reasoned)
    assert second in referee.open


def test_in_turn_each_hears_those_before():
    referee = dealt(seats=3, speaking="in_turn")
    (request,) = referee.open.values()
    referee.fold(Response(request.id, Reason(answer="2", analysis="I see two."), 0.0))
    (following,) = referee.open.values()
    assert [event.analysis for event in find_events(referee, Reasoned, to=following.to)] == ["I see two."]


def test_rounds_of_observation_come_before_the_first_vote():
    referee = go(undercover(observation_rounds=3), FOUND)
    kinds = [type(event).__name__ for event, _ in referee.record]
    before = kinds[: kinds.index("Voted")]
    assert before.count("RoundBegan") == 3
    assert before.count("Reasoned") == 15


@pytest.mark.parametrize("speaking", ["together", "in_turn"])
def test_without_rounds_of_observation_the_first_vote_comes_before_anybody_has_spoken(speaking):
    referee = go(undercover(observation_rounds=0, speaking=speaking), votes(innocent, hidden))
    kinds = [type(event).__name__ for event, _ in referee.record]
    before = kinds[: kinds.index("Voted")]
    assert not {"RoundBegan", "Reasoned"} & {*before}
    between = kinds[kinds.index("Counted") : len(kinds) - kinds[::-1].index("Counted")]
    assert (between.count("RoundBegan"), between.count("Reasoned")) == (1, 4)
    assert find_events(referee, Revealed)[0].is_found


def test_a_table_that_finds_the_undercover_before_anybody_spoke_answers_all_the_same():
    referee = go(undercover(observation_rounds=0), FOUND)
    assert not find_events(referee, Reasoned)
    assert find_events(referee, Revealed)[0].is_right
    silent = go(
        undercover(observation_rounds=0, summary_rounds=2),
        lambda request, table: FOUND(request, table) if issubclass(request.answer, Vote) else Forfeit("gave_up"),
    )
    assert find_events(silent, Concluded)[0].by == "nobody"


def test_who_says_nothing_has_no_answer_and_the_game_goes_on():
    def say(request, referee):
        return Forfeit("gave_up") if request.answer is Reason else FOUND(request, referee)

    referee = go(undercover(), say)
    assert {event.answer for event in find_events(referee, Reasoned)} == {""}
    assert referee.outcome.results[hidden(referee)].kind == "lost"


def test_answers_are_chosen_from_the_options_unless_they_are_free():
    assert {tuple(request.choices["answer"]) for request in dealt().open.values()} == {QUESTION.options}
    assert not any(request.choices for request in dealt(free_answers=True).open.values())


# Votes


def test_the_undercover_is_found_and_the_others_win():
    referee = go(undercover(), FOUND)
    assert find_events(referee, DetectionEnded)[0].why == "found"
    assert find_events(referee, Revealed)[0].is_found
    kinds = {seat: result.kind for seat, result in referee.outcome.results.items()}
    assert kinds.pop(hidden(referee)) == "lost"
    assert set(kinds.values()) == {"won"}


def test_votes_are_read_once_all_have_voted():
    referee = dealt(seats=3)
    say = votes(hidden)
    while not any(request.answer is Vote for request in referee.open.values()):
        request = next(iter(referee.open.values()))
        referee.fold(Response(request.id, say(request, referee), 0.0))
    first, *_ = referee.open.values()
    referee.fold(Response(first.id, say(first, referee), 0.0))
    assert not find_events(referee, Voted)


def test_nobody_votes_for_itself_and_who_abstains_counts_for_nobody():
    referee = go(undercover(rounds=1), votes({}))
    assert all(event.target is None for event in find_events(referee, Voted))
    (counted,) = find_events(referee, Counted)
    assert (counted.tally, counted.tied, counted.eliminated) == ({}, (), None)


@pytest.mark.parametrize(("wins", "winners"), [("vote", {"early", "loyal"}), ("side", {"early", "loyal", "stray", "idle"})])
def test_of_the_others_those_win_whose_own_last_vote_found_the_undercover(wins, winners):
    referee = dealt(seats=6, wins=wins)
    it = hidden(referee)
    early, loyal, stray, idle, late = others = [seat for seat in referee.game.seats if seat != it]
    names = dict(zip(others, ("early", "loyal", "stray", "idle", "late"), strict=True))
    first = {early: it, loyal: early, stray: early, idle: early}  # `early` is right, and out
    second = {loyal: it, late: it, stray: loyal}
    results = go(referee, votes(first, second)).outcome.results
    assert find_events(referee, Revealed)[0].is_found
    assert {names[seat] for seat in others if results[seat].kind == "won"} == winners | {"late"}
    assert {results[seat].numbers["side_won"] for seat in others} == {1} != {results[it].numbers["side_won"]}


def test_after_a_wrong_elimination_of_three_the_undercover_has_won():
    referee = go(undercover(3), votes(innocent))
    assert find_events(referee, DetectionEnded)[0].why == "regulars_exhausted"
    assert referee.outcome.results[hidden(referee)].kind == "won"
    assert "was not found" in referee.outcome.reason


def test_there_are_as_many_votes_as_rounds_are_set():
    referee = go(undercover(8, rounds=3), votes(innocent))
    assert len(find_events(referee, Counted)) == 3
    assert find_events(referee, DetectionEnded)[0].why == "timeout"


def test_who_is_out_is_asked_nothing_more():
    referee = go(undercover(8), votes(innocent))
    out = find_events(referee, Counted)[0].eliminated
    at = next(at for at, (event, _) in enumerate(referee.record) if isinstance(event, Counted))
    assert not [event for event, _ in referee.record[at:] if isinstance(event, Reasoned | Voted | Summarised) and event.seat == out]


TIE = {"Ada": "Ben", "Ben": "Ada", "Cleo": "Ben", "Dan": "Ada"}


def test_a_tie_may_throw_out_nobody():
    referee = go(undercover(4, ties="none", rounds=1), votes(TIE))
    assert find_events(referee, Counted)[0].tied == ("Ada", "Ben")
    assert find_events(referee, Counted)[0].eliminated is None


def test_a_tie_may_go_by_the_order_of_seats():
    referee = go(undercover(4, ties="seat_order", rounds=1), votes(TIE))
    assert find_events(referee, Counted)[0].eliminated == "Ada"


def test_a_tie_may_be_drawn():
    out = {
        find_events(
            go(Referee(Undercover(4, Config(pool=(CASE,), ties="draw", rounds=1)), key_from_seed(seed)), votes(TIE)), Counted
        )[0].eliminated
        for seed in range(20)
    }
    assert out == {"Ada", "Ben"}


def test_in_a_revote_only_the_tied_can_be_voted_for_and_then_one_is_drawn():
    again = {"Ada": "Ben", "Ben": "Ada", "Cleo": "Ben", "Dan": "Ben"}
    referee = go(undercover(4, rounds=1), votes(TIE, again))
    assert [event.is_again for event in find_events(referee, Voted)] == [False] * 4 + [True] * 4
    assert find_events(referee, Counted)[0].eliminated == "Ben"
    drawn = {
        find_events(go(Referee(Undercover(4, Config(pool=(CASE,), rounds=1)), key_from_seed(seed)), votes(TIE)), Counted)[
            0
        ].eliminated
        for seed in range(20)
    }
    assert drawn == {"Ada", "Ben"}


def vote_with_factors(request, against: str, target=None) -> Vote:
    """A vote whose factors all point to one seat."""
    others = [seat for seat in request.choices["target"] if seat]
    levels = {True: (0.9, 0.9, 0.1, 0.9), False: (0.1, 0.1, 0.9, 0.1)}
    names = ("inconsistency", "deviation", "detail_accuracy", "suspicion")
    factors = [Factors(seat=seat, **dict(zip(names, levels[seat == against], strict=True))) for seat in others]
    return request.answer(target=target, factors=tuple(factors))


def weighing(request, referee):
    if issubclass(request.answer, Vote) and request.to != hidden(referee):
        return vote_with_factors(request, hidden(referee))
    return FOUND(request, referee)


def test_where_factors_weigh_they_decide_and_a_vote_without_them_counts_as_it_is():
    referee = go(undercover(ballot="weighted"), weighing)
    assert find_events(referee, Counted)[0].eliminated == hidden(referee)
    assert {event.named for event in find_events(referee, Weighed)} == {None}
    assert set(audiences(referee, Weighed)) == {RECORD}


def test_a_weighted_ballot_asks_for_factors_in_its_schema_and_shows_one_filled_in_and_a_direct_one_does_not():
    asked = {}

    def say(request, referee):
        asked.setdefault(request.answer, request)
        return FOUND(request, referee)

    go(undercover(ballot="weighted"), say)
    schema = asked[FactorVote].schema()
    assert schema["required"] == ["target", "factors"]
    assert schema["properties"]["factors"]["minItems"] == 1
    assert "default" not in schema["properties"]["factors"]
    assert json.loads(example(asked[FactorVote]))["factors"] == [
        {"seat": "...", "inconsistency": 0.4, "deviation": 0.1, "detail_accuracy": 0.8, "suspicion": 0.2}
    ]
    can_vote_for = [seat for seat in asked[FactorVote].choices["target"] if seat]
    assert schema["$defs"]["Factors"]["properties"]["seat"] == {"enum": can_vote_for}
    go(undercover(), say)
    assert asked[Vote].schema()["required"] == ["target"]
    assert json.loads(example(asked[Vote]))["factors"] == []


def follow(schema, definitions):
    """Return a value that follows a JSON schema to the letter: the last of an enumeration, and `text` where any text is legal."""
    schema = definitions[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    if "enum" in schema:
        return schema["enum"][-1]
    match schema["type"]:
        case "object":
            return {name: follow(part, definitions) for name, part in schema["properties"].items()}
        case "array":
            return [follow(schema["items"], definitions)] * schema.get("minItems", 0)
    return "text" if schema["type"] == "string" else 1


@pytest.mark.parametrize(("version", "are_read"), [(5, False), (6, True)])
def test_all_factors_of_a_model_that_follows_the_schema_to_the_letter_are_read(version, are_read):
    given = Counter()

    def say(request, referee):
        if not issubclass(request.answer, Vote):
            return FOUND(request, referee)
        schema = request.schema()
        read = read_reply(json.dumps(follow(schema, schema["$defs"])), request)
        assert read.reading == "answer"
        given[request.to] += len(read.answer.factors)
        return read.answer

    rules = registry.game("undercover", version)
    referee = go(Referee(rules(5, Config(pool=(CASE,), ballot="weighted"))), say)
    weighed = Counter({event.seat: 0 for event in find_events(referee, Voted)})
    for event in find_events(referee, Weighed):
        weighed[event.seat] += len(event.factors)
    assert sum(given.values()) >= 5
    assert weighed == (given if are_read else Counter(dict.fromkeys(given, 0)))


def test_the_seats_that_factors_can_be_about_are_those_that_can_be_voted_for_and_are_read_in_any_case():
    referee = dealt(ballot="weighted", rounds=1, observation_rounds=0)
    request = next(iter(referee.open.values()))
    others = [seat for seat in referee.game.seats if seat != request.to]
    phi = {"inconsistency": 1, "deviation": 1, "detail_accuracy": 0, "suspicion": 1}
    reply = {"target": None, "factors": [{"seat": others[1].upper(), **phi}, {"seat": request.to, **phi}]}
    assert [each.seat for each in read_reply(json.dumps(reply), request).answer.factors] == [others[1], request.to]


def test_a_weighted_ballot_without_factors_still_counts_for_its_target():
    referee = go(undercover(ballot="weighted"), FOUND)
    assert find_events(referee, Revealed)[0].is_found
    assert not find_events(referee, Weighed)


# What is known against a pair

REJECTED = MakersVerdict(False, "The right answer is still the same.", 0.91, (0.9, 0.9, 1.0), "pixels", "openai:ed", "two", 3)


def test_the_verdict_of_a_pairs_maker_is_told_with_the_pair_and_at_the_end():
    case = FILES.model_copy(update={"made": REJECTED})
    referee = go(undercover(pool=(case,), rejected="deal"), FOUND)
    assert find_events(referee, Checked) == [Checked(True, REJECTED)] * 2
    assert audiences(referee, Checked) == [RECORD, EVERYONE]
    seat = referee.game.seats[0]
    kinds = [type(event) for event in referee.view(seat)]
    assert kinds.index(Checked) > kinds.index(Concluded)  # nobody is told while they play


def test_a_match_tells_whether_the_two_pictures_differ_at_all():
    same = Compare(visual=1, semantic=1, natural=1, is_changed=False)
    assert find_events(go(undercover(), FOUND, same), Checked)[0] == Checked(False, None)
    assert not find_events(go(undercover(mode="single"), FOUND), Checked)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"made": REJECTED}, "a copy that was rejected"),
        ({"counterfactual": FILES.picture}, "identical pictures"),
        ({"counterfactual": FILES.picture, "made": MakersVerdict(True)}, "identical pictures"),
    ],
)
def test_rejected_and_identical_pairs_are_only_dealt_if_that_is_asked_for(change, why):
    bad = FILES.model_copy(update={"id": "bad", **change})
    with pytest.raises(ValueError, match=f"bad in the pool has {why}; leave it out, or deal it with rejected=deal"):
        Config(pool=(FILES, bad))
    assert Config(pool=(FILES, bad), rejected="deal").pool == (FILES, bad)
    files = Pool((FILES, bad), {"": {"no picture": 2}})
    assert Config(pool=files).pool == (FILES,)
    assert Config(pool=files).left_out == {"": {"no picture": 2, why: 1}}
    assert Config(pool=files, rejected="deal").pool == (FILES, bad)
    assert Config(pool=files, rejected="deal").left_out == {"": {"no picture": 2}}
    with pytest.raises(ValueError, match="all pairs of the pool were rejected or are identical"):
        Config(pool=Pool((bad,), {}))
    assert Config(pool=(FILES.model_copy(update={"made": MakersVerdict(True)}),)).pool


def test_in_a_direct_ballot_factors_are_kept_and_decide_nothing():
    referee = go(undercover(rounds=1), weighing)
    assert find_events(referee, Weighed)
    assert find_events(referee, Counted)[0].eliminated is None


def test_factors_of_seats_that_cannot_be_voted_for_weigh_nothing():
    def say(request, referee):
        if request.answer is FactorVote:
            phi = {"inconsistency": 1, "deviation": 1, "detail_accuracy": 0, "suspicion": 1}
            return FactorVote(target=None, factors=(Factors(seat=request.to, **phi), Factors(seat="Zoe", **phi)))
        return FOUND(request, referee)

    referee = go(undercover(ballot="weighted", rounds=1), say)
    assert {event.target for event in find_events(referee, Voted)} == {None}


# Summaries


def test_those_who_are_left_stop_as_soon_as_they_agree():
    referee = go(undercover(summary_rounds=5), FOUND)
    assert {event.round for event in find_events(referee, Summarised)} == {1}
    assert find_events(referee, Concluded)[0].by == "consensus"
    assert find_events(referee, Revealed)[0].is_right


def test_without_agreement_most_answers_decide_after_the_last_round():
    referee = undercover(5, ties="seat_order", rounds=1)
    say = votes({}, answers={"Ada": "3", "Ben": "2", "Cleo": "2", "Dan": "2", "Eve": "4"})
    go(referee, say)
    assert {event.round for event in find_events(referee, Summarised)} == {1, 2}
    (concluded,) = find_events(referee, Concluded)
    assert (concluded.answer, concluded.by, concluded.votes) == ("2", "majority", (3, 1, 1))


def test_of_answers_given_as_often_the_first_seat_picks_one():
    referee = go(undercover(4, rounds=1), votes({}, answers={"Ada": "3", "Ben": "3"}))
    (concluded,) = find_events(referee, Concluded)
    assert (concluded.answer, concluded.by) == ("3", "extra_call")


def test_a_table_that_says_nothing_has_no_answer():
    def say(request, referee):
        return Forfeit("timeout") if request.answer is not Vote else FOUND(request, referee)

    referee = go(undercover(), say)
    assert find_events(referee, Concluded)[0].by == "nobody"
    assert not find_events(referee, Revealed)[0].is_right


# Ablations and baselines


def test_without_a_counterfactual_the_undercover_sees_what_the_others_see():
    referee = dealt(has_counterfactual=False)
    assert hidden(referee)
    assert {sight.scene for sight in find_events(referee, Sight)} == {TABLE}


def test_without_an_undercover_nobody_is_voted_out_and_all_win_by_the_right_answer():
    referee = go(undercover(has_undercover=False), votes({}))
    assert hidden(referee) is None
    assert not find_events(referee, Voted)
    assert {result.kind for result in referee.outcome.results.values()} == {"won"}


@pytest.mark.parametrize(("mode", "asked"), [("single", 1), ("self_refine", 3), ("mad_vote", 2), ("mad_judge", 3)])
def test_a_baseline_asks_as_often_as_its_source_says(mode, asked):
    referee = go(undercover(3, mode=mode), votes({}))
    counts = Counter(event.seat for event in find_events(referee, Reasoned))
    assert counts["Ada"] == asked
    assert not find_events(referee, Voted)
    assert hidden(referee) is None
    assert {sight.scene for sight in find_events(referee, Sight)} == {TABLE}


@pytest.mark.parametrize("mode", ["single", "self_refine"])
def test_alone_nobody_hears_anybody(mode):
    referee = go(undercover(3, mode=mode), votes({}))
    assert {event.seat for event in find_events(referee, Reasoned, to="Ada")} == {"Ada"}


def test_who_answers_alone_needs_no_others_and_a_table_needs_three():
    assert go(undercover(1, mode="single"), votes({})).outcome.results["Ada"].kind == "won"
    with pytest.raises(ValueError, match="undercover takes 3 to 10 seats, not 2"):
        undercover(2)


def test_the_judge_of_a_debate_answers_last_and_decides():
    referee = go(undercover(3, mode="mad_judge"), votes({}, answers={"Cleo": "4"}))
    assert find_events(referee, Reasoned)[-1].seat == "Cleo"
    assert find_events(referee, Concluded)[0].answer == "4"
    assert {result.kind for result in referee.outcome.results.values()} == {"lost"}


# What can be set


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"pool": (CASE, CASE)}, "two of the pool have the same id"),
        ({"pool": (CASE,), "case": "cats"}, "the pool has no case 'cats'"),
        ({"pool": (Case(id="x", question=QUESTION),)}, "x in the pool has no picture"),
        ({"pool": (Case(id="x", question=QUESTION, picture=PICTURE),)}, "x in the pool has no counterfactual"),
        *(
            ({name: (number, *rest)}, "weights cannot be negative or endless, and one of them must be above 0")
            for name, rest in (("weights", (0, 0, 0)), ("likeness_weights", (0, 0)))
            for number in (0, -1, math.inf, math.nan)
        ),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(options, sentence):
    with pytest.raises(ValidationError, match=sentence):
        Config(**options)


def test_a_picture_without_a_copy_can_be_played_as_a_baseline():
    alone = Case(id="x", question=QUESTION, picture=PICTURE)
    referee = go(undercover(3, pool=(alone,), mode="mad_vote"), votes({}))
    assert {sight.picture for sight in find_events(referee, Sight)} == {PICTURE}


def test_the_words_of_a_person_are_passed_on_as_they_are_so_that_they_can_be_withdrawn():
    def say(request, referee):
        said = Reason(answer="A quiet room", analysis="x")
        typed = said.model_copy(update={"answer": RedactableText(said.answer, "1.1")})
        return typed if request.answer is Reason else Forfeit("gave_up")

    referee = go(undercover(3, has_undercover=False, free_answers=True), say)
    (concluded,) = find_events(referee, Concluded)
    assert isinstance(concluded.answer, RedactableText)
    assert concluded.answer == "A quiet room"
