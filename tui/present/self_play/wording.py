"""How tools, limits and steps of self-play are put in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from woozle.core.games.self_play.events import ANSWER, HEDGE, Briefing, Equipped, Evidence
from woozle.core.naming import listed
from woozle.core.request import Seat
from woozle.tui.present.words import count

_LONGEST_NAME = 24  # cells of a corpus, which may be the path of a file
_MOST_NAMES = 3


def corpus(name: str) -> str:
    """A corpus, short enough for a line: of a path, its end."""
    return name if len(name) <= _LONGEST_NAME else f"…{name[1 - _LONGEST_NAME :]}"


def reach(seats: Sequence[Seat]) -> str:
    """Whom somebody can ask, in a few words."""
    return listed(seats) if len(seats) <= _MOST_NAMES else f"{len(seats)} others"


def tools(equipped: Equipped) -> str:
    """What a seat has to find things out with: `encyclopaedia, sums`; empty if it has nothing."""
    return ", ".join(filter(None, (corpus(equipped.library), "sums" if equipped.has_calculator else "")))


def can(equipped: Equipped, *, is_me: bool) -> str:
    """What a seat can do beside answering, as a sentence."""
    who = "You" if is_me else equipped.seat
    ways = []
    if equipped.reaches:
        ways.append(f"ask {reach(equipped.reaches)}")
    if equipped.library:
        ways.append(f"search {corpus(equipped.library)}")
    if equipped.has_calculator:
        ways.append("calculate")
    return f"{who} can {listed(ways)}." if ways else f"{who} can only reply."


def rules(briefing: Briefing) -> Iterator[str]:
    """How this match is played."""
    first, is_alone = briefing.seats[0] if briefing.seats else "", len(briefing.seats) == 1
    yield f"{first} is asked a question{'' if is_alone else ', and the last words of ' + first + ' are the answer of all'}."
    yield f"All are paid alike: how right that answer is, from 0 to 1, less {briefing.price:g} for each search."
    if not is_alone:
        if briefing.orchestration == "hub":
            yield "Who asks is answered by one, and may then ask the next."
        else:
            yield "Who asks is answered by all whom it can ask. None of them hears what the others say."
        yield "Replies come with the tool of whoever gives them." if briefing.names else "Nobody is told whose reply it is."
    if briefing.queries == "own":
        yield "Questions are searched for and passed on in one's own words."
    elif not is_alone or briefing.searches:
        yield "The question is searched for and passed on as it is."
    yield " ".join(_limits(briefing))


def _limits(briefing: Briefing) -> Iterator[str]:
    yield f"Each can use a tool {count(briefing.searches, 'time')} and ask {count(briefing.asks, 'time')}."
    if briefing.effort is not None:
        yield f"All together can use tools {count(briefing.effort, 'time')}."
    yield f"After {count(briefing.steps, 'step')} in all it is over."


def label(evidence: Evidence, speaker: Seat = "") -> str:
    """What a reply or a result is, in a few words. speaker: who gave it, empty where that is not told."""
    if evidence.tag == "CALCULATION":
        return "Worked out"
    tool = f" ({corpus(evidence.tool)})" if evidence.tool else ""
    return f"{speaker or 'A friend'}{tool}: {ANSWER if evidence.tag == 'FRIEND_ANSWER' else HEDGE}"


def paragraph(evidence: Evidence, at: int) -> str:
    """What one of the paragraphs that were found is: which, and where it stands."""
    source = evidence.sources[at] if at < len(evidence.sources) else ""
    which = f"Found, {at + 1} of {len(evidence.texts)}" if len(evidence.texts) > 1 else "Found"
    return f"{which} · {source}" if source else which
