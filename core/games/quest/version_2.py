"""The rules of the quest before their version 3, for matches that were played by them.

H was what the judge said alone. A review that was refused, or could not be scored, left the passage out for everybody, and a
refusal in words was a text like others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

from woozle.core.game import RECORD, Script
from woozle.core.games.quest import config, data, events, rules
from woozle.core.games.quest.data import Item
from woozle.core.games.quest.events import (
    GRADES,
    JUDGE,
    UNGRADED,
    AfterRefusal,
    Reconsidered,
    Reply,
    Score,
    Scored,
    Submitted,
    Tally,
    Written,
)
from woozle.core.games.quest.lane import Work
from woozle.core.request import Forfeit, Request, Seat


class Config(config.Config):
    """Options, without those that were not there yet."""

    words: int = 0
    coverage: bool = False
    refused: AfterRefusal = "left_out"

    @staticmethod
    def _passages() -> tuple[Item, ...]:
        return tuple(item.model_copy(update={"facts": ()}) for item in data.passages())


class Write(events.Write):
    """As it is now, but for refusals in plain words, which were asked again."""

    @classmethod
    def of_reply(cls, text: str, request: Request) -> Self | None:
        """None, as all replies were read as JSON."""
        return None


class Quest(rules.Quest):
    """A match of the quest by version 2 of the rules."""

    version = 2
    earlier_versions: ClassVar[Mapping[int, str]] = {}
    config_type = Config
    presets: ClassVar[Any] = {**config.PRESETS, "paper": {"items": 24, "weights": "tables"}}
    summary = Write

    def _demands(self, items: Sequence[Item]) -> tuple[events.Demands, ...]:
        return ()

    def _write(self, seat: Seat, at: int) -> Script[None]:
        lane, item = self.lanes[seat], self.items[at]
        self.tell(events.Given(seat, item.id, item.text), to=(seat,))
        lane.read(item.text)
        text = yield from self._ask_for_text(seat, at)
        lane.works[at] = work = Work(text, text)
        if text:
            work.h = work.first_h = yield from self._h(seat, at, text, is_review=False)

    def _review(self, seat: Seat, at: int, step: int) -> Script[None]:
        lane, item, work = self.lanes[seat], self.items[at], self.lanes[seat].works[at]
        known = work.h if self.config.tells_scores else None
        before = work.text if self.config.tells_scores else work.latest
        self.tell(Reconsidered(seat, item.id, item.text, before, known), to=(seat,))
        lane.read(item.text, before)
        lane.reviews += 1
        work.reviews += 1
        text = yield from self._ask_for_text(seat, at)
        if text:
            work.latest = text
            h = yield from self._h(seat, at, text, is_review=True)
            if h is not None and self._is_kept(work, h):
                work.text, work.h = text, h
        if self.config.vision != "off":
            self._glimpses[seat] = (step, self._glimpse(seat, step))

    def _ask_for_text(self, seat: Seat, at: int) -> Script[str]:
        kind: type[Write] | type[Reply] = Reply if self.config.task == "question" else Write
        given = yield from self.ask_why(seat, kind, seconds=self.config.seconds_to_write)
        text = "" if isinstance(given, Forfeit) else given.text
        if isinstance(given, Forfeit) and given.kind == "refused":
            self._left_out[at] = "refused"
        self.lanes[seat].wrote(text)
        self._pay(seat)
        return text

    def _h(self, seat: Seat, at: int, text: str, *, is_review: bool) -> Script[float | None]:
        item = self.items[at]
        self._submitted += 1
        of = self._submitted
        self.tell(Written(seat, item.id, text, of, is_review), to=(seat,))
        answers = (item.answer, *item.aliases) if self.config.task == "question" else ()
        self.tell(Submitted(of, item.text, text, answers), to=(JUDGE,))
        grades = tuple(GRADES) if answers else UNGRADED
        score = yield from self.ask(JUDGE, Score, choices={"of": (of,), "grade": grades}, forfeit=None)
        if score is None:
            self._left_out.setdefault(at, "not_scored")
            return None
        is_kept = not is_review or self._is_kept(self.lanes[seat].works[at], score.h)
        self.tell(Scored(seat, item.id, of, score.h, is_kept, score.grade), to=(seat,) if self.config.tells_scores else RECORD)
        return score.h

    def _is_kept(self, work: Work, h: float) -> bool:
        return not self.config.keep_best or work.h is None or h >= work.h

    def _break_down(self, counted: Sequence[int]) -> None:
        pass

    def _numbers(self, tally: Tally, items: int) -> dict[str, float]:
        names = ("q_tables", "mean_h", "first_h", "calls", "tokens_in", "tokens_out", "reviews", "seconds", "penalty")
        return {"score": tally.q} | {name: float(getattr(tally, name)) for name in names} | {"items": items}
