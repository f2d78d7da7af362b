"""What a debate bot makes of what it knows: the weight of each response that it has read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from woozle.core.game import Event
from woozle.core.request import Seat
from woozle.core.state import fold_events
from woozle.games.debate.events import Heard
from woozle.games.debate.players.persuasion import force
from woozle.games.debate.state import State


@dataclass(frozen=True, slots=True)
class Voice:
    """A response that was heard: its speaker (empty without names), its answer, its weight, and its words."""

    speaker: Seat
    answer: str | None
    force: float
    text: str = ""


class Memory:
    """The memory of a seat. answers, texts: its own, one a round; voices: the responses heard last, in the order heard."""

    def __init__(self, me: Seat, observation: Sequence[Event]) -> None:
        self.me, self.state = me, fold_events(State(me), observation)
        self.briefing = self.state.briefing
        own = self.state.replies(me)
        self.answers, self.texts = [each.answer for each in own], [each.text for each in own]
        self.voices = self._voices(self.state.readings[-1]) if self.state.readings else []

    @property
    def is_last_round(self) -> bool:
        """Return whether the answer that is asked for now is the last one."""
        return len(self.answers) + 1 >= self.briefing.rounds

    @property
    def answer(self) -> str | None:
        return self.answers[-1] if self.answers else None

    def heard(self) -> list[list[Voice]]:
        """Return the responses heard in each round."""
        return [self._voices(each) for each in self.state.readings]

    def last_heard(self) -> dict[Seat, Voice]:
        """Return the last response of each seat that was heard by name."""
        return {voice.speaker: voice for heard in self.heard() for voice in heard if voice.speaker}

    def _voices(self, heard: Heard) -> list[Voice]:
        named = zip(heard.speakers or ("",) * len(heard.texts), heard.texts, strict=True)
        return [Voice(speaker, self.state.read(text), force(text), text) for speaker, text in named]

    def was_said(self, text: str) -> bool:
        """Return whether this seat has said something already, word for word, or has read it."""
        return any(text in said for said in (*self.texts, *(heard for each in self.state.readings for heard in each.texts)))

    def said_first(self, text: str) -> bool:
        """Return whether this seat has said something before it read the same from another."""
        at = next((number for number, said in enumerate(self.texts) if text and text in said), None)
        return at is not None and not any(text in heard for each in self.state.readings[:at] for heard in each.texts)


def same(answer: str | None) -> str:
    """Return an answer in the form in which it is compared with others; empty for none."""
    return " ".join((answer or "").casefold().split())
