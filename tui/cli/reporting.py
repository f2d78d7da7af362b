"""`woozle report`: matches are read and handed to the report of their game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from woozle.core import registry
from woozle.core.game import Told
from woozle.core.reports import ReportError
from woozle.saves.below import files_below
from woozle.saves.findings import Cause
from woozle.saves.transcript import CLOSED, PART, Transcript, TranscriptError, read, shown
from woozle.saves.vocabulary import MeaningError, decode_record
from woozle.tui.cli import plot_files
from woozle.tui.cli.acceptance import counted_matches
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.plots import Plot
from woozle.tui.cli.sentences import notice

_REPORTS = {
    "quest": "woozle.tui.cli.quest_report",
    "undercover": "woozle.tui.cli.undercover_report",
    "debate": "woozle.tui.cli.debate_report",
    "self_play": "woozle.tui.cli.self_play_report",
}
_ANY_GAME = "woozle.tui.cli.any_report"  # for those without one of their own


class GameReport(Protocol):
    """The report of one game. A module with these names will do; what a match came to is its own affair.

    A module may also have `plots(matches)`: what can be drawn of repetitions, as `plots.py` has it; and `faults(matches)`:
    sentences about matches that were not what their options say, after which the exit status is 1.
    """

    def match_report(self, transcript: Transcript, record: Sequence[Told]) -> Any:
        """What one match came to. Raises ValueError, with the part of a sentence that says why it cannot be said."""

    def report_json(self, matches: Sequence[Any]) -> dict[str, Any]:
        """Each match, and repetitions together, for programs."""

    def match_lines(self, match: Any) -> Iterator[str]:
        """One match, for people."""

    def table_lines(self, matches: Sequence[Any]) -> Iterator[str]:
        """Repetitions together, for people."""


def report_matches(
    paths: Sequence[Path],
    accepted: Collection[Cause] = (),
    *,
    as_json: bool = False,
    is_table: bool = False,
    plot: Path | None = None,
) -> bool:
    """Print what matches came to, by their games; whether all of them could be reported. plot: where to draw curves, if anywhere.

    Matches that are not verified are left out, but for causes that are accepted. Raises ReportError, and as `plot_files.py` has it.
    """
    if plot:
        plot_files.check(plot)
    files = matches_in(paths)
    matches: dict[str, list[Any]] = defaultdict(list)
    counted = counted_matches(files, accepted)
    for file in counted.matches:
        try:
            game, match = _match(file)
        except (ReportError, TranscriptError, MeaningError) as error:
            notice(str(error))
            continue
        matches[game].append(match)
    if as_json:
        games = {game: _report(game).report_json(each) for game, each in matches.items()}
        print_json({"games": games, "left_out": dict(counted.left_out)})
    else:
        for line in _lines(matches, is_table=is_table):
            print(line)
    if plot:
        plot_files.keep(_plots(matches, plot), plot)
    faults = [sentence for game, each in matches.items() for sentence in getattr(_report(game), "faults", lambda _: ())(each)]
    for sentence in faults:
        notice(sentence)
    return sum(map(len, matches.values())) == len(files) and not faults


def _lines(matches: Mapping[str, Sequence[Any]], *, is_table: bool) -> Iterator[str]:
    for game, each in matches.items():
        if not is_table:
            yield from chain.from_iterable(map(_report(game).match_lines, each))
        if is_table or len(each) > 1:
            yield from _report(game).table_lines(each)


def _plots(matches: Mapping[str, Sequence[Any]], file: Path) -> list[Plot]:
    """Of all games that have some. Raises ReportError."""
    found: list[Plot] = []
    for game, each in matches.items():
        found += getattr(_report(game), "plots", lambda _: ())(each)
    if not found:
        why = "there are only curves of self_play" if "self_play" not in matches else "the report says what is missing"
        raise ReportError(f"{shown(file)} was not written, as nothing can be drawn of these matches; {why}.")
    return found


def _match(file: Path) -> tuple[str, Any]:
    """The game of a match, and what the match came to. Raises ReportError, TranscriptError, MeaningError."""
    transcript = read(file)
    game = transcript.header.game
    record = list(chain.from_iterable(decode_record(registry.game(game, transcript.header.rules), transcript)))
    try:
        return game, _report(game).match_report(transcript, record)
    except ValueError as error:
        raise ReportError(f"Of {shown(file)} nothing can be reported: {error}.") from error


def _report(game: str) -> GameReport:
    found: Any = import_module(_REPORTS.get(game, _ANY_GAME))
    return found  # type: ignore[no-any-return]


def matches_in(paths: Iterable[Path]) -> list[Path]:
    """The transcripts that some files and folders hold, each once. Raises ReportError for a folder without any."""
    return list({file.resolve(): file for file in chain.from_iterable(map(found_in, paths))}.values())


def found_in(path: Path) -> list[Path]:
    """The transcripts in a folder and all its folders, sorted; a file stands for itself. Raises ReportError for none."""
    if not path.is_dir():
        return [path]
    if found := files_below(path, (CLOSED, PART)):
        return found
    raise ReportError(f"There is no match in {shown(path)}.")
