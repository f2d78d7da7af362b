"""Where all models of a process are asked: each endpoint is opened once, when somebody first needs it, behind its gate."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from woozle.core.games.quest.events import JUDGE
from woozle.core.request import Seat
from woozle.core.usage import Budget
from woozle.players import registry
from woozle.players.backends.backend import Backend
from woozle.players.backends.door import Door
from woozle.players.models.config import LOCAL, Endpoint, ModelsConfig, Price, endpoint_name
from woozle.players.models.keys import Keys
from woozle.players.models.progress import Listen, unheard
from woozle.players.models.spec import ModelSpec

if TYPE_CHECKING:
    from woozle.players.models.player import ModelPlayer

_TOGETHER = 32  # replies that a model in this process decodes side by side

Open = Callable[[str, Endpoint | None, str | None], Backend]
"""Opens an endpoint: its name, what the file says of it, its key. None, None for what runs in this process."""


def nothing(sentence: str) -> None:
    """Tells nobody."""


class Hub:
    """The backends of a process, for all its seats and matches: they share connections, gates and the cache.

    It needs no event loop before somebody is asked, and belongs to the one in which that happens, until it is closed there.
    cache: the file of replies, None for no cache. tell: hears sentences about what does not work but is not needed.
    """

    def __init__(
        self,
        config: ModelsConfig,
        keys: Keys,
        cache: Path | None = None,
        tell: Callable[[str], None] = nothing,
        opened: Open | None = None,
    ) -> None:
        self.config = config
        self.keys = keys
        self._cache = cache
        self._tell = tell
        self._open = opened or _opened
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
        from woozle.players.backends.gate import Gate, Pace

        endpoint = self.config.endpoints.get(name)
        pace = Pace(_TOGETHER)
        if endpoint:
            pace = Pace(endpoint.concurrency, endpoint.requests_per_minute, endpoint.tokens_per_minute, endpoint.timeout)
        gate = Gate(self.server(name), pace)
        if not self._cache:
            return gate
        from woozle.players.backends.cache import Cache

        return Cache(gate, self._cache, endpoint.url if endpoint else LOCAL, self._tell)

    def price(self, spec: ModelSpec) -> Price | None:
        """What a model costs; None if nobody has said so."""
        return self.config.price(spec)

    def player(
        self, game: str, seat: Seat, spec: ModelSpec, seed: str, *, budget: Budget | None = None, listen: Listen = unheard
    ) -> ModelPlayer:
        """Whoever plays a seat as this model, or judges as it. Raises ConfigError."""
        from woozle.players.models.player import ModelPlayer
        from woozle.players.officials.grader import Grader, asked_to_judge

        kind = ModelPlayer
        if seat == JUDGE:
            kind, spec = Grader, asked_to_judge(spec)
        return kind(
            seat,
            game,
            spec,
            self.backend(spec),
            seed=seed,
            price=self.price(spec),
            failures=self.config.failures,
            draw=None if seat == JUDGE else registry.pictures(game),
            budget=budget,
            listen=listen,
        )

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
