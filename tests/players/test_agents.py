"""Agents in this process: how they are named, what their failures cost, and where what they print goes."""

import asyncio
import logging
import sys

import pytest

from woozle.arena import api
from woozle.arena.play.setup import new_match
from woozle.core.game import Forfeited
from woozle.core.registry import configure, game
from woozle.players.agent import AgentError, AgentPlayer, load_agent
from woozle.saves import verify

MODULE = """
import asyncio, sys, threading

HELD = threading.Event()

class First:
    def answer(self, request, observation):
        print("I am asked", request.answer.__name__)
        if request.answer.__name__ == "Guess":
            return request.answer(low=40, high=60)
        return request.answer.model_validate({name: legal[0] for name, legal in request.choices.items()})

    def describe(self):
        return {"depth": 3}

class Raises:
    async def answer(self, request, observation):
        return [][0]

class Exits:
    def answer(self, request, observation):
        sys.exit("enough")

class Cancels:
    async def answer(self, request, observation):
        raise asyncio.CancelledError

class Interrupts:
    async def answer(self, request, observation):
        await asyncio.sleep(0)
        raise KeyboardInterrupt

class ExitsLater:
    async def answer(self, request, observation):
        sys.exit("enough")

class Own(BaseException):
    def __str__(self):
        raise self

class OwnError:
    async def answer(self, request, observation):
        raise Own

class OwnErrorInThread:
    def answer(self, request, observation):
        raise Own

class Clings:
    async def answer(self, request, observation):
        while True:
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                pass

class TakesTooLittle:
    async def answer(self, request):
        pass

class Mute:
    def answer(self, request, observation):
        return "nothing that was asked for"

class Unvalidated(First):
    def answer(self, request, observation):
        fields = {"low": "much"} if request.answer.__name__ == "Guess" else {}
        return super().answer(request, observation).model_copy(update=fields)

class Slow:
    def answer(self, request, observation):
        HELD.wait()

class Tires(First):
    def answer(self, request, observation):
        if request.answer.__name__ == "Guess":
            HELD.wait()
        return super().answer(request, observation)

class Stumbles(First):
    def answer(self, request, observation):
        if request.answer.__name__ == "Guess":
            raise StopIteration("no more")
        return super().answer(request, observation)

class Broken:
    def __init__(self):
        raise OSError("no such file")

class Chatty(First):
    def describe(self):
        return {"all": "x" * 5000}

nobody = 3
"""


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "agents_here.py").write_text(MODULE)
    (tmp_path / "json.py").write_text("raise SystemError('the wrong json')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield tmp_path
    if module := sys.modules.pop("agents_here", None):
        module.HELD.set()


def played(tmp_path, name, options=None):
    config = configure(game("urn"), "standard", {"handfuls": 1, **(options or {})})
    ready = new_match("urn", [f"python:agents_here:{name},bot*4"], config, 1, tmp_path / name, sync=False)
    outcome = asyncio.run(ready.match.play())
    return ready, outcome


def forfeits_of(ready):
    return [event for event, _ in ready.match.referee.record if isinstance(event, Forfeited)]


def test_an_agent_of_the_working_directory_is_seated_and_described(here):
    ready, outcome = played(here, "First")
    assert outcome.results["Ada"].kind in ("won", "lost")
    player = api.read(ready.folder).seats["Ada"]
    assert player == {"kind": "agent", "name": "agents_here:First", "seat": "python:agents_here:First", "about": {"depth": 3}}
    assert verify.verify(ready.folder).is_verified


@pytest.mark.parametrize(
    "name, why",
    [
        ("Raises", "IndexError: list index out of range (agents_here.py, line 18)"),
        ("Exits", "SystemExit: enough (agents_here.py, line 22)"),
        ("Cancels", "CancelledError (agents_here.py, line 26)"),
        ("Interrupts", "KeyboardInterrupt (agents_here.py, line 31)"),
        ("ExitsLater", "SystemExit: enough (agents_here.py, line 35)"),
        ("OwnError", "Own (agents_here.py, line 43)"),
        ("TakesTooLittle", "TypeError: TakesTooLittle.answer() takes 2 positional arguments but 3 were given"),
        ("OwnErrorInThread", "Own (agents_here.py, line 47)"),
        ("Mute", "TypeError: The agent answered with str, not with Report."),
        ("Unvalidated", "its own answer was invalid: low of Guess must be a whole number"),
    ],
)
def test_a_failure_is_a_scored_forfeit_that_names_the_line_and_costs_nobody_else_anything(here, name, why):
    ready, outcome = played(here, name)
    failed = forfeits_of(ready)
    assert {event.seat for event in failed} == {"Ada"}
    assert failed[0].kind == "failed" and failed[0].why.startswith(why)
    assert outcome.results["Ada"].kind != "void"


def test_an_agent_that_clings_to_its_turn_is_ended_all_the_same(here, monkeypatch):
    monkeypatch.setattr("woozle.players.agent._CLEANUP", 0.01)
    ready, _ = played(here, "Clings", {"seconds_to_answer": 0.01})
    assert {(event.seat, event.kind) for event in forfeits_of(ready)} == {("Ada", "timeout")}


async def test_a_match_that_is_cancelled_ends_while_an_agent_thinks(here, monkeypatch):
    monkeypatch.setattr("woozle.players.agent._CLEANUP", 0.01)
    ready = new_match("urn", ["python:agents_here:Clings,bot*4"], configure(game("urn"), "standard", {}), 1, here / "m", sync=False)
    playing = asyncio.create_task(ready.match.play())
    while not ready.match.players["Ada"]._observation:  # until it is asked
        await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert ready.match.referee.outcome is None
    assert not forfeits_of(ready)


def test_a_slow_agent_that_blocks_loses_its_answer_and_the_others_play_on(here):
    ready, _ = played(here, "Slow", {"seconds_to_answer": 1})
    assert {(event.seat, event.kind) for event in forfeits_of(ready)} == {("Ada", "timeout")}


@pytest.mark.parametrize(
    ("name", "kind", "why"),
    [("Tires", "timeout", "No answer within 1 seconds."), ("Stumbles", "failed", "StopIteration: no more")],
)
def test_an_agent_that_was_quick_before_is_waited_for_in_place_and_no_longer_than_others(here, name, kind, why):
    ready, _ = played(here, name, {"handfuls": 3, "seconds_to_answer": 1})
    (forfeit,) = forfeits_of(ready)
    assert (forfeit.seat, forfeit.kind) == ("Ada", kind) and why in forfeit.why


def test_what_it_prints_goes_to_a_log_of_its_own_and_what_others_print_does_not(here, capsys, caplog):
    caplog.set_level(logging.INFO, "woozle.agents")
    logger = logging.getLogger("woozle.agents")
    logger.addHandler(caplog.handler)
    try:
        played(here, "First")
        print("ours")
    finally:
        logger.removeHandler(caplog.handler)
    assert capsys.readouterr().out == "ours\n"
    assert "python:agents_here:First: I am asked Report" in caplog.messages


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("python:agents_here", "names no agent; no installed package brings one, so write python:MODULE:CLASS"),
        ("python:agents here:X", "names no agent"),
        ("python:no_such_module:X", "There is no module no_such_module in this environment or in"),
        ("python:agents_here:Nobody", "agents_here has no Nobody"),
        ("python:agents_here:Broken", "cannot be made: OSError: no such file (agents_here.py, line"),
        ("python:agents_here:threading.Event", "is no agent: it has no method `answer`"),
        ("python:agents_here:nobody", "cannot be made: TypeError"),
    ],
)
def test_what_cannot_be_seated_is_one_sentence(here, name, sentence):
    with pytest.raises(AgentError) as error:
        load_agent(name)()
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_a_module_that_fails_names_its_line(here):
    (here / "agents_broken.py").write_text("import agents_nowhere\n")
    with pytest.raises(AgentError, match=r"agents_broken cannot be imported: .*agents_nowhere.* \(agents_broken.py, line 1\)"):
        load_agent("python:agents_broken:X")


def test_an_agent_that_says_too_much_of_itself_is_refused(here):
    with pytest.raises(AgentError, match="at most 4,000 characters"):
        AgentPlayer(load_agent("python:agents_here:Chatty")(), "python:agents_here:Chatty").describe()
