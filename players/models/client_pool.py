"""Clients of all endpoints of a process: each is opened once, when it is first needed, behind its rate limiter."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeAlias, TypeVar

from woozle.core.match import Player
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.usage import Budget
from woozle.players import registry
from woozle.players.backends import registry as backends
from woozle.players.backends.balance import BalancedClient
from woozle.players.backends.circuit_breaker import CircuitBreaker
from woozle.players.backends.model_client import BackendError, Extra, ModelClient, ModelInfo
from woozle.players.backends.readiness import Readiness
from woozle.players.backends.registry import ClientFactory, ServerOptions
from woozle.players.backends.server_errors import LOOKING
from woozle.players.models import extras
from woozle.players.models.config import ConfigError, Endpoint, ModelsConfig, Price, endpoint_name
from woozle.players.models.keys import Keys
from woozle.players.models.progress import Listen, unheard
from woozle.players.models.spec import ModelSpec

if TYPE_CHECKING:
    from woozle.players.models.player import Draw, ModelPlayer

T = TypeVar("T")

PATIENCE = 15.0
"""Seconds that an endpoint has to list its models."""

_TOGETHER = 32  # replies that a model in this process decodes side by side

Open = Callable[[str, Endpoint | None, str | None], ModelClient]
"""Opens a client, given the name of an endpoint, its settings and its key; None, None for a backend in this process."""

IMAGES, FORCED = "images", "forced"
"""Ways of asking an endpoint that have their own rate limiter."""


class ClientPool:
    """The clients of a process, for all its seats and matches: they share connections, rate limiters and the cache.

    It needs no event loop before the first request, and then belongs to that request's loop, until it is closed there.
    cache: the file of replies, None for no cache. tell: hears sentences about what does not work but is not needed, and about a
    server that is waited for. clock, sleep: of such waits and of rate limiters.
    """

    def __init__(
        self,
        config: ModelsConfig,
        keys: Keys,
        cache: Path | None = None,
        tell: Callable[[str], object] = lambda sentence: None,
        opened: Open | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.config = config
        self.keys = keys
        self._cache = cache
        self._tell = tell
        self._open = opened or _open_client
        self._clock = clock
        self._sleep = sleep
        self._ready: dict[str, Readiness] = {}
        self._servers: dict[str, ModelClient] = {}
        self._breakers: dict[str, CircuitBreaker] = {}

    def server(self, name: str) -> ModelClient:
        """Return the bare client of an endpoint, or of a backend in this process, to look at it. Raises ConfigError."""
        if name not in self._servers:
            if name in backends.in_process():
                self._servers[name] = self._open(name, None, None)
            else:
                self._servers[name] = self._open(name, self.config.find_endpoint(name), self.keys(name))
        return self._servers[name]

    async def list_models(self, name: str) -> list[ModelInfo]:
        """Return the models that an endpoint or a backend in this process has. Raises BackendError or ConfigError."""
        # A keyring may take its time, or ask the person for a password.
        is_here = name in backends.in_process()
        if not is_here and (trouble := await asyncio.to_thread(self.keys.trouble, name)):
            raise BackendError("unauthorized", trouble)
        try:
            async with asyncio.timeout(seconds := self.patience(name)):
                return await self.server(name).models()
        except TimeoutError:
            where = f" at {visible_line(self.config.find_endpoint(name).url)}" if not is_here else ""
            raise BackendError(
                "timeout", f"{name} does not answer{where} within {seconds:g} seconds; see whether it is up."
            ) from None

    async def wait_until_ready(self, name: str, ask: Callable[[], Awaitable[T]]) -> T:
        """Return what asking an endpoint returns, once it is ready. Raises BackendError, also if that takes too long."""
        waited = 0.0
        while True:
            try:
                return await ask()
            except BackendError as error:
                if not (pause := self._readiness(name).pause(error, waited)):
                    raise
            waited += pause
            await self._sleep(pause)

    def _readiness(self, name: str) -> Readiness:
        if name not in self._ready:
            self._ready[name] = Readiness(name, self._tell, self._clock)
        return self._ready[name]

    def patience(self, name: str) -> float:
        """Return how many seconds an endpoint has for what needs no model: longer than usual where its timeout was set so."""
        endpoint = self.config.endpoints.get(name)
        return max(PATIENCE, endpoint.timeout) if endpoint and "timeout" in endpoint.model_fields_set else PATIENCE

    def client(self, spec: ModelSpec) -> ModelClient:
        """Return the client of a model, behind the rate limiter of its endpoint, which all share. Raises ConfigError."""
        self.config.endpoint(spec)
        name = endpoint_name(spec)
        if where := self.keys.find_in(extras.values_of(spec.extra)):
            raise ConfigError(f"What {name} is sent beside a request holds a key of {where}; leave it out.")
        if name not in self._breakers:
            endpoint = self.config.endpoints.get(name)
            self._breakers[name] = CircuitBreaker(self._limit(self.server(name), name, endpoint.url if endpoint else name))
        return self._breakers[name]

    def halt(self, why: str) -> None:
        """Take no more requests: players halt with this sentence, those in the queue too. Replies to sent requests still count."""
        for breaker in self._breakers.values():
            breaker.shut(why)

    def _limit(self, server: ModelClient, name: str, kept_as: str) -> ModelClient:
        """Put a rate limiter and the cache before a client of an endpoint. kept_as: tells replies of servers apart."""
        from woozle.players.backends.rate_limiter import RateLimiter, RateLimits

        limits = RateLimits(_TOGETHER)
        if endpoint := self.config.endpoints.get(name):
            limits = RateLimits(endpoint.concurrency, endpoint.requests_per_minute, endpoint.tokens_per_minute, endpoint.timeout)
        limiter = RateLimiter(server, limits, clock=self._clock, sleep=self._sleep, readiness=self._readiness(name))
        if not self._cache:
            return limiter
        from woozle.players.backends.cache import ReplyCache

        return ReplyCache(limiter, self._cache, kept_as, self._tell)

    def price(self, spec: ModelSpec) -> Price | None:
        """Return the price of a model; None if it is unknown."""
        return self.config.price(spec)

    def image_client(self, spec: ModelSpec) -> ModelClient:
        """Return the client that edits pictures on the endpoint of a model, behind its own limits. Raises ConfigError."""
        opened = backends.backend(spec.backend).image_client
        if opened is None:
            able = [each.name for each in backends.backends() if each.image_client]
            raise ConfigError(f"{spec} edits no pictures; name a model of a backend that does ({', '.join(able)}).")
        return self._other_client(opened, IMAGES, spec)

    def scoring_client(self, spec: ModelSpec) -> ModelClient:
        """Return the client that scores given texts on the endpoint of a model, behind its own limits. Raises ConfigError."""
        opened = backends.backend(spec.backend).scoring_client
        if opened is None:
            raise ConfigError(f"{spec} tells no log-probabilities of a given text; name a server of vLLM, or a local model.")
        return self._other_client(opened, FORCED, spec)

    def _other_client(self, opened: ClientFactory, way: str, spec: ModelSpec) -> ModelClient:
        endpoint, where = self.config.endpoint(spec), endpoint_name(spec)
        assert endpoint is not None  # what runs in this process is its own client
        name = f"{where} {way}"
        if name not in self._breakers:
            self._servers[name] = _open_server(opened, where, endpoint, self.keys(where))
            self._breakers[name] = CircuitBreaker(self._limit(self._servers[name], where, f"{endpoint.url} {way}"))
        return self._breakers[name]

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        opened = {**self._servers, **self._breakers}  # what stands behind a door is closed with it
        self._servers, self._breakers = {}, {}
        for backend in opened.values():
            await backend.close()


@dataclass(frozen=True, slots=True)
class ModelSeating:
    """A seat or service that a model takes, with all that its player is made of. budget: None for no limit."""

    pool: ClientPool
    game: str
    seat: Seat
    spec: ModelSpec
    seed: str
    budget: Budget | None = None
    listen: Listen = unheard

    def player(self, kind: type[ModelPlayer], spec: ModelSpec, draw: Draw | None = None) -> ModelPlayer:
        """Return a player of that class, asked as `spec` says. draw: as ModelPlayer takes it. Raises ConfigError."""
        return kind(
            self.seat,
            self.game,
            spec,
            self.pool.client(spec),
            seed=self.seed,
            price=self.pool.price(spec),
            failures=self.pool.config.failures,
            draw=draw,
            budget=self.budget,
            listen=self.listen,
        )


def seat_model(seating: ModelSeating) -> ModelPlayer:
    """Return the player of a seat at the table. Raises ConfigError."""
    from woozle.players.models.player import ModelPlayer

    return seating.player(ModelPlayer, seating.spec, registry.pictures(seating.game))


MakePlayer: TypeAlias = Callable[[ModelSeating], Player]
"""Makes the player of a model; a service brings its own."""


def _open_client(name: str, endpoint: Endpoint | None, key: str | None) -> ModelClient:
    if endpoint is None:
        return backends.backend(name).client("", None, timeout=0.0, endpoint=name)
    return _open_server(backends.backend(endpoint.kind).client, name, endpoint, key)


def _open_server(opened: ClientFactory, name: str, endpoint: Endpoint, key: str | None) -> ModelClient:
    """Open a client of an endpoint, in front of all its servers."""
    extra = Extra(headers=endpoint.headers, query=endpoint.query)
    patience = max(LOOKING, endpoint.timeout) if "timeout" in endpoint.model_fields_set else LOOKING
    options = ServerOptions(extra, endpoint.cache_control, patience)
    clients = {url: opened(url, key, timeout=endpoint.timeout, endpoint=name, options=options) for url in endpoint.addresses}
    return clients[endpoint.url] if len(clients) == 1 else BalancedClient(clients)
