"""Claims checked against the log, for people to read: the verdict on each, and the shares of each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from woozle.core.game import RecordEntry
from woozle.core.groups import group_pairs
from woozle.core.line import Tag, Tone
from woozle.core.names import join_names
from woozle.core.value import value


@value
class Verdict:
    """The verdict on a claim: a glyph, a word and their tone. is_true: None if it can be neither proved nor disproved."""

    glyph: str
    word: str
    tone: Tone
    is_true: bool | None = False


TRUE = Verdict("✓", "TRUE", "good", True)
UNSEEN = Verdict("?", "UNSEEN", "quiet", None)
UNCERTAIN = Verdict("?", "UNCERTAIN", "quiet", None)
"""The verdict on a claim that was not fully understood. A game adds the ways in which its claims can be untrue."""

CONTRADICTED = "contradicted"
"""The standing of a speaker whose own acts and sights contradict it.

No claim read by the grammar is called a lie: too few of the contradicted claims are any.
"""

KNEW = "its speaker knew that"
"""The standing to a false accusation or defence by a seat that knows the teams."""

BY_GRAMMAR = "as the grammar reads it"


@value
class ClaimRow:
    """A claim of a speech. at: position of the speech in the record; proof: positions of the Events that prove the verdict.

    number: of the speaker's seat; standing: the speaker's honesty, in a word; empty for honest. quote: the speaker's exact words;
    is_counted: whether it counts in the shares of its speaker. contradiction: a sentence that quotes the clause and another of the
    same speech, if both cannot be so; else empty. measured: how many such verdicts on labelled speeches were right,
    and out of how many; None if that was not measured.
    """

    at: int
    number: int
    speaker: str
    claim: str
    verdict: Verdict
    standing: str
    reason: str
    proof: tuple[int, ...] = ()
    quote: str = ""
    is_counted: bool = True
    measured: tuple[int, int] | None = None
    contradiction: str = ""

    @property
    def mark(self) -> str:
        """The verdict as a glyph and a word."""
        return f"{self.verdict.glyph} {self.verdict.word}"

    @property
    def finding(self) -> str:
        """The reason, followed by "Contradicted" for such a claim, how many such verdicts were right, and what else is contrary."""
        told = [f"{CONTRADICTED.capitalize()} ({BY_GRAMMAR})"] if self.standing == CONTRADICTED else []
        if self.measured and self.verdict.is_true is not None:
            told.append(f"of {self.measured[1]} such verdicts {self.measured[0]} were right")
        held = f"{'; '.join(told)[:1].upper()}{'; '.join(told)[1:]}." if told else ""
        return " ".join(filter(None, (self.reason, held, self.contradiction)))


@value
class Explanation:
    """The known reasons for an Event, such as a vote. at: its position in the record; tags: what stands below it."""

    at: int
    tags: tuple[Tag, ...]


class Audit(Protocol):
    """The claims of a match so far, checked against what happened."""

    def __len__(self) -> int:
        """Return the number of record entries."""

    def grow(self, told: Sequence[RecordEntry], /) -> None:
        """Add more of the record."""

    def is_behind(self, until: int, /) -> bool:
        """Return whether any claims among the first `until` entries are unchecked."""

    def check(self, until: int, most: int, /) -> tuple[ClaimRow, ...]:
        """Check the next `most` speeches among the first `until` entries, and return their claims."""

    def explain(self, until: int, /) -> tuple[Explanation, ...]:
        """Explain Events among the first `until`, each once. Nothing is explained before the claims until then are checked."""

    def go_along(self) -> None:
        """Fold new entries, so that the next check has less to do."""


@value
class SeatRates:
    """The shares of a seat's claims. counted: claims that can be checked and are no accusations; true, contradicted: of these."""

    number: int
    name: str
    counted: int
    true: int
    contradicted: int


FILTERS: dict[str, Callable[[ClaimRow], bool]] = {
    "all claims": lambda row: True,
    "not true": lambda row: row.verdict.is_true is False,
    "contradicted": lambda row: row.standing == CONTRADICTED,
    "contradict themselves": lambda row: bool(row.contradiction),
    "uncertain": lambda row: row.verdict == UNCERTAIN,
}


def lies_of(rows: Iterable[ClaimRow]) -> list[ClaimRow]:
    """Return the contradicted claims, without accusations, in order."""
    return [row for row in rows if row.is_counted and row.standing == CONTRADICTED]


def tags(rows: Sequence[ClaimRow]) -> tuple[Tag, ...]:
    """Return the verdicts on the claims of one speech: untrue and contradictory ones one by one, the others as a number."""
    apart = [row for row in rows if FILTERS["not true"](row) or row.contradiction]
    told = [Tag(row.mark, _because(row), row.verdict.tone) for row in apart]
    others = ([row for row in rows if row.verdict == verdict and row not in apart] for verdict in (TRUE, UNSEEN, UNCERTAIN))
    return (*told, *(Tag(alike[0].mark, _all_of(alike), alike[0].verdict.tone) for alike in others if alike))


def tags_by_event(rows: Iterable[ClaimRow], explained: Iterable[Explanation]) -> dict[int, tuple[Tag, ...]]:
    """Return the tags below the lines of each Event, by its position: the verdicts on a speech, or the reasons for the Event."""
    by_speech = group_pairs((row.at, row) for row in rows)
    return {at: tags(said) for at, said in by_speech.items()} | {each.at: each.tags for each in explained}


def _because(row: ClaimRow) -> str:
    standing = f" ({row.standing})" if row.standing not in ("", CONTRADICTED) else ""
    return f"{row.claim} — {row.finding}{standing}"


def _all_of(rows: Sequence[ClaimRow]) -> str:
    return rows[0].claim if len(rows) == 1 else f"{len(rows)} claims"


def rates(rows: Iterable[ClaimRow]) -> tuple[SeatRates, ...]:
    """Return the shares of each seat, by number. Accusations and claims that cannot be checked are left out."""
    seats = group_pairs(((row.number, row.speaker), row) for row in rows)
    return tuple(_rates(number, name, seats[number, name]) for number, name in sorted(seats))


def shares_of(rows: Sequence[ClaimRow]) -> str:
    """Return which of these claims the shares count, and how many of each kind they leave out."""
    others: dict[str, int] = {}
    for row in rows:
        if not row.is_counted:
            kind = row.verdict.word if row.verdict.is_true is None else "accusations or defences"
            others[kind] = others.get(kind, 0) + 1
    counted = len(rows) - sum(others.values())
    left_out = join_names(f"{number} {kind}" for kind, number in others.items())
    shares = f"Shares are of {counted} of {len(rows)} claims{f', without {left_out}' if left_out else ''}." if rows else ""
    return " ".join(filter(None, (shares, _reliability(rows))))


def _reliability(rows: Sequence[ClaimRow]) -> str:
    """Return how reliable the counted verdicts are; empty without any such claims."""
    kinds: dict[str, Callable[[ClaimRow], bool]] = {"true": lambda row: row.verdict == TRUE, CONTRADICTED: FILTERS[CONTRADICTED]}
    first = ((word, next((row for row in rows if row.is_counted and is_such(row)), None)) for word, is_such in kinds.items())
    there = [(word, row.measured) for word, row in first if row]
    known = [f"{word} {measured[0]} of {measured[1]}" for word, measured in there if measured]
    if not there:
        return ""
    return f"Of such verdicts these were right: {', '.join(known)}." if known else "How often they are right has not been measured."


def _rates(number: int, name: str, rows: Sequence[ClaimRow]) -> SeatRates:
    counted = [row for row in rows if row.is_counted]
    true, contradicted = sum(row.verdict == TRUE for row in counted), sum(map(FILTERS[CONTRADICTED], counted))
    return SeatRates(number, name, len(counted), true, contradicted)
