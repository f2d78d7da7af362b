"""Matches side by side in one event loop, for players who wait: one process holds hundreds of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator

from woozle.arena.play.setup import Ready
from woozle.core.errors import InputError
from woozle.core.match import Halt, Match


class Coordinator:
    """Plays the matches of a run side by side. All have the same players, so whatever halts one match usually halts all of them.

    Attributes:
        finished: The number of finished matches.
        why: Why no more matches are begun; empty while they are.
        standing: Why single matches stand still, by their number.
    """

    def __init__(
        self,
        open_match: Callable[[int], Ready | None],
        on_halt: Callable[[str], None],
        halts_alone: Callable[[int], bool],
        on_end: Callable[[int], None] = lambda number: None,
    ) -> None:
        """Prepare to play.

        Args:
            open_match: Open a match by its number; return None for one that is over.
            on_halt: Called with the reason when all matches are to halt.
            halts_alone: Return whether the reason that halted this match concerns no other.
            on_end: Called with the number of each match that is finished.
        """
        self.finished = 0
        self.why = ""
        self.standing: dict[int, str] = {}
        self._open_match = open_match
        self._on_halt = on_halt
        self._halts_alone = halts_alone
        self._on_end = on_end
        self._playing: dict[int, Match] = {}

    @property
    def playing(self) -> int:
        return len(self._playing)

    async def play(self, numbers: Iterable[int], concurrency: int) -> None:
        """Play matches, `concurrency` at a time, until all are finished or stand still. Cancelling leaves each where it is."""
        left = iter(numbers)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(concurrency):
                    group.create_task(self._play_in_turn(left))
        except ExceptionGroup as bugs:  # the others were cancelled by the first
            raise bugs.exceptions[0] from None

    def halt(self, why: str) -> None:
        """Begin no match and ask no player any more; `play` returns once the answers under way are kept."""
        self.why = self.why or why
        self._on_halt(why)
        for match in self._playing.values():
            match.halt(why)

    async def _play_in_turn(self, left: Iterator[int]) -> None:
        while not self.why and (number := next(left, None)):
            try:
                ready = self._open_match(number)
            except (InputError, OSError) as error:  # a damaged transcript, say, or another process plays it
                self.standing[number] = str(error)
                continue
            if ready is None or await self._play_to_the_end(number, ready):
                self.finished += 1

    async def _play_to_the_end(self, number: int, ready: Ready) -> bool:
        """Return whether the match was finished."""
        self._playing[number] = ready.match
        try:
            await ready.match.play()
        except Halt as halt:
            if self._halts_alone(number):
                self.standing[number] = str(halt)
            else:
                self.halt(str(halt))
        except OSError as error:  # answers that are paid for can no longer be kept
            self.halt(str(error))
        else:
            self._on_end(number)
            return True
        finally:
            del self._playing[number]
            ready.writer.close()
        return False
