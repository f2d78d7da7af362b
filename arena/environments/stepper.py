"""Episodes for callers without an event loop, stepped as environments for training are."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from woozle.arena.environments.episode import Episode, Setting, SlowPlayerError
from woozle.arena.play import models
from woozle.core.errors import InputError
from woozle.core.request import Seat
from woozle.players.models.client_pool import ClientPool
from woozle.players.turn_player import Action, Turn

T = TypeVar("T")


class Stepper:
    """One episode after another of a setting. Bots need no event loop; for all other players one runs in a thread.

    Args:
        about: What transcripts say of the agents: at least a `name`.
    """

    def __init__(self, setting: Setting, about: Mapping[str, Any]) -> None:
        """Raises ValueError with a sentence for what cannot be played."""
        self.setting = setting
        self._about = about
        self._episode: Episode | None = None
        self._loop = None if _is_at_once(setting, about) else _LoopThread(has_models=setting.has_models)

    @property
    def episode(self) -> Episode:
        """The episode under way. Raises ValueError before the first."""
        if self._episode is None:
            raise InputError("The environment has to be reset before it is used.")
        return self._episode

    @property
    def turns(self) -> Mapping[Seat, Turn]:
        return self.episode.turns

    def reset(self, seed: int | None, number: int = 1) -> None:
        """Leave the episode under way, and begin another. seed, number: as for an Episode."""
        self._leave()
        if self._loop:
            self._episode = self._loop.run(self._start(seed, number, self._loop.hub))
        else:
            self._episode = Episode(self.setting, seed, number, about=self._about, is_by_hand=True)
            self._episode.begin()

    def step(self, *answered: tuple[Turn, Action]) -> None:
        """Answer turns, the oldest among them, and come to the next ones. It counts as no time at all."""
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

    async def _start(self, seed: int | None, number: int, hub: ClientPool | None) -> Episode:
        episode = Episode(self.setting, seed, number, about=self._about, hub=hub)
        await episode.start()
        return episode

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


def _is_at_once(setting: Setting, about: Mapping[str, Any]) -> bool:
    """Return whether nobody has to be waited for."""
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
        self._thread = threading.Thread(target=self._loop.run_forever, name="woozle environment", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def close(self) -> None:
        if self.hub:
            self.run(self.hub.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
