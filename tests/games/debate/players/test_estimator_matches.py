"""Whole debates with real estimators: whatever their server or model does, the match ends, verifies, and can be gone on with."""

from __future__ import annotations

import json
import math

import pytest

from woozle.core.match import Halt
from woozle.core.request import Forfeit
from woozle.games.debate.events import ESTIMATOR, Chosen, Linked, Measured, Solve, Unmeasured
from woozle.games.debate.players.model_estimators import ApiMeasure, ModelEstimator
from woozle.games.debate.players.services import ESTIMATOR_ROLE
from woozle.games.debate.spread.entropies import choose_partners
from woozle.players.backends.openai_forced import OpenAIForced
from woozle.players.backends.rate_limiter import RateLimiter, RateLimits
from woozle.players.models.spec import parse
from woozle.testing import find_events

from tests.games.debate.players.test_model_estimators import Vllm
from tests.games.debate.recorded import Saying, assert_verified, begun, check, ends, new, played, resumed, usual
from tests.players.models.faulty import Time

SERVED = parse("openai@lab:m")
LONG = "It goes round and round. " * 4000


def table(estimator, seats=usual):
    return lambda referee: {seat: Saying(seats) for seat in referee.game.seats} | {ESTIMATOR: estimator}


def ben(says):
    """Return players in which Ben says this; the others answer as usual."""
    return lambda request, seen: says(request) if request.to == "Ben" and request.answer is Solve else usual(request, seen)


ODD = {
    "empty": ben(lambda request: Solve.of_reply("", request)),
    "100,000 characters": ben(lambda request: Solve.of_reply(f"{LONG}\nAnswer: B", request)),
    "nothing": ben(lambda request: Forfeit("gave_up")),
    "escapes": ben(lambda request: Solve(text="\x1b[2J\u202e```\U0001f600\nAnswer: B")),
}


def replayed(referee):
    """Whom the recorded figures say to listen to, in the order of what was chosen."""
    entropies = {event.round: list(event.entropies.values()) for event in find_events(referee, Measured)}
    seats = referee.game.seats
    for event in find_events(referee, Chosen):
        known = [math.inf if each is None else each for each in entropies[event.round]]
        figures = dict(zip(event.candidates, event.conditional, strict=True))
        best = choose_partners(seats.index(event.seat), known, figures, event.by, referee.game.config.alpha)
        yield tuple(seats[at] for at in best)


# The n-gram model


@pytest.mark.parametrize(
    ("odd", "topology"), [("empty", "digra"), ("100,000 characters", "digra"), ("escapes", "digra"), ("nothing", "dig")]
)
async def test_the_usual_estimator_measures_whatever_is_said(tmp_path, odd, topology):
    players = table(ESTIMATOR_ROLE.parse("").create_player(), ODD[odd])
    referee = await played(tmp_path / "match", players, topology=topology)
    assert not find_events(referee, Unmeasured)
    assert [event.partners for event in find_events(referee, Chosen)] == list(replayed(referee))
    if odd in ("empty", "nothing"):
        assert all("Ben" not in event.heard["Ada"] for event in find_events(referee, Linked))
    await check(tmp_path / "match", referee, players)


# A server


class Scene:
    """Servers, and estimators that ask them, in a time of their own."""

    def __init__(self) -> None:
        self.time = Time()

    def asked(self, server, failures="pause"):
        forced = OpenAIForced(server.url, clock=self.time.clock)
        gate = RateLimiter(forced, RateLimits(tries=2), clock=self.time.clock, sleep=self.time.sleep)
        return ModelEstimator(SERVED, ApiMeasure(SERVED, gate), failures=failures)


@pytest.fixture
async def scene():
    return Scene()


def words(text):
    """A server that says as much of a text as it has words."""
    return Vllm.chances(text)


@pytest.mark.parametrize("odd", ["100,000 characters", "escapes"])
async def test_a_server_measures_whatever_is_said(tmp_path, scene, odd):
    async with Vllm(words) as server:
        players = table(scene.asked(server), ODD[odd])
        referee = await played(tmp_path / "match", players, topology="digra", rounds=2)
        assert not find_events(referee, Unmeasured)
        assert [event.partners for event in find_events(referee, Chosen)] == list(replayed(referee))
        (event,) = find_events(referee, Measured)
        assert event.estimator == "openai: m, lumped top 20" and 0 < event.residual < 1
        await check(tmp_path / "match", referee, players, cuts=2)


@pytest.mark.parametrize("status", [401, 503])
async def test_a_server_that_fails_in_mid_match_halts_it_and_mended_it_goes_on_to_the_same_end(tmp_path, scene, status):
    is_well, asked = False, []

    def tell(text):
        asked.append(text)
        return words(text) if is_well or len(asked) <= 3 + 9 else status

    async with Vllm(tell) as server:
        players = table(scene.asked(server))
        with begun(tmp_path / "match", new(topology="digra"), players) as match, pytest.raises(Halt):
            await match.play()
        is_well = True
        referee = await resumed(tmp_path / "match", players)
        whole = await played(tmp_path / "whole", players, topology="digra")
    assert ends(referee) == ends(whole) and len(find_events(whole, Chosen)) == 6
    assert_verified(tmp_path / "match")


def test_what_a_header_says_of_an_estimator_is_no_secret():
    described = ModelEstimator(
        SERVED, ApiMeasure(SERVED, OpenAIForced("http://127.0.0.1:9/v1", "a-secret-key")), seed="5eed"
    ).describe()
    assert "secret" not in json.dumps(described)
