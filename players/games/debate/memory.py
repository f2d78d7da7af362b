"""What a bot of the debate remembers of what it was told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from woozle.core.choosing import LETTERS
from woozle.core.game import Event
from woozle.core.games.debate.events import Answered, Appealed, Briefing, Heard
from woozle.core.games.debate.extraction import Kind, extracted
from woozle.core.request import Seat
from woozle.players.games.debate.speech import force

_NO_BRIEFING = Briefing((), "text", "", (), 1, "full", 1.0, 0.0, False, False)


@dataclass(frozen=True, slots=True)
class Voice:
    """Something heard: whose it is (empty without names), what it answers, and how much it weighs."""

    speaker: Seat
    answer: str | None
    force: float


@dataclass(slots=True)
class Memory:
    """What has been observed. answers: of this seat, one a round; heard: before each round from the second on; appeals: so far."""

    me: Seat
    briefing: Briefing = _NO_BRIEFING
    answers: list[str | None] = field(default_factory=list)
    heard: list[Heard] = field(default_factory=list)
    appeals: list[str] = field(default_factory=list)

    @property
    def kind(self) -> Kind:
        """Of the question."""
        kind: Kind = self.briefing.kind  # type: ignore[assignment]
        return kind

    @property
    def answer(self) -> str | None:
        """What this seat answered last."""
        return self.answers[-1] if self.answers else None

    def voices(self) -> list[Voice]:
        """Those heard last, in the order heard."""
        return self._voices(self.heard[-1]) if self.heard else []

    def known(self) -> dict[Seat, Voice]:
        """What was last heard of each seat that was ever heard, by name."""
        return {voice.speaker: voice for heard in self.heard for voice in self._voices(heard) if voice.speaker}

    def _voices(self, heard: Heard) -> list[Voice]:
        letters = LETTERS[: len(self.briefing.options)]
        named = zip(heard.speakers or ("",) * len(heard.texts), heard.texts, strict=True)
        return [Voice(speaker, extracted(text, self.kind, letters), force(text)) for speaker, text in named]


def remembered(me: Seat, observation: Sequence[Event]) -> Memory:
    """What a seat knows, of all that it has observed."""
    memory = Memory(me)
    for event in observation:
        match event:
            case Briefing():
                memory.briefing = event
            case Answered(seat=seat, answer=answer) if seat == me:
                memory.answers.append(answer)
            case Heard(seat=seat) if seat == me:
                memory.heard.append(event)
            case Appealed(seat=seat, text=text) if seat == me:
                memory.appeals.append(text)
    return memory


def same(answer: str | None) -> str:
    """An answer as it is compared with others; empty for none."""
    return " ".join((answer or "").casefold().split())
