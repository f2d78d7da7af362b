"""What `woozle report` prints of the debate: for programs, and for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.views.company import company
from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.debate import report
from woozle.core.games.debate.comparison import Experiment, experiments, method, seeds, spreads
from woozle.core.games.debate.report import Group, MatchReport, groups
from woozle.core.legible import ServiceFailures
from woozle.core.naming import listed
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.saves.transcript import Transcript
from woozle.tui.cli.debate_tables import tables
from woozle.tui.cli.report_terms import terms_of

_ABOUT = ("pool", "problem", "firsts")  # options that say what a debate is about, and not how it is led
_ANSWER, _WIDTH = 20, 78  # cells of an answer, and of a line


def match_report(transcript: Transcript, record: Sequence[Told]) -> MatchReport:
    """What one debate came to. Raises ReportError for one that is unfinished."""
    terms = terms_of(transcript, about=_ABOUT)
    outcome = transcript.end.outcome if transcript.end else None
    return report.match_report(terms, record, outcome, str(transcript.folder.parent))


def faults(matches: Sequence[MatchReport]) -> Iterator[str]:
    """A sentence for each method that was asked for and is not in the tables, since its estimator failed."""
    for way, failures in report.unmeasured(matches):
        yield f"There is no {method(way)} here: {failures}, so that everybody listened to everybody."


# For programs


def report_json(matches: Sequence[MatchReport]) -> dict[str, Any]:
    """Each debate, those that were led alike together, and methods compared."""
    found = groups(matches)
    return {
        "matches": [_match_json(match) for match in matches],
        "void": len(matches) - len(report.valid(matches)),
        "groups": [_group_json(group) for group in found],
        "experiments": [_experiment_json(each) for each in experiments(found)],
    }


def _match_json(match: MatchReport) -> dict[str, Any]:
    seats = list(enumerate(match.seats))
    return {
        "path": match.terms.name,
        **_setting_json(match),
        "problem": match.problem,
        "data": match.data,
        "question": match.briefing.question,
        "right_answers": list(match.key),
        "first_answers": match.firsts,
        "first_wrong": match.first_wrong,
        "seats": {
            seat: {
                "player": match.terms.players.get(seat),
                "answers": [said[at] for said in match.answers],
                "right": [right[at] for right in match.right],
                "heard": [[match.seats[other] for other in heard.get(at, ())] for heard in match.heard],
                "beliefs": list(match.beliefs.get(seat, ())),
            }
            for at, seat in seats
        },
        "table": match.table,
        "table_right": match.is_right,
        "failed_at_round": match.failed_at,
        "estimator_failures": _failures_json(match.unmeasured),
        "figures": {name: share._asdict() for name, share in report.shares(match).items()},
    }


def _setting_json(match: MatchReport) -> dict[str, Any]:
    return {
        "rules": match.terms.rules,
        "officials": match.terms.officials,
        "way": match.way._asdict(),
        "wrong": match.wrong,
        "players": dict(match.players),
    }


def _failures_json(failures: ServiceFailures) -> dict[str, Any]:
    return {"failed": failures.failed, "of": failures.of, "why": failures.why}


def _group_json(group: Group) -> dict[str, Any]:
    return {
        **_setting_json(group.matches[0]),
        "matches": len(group.matches),
        "figures": _figures_json(group.figures),
        "by_first_wrong": {str(number): _figures_json(figures) for number, figures in group.by_wrong.items()},
        "estimator_failures": _failures_json(group.unmeasured),
        "identity_holds": group.holds,
        "error_half_life": group.error_half_life,
        "belief_half_life": group.belief_half_life,
    }


def _figures_json(figures: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: figure._asdict() for name, figure in figures.items()}


def _experiment_json(each: Experiment) -> dict[str, Any]:
    return {
        "players": dict(each.players),
        "wrong": each.wrong,
        "reference": each.reference,
        "methods": {
            name: {
                "matches": len(group.matches),
                "seeds": [len(seed) for seed in seeds(group.matches)],
                "over_seeds": _spreads_json(group.matches),
                "less_reference": None
                if name == each.reference
                else {
                    "pairs": each.pairs[name].n,
                    "figures": _figures_json(each.pairs[name].more),
                    "flow_ratios": dict(each.pairs[name].flows),
                },
                "less_first_answers": each.gains[name]._asdict(),
            }
            for name, group in each.methods.items()
        },
        "not_measured": {name: _failures_json(group.unmeasured) for name, group in each.unmeasured.items()},
        "first_answers": {"sets": len(each.firsts), "over_seeds": _spreads_json(each.firsts)},
    }


def _spreads_json(debates: Sequence[MatchReport]) -> dict[str, Any]:
    """Figures over seeds, of each collection of questions."""
    return {
        data: {name: spread._asdict() for name, spread in spreads([each for each in debates if each.data == data]).items()}
        for data in dict.fromkeys(debate.data for debate in debates)
    }


# For people


def match_lines(match: MatchReport) -> Iterator[str]:
    """One debate: the question, what everybody answered round by round and whom it had listened to, and the answer of the table."""
    yield visible_line(match.terms.name)
    yield f"  {visible_line(match.terms.rules)}"
    yield f"  {visible_line(company({'kind': name} for name in match.terms.players.values()))}; officials: " + visible_line(
        match.terms.officials
    )
    question = visible_line(match.briefing.question)
    yield f"  {question if len(question) <= _WIDTH else f'{question[: _WIDTH - 1]}…'}"
    width = max(map(len, map(visible_line, match.seats)))
    for at, seat in enumerate(match.seats):
        said = "  ".join(_answered(answers[at], right[at]) for answers, right in zip(match.answers, match.right, strict=True))
        heard = "; ".join(listed(match.seats[other] for other in each.get(at, ())) or "nobody" for each in match.heard)
        yield visible_line(f"  {seat:<{width}}  {said}{f'  heard {heard}' if heard else ''}")
        if beliefs := match.beliefs.get(seat):
            yield visible_line(f"  {'':<{width}}  asked aside after the debate: {', '.join(each or '-' for each in beliefs)}")
    first = match.alone[-1].part
    begun = f"; the first answers: {'right' if first else 'wrong'}" if len(match.right) > 1 else ""
    yield visible_line(f"  The table: {_answered(match.table, match.is_right)}{begun}. Right: {listed(match.key)}.")
    if match.failed_at is not None:
        yield f"  Void: in round {match.failed_at} a player failed by no fault of its own."
    yield ""


def _answered(answer: str | None, is_right: bool) -> str:
    said = answer or "-"
    return f"{said if len(said) <= _ANSWER else f'{said[: _ANSWER - 1]}…'} {'✓' if is_right else '✗'}"


def table_lines(matches: Sequence[MatchReport]) -> Iterator[str]:
    """Methods side by side, as in tables 1 to 3 of the paper, and in pairs; then what else there is of each."""
    found = groups(matches)
    yield from tables(experiments(found), found)
    if void := len(matches) - len(report.valid(matches)):
        yield f"{count(void, 'debate is', 'debates are')} void and in no figure: a player failed by no fault of its own,"
        yield "there or in the debate that first answers were taken from."
