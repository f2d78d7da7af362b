"""Tasks of Inspect, one for each installed game: `inspect eval woozle/ship --model openai/gpt-5-mini`.

Inspect loads this module through the entry point group `inspect_ai`; nothing of Woozle imports it. A sample is an Episode.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from anyio import CancelScope
from inspect_ai import Task, task
from inspect_ai._util.error import PrerequisiteError
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    ModelAPI,
    ModelOutput,
    ModelUsage,
    get_model,
    modelapi,
)
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.tool import ToolChoice, ToolInfo
from inspect_ai.util import LimitExceededError, collect, span

from woozle.arena.environments.episode import RESULT, Episode, Setting, setting
from woozle.arena.play import models
from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.plugins import PluginError
from woozle.core.request import Finish, Forfeit
from woozle.core.usage import NOTHING, Usage
from woozle.players.backends.model_client import Message
from woozle.players.chats import content_of, inline
from woozle.players.models.client_pool import ClientPool
from woozle.players.registry import sights
from woozle.players.turn_player import Turn
from woozle.saves.verify import verify

_REWARD: Final = "reward"  # the score beside the figures
_END: Final = "woozle"  # in the store of a sample
_LEVEL = 3  # of verification: the replies of models are parsed again
_FINISHES: Mapping[str, Finish] = {"max_tokens": "length", "model_length": "length", "content_filter": "filter"}


def _register(game: str, name: str) -> None:
    @task(name=name)
    def game_task(
        seats: str | Sequence[str] = "",
        preset: str = "",
        options: Mapping[str, Any] | None = None,
        services: Mapping[str, str] | None = None,
        matches: int = 10,
        seed: int = 1,
        reward: str = RESULT,
        records: str = "",
        pictures: bool = False,
    ) -> Task:
        """Return the evaluation of a model that plays a game.

        Args:
            seats: `agent` for each seat of the model, and the other players, as on Woozle's command line.
            preset, options, services: as for `woozle.play`.
            matches: number of samples. seed: of all of them; the sample of a number has the chance of that match of a run.
            reward: `result`, or the name of a figure.
            records: a folder for transcripts; empty keeps none.
            pictures: whether the model is shown pictures for which there are words too.
        """
        try:
            _check(options, services, matches, seed)
            chosen = setting(
                game,
                seats,
                preset=preset,
                options=options,
                services=services,
                reward=reward,
                records=Path(records).resolve() if records else None,
            )
            shows = pictures or sights(chosen.game, chosen.config) == "untold"
        except (InputError, PluginError) as error:
            raise PrerequisiteError(str(error).replace("[", r"\[")) from None
        return Task(
            dataset=MemoryDataset([_sample(chosen, seed, number) for number in range(1, matches + 1)], name=chosen.game),
            solver=play_match(chosen, shows),
            scorer=match_reward(),
            metrics=[mean(), stderr()],
            version=registry.game(chosen.game).version,
        )


def _check(options: Any, services: Any, matches: Any, seed: Any) -> None:
    """Raise ValueError, with a sentence, for values that the command line parsed as another type."""
    for name, given in (("options", options), ("services", services)):
        if not isinstance(given or {}, Mapping):
            raise InputError(f"{name} must be a map, such as -T '{name}={{name: value}}'.")
    if not (isinstance(matches, int) and isinstance(seed, int) and matches > 0):
        raise InputError("matches and seed must be whole numbers, and there must be one match at least.")


def _sample(chosen: Setting, seed: int, number: int) -> Sample:
    return Sample(
        id=f"{seed}-{number:04d}",
        input=f"A match of {chosen.game}; the model plays {', '.join(chosen.agents)}.",
        metadata={"seed": seed, "number": number},
    )


# A match


@solver
def play_match(chosen: Setting, shows_pictures: bool) -> Solver:
    """Return the solver in which the model under evaluation plays all agents of a match; each call holds all that a seat knows."""
    shared = _SharedPool(chosen)

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        async with shared.use() as pool:
            await _play(chosen, state, pool, shows_pictures=shows_pictures)
        return state

    return solve


class _SharedPool:
    """One client pool for all samples under way, so that they keep limits of rates together. None where no other model plays."""

    def __init__(self, chosen: Setting) -> None:
        self._is_needed = chosen.has_models
        self._pool: ClientPool | None = None
        self._users = 0

    @asynccontextmanager
    async def use(self) -> AsyncIterator[ClientPool | None]:
        if self._is_needed and not self._pool:
            self._pool = models.hub()
        self._users += 1
        try:
            yield self._pool
        finally:
            self._users -= 1
            if self._pool and not self._users:
                pool, self._pool = self._pool, None
                with CancelScope(shield=True):
                    await pool.close()


async def _play(chosen: Setting, state: TaskState, pool: ClientPool | None, *, shows_pictures: bool) -> None:
    """Play a match to its end. At a limit of Inspect the model forfeits whatever it is still asked, and the limit goes on up."""
    about = {"name": str(state.model), "library": "inspect_ai"}
    seed, number = state.metadata["seed"], state.metadata["number"]
    episode = Episode(chosen, seed, number, about=about, hub=pool, keeps_time=True)
    state.messages = []

    async def ask(turn: Turn) -> None:
        async with span(turn.seat):
            await _ask(turn, state, shows_pictures=shows_pictures)

    try:
        await episode.start()
        while not episode.outcome:
            await collect(*map(ask, episode.turns.values()))
            await episode.next_turns()
    except (LimitExceededError, asyncio.CancelledError) as limit:
        with CancelScope(shield=not chosen.has_models):  # bots answer at once
            await _forfeit(episode, getattr(limit, "message", "The time of the sample is over."))
        raise
    finally:
        with CancelScope(shield=True):
            await episode.leave()
        _keep_end(episode, state)


async def _ask(turn: Turn, state: TaskState, *, shows_pictures: bool) -> None:
    """Ask the model for the answer of a turn, by the messages that a model of Woozle's is sent in its seat.

    The sample keeps of them what was not there before: the system message once, and then each question with its reply.
    """
    sent = [_chat_message(message) for message in turn.messages(with_pictures=shows_pictures)]
    is_first = turn.number == turn.asked == 1
    for message in sent if is_first else sent[-1:]:
        state.messages.append(message)  # raises at the limit of messages
    output = await get_model().generate(sent)
    state.output = output
    seconds, finish = round(output.time or 0.0, 3), _FINISHES.get(output.stop_reason, "stop")
    turn.answer(output.completion, seconds, _usage(output), output.model, finish, _reasoning(output))
    state.messages.append(output.message)


def _chat_message(message: Message) -> ChatMessage:
    content = content_of(message.parts)
    if isinstance(content, str):
        return _ROLES[message.role](content=content)
    parts = [ContentText(text=part) if isinstance(part, str) else ContentImage(image=inline(part)) for part in message.parts]
    return _ROLES[message.role](content=parts)


_ROLES: Mapping[str, type[ChatMessageSystem | ChatMessageAssistant | ChatMessageUser]] = {
    "system": ChatMessageSystem,
    "assistant": ChatMessageAssistant,
    "user": ChatMessageUser,
}


async def _forfeit(episode: Episode, why: str) -> None:
    while not episode.outcome:
        for turn in episode.turns.values():
            turn.answer(Forfeit("gave_up", why))
        await episode.next_turns()


def _usage(output: ModelOutput) -> Usage:
    if not (used := output.usage):
        return NOTHING
    cached, written = used.input_tokens_cache_read or 0, used.input_tokens_cache_write or 0
    return Usage(
        calls=1,
        tokens_in=used.input_tokens + cached + written,
        tokens_out=used.output_tokens,
        dollars=used.total_cost or 0.0,
        tokens_cached=cached,
        tokens_reasoning=used.reasoning_tokens or 0,
        tokens_cache_write=written,
        unpriced=int(used.total_cost is None),
    )


def _reasoning(output: ModelOutput) -> str:
    parts = output.message.content if output.choices else ()
    return "\n".join(part.reasoning for part in parts if isinstance(part, ContentReasoning))


# A model that needs no network


@modelapi(name="woozle")
class NonsenseModel(ModelAPI):
    """A model for trying tasks out: `--model woozle/nonsense`. It says the same whatever it is asked, and needs no network.

    Inspect's own `mockllm` counts tokens by a vocabulary that is downloaded when it is first used.
    """

    async def generate(
        self, input: list[ChatMessage], tools: list[ToolInfo], tool_choice: ToolChoice, config: GenerateConfig
    ) -> ModelOutput:
        output = ModelOutput.from_content(f"woozle/{self.model_name}", _NONSENSE)
        tokens_in, tokens_out = sum(_estimate(message.text) for message in input), _estimate(_NONSENSE)
        output.usage = ModelUsage(input_tokens=tokens_in, output_tokens=tokens_out, total_tokens=tokens_in + tokens_out)
        return output


_NONSENSE = "The moon is a good listener, but it never answers."


def _estimate(text: str) -> int:
    """Return about how many tokens an English text has."""
    return -(-len(text) // 4)


# Its scores

_UNSCORED: Mapping[str, str] = {
    "unfinished": "The match did not finish.",
    "void": "A technical failure stopped a seat, so the match says nothing.",
    "no_figure": "The match has nothing of this figure.",
}


def _keep_end(episode: Episode, state: TaskState) -> None:
    """Keep in the state how a match ended. Each figure is its own score, since not every match has all of them."""
    outcome, folder = episode.outcome, episode.folder
    results = {seat: result.kind for seat, result in outcome.results.items()} if outcome else {}
    rewards = {seat: episode.reward(seat) for seat in episode.agents} if outcome else {}
    is_void = "void" in results.values()
    unscored = "unfinished" if not outcome else "void" if is_void else "no_figure" if set(rewards.values()) == {None} else ""
    state.store.set(
        _END,
        {
            "unscored": unscored,
            "rewards": rewards,
            "results": results,
            "reason": outcome.reason if outcome else "",
            "transcript": str(folder) if folder else None,
            "verified": verify(folder, _LEVEL).is_verified if folder else None,
        },
    )
    if not outcome or is_void:
        return
    figures = [episode.figures(seat) for seat in episode.agents]
    names = dict.fromkeys(name for each in figures for name in each if name != _REWARD)
    means = {name: fmean(each[name] for each in figures if name in each) for name in names}
    state.scores = {**(state.scores or {}), **{name: Score(value=value) for name, value in means.items()}}


@scorer(metrics=[mean(), stderr()], name=_REWARD)
def match_reward() -> Scorer:
    """Return the scorer of the reward: of several agents, the mean. A match that says nothing is not scored."""

    async def score(state: TaskState, target: Target) -> Score:
        end = state.store.get(_END) or {"unscored": "unfinished"}
        if why := end["unscored"]:
            return Score.unscored(reason=why, explanation=_UNSCORED[why], metadata=end)
        value = fmean(reward for reward in end["rewards"].values() if reward is not None)
        kinds = ", ".join(end["results"][seat] for seat in end["rewards"])
        return Score(value=value, answer=kinds, explanation=end["reason"], metadata=end)

    return score


for _game in registry.names():
    for _name in {_game, _game.replace("_", "-")}:
        _register(_game, _name)
