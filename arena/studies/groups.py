"""Group formation: the order of waiting, the question "still there?", and which participants begin together.

moves = next_moves(waiters, size, grouping)      # pure: the moves that are due now
form_group(study, visits, now)                   # in the journals of all members
complete_groups(study, open_visit)               # after a crash between two of these journals
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.grouping import Grouping
from woozle.arena.studies.participants import new_code
from woozle.arena.studies.visit import StudyVisit
from woozle.core.chance import Chance, key_from_seed
from woozle.core.value import value

AWAY = 60.0
"""Seconds without an open page after which a participant no longer waits."""


@value
class Waiter:
    """A participant who waits for a group.

    left: seconds until their wait runs out, then negative. away: seconds since their page was closed, 0 while it is open. ready,
    asked: seconds since they confirmed their presence, and since they were asked for it in vain; None if never.
    """

    code: str
    left: float
    away: float = 0.0
    ready: float | None = None
    asked: float | None = None


@value
class Moves:
    """The next moves for waiters, by their codes.

    ask: ask whether they are still there. missed: gave no answer, or closed the page, and no longer wait. groups: begin now.
    alone: their wait has run out.
    """

    ask: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    alone: tuple[str, ...] = ()


def next_moves(waiters: Sequence[Waiter], size: int, grouping: Grouping) -> Moves:
    """Return the moves that are due now. People are grouped in their order here, in which they began to wait.

    A group begins once all its members have recently confirmed their presence. So a participant whose partner did not
    answer need not confirm again for the next partner. While a group is about to begin, its members wait `ready_seconds` longer
    than the plan says.
    """
    lasts = 2 * grouping.ready_seconds

    def is_ready(who: Waiter) -> bool:
        return who.ready is not None and who.ready <= lasts

    def has_missed(who: Waiter) -> bool:
        return who.away > AWAY or (who.asked is not None and who.asked >= grouping.ready_seconds and not is_ready(who))

    missed = tuple(who.code for who in waiters if has_missed(who))
    here = [who for who in waiters if not who.away and who.code not in missed]
    ask: list[str] = []
    groups: list[tuple[str, ...]] = []
    alone: list[str] = []
    for party in (here[at : at + size] for at in range(0, len(here), size)):
        over = [who for who in party if who.left <= 0]
        unready = [who for who in party if not is_ready(who)]
        overdue = [who for who in party if who.left <= -grouping.ready_seconds and is_ready(who)]
        begins = len(party) == size or (bool(over) and grouping.then == "bots")
        if begins and not unready:
            groups.append(tuple(who.code for who in party))
        elif overdue and grouping.then == "bots":
            groups.append(tuple(who.code for who in party if is_ready(who)))
        elif overdue or not begins:
            alone += [who.code for who in (overdue if begins else over)]
        else:
            ask += [who.code for who in unready if who.asked is None]
    return Moves(tuple(ask), missed, tuple(groups), tuple(alone))


def form_group(study: StudyFolder, visits: Sequence[StudyVisit], now: datetime, *, is_solo: bool = False) -> bool:
    """Draw conditions for people who begin together, and note it in their journals; return whether any condition has room for them.

    Raises StudyError and SaveError; then some of them may be in the group already, and `complete_groups` lets the others follow.

    Args:
        visits: Of its members, in the order of their arrival; the seed draws their places.
        is_solo: For one visit, whose participant plays alone.
    """
    codes = [visit.who.code for visit in visits if visit.who]
    with study.lock():
        known = study.participants()
        row = study.draw_row(known, now, len(visits), is_solo=is_solo)
        if row is None:
            return False
        group = new_code({who.code for who in known} | {who.group for who in known})
        deal = next(who.arrival for who in known if who.code == codes[0])
        members = Chance(key_from_seed(study.plan.seed, "study places", deal)).shuffle("places", codes)
        for visit in visits:
            visit.join_group(group, row, members, deal, is_solo=is_solo)
    return True


def complete_groups(study: StudyFolder, open_visit: Callable[[str], AbstractContextManager[StudyVisit]]) -> None:
    """Add members whose journals lack their group, because a process was killed or the disk was full.

    Raises StudyError, SaveError.

    Args:
        open_visit: Opens the visit of a participant, by the code.
    """
    known = {who.code: who for who in study.participants()}
    for who in known.values():
        for code in who.members:
            if (other := known.get(code)) and other.is_open and not other.group:
                with open_visit(code) as visit:
                    visit.join_group(who.group, who.row, who.members, who.deal)
