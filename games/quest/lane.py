"""The course of one seat through the quest: its texts, their order and their cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import NamedTuple

from woozle.core.arithmetic import plain_sum
from woozle.core.usage import SeatCost
from woozle.games.quest.config import Config
from woozle.games.quest.judgement.scores import Cost

CHARACTERS_A_TOKEN = 4  # for players that do not count tokens: people, bots
SECONDS_A_CALL, SECONDS_A_TOKEN = 1.0, 0.001  # of the virtual clock


class Spent(NamedTuple):
    """The spending of a seat: Cost, with the tokens read apart from those written."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    reviews: int = 0
    seconds: float = 0.0

    @property
    def cost(self) -> Cost:
        return Cost(self.calls, self.tokens_in + self.tokens_out, self.reviews, self.seconds)

    def since(self, before: Spent) -> Spent:
        """Return what was spent since then."""
        return Spent(
            self.calls - before.calls,
            self.tokens_in - before.tokens_in,
            self.tokens_out - before.tokens_out,
            self.reviews - before.reviews,
            self.seconds - before.seconds,
        )

    @classmethod
    def of(cls, parts: Sequence[Spent]) -> Spent:
        """Return the sum."""
        return cls(
            sum(part.calls for part in parts),
            sum(part.tokens_in for part in parts),
            sum(part.tokens_out for part in parts),
            sum(part.reviews for part in parts),
            plain_sum(part.seconds for part in parts),
        )


@dataclass(slots=True)
class Work:
    """The text of a seat about one item. text: that stands; latest: that it wrote last, another where the best is kept.

    h: None if it was never scored; first_h: before any review. faithful, covered: what h is made of; covered: None where not known.
    is_refused: whether the seat refused to write about it, and has not done so since.
    """

    text: str = ""
    latest: str = ""
    h: float | None = None
    first_h: float | None = None
    reviews: int = 0
    faithful: float = 0.0
    covered: float | None = None
    is_refused: bool = False


@dataclass(slots=True)
class Lane:
    """The course of one seat.

    order: items by position in the match. characters: read and written, where no tokens are counted. paid: until now. shares: what
    was paid for each item: a decision is paid for the item that follows it, a review for the item that is reviewed.
    """

    order: Sequence[int]
    works: dict[int, Work] = field(default_factory=dict)
    reviews: int = 0
    characters: list[int] = field(default_factory=lambda: [0, 0])
    has_ended: bool = False
    paid: Spent = Spent()
    shares: dict[int, list[Spent]] = field(default_factory=dict)

    def read(self, *texts: str) -> None:
        """Add texts that the seat was given to read."""
        self.characters[0] += sum(map(len, texts))

    def wrote(self, text: str) -> None:
        """Add a text that the seat wrote."""
        self.characters[1] += len(text)

    def pay(self, spent: Spent, item: int) -> None:
        """Note what the seat has spent until now, the last of it on an item."""
        self.shares.setdefault(item, []).append(spent.since(self.paid))
        self.paid = spent

    def spent_on(self, items: Sequence[int]) -> Spent:
        """Return what was spent on some items."""
        return Spent.of([share for item in items for share in self.shares.get(item, ())])

    def open_to_review(self, config: Config) -> list[int]:
        """Return the items that may still be reviewed, the lowest H first, of equals the first item.

        Where a seat does not see its H, the order would reveal it; there what was reviewed least is first, of equals the oldest.
        """
        open_ = [item for item, work in self.works.items() if work.reviews < config.reviews and work.h is not None]
        if not config.tells_scores:
            return sorted(open_, key=lambda item: self.works[item].reviews)
        return sorted(open_, key=lambda item: (self.works[item].h, item))

    def mean_h(self, among: Sequence[int] | None = None, *, is_first: bool = False) -> float:
        """Return the mean of H over these items, or over the texts written; unwritten or unscored ones count 0."""
        of = list(self.works) if among is None else among
        works = [self.works.get(item, Work()) for item in of]
        return fmean((work.first_h if is_first else work.h) or 0.0 for work in works) if works else 0.0


def spent_by(lane: Lane, ledger: SeatCost, clock: str) -> Spent:
    """Return what a seat has spent so far. Each answer is a call: 2 N + reviews where each was taken (MAS-HQ, Algorithm 1)."""
    read, wrote = ledger.usage.tokens_in, ledger.usage.tokens_out
    if not (read or wrote):
        read, wrote = (-(-count // CHARACTERS_A_TOKEN) for count in lane.characters)
    virtual = SECONDS_A_CALL * ledger.answers + SECONDS_A_TOKEN * (read + wrote)
    seconds = virtual if clock == "virtual" or not ledger.seconds else ledger.seconds
    return Spent(ledger.answers, read, wrote, lane.reviews, seconds)
