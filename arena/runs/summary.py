"""What came of a run: read from its transcripts, whoever played them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from woozle.arena.play import models
from woozle.arena.play.bills import Bills
from woozle.arena.runs.engines import Engine, in_order
from woozle.arena.runs.plan import Plan
from woozle.arena.views.failures import failures
from woozle.arena.views.words import count, money, rounded
from woozle.core import registry
from woozle.core.game import Game, Told
from woozle.core.legible import ServiceFailures
from woozle.core.text import visible_line
from woozle.players.models import spec
from woozle.players.models.config import ConfigError, ModelsConfig
from woozle.players.models.spec import SpecError
from woozle.saves.transcript import Transcript, TranscriptError, walk
from woozle.saves.vocabulary import decode_record

_MOST_FAILURES = 6
_COUNTED = {"tokens_in": "tokens", "tokens_out": "tokens", "dollars": "price"}  # and by what it is said that they were not


@dataclass(slots=True)
class _Part:
    """What came of some matches of a run. used: what models did, also in those that are not finished."""

    used: Bills
    finished: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    seats: dict[str, Counter[str]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    service: ServiceFailures = field(default_factory=ServiceFailures)

    def join(self, other: _Part) -> None:
        """Count what came of other matches."""
        self.used.join(other.used)
        self.finished += other.finished
        self.reasons.update(other.reasons)
        self.failed += other.failed
        self.service += other.service
        for seat, results in other.seats.items():
            self.seats.setdefault(seat, Counter()).update(results)


def summary(plan: Plan, out: Path, engine: Engine | None = None) -> dict[str, Any]:
    """What came of a run: how many matches are finished, why they ended, each seat's results, and what models used.

    What unfinished matches used is counted too. engine: where they are read; nowhere else than here, if there is none.
    """
    is_free = partial(_is_free, models.config())
    task = partial(_part, plan, out.absolute(), is_free)
    whole = _Part(Bills(is_free))
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


def _part(plan: Plan, out: Path, is_free: Callable[[Mapping[str, Any]], bool], numbers: Sequence[int]) -> _Part:
    part = _Part(Bills(is_free))
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


def _record(game: type[Game[Any]], transcript: Transcript) -> Iterator[Told]:
    """The record of a match, which is decoded only if somebody reads it."""
    yield from chain(*decode_record(game, transcript))


def _is_free(config: ModelsConfig, described: Mapping[str, Any]) -> bool:
    """Whether a model costs nothing, as far as anybody has said."""
    try:
        model = spec.described(described)
        config.endpoint(model)
    except (SpecError, ConfigError):  # nothing is known of it here
        return False
    price = config.price(model)
    return price is not None and not (price.input or price.output)


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
    used = Bills(partial(_is_free, models.config()))
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
    if result["service_failures"]:
        said = str(ServiceFailures(**result["service_failures"]))
        yield f"  {said[0].upper()}{said[1:]}."
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
