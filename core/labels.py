"""Labels of matches: a name that a person gave, a mark, and whether lists leave the match out."""

from __future__ import annotations

from woozle.core.text import visible_line
from woozle.core.value import value

NAME_LIMIT = 60
"""The characters of a name."""


@value
class Label:
    """A person's notes on a match. name: that they gave it; is_marked: it matters to them; is_hidden: lists leave it out."""

    name: str = ""
    is_marked: bool = False
    is_hidden: bool = False

    @property
    def words(self) -> str:
        """The label on one line: `★ My first win`; empty if there is nothing to say."""
        return " ".join(filter(None, ("★" if self.is_marked else "", "hidden" if self.is_hidden else "", visible_line(self.name))))


NO_LABEL = Label()
