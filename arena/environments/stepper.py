"""Episodes for callers without an event loop, stepped as environments for training are."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from woozle.arena.environments.episode import Episode, MatchSeries, Setting, SlowPlayerError
from woozle.arena.play import models
from woozle.core.errors import InputError
from woozle.core.request import Request, Seat
from woozle.players.models.client_pool import ClientPool
from woozle.players.turn_player import Action, Turn

T = TypeVar("T")


class Stepper:
    """One episode after another of a setting. Bots need no event loop; for all other players one runs in a thread.

    A deep copy, and one that was pickled, go on from the same turns, and from then on neither changes the other. The copy of an
    episode that is recorded keeps no transcript of it; the episodes that it begins afterwards are recorded as usual.

    Args:
        about: What transcripts say of the agents: at least a `name`.
    """

    def __init__(self, setting: Setting, about: Mapping[str, Any]) -> None:
        """Raises ValueError with a sentence for what cannot be played."""
        self.setting = setting
        self._about = about
        self._series = MatchSeries()
        self._episode: Episode | None = None
        self._loop = None if _is_at_once(setting, about) else _LoopThread(has_models=setting.has_models)

    def __getstate__(self) -> dict[str, Any]:
        snapshot = self._episode.snapshot() if self._episode else None
        return {**self.__dict__, "_episode": snapshot, "_loop": self._loop is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        snapshot, has_loop = state["_episode"], state["_loop"]
        self.__dict__ = {**state, "_episode": None, "_loop": None}
        self._loop = _LoopThread(has_models=self.setting.has_models) if has_loop else None
        if snapshot:
            self._begin(lambda **more: Episode(self.setting.without_records(), about=self._about, snapshot=snapshot, **more))

    @property
    def episode(self) -> Episode:
        """The episode under way. Raises ValueError before the first."""
        if self._episode is None:
            raise InputError("The environment has to be reset before it is used.")
        return self._episode

    @property
    def turns(self) -> Mapping[Seat, Turn]:
        return self.episode.turns

    def open_request(self, seat: Seat) -> Request | None:
        """Return what a seat is asked now; None if it is asked nothing. Raises ValueError before the first episode."""
        turn = self.turns.get(seat)
        return turn.request if turn else None

    def reset(self, seed: int | None, number: int | None = None) -> None:
        """Leave the episode under way, and begin another. seed, number: as `MatchSeries.next` takes them."""
        seed, number = self._series.next(seed, number)
        self._leave()
        self._begin(lambda **more: Episode(self.setting, seed, number, about=self._about, **more))

    def step(self, *answered: tuple[Turn, Action]) -> None:
        """Answer turns, the oldest among them, and go on to the next ones. It takes no time on the clock."""
        if self._loop:
            self._loop.run(self._step(answered))
            return
        for turn, action in answered:
            turn.answer(action, 0.0)
        self.episode.go_on()

    def close(self) -> None:
        """Leave the episode under way; no other can be begun."""
        self._leave()
        if self._loop:
            self._loop.close()

    def _begin(self, make: Callable[..., Episode]) -> None:
        """Play an episode to its next turns."""
        if self._loop:
            self._episode = self._loop.run(_start(make, self._loop.hub))
        else:
            self._episode = make(is_by_hand=True)
            self._episode.begin()

    async def _step(self, answered: Sequence[tuple[Turn, Action]]) -> None:
        for turn, action in answered:
            turn.answer(action, 0.0)
        await self.episode.next_turns()

    def _leave(self) -> None:
        episode, self._episode = self._episode, None
        if episode and self._loop:
            self._loop.run(episode.leave())
        elif episode:
            episode.close()


async def _start(make: Callable[..., Episode], hub: ClientPool | None) -> Episode:
    episode = make(hub=hub)
    await episode.start()
    return episode


def _is_at_once(setting: Setting, about: Mapping[str, Any]) -> bool:
    """Return whether there is no one to wait for."""
    if setting.has_models or any(spec.kind == "agent" for spec in setting.seats):
        return False
    try:
        Episode(setting.without_records(), 0, about=about, is_by_hand=True).close()
    except SlowPlayerError:
        return False
    return True


class _LoopThread:
    """An event loop in a thread that dies with the process. It works in notebooks too, whose own loop is in use."""

    def __init__(self, *, has_models: bool) -> None:
        self.hub = models.hub() if has_models else None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=_run, args=(self._loop,), name="woozle environment", daemon=True)
        self._thread.start()
        self._end = weakref.finalize(self, self._loop.call_soon_threadsafe, self._loop.stop)  # copies are thrown away unclosed

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def close(self) -> None:
        if self.hub:
            self.run(self.hub.close())
        self._end()
        self._thread.join()


def _run(loop: asyncio.AbstractEventLoop) -> None:
    """Run an event loop until it is stopped, and end what is still in progress in it."""
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.get_loop().run_forever()
