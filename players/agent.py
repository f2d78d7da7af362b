"""Agents: players of your own, in this process."""

from __future__ import annotations

import asyncio
import contextvars
import json
import logging
import queue
import re
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module, metadata
from inspect import iscoroutinefunction
from pathlib import Path
from types import coroutine
from typing import Any, Protocol, TextIO, TypeAlias, cast, runtime_checkable

from woozle.core import plugins
from woozle.core.deep_copy import deep_copies
from woozle.core.errors import InputError
from woozle.core.event import EventView
from woozle.core.failures import crash_reason
from woozle.core.game import Event
from woozle.core.request import Answer, Forfeit, Request, Response
from woozle.core.suggestions import closest_name
from woozle.core.text import visible_line

PYTHON = "python:"
"""The prefix of a seat that an agent takes: `python:module:Class`, or `python:NAME` for one that a package brings."""

PRINTED = logging.getLogger("woozle.agents")
"""The log of agents' output. It may hold speech and roles, which no other log does, so it has its own file."""
PRINTED.propagate = False

_LONGEST_LINE = 1000  # characters of a line of an agent's output that are logged
_LONGEST_DESCRIPTION = 4000
_LONGEST_NAME = 100  # characters of a type's name in a sentence
_CLEANUP = 2.0  # seconds for which an agent that was cancelled may go on, to close what it holds


_ERRORS = (Exception, SystemExit, asyncio.CancelledError)  # of an agent that is imported or made: a script may end with sys.exit()


class AgentError(InputError):
    """An agent that cannot be made. The message is a sentence that says why."""


@runtime_checkable
class Agent(Protocol):
    """Your own player. Anything with such a method will do; subclassing this says so to type checkers and readers.

    A method `describe()`, if there is one, returns what the transcript's header is to say of it: a small mapping of JSON values.
    """

    def answer(self, request: Request, observation: Sequence[Event], /) -> Answer | Awaitable[Answer]:
        """Return an answer of the type `request.answer`, or an awaitable of one.

        Args:
            request: What is asked: the answer's type with its JSON schema, the legal choices, the seat and the time limit.
            observation: All Events told to the seat, oldest first.

        Both are copies of the agent's own: what it changes in them changes nothing for the match or for others. An exception, also
        SystemExit or CancelledError, is a forfeit of this one answer, with the exception and its line as the reason in the
        transcript. A method that is not `async` runs in its own thread, so that a slow one holds up no other seat,
        and is not waited for beyond its time.
        """


AgentFactory: TypeAlias = Callable[[], Agent]
"""Makes an agent for one seat of one match: a class, or any function without arguments."""


def _same(agent: Agent) -> Agent:
    return agent


class _Maker:
    """A factory that makes each agent anew, by a class or a function. Calling it raises AgentError if that gives no agent."""

    def __init__(self, make: AgentFactory, name: str) -> None:
        self._make = make
        self._name = visible_line(name)

    def __call__(self) -> Agent:
        try:
            agent = self._make()
        except _ERRORS as error:
            raise AgentError(f"{self._name} cannot be made: {_reason(error)}.") from None
        if not isinstance(agent, Agent):
            raise AgentError(f"{self._name} is no agent: it has no method `answer`.")
        return agent


def factory_of(agent: Agent | AgentFactory) -> AgentFactory:
    """Return a factory of agents by a class or a function, or for an agent one that returns it every time."""
    if isinstance(agent, Agent) and not isinstance(agent, type):
        return partial(_same, agent)  # which can be copied and pickled if the agent can
    return _Maker(cast("AgentFactory", agent), getattr(agent, "__qualname__", type(agent).__qualname__))


class AgentPlayer:
    """A player for an agent: it answers Requests with the agent's return values, and gives its name to the transcript.

    Args:
        name: the seat's name on the command line, which seats the same agent again; empty for an agent that a script made. What a
            named agent prints goes to the log, so that it does not disturb the screen.
    """

    is_human = False
    answers_at_once = False
    keeps_time = False

    def __init__(self, agent: Agent, name: str = "") -> None:
        self._agent = agent
        self._name = name
        self._file = getattr(sys.modules.get(type(agent).__module__), "__file__", None)
        self._thread = None if iscoroutinefunction(agent.answer) else _Thread()
        self._observation: list[Event] = []  # the agent's own copies
        self._seen = 0
        if name:
            _log_prints()

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the agent's answer, or a forfeit that names the line at which it failed."""
        self._observation += deep_copies(observation[self._seen :])
        self._seen = len(observation)
        muted = _PRINTS_OF.set(self._name)
        call = partial(self._agent.answer, request.own_copy(), EventView(self._observation))
        try:
            answer = await (_guard(call) if self._thread is None else self._thread.run(call))
            if hasattr(type(answer), "__await__"):  # a plain function may return what has to be awaited
                answer = await _guard(lambda: answer)
        except _RaisedError as raised:
            return Response(request.id, Forfeit("failed", _reason(raised.error, self._file)))
        finally:
            _PRINTS_OF.reset(muted)
        if type(answer) is not request.answer:
            given = visible_line(type(answer).__name__)[:_LONGEST_NAME]
            why = f"TypeError: The agent answered with {given}, not with {request.answer.__name__}."
            return Response(request.id, Forfeit("failed", why))
        try:
            return Response(request.id, request.answer.revalidate(answer))
        except Exception as error:
            return Response(request.id, Forfeit("failed", crash_reason(error, is_human=False)))

    def describe(self) -> dict[str, Any]:
        """Return the agent's class, the version of its package, and its own description. Raises AgentError."""
        kind = type(self._agent)
        told: dict[str, Any] = {"kind": "agent", "name": f"{kind.__module__}:{kind.__qualname__}"}
        if self._name:
            told["seat"] = self._name
        if package := _package(kind.__module__.partition(".")[0]):
            told |= {"package": package[0], "version": package[1]}
        if about := _own_description(self._agent, told["name"]):
            told["about"] = about
        return told


def installed_agents() -> list[str]:
    """Return the seats of agents that installed packages bring: `python:NAME`."""
    return [f"{PYTHON}{name}" for name in plugins.names(plugins.AGENTS) if re.fullmatch(r"[\w.-]+", name)]


def load_agent(name: str) -> AgentFactory:
    """Return what makes the agent that a seat names, `python:module:Class` or `python:NAME`. Raises AgentError.

    A NAME is an entry point of `woozle.agents`. Modules are looked for where Python looks, and then in the working directory: an
    installed package is never hidden by a file.
    """
    found = _import_agent(name) if ":" in name.removeprefix(PYTHON) else _load_installed(name)
    return _Maker(found, name)


def _load_installed(name: str) -> Any:
    known = installed_agents()
    if name in known:
        try:
            return plugins.load(plugins.AGENTS, name.removeprefix(PYTHON), cast("type[Any]", Callable))[0]
        except plugins.PluginError as error:
            raise AgentError(str(error)) from None
    hint = f"write {PYTHON}MODULE:CLASS, as in {PYTHON}my_agents:Cautious"
    if not known:
        raise AgentError(f"{visible_line(name)!r} names no agent; no installed package brings one, so {hint}.")
    meant = closest_name(name.removeprefix(PYTHON), [seat.removeprefix(PYTHON) for seat in known])
    others = f"did you mean {PYTHON}{meant}?" if meant else f"choose from {', '.join(known)}, or {hint}."
    raise AgentError(f"{visible_line(name)!r} names no agent; {others}")


def _import_agent(name: str) -> Any:
    module, _, path = name.removeprefix(PYTHON).partition(":")
    if not all(part.isidentifier() for part in [*module.split("."), *path.split(".")]):
        raise AgentError(f"{visible_line(name)!r} names no agent; write {PYTHON}MODULE:CLASS, as in {PYTHON}my_agents:Cautious.")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        found: Any = import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except AttributeError:
        raise AgentError(f"{module} has no {path}; name a class, or a function without arguments, that it has.") from None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise AgentError(f"{module} cannot be imported: {_reason(error)}.") from None
        raise AgentError(
            f"There is no module {module} in this environment or in {here}; install it, or go to its folder."
        ) from None
    except _ERRORS as error:
        raise AgentError(f"{module} cannot be imported: {_reason(error)}.") from None
    return found


def _reason(error: BaseException, file: str | None = None) -> str:
    """Return what was raised, and at which line: of that file if it was there, else the innermost."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if not each.filename.startswith("<frozen")]
    at = next((each for each in reversed(frames) if each.filename == file), frames[-1] if frames else None)
    why = crash_reason(error, is_human=False)
    return f"{why} ({Path(at.filename).name}, line {at.lineno})" if at else why


def _own_description(agent: Agent, name: str) -> Mapping[str, Any]:
    describe = getattr(agent, "describe", None)
    if describe is None:
        return {}
    try:
        text = json.dumps(told := describe(), allow_nan=False)
    except _ERRORS as error:
        raise AgentError(f"{name} does not describe itself in JSON: {_reason(error)}.") from None
    if not isinstance(told, Mapping) or len(text) > _LONGEST_DESCRIPTION:
        raise AgentError(f"{name} has to describe itself by a mapping of at most {_LONGEST_DESCRIPTION:,} characters of JSON.")
    return cast("Mapping[str, Any]", json.loads(text))


class _RaisedError(Exception):
    """Whatever an agent raised: even its SystemExit or CancelledError ends nothing but its answer."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error


@coroutine
def _guard(call: Callable[[], Any]) -> Generator[Any, Any, Any]:
    """Await what an agent returns, and tell what it raises apart from what is thrown into it to end it.

    An agent that is cancelled has a moment to clean up. What it answers then is dropped. Raises _RaisedError.
    """
    steps: Any = None
    sent: Any = None
    thrown: BaseException | None = None
    is_told = True
    limit: _CleanupLimit | None = None
    try:
        while True:
            try:
                steps = steps or call().__await__()
                awaited = steps.send(sent) if thrown is None or is_told else steps.throw(thrown)
            except StopIteration as end:
                if thrown is None:
                    return end.value
                raise thrown from None
            except BaseException as error:
                raise thrown or _RaisedError(error) from None
            is_told = True
            try:
                sent = yield awaited
            except BaseException as error:
                if thrown is not None:  # it has had its moment
                    raise thrown from None
                thrown, is_told, limit = error, False, _CleanupLimit()
    finally:
        if limit:
            limit.lift()


class _CleanupLimit:
    """Cancels the task a second time, if an agent that was cancelled goes on for longer than it may."""

    def __init__(self) -> None:
        self._task = None
        with suppress(RuntimeError):  # a match driven by hand has no event loop
            self._task = asyncio.current_task()
        self._timer = self._task.get_loop().call_later(_CLEANUP, self._cancel) if self._task else None
        self._has_cancelled = False

    def _cancel(self) -> None:
        self._has_cancelled = True
        if self._task:
            self._task.cancel()

    def lift(self) -> None:
        """Take back the limit, and its own cancelling, which `asyncio.timeout` would otherwise count."""
        if self._timer:
            self._timer.cancel()
        if self._has_cancelled and self._task:
            self._task.uncancel()


@cache
def _package(module: str) -> tuple[str, str] | None:
    """Return the name and the version of the package that a module was installed with; None for a file."""
    for name in metadata.packages_distributions().get(module, ()):
        with suppress(metadata.PackageNotFoundError):
            return name, metadata.version(name)
    return None


_Calls: TypeAlias = "queue.SimpleQueue[Callable[[], None] | None]"

_MOMENT = 0.005
"""Seconds for which the event loop waits in place for an agent that was quick before: to be woken again costs more."""


class _Thread:
    """Runs the calls of one agent, one after another, in a thread that dies with the process, as those of a pool do not."""

    def __init__(self) -> None:
        self._calls: _Calls = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._is_quick = False  # whether the last call took no more than a moment
        self._left = 0.0  # when other work of the event loop last had its turn

    async def run(self, call: Callable[[], Any]) -> Any:
        """Return the result of the call. Raises _RaisedError for whatever it raises."""
        loop = asyncio.get_running_loop()
        result = _Result(loop, contextvars.copy_context(), call)
        if self._thread is None:
            self._thread = threading.Thread(target=_serve, args=(self._calls,), name="woozle agent", daemon=True)
            self._thread.start()
            weakref.finalize(self, self._calls.put, None)
        self._calls.put(result.run)
        if self._is_quick and result.is_there_within(_MOMENT):
            if loop.time() - self._left > _MOMENT:
                await asyncio.sleep(0)
                self._left = loop.time()
        else:
            await result.wait()
            self._left = loop.time()
        self._is_quick = result.seconds <= _MOMENT
        return result.take()


class _Result:
    """The result of a call in another thread. It is waited for in place, or in the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop, context: contextvars.Context, call: Callable[[], Any]) -> None:
        self.seconds = 0.0
        self._loop = loop
        self._context = context
        self._call = call
        self._value: Any = None
        self._error: BaseException | None = None
        self._future: asyncio.Future[None] | None = None
        self._is_over = threading.Lock()
        self._is_over.acquire()
        self._claim = threading.Lock()  # taken by the thread when the call is over, or earlier by the loop, which wants the result

    def run(self) -> None:
        """Call, in the other thread."""
        started = time.perf_counter()
        try:
            self._value = self._context.run(self._call)
        except BaseException as error:
            self._error = error
        self.seconds = time.perf_counter() - started
        is_awaited = not self._claim.acquire(blocking=False)
        self._is_over.release()
        if is_awaited:
            with suppress(RuntimeError):  # the loop is closed: nothing waits
                self._loop.call_soon_threadsafe(self._tell)

    def is_there_within(self, seconds: float) -> bool:
        return self._is_over.acquire(timeout=seconds)

    async def wait(self) -> None:
        self._future = self._loop.create_future()
        if self._claim.acquire(blocking=False):
            await self._future

    def take(self) -> Any:
        """Return the result, which is there. Raises _RaisedError."""
        if self._error is not None:
            raise _RaisedError(self._error)
        return self._value

    def _tell(self) -> None:
        if self._future and not self._future.done():
            self._future.set_result(None)


def _serve(calls: _Calls) -> None:
    while call := calls.get():
        call()


_PRINTS_OF: contextvars.ContextVar[str] = contextvars.ContextVar("prints_of", default="")
"""The seat whose agent runs in this context; empty for none whose prints are logged."""


class _Prints:
    """A standard stream that logs what named agents print, and passes on all else."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun: dict[str, str] = {}  # lines that are not ended yet, by seat: `print` writes in pieces

    def write(self, text: str) -> int:
        if not (name := _PRINTS_OF.get()):
            return self._stream.write(text)
        *lines, begun = f"{self._begun.get(name, '')}{text}".split("\n")
        self._begun[name] = begun[:_LONGEST_LINE]
        for line in filter(str.strip, lines):
            PRINTED.info("%s: %s", name, visible_line(line[:_LONGEST_LINE]))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _log_prints() -> None:
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is not None and type(stream) is not _Prints:
            setattr(sys, name, _Prints(stream))
