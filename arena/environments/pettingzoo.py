"""Woozle as environments of PettingZoo: AEC, an agent at a time, and parallel, all agents that are asked at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from random import Random
from typing import Any, Literal, TypeAlias, Unpack, get_args

import gymnasium
from gymnasium.spaces import Dict
from pettingzoo import AECEnv, ParallelEnv

from woozle.arena.arguments import Seating, check_choice, check_mapping
from woozle.arena.environments.episode import SettingOptions, plain_text, protocol_messages, setting
from woozle.arena.environments.stepper import Stepper
from woozle.core import registry
from woozle.core.deep_copy import deep_copy
from woozle.core.errors import InputError
from woozle.core.request import Forfeit, Request, Seat
from woozle.players.chats import turns_of
from woozle.players.models.seat_prompt import SeatPrompt
from woozle.players.random_bot import random_answer
from woozle.players.turn_player import Action, Turn

Form: TypeAlias = Literal["text", "json"]
"""The form of observations and answers: text, as language models have it, or objects of JSON, as the seat protocol has them."""

Observation: TypeAlias = dict[str, Any]
"""`messages`, and beside them `text`; or `events` and `request`, the messages of the seat protocol."""

_SEEDS = 2**32


class ActionSpace(gymnasium.Space[Any]):
    """Answers of one agent: a text that is read as a model's reply is, or the fields of an answer.

    Samples are legal answers to what the agent is asked now, drawn from its JSON schema; an empty one if it is asked nothing.
    """

    def __init__(self, form: Form, request: Callable[[], Request | None]) -> None:
        super().__init__()
        self._form = form
        self._request = request

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Return a legal answer to the request that is open. Masks are not needed."""
        request = self._request()
        if request is None:
            return "" if self._form == "text" else {}
        answer = random_answer(request, Random(int(self.np_random.integers(_SEEDS))))
        return answer.model_dump_json() if self._form == "text" else answer.model_dump(mode="json")

    def contains(self, x: Any) -> bool:
        """Return whether it has the form of an answer. Legality is up to the rules, which ask again for an illegal one."""
        return isinstance(x, str if self._form == "text" else Mapping)

    @property
    def is_np_flattenable(self) -> bool:
        return False


class _Said(gymnasium.Space[Any]):
    """A space of texts, or of mappings: parts of an observation."""

    def __init__(self, kind: type) -> None:
        super().__init__()
        self._kind = kind

    def contains(self, x: Any) -> bool:
        return isinstance(x, self._kind)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return self._kind()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Said) and other._kind is self._kind

    __hash__ = None  # type: ignore[assignment]

    @property
    def is_np_flattenable(self) -> bool:
        return False


class _Environment:
    """The common part of both environments: a Stepper, the spaces, and the observations of each agent."""

    def __init__(
        self, game: str, seats: str | Sequence[Seating], form: Form, *, pictures: bool, **more: Unpack[SettingOptions]
    ) -> None:
        check_choice("form", form, get_args(Form))
        check_choice("pictures", pictures, (True, False))
        self.setting = setting(game, seats, **more)
        self.agents = list(self.setting.agents)
        self.stepper = Stepper(self.setting, {"name": "pettingzoo"})
        self.form = form
        parts: dict[str, gymnasium.Space[Any]] = {"messages": _Said(list), "text": _Said(str)}
        if form == "json":
            parts = {"messages": _Said(list), "events": _Said(Mapping), "request": _Said(Mapping)}
        self.observation_spaces = {agent: Dict(parts) for agent in self.agents}
        self.action_spaces = {agent: ActionSpace(form, partial(self.stepper.open_request, agent)) for agent in self.agents}
        self._pictures = pictures
        self.name = f"woozle_{self.setting.game}_v{registry.game(self.setting.game).version}"

    def reset(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Begin an episode. options: `number`, which match of the seed; by default the first, or the one after the last."""
        options = {} if options is None else options
        check_mapping("options", options, "{'number': 2}")
        self.stepper.reset(seed, options.get("number"))

    def check_agent(self, agent: Seat) -> None:
        """Raise ValueError for a name that no agent has."""
        if agent not in self.action_spaces:
            raise InputError(f"There is no agent {agent!r}; choose from {', '.join(self.agents)}.")

    def check_active(self, agents: Sequence[Seat]) -> None:
        """Raise ValueError if no agent is left to act, since the episode is over or was never begun."""
        if not agents:
            raise InputError("No agent can act before the environment is reset, or after the end of its episode; reset it.")

    def observe(self, agent: Seat) -> Observation:
        """Return the prompt of an agent that is asked something, as an Observation; an empty one otherwise.

        `text` is that of the messages without the system message; `events` are those since the agent's last turn.
        """
        self.check_agent(agent)
        turn = self.stepper.turns.get(agent)
        if turn is None:
            return {"messages": [], **({"text": ""} if self.form == "text" else {"events": {}, "request": {}})}
        is_json = self.form == "json"
        sent = turn.messages(with_pictures=self._pictures and is_json)
        if is_json:
            more = protocol_messages(self.setting.game, turn, with_pictures=self._pictures)
        else:
            more = {"text": plain_text([message for message in sent if message.role != "system"])}
        return {"messages": turns_of(sent), **more}

    def guide(self, agent: Seat) -> str:
        """Return who an agent is and how it is to answer: the system message of a language model, or an empty string."""
        self.check_agent(agent)
        return SeatPrompt(self.setting.game, agent).system(self.stepper.episode.match.referee.view(agent))

    def figures(self, agent: Seat) -> dict[str, float]:
        """Return all that is measured of an agent when the episode is over, as `woozle report` names it; it may take a while."""
        self.check_agent(agent)
        return self.stepper.episode.figures(agent)

    def ends(self) -> tuple[dict[Seat, float], dict[Seat, bool], dict[Seat, bool], dict[Seat, dict[str, Any]]]:
        """Return rewards, terminations, truncations and infos of all agents; zeros, and nothing, before the end.

        A void seat is truncated, with the reward 0: what it did must not be learned from.
        """
        episode, agents = self.stepper.episode, self.agents
        if not (outcome := episode.outcome):
            nothing = dict.fromkeys(agents, False)
            return dict.fromkeys(agents, 0.0), nothing, nothing.copy(), {agent: {} for agent in agents}
        rewards = {agent: episode.reward(agent) for agent in agents}
        folder = {"transcript": str(episode.folder)} if episode.folder else {}
        infos = {}
        for agent in agents:
            result = outcome.results[agent]
            infos[agent] = {"result": result.kind, "numbers": dict(result.numbers), "reason": outcome.reason, **folder}
        return (
            {agent: reward or 0.0 for agent, reward in rewards.items()},
            {agent: reward is not None for agent, reward in rewards.items()},
            {agent: reward is None for agent, reward in rewards.items()},
            infos,
        )


class WoozleAEC(AECEnv[Seat, Observation, Action]):
    """A game as an AEC environment: agents act in the order in which they are asked. Made by `aec_env`.

    Infos hold `choices`, the legal values of some fields of the answer, for the agent that is selected; and at the end the `result`
    of an agent, its `numbers`, the `reason`, and the folder of the `transcript`, if one is kept.
    """

    def __init__(self, environment: _Environment, render_mode: str | None) -> None:
        super().__init__()
        check_choice("render_mode", render_mode, (None, "ansi"))
        self._environment = environment
        self.guide, self.figures = environment.guide, environment.figures
        self.metadata = {"name": environment.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.possible_agents = list(environment.agents)
        self.agents: list[Seat] = []
        self.agent_selection = self.possible_agents[0]
        self._turn: Turn | None = None

    def __copy__(self) -> WoozleAEC:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_turn": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__ = state
        if self.agents:
            self._turn = self._next_turn()

    def observation_space(self, agent: Seat) -> gymnasium.Space[Observation]:
        self._environment.check_agent(agent)
        return self._environment.observation_spaces[agent]

    def action_space(self, agent: Seat) -> gymnasium.Space[Action]:
        self._environment.check_agent(agent)
        return self._environment.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin an episode: match 1 of a seed; without one, the match after the last. options: `number`, which match instead."""
        self._environment.reset(seed, options)
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards, self.terminations, self.truncations, self.infos = self._environment.ends()
        self._select()

    def step(self, action: Action | None) -> None:
        """Take the action of the agent that is selected. What is illegal is refused, and the same agent is asked again."""
        self._environment.check_active(self.agents)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self._turn
        self.infos[agent] = {}
        self._environment.stepper.step((self._turn, _action_or_forfeit(action)))
        if self._environment.stepper.episode.outcome:  # there are no rewards before
            self.rewards, self.terminations, self.truncations, self.infos = self._environment.ends()
            self._accumulate_rewards()
        self._select()

    def observe(self, agent: Seat) -> Observation:
        return self._environment.observe(agent)

    def render(self) -> str:
        """Return the observation of the selected agent."""
        return str(self.observe(self.agent_selection))

    def close(self) -> None:
        self._environment.stepper.close()

    def _select(self) -> None:
        self._turn = self._next_turn()
        if self._turn:
            self.agent_selection = self._turn.seat
            self.infos[self._turn.seat] = {"choices": deep_copy(self._turn.request.choices)}
        else:
            self.agent_selection = self.possible_agents[0]

    def _next_turn(self) -> Turn | None:
        return next(iter(self._environment.stepper.turns.values()), None)


class WoozleParallel(ParallelEnv[Seat, Observation, Action]):
    """A game as a parallel environment: all agents that are asked answer at once, others wait. Made by `parallel_env`.

    Infos are as in the AEC environment, and say which agents are asked (`is_asked`).
    """

    def __init__(self, environment: _Environment, render_mode: str | None) -> None:
        check_choice("render_mode", render_mode, (None, "ansi"))
        self._environment = environment
        self.guide, self.figures = environment.guide, environment.figures
        self.metadata = {"name": environment.name, "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = list(environment.agents)
        self.agents: list[Seat] = []

    def __copy__(self) -> WoozleParallel:
        return deepcopy(self)

    def observation_space(self, agent: Seat) -> gymnasium.Space[Observation]:
        self._environment.check_agent(agent)
        return self._environment.observation_spaces[agent]

    def action_space(self, agent: Seat) -> gymnasium.Space[Action]:
        self._environment.check_agent(agent)
        return self._environment.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[Seat, Observation], dict[Seat, dict[str, Any]]]:
        """Begin an episode: match 1 of a seed; without one, the match after the last. options: `number`, which match instead."""
        self._environment.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos({agent: {} for agent in self.agents})

    def step(
        self, actions: Mapping[Seat, Action]
    ) -> tuple[dict[Seat, Observation], dict[Seat, float], dict[Seat, bool], dict[Seat, bool], dict[Seat, dict[str, Any]]]:
        """Take the actions of all agents that are asked; those of others are not looked at. An agent that gives none forfeits."""
        self._environment.check_active(self.agents)
        check_mapping("actions", actions, "{'Ada': 'an answer'}")
        turns = self._environment.stepper.turns
        self._environment.stepper.step(*((turn, _action_or_forfeit(actions.get(agent))) for agent, turn in turns.items()))
        rewards, terminations, truncations, infos = self._environment.ends()
        observations, infos = self._observations(), self._infos(infos)
        if self._environment.stepper.episode.outcome:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def render(self) -> str:
        """Return what each agent reads."""
        return "\n\n".join(f"{agent}: {self._environment.observe(agent)}" for agent in self.possible_agents)

    def close(self) -> None:
        self._environment.stepper.close()

    def _observations(self) -> dict[Seat, Observation]:
        return {agent: self._environment.observe(agent) for agent in self.agents}

    def _infos(self, infos: dict[Seat, dict[str, Any]]) -> dict[Seat, dict[str, Any]]:
        """Add the agents that are asked, and their choices."""
        turns = self._environment.stepper.turns
        asked = {agent: {"choices": deep_copy(turn.request.choices)} for agent, turn in turns.items()}
        return {agent: {**info, "is_asked": agent in turns, **asked.get(agent, {})} for agent, info in infos.items()}


def _action_or_forfeit(action: Action | None) -> Action:
    return Forfeit("gave_up") if action is None else action


def aec_env(
    game: str,
    seats: str | Sequence[Seating] = "",
    *,
    form: Form = "text",
    pictures: bool = False,
    render_mode: str | None = None,
    **more: Unpack[SettingOptions],
) -> WoozleAEC:
    """Return a game as an AEC environment. Raises InputError with a sentence for what cannot be played.

    Args:
        seats: `agent` for each agent of the environment, and the other players, as on the command line: `agent*2,bot*3`.
        form: `text` or `json`.
        pictures: whether JSON holds what there is to see; else it is described in words, where there are any.
        more: `preset`, `options` and `services` as for `woozle.play`; `reward`: `result`, which is 1 for a match won, 0.5 for one
            drawn and else 0, or the name of a figure of each seat; `records`: a folder for the transcripts of all episodes.
    """
    return WoozleAEC(_Environment(game, seats, form, pictures=pictures, **more), render_mode)


def parallel_env(
    game: str,
    seats: str | Sequence[Seating] = "",
    *,
    form: Form = "text",
    pictures: bool = False,
    render_mode: str | None = None,
    **more: Unpack[SettingOptions],
) -> WoozleParallel:
    """Return a game as a parallel environment. Arguments and errors are those of `aec_env`."""
    return WoozleParallel(_Environment(game, seats, form, pictures=pictures, **more), render_mode)
