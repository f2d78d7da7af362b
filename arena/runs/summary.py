"""Summaries of runs, read from their transcripts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from woozle.arena.play.bills import Bills
from woozle.arena.runs.engines import Engine, in_order
from woozle.arena.runs.plan import Plan
from woozle.arena.views.failures import failures
from woozle.arena.views.words import cost, count, round_short
from woozle.core import registry
from woozle.core.failures import ServiceFailures
from woozle.core.game import Game, RecordEntry
from woozle.core.names import join_names
from woozle.core.text import visible_line
from woozle.saves.decoder import decode_record
from woozle.saves.transcript import Transcript, TranscriptError, read_lines

_MOST_FAILURES = 6
_COUNTED = {"tokens_in": "tokens", "tokens_out": "tokens", "dollars": "price"}  # and by what it is said that they were not


@dataclass(slots=True)
class _Part:
    """The summary of some matches of a run. used: the usage of models, in unfinished matches too."""

    used: Bills
    finished: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    seats: dict[str, Counter[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    service: ServiceFailures = field(default_factory=ServiceFailures)

    def join(self, other: _Part) -> None:
        self.used.join(other.used)
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
    whole = _Part(Bills())
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
        "usage": whole.used.as_json(),
    }


def _part(plan: Plan, out: Path, numbers: Sequence[int]) -> _Part:
    part = _Part(Bills())
    for number in numbers:
        if not (transcript := _read(plan.folder(out, number), part.used)) or (end := transcript.end) is None:
            continue
        part.finished += 1
        part.reasons[end.outcome.reason] += 1
        for seat, result in end.outcome.results.items():
            part.seats.setdefault(seat, Counter())[result.kind] += 1
        game = registry.game(plan.game, transcript.header.rules)
        if transcript.header.officials:
            part.service += game.service_failures(_record(game, transcript))
        if any(result.kind == "void" for result in end.outcome.results.values()):
            told = _record(game, transcript)
            seats = [place.seat for place in transcript.header.seats]
            part.failed += [f"{transcript.folder.name}: {sentence}" for sentence in failures((event for event, _ in told), seats)]
    return part


def _record(game: type[Game[Any]], transcript: Transcript) -> Iterator[RecordEntry]:
    """Decode the record of a match, as far as it is read."""
    yield from chain(*decode_record(game, transcript))


def _read(folder: Path, used: Bills) -> Transcript | None:
    try:
        transcript, lines = read_lines(folder)
    except TranscriptError:
        return None
    transcript.lines.extend(lines)
    used.add(transcript)
    return transcript


def model_usage(transcript: Transcript) -> dict[str, float | None]:
    """Return the usage of all models of a match: `calls`, `tokens_in`, `tokens_out`, `dollars`, `seconds`.

    A value is None if it is unknown for any call. Empty if no model was asked.
    """
    used = Bills()
    used.add(transcript)
    bills = used.as_json()
    unknown = {name: f"calls_without_{what}" for name, what in _COUNTED.items()}
    return {
        name: None if any(bill.get(unknown.get(name, "")) for bill in bills) else sum(bill[name] for bill in bills)
        for name in (("calls", "seconds", *_COUNTED) if bills else ())
    }


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
    if used["answers"] < used["questions"]:
        yield f"answered {used['answers']} of {count(used['questions'], 'question')}"
    for names, did in ((used["not_taken"], "not"), (used["partly_taken"], "not always")):
        if names:
            yield f"{join_names(names)} {did} taken by its server"


def _without(calls: int) -> str:
    return f" (unknown of {count(calls, 'call')})" if calls else ""
