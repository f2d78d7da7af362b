"""Woozle as an environment of OpenEnv: a server whose sessions are reset and stepped by OpenEnv's client, each with its own match.

Needs the extra `openenv`; nothing else imports it unasked.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable, Collection
from functools import partial
from importlib.metadata import version
from itertools import islice
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, ConcurrencyConfig, EnvironmentMetadata, Observation, State
from pydantic import Field

from woozle.arena.environments.episode import Episode, MatchSeries, Setting, plain_text, protocol_messages
from woozle.arena.http_server import Addresses, open_listener, serve_app, url_host
from woozle.arena.play import models
from woozle.core.errors import InputError
from woozle.core.line import texts
from woozle.core.match import Halt
from woozle.core.request import Seat
from woozle.core.words import narrate
from woozle.players.chats import turns_of
from woozle.players.models.client_pool import ClientPool
from woozle.players.registry import prompt
from woozle.players.seat_protocol import Narration
from woozle.players.turn_player import Action as TurnAction
from woozle.players.turn_player import Turn
from woozle.saves.disk import SaveError

MOST: Final = 200
"""Sessions at once, by default."""

IDLE: Final = 3600.0
"""Seconds after which a silent session is left, by default. Training may pause for minutes between steps."""

_ABOUT: Final = {"name": "openenv", "package": "openenv", "version": version("openenv")}
_LONGEST_TEXT = 100_000  # characters of an action; no answer is nearly as long
_LONGEST_FRAME = 1 << 20  # bytes of a message to the server


class WoozleAction(Action):
    """An answer: either `text`, parsed like a model's reply, or `answer`, the fields of the request's schema."""

    text: str | None = Field(
        default=None, max_length=_LONGEST_TEXT, description="What a model said; its answer is looked for in it."
    )
    answer: dict[str, Any] | None = Field(default=None, description="The fields of an answer, as the request's schema has them.")
    seconds: float = Field(default=0.0, ge=0, le=1e9, description="Seconds that the answer took, which some games score or limit.")


class WoozleObservation(Observation):
    """The observation of an agent. `metadata` is empty until the match is over.

    messages: what a model in the seat is sent, as OpenAI's protocol has it; empty when the match is over. text: the same as one
    text; at the end, what was new to the seat. seat: the seat whose turn it is. events, request: what is new, and the question, as
    messages of the seat protocol; `request` holds the schema and the choices of a legal answer, and is null when the match is over.
    """

    messages: list[dict[str, Any]]
    text: str
    seat: Seat
    events: dict[str, Any]
    request: dict[str, Any] | None


class WoozleEnvironment(Environment[WoozleAction, WoozleObservation, State]):
    """One session: a match at a time, in which one client answers for all agents, in turn.

    Rewards are 0 until the end, then those of `Episode`. Methods raise ValueError with a sentence, which the server sends to the
    client.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True
    REQUIRES_SINGLE_THREAD_EXECUTOR = True  # one thread that makes and closes all sessions, instead of one thread for each

    def __init__(self, setting: Setting, hub: ClientPool | None, leaving: set[asyncio.Task[None]]) -> None:
        """hub: the client pool for models, if any play. leaving: collects tasks to await before the event loop ends."""
        super().__init__()
        self._setting = setting
        self._hub = hub
        self._leaving = leaving
        self._series = MatchSeries()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._episode: Episode | None = None
        self._turn: Turn | None = None
        self._id: str | None = None
        self._steps = 0
        self._has_pictures = False
        self._is_closed = False

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> WoozleObservation:
        """Raises RuntimeError: matches need an event loop."""
        raise RuntimeError("Await reset_async instead.")

    def step(self, action: WoozleAction, timeout_s: float | None = None, **_: Any) -> WoozleObservation:
        """Raises RuntimeError: matches need an event loop."""
        raise RuntimeError("Await step_async instead.")

    async def reset_async(self, seed: Any = None, episode_id: Any = None, pictures: Any = False) -> WoozleObservation:
        """Leave the current match, begin another, and return its first turn.

        Args:
            seed: A whole number, at least 0 and below 2**63, that makes the chance reproducible; None for the next match of the
                session's last seed, or before any seed for secret chance.
            episode_id: A text of up to 255 characters, which `state` repeats; None for a new one.
            pictures: Whether requests show the game's pictures, and not only their descriptions.
        """
        self._check_open()
        if seed is not None and not (type(seed) is int and 0 <= seed < 2**63):
            raise InputError("The seed of a reset must be a whole number from 0 to 9223372036854775807, or null.")
        if episode_id is not None and not (isinstance(episode_id, str) and len(episode_id) <= 255):
            raise InputError("The episode_id of a reset must be a text of at most 255 characters, or null.")
        if pictures not in (True, False):
            raise InputError("The pictures of a reset must be true or false.")
        self._loop = asyncio.get_running_loop()
        await self._leave()
        self._id, self._steps, self._has_pictures = episode_id or uuid.uuid4().hex, 0, pictures
        seed, number = self._series.next(seed)
        self._episode = episode = Episode(self._setting, seed, number, about=_ABOUT, hub=self._hub, keeps_time=True)
        return await self._next(episode, episode.start())

    async def step_async(self, action: WoozleAction, timeout_s: float | None = None) -> WoozleObservation:
        """Answer the last turn shown, and return the next turn, or the end."""
        self._check_open()
        if not (episode := self._episode):
            raise InputError("No match has begun; reset the environment first.")
        if not (turn := self._turn):
            raise InputError("The match is over; reset the environment to begin another.")
        given: TurnAction | None = action.text if action.answer is None else action.answer
        if given is None or (action.text is not None and action.answer is not None):
            raise InputError("An action has either a text or an answer; give one of them.")
        self._steps += 1
        turn.answer(given, action.seconds)
        return await self._next(episode, episode.next_turns())

    async def _next(self, episode: Episode, coming: Awaitable[None]) -> WoozleObservation:
        """Wait for the next turns, and return the oldest as an observation, or the end."""
        try:
            await coming
        except Halt as halt:
            return self._end(episode, str(halt))
        except BaseException:  # nothing more can be observed of the match
            await self._leave()
            raise
        last, self._turn = self._turn, next(iter(episode.turns.values()), None)
        return self._observe(self._turn) if self._turn else self._end(episode, "", last)

    def _observe(self, turn: Turn) -> WoozleObservation:
        is_shown = self._has_pictures
        sent, more = (
            turn.messages(with_pictures=is_shown),
            protocol_messages(self._setting.game, turn, with_pictures=is_shown),
        )
        return WoozleObservation(messages=turns_of(sent), text=plain_text(sent), seat=turn.seat, reward=0.0, **more)

    def _end(self, episode: Episode, why: str, last: Turn | None = None) -> WoozleObservation:
        """Return the end. why: why the match could not go on, as one sentence; empty if it finished."""
        last, self._turn = last or self._turn, None
        seat, seen = (last.seat, last.observed) if last else (episode.agents[0], 0)
        speech, view = prompt(self._setting.game), episode.match.referee.view(seat)
        rewards = {agent: None if why else episode.reward(agent) for agent in episode.agents}
        outcome = episode.outcome
        results = {name: result.kind for name, result in outcome.results.items()} if outcome else {}
        reason = outcome.reason if outcome else why
        metadata = {
            "void": bool(why) or "void" in results.values(),
            "reason": reason,
            "rewards": rewards,
            "results": {agent: results[agent] for agent in episode.agents if agent in results},
            "figures": {agent: episode.figures(agent) for agent in episode.agents},
            "transcript": episode.folder.name if episode.folder else None,
        }
        told = [line for _, lines in islice(narrate(speech.words, view, seat), seen, None) for line in texts(lines)]
        return WoozleObservation(
            messages=[],
            text="\n".join([*told, "", f"The match is over. {reason}".rstrip()]).lstrip("\n"),
            seat=seat,
            events=Narration(speech, seat).events_message(view, seen).model_dump(by_alias=True),
            request=None,
            done=True,
            reward=rewards[seat],
            metadata=metadata,
        )

    @property
    def state(self) -> State:
        """The id of the episode and the number of steps; nothing about the match, since seats may know only what they observe."""
        return State(episode_id=self._id, step_count=self._steps)

    def get_metadata(self) -> EnvironmentMetadata:
        return EnvironmentMetadata(
            name=f"woozle-{self._setting.game}",
            description=f"A game of Woozle: {self._setting.game}, {len(self._setting.seats)} seats.",
            version=version("woozle"),
        )

    def close(self) -> None:
        """Leave the current match soon. The server calls this from its thread, or in the event loop."""
        self._is_closed = True
        if self._episode and self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._leave_soon)

    def _leave_soon(self) -> None:
        self._leaving.add(task := asyncio.ensure_future(self._leave()))
        task.add_done_callback(self._leaving.discard)

    async def _leave(self) -> None:
        episode, self._episode, self._turn = self._episode, None, None
        if episode:
            await episode.leave()

    def _check_open(self) -> None:
        if self._is_closed:
            raise InputError("Nothing was heard of this session for too long, and it was left; connect again.")


def application(
    setting: Setting,
    hub: ClientPool | None = None,
    *,
    most: int = MOST,
    idle: float = IDLE,
    leaving: set[asyncio.Task[None]] | None = None,
) -> FastAPI:
    """Return the web application of an environment, as OpenEnv serves it: a session for each WebSocket at `/ws`.

    Args:
        hub: The client pool for models, if any play.
        most: Sessions at once; further ones are refused.
        idle: Seconds after which a silent session is left.
        leaving: Collects tasks to await before the event loop ends.
    """
    app: FastAPI = create_fastapi_app(
        partial(WoozleEnvironment, setting, hub, set() if leaving is None else leaving),
        WoozleAction,
        WoozleObservation,
        env_name=f"woozle-{setting.game}",
        concurrency_config=ConcurrencyConfig(max_concurrent_envs=most, session_timeout=idle),
        mode="simulation",
    )

    @app.exception_handler(ValueError)
    @app.exception_handler(SaveError)
    async def tell(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"detail": str(error)}, 400)

    return app


async def serve(
    setting: Setting,
    host: str,
    port: int,
    *,
    names: Collection[str] = (),
    most: int = MOST,
    idle: float = IDLE,
    opened: Callable[[str], None],
) -> None:
    """Serve an environment until SIGINT or SIGTERM. Matches under way are then kept as unfinished.

    Args:
        port: 0 for any free port.
        names: Further names by which clients reach the server, with a port or without.
        opened: Called with the address, such as `http://127.0.0.1:8000`.

    Raises ValueError with a sentence if the server cannot listen on the address.
    """
    listener = open_listener(host, port, "--port")
    leaving: set[asyncio.Task[None]] = set()
    hub = models.hub() if setting.has_models else None
    app = application(setting, hub, most=most, idle=idle, leaving=leaving)
    reached = listener.getsockname()[1]
    try:
        opened(f"http://{url_host(host)}:{reached}")
        await serve_app(
            app,
            listener,
            Addresses.of_listener(host, reached, names),
            ws="websockets-sansio",
            ws_max_size=_LONGEST_FRAME,
            ws_per_message_deflate=False,  # a compressor for each session costs more memory than its match
        )
    finally:
        await asyncio.gather(*leaving, return_exceptions=True)
        if hub:
            await hub.close()
