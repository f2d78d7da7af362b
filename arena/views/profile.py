"""One person's own history: what they won, how far what they said could be trusted, and whom they suspected.

It is made of their transcripts, and kept nowhere else.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from woozle.arena.views.badges import BadgeProgress, OwnMatch, badge_progress
from woozle.arena.views.company import roles_of
from woozle.arena.views.copies import copy_sentences
from woozle.arena.views.panels import FigureColumn, FigureRow, FigureTable
from woozle.arena.views.report import aligned_lines
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.conduct import Belief, Sureness
from woozle.core.groups import group_pairs
from woozle.core.line import Line, Tone
from woozle.core.measures import report_of
from woozle.core.statistics.intervals import Interval, share_interval
from woozle.core.value import value

_ACROSS = 21  # cells from 0 to 100 %
_AXIS = f"0{50:>10}{100:>10}"


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
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the share; None below ten matches."""
        return share_interval(self.won, self.played)


@value
class Certainty:
    """Statements of one degree of certainty: n of them; `right` were so.

    stated: a probability, rounded to a tenth, or what was said in its place.
    """

    about: str
    stated: float | Sureness
    n: int
    right: int

    @property
    def share(self) -> float:
        return self.right / self.n

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the share; None below ten statements."""
        return share_interval(self.right, self.n)

    @property
    def words(self) -> str:
        """The statements in words: `80%: ranges`, `unsure: replies`. The end may be cut."""
        return f"{self.stated:.0%}: {self.about}" if isinstance(self.stated, float) else f"{self.stated}: {self.about}"


@value
class Lying:
    """Lies told in the matches of a game, those at which the person was caught, and statements that could be checked in all."""

    game: str
    told: int
    caught: int
    checked: int


@value
class Suspected:
    """Votes against or accusations of seats of one role, of all such votes or accusations in a game.

    is_right: the role is the one that was looked for; chance: how often suspects drawn at random would have had such a role.
    """

    game: str
    how: str
    role: str
    n: int
    of: int
    is_right: bool
    chance: float


@value
class Profile:
    """The summary of a person's matches. records: by game, each followed by its roles, if it has any.

    streak: matches won in a row, up to now; best_streak: the most ever. shared: matches with several people, which are left out,
    since it is unknown which of them it was; copies: ids of transcripts that do not count, each with that of the transcript that
    counts for the same match; unread: matches whose result alone could be read. rules: what the figures
    of each game mean, a title and a sentence each.
    """

    records: tuple[Record, ...]
    played: int = 0
    won: int = 0
    streak: int = 0
    best_streak: int = 0
    shared: int = 0
    copies: tuple[tuple[str, str], ...] = ()
    unread: int = 0
    certainties: tuple[Certainty, ...] = ()
    lies: tuple[Lying, ...] = ()
    suspicions: tuple[Suspected, ...] = ()
    badges: tuple[BadgeProgress, ...] = ()
    rules: tuple[tuple[str, str], ...] = ()


def own_matches(summaries: Iterable[Any]) -> list[OwnMatch]:
    """Return the matches that the only person at a table played to the end, the earliest first, without their conduct.

    Forks are left out, since their players may know the match's secrets. Copies of a match count once.
    summaries: of `woozle.saves.store`, in any order.
    """
    found = []
    for summary in sorted(summaries, key=lambda each: each.modified):
        people = _people(summary)
        if len(people) != 1 or (result := summary.results.get(people[0])) is None or result.kind == "void":
            continue
        part = roles_of(summary.game, summary.results).get(people[0], "")
        game = registry.find_game(summary.game)
        found.append(
            OwnMatch(
                summary.id,
                summary.game,
                part,
                people[0],
                result.kind == "won",
                bool(part) and game is not None and part == game.hidden_role,
                summary.path,
                summary.digest,
            )
        )
    return found


def count_shared(summaries: Iterable[Any]) -> int:
    """Return the number of finished matches with several people."""
    return sum(len(_people(summary)) > 1 for summary in summaries)


def own_copies(summaries: Iterable[Any]) -> tuple[tuple[str, str], ...]:
    """Return the ids of transcripts of finished matches with people that do not count, each with that of the one that does."""
    return tuple((summary.id, summary.copy_of) for summary in summaries if summary.copy_of and summary.has_people)


def _people(summary: Any) -> list[str]:
    if summary.status != "finished" or summary.source or summary.is_fork or summary.copy_of:
        return []
    if any(player.get("remote") for player in summary.players.values()):  # who of them sat at this terminal is not recorded
        return []
    return [seat for seat, player in summary.players.items() if player.get("kind") == "human"]


def profile(matches: Sequence[OwnMatch], shared: int = 0, copies: tuple[tuple[str, str], ...] = ()) -> Profile:
    """Return the profile of the person who plays here.

    Args:
        matches: The earliest first.
        shared: The number of matches of several people, which are left out.
        copies: Of `own_copies`.
    """
    results: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for match in matches:
        results[match.game, ""].append(match.is_won)
        if match.role:
            results[match.game, match.role].append(match.is_won)
    streak, best = _streaks(match.is_won for match in matches)
    return Profile(
        tuple(Record(game, part, len(wins), sum(wins)) for (game, part), wins in sorted(results.items())),
        len(matches),
        sum(match.is_won for match in matches),
        streak,
        best,
        shared,
        copies,
        sum(match.conduct is None for match in matches),
        tuple(_certainties(belief for match in matches for belief in match.deeds.beliefs)),
        tuple(_lies(matches)),
        tuple(_suspicions(matches)),
        badge_progress(matches),
        tuple(_rules(matches)),
    )


def _streaks(wins: Iterable[bool]) -> tuple[int, int]:
    now = best = 0
    for is_won in wins:
        now = now + 1 if is_won else 0
        best = max(best, now)
    return now, best


def _certainties(beliefs: Iterable[Belief]) -> Iterator[Certainty]:
    """Yield what was held by how sure it was: by stated probability, then what was said to be sure or unsure."""
    found: dict[tuple[bool, str, float | Sureness], list[bool]] = defaultdict(list)
    for belief in beliefs:
        stated = round(belief.stated, 1) if isinstance(belief.stated, float) else belief.stated
        found[isinstance(stated, str), belief.about, stated].append(belief.is_so)
    for (_, about, stated), so in sorted(found.items(), key=lambda each: (*each[0][:2], str(each[0][2]))):
        yield Certainty(about, stated, len(so), sum(so))


def _lies(matches: Iterable[OwnMatch]) -> Iterator[Lying]:
    found = group_pairs((match.game, match) for match in matches if match.deeds.truths or match.deeds.lies)
    for game, some in sorted(found.items()):
        lies = [is_caught for match in some for is_caught in match.deeds.lies]
        yield Lying(game, len(lies), sum(lies), len(lies) + sum(match.deeds.truths for match in some))


def _suspicions(matches: Iterable[OwnMatch]) -> Iterator[Suspected]:
    """Yield the suspects by game and kind, the most frequent role first."""
    found = group_pairs(((match.game, each.how), each) for match in matches for each in match.deeds.suspicions)
    for (game, how), every in sorted(found.items()):
        roles = Counter((each.role, each.is_right) for each in every)
        right = sum(each.chance for each in every)
        for (part, is_right), n in sorted(roles.items(), key=lambda each: (-each[1], each[0])):
            yield Suspected(game, how, part, n, len(every), is_right, right if is_right else len(every) - right)


def _rules(matches: Iterable[OwnMatch]) -> Iterator[tuple[str, str]]:
    for name in sorted({match.game for match in matches}):
        game = registry.find_game(name)
        reader = report_of(game).conduct if game else None
        for sentence in (reader.beliefs, reader.lies, reader.suspicions, reader.pressed) if reader else ():
            if sentence:
                yield name, sentence


# In words


def headline(own: Profile) -> str:
    """Return all matches in one sentence."""
    if not own.played:
        return "You have finished no match yet."
    streak = f" Your streak is {own.streak}, your best {own.best_streak}." if own.best_streak > 1 else ""
    return f"You won {own.won} of {count(own.played, 'match', 'matches')}.{streak}"


def notes(own: Profile) -> list[str]:
    """Return sentences on what is left out."""
    found = []
    if own.shared:
        found.append(
            f"Left out: {count(own.shared, 'match', 'matches')} of several people at one terminal, since who won is not known."
        )
    found += copy_sentences(dict(own.copies))
    if own.unread:
        found.append(f"Of {count(own.unread, 'match', 'matches')} only the result could be read.")
    return found


@value
class Section:
    """A part of the profile: a title, figures, and lines about them."""

    title: str
    figures: FigureTable = FigureTable((), ())
    lines: tuple[Line, ...] = ()


def sections(own: Profile) -> list[Section]:
    """Return the profile in parts, without those that are empty."""
    if not own.played:
        return []
    found = [Section("By game and role", figures(own))]
    if own.certainties:
        found.append(Section("How sure, how right", _certainty_figures(own.certainties)))
    if own.lies:
        found.append(Section("Lies told and caught", _lie_figures(own.lies)))
    if own.suspicions:
        found.append(Section("Whom you suspect", _suspicion_figures(own.suspicions)))
    found.append(Section("Badges", lines=tuple(_badge_lines(own.badges))))
    if own.rules:
        lines = tuple(Line(f"{game}: {sentence}", "quiet") for game, sentence in own.rules)
        found.append(Section("What counts", lines=lines))
    return found


def figures(own: Profile) -> FigureTable:
    """Return wins as a table."""
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
    return (
        "" if record.role else record.game,
        record.role or "all",
        str(record.played),
        str(record.won),
        f"{record.share:.0%}",
        _interval(record.interval),
    )


def _certainty_figures(certainties: Sequence[Certainty]) -> FigureTable:
    columns = (
        FigureColumn("what you said", is_cut=True),
        FigureColumn("times", is_number=True),
        FigureColumn("right", is_number=True),
        FigureColumn("95 % interval", leaves=1),
        FigureColumn(_AXIS),
    )
    rows = (
        FigureRow((each.words, str(each.n), f"{each.share:.0%}", _interval(each.interval), plot_certainty(each)))
        for each in certainties
    )
    return FigureTable(columns, tuple(rows), "● was right, ─ 95 % interval, ◇ was stated")


def plot_certainty(certainty: Certainty) -> str:
    """Return a row of a plot from 0 to 100 %: the share that was right, its interval, and what was stated."""
    low, high = (round(end * (_ACROSS - 1)) for end in certainty.interval or (certainty.share, certainty.share))
    chars = ["─" if low <= at <= high else "·" for at in range(_ACROSS)]
    if isinstance(certainty.stated, float):
        chars[round(certainty.stated * (_ACROSS - 1))] = "◇"
    at = round(certainty.share * (_ACROSS - 1))
    chars[at] = "◆" if chars[at] == "◇" else "●"
    return "".join(chars)


def _lie_figures(lies: Sequence[Lying]) -> FigureTable:
    columns = (
        FigureColumn("game", is_cut=True),
        FigureColumn("lies told", is_number=True),
        FigureColumn("caught", is_number=True),
        FigureColumn("of what could be checked", is_number=True, leaves=1),
    )
    rows = (FigureRow((each.game, str(each.told), str(each.caught), str(each.checked))) for each in lies)
    return FigureTable(columns, tuple(rows))


def _suspicion_figures(suspicions: Sequence[Suspected]) -> FigureTable:
    columns = (
        FigureColumn("game", is_cut=True),
        FigureColumn("by", leaves=2),
        FigureColumn("against"),
        FigureColumn("times", is_number=True),
        FigureColumn("by chance", is_number=True, leaves=1),
    )
    rows = (
        FigureRow(
            (each.game, each.how, each.role, f"{each.n} of {each.of}", f"{each.chance:.1f}"),
            tones={2: "good" if each.is_right else "bad"},
        )
        for each in suspicions
    )
    return FigureTable(columns, tuple(rows), "by chance: if you had drawn your suspects by lot")


def _badge_lines(badges: Iterable[BadgeProgress]) -> Iterator[Line]:
    for each in badges:
        tone: Tone = "good" if each.earned_by else "plain"
        yield Line(f"{each.badge.name}: {each.progress}", tone, "✓" if each.earned_by else "·")
        yield Line(each.badge.rule, "quiet", " ")


def _interval(ends: Interval | None) -> str:
    return f"{ends[0]:.0%} to {ends[1]:.0%}" if ends else "–"


def in_text(figures: FigureTable) -> Iterator[str]:
    """Yield a table as lines of text."""
    if not figures.rows:
        return
    rows = [tuple(column.title for column in figures.columns), *(row.cells for row in figures.rows)]
    numbers = [at for at, column in enumerate(figures.columns) if column.is_number]
    yield from (f"  {line}" for line in aligned_lines(rows, numbers))
    if figures.note:
        yield f"  {figures.note}"


def as_json(own: Profile) -> Mapping[str, Any]:
    """Return the profile for programs."""
    return {
        "played": own.played,
        "won": own.won,
        "streak": own.streak,
        "best_streak": own.best_streak,
        "shared": own.shared,
        "copies": dict(own.copies),
        "unread": own.unread,
        "records": [{**asdict(each), "interval": each.interval and [*each.interval]} for each in own.records],
        "calibration": [{**asdict(each), "interval": each.interval and [*each.interval]} for each in own.certainties],
        "lies": [asdict(each) for each in own.lies],
        "suspicions": [
            {
                "game": each.game,
                "by": each.how,
                "role": each.role,
                "n": each.n,
                "of": each.of,
                "right": each.is_right,
                "by_chance": round(each.chance, 6),
            }
            for each in own.suspicions
        ],
        "badges": [
            {
                "name": each.badge.name,
                "rule": each.badge.rule,
                "count": each.count,
                "goal": each.badge.goal,
                "progress": each.progress,
                "earned_by": each.earned_by or None,
            }
            for each in own.badges
        ],
        "rules": [{"game": game, "rule": sentence} for game, sentence in own.rules],
    }
