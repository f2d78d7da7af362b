"""Woozle as an environment of Prime Intellect's library `verifiers`: a match is an episode, with a trace for each agent's seat.

    vf-eval woozle-verifiers --env.taskset.game urn -n 10 -r 4 -m MODEL

Needs the extra `verifiers`. The library finds environments by the names of top-level modules: `woozle_verifiers` is this one.
"""

from __future__ import annotations

import asyncio
import itertools
import ssl
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from functools import cache
from typing import Any, Unpack

import verifiers.v1 as vf
from openai import AsyncOpenAI, DefaultAsyncHttpxClient
from pydantic import Field, model_validator
from verifiers.v1.dialects.chat import message_to_wire

from woozle.arena.arguments import GameName
from woozle.arena.environments.episode import RESULT, Episode, Setting, SettingOptions, setting
from woozle.arena.play import models
from woozle.core import registry
from woozle.core.request import Finish, Forfeit
from woozle.core.usage import NOTHING, Usage
from woozle.players.backends.model_client import Message
from woozle.players.chats import content_of, inline
from woozle.players.models.client_pool import ClientPool
from woozle.players.registry import sights
from woozle.players.turn_player import Turn

__all__ = ["WoozleConfig", "WoozleEnv", "WoozleEnvConfig", "WoozleHarness", "WoozleTask", "WoozleTaskset", "load_environment"]

ID = "woozle-verifiers"
"""The name by which the library finds this environment."""

FIRST_GAME = registry.names()[0]
"""The default game."""

_LONG = 1000  # characters of an error of the library


class WoozleConfig(vf.TasksetConfig):
    """The options under `--env.taskset.*`. Fields are those of `woozle.arena.environments.episode.setting`."""

    id: vf.ID = ID
    game: GameName = FIRST_GAME
    seats: str = ""
    preset: str = ""
    options: dict[str, Any] = Field(default_factory=dict)
    services: dict[str, str] = Field(default_factory=dict)
    reward: str = RESULT
    records: str | None = None
    seed: int = 1
    """With the number of a task, it determines the chance of its match, which is the same in all rollouts of the task."""
    pictures: bool = False
    """Whether the model is shown pictures that are also described in words."""
    timed: bool = False
    """Whether the model's time counts: if so, it is limited, and scored in games that score it."""

    def setting(self) -> Setting:
        """Return the common setting of all matches. Raises ValueError with a sentence."""
        return setting(**self.model_dump(include={"game", "seats", *SettingOptions.__annotations__}))

    def shows_pictures(self) -> bool:
        """Return whether the model is shown pictures: if that was chosen, or if there are no words for them."""
        return self.pictures or sights(self.game, self.setting().config) == "untold"

    @model_validator(mode="after")
    def _check(self) -> WoozleConfig:
        self.setting()
        return self


class WoozleData(vf.TaskData):
    """A match to play. seat: the seat of this trace; empty for the match as a whole."""

    game: str
    seed: int
    number: int
    seat: str = ""


class WoozleTask(vf.Task[WoozleData]):
    """A match to play."""

    @property
    def key(self) -> str:
        return str(self.data.id)  # the same for all seats of the match


class WoozleTaskset(vf.Taskset[WoozleTask, WoozleConfig]):
    """The endless series of matches of one seed, from number 1 on."""

    INFINITE = True

    def load(self) -> Iterator[WoozleTask]:
        game, seed = self.config.game, self.config.seed
        for number in itertools.count(1):
            name = f"{game}-{seed}-{number:04d}"
            yield WoozleTask(WoozleData(id=name, name=name, game=game, seed=seed, number=number), self.config.task)


class WoozleHarness(vf.Harness[vf.HarnessConfig]):
    """One call of the model for each turn, made in this process: no tools, no program and no sandbox.

    The messages of a turn hold all that a seat knows, so that those of earlier turns are not sent again.
    """

    APPENDS_SYSTEM_PROMPT = True
    SUPPORTS_RESUME = True
    EXECUTES_CODE = False
    NEEDS_CONTAINER = False

    async def launch(
        self,
        ctx: Any,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
    ) -> vf.ProgramResult:
        system, said = self.resolve_prompt(data)
        messages: list[Any] = [{"role": "system", "content": system}] if system else []
        messages += [{"role": "user", "content": said}] if isinstance(said, str) else map(message_to_wire, said or ())
        here = DefaultAsyncHttpxClient(trust_env=False, verify=_tls())  # the library's own server, which calls the model
        async with AsyncOpenAI(base_url=endpoint, api_key=secret, timeout=None, http_client=here) as client:
            await client.chat.completions.create(model=ctx.model, messages=messages)
        return vf.ProgramResult(exit_code=0, stdout="", stderr="")

    async def resume(
        self,
        ctx: Any,
        trace: vf.Trace,
        runtime: vf.Runtime,
        endpoint: str,
        secret: str,
        mcp_urls: dict[str, str],
        data: vf.TaskData,
        messages: Any,
        tool_interception_url: str | None = None,
    ) -> vf.ProgramResult:
        return await self.launch(ctx, trace, runtime, endpoint, secret, mcp_urls, data.model_copy(update={"prompt": [*messages]}))


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()  # it takes 30 ms


class WoozleEnvConfig(vf.EnvConfig):
    """The configuration. agent: the model in every agent's seat; several such seats are self-play with the same weights."""

    taskset: WoozleConfig = WoozleConfig()
    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig())


class WoozleEnv(vf.Env[WoozleEnvConfig]):
    """Matches in which a model takes the seats of agents, and bots, models or agents the others.

    A seat has a trace, with a branch for each turn: the messages that a model of Woozle's is sent in this seat, and its reply.
    Illegal replies are refused and asked for again, as the rules say. A model that the library stops (by a limit on turns, tokens
    or time) gives up all later questions of its seat, and the match goes on. A void match is an error in each trace, and has no
    rewards.
    """

    _hub: ClientPool | None = None

    async def start(self) -> None:
        """Open the client pool for models among the opponents."""
        if self.config.taskset.setting().has_models:
            self._hub = models.hub()

    async def stop(self) -> None:
        if self._hub:
            await self._hub.close()
            self._hub = None

    async def run(self, task: WoozleTask, agents: vf.Agents) -> None:
        """Play a match. Raises EnvError if a model cannot be asked."""
        data, model = task.data, agents.agent.config.model
        match = self.config.taskset.setting()
        about, timed = {"name": "verifiers", "model": model}, self.config.taskset.timed
        episode = Episode(match, data.seed, data.number, about=about, hub=self._hub, keeps_time=not timed)
        try:
            await episode.start()
            async with AsyncExitStack() as open_seats:
                seats = {
                    seat: _Seat(
                        await open_seats.enter_async_context(
                            agents.agent.interaction(task.with_data(seat=seat, system_prompt=None, prompt=None))
                        ),
                        self.config.taskset,
                        task.data.system_prompt or "",
                    )
                    for seat in episode.agents
                }
                while turns := episode.turns:
                    await asyncio.gather(*(seats[seat].take(turn) for seat, turn in turns.items()))
                    await episode.next_turns()
            for name, seat in seats.items():
                seat.record(name, episode)
        finally:
            await episode.leave()


class _Seat:
    """A model in a seat. system: the library's own system message, or an empty string."""

    def __init__(self, conversation: vf.Interaction, config: WoozleConfig, system: str) -> None:
        self._conversation = conversation
        self._config = config
        self._system = system
        self._is_over = False

    async def take(self, turn: Turn) -> None:
        """Answer a turn with the model's reply. Raises EnvError if it cannot be asked."""
        trace = self._conversation.trace
        if not self._is_over:
            said = await self._conversation.turn(self._messages(turn))
            if trace.errors:
                raise vf.EnvError(f"The model of {turn.seat} could not be asked: {trace.errors[-1].message[:_LONG]}")
            self._is_over = said.terminated
        if self._is_over:
            turn.answer(Forfeit("gave_up", f"Its rollout was stopped: {trace.stop_condition}."), 0.0)
            return
        call, reply = trace.calls[-1], said.messages[-1]
        turn.answer(
            reply.content or "",
            call.time.duration if self._config.timed else 0.0,
            _usage(call.usage),
            call.model or "",
            _FINISHES.get(call.finish_reason, "stop"),
            reply.reasoning_content or "",
        )

    def _messages(self, turn: Turn) -> list[Any]:
        """Return what the model is sent, after the library's own system message, if there is one."""
        sent = [_message(each) for each in turn.messages(with_pictures=self._config.shows_pictures())]
        if self._system and sent[0].role == "system":
            sent[0] = vf.SystemMessage(content=f"{self._system}\n\n{sent[0].content}")
        elif self._system:
            sent.insert(0, vf.SystemMessage(content=self._system))
        return sent

    def record(self, name: str, episode: Episode) -> None:
        """Write into the trace how the match ended for this seat. A trace without a reward counts as failed."""
        assert episode.outcome
        trace, what = self._conversation.trace, episode.setting.reward
        trace.info |= {"seat": name, "result": episode.outcome.results[name].kind, "outcome": episode.outcome.reason}
        if episode.folder:
            trace.info["transcript"] = str(episode.folder)
        if (reward := episode.reward(name)) is None:
            trace.record_error(vf.EnvError(f"The match says nothing of the {what} of {name}, which has no reward."))
        else:
            trace.record_reward(what, reward)
            trace.record_metrics(episode.figures(name))


_FINISHES: Mapping[str | None, Finish] = {"length": "length"}


class EnvironmentOptions(SettingOptions, total=False):
    """Options of `load_environment`, with those of `setting`."""

    seed: int
    pictures: bool
    timed: bool


def load_environment(game: str = FIRST_GAME, seats: str = "", **options: Unpack[EnvironmentOptions]) -> WoozleEnv:
    """Return an environment; the library's command line makes the same one from `--env.taskset.*`.

    Args:
        game, seats: As for `woozle.arena.environments.episode.setting`.
        options: Those of `setting`, and `seed`, `pictures` and `timed` as in WoozleConfig.

    Raises ValueError with a sentence if the setting cannot be played.
    """
    given = {name: each for name, each in options.items() if each is not None}
    return WoozleEnv(WoozleEnvConfig(taskset=WoozleConfig(game=game, seats=seats, **given)))


def _message(message: Message) -> Any:
    content = content_of(message.parts)
    if isinstance(content, str):
        return _ROLES[message.role](content=content)
    parts = [
        vf.TextContentPart(text=part)
        if isinstance(part, str)
        else vf.ImageUrlContentPart(image_url=vf.ImageUrlSource(url=inline(part)))
        for part in message.parts
    ]
    return _ROLES[message.role](content=parts)


_ROLES: Mapping[str, Any] = {"system": vf.SystemMessage, "user": vf.UserMessage, "assistant": vf.AssistantMessage}


def _usage(used: vf.Usage | None) -> Usage:
    if used is None:
        return NOTHING
    return Usage(
        1,
        used.input_tokens,
        used.completion_tokens,
        used.cost or 0.0,
        used.cached_input_tokens or 0,
        used.reasoning_tokens or 0,
        unpriced=int(used.cost is None),
    )
