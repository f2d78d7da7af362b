"""One person's own history: how often they won, by game and role. It is made of their transcripts, and kept nowhere else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from woozle.arena.views.company import role
from woozle.arena.views.panels import FigureColumn, FigureRow, FigureTable
from woozle.arena.views.words import count
from woozle.core.statistics.intervals import wilson
from woozle.core.value import value


@value
class Record:
    """Matches won of those played. A void match counts for nothing."""

    game: str
    role: str
    played: int
    won: int

    @property
    def share(self) -> float:
        return self.won / self.played

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the share."""
        return wilson(self.won, self.played)


@value
class Profile:
    """The summary of a person's matches. records: by game, each followed by its roles, if it has any.

    streak: matches won in a row, up to now; best_streak: the most ever. shared: matches with several people, which are left out,
    since nobody knows which of them it was.
    """

    records: tuple[Record, ...]
    played: int = 0
    won: int = 0
    streak: int = 0
    best_streak: int = 0
    shared: int = 0


def profile(summaries: Iterable[Any]) -> Profile:
    """Return the profile of whoever plays here. summaries: of `woozle.saves.store`, in any order."""
    results: dict[tuple[str, str], list[bool]] = defaultdict(list)
    every: list[bool] = []
    shared = 0
    for summary in sorted(summaries, key=lambda each: each.modified):
        people = [seat for seat, player in summary.players.items() if player.get("kind") == "human"]
        if summary.status != "finished" or summary.source or not people:
            continue
        if len(people) > 1:
            shared += 1
            continue
        result = summary.results.get(people[0])
        if result is None or result.kind == "void":
            continue
        is_won = result.kind == "won"
        every.append(is_won)
        results[summary.game, ""].append(is_won)
        if part := role(summary.game, result.numbers):
            results[summary.game, part].append(is_won)
    records = (Record(game, part, len(wins), sum(wins)) for (game, part), wins in sorted(results.items()))
    streak, best = _streaks(every)
    return Profile(tuple(records), len(every), sum(every), streak, best, shared)


def _streaks(wins: Iterable[bool]) -> tuple[int, int]:
    now = best = 0
    for is_won in wins:
        now = now + 1 if is_won else 0
        best = max(best, now)
    return now, best


def headline(own: Profile) -> str:
    """Return all matches in one sentence."""
    if not own.played:
        return "You have finished no match yet."
    streak = f" Your streak is {own.streak}, your best {own.best_streak}." if own.best_streak > 1 else ""
    return f"You won {own.won} of {count(own.played, 'match', 'matches')}.{streak}"


def notes(own: Profile) -> list[str]:
    """Return what is left out, a sentence each."""
    if not own.shared:
        return []
    return [f"Left out: {count(own.shared, 'match', 'matches')} of several people at one terminal, since who won is not known."]


def figures(own: Profile) -> FigureTable:
    """Return the profile as a table."""
    columns = (
        FigureColumn("game", is_cut=True),
        FigureColumn("as"),
        FigureColumn("played", is_number=True),
        FigureColumn("won", is_number=True),
        FigureColumn("share", is_number=True),
        FigureColumn("95 % interval", leaves=1),
    )
    return FigureTable(columns, tuple(FigureRow(cells(each)) for each in own.records))


def cells(record: Record) -> tuple[str, ...]:
    """Return a record as words: game, role, played, won, share and interval."""
    low, high = record.interval
    return (
        "" if record.role else record.game,
        record.role or "all",
        str(record.played),
        str(record.won),
        f"{record.share:.0%}",
        f"{low:.0%} to {high:.0%}",
    )


def as_json(own: Profile) -> Mapping[str, Any]:
    """Return the profile for programs."""
    return {
        "played": own.played,
        "won": own.won,
        "streak": own.streak,
        "best_streak": own.best_streak,
        "shared": own.shared,
        "records": [
            {"game": each.game, "role": each.role, "played": each.played, "won": each.won, "interval": list(each.interval)}
            for each in own.records
        ],
    }
