"""The figures of reports, results, tables and the leaderboard."""

from thimbles.rules import Lifted
from woozle import Seat
from woozle.core.measures import Measure, Played, Report
from woozle.core.statistics.resampling import Share


def _lies(played: Played) -> dict[Seat, Share]:
    """Return how many claims of each seat were not true."""
    rounds = [event for event, _ in played.record if isinstance(event, Lifted)]
    of = {seat: [each.claim != each.pea for each in rounds if each.hider == seat] for seat in played.outcome.results}
    return {seat: Share(sum(lies), len(lies)) for seat, lies in of.items()}


_SCORE = Measure("score", "points", unit="points", of="seat", better="high", interval="student")
_LIES = Measure("lies", "claims that were not true", lambda match, seat: match.facts[seat], "claims", of="seat", interval="wilson")
REPORT = Report((_SCORE, _LIES), facts=_lies)
