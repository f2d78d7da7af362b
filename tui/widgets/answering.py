"""What takes the answer to a question of a study, whatever kind of answer it is."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message
from textual.widget import Widget

from woozle.arena.views.study import Given


class Answering(Widget):
    """Something that takes an answer. has_answer: whether there is one; answer: it, None for `prefer not to say`.

    Posts Changed as soon as there is one, or no longer; Taken where the person wants to go on.
    """

    has_answer = False
    answer: Given = None

    @dataclass
    class Changed(Message):
        """There is an answer now, another one, or none."""

        of: Answering

    @dataclass
    class Taken(Message):
        """The person wants to go on."""

        of: Answering

    def put(self, answer: Given) -> None:
        """Take this for the answer."""
        self.has_answer, self.answer = True, answer
        self.show_answer()
        self.post_message(self.Changed(self))

    def take_back(self) -> None:
        """There is no answer any more."""
        self.has_answer, self.answer = False, None
        self.show_answer()
        self.post_message(self.Changed(self))

    def show_answer(self) -> None:
        """Draw what the answer is now."""

    def choose(self, key: str) -> bool:
        """Take what has this number; whether there is something."""
        return False

    def begin(self) -> None:
        """Let the keys come here."""
