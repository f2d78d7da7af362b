"""Names of tools, limits and steps of self-play."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.games.self_play.data import BOOKS
from woozle.games.self_play.events import ANSWER, HEDGE, Equipped, Evidence

_LONGEST_NAME = 24  # cells of a corpus, which may be the path of a file
_MOST_NAMES = 3


def corpus(name: str) -> str:
    """Return a corpus as people call it."""
    return BOOKS.get(name) or _shorten(name)


def _shorten(name: str) -> str:
    """Return the name of a corpus, short enough for a line: of a path, its end."""
    return name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}"


def reach(seats: Sequence[Seat]) -> str:
    """Return the names of seats that can be asked; their number if they are many."""
    return join_names(seats) if len(seats) <= _MOST_NAMES else f"{len(seats)} others"


def tools(equipped: Equipped) -> str:
    """Return a seat's tools: `encyclopaedia, sums`; empty if it has none."""
    return ", ".join(filter(None, (_shorten(equipped.library), "sums" if equipped.has_calculator else "")))


def can(equipped: Equipped, *, is_me: bool) -> str:
    """Return a sentence on a seat's abilities beside answering."""
    who = "You" if is_me else equipped.seat
    ways = []
    if equipped.reaches:
        ways.append(f"ask {reach(equipped.reaches)}")
    if equipped.library:
        ways.append(f"search {corpus(equipped.library)}")
    if equipped.has_calculator:
        ways.append("calculate")
    return f"{who} can {join_names(ways)}." if ways else f"{who} can only reply."


def label(evidence: Evidence, speaker: Seat = "") -> str:
    """Return a label for a reply or a result. speaker: its seat, empty where that is not told."""
    if evidence.tag == "CALCULATION":
        return "Worked out"
    tool = f" ({corpus(evidence.tool)})" if evidence.tool else ""
    return f"{speaker or 'A friend'}{tool}: {ANSWER if evidence.tag == 'FRIEND_ANSWER' else HEDGE}"


def paragraph(evidence: Evidence, at: int) -> str:
    """Return the title and position of a retrieved paragraph."""
    source = evidence.sources[at] if at < len(evidence.sources) else ""
    which = f"Found, {at + 1} of {len(evidence.texts)}" if len(evidence.texts) > 1 else "Found"
    return f"{which} · {source}" if source else which
