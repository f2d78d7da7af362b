"""The suite for agents: a good one passes every game, and each misbehaviour is found and named."""

import asyncio
import random
import sys
import threading

import pytest

from woozle.arena.testing.agents import check_seat
from woozle.core import registry
from woozle.players.random_bot import random_answer
from woozle.players.seats import SeatSpec, parse_seats

from tests.players.test_programs import GOOD, MISBEHAVING

HELD = threading.Event()


class Good:
    def answer(self, request, observation):
        return random_answer(request, random.Random(f"{request.to} {len(observation)}"))

    def describe(self):
        return {"deterministic": True}


class Fickle(Good):
    async def answer(self, request, observation):
        return random_answer(request, random)


class Raises:
    def answer(self, request, observation):
        raise OSError("no weights")


class WrongType:
    def answer(self, request, observation):
        return {"reds": 1}


class Illegal:
    async def answer(self, request, observation):
        given = random_answer(request, random.Random(1))
        return given.model_copy(update=dict.fromkeys(request.choices, 99))


class Waits:
    def answer(self, request, observation):
        HELD.wait()


class Sulks(Good):
    """Answers nothing twice."""

    def __init__(self):
        self.last = 0

    def answer(self, request, observation):
        if request.id == self.last:
            raise RuntimeError("I have said so already")
        self.last = request.id
        return super().answer(request, observation)


def check(agent, folder, game="urn", **more):
    spec = parse_seats(agent, game)[0] if isinstance(agent, str) else SeatSpec("agent", agent=agent)
    return asyncio.run(check_seat(spec, game, folder, **more))


@pytest.mark.parametrize("game", registry.names())
def test_a_good_agent_passes_every_game(tmp_path, game):
    report = check(Good, tmp_path, game)
    assert report.passes, report.faults
    assert report.verified == report.matches >= 2
    assert report.tried == report.recovered == len(report.kinds)
    assert report.determinism == "held"
    assert all(kind.legal == kind.questions > 0 == kind.late for kind in report.kinds)


def test_other_options_are_played_where_they_ask_for_other_answers(tmp_path):
    report = check(Good, tmp_path, "quest")
    assert report.presets == ("standard", "questions") and {kind.kind for kind in report.kinds} == {"Decide", "Write", "Reply"}


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        (Fickle, "urn, Report: It says that it is deterministic, and with the same seed its answer 1 was"),
        (Raises, "urn, Report: 6 of 6 answers were forfeited (the first: OSError: no weights (test_agents.py, line"),
        (WrongType, "(the first: TypeError: The agent answered with dict, not with Report); mend what is named there"),
        (Illegal, "were refused (the first: reds can only be 0, 1, 2, 3, 4, 5, 6 now); answer by the choices and the schema"),
        (Sulks, "urn, Accuse: Asked again after an answer was refused, it gave no legal one; answer each request as it is asked."),
    ],
)
def test_what_an_agent_does_wrong_is_named_with_the_place_and_what_to_do(tmp_path, agent, said):
    report = check(agent, tmp_path)
    assert not report.passes and said in " ".join(report.faults)
    assert all(fault.startswith("urn") and fault.endswith(".") for fault in report.faults)
    assert report.verified == report.matches  # it harms nothing but itself


def test_a_slow_agent_is_not_waited_for_long(tmp_path):
    try:
        report = check(Waits, tmp_path, seconds=0.01)
    finally:
        HELD.set()
    assert "No answer within 0.01 seconds); let it answer sooner, or allow it more seconds." in report.faults[0]
    assert sum(kind.late for kind in report.kinds) == 2 * report.matches


def test_an_answer_that_held_up_everybody_is_late_though_it_came(tmp_path):
    times = iter(range(0, 10_000, 40))
    report = check(Fickle, tmp_path, clock=lambda: next(times))
    assert "answers came too late (the first: an answer took 40 seconds)" in report.faults[0]


@pytest.mark.e2e
@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("illegal", "urn, Report: 9 of 9 answers were refused (the first: reds can only be 0, 1, 2, 3, 4, 5, 6 now)"),
        ("a text", "(the first: 3 answers could not be taken; the last: "),
        ("crashes", "ended with exit status 1"),
        ("forfeits", "(the first: gave_up); answer every request"),
    ],
)
def test_programs_are_checked_as_well(tmp_path, mode, said):
    (tmp_path / "bad.py").write_text(MISBEHAVING)
    report = check(f"exec:{sys.executable} {tmp_path / 'bad.py'} '{mode}'", tmp_path / "out", matches=1)
    assert said in report.faults[0]


@pytest.mark.e2e
def test_the_memory_of_a_program_is_its_own(tmp_path):
    here, there = check(Good, tmp_path / "here", matches=1), check(GOOD, tmp_path / "there", matches=1)
    assert here.memory is None or there.memory[1] < here.memory[0]
    assert there.passes and there.determinism == "not claimed"
