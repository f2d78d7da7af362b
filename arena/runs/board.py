"""What the processes of a run share: which match is next, what was spent, how far they are, and each gate's minute."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path

from woozle.arena.runs.tally import Tally
from woozle.core.usage import Purse, Usage
from woozle.players.backends.minutes import SharedMinute
from woozle.players.backends.slate import Slate
from woozle.players.models.config import Endpoint

_USAGE = len(fields(Usage))
_SECONDS = _USAGE
_TALLY = _USAGE + 1
_ROW = _TALLY + len(Tally._fields)  # numbers of one process: what it spent, then how far it is
_FIRST_ROW = 1  # after the place of the next match


class Board:
    """It hangs in a file, and each process reads it for itself. Row 0 is for what was spent before, each other for one process."""

    def __init__(self, path: Path, rows: int, gates: Sequence[str]) -> None:
        """rows: how many there are; gates: the names of all gates."""
        self._slate = Slate(path)
        self._numbers = self._slate.numbers
        self._rows = rows
        self._gates = {gate: _FIRST_ROW + rows * _ROW + at * SharedMinute.SIZE for at, gate in enumerate(gates)}

    @staticmethod
    def hang(path: Path, rows: int, gates: Sequence[str]) -> None:
        """Make the file of an empty one."""
        Slate.lay(path, _FIRST_ROW + rows * _ROW + len(gates) * SharedMinute.SIZE)

    def taken(self, left: Sequence[int]) -> Iterator[int]:
        """The matches that one process plays, of those that are left: each is taken by one, in order, when it is its turn."""
        while (place := self._next()) < len(left):
            yield left[place]

    def purse(self, row: int) -> Purse:
        """A purse that all spend from, for one of them."""
        return _SharedPurse(self._numbers, row, self._rows)

    def minute(self, gate: str, endpoint: Endpoint) -> SharedMinute:
        """What a gate shares."""
        return SharedMinute(self._slate, self._gates[gate], endpoint.requests_per_minute, endpoint.tokens_per_minute)

    def tell(self, row: int, tally: Tally) -> None:
        """How far one process is."""
        start = _FIRST_ROW + row * _ROW + _TALLY
        for at, number in enumerate(tally):
            self._numbers[start + at] = number

    def told(self, row: int) -> Tally:
        """How far one process was when it last told."""
        start = _FIRST_ROW + row * _ROW + _TALLY
        return Tally(*map(int, self._numbers[start : start + len(Tally._fields)]))

    def tally(self) -> Tally:
        """How far all are together."""
        return Tally(*map(sum, zip(*map(self.told, range(self._rows)), strict=True)))

    def _next(self) -> int:
        with self._slate.alone():
            place = int(self._numbers[0])
            self._numbers[0] = place + 1
        return place


class _SharedPurse(Purse):
    """Each writes what it spends into its own row, so that nobody waits; what was spent is the sum of all rows."""

    def __init__(self, numbers: memoryview[float], row: int, rows: int) -> None:
        super().__init__()
        self._row = _FIRST_ROW + row * _ROW
        self._columns = [numbers[at : _FIRST_ROW + rows * _ROW : _ROW] for at in range(_FIRST_ROW, _FIRST_ROW + _TALLY)]
        self._numbers = numbers

    @property
    def usage(self) -> Usage:
        calls, tokens_in, tokens_out, dollars, cached = map(sum, self._columns[:_SECONDS])
        return Usage(int(calls), int(tokens_in), int(tokens_out), dollars, int(cached))

    @property
    def seconds(self) -> float:
        return float(sum(self._columns[_SECONDS]))

    def spend(self, usage: Usage, seconds: float) -> None:
        spent = (usage.calls, usage.tokens_in, usage.tokens_out, usage.dollars, usage.tokens_cached, seconds)
        for at, number in enumerate(spent, self._row):
            self._numbers[at] += number
