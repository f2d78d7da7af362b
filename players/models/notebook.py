"""The private notebook of a seat: its model's notes for itself, and its tries at the current question.

It is made of the seat's own Responses and nothing else, so that a match that is resumed, forked or read again has the same one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core import replies
from woozle.core.referee import ILLEGAL_TRIES
from woozle.core.replies import ReadReply
from woozle.core.request import Answer, ParseFailure, PastResponse, Request
from woozle.core.value import value
from woozle.players.models.spec import Memory

MOST_NOTES = 48
"""Notes that `memory=notes` keeps at most."""

MOST_CHARACTERS = 8000
"""Characters of these notes at most."""

_LONGEST = {"notes": 600, "full": 4000}  # characters of a note
_SAID = (700, 200)  # characters of the beginning and of the end of a reply that was not taken


@value
class Note:
    """A note that a model made with an answer. after: the number of Events its seat had observed when that was taken."""

    after: int
    text: str


@value
class FailedTry:
    """A try that was not taken.

    said: the reply without thoughts, shortened; empty if there was none or it was cut off, since a model that reads where it lost
    its way says it again. problem: why, in a sentence. is_cut_off: whether the reply broke off, with no answer until there.
    """

    said: str
    problem: str
    is_cut_off: bool = False


class Notebook:
    """The notes of a seat, beside its observation. memory: which of its notes it reads again."""

    def __init__(self, memory: Memory = "none") -> None:
        self.memory: Memory = memory
        self.notes: list[Note] = []
        """Those that it reads again, oldest first."""
        self._tries: dict[int, tuple[FailedTry, ...]] = {}

    @property
    def keeps_notes(self) -> bool:
        return self.memory in _LONGEST

    def tries(self, request: Request) -> tuple[FailedTry, ...]:
        """Return the tries at an open Request that were not taken."""
        return self._tries.get(request.id, ())

    def thinks(self, request: Request) -> bool:
        """Return whether its model may be asked for thoughts: not where it was cut off, since it lost its way in them."""
        return not any(each.is_cut_off for each in self.tries(request))

    def add(self, past: PastResponse, read: ReadReply | None = None) -> None:
        """Add a Response of the seat. read: its last reply as it was parsed, if that is known."""
        request, response, seen = past
        answer = response.answer
        last = response.completions[-1] if response.completions else None
        if last and last.reading == "failed":
            last = None
        problem = answer.problem if isinstance(answer, ParseFailure) else ""
        if isinstance(answer, Answer):
            problem = request.refusal(answer)
        before = self._tries.pop(request.id, ())
        if problem:
            if len(before) + 1 < ILLEGAL_TRIES:
                is_cut_off = isinstance(answer, ParseFailure) and last is not None and last.finish in ("length", "cut")
                said = _cut(replies.without_thoughts(last.text)) if last and not is_cut_off else ""
                self._tries[request.id] = (*before, FailedTry(said, problem, is_cut_off))
        elif last and self.keeps_notes and isinstance(answer, Answer):
            read = read or replies.read_reply(last.text, request, last.finish, last.finish == "filter", last.reasoning)
            self._note(Note(seen, read.notes.strip()))

    def _note(self, note: Note) -> None:
        text, longest = note.text, _LONGEST[self.memory]
        if len(text) > longest:
            text = f"{text[:longest]} [...]"
        if not text or (self.notes and self.notes[-1].text == text):
            return
        self.notes.append(Note(note.after, text))
        if self.memory == "notes":
            self.notes = _latest(self.notes)


NO_NOTEBOOK = Notebook()
"""Of players that remember nothing. It is never added to."""


def _latest(notes: list[Note]) -> list[Note]:
    """Return the same notes or, where they are too many, half as many: the others stay in place for long, and can be cached."""
    size = sum(len(note.text) for note in notes)
    if len(notes) <= MOST_NOTES and size <= MOST_CHARACTERS:
        return notes
    kept = list(_newest(notes))
    return kept[::-1]


def _newest(notes: Sequence[Note]) -> Iterator[Note]:
    room = MOST_CHARACTERS // 2
    for note in notes[: -MOST_NOTES // 2 - 1 : -1]:
        room -= len(note.text)
        if room < 0:
            return
        yield note


def _cut(said: str) -> str:
    first, last = _SAID
    return said if len(said) <= first + last else f"{said[:first]} [...] {said[-last:]}"
