"""Reports as text, at most 80 cells wide if names are short."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.answer_sentences import answer_sentences
from woozle.arena.views.company import name_company
from woozle.arena.views.panels import Results
from woozle.arena.views.report import FIGURES_HEAD, TITLE, ReportView, figure_line, table_lines
from woozle.arena.views.words import count
from woozle.core.measures import (
    EVERYBODY,
    SEAT_USED,
    WON,
    Change,
    Figures,
    Group,
    Match,
    Measure,
    Report,
    Value,
    heading,
    is_unknown,
    measures_of,
    rate,
    values_of,
    with_number,
)
from woozle.core.request import Seat
from woozle.core.statistics.resampling import Share
from woozle.core.text import visible_line

_UNKNOWN = "unknown"  # for the usage of models


def match_lines(report: Report[Any], view: ReportView, match: Match[Any], ended: Results) -> Iterator[str]:
    """Return one match: how it ended, then what is measured, seat by seat."""
    yield visible_line(match.terms.name)
    yield from _setting(match, [match])
    yield f"  {visible_line(match.reason or ended.headline)}"
    yield from (f"  {visible_line(line)}" for line in _answer_lines(match))
    yield from (f"  {visible_line(line)}" for line in view.match_lines(match))
    if ended.facts:
        yield f"  {visible_line('; '.join(ended.facts))}"
    measures = [measure for measure in measures_of(report, [match]) if measure.listed != "never" and measure is not WON]
    yield from table_lines(list(match.seats), dict(_seat_rows(measures, match, ended)).items())
    of_match = dict(_defined_rows([measure for measure in measures if measure.of == "match"], match))
    width = max(map(len, of_match), default=0)
    yield from (f"  {title:<{width}}  {cell}" for title, (cell,) in of_match.items())
    yield from (f"  {visible_line(line)}" for line in ended.notes)
    if match.is_void:
        yield "  Void: a technical failure stopped a player or service, or nothing could be scored."
    yield ""


def _answer_lines(match: Match[Any]) -> Iterator[str]:
    seats = match.seats.items()
    return answer_sentences({seat: each.answers for seat, each in seats}, {seat: each.result for seat, each in seats})


def _seat_rows(measures: Iterable[Measure], match: Match[Any], ended: Results) -> Iterator[tuple[str, list[str]]]:
    """Return the cells of each row: the labels of the results, then the defined measures."""
    seats = match.seats
    if len({each.player for each in seats.values()}) > 1:
        yield "player", [each.player for each in seats.values()]
    for at, column in enumerate(ended.ranks.columns):
        if column.title not in ("seat", "player") and not column.is_number:
            yield column.title, [row.cells[at] for row in ended.ranks.rows]
    yield "result", [each.result.kind for each in seats.values()]
    yield from _defined_rows([measure for measure in measures if measure.of != "match"], match, list(seats))


def _defined_rows(
    measures: Iterable[Measure], match: Match[Any], seats: Sequence[Seat | None] = (None,)
) -> Iterator[tuple[str, list[str]]]:
    """Yield the measures of some seats that are defined there, or of the match itself: None."""
    shown: set[str] = set()
    for measure in measures:
        if measure.under and measure.under not in shown:
            continue
        told = [values_of(measure, match, seat) for seat in seats]
        for name in dict.fromkeys(name for each in told for name in each):
            values = [each.get(name) for each in told]
            cells = [_cell(measure, match, seat, value) for seat, value in zip(seats, values, strict=True)]
            if any(cell != "-" for cell in cells) and (measure.listed == "always" or any(map(rate, values))):
                shown.add(measure.name)
                yield heading(with_number(measure, name)), cells


def _cell(measure: Measure, match: Match[Any], seat: Seat | None, value: Value) -> str:
    """Return a value of one match: a share as a count where it is one."""
    if is_unknown(measure, match, seat):
        return _UNKNOWN
    if isinstance(value, bool) or (measure.interval == "wilson" and not isinstance(value, Share) and value in (0, 1)):
        return "yes" if value else "no"
    number = rate(value)
    if number is None:
        return "-"
    if isinstance(value, Share) and measure.interval == "wilson" and not measure.form:
        return f"{value.part:g} of {value.whole:g}"
    return format(number, "+.4f" if isinstance(value, Change) else measure.form or ".4f")


def group_lines(report: Report[Any], view: ReportView, group: Group[Any]) -> Iterator[str]:
    """Return matches put together: figures with intervals, of matches, then seat by seat, then of parts of the matches."""
    void = f", {group.void} of them void and left out" if group.void else ""
    about = f" of {count(len({report.cluster.of(each) for each in group.valid}), report.cluster.name)}" if report.cluster else ""
    yield f"{count(len(group.matches), 'match', 'matches')}{about}{void}"
    yield from _setting(group.matches[0], group.matches)
    yield from view.group_lines(group)
    of_matches = [measure for measure in group.measures.values() if any(is_unknown(measure, each) for each in group.valid)]
    yield from _figures(group.measures, group.figures, {measure.name for measure in of_matches})
    yield from view.more_lines(group)
    for name, figures in group.seats.items():
        if any(figure.n for figure in figures.values()):
            yield ""
            yield visible_line("all seats" if name == EVERYBODY else name)
            yield from _figures(group.seat_measures, figures, _unknown_of(report, group, name))
    for (one, other), figures in group.compared.items():
        yield ""
        yield visible_line(f"{one} less {other}")
        yield from _figures(group.seat_measures, figures)
    if report.parts:
        for title, parts in group.parts.items():
            yield from _parts(report.parts.heads, title, parts)
    yield ""


def _setting(match: Match[Any], matches: Sequence[Match[Any]]) -> Iterator[str]:
    yield f"  {visible_line(match.terms.rules)}"
    players = name_company(match.terms.players.values())
    is_one_table = all(sorted(other.terms.players.values()) == sorted(match.terms.players.values()) for other in matches)
    services = "" if match.terms.officials == "nobody" else f"services: {match.terms.officials}"
    prompts = f"prompts: {match.terms.prompts}" if match.terms.prompts else ""
    if told := "; ".join(filter(None, (players if is_one_table else "", services, prompts))):
        yield f"  {visible_line(told)}"


def _unknown_of(report: Report[Any], group: Group[Any], name: str) -> set[str]:
    """Return the measures that are unknown of a match of those whose figures stand under a name."""
    of_seats = [
        (match, seat) for match in group.valid for seat in match.seats if report.whose and report.whose(match, seat) == name
    ]
    measures = [measure for measure in group.seat_measures.values() if measure in SEAT_USED]
    return {measure.name for measure in measures if any(is_unknown(measure, match, seat) for match, seat in of_seats)}


def _figures(measures: Mapping[str, Measure], figures: Figures, unknown: Collection[str] = ()) -> Iterator[str]:
    shown = {
        name: figure
        for name, figure in figures.items()
        if measures[name].listed != "never"
        and (name in unknown or (figure.n and (figure.value or measures[name].listed == "always")))
    }
    shown = {name: figure for name, figure in shown.items() if measures[name].under in ("", *shown)}
    if shown:
        yield FIGURES_HEAD
    for name, figure in shown.items():
        if figure.n:
            yield figure_line(heading(measures[name]), figure)
        else:
            yield f"  {visible_line(heading(measures[name])):<{TITLE}}{_UNKNOWN:>8}"


def _parts(heads: Mapping[str, str], title: str, parts: Mapping[str, Figures]) -> Iterator[str]:
    """Return a table of shares with intervals, where there are matches enough; nothing if there is only one part."""
    if len(parts) < 2:
        return
    names = [name for name in heads if any(figures[name].n for figures in parts.values() if name in figures)]
    rows = {
        part: [str(max(figure.n for figure in figures.values())), *(_short_cell(figures.get(name)) for name in names)]
        for part, figures in parts.items()
    }
    yield from table_lines(["matches", *(heads[name] for name in names)], rows.items(), title)


def _short_cell(figure: Any) -> str:
    """Return a share with two digits, and its interval where there is one: `.93 .66-.99`."""
    if figure is None or figure.value is None:
        return "-"
    ends = "" if figure.low is None or figure.high is None else f" {_short(figure.low)}-{_short(figure.high)}"
    return _short(figure.value) + ends


def _short(share: float) -> str:
    return f"{share:.2f}".removeprefix("0")
