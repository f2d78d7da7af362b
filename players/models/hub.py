"""Where all models of a process are asked: each endpoint is opened once, when somebody first needs it, behind its gate."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from woozle.core.games.quest.events import JUDGE
from woozle.core.games.undercover.events import ANALYST
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.usage import Budget
from woozle.players import registry
from woozle.players.backends.backend import Backend, BackendError, ModelInfo
from woozle.players.backends.door import Door
from woozle.players.models.config import LOCAL, ConfigError, Endpoint, ModelsConfig, Price, endpoint_name
from woozle.players.models.keys import Keys
from woozle.players.models.progress import Listen, unheard
from woozle.players.models.spec import ModelSpec

if TYPE_CHECKING:
    from woozle.players.backends.minutes import Minute
    from woozle.players.games.debate.estimator_models import ModelEstimator
    from woozle.players.games.undercover.image_editors import ApiEditor
    from woozle.players.models.player import ModelPlayer

PATIENCE = 15.0
"""Seconds for an endpoint to say what it has."""

_TOGETHER = 32  # replies that a model in this process decodes side by side

Open = Callable[[str, Endpoint | None, str | None], Backend]
"""Opens an endpoint: its name, what the file says of it, its key. None, None for what runs in this process."""

Minutes = Callable[[str, Endpoint], "Minute"]
"""What the gate of a name, before an endpoint, shares with other processes."""

IMAGES, FORCED = "images", "forced"
"""Ways of asking an endpoint that have a gate of their own."""


def gates(endpoint: str) -> list[str]:
    """The names of all gates that can stand before an endpoint."""
    return [endpoint, *(f"{endpoint} {way}" for way in (IMAGES, FORCED))]  # no endpoint has a name with a space


def nothing(sentence: str) -> None:
    """Tells nobody."""


class Hub:
    """The backends of a process, for all its seats and matches: they share connections, gates and the cache.

    It needs no event loop before somebody is asked, and belongs to the one in which that happens, until it is closed there.
    cache: the file of replies, None for no cache. tell: hears sentences about what does not work but is not needed. minute: what a
    gate shares with other processes, by its name; None for gates of this process alone.
    """

    def __init__(
        self,
        config: ModelsConfig,
        keys: Keys,
        cache: Path | None = None,
        tell: Callable[[str], None] = nothing,
        opened: Open | None = None,
        minute: Minutes | None = None,
    ) -> None:
        self.config = config
        self.keys = keys
        self._cache = cache
        self._tell = tell
        self._open = opened or _opened
        self._minute = minute
        self._servers: dict[str, Backend] = {}
        self._doors: dict[str, Door] = {}

    def server(self, name: str) -> Backend:
        """An endpoint itself, or what runs in this process, to be looked at. Raises ConfigError."""
        if name not in self._servers:
            if name == LOCAL:
                self._servers[name] = self._open(LOCAL, None, None)
            else:
                self._servers[name] = self._open(name, self.config.named(name), self.keys(name))
        return self._servers[name]

    async def listed(self, name: str) -> list[ModelInfo]:
        """The models that an endpoint has, or this process. Raises BackendError or ConfigError, without a key or an answer too."""
        # A keyring may take its time, or ask the person for a password.
        if name != LOCAL and (trouble := await asyncio.to_thread(self.keys.trouble, name)):
            raise BackendError("unauthorized", trouble)
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.server(name).models()
        except TimeoutError:
            where = f" at {visible_line(self.config.named(name).url)}" if name != LOCAL else ""
            raise BackendError("timeout", f"{name} does not answer{where}; see whether it is up.") from None

    def backend(self, spec: ModelSpec) -> Backend:
        """Where a model is asked: behind the gate of its endpoint, which all share. Raises ConfigError."""
        self.config.endpoint(spec)
        name = endpoint_name(spec)
        if name not in self._doors:
            self._doors[name] = Door(self._gated(name))
        return self._doors[name]

    def halt(self, why: str) -> None:
        """Let nobody ask any more: players halt with this sentence, those too who wait in line. What was sent is still heard."""
        for door in self._doors.values():
            door.shut(why)

    def _gated(self, name: str) -> Backend:
        endpoint = self.config.endpoints.get(name)
        return self._behind_gate(self.server(name), endpoint, endpoint.url if endpoint else LOCAL, name)

    def _behind_gate(self, server: Backend, endpoint: Endpoint | None, kept_as: str, name: str) -> Backend:
        """kept_as: tells replies of one server from those of another, where they are kept. name: of the gate."""
        from woozle.players.backends.gate import Gate, Pace

        pace = Pace(_TOGETHER)
        minute = self._minute(name, endpoint) if self._minute and endpoint else None
        if endpoint:
            pace = Pace(endpoint.concurrency, endpoint.requests_per_minute, endpoint.tokens_per_minute, endpoint.timeout)
        gate = Gate(server, pace, minute)
        if not self._cache:
            return gate
        from woozle.players.backends.cache import Cache

        return Cache(gate, self._cache, kept_as, self._tell)

    def price(self, spec: ModelSpec) -> Price | None:
        """What a model costs; None if nobody has said so."""
        return self.config.price(spec)

    def player(
        self, game: str, seat: Seat, spec: ModelSpec, seed: str, *, budget: Budget | None = None, listen: Listen = unheard
    ) -> ModelPlayer:
        """Whoever plays a seat as this model, or is an official as it. Raises ConfigError."""
        from woozle.players.models.player import ModelPlayer

        kind = ModelPlayer
        if seat == JUDGE:
            from woozle.players.games.quest.grader import Grader, asked_to_judge

            kind, spec = Grader, asked_to_judge(spec)
        elif seat == ANALYST:
            from woozle.players.games.undercover.analyst import VisionAnalyst
            from woozle.players.services.instructed import asked_plainly

            kind, spec = VisionAnalyst, asked_plainly(spec)
        return kind(
            seat,
            game,
            spec,
            self.backend(spec),
            seed=seed,
            price=self.price(spec),
            failures=self.config.failures,
            draw=None if seat in (JUDGE, ANALYST) else registry.pictures(game),
            budget=budget,
            listen=listen,
        )

    def editor(self, spec: ModelSpec, seed: str, budget: Budget | None = None) -> ApiEditor:
        """Whoever edits pictures as this model. Raises ConfigError."""
        from woozle.players.games.undercover.image_editors import ApiEditor

        return ApiEditor(spec, self._images(spec), seed=seed, price=self.price(spec), budget=budget)

    def estimator(self, spec: ModelSpec, seed: str, budget: Budget | None = None) -> ModelEstimator:
        """Whoever measures texts as this model. Raises ConfigError."""
        from woozle.players.games.debate.estimator_models import ApiEstimator, LocalEstimator, Sure

        failures = self.config.failures
        if spec.backend == LOCAL:
            return LocalEstimator(spec, cast("Sure", self.server(LOCAL)), seed=seed, failures=failures)
        backend, price = self._forced(spec), self.price(spec)
        return ApiEstimator(spec, backend, seed=seed, failures=failures, price=price, budget=budget)

    def _images(self, spec: ModelSpec) -> Backend:
        """Where pictures are edited: the same endpoint, asked in another way, behind a gate of its own."""
        endpoint = self.config.endpoint(spec)
        if endpoint is None or endpoint.kind != "openai":
            raise ConfigError(f"{spec} edits no pictures; name a server of OpenAI's protocol, as in openai:gpt-image-1.")
        from woozle.players.backends.openai_images import OpenAIImages

        return self._asked_otherwise(OpenAIImages, IMAGES, endpoint, endpoint_name(spec))

    def _forced(self, spec: ModelSpec) -> Backend:
        """Where a model is made to say a text, likewise."""
        endpoint = self.config.endpoint(spec)
        if endpoint is None or endpoint.kind != "openai":
            raise ConfigError(f"{spec} tells no log-probabilities of a given text; name a server of vLLM, or a local model.")
        from woozle.players.backends.openai_forced import OpenAIForced

        return self._asked_otherwise(OpenAIForced, FORCED, endpoint, endpoint_name(spec))

    def _asked_otherwise(self, opened: Callable[..., Backend], way: str, endpoint: Endpoint, where: str) -> Backend:
        """An endpoint behind a gate for this way of asking."""
        name = f"{where} {way}"
        if name not in self._doors:
            self._servers[name] = opened(endpoint.url, self.keys(where), timeout=endpoint.timeout, endpoint=where)
            self._doors[name] = Door(self._behind_gate(self._servers[name], endpoint, f"{endpoint.url} {way}", name))
        return self._doors[name]

    async def close(self) -> None:
        """Let go of all that was opened. It can be used again afterwards."""
        opened = {**self._servers, **self._doors}  # what stands behind a door is closed with it
        self._servers, self._doors = {}, {}
        for backend in opened.values():
            await backend.close()


def _opened(name: str, endpoint: Endpoint | None, key: str | None) -> Backend:
    if endpoint is None:
        from woozle.players.backends.local import Local

        return Local()
    if endpoint.kind == "ollama":
        from woozle.players.backends.ollama import Ollama

        return Ollama(endpoint.url, key, timeout=endpoint.timeout, endpoint=name)
    from woozle.players.backends.openai import OpenAI

    return OpenAI(endpoint.url, key, timeout=endpoint.timeout, endpoint=name)
