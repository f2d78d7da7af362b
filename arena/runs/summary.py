"""Summaries of runs, read from their transcripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from woozle.arena.runs.engines import Engine
from woozle.arena.runs.plan import Plan
from woozle.arena.runs.shards import in_order
from woozle.arena.views.answer_sentences import failures
from woozle.arena.views.words import cost, count, money, round_short
from woozle.core.failures import ServiceFailures
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.saves.bills import Bill
from woozle.saves.match import read_match
from woozle.saves.transcript import TranscriptError

_MOST_FAILURES = 6


@dataclass(slots=True)
class _Part:
    """The summary of some matches of a run. used: of the model of each name at each seat, in unfinished matches too."""

    used: dict[tuple[Seat, str], Bill] = field(default_factory=dict)
    begun: int = 0
    finished: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    seats: dict[str, Counter[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    service: ServiceFailures = field(default_factory=ServiceFailures)

    def add_bills(self, bills: Mapping[tuple[Seat, str], Bill]) -> None:
        for key, bill in bills.items():
            self.used.setdefault(key, Bill()).join(bill)

    def join(self, other: _Part) -> None:
        self.add_bills(other.used)
        self.begun += other.begun
        self.finished += other.finished
        self.reasons.update(other.reasons)
        self.failed += other.failed
        self.service += other.service
        for seat, results in other.seats.items():
            self.seats.setdefault(seat, Counter()).update(results)


def summarize_run(plan: Plan, out: Path, engine: Engine | None = None) -> dict[str, Any]:
    """Return how many matches are finished, why they ended, each seat's results, and the usage of models, as JSON.

    The usage of unfinished matches is counted too. engine: reads the transcripts; None for this process.
    """
    task = partial(_part, plan, out.absolute())
    whole = _Part()
    for part in in_order(engine.results(task, engine.shards(plan.numbers()))) if engine else [task(plan.numbers())]:
        whole.join(part)
    return {
        "game": plan.game,
        "out": str(out),
        "seed": plan.seed,
        "matches": plan.matches,
        "finished": whole.finished,
        "reasons": dict(whole.reasons.most_common()),
        "failures": whole.failed,
        "service_failures": asdict(whole.service) if whole.service.failed else None,
        "seats": {seat: dict(results) for seat, results in whole.seats.items()},
        "usage": (used := [{"seat": seat, "player": name, **bill.as_json()} for (seat, name), bill in sorted(whole.used.items())]),
        "cost": _cost(used, whole.begun) if used else None,
    }


def _cost(used: Sequence[Mapping[str, Any]], begun: int) -> dict[str, Any]:
    """Return what all models of a run cost together, and a match of it on average; null where nothing of it is known."""
    calls, unpriced = (sum(bill[name] for bill in used) for name in ("calls", "calls_without_price"))
    known = [bill["dollars"] for bill in used if bill["dollars"] is not None]
    dollars = round(sum(known), 6) if known or not calls else None
    return {
        "calls": calls,
        "dollars": dollars,
        "calls_without_price": unpriced,
        "matches": begun,
        "dollars_a_match": None if unpriced or dollars is None or not begun else round(dollars / begun, 6),
    }


def _part(plan: Plan, out: Path, numbers: Sequence[int]) -> _Part:
    part = _Part()
    for number in numbers:
        try:
            match = read_match(plan.folder(out, number))
        except TranscriptError:
            continue
        part.begun += 1
        part.add_bills({(seat, match.names[seat]): bill for seat, bill in match.bills.items()})
        if match.outcome is None:
            continue
        part.finished += 1
        part.reasons[match.outcome.reason] += 1
        for seat, result in match.results.items():
            part.seats.setdefault(seat, Counter())[result.kind] += 1
        if match.header.officials:
            part.service += match.rules.service_failures(match.entries())
        if any(result.kind == "void" for result in match.results.values()):
            seats = [place.seat for place in match.header.seats]
            part.failed += [f"{match.name}: {sentence}" for sentence in failures((event for event, _ in match.record), seats)]
    return part


def summary_lines(result: dict[str, Any]) -> Iterator[str]:
    """Yield the summary of a run as lines of text."""
    yield f"{result['finished']} of {result['matches']} matches of {result['game']} in {visible_line(result['out'])}"
    for reason, number in result["reasons"].items():
        yield f"  {number:>6}  {visible_line(reason)}"
    for sentence in result["failures"][:_MOST_FAILURES]:
        yield f"  {visible_line(sentence)}"
    if (more := len(result["failures"]) - _MOST_FAILURES) > 0:
        yield f"  and {more} more failures of players; --json lists them all"
    if result["service_failures"]:
        said = str(ServiceFailures(**result["service_failures"]))
        yield f"  {said[0].upper()}{said[1:]}."
    for seat, kinds in result["seats"].items():
        yield f"  {visible_line(seat)}: {', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))}"
    for used in result["usage"]:
        yield f"  {visible_line(used['seat'])}, {visible_line(used['player'])}: {', '.join(_usage_parts(used))}"
    if paid := result["cost"]:
        mean = "" if paid["dollars_a_match"] is None else f", {money(paid['dollars_a_match'])} a match"
        yield f"  all models: {count(paid['calls'], 'call')}, {cost(paid['dollars'] or 0.0, paid['calls_without_price'])}{mean}"
        if paid["calls_without_price"]:
            yield "  Where a price is unknown, money is not counted; `woozle config edit` states prices, or what is free."


def unread_sentences(result: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each model in a seat that gave only unreadable answers."""
    for used in result["usage"]:
        if used["never_answered"] and used["unread"]:
            who, answers = visible_line(f"{used['seat']}, {used['player']}"), count(used["unread"], "answer")
            yield f"{who}: none of its {answers} could be read; `woozle show` has its words."


def _usage_parts(used: dict[str, Any]) -> Iterator[str]:
    yield count(used["calls"], "call")
    if used["tokens_in"] is None:
        yield "tokens unknown"
    else:
        tokens = f"{round_short(used['tokens_in'])} tokens in and {round_short(used['tokens_out'])} out"
        parts = ((used["tokens_cached"], "cached"), (used["tokens_reasoning"], "reasoning"))
        of_these = ", ".join(f"{round_short(number)} {what}" for number, what in parts if number)
        yield f"{tokens}{f' ({of_these})' if of_these else ''}{_without(used['calls_without_tokens'])}"
    yield cost(used["dollars"] or 0.0, used["calls_without_price"])
    yield f"{round_short(round(used['seconds']))} s"
    for number, noun in ((used["repairs"], "repair"), (used["forfeits"], "forfeit"), (used["voids"], "void")):
        if number:
            yield count(number, noun)
    if used["cut_short"]:
        yield f"{count(used['cut_short'], 'answer')} cut short"
    if used["unread"]:
        yield f"{count(used['unread'], 'answer')} that could not be read"
    if used["answers"] < used["questions"]:
        yield f"answered {used['answers']} of {count(used['questions'], 'question')}"
    for names, did in ((used["not_taken"], "not"), (used["partly_taken"], "not always")):
        if names:
            yield f"{join_names(names)} {did} taken by its server"


def _without(calls: int) -> str:
    return f" (unknown of {count(calls, 'call')})" if calls else ""
