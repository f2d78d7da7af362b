"""What `woozle report` prints of undercover: for programs, and for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from woozle.arena.runs.summary import used_in
from woozle.arena.views.company import company
from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.undercover import report
from woozle.core.games.undercover.benchmarks import scores
from woozle.core.games.undercover.report import FIGURES, Group, MatchReport, groups
from woozle.core.games.undercover.verdict import sentences
from woozle.core.naming import listed
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.saves.transcript import Transcript
from woozle.tui.cli.benchmark_scores import score_lines, scores_json
from woozle.tui.cli.intervals import FIGURES_HEAD, interval
from woozle.tui.cli.report_terms import terms_of

_TITLES: Mapping[str, str] = {
    "detected": "undercover found",
    "rounds_to_detection": "  votes it took",
    "false_eliminations": "others voted out, a match",
    "vote_precision": "votes that are right",
    "vote_recall": "  of all ballots",
    "votes_on_the_undercover": "votes on the undercover, a vote",
    "factors_given": "ballots with factors",
    "first_right": "right first answers",
    "last_right": "right last answers",
    "gain": "  difference, in pairs",
    "table_right": "right answers of the table",
    "accepted": "pairs accepted in the match",
    "accepted_by_maker": "pairs accepted by their maker",
    "calls": "calls, a match",
    "tokens_in": "tokens read, a match",
    "tokens_out": "tokens written, a match",
    "dollars": "dollars, a match",
    "seconds": "seconds of models, a match",
}
"""What each figure is called."""

_ABOUT = ("pool", "case", "left_out")  # options that say what a match is about, and not how it is played
_CELL, _NUMBER, _NAME = 15, 9, 26  # cells
_PARTS = {"detected": "found", "first_right": "first", "last_right": "last", "table_right": "table", "hidden": "not found"}


def match_report(transcript: Transcript, record: Sequence[Told]) -> MatchReport:
    """What one match came to. Raises ReportError for one that is unfinished."""
    terms = terms_of(transcript, about=_ABOUT)
    return report.match_report(terms, record, transcript.end.outcome if transcript.end else None, used_in(transcript))


# For programs


def report_json(matches: Sequence[MatchReport]) -> dict[str, Any]:
    """Each match, and those that were played alike together."""
    return {"matches": [_match_json(match) for match in matches], "groups": [_group_json(group) for group in groups(matches)]}


def _match_json(match: MatchReport) -> dict[str, Any]:
    pair, players = match.pair, match.terms.players
    return {
        "path": match.terms.name,
        **_setting_json(match),
        "void": match.is_void,
        "case": pair.case if pair else None,
        "data": dict(pair.data) if pair else {},
        "question": {"kind": pair.question.kind, "text": pair.question.text, "answer": pair.question.answer} if pair else None,
        "edit": pair.edit.type if pair and pair.edit else None,
        "setting": pair.scene.setting if pair and pair.scene else None,
        "accepted": pair.is_accepted if pair and pair.likeness else None,
        "identical": match.is_identical,
        "made": asdict(match.check.made) if match.check and match.check.made else None,
        "ballots_with_factors": match.with_factors._asdict(),
        "undercover": match.undercover,
        "found_at": match.found_at,
        "voted_out": {str(at): seat for at, seat in match.outs.items()},
        "votes": [voting._asdict() for voting in match.votings],
        "answer": match.answer,
        "table_right": None if match.is_void else match.is_right(match.answer),
        "seats": {
            seat: {"player": players[seat], "first": first, "last": match.lasts[seat]} for seat, first in match.firsts.items()
        },
        "used": dict(match.used),
    }


def _setting_json(match: MatchReport) -> dict[str, Any]:
    return {
        "mode": match.mode,
        "rules": match.terms.rules,
        "officials": match.terms.officials,
        "players": dict(match.terms.players),
    }


def _group_json(group: Group) -> dict[str, Any]:
    return {
        **_setting_json(group.matches[0]),
        "matches": len(group.matches),
        "void": group.void,
        "benchmark": group.benchmark,
        "left_out": [dict(each) for each in group.left_out],
        "identical": group.identical,
        "figures": {name: group.figures[name]._asdict() for name in FIGURES},
        "survival": [each._asdict() for each in group.survival],
        **{
            name: {part: {each: figure._asdict() for each, figure in figures.items()} for part, figures in parts.items()}
            for name, parts in _parts(group).items()
        },
        "benchmarks": scores_json(scores(group.valid)),
    }


def _parts(group: Group) -> dict[str, Mapping[str, Mapping[str, Estimate]]]:
    return {"by_edit": group.by_edit, "by_setting": group.by_setting, "by_kind": group.by_kind, "by_player": group.by_player}


# For people


def match_lines(match: MatchReport) -> Iterator[str]:
    """One match: what it was about, who was found, and what became of the answers."""
    yield visible_line(match.terms.name)
    yield from _setting_lines(match)
    pair = match.pair
    if pair is None:
        yield "  The pictures could not be made, so there is nothing to report."
        yield ""
        return
    changed = (
        f"; changed: {visible_line(pair.edit.before or 'nothing')} to {visible_line(pair.edit.after or 'nothing')}"
        if pair.edit
        else ""
    )
    accepted = "" if pair.likeness is None or pair.is_accepted else "; the pair was not accepted"
    yield f"  {visible_line(pair.question.text)} {visible_line(pair.question.answer)}{changed}{accepted}"
    if match.check:
        yield from (f"  {visible_line(sentence)}" for sentence in sentences(match.check))
    yield from _detection_lines(match)
    for seat, first in match.firsts.items():
        yield "  " + _answered(match, seat, first)
    right = "right" if match.is_right(match.answer) else "wrong"
    yield f"  The table: {visible_line(match.answer) or 'no answer'}, {right}."
    if match.is_void:
        yield "  Void: a player failed by no fault of its own."
    yield ""


def _detection_lines(match: MatchReport) -> Iterator[str]:
    if match.undercover is None:
        return
    found = f"found in vote {match.found_at}" if match.found_at else "not found"
    others = [f"{visible_line(seat)} in vote {at}" for at, seat in match.outs.items() if seat != match.undercover]
    yield f"  undercover: {visible_line(match.undercover)}, {found}{f'; voted out before: {listed(others)}' if others else ''}"
    for voting in match.votings:
        yield f"  vote {voting.round}: {voting.right} of {count(voting.cast, 'vote')} right, {voting.ballots} could vote"


def _answered(match: MatchReport, seat: str, first: str) -> str:
    last = match.lasts[seat]
    said = visible_line(first) or "no answer"
    changed = f", then {visible_line(last) or 'no answer'}" if last != first else ""
    right = " (sees the other picture)" if seat == match.sees_another else ", right" if match.is_right(last) else ", wrong"
    return f"{visible_line(seat)}: {said}{changed}{right}"


def table_lines(matches: Sequence[MatchReport]) -> Iterator[str]:
    """Matches that were played alike together: figures with intervals, parts of them, and those of benchmarks."""
    for group in groups(matches):
        void = f", {group.void} of them void and left out" if group.void else ""
        yield f"{count(len(group.matches), 'match', 'matches')}{void}"
        yield from _setting_lines(group.matches[0])
        yield from _pool_lines(group)
        yield FIGURES_HEAD
        for name, title in _TITLES.items():
            if group.figures[name].n:
                yield interval(title, group.figures[name])
        for at, share in enumerate(group.survival, 1):
            yield interval(f"undercover left after vote {at}", share)
        for title, parts in zip(("by edit", "by setting", "by question", "by player"), _parts(group).values(), strict=True):
            yield from _part_lines(title, parts)
        yield from score_lines(scores(group.valid))
        yield ""


def _pool_lines(group: Group) -> Iterator[str]:
    """What the matches are about, and what of it is left out."""
    if group.benchmark:
        yield f"  questions of {visible_line(group.benchmark)}"
    for why in group.left_out:
        told = "; ".join(f"{number} with {visible_line(what)}" for what, number in why.items())
        yield f"  left out of its lists: {told}"
    if group.identical:
        matches = count(group.identical, "match", "matches")
        yield f"  {matches} with identical pictures, left out of what is said of the undercover"


def _part_lines(title: str, parts: Mapping[str, Mapping[str, Estimate]]) -> Iterator[str]:
    """A table of shares with intervals, where there are matches enough; nothing if there is only one part, which all are of."""
    if len(parts) < 2:
        return
    names = [name for name in _PARTS if any(figures[name].n for figures in parts.values() if name in figures)]
    yield f"  {title:<{_NAME}}{'matches':>{_NUMBER}}" + "".join(f"{_PARTS[name]:>{_CELL}}" for name in names)
    for part, figures in parts.items():
        n = max(figure.n for figure in figures.values())
        cells = (_cell(figures[name]) for name in names)
        yield f"  {visible_line(part)[:_NAME]:<{_NAME}}{n:>{_NUMBER}}" + "".join(f"{cell:>{_CELL}}" for cell in cells)


def _cell(figure: Estimate) -> str:
    """Return a share with two digits, and its interval where there is one: `.93 .66-.99`."""
    if figure.value is None:
        return "-"
    interval = "" if figure.low is None or figure.high is None else f" {_short(figure.low)}-{_short(figure.high)}"
    return _short(figure.value) + interval


def _short(share: float) -> str:
    return f"{share:.2f}".removeprefix("0")


def _setting_lines(match: MatchReport) -> Iterator[str]:
    yield f"  {visible_line(match.terms.rules)}"
    players = company({"kind": name} for name in match.terms.players.values())
    yield f"  {visible_line(f'{players}; officials: {match.terms.officials}')}"
