"""The memory of a debate bot: the question, its answers, and what it has read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from woozle.core.answer_places import Kind
from woozle.core.game import Event
from woozle.core.names import LETTERS
from woozle.core.request import Seat
from woozle.games.debate.answers.extraction import extract_answer
from woozle.games.debate.events import Answered, Appealed, Briefing, Heard
from woozle.games.debate.players.persuasion import force

_answer = lru_cache(maxsize=4096)(extract_answer)
_NO_BRIEFING = Briefing((), "text", "", (), 1, "full", 1.0, 0.0, False, False)


@dataclass(frozen=True, slots=True)
class Voice:
    """A response that was heard: its speaker (empty without names), its answer, its weight, and its words."""

    speaker: Seat
    answer: str | None
    force: float
    text: str = ""


@dataclass(slots=True)
class Memory:
    """The observation so far.

    answers, texts: of this seat, one a round; heard: before each round from the second on; appeals: so far.
    """

    me: Seat
    briefing: Briefing = _NO_BRIEFING
    answers: list[str | None] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    appeals: list[str] = field(default_factory=list)

    @property
    def kind(self) -> Kind:
        kind: Kind = self.briefing.kind  # type: ignore[assignment]
        return kind

    @property
    def is_last_round(self) -> bool:
        """Return whether the answer that is asked for now is the last one."""
        return len(self.answers) + 1 >= self.briefing.rounds

    @property
    def answer(self) -> str | None:
        return self.answers[-1] if self.answers else None

    def voices(self) -> list[Voice]:
        """Return the responses heard last, in the order heard."""
        return self._voices(self.heard[-1]) if self.heard else []

    def last_heard(self) -> dict[Seat, Voice]:
        """Return the last response of each seat that was heard by name."""
        return {voice.speaker: voice for heard in self.heard for voice in self._voices(heard) if voice.speaker}

    def _voices(self, heard: Heard) -> list[Voice]:
        letters = LETTERS[: len(self.briefing.options)]
        named = zip(heard.speakers or ("",) * len(heard.texts), heard.texts, strict=True)
        return [Voice(speaker, _answer(text, self.kind, letters), force(text), text) for speaker, text in named]

    def was_said(self, text: str) -> bool:
        """Return whether this seat has said something already, word for word, or has read it."""
        return any(text in said for said in (*self.texts, *(heard for each in self.heard for heard in each.texts)))


def remember(me: Seat, observation: Sequence[Event]) -> Memory:
    """Return the memory of a seat, from all that it has observed."""
    memory = Memory(me)
    for event in observation:
        match event:
            case Briefing():
                memory.briefing = event
            case Answered(seat=seat, answer=answer, text=text) if seat == me:
                memory.answers.append(answer)
                memory.texts.append(text)
            case Heard(seat=seat) if seat == me:
                memory.heard.append(event)
            case Appealed(seat=seat, text=text) if seat == me:
                memory.appeals.append(text)
    return memory


def same(answer: str | None) -> str:
    """Return an answer in the form in which it is compared with others; empty for none."""
    return " ".join((answer or "").casefold().split())
