"""The rules of the quest before their version 3, for matches that were played by them.

H was only the judge's score. A review that was refused, or could not be scored, left the passage out for everybody, and a
refusal in words was a text like others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self

from woozle.core.game import Script
from woozle.core.request import Forfeit, Request, Seat
from woozle.games.quest import config, data, events
from woozle.games.quest.data import Item
from woozle.games.quest.earlier import version_3, version_4
from woozle.games.quest.events import AfterRefusal, Reply


class Config(config.Config):
    """Options, without those that were not there yet."""

    words: int = 0
    coverage: bool = False
    refused: AfterRefusal = "left_out"

    @staticmethod
    def _passages() -> tuple[Item, ...]:
        return tuple(item.model_copy(update={"facts": ()}) for item in data.passages())


class Write(version_4.Write):
    """As it is now, but for refusals in plain words, which were asked again."""

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """Return None, as all replies were read as JSON."""
        return None


class Quest(version_3.Quest):
    """A match of the quest by version 2 of the rules."""

    version = 2
    config_type = Config
    added_options = (*version_3.Quest.added_options, "words", "coverage", "refused")
    presets: ClassVar[Any] = {**config.PRESETS, "paper": {"items": 24, "weights": "tables"}}
    summary = Write

    def _demands(self, items: Sequence[Item]) -> tuple[events.Demands, ...]:
        return ()

    def _text_of(self, seat: Seat, at: int, *, is_review: bool) -> Script[tuple[str, bool]]:
        kind: type[events.Write] | type[Reply] = self.summary if self.config.task == "summary" else Reply
        given = yield from self.ask_why(seat, kind, seconds=self.config.seconds_to_write)
        if isinstance(given, Forfeit) and given.kind == "refused":
            self._left_out[at] = "refused"
        text = "" if isinstance(given, Forfeit) else given.text
        self.lanes[seat].wrote(text)
        self._pay(seat, at)
        return text, False

    def _score_text(self, seat: Seat, at: int, text: str, *, is_review: bool) -> Script[bool]:
        self.lanes[seat].works[at].latest = text
        is_scored = yield from super()._score_text(seat, at, text, is_review=is_review)
        if not is_scored:
            self._left_out.setdefault(at, "not_scored")
        return is_scored

    def _break_down(self, counted: Sequence[int]) -> None:
        pass
