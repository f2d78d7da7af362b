"""The progress of one seat through the quest, as far as it is visible."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from woozle.arena.views.quest import figures
from woozle.arena.views.quest.figures import Figures
from woozle.arena.views.quest.pages import Work
from woozle.core.game import Event, Forfeited
from woozle.core.games.quest import events as quest


@dataclass(slots=True)
class Lane:
    """A seat's texts by item. standing: at the start of its last step; doing: the item it writes about now.

    paid: its cost, told after each answer, None before the first; measured: of its last text.
    """

    standing: quest.Standing | None = None
    paid: quest.Paid | None = None
    doing: quest.Given | quest.Reconsidered | None = None
    works: dict[str, Work] = field(default_factory=dict)
    measured: quest.Measured | None = None

    def learn(self, event: Event) -> None:
        """Take one more Event about this seat."""
        match event:
            case quest.Standing():
                self.standing, self.doing = event, None
            case quest.Paid():
                self.paid = event
            case quest.Given() | quest.Reconsidered():
                self.doing = event
            case quest.Written(_, item, text, _, is_review):
                before = self.works.get(item, Work())
                self.works[item] = Work(text, before.h, before.reviews + is_review, before.text, before.measured)
                self.doing = None
            case quest.Measured():
                self.measured = event
            case quest.Scored(_, item, of, h, is_kept) if item in self.works:
                work, made = self.works[item], self.measured if self.measured and self.measured.of == of else None
                self.works[item] = replace(work, h=h, measured=made) if is_kept else replace(work, text=work.before)
            case quest.Declined(_, item, _, is_review):
                work = self.works.get(item, Work(h=0.0))
                self.works[item] = replace(work, reviews=work.reviews + is_review)
                self.doing = None
            case Forfeited() if self.doing:
                work = self.works.get(self.doing.item, Work())
                self.works[self.doing.item] = replace(work, reviews=work.reviews + isinstance(self.doing, quest.Reconsidered))
                self.doing = None

    @property
    def worst(self) -> str:
        """Return the item to review while the seat decides; empty if there is none or it is not known."""
        is_fresh = self.standing and self.standing.done == len(self.works)
        return self.standing.worst if self.standing and is_fresh else ""

    def figures(self, when: str, *, is_told: bool) -> Figures:
        """Return the seat's figures. is_told: whether H is told."""
        if self.standing is None:
            return Figures(when)
        each_h = [work.h if work.text else 0.0 for work in self.works.values()]
        return figures.of_seat(self.paid or self.standing, when, each_h, is_told=is_told)

    def copy(self) -> Self:
        """Return a copy to fold on without changing this one."""
        return replace(self, works=dict(self.works))
