"""The daily deal: one match a day for each game, the same for everybody, without a network: its seed is made of the date."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from pathlib import Path

from woozle.arena.play.start import Start
from woozle.core import registry
from woozle.core.chance import commitment, key_from_seed
from woozle.core.outcome import Result
from woozle.core.value import value
from woozle.core.welcome import load_welcome_or_error
from woozle.saves.store import list_matches
from woozle.saves.summary import Summary

_YEAR = 366  # days

DAYS = 7
"""The number of days that a result looks back on."""

_SIGNS = {"won": "■", "drawn": "◧", "lost": "□", "forfeited": "□"}
_LEGEND = f"The marks are the last {DAYS} days, this one last: ■ won, ◧ drawn, □ lost, · not played."


@value
class DailyResult:
    """The result of a day's deal. result: of the person, empty while it is unfinished; deed: in a few words."""

    day: date
    path: Path
    result: str
    deed: str


def daily_seed(game: str, day: date) -> int:
    """Return the seed of a day's deal."""
    return int.from_bytes(hashlib.sha256(f"woozle daily {game} {day.isoformat()}".encode()).digest()[:6])


def daily_start(game: str, day: date) -> Start:
    """Return the match of a day: one person, the game's own bots, and its standard rules."""
    kind = registry.game(game)
    config = registry.configure(kind, next(iter(kind.presets)), {})
    return Start(game, (f"human,bot*{kind.default_seats - 1}",), config, daily_seed(game, day))


def find_results(game: str, until: date, days: int = DAYS) -> dict[date, DailyResult]:
    """Return the results of a person for the deals of some days, by day; of several matches with one deal, the first.

    Matches are recognised by the key that they commit to, so that nothing is kept beside the transcripts.
    """
    deals = {_commitment(game, day): day for day in (until - timedelta(back) for back in range(days))}
    found: dict[date, DailyResult] = {}
    for summary in list_matches():  # the newest first
        if summary.game == game and summary.has_people and (day := deals.get(summary.commitment)):
            found[day] = _result(summary, day)
    return found


def is_played(day: date, summaries: Iterable[Summary]) -> bool:
    """Return whether a person has finished any game's deal of a day."""
    deals = {_commitment(game, day) for game in registry.names()}
    return any(each.has_people and each.status == "finished" and each.commitment in deals for each in summaries)


def day_of(summary: Summary, until: date) -> date | None:
    """Return the day of which a match is the deal, of those of the last year; None for any other match."""
    days = (until - timedelta(back) for back in range(_YEAR))
    return next((day for day in days if _commitment(summary.game, day) == summary.commitment), None)


def bot_result(game: str, day: date) -> Result | None:
    """Return how the game's own bot fares with the deal, in the person's seat; None if a service has to be waited for."""
    from woozle.arena.play.setup import unrecorded_match
    from woozle.players.seats import parse_seats

    start = daily_start(game, day)
    specs = parse_seats(f"bot*{registry.game(game).default_seats}", game)
    match = unrecorded_match(game, specs, start.config, key_from_seed(daily_seed(game, day), 1))
    if not all(player.answers_at_once for player in match.players.values()):
        return None
    return asyncio.run(match.play()).results[match.referee.game.seats[0]]


def result_lines(game: str, day: date, results: dict[date, DailyResult], bot: Result | None) -> Iterator[str]:
    """Yield a line to share, which tells only what the person did, and how a bot and the days before compare."""
    own = results[day]
    row = "".join(_SIGNS.get(each.result, "·") if each else "·" for each in map(results.get, _week(day)))
    told = " · ".join(filter(None, (load_welcome_or_error(game).title, own.result, own.deed, row)))
    yield f"Woozle daily {day.isoformat()} · {told}"
    if bot:
        yield f"A bot in your seat: {', '.join(filter(None, (bot.kind, _deed(game, bot))))}."
    yield _LEGEND
    played = [results[each] for each in _week(day) if each in results and results[each].result]
    if len(played) > 1:
        wins = sum(each.result == "won" for each in played)
        yield f"You won {wins} of the {len(played)} deals that you played in the last {DAYS} days."


def find_result_lines(game: str, path: Path, today: date) -> tuple[str, ...]:
    """Return the result of a finished match as lines, if it is a person's deal of one of the last days; else nothing."""
    results = find_results(game, today, days=2 * DAYS)  # the earliest day looks back as far as the others
    day = next((day for day in _week(today) if day in results and results[day].path == path and results[day].result), None)
    return tuple(result_lines(game, day, results, bot_result(game, day))) if day else ()


def _deed(game: str, result: Result) -> str:
    """Return what a seat did, as its game has it; else its score, if it has one."""
    if result.numbers and (own := registry.part_of(game, "deed")):
        return str(own(result))
    return f"score {result.numbers['score']:g}" if "score" in result.numbers else ""


def _week(day: date) -> list[date]:
    return [day - timedelta(back) for back in reversed(range(DAYS))]


def _commitment(game: str, day: date) -> str:
    return commitment(key_from_seed(daily_seed(game, day), 1))


def _result(summary: Summary, day: date) -> DailyResult:
    result = summary.own_result
    return DailyResult(day, summary.path, result.kind if result else "", _deed(summary.game, result) if result else "")
