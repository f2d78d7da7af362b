"""The first replies of a run's models: whether any can be parsed, and which settings their servers refuse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from woozle.arena.views.answer_sentences import setting_names
from woozle.arena.views.words import cut
from woozle.core.referee import ILLEGAL_TRIES
from woozle.core.request import Completion, Seat
from woozle.core.text import visible_line
from woozle.players.models.progress import Progress

FIRST_QUESTIONS = 8
"""The run stops once a model has answered no question and lost this many by its replies."""

_HIDDEN = (
    "all that it wrote stands in its reasoning, with no text after it; turn its reasoning off (effort=none), or start its server "
    "without a parser for reasoning."
)
_SHOWN = 200  # characters of a reply


@dataclass(slots=True)
class _Beginning:
    """A model that has not answered yet.

    unread: number of replies that could not be taken, by question. is_hidden: whether all that it wrote stood in its reasoning.
    """

    unread: dict[tuple[int, Seat, int], int] = field(default_factory=dict)
    lost: set[tuple[int, Seat, int]] = field(default_factory=set)
    last: str = ""
    is_hidden: bool = True

    @property
    def why(self) -> str:
        """Return the rest of a sentence: its last reply, or where its replies are."""
        return _HIDDEN if self.is_hidden else self.last


class FirstReplies:
    """A monitor of each model's replies until its first answer, in any match and seat. say: shows the user a sentence.

    Args:
        stop: Called once with a sentence, if a model answered none of its first questions; None to play on regardless.
    """

    def __init__(self, say: Callable[[str], object], stop: Callable[[str], None] | None) -> None:
        self._say = say
        self._stop = stop
        self._silent: dict[str, _Beginning] = {}
        self._has_answered: set[str] = set()
        self._refused: set[tuple[str, str]] = set()

    def hear(self, model: str, match: int, progress: Progress) -> None:
        """Take in news of a model's turn."""
        if not isinstance(reply := progress.news, Completion) or reply.reading == "failed":
            return
        self._note_settings(model, reply)
        if reply.reading == "answer":
            self._has_answered.add(model)
            self._silent.pop(model, None)
        elif model not in self._has_answered:
            self._note_unread(model, (match, progress.seat, progress.request), reply)

    @property
    def silent(self) -> list[str]:
        """The last replies of models that were asked and never answered, a sentence each."""
        return [f"{visible_line(model)} never answered; {each.why}" for model, each in sorted(self._silent.items())]

    def _note_settings(self, model: str, reply: Completion) -> None:
        new = [name for name in reply.not_taken if (model, name) not in self._refused]
        if new:
            self._refused |= {(model, name) for name in new}
            self._say(f"{visible_line(model)}: its server does not take {setting_names(new)}, so that it has no effect.")

    def _note_unread(self, model: str, question: tuple[int, Seat, int], reply: Completion) -> None:
        begun = self._silent.setdefault(model, _Beginning())
        begun.last = _describe(reply)
        begun.is_hidden &= reply.finish == "stop" and bool(reply.reasoning.strip()) and not reply.text.strip()
        begun.unread[question] = tries = begun.unread.get(question, 0) + 1
        begun.lost |= {each for each in begun.unread if each[:2] == question[:2] and each[2] < question[2]}  # given up since
        if tries >= ILLEGAL_TRIES or reply.reading == "refused":
            begun.lost.add(question)
        if self._stop and len(begun.lost) >= FIRST_QUESTIONS:
            stop, self._stop = self._stop, None
            stop(
                f"{visible_line(model)} answered none of its first {FIRST_QUESTIONS} questions (--keep-going plays on); {begun.why}"
            )


def _describe(reply: Completion) -> str:
    """Return a reply that was not taken, shortened, as the rest of a sentence."""
    why = reply.reading.replace("_", " ")
    if not (text := " ".join(reply.text.split())):
        return f"its last reply ({why}) had no text."
    return f"its last reply ({why}) was: {cut(visible_line(text), _SHOWN)}"
