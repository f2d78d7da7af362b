"""`woozle report`: read matches, and print their figures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.arena.exports import svg_plots
from woozle.arena.reports.comparison_text import comparison_lines
from woozle.arena.reports.json_report import report_json
from woozle.arena.reports.measured_matches import measure_matches
from woozle.arena.reports.text_report import group_lines, match_lines
from woozle.arena.views.end import End
from woozle.arena.views.plots import Plot
from woozle.arena.views.registry import report_view, results
from woozle.arena.views.report import ReportView
from woozle.core import registry
from woozle.core.comparison import Comparison, comparisons, refer_to
from woozle.core.measures import Group, Match, Report, ReportError, groups, report_of
from woozle.saves.match import FinishedMatch, read_match
from woozle.saves.match_files import matches_in
from woozle.saves.transcript import display_path
from woozle.tui.cli.commands import print_json, split_options
from woozle.tui.cli.match_selection import accepted_causes, counted_matches, engine_for
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.tui.cli.main import ReportArguments


def report_matches(paths: Sequence[Path], given: ReportArguments) -> bool:
    """Print results by game; return whether all of them could be reported.

    Matches that are not verified are left out, but for causes that are accepted, and copies count once.
    Raises ReportError, InputError if no method is the reference, and as `svg_plots.py` has it.
    """
    accepted, options = accepted_causes(given.accept), split_options(given.options)
    if given.plot:
        svg_plots.check_suffix(given.plot)
    files = matches_in(paths)
    counted = counted_matches(files, accepted, is_cached=not given.no_cache)
    reports: dict[str, Report[Any]] = {}
    matches: dict[str, list[Match[Any]]] = defaultdict(list)
    for file, measured in measure_matches(counted.keys, engine_for, is_kept=not given.no_cache):
        if isinstance(measured, str):
            notice(measured)
            continue
        game, match = measured
        reports[game] = report_of(registry.game(game)).with_options(options)
        matches[game].append(match)
        if not (given.as_json or given.table):
            print(*_lines(read_match(file), reports[game], match), sep="\n")
    together = {game: groups(reports[game], each) for game, each in matches.items()}
    compared = _compare(reports, together, given.compare, given.difference)
    if given.as_json:
        told = {game: report_json(reports[game], report_view(game), each, compared[game]) for game, each in together.items()}
        copies = {str(copy): str(first) for copy, first in counted.copies.items()}
        print_json({"games": told, "left_out": dict(counted.left_out), "copies": copies})
    for game, each in together.items() if not given.as_json else ():
        if given.table or len(matches[game]) > 1:
            for group in each:
                print(*group_lines(reports[game], report_view(game), group), sep="\n")
            print(*report_view(game).lines(each), sep="\n", end="")
            for comparison in compared[game]:
                print(*comparison_lines(report_view(game), comparison, each), sep="\n")
    if given.plot:
        svg_plots.write_plots(_plots(together, given.plot), given.plot)
    faults = [sentence for game, each in together.items() for sentence in report_view(game).faults(each)]
    for sentence in faults:
        notice(sentence)
    return sum(map(len, matches.values())) == len(files) - len(counted.copies) and not faults


def _lines(match: FinishedMatch, report: Report[Any], measured: Match[Any]) -> Iterator[str]:
    game, played = match.header.game, match.played
    return match_lines(report, report_view(game), measured, results(game, End(played.record, played.outcome, match.header.players)))


def _compare(
    reports: Mapping[str, Report[Any]], together: Mapping[str, Sequence[Group[Any]]], reference: str, difference: float | None
) -> dict[str, list[Comparison[Any]]]:
    """Return what can be compared, by game. Raises InputError if no method of any game is the reference."""
    found = {
        game: comparisons(reports[game], each, difference, alone=report_view(game).tables is not None)
        for game, each in together.items()
    }
    return {game: refer_to(reference, each) for game, each in found.items()} if reference else found


def _plots(together: Mapping[str, Sequence[Any]], file: Path) -> list[Plot]:
    """Return the plots of all games that have some. Raises ReportError."""
    if found := [plot for game, each in together.items() for plot in report_view(game).plots(each)]:
        return found
    has_curves = any(report_view(game).plots is not ReportView().plots for game in together)
    why = "the report says what is missing" if has_curves else "their games have no curves"
    raise ReportError(f"{display_path(file)} was not written, as nothing can be drawn of these matches; {why}.")
