"""One seat's way through the quest: what it has written, in which order, and what that cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean

from woozle.core.games.quest.config import Config
from woozle.core.games.quest.scoring import Cost
from woozle.core.usage import Spent

CHARACTERS_A_TOKEN = 4  # for whoever does not count tokens: people, bots
SECONDS_A_CALL, SECONDS_A_TOKEN = 1.0, 0.001  # of the virtual clock


@dataclass(slots=True)
class Work:
    """What a seat wrote about one item. text: that stands; latest: that it wrote last, which may be another where the best is kept.

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
    """One seat's way. order: items by their position in the match. characters: read and written, for tokens that nobody counts."""

    order: Sequence[int]
    works: dict[int, Work] = field(default_factory=dict)
    reviews: int = 0
    characters: list[int] = field(default_factory=lambda: [0, 0])
    has_ended: bool = False

    def read(self, *texts: str) -> None:
        """It was given these texts."""
        self.characters[0] += sum(map(len, texts))

    def wrote(self, text: str) -> None:
        """It wrote this."""
        self.characters[1] += len(text)

    def worst(self, config: Config) -> int | None:
        """What a review would be about: the lowest H among what may still be reviewed, of equals the first item.

        Where a seat is not told its H, the choice would tell it; there it is what was reviewed least, of equals the oldest.
        """
        open_ = [item for item, work in self.works.items() if work.reviews < config.reviews and work.h is not None]
        if not config.tells_scores:
            return min(open_, key=lambda item: self.works[item].reviews, default=None)
        return min(open_, key=lambda item: (self.works[item].h, item), default=None)

    def mean_h(self, among: Sequence[int] | None = None, *, is_first: bool = False) -> float:
        """The mean of H over these items, or over what is written; what is not written, or not scored, counts 0."""
        of = list(self.works) if among is None else among
        works = [self.works.get(item, Work()) for item in of]
        return fmean((work.first_h if is_first else work.h) or 0.0 for work in works) if works else 0.0


def tokens(lane: Lane, spent: Spent) -> tuple[int, int]:
    """Read and written: as they were counted, or estimated from the texts."""
    if spent.usage.tokens_in or spent.usage.tokens_out:
        return spent.usage.tokens_in, spent.usage.tokens_out
    read, wrote = (-(-count // CHARACTERS_A_TOKEN) for count in lane.characters)
    return read, wrote


def cost(lane: Lane, spent: Spent, clock: str) -> Cost:
    """What a seat spent so far. A call an answer: 2 N + reviews where each was taken (MAS-HQ, Algorithm 1)."""
    both = sum(tokens(lane, spent))
    virtual = SECONDS_A_CALL * spent.answers + SECONDS_A_TOKEN * both
    seconds = virtual if clock == "virtual" or not spent.seconds else spent.seconds
    return Cost(spent.answers, both, lane.reviews, seconds)
