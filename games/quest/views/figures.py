"""Figures of the seats of the quest, and their scores if the match ended now."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from woozle.arena.views.panels import OWN, UNKNOWN, FigureColumn, FigureRow, FigureTable
from woozle.arena.views.words import capitalise, clock
from woozle.core.arithmetic import mean_of_known
from woozle.core.line import Tone
from woozle.core.names import seat_letters
from woozle.core.request import Seat
from woozle.core.value import value
from woozle.games.quest.events import Briefing
from woozle.games.quest.judgement.scores import WEIGHTS, Cost, Preset, penalties, q_score
from woozle.games.quest.state import Progress, Sight, State

_BARS = "▁▂▃▄▅▆▇"  # a full block would run into the row above
_MOST_BARS = 24
_RACE, _CURRENT = 10, "█"  # cells of a bar, and its block
STALE = "▒"
"""The block of a rival's bar whose score may have risen since."""


@value
class Figures:
    """Figures of a seat; None if not known. when: their step, or what the seat does. each_h: H of each text, in order."""

    when: str = ""
    done: int | None = None
    mean_h: float | None = None
    worst_h: float | None = None
    calls: float | None = None
    tokens: float | None = None
    reviews: float | None = None
    seconds: float | None = None
    each_h: tuple[float | None, ...] = ()

    @property
    def cost(self) -> Cost:
        """The seat's cost; 0 if unknown, so that it does not raise the penalty of others."""
        return Cost(self.calls or 0, self.tokens or 0, self.reviews or 0, self.seconds or 0)

    def progress(self, items: int) -> float | None:
        """Return the score so far: total H of the texts written, as a share of all texts to write; None if unknown."""
        return None if self.mean_h is None or self.done is None or not items else self.mean_h * self.done / items

    @property
    def is_whole(self) -> bool:
        """True if all that Q is computed from is known."""
        return None not in (self.mean_h, self.calls, self.tokens, self.reviews, self.seconds)


def of_progress(progress: Progress, when: str, *, is_told: bool) -> Figures:
    """Return the figures of a visible seat. when: their first column; is_told: whether H is shown at all."""
    spent = progress.paid or progress.standing
    if progress.standing is None or spent is None:
        return Figures(when)
    each_h = tuple(text.h if text.text else 0.0 for text in progress.texts.values())
    known = [h for h in each_h if h is not None] if is_told else []
    return Figures(
        when,
        len(each_h),
        mean_of_known(known),
        min(known, default=None),
        spent.calls,
        spent.tokens,
        spent.reviews,
        spent.seconds,
        each_h if is_told else (),
    )


def of_sight(sight: Sight) -> Figures:
    """Return the figures of a rival that has shown some."""
    facts = sight.glimpse.facts
    numbers = {name: each for name in _SHOWN if isinstance(each := facts.get(name), int | float)}
    done, each_h = facts.get("done"), facts.get("each_h")
    return Figures(
        str(int(sight.step) + 1),
        int(done) if isinstance(done, int | float) else None,
        each_h=each_h if isinstance(each_h, tuple) else (),
        **numbers,
    )


_SHOWN = ("mean_h", "worst_h", "calls", "tokens", "reviews", "seconds")


def of_tally(state: State, seat: Seat, before: Figures) -> Figures:
    """Return the final figures of a seat that has a tally. before: those known until then."""
    made = state.tallies[seat]
    known = replace(before, when="end", mean_h=made.mean_h, calls=made.calls, reviews=made.reviews, seconds=made.seconds)
    return replace(known, tokens=made.tokens_in + made.tokens_out)


def presets(briefing: Briefing | None) -> tuple[Preset, Preset]:
    """Return the weights of a match, and those by which its Q is also shown: the weights of the paper's tables."""
    named: Preset = next((name for name in WEIGHTS if briefing and name == briefing.preset), "stated")
    return named, "stated" if named == "tables" else "tables"


def quality(preset: Preset) -> str:
    """Return the label of points by beta, the share of the cost that is taken off them: by the stated weights, `at 1%`."""
    return f"at {100 * WEIGHTS[preset].beta:g}%"


def say_quality(preset: Preset) -> str:
    """Return what that label means."""
    most = f"{100 * WEIGHTS[preset].beta:g}"
    return f"{capitalise(quality(preset))}: points if the most calls, tokens, reviews or seconds cost {most} each."


def qualities(figures: Mapping[Seat, Figures], preset: Preset) -> dict[Seat, float]:
    """Return Q of each seat with enough known figures, as if the match ended now and no unknown figure exceeded the known ones."""
    shares = dict(zip(figures, penalties([each.cost for each in figures.values()]), strict=True)) if figures else {}
    return {
        seat: q_score(each.mean_h, shares[seat], WEIGHTS[preset])
        for seat, each in figures.items()
        if each.is_whole and each.mean_h is not None
    }


def standing(
    state: State, figures: Mapping[Seat, Figures], *, when: FigureColumn, note: str, stale: Collection[Seat] = ()
) -> FigureTable:
    """Return the table of all seats, the viewer first, who sees no more than points.

    when: the column with the date of the figures. stale: seats whose figures may be old.
    """
    seats, me, briefing = state.seats, state.me, state.briefing
    names = presets(briefing)[: 1 if me else 2]  # a player needs only the weights of the match
    titles = {} if me else _TITLES
    finals = {
        name: {seat: q_score(tally.mean_h, tally.penalty, WEIGHTS[name]) for seat, tally in state.tallies.items()} for name in names
    }
    by = [finals[name] or qualities(figures, name) for name in names]
    initials = dict(zip(seats, seat_letters(seats), strict=True))
    final = finals[names[0]]
    scores = {seat: final.get(seat, each.progress(briefing.items)) for seat, each in figures.items()} if briefing else {}
    has_race = any(score is not None for score in scores.values())
    has_bars = any(each.each_h for each in figures.values())
    columns = (
        FigureColumn("seat", is_cut=True),
        *([FigureColumn("race")] if has_race else []),
        when,
        FigureColumn("done", is_number=True, leaves=6),
        *([FigureColumn("each text", leaves=7)] if has_bars else []),
        *(FigureColumn(title, is_number=True, leaves=leaves) for title, leaves in titles.items()),
        FigureColumn("points", is_number=True),
        *(FigureColumn(quality(name), is_number=True, leaves=8) for name in names[1:]),
    )
    rows = []
    for seat in sorted(seats, key=lambda seat: seat != me):
        shown = figures.get(seat, Figures())
        total = f"/{briefing.items}" if briefing else ""
        cells = [
            f"{seat}{OWN}" if seat == me else seat,
            *([race(scores.get(seat), is_stale=seat in stale)] if has_race else []),
            shown.when or UNKNOWN,
            UNKNOWN if shown.done is None else f"{shown.done}{total}",
            *([bars(shown.each_h)] if has_bars else []),
            *(_figures(shown) if titles else ()),
            _points(by[0].get(seat)),
            *(_points(each.get(seat)) for each in by[1:]),
        ]
        rows.append(FigureRow(tuple(cells), seats.index(seat) + 1, initials[seat], _tones(cells)))
    return FigureTable(columns, tuple(rows), " ".join(filter(None, (note, *map(say_quality, names[1:])))))


_TITLES = {"texts": 0, "worst": 5, "calls": 4, "tokens": 1, "reviews": 3, "time": 2}
"""Titles of figures, with the order in which they leave narrow screens."""


def race(score: float | None, *, is_stale: bool) -> str:
    """Return a bar for a score from 0 to 1; an old score has other blocks."""
    if score is None:
        return UNKNOWN
    full = max(0, min(_RACE, round(score * _RACE)))
    return (STALE if is_stale else _CURRENT) * full + "░" * (_RACE - full)


def bars(each_h: Sequence[float | None]) -> str:
    """Return the latest values of H as bars; a dot for an unknown one."""
    return "".join("·" if h is None else _BARS[round(h * (len(_BARS) - 1))] for h in each_h[-_MOST_BARS:])


def _figures(shown: Figures) -> Iterator[str]:
    yield _points(shown.mean_h)
    yield _points(shown.worst_h)
    for number in (shown.calls, shown.tokens, shown.reviews):
        yield UNKNOWN if number is None else f"{number:,.0f}"
    yield UNKNOWN if shown.seconds is None else clock(shown.seconds)


def _points(quality: float | None) -> str:
    return UNKNOWN if quality is None else f"{100 * quality:.1f}"


def _tones(cells: Sequence[str]) -> dict[int, Tone]:
    return {at: "quiet" for at, cell in enumerate(cells) if cell == UNKNOWN}
