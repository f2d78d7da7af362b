"""The course of one seat through the quest: its texts, their order and their cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from woozle.core.usage import SeatCost
from woozle.games.quest.config import Config
from woozle.games.quest.judgement.scores import Cost

CHARACTERS_A_TOKEN = 4  # for players that do not count tokens: people, bots
SECONDS_A_CALL, SECONDS_A_TOKEN = 1.0, 0.001  # of the virtual clock


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
    """The course of one seat. order: items by position in the match. characters: read and written, where no tokens are counted."""

    order: Sequence[int]
    works: dict[int, Work] = field(default_factory=dict)
    reviews: int = 0
    characters: list[int] = field(default_factory=lambda: [0, 0])
    has_ended: bool = False

    def read(self, *texts: str) -> None:
        """Add texts that the seat was given to read."""
        self.characters[0] += sum(map(len, texts))

    def wrote(self, text: str) -> None:
        """Add a text that the seat wrote."""
        self.characters[1] += len(text)

    def worst(self, config: Config) -> int | None:
        """Return the item that a review would be about: the lowest H that may still be reviewed, of equals the first item.

        Where a seat does not see its H, the choice would reveal it; there it is what was reviewed least, of equals the oldest.
        """
        open_ = [item for item, work in self.works.items() if work.reviews < config.reviews and work.h is not None]
        if not config.tells_scores:
            return min(open_, key=lambda item: self.works[item].reviews, default=None)
        return min(open_, key=lambda item: (self.works[item].h, item), default=None)

    def mean_h(self, among: Sequence[int] | None = None, *, is_first: bool = False) -> float:
        """Return the mean of H over these items, or over the texts written; unwritten or unscored ones count 0."""
        of = list(self.works) if among is None else among
        works = [self.works.get(item, Work()) for item in of]
        return fmean((work.first_h if is_first else work.h) or 0.0 for work in works) if works else 0.0


def tokens(lane: Lane, spent: SeatCost) -> tuple[int, int]:
    """Return the tokens read and written, as counted or estimated from the texts."""
    if spent.usage.tokens_in or spent.usage.tokens_out:
        return spent.usage.tokens_in, spent.usage.tokens_out
    read, wrote = (-(-count // CHARACTERS_A_TOKEN) for count in lane.characters)
    return read, wrote


def cost(lane: Lane, spent: SeatCost, clock: str) -> Cost:
    """Return the cost of a seat so far. Each answer is a call: 2 N + reviews where each was taken (MAS-HQ, Algorithm 1)."""
    both = sum(tokens(lane, spent))
    virtual = SECONDS_A_CALL * spent.answers + SECONDS_A_TOKEN * both
    seconds = virtual if clock == "virtual" or not spent.seconds else spent.seconds
    return Cost(spent.answers, both, lane.reviews, seconds)
