"""The notebook of a seat: who claimed, said and voted what, by seat or in order, and which of it contradicts what.

It is made of what the seat observed, as a game's kit reads it; without one, of what each seat said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import shorten
from typing import Literal, Protocol

from woozle.arena.views.panels import SeatCard
from woozle.arena.views.words import count
from woozle.core.event import Event
from woozle.core.line import Line, Tone
from woozle.core.value import value

Kind = Literal["seen", "self", "other"]
"""`seen`: against what the viewer saw. `self`: against the same speaker. `other`: two speakers against each other."""

_SIGNS: dict[Kind, tuple[str, str, Tone]] = {
    "seen": ("✗", "Contradicts what you saw. ", "bad"),
    "self": ("≠", "Contradicts itself. ", "notice"),
    "other": ("≠", "Two against each other. ", "quiet"),
}
_MOST_SAID = 200  # characters of what was said, where nothing reads claims in it


@value
class Conflict:
    """The thing that an entry contradicts. event: number of the Event that says so, among those that the seat observed."""

    kind: Kind
    words: str
    event: int


@value
class Entry:
    """Something that a seat claimed, said or did. who: number of the seat; when: at most three characters; part: of the match."""

    who: int
    when: str
    part: str
    words: str
    event: int
    conflicts: tuple[Conflict, ...] = ()


class Notebook(Protocol):
    """A fold over a seat's observation. Reading may take long, so it waits until entries are asked for."""

    @property
    def note(self) -> str:
        """A sentence on how to read it."""

    def see(self, event: Event, lines: Sequence[Line]) -> None:
        """Take the next Event. lines: what the log says of it."""

    def entries(self) -> Sequence[Entry]:
        """Return all entries, in order."""


class SaidNotebook:
    """The notebook of a game that reads no claims: what each seat said and did."""

    note = "What each seat said and did, as the log has it."

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._events = 0
        self._part = ""

    def see(self, event: Event, lines: Sequence[Line]) -> None:
        for line in lines:
            if line.tone == "heading":
                self._part = line.text
            elif line.who:
                said = shorten(line.text, _MOST_SAID, placeholder=" …")
                words = f"{line.label}{'' if line.label.endswith('.') else ':'} {said}" if line.label else said
                self._entries.append(Entry(line.who, "", self._part, words, self._events))
        self._events += 1

    def entries(self) -> Sequence[Entry]:
        return self._entries


class MatchNotes:
    """The notebook of a match beside its log: what is in it, and which line of the log says so."""

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._lines: list[int] = []
        self._count = 0

    def see(self, event: Event, lines: Sequence[Line]) -> None:
        """Take the next Event, and what the log says of it."""
        self._notebook.see(event, lines)
        self._lines.append(self._count)
        self._count += len(lines)

    def page(self, seats: Sequence[SeatCard]) -> NotebookPage:
        """Return what there is in it now."""
        reads_claims = not isinstance(self._notebook, SaidNotebook)
        return NotebookPage(self._notebook.note, tuple(seats), tuple(self._notebook.entries()), tuple(self._lines), reads_claims)


@value
class NotebookPage:
    """The entries of a notebook. lines: the first line of the log of each Event. reads_claims: contradictions can be found."""

    note: str
    seats: tuple[SeatCard, ...]
    entries: tuple[Entry, ...]
    lines: tuple[int, ...]
    reads_claims: bool = True

    def rows(self, *, is_by_seat: bool, only_conflicts: bool) -> list[tuple[Line, int | None]]:
        """Return the page as lines, each with the line of the log that it leads to; None for those that lead nowhere."""
        entries = [entry for entry in self.entries if entry.conflicts or not only_conflicts]
        found: list[tuple[Line, int | None]] = [(Line(self.note, "quiet"), None)]
        if not entries:
            found.append((Line("No contradiction is found so far." if self.entries else "Nothing is noted so far.", "quiet"), None))
        names = {card.number: "You" if card.is_you else card.name for card in self.seats}
        if is_by_seat:
            for number, name in names.items():
                if own := [entry for entry in entries if entry.who == number]:
                    found.append((Line(_heading(name, own), "heading", who=number), None))
                    found += [row for entry in own for row in self._entry_rows(entry, "")]
            return found
        part = None
        for entry in entries:
            if entry.part != part:
                part = entry.part
                found.append((Line(part or "The match", "heading"), None))
            name = names.get(entry.who, "")
            found += self._entry_rows(entry, "" if entry.words.startswith(name) else f"{name}: ")
        return found

    def _entry_rows(self, entry: Entry, before: str) -> Iterator[tuple[Line, int | None]]:
        yield Line(f"{before}{entry.words}", mark=entry.when, who=entry.who), self._line_of(entry.event)
        for conflict in entry.conflicts:
            sign, words, tone = _SIGNS[conflict.kind]
            yield Line(f"{words}{conflict.words}", tone, mark=sign, who=entry.who), self._line_of(conflict.event)

    def _line_of(self, event: int) -> int | None:
        return self.lines[event] if 0 <= event < len(self.lines) else None


def _heading(name: str, entries: Sequence[Entry]) -> str:
    conflicts = sum(bool(entry.conflicts) for entry in entries)
    return f"{name}: {count(len(entries), 'note')}" + (f", {conflicts} contradicting something" if conflicts else "")
