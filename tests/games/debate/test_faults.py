"""Whatever the seats and the estimator do, a debate ends, verifies, and goes on wherever it was cut."""

from __future__ import annotations

import asyncio
import math

import pytest
from pydantic import ValidationError

from woozle.core.game import Forfeited, Refused
from woozle.core.request import Forfeit
from woozle.games.debate.events import (
    ESTIMATOR,
    Answered,
    Chosen,
    Concluded,
    Estimate,
    Heard,
    Linked,
    Listen,
    Measured,
    RoundBegan,
    Settled,
    Solve,
    Texts,
    Unmeasured,
)
from woozle.testing import find_events

from tests.games.debate.recorded import check, measured, played, seated, usual

LONG = "It goes round and round. " * 4000
"""100,000 characters."""

# Seats


def crash(request, observation):
    raise RuntimeError("It fell into the pit.")


ODD = {
    "unparsable": (lambda request, _: Solve.of_reply("It is hard to say.", request), None, "said"),
    "empty": (lambda request, _: Solve.of_reply(" \n", request), None, "said"),
    "100,000 characters": (lambda request, _: Solve.of_reply(f"{LONG}\nAnswer: B", request), "B", "said"),
    "escapes": (lambda request, _: Solve(text="\x1b[2J\u202e```\nAnswer: B"), "B", "said"),
    "forfeited": (lambda request, _: Forfeit("gave_up"), None, "nothing"),
    "no option": (lambda request, _: Solve(text="x", answer="Q"), None, "nothing"),
    "crashed": (crash, None, "nothing"),
}


def only(odd, *seats):
    """Let these seats act in an odd way; the others answer as usual."""
    return lambda request, seen: odd(request, seen) if request.to in seats or not seats else usual(request, seen)


def run(*args, **options):
    return asyncio.run(played(*args, **options))


def options(topology):
    return {"topology": topology, **({"graph": ((1,), (), (0, 1))} if topology == "fixed" else {})}


@pytest.mark.parametrize(("odd", "topology"), [*((odd, "digra") for odd in ODD), ("crashed", "full"), ("forfeited", "free")])
def test_a_seat_that_answers_oddly_in_every_round_costs_itself_alone(tmp_path, odd, topology):
    does, answer, source = ODD[odd]
    players = seated(only(does, "Ben"))
    referee = run(tmp_path / "match", players, **options(topology))
    ben = [event for event in find_events(referee, Answered) if event.seat == "Ben"]
    assert [(event.answer, event.source) for event in ben] == [(answer, source)] * 3
    assert all(len(event.text) <= 20_000 for event in ben)
    results = referee.outcome.results
    assert results["Ben"].kind == ("won" if answer else "void" if odd == "crashed" else "lost")
    assert results["Ada"].kind == results["Cleo"].kind == "won"
    assert find_events(referee, Concluded)[0].votes == {"B": 3 if answer else 2}
    asyncio.run(check(tmp_path / "match", referee, players, cuts=2))


@pytest.mark.parametrize(
    ("odd", "topology"), [("100,000 characters", "full"), ("forfeited", "dig"), ("empty", "digra"), ("crashed", "free")]
)
def test_a_table_of_which_all_answer_oddly_ends(tmp_path, odd, topology):
    does, answer, _ = ODD[odd]
    players = seated(does)
    referee = run(tmp_path / "match", players, **options(topology))
    assert len(find_events(referee, RoundBegan)) == 3
    assert find_events(referee, Concluded)[0].answer == answer
    asyncio.run(check(tmp_path / "match", referee, players, cuts=2))


@pytest.mark.parametrize("topology", ["dig", "digra"])
def test_where_nobody_said_anything_each_listens_to_one_of_them(tmp_path, topology):
    referee = run(tmp_path / "match", seated(lambda request, _: Forfeit("gave_up")), topology=topology)
    assert dict(find_events(referee, Linked)[0].heard) == {"Ada": ("Ben",), "Ben": ("Ada",), "Cleo": ("Ada",)}
    assert {event.texts for event in find_events(referee, Heard)} == {("",)}
    assert set(find_events(referee, Measured)[0].entropies.values()) == {None}


@pytest.mark.parametrize("topology", ["dig", "digra"])
@pytest.mark.parametrize(("seats", "odd"), [(1, "forfeited"), (2, "empty")])
def test_one_seat_and_two_can_be_measured(tmp_path, topology, seats, odd):
    players = seated(only(ODD[odd][0], "Ada") if odd else usual)
    referee = run(tmp_path / "match", players, seats=seats, topology=topology)
    wanted = {"Ada": ("Ben",), "Ben": ("Ada",)} if seats == 2 else {"Ada": ()}
    assert [dict(event.heard) for event in find_events(referee, Linked)] == [wanted] * 2
    assert len(find_events(referee, Texts)) == (6 if seats == 2 else 0)
    assert not find_events(referee, Unmeasured)
    asyncio.run(check(tmp_path / "match", referee, players, cuts=2))


def test_who_never_answers_does_not_stop_a_debate_that_may_stop_early(tmp_path):
    silent = seated(lambda request, _: Forfeit("gave_up"))
    referee = run(tmp_path / "match", silent, topology="digra", early_stop=True, rounds=4)
    assert len(find_events(referee, RoundBegan)) == 4 and not find_events(referee, Settled)


def test_who_stops_early_is_still_measured_and_asked_no_more(tmp_path):
    def says(request, seen):
        number = next(event.number for event in reversed(seen) if isinstance(event, RoundBegan))
        return Solve(text=f"Answer: {'A' if request.to == 'Ada' else 'ABCD'[(number + len(request.to)) % 4]}")

    players = seated(says)
    referee = run(tmp_path / "match", players, topology="digra", early_stop=True, rounds=4)
    assert [(event.seat, event.round) for event in find_events(referee, Settled)] == [("Ada", 2)]
    assert [event.seat for event in find_events(referee, Chosen) if event.round == 3] == ["Ben", "Cleo"]
    assert all(len(event.entropies) == 3 for event in find_events(referee, Measured))
    asyncio.run(check(tmp_path / "match", referee, players))


# The estimator


def answering(**fields):
    """An estimator that answers as it should, but for these fields, made of its answer."""

    def says(request, seen):
        right = measured(request, seen)
        return right.model_copy(update={name: made(right) for name, made in fields.items()})

    return says


def about(seen, of):
    return next(event for event in reversed(seen) if isinstance(event, Texts) and event.number == of)


BROKEN = {
    "too few figures": answering(entropies=lambda right: right.entropies[:-1]),
    "too many figures": answering(entropies=lambda right: (*right.entropies, 0.5)),
    "nothing known": answering(entropies=lambda right: (None,) * len(right.entropies)),
    "one unknown": answering(entropies=lambda right: (None, *right.entropies[1:])),
    "the wrong texts": answering(of=lambda right: right.of + 1),
    "out of memory": lambda request, _: Forfeit("error", "out of memory"),
    "a crash": crash,
}


@pytest.mark.parametrize(("broken", "topology"), [*((broken, "digra") for broken in BROKEN), ("a crash", "dig")])
def test_a_broken_estimator_lets_everybody_listen_to_everybody(tmp_path, broken, topology):
    players = seated(estimator=BROKEN[broken])
    referee = run(tmp_path / "match", players, topology=topology)
    assert [(event.seat, event.round) for event in find_events(referee, Unmeasured)] == [
        (seat, number) for number in (2, 3) for seat in ("Ada", "Ben", "Cleo")
    ]
    everybody = {"Ada": ("Ben", "Cleo"), "Ben": ("Ada", "Cleo"), "Cleo": ("Ada", "Ben")}
    assert [dict(event.heard) for event in find_events(referee, Linked)] == [everybody] * 2
    assert not find_events(referee, Chosen)
    assert ESTIMATOR not in referee.outcome.results
    assert {result.kind for result in referee.outcome.results.values()} == {"won"}
    asyncio.run(check(tmp_path / "match", referee, players, cuts=1))


@pytest.mark.parametrize("broken", ["nothing known", "a crash"])
def test_an_estimator_that_breaks_in_mid_match_leaves_what_was_measured_before(tmp_path, broken):
    def breaks(request, seen):
        return (measured if request.choices["of"][0] <= 4 else BROKEN[broken])(request, seen)

    players = seated(estimator=breaks)
    referee = run(tmp_path / "match", players, topology="digra")
    assert [event.round for event in find_events(referee, Chosen)] == [2] * 3
    assert [event.round for event in find_events(referee, Unmeasured)] == [3] * 3
    asyncio.run(check(tmp_path / "match", referee, players))


@pytest.mark.parametrize("broken", ["too few figures", "nothing known"])
def test_an_estimator_that_breaks_for_one_seat_leaves_the_others_their_partners(tmp_path, broken):
    def breaks(request, seen):
        of_ben = about(seen, request.choices["of"][0]).agent == 1
        return (BROKEN[broken] if of_ben else measured)(request, seen)

    players = seated(estimator=breaks)
    referee = run(tmp_path / "match", players, topology="digra")
    assert [event.seat for event in find_events(referee, Unmeasured)] == ["Ben"] * 2
    assert [event.seat for event in find_events(referee, Chosen)] == ["Ada", "Cleo"] * 2
    assert all(set(event.heard["Ben"]) == {"Ada", "Cleo"} for event in find_events(referee, Linked))
    asyncio.run(check(tmp_path / "match", referee, players))


def test_an_estimate_of_other_texts_is_refused_and_asked_for_again(tmp_path):
    referee = run(tmp_path / "match", seated(estimator=BROKEN["the wrong texts"]), topology="digra", rounds=2)
    assert find_events(referee, Refused) and {event.kind for event in find_events(referee, Forfeited)} == {"illegal"}


@pytest.mark.parametrize("figure", [math.nan, math.inf, -math.inf, -0.1])
def test_what_is_no_entropy_is_no_estimate(figure):
    with pytest.raises(ValidationError):
        Estimate(of=1, entropies=(figure,), estimator="test")
    with pytest.raises(ValidationError):
        Estimate(of=1, entropies=(1.0,), estimator="test", others={"raw": (figure,)})


@pytest.mark.parametrize(("figure", "topology"), [(0.0, "dig"), (0.0, "digra"), (1e-300, "digra"), (1e300, "digra")])
def test_any_entropy_that_can_be_told_chooses_somebody(tmp_path, figure, topology):
    players = seated(estimator=answering(entropies=lambda right: (figure,) * len(right.entropies)))
    referee = run(tmp_path / "match", players, topology=topology)
    assert len(find_events(referee, Chosen)) == 6 and all(len(event.partners) == 1 for event in find_events(referee, Chosen))
    asyncio.run(check(tmp_path / "match", referee, players, cuts=2))


def test_whom_to_listen_to_can_be_anything_but_what_is_offered(tmp_path):
    def says(request, seen):
        return Listen(to="Nobody") if request.answer is Listen and request.to == "Ben" else usual(request, seen)

    players = seated(says)
    referee = run(tmp_path / "match", players, topology="free")
    assert all(event.heard["Ben"] == ("Ada", "Cleo") for event in find_events(referee, Linked))
    assert referee.outcome.results["Ben"].kind == "won"
    asyncio.run(check(tmp_path / "match", referee, players))
