"""What `woozle report` prints of the quest: for programs, and for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.quest import report
from woozle.core.games.quest.grades import Grades, metrics
from woozle.core.games.quest.report import EVERYBODY, FIGURES, MADE_OF, Group, MatchReport, Sight, Spread, groups
from woozle.core.games.quest.scoring import WEIGHTS
from woozle.core.naming import player
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.saves.transcript import Transcript
from woozle.tui.cli.intervals import interval
from woozle.tui.cli.report_terms import terms_of

_HEADS: Mapping[str, tuple[str, str]] = {
    "first_h": ("H before reviews", ".4f"),
    "mean_h": ("H after reviews", ".4f"),
    "calls": ("calls", ",g"),
    "tokens_in": ("tokens read", ",.0f"),
    "tokens_out": ("tokens written", ",.0f"),
    "reviews": ("reviews", "g"),
    "seconds": ("seconds", ",.2f"),
    "penalty": ("P", ".4f"),
    "q": ("Q", ".4f"),
    "q_tables": ("Q by `tables`", ".4f"),
}
"""What each figure is called, and how it is written."""

_MADE_OF: Mapping[str, str] = {"faithful": "from the passages", "covered": "key facts told"}
"""What H is made of: means over the summaries that stand."""

_GRADES: Mapping[str, str] = {
    "correct": "correct",
    "incorrect": "incorrect",
    "not_attempted": "not attempted",
    "accuracy_given_attempted": "correct if tried",
    "f1": "F-score",
}
"""What each figure of SimpleQA is called: shares of the answers that stand, and their harmonic mean."""

_TITLE, _CELL, _WIDE = 18, 12, 22  # cells
_LEXICAL = "lexical grounding, which is not HHEM"


def match_report(transcript: Transcript, record: Sequence[Told]) -> MatchReport:
    """What one match came to. Raises ReportError for one that is unfinished."""
    terms = terms_of(transcript, official=judge)
    return report.match_report(terms, record, transcript.end.outcome if transcript.end else None)


def judge(described: Mapping[str, Any]) -> str:
    """What a judge is called, so that nobody takes one for another: a version, revision or place belongs to it."""
    if described.get("kind") == "model":
        return f"grader:{player(described)}"
    name = str(described.get("name", "?"))
    more = next((f"{each} {described[each]}" for each in ("place", "revision", "version") if described.get(each)), "")
    return ", ".join(filter(None, (_LEXICAL if name == "lexical" else name, more)))


# For programs


def report_json(matches: Sequence[MatchReport]) -> dict[str, Any]:
    """Each match, and repetitions together."""
    return {"matches": [_match_json(match) for match in matches], "groups": [_group_json(group) for group in groups(matches)]}


def _match_json(match: MatchReport) -> dict[str, Any]:
    return {
        "path": match.terms.name,
        **_setting_json(match),
        "items": match.items,
        "left_out": dict(match.left_out),
        "void": match.is_void,
        "best_by_tables": list(match.by_tables),
        "seats": {
            seat: {
                "player": match.terms.players[seat],
                "result": match.results[seat],
                **{name: getattr(tally, name) for name in FIGURES},
                **_behind_json(match, seat),
                "review_gains": list(match.gains.get(seat, ())),
                **({"grades": _grades_json(match.grades[seat])} if match.grades else {}),
                "decisions": {when: share._asdict() for when, share in match.weighings[seat]._asdict().items()},
            }
            for seat, tally in match.tallies.items()
        },
    }


def _behind_json(match: MatchReport, seat: Seat) -> dict[str, Any]:
    names = (*MADE_OF, "given", "answered", "refused")
    return {name: getattr(match.behind[seat], name) for name in names} if match.behind else {}


def _grades_json(grades: Grades) -> dict[str, Any]:
    return {**grades._asdict(), "metrics": metrics(grades)._asdict()}


def _setting_json(match: MatchReport) -> dict[str, Any]:
    told = match.briefing
    weights = {"preset": told.preset, "alpha": told.alpha, "beta": told.beta}
    return {"rules": match.terms.rules, "task": told.task, "judge": match.terms.officials, "weights": weights}


def _group_json(group: Group) -> dict[str, Any]:
    first = group.matches[0]
    return {
        **_setting_json(first),
        "matches": len(group.matches),
        "void": group.void,
        "left_out": dict(group.left_out),
        "seats": {
            seat: {
                "player": first.terms.players[seat],
                "wins": group.wins[seat],
                "wins_by_tables": group.wins_by_tables[seat],
                "figures": {name: {"sd": sd, **mean._asdict()} for name, (sd, mean) in figures.items()},
                **(_group_behind_json(group, seat) if group.answered else {}),
                **({"metrics": {name: each._asdict() for name, each in group.grades[seat].items()}} if group.grades else {}),
            }
            for seat, figures in group.spreads.items()
        },
        "q_differences": [
            {"one": one, "other": other, "q": q._asdict(), "q_tables": by_tables._asdict()}
            for (one, other), (q, by_tables) in group.leads.items()
        ],
        "review_gain": {name: gain._asdict() for name, gain in group.gains.items()},
        "reviews_after_a_glimpse": {
            name: {part: figure._asdict() for part, figure in sight._asdict().items()} for name, sight in group.sights.items()
        },
    }


def _group_behind_json(group: Group, seat: Seat) -> dict[str, Any]:
    made_of = {name: {"sd": sd, **mean._asdict()} for name, (sd, mean) in group.made_of[seat].items()}
    return {"made_of": made_of, "answer_rate": group.answered[seat]._asdict(), "refused": group.refused[seat]}


# For people


def match_lines(match: MatchReport) -> Iterator[str]:
    """One match: the table of the paper, a column for each seat."""
    yield visible_line(match.terms.name)
    yield from _setting_lines(match, match.items)
    yield _row("", match.tallies, _CELL)
    for name, (title, form) in _HEADS.items():
        yield _row(title, [format(getattr(tally, name), form) for tally in match.tallies.values()], _CELL)
    for name, title in _MADE_OF.items():
        if any(getattr(each, name) is not None for each in match.behind.values()) and not match.grades:
            yield _row(title, [_number(getattr(each, name)) for each in match.behind.values()], _CELL)
    if match.behind:
        yield _row(
            "answer rate", [_number(each.answered / each.given if each.given else None) for each in match.behind.values()], _CELL
        )
        yield _row("refused", [str(each.refused) for each in match.behind.values()], _CELL)
    figures = [metrics(grades)._asdict() for grades in match.grades.values()]
    for name, title in _GRADES.items() if figures else ():
        yield _row(title, [f"{each[name]:.4f}" for each in figures], _CELL)
    yield _row("result", [match.results[seat] for seat in match.tallies], _CELL)
    yield _row(
        "best by `tables`", ["yes" if seat in match.by_tables and not match.is_void else "" for seat in match.tallies], _CELL
    )
    if match.is_void:
        why = "a player failed by no fault of its own" if match.items else "nothing could be scored"
        yield f"  Void: {why}, so these figures mean nothing."
    for seat, gains in match.gains.items():
        told = ", ".join(f"{gain:+.3f}" for gain in gains)
        yield f"  {visible_line(seat)} reviewed {count(len(gains), 'time')}; H changed by {told}."
    yield ""


def table_lines(matches: Sequence[MatchReport]) -> Iterator[str]:
    """Repetitions together: means with standard deviations, then what can be said of them with intervals."""
    for group in groups(matches):
        first = group.matches[0]
        void = f", {group.void} of them void and left out" if group.void else ""
        yield f"{count(len(group.matches), 'match', 'matches')}{void}"
        yield from _setting_lines(first, None)
        yield from _left_out(group.left_out)
        yield _row("mean ± sd", group.spreads, _WIDE)
        for name, (title, form) in _HEADS.items():
            yield _row(title, [_mean(group, seat, name, form) for seat in group.spreads], _WIDE)
        for name, title in _MADE_OF.items() if not group.grades else ():
            if any(each[name].mean.n for each in group.made_of.values()):
                yield _row(title, [_spread(each[name], ".4f") for each in group.made_of.values()], _WIDE)
        if group.answered:
            yield _row("answer rate", [_share(each) for each in group.answered.values()], _WIDE)
            yield _row("refused", [str(number) for number in group.refused.values()], _WIDE)
        for name, title in _GRADES.items() if group.grades else ():
            yield _row(title, [_share(group.grades[seat][name]) for seat in group.spreads], _WIDE)
        yield _row("wins alone", [str(number) for number in group.wins.values()], _WIDE)
        yield _row("by `tables`", [str(number) for number in group.wins_by_tables.values()], _WIDE)
        yield from _interval_lines(group)
        yield ""


def _setting_lines(match: MatchReport, items: int | None) -> Iterator[str]:
    told = match.briefing
    of = f"{told.items} items" if items in (None, told.items) else f"{items} of {told.items} items"
    tables = "" if told.preset == "tables" else f", of `tables` {WEIGHTS['tables'].beta:g}"
    yield f"  {visible_line(match.terms.rules)}; {of}; weights `{told.preset}`: beta {told.beta:g}{tables}"
    yield f"  judge: {visible_line(match.terms.officials)}"
    yield "  " + visible_line(", ".join(f"{seat}: {name}" for seat, name in match.terms.players.items()))
    if items is not None:
        yield from _left_out(match.left_out)


def _left_out(reasons: Counter[str]) -> Iterator[str]:
    words = {"refused": "refused by a seat", "not_scored": "not scored"}
    if reasons:
        yield "  left out for everybody: " + ", ".join(f"{number} {words[why]}" for why, number in sorted(reasons.items()))


def _interval_lines(group: Group) -> Iterator[str]:
    yield f"  {'95 % intervals':<34}{'':>9}  {'':<20}matches"
    for seat, figures in group.spreads.items():
        yield interval(f"Q of {seat}", figures["q"].mean)
    for seat, grades in group.grades.items():
        yield interval(f"correct answers of {seat}", grades["correct"])
        yield interval("  F-score", grades["f1"])
    for (one, other), (q, by_tables) in group.leads.items():
        yield interval(f"Q of {one} less that of {other}", q)
        yield interval("  the same by `tables`", by_tables)
    for name, gain in group.gains.items():
        if gain.n:
            yield interval(f"gain in H by a review, {_whose(name)}", gain)
    for name, sight in group.sights.items():
        yield from _sight_lines(name, sight)


def _sight_lines(name: Seat, sight: Sight) -> Iterator[str]:
    if not sight.after.n:
        return
    yield interval(f"reviews after a glimpse, {_whose(name)}", sight.after)
    yield interval("  without one", sight.without)
    if sight.difference.n:
        yield interval("  difference, in pairs", sight.difference)


def _whose(name: Seat) -> str:
    return "all seats" if name == EVERYBODY else name


def _mean(group: Group, seat: Seat, name: str, form: str) -> str:
    return _spread(group.spreads[seat][name], form)


def _spread(spread: Spread, form: str) -> str:
    deviation, mean = spread
    if mean.value is None:
        return "-"
    form = form.replace("g", ".1f")
    return format(mean.value, form) + ("" if deviation is None else f" ± {format(deviation, form)}")


def _number(figure: float | None) -> str:
    return "-" if figure is None else f"{figure:.4f}"


def _share(figure: Estimate) -> str:
    return "-" if figure.value is None else f"{figure.value:.4f}"


def _row(title: str, cells: Iterable[str], width: int) -> str:
    return f"  {title:<{_TITLE}}" + "".join(f"{visible_line(cell):>{width}}" for cell in cells)
