"""What came of a run: read from its transcripts, whoever played them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from woozle.core import registry
from woozle.core.text import visible_line
from woozle.players.models import spec
from woozle.players.models.config import ConfigError, ModelsConfig
from woozle.players.models.spec import SpecError
from woozle.saves.transcript import Transcript, TranscriptError, walk
from woozle.saves.vocabulary import decode_record
from woozle.tui import models
from woozle.tui.present.failures import failures
from woozle.tui.present.words import count, money, rounded
from woozle.tui.runs.bills import Bills
from woozle.tui.runs.plan import Plan

_MOST_FAILURES = 6
_COUNTED = {"tokens_in": "tokens", "tokens_out": "tokens", "dollars": "price"}  # and by what it is said that they were not


def summary(plan: Plan, out: Path) -> dict[str, Any]:
    """What came of a run: how many matches are finished, why they ended, each seat's results, and what models used.

    What unfinished matches used is counted too.
    """
    reasons: Counter[str] = Counter()
    seats: dict[str, Counter[str]] = {}
    failed: list[str] = []
    used = Bills(_is_free(models.config()))
    finished = 0
    for number in plan.numbers():
        if not (transcript := _read(plan.folder(out, number), used)) or (end := transcript.end) is None:
            continue
        finished += 1
        reasons[end.outcome.reason] += 1
        for seat, result in end.outcome.results.items():
            seats.setdefault(seat, Counter())[result.kind] += 1
        if any(result.kind == "void" for result in end.outcome.results.values()):
            told = chain(*decode_record(registry.game(plan.game), transcript))
            failed += [f"{transcript.folder.name}: {sentence}" for sentence in failures(event for event, _ in told)]
    return {
        "game": plan.game,
        "out": str(out),
        "seed": plan.seed,
        "matches": plan.matches,
        "finished": finished,
        "reasons": dict(reasons.most_common()),
        "failures": failed,
        "seats": {seat: dict(results) for seat, results in seats.items()},
        "usage": used.as_json(),
    }


def _is_free(config: ModelsConfig) -> Callable[[Mapping[str, Any]], bool]:
    """Whether a model costs nothing, as far as anybody has said."""

    def is_free(described: Mapping[str, Any]) -> bool:
        try:
            model = spec.described(described)
            config.endpoint(model)
        except (SpecError, ConfigError):  # nothing is known of it here
            return False
        price = config.price(model)
        return price is not None and not (price.input or price.output)

    return is_free


def _read(folder: Path, used: Bills) -> Transcript | None:
    try:
        transcript, lines = walk(folder)
    except TranscriptError:
        return None
    for line in lines:
        used.add(transcript.header, line)
        transcript.lines.append(line)
    return transcript


def used_in(transcript: Transcript) -> dict[str, float | None]:
    """What the models of one match used together, by `calls`, `tokens_in`, `tokens_out`, `dollars`, `seconds`.

    None: unknown, and be it of one call. Empty if nobody was asked.
    """
    used = Bills(_is_free(models.config()))
    for line in transcript.lines:
        used.add(transcript.header, line)
    bills = used.as_json()
    unknown = {name: f"calls_without_{what}" for name, what in _COUNTED.items()}
    return {
        name: None if any(bill.get(unknown.get(name, "")) for bill in bills) else sum(bill[name] for bill in bills)
        for name in (("calls", "seconds", *_COUNTED) if bills else ())
    }


def lines(result: dict[str, Any]) -> Iterator[str]:
    """The same in words."""
    yield f"{result['finished']} of {result['matches']} matches of {result['game']} in {visible_line(result['out'])}"
    for reason, number in result["reasons"].items():
        yield f"  {number:>6}  {visible_line(reason)}"
    for sentence in result["failures"][:_MOST_FAILURES]:
        yield f"  {visible_line(sentence)}"
    if (more := len(result["failures"]) - _MOST_FAILURES) > 0:
        yield f"  and {more} more failures of players; --json lists them all"
    for seat, kinds in result["seats"].items():
        yield f"  {visible_line(seat)}: {', '.join(f'{number} {kind}' for kind, number in sorted(kinds.items()))}"
    for used in result["usage"]:
        yield f"  {visible_line(used['seat'])}, {visible_line(used['player'])}: {', '.join(_used(used))}"


def _used(used: dict[str, Any]) -> Iterator[str]:
    yield count(used["calls"], "call")
    if used["tokens_in"] is None:
        yield "tokens unknown"
    else:
        tokens = f"{rounded(used['tokens_in'])} tokens in and {rounded(used['tokens_out'])} out"
        yield f"{tokens}{_without(used['calls_without_tokens'])}"
    if used["dollars"] is None:
        yield "price unknown"
    else:
        yield f"{money(used['dollars'])}{_without(used['calls_without_price'])}"
    yield f"{rounded(round(used['seconds']))} s"
    for number, noun in ((used["repairs"], "repair"), (used["forfeits"], "forfeit"), (used["voids"], "void")):
        if number:
            yield count(number, noun)


def _without(calls: int) -> str:
    return f" (unknown of {count(calls, 'call')})" if calls else ""
