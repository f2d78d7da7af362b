"""Matches side by side in one event loop: for players who wait, of whom one process can hold hundreds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator

from woozle.arena.play.setup import Ready
from woozle.core.match import Halt, Match


class Hall:
    """Where the matches of a run are played. All have the same players, so what halts one, halts all.

    finished: how many matches were. why: why nothing is begun any more, empty while it is. standing: why matches stand still for
    reasons of their own, by number.
    """

    def __init__(
        self, ready: Callable[[int], Ready | None], halted: Callable[[str], None], is_alone: Callable[[int], bool]
    ) -> None:
        """ready: makes a match ready; None for one that is over. halted: told when all are to halt, and why.

        is_alone: whether what halted a match halts no other.
        """
        self.finished = 0
        self.why = ""
        self.standing: dict[int, str] = {}
        self._ready = ready
        self._halted = halted
        self._is_alone = is_alone
        self._playing: dict[int, Match] = {}

    @property
    def playing(self) -> int:
        """How many matches are being played."""
        return len(self._playing)

    async def play(self, numbers: Iterable[int], places: int) -> None:
        """Play matches, so many at a time, until all are finished or stand still. Cancelling leaves each where it is."""
        left = iter(numbers)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(places):
                    group.create_task(self._play_in_turn(left))
        except ExceptionGroup as bugs:  # the others were cancelled by the first
            raise bugs.exceptions[0] from None

    def halt(self, why: str) -> None:
        """Begin nothing and ask nobody any more; `play` returns when the answers under way are kept."""
        self.why = self.why or why
        self._halted(why)
        for match in self._playing.values():
            match.halt(why)

    async def _play_in_turn(self, left: Iterator[int]) -> None:
        while not self.why and (number := next(left, None)):
            try:
                table = self._ready(number)
            except (ValueError, OSError) as error:  # a damaged transcript, say, or another process plays it
                self.standing[number] = str(error)
                continue
            if table is None or await self._is_played(number, table):
                self.finished += 1

    async def _is_played(self, number: int, table: Ready) -> bool:
        self._playing[number] = table.match
        try:
            await table.match.play()
        except Halt as halt:
            if self._is_alone(number):
                self.standing[number] = str(halt)
            else:
                self.halt(str(halt))
        except OSError as error:  # what is paid for can no longer be kept
            self.halt(str(error))
        else:
            return True
        finally:
            del self._playing[number]
            table.writer.close()
        return False
