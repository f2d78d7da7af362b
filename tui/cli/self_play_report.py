"""What `woozle report` prints of self-play: for programs, and for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from woozle.arena.views.company import company
from woozle.arena.views.self_play.wording import corpus
from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.self_play import report
from woozle.core.games.self_play.calibration import (
    AnswerCalibration,
    Known,
    Role,
    SearchCalibration,
    answer_calibrations,
    search_calibrations,
)
from woozle.core.games.self_play.events import Act
from woozle.core.games.self_play.metrics import RIGHT, Curve
from woozle.core.games.self_play.report import Group, MatchReport, SeatFigures, Visit, groups
from woozle.core.request import Leaning
from woozle.core.statistics.resampling import Estimate
from woozle.core.text import visible_line
from woozle.saves.transcript import Transcript
from woozle.tui.cli import self_play_curves as curves
from woozle.tui.cli.intervals import FIGURES_HEAD, interval
from woozle.tui.cli.plots import WIDTH, Plot
from woozle.tui.cli.report_terms import terms_of

_ABOUT = ("pool", "question")  # options that say what a match is about, and not how it is played
_SAID, _WIDTH = 30, 78  # cells of what somebody said, and of a line
_SEQUENCES = 5  # that are printed

_TITLES: Mapping[str, str] = {
    "task_f1": "task F1, alone",
    "group_f1": "group F1",
    "search_rate": "search rate, one or more",
    "searches": "searches, a match",
    "reward": "reward",
    "passed_on": "the surer of two replies passed on",
    "unread": "steps that could not be read",
    "unanswered": "no answer in words (F1 0)",
}

_SEAT_COLUMNS: Mapping[str, str] = {
    "search_rate": "searches",
    "answer_rate": "ANSWERs",
    "f1": "F1",
    "f1_answered": "ANSWERed",
    "f1_hedged": "HEDGEd",
}


def match_report(transcript: Transcript, record: Sequence[Told]) -> MatchReport:
    """What one match came to. Raises ReportError for one that is unfinished."""
    terms = terms_of(transcript, about=_ABOUT)
    outcome = transcript.end.outcome if transcript.end else None
    return report.match_report(terms, record, outcome, _leanings(transcript))


def _leanings(transcript: Transcript) -> dict[int, Leaning]:
    """How likely actions were, by step, from 1: each is told with the answer that it is."""
    found: dict[int, Leaning] = {}
    step = 0
    for line in transcript.lines:
        step += sum(event["event"] == "Acted" for event in line.body["events"])
        if (told := line.body["response"].get("leaning")) and told["field"] == Act.leaning:
            found[step] = Leaning(told["field"], told["probabilities"], told["by"], told["samples"])
    return found


# For programs


def report_json(matches: Sequence[MatchReport]) -> dict[str, Any]:
    """Each match, those that were played alike together, and calibration."""
    return {
        "matches": [_match_json(match) for match in matches],
        "void": len(matches) - len(report.valid(matches)),
        "groups": [_group_json(group) for group in groups(matches)],
        "search_calibration": [_search_json(each) for each in search_calibrations(matches)],
        "answer_calibration": [_answer_json(each) for each in answer_calibrations(matches)],
    }


def _match_json(match: MatchReport) -> dict[str, Any]:
    concluded = match.concluded
    return {
        "path": match.terms.name,
        **_setting_json(match),
        "void": match.is_void,
        "id": match.subject.id,
        "question": match.subject.question,
        "right_answers": list(match.answers),
        "source": match.source,
        "sequence": [{"seat": step.seat, "action": step.action, "forfeited": step.forfeited} for step in match.steps],
        "answer": concluded.answer,
        "ended_with": concluded.action,
        "f1": concluded.f1,
        "searches": concluded.searches,
        "reward": concluded.reward,
        "seats": [_visit_json(match, visit) for visit in match.visits],
    }


def _visit_json(match: MatchReport, visit: Visit) -> dict[str, Any]:
    return {
        "seat": visit.seat,
        "player": match.player(visit.seat),
        "asked_by": visit.by or None,
        "library": visit.library or None,
        "steps": [
            {
                "action": step.acted.action,
                "argument": step.acted.argument,
                "after": step.after,
                "leaning": _leaning_json(step.leaning),
            }
            for step in visit.steps
        ],
        "f1": visit.f1,
        "right": visit.is_right,
        "given_one_of_each": visit.differing is not None,
        "passed_on_the_surer": visit.passed_on,
    }


def _leaning_json(leaning: Leaning | None) -> dict[str, Any] | None:
    return {"probabilities": dict(leaning.probabilities), "by": leaning.by, "samples": leaning.samples} if leaning else None


def _setting_json(match: MatchReport) -> dict[str, Any]:
    return {"rules": match.terms.rules, "officials": match.terms.officials, "players": dict(match.terms.players)}


def _group_json(group: Group) -> dict[str, Any]:
    return {
        **_setting_json(group.matches[0]),
        "matches": len(group.matches),
        "questions": group.questions,
        "figures": _figures_json(group.figures),
        "seats": {
            each.seat: {
                "player": each.player,
                "library": each.library or None,
                "actions": dict(each.actions),
                "figures": _figures_json(each.figures),
            }
            for each in group.seats
        },
        "sequences": [{"actions": list(actions), "matches": number} for actions, number in group.sequences.most_common()],
    }


def _figures_json(figures: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: figure._asdict() for name, figure in figures.items()}


def _search_json(each: SearchCalibration) -> dict[str, Any]:
    lines = {"curve": each.curve, "oracle": each.oracle, "random": each.random} if each.items else {}
    return {
        **_role_json(each.player, each.role, each.known),
        "base": each.base,
        "questions": {"likely": each.questions, "without": each.without, "with": each.searched, "paired": len(each.items)},
        "figures": _figures_json(each.figures),
        "lines": {name: _curve_json(line) for name, line in lines.items()},
        "missing": curves.search_lack(each) or None,
    }


def _answer_json(each: AnswerCalibration) -> dict[str, Any]:
    lines = {"curve": each.curve, "oracle": each.oracle, "random": each.random} if each.items else {}
    return {
        **_role_json(each.player, each.role, each.known),
        "after": each.after,
        "questions": len(each.items),
        "went_on_instead": each.elsewhere,
        "figures": _figures_json(each.figures),
        "lines": {name: _curve_json(line) for name, line in lines.items()},
        "missing": curves.answer_lack(each) or None,
    }


def _role_json(name: str, role: Role, known: Known) -> dict[str, Any]:
    return {
        "player": name,
        "place": role.place,
        "library": role.library or None,
        "finder": role.finder or None,
        "likelihoods": {"known": dict(known.by), "unknown": known.unknown},
    }


def _curve_json(curve: Curve) -> dict[str, Any]:
    return {"x": list(curve.x), "f1": list(curve.points), "area": curve.area}


# For people


def match_lines(match: MatchReport) -> Iterator[str]:
    """One match: the question, what each seat did and how right its reply was, and what the group came to."""
    yield visible_line(match.terms.name)
    yield f"  {visible_line(match.terms.rules)}"
    yield f"  {visible_line(_company(match))}; officials: {visible_line(match.terms.officials)}"
    yield f"  {_short(match.subject.question, _WIDTH)}"
    width = max(map(len, map(visible_line, match.seats)))
    for visit in match.visits:
        yield f"  {visible_line(visit.seat):<{width}}  {_told(visit)}"
        if visit.differing:
            passed = {True: "the ANSWER", False: "the HEDGE", None: "neither more than the other"}[visit.passed_on]
            yield f"  {'':<{width}}  given one ANSWER and one HEDGE; passed on {passed}"
    concluded = match.concluded
    yield f"  In order: {', '.join(step.action for step in match.steps)}"
    yield (
        f"  {_scored(concluded.answer, concluded.f1)}; {count(concluded.searches, 'search', 'searches')},"
        f" reward {concluded.reward:.3f}. Right: {_short(' or '.join(match.answers), _SAID)}."
    )
    if match.is_void:
        yield "  Void: a player or an official failed by no fault of its own."
    yield ""


def _told(visit: Visit) -> str:
    """What a seat did, and its reply."""
    did = ", ".join(f"{step.acted.action}{' (forfeited)' if step.acted.forfeited else ''}" for step in visit.steps) or "nothing"
    if visit.reply is None:
        return f"{did}; no reply"
    said = visit.reply.acted.argument
    return f"{did}: {_short(said, _SAID) or '-'}" if visit.f1 is None else f"{did}: {_scored(said, visit.f1)}"


def _scored(said: str, f1: float) -> str:
    return f"{_short(said, _SAID) or '-'} {'✓' if f1 > RIGHT else '✗'} F1 {f1:.2f}"


def _short(text: str, most: int) -> str:
    line = visible_line(text)
    return line if len(line) <= most else f"{line[: most - 1]}…"


def _company(match: MatchReport) -> str:
    return company({"kind": name} for name in match.terms.players.values())


def table_lines(matches: Sequence[MatchReport]) -> Iterator[str]:
    """Matches that were played alike, figure by figure and seat by seat; then calibration, as far as it is known."""
    for group in groups(matches):
        yield from _group_lines(group)
    if void := len(matches) - len(report.valid(matches)):
        yield f"{count(void, 'match is', 'matches are')} void and in no figure: somebody failed by no fault of its own."
        yield ""
    yield from curves.curve_lines(search_calibrations(matches), answer_calibrations(matches))


def plots(matches: Sequence[MatchReport]) -> list[Plot]:
    """Calibration curves, those that can be drawn."""
    return curves.plots(search_calibrations(matches), answer_calibrations(matches))


def _group_lines(group: Group) -> Iterator[str]:
    first = group.matches[0]
    yield f"{count(len(group.matches), 'match', 'matches')} of {count(group.questions, 'question')}"
    yield f"  {visible_line(first.terms.rules)}"
    yield f"  {visible_line(_company(first))}; officials: {visible_line(first.terms.officials)}"
    yield FIGURES_HEAD
    for name, title in _TITLES.items():
        if group.figures[name].n:
            yield interval(title, group.figures[name])
    width = max(len(_named(each)) for each in group.seats)
    yield f"  {'':<{width}}" + "".join(f"{title:>10}" for title in _SEAT_COLUMNS.values())
    for each in group.seats:
        cells = (each.figures[name].value for name in _SEAT_COLUMNS)
        yield f"  {_named(each):<{width}}" + "".join(f"{'-' if cell is None else f'{cell:.4f}':>10}" for cell in cells)
    often = "; ".join(f"{' '.join(actions)} ({number})" for actions, number in group.sequences.most_common(_SEQUENCES))
    yield from wrap(f"Most often: {often}", WIDTH, initial_indent="  ", subsequent_indent="    ")
    yield ""


def _named(each: SeatFigures) -> str:
    return visible_line(f"{each.seat}, {corpus(each.library)}" if each.library else each.seat)
