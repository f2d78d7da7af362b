"""Claims that were checked against the log, as people read them: what was found of each, and what those of a seat come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from woozle.arena.views.line import Tag, Tone
from woozle.core.games.ship.claims.schema import Ruling, Standing
from woozle.core.names import join_names
from woozle.core.value import value

MARKS: dict[Ruling, tuple[str, str, Tone]] = {
    "true": ("✓", "TRUE", "good"),
    "near_miss": ("≈", "NEAR", "notice"),
    "wrong_room": ("✗", "WRONG ROOM", "bad"),
    "wrong_time": ("✗", "WRONG TIME", "bad"),
    "wrong_player": ("✗", "WRONG PLAYER", "bad"),
    "false": ("✗", "FALSE", "bad"),
    "unverifiable": ("?", "UNSEEN", "quiet"),
}
"""The glyph, the word and the tone of each outcome."""

UNCERTAIN = ("?", "UNCERTAIN")
"""The glyph and the word of a claim that was not fully understood."""

STANDINGS: dict[Standing, str] = {
    "lie": "contradicted",
    "mistaken": "mistaken",
    "unsupported": "no grounds",
    "honest": "",
    "uncertain": "",
    "": "",
}
"""How the speaker stood to a claim that the grammar read, in a word. Honesty goes without saying, and what is uncertain is marked.

No claim that the grammar read is called a lie: how often that would be right has not been measured.
"""

BY_GRAMMAR = "as the grammar reads it"


@value
class ClaimRow:
    """A claim of a speech. at: the position of the speech in the record; proof: those of the Events that prove the verdict.

    number: of the speaker's seat; quote: what was said, to the letter; is_counted: it is in the shares of its speaker.
    """

    at: int
    number: int
    speaker: str
    claim: str
    outcome: Ruling
    standing: Standing
    reason: str
    proof: tuple[int, ...] = ()
    quote: str = ""
    is_counted: bool = True

    @property
    def mark(self) -> str:
        """The outcome as a glyph and a word."""
        glyph, word = UNCERTAIN if self.standing == "uncertain" else MARKS[self.outcome][:2]
        return f"{glyph} {word}"

    @property
    def tone(self) -> Tone:
        """The tone of the outcome."""
        return MARKS[self.outcome][2]


@value
class SeatRates:
    """The shares of a seat's claims. counted: those that are no accusation and can be checked; true, contradicted: of these."""

    number: int
    name: str
    counted: int
    true: int
    contradicted: int


FILTERS: dict[str, Callable[[ClaimRow], bool]] = {
    "all claims": lambda row: True,
    "not true": lambda row: row.outcome not in ("true", "unverifiable"),
    "contradicted": lambda row: row.standing == "lie",
    "uncertain": lambda row: row.standing == "uncertain",
}


def tags(rows: Sequence[ClaimRow]) -> tuple[Tag, ...]:
    """The verdicts on the claims of one speech: those that are not so one by one, of the others how many there are."""
    told = [Tag(row.mark, _because(row), row.tone) for row in rows if FILTERS["not true"](row)]
    marks = (f"{glyph} {word}" for glyph, word in (MARKS["true"][:2], MARKS["unverifiable"][:2], UNCERTAIN))
    others = ([row for row in rows if row.mark == mark] for mark in marks)
    return (*told, *(Tag(alike[0].mark, _all_of(alike), alike[0].tone) for alike in others if alike))


def _because(row: ClaimRow) -> str:
    standing = STANDINGS[row.standing]
    if row.standing == "lie":
        return f"{row.claim} — {row.reason} {standing.capitalize()} ({BY_GRAMMAR})."
    return f"{row.claim} — {row.reason}{f' ({standing})' if standing else ''}"


def _all_of(rows: Sequence[ClaimRow]) -> str:
    return rows[0].claim if len(rows) == 1 else f"{len(rows)} claims"


def rates(rows: Iterable[ClaimRow]) -> tuple[SeatRates, ...]:
    """Return the shares of each seat, by number. Accusations, and what cannot be checked, are in no share."""
    seats: dict[tuple[int, str], list[ClaimRow]] = {}
    for row in rows:
        seats.setdefault((row.number, row.speaker), []).append(row)
    return tuple(_rates(number, name, seats[number, name]) for number, name in sorted(seats))


def shares_of(rows: Sequence[ClaimRow]) -> str:
    """Say which of these claims the shares are of, and how many of each kind are in none."""
    others: dict[str, int] = {}
    for row in rows:
        if not row.is_counted:
            kind = "accusations or defences" if row.outcome != "unverifiable" else row.mark.partition(" ")[2]
            others[kind] = others.get(kind, 0) + 1
    counted = len(rows) - sum(others.values())
    left_out = join_names(f"{number} {kind}" for kind, number in others.items())
    return f"Shares are of {counted} of {len(rows)} claims{f', without {left_out}' if left_out else ''}." if rows else ""


def _rates(number: int, name: str, rows: Sequence[ClaimRow]) -> SeatRates:
    counted = [row for row in rows if row.is_counted]
    true, contradicted = sum(row.outcome == "true" for row in counted), sum(row.standing == "lie" for row in counted)
    return SeatRates(number, name, len(counted), true, contradicted)
