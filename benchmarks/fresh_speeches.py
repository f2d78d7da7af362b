"""The precision of verdicts against speakers, in speeches that were written without the grammar in view.

    python -m benchmarks.fresh_speeches [--claims]

The speeches stand in for those of bots in recorded matches. Their writer noted what is false in them before anything read them:
a claim is held rightly if it comes from words noted as false. How they were made: `benchmarks/gold/README.md`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.verdicts import share_line
from woozle.core.game import RecordEntry
from woozle.games.ship import events as ship
from woozle.games.ship.claims.audit import audit
from woozle.games.ship.claims.schema import HELD_AGAINST, STANCES, Checked
from woozle.games.ship.tui.audit import read_match
from woozle.saves.transcript import PART

FRESH = Path(__file__).parent / "gold" / "fresh"

Place: TypeAlias = tuple[int, str, int]
"""Meeting, speaker and round of a speech of a match."""


@dataclass(frozen=True)
class Speech:
    """A speech. false: its falsehoods, each with the `quote` of the speech, its `kind` and `why`."""

    match: str
    place: Place
    text: str
    false: Sequence[Mapping[str, str]]

    def falsehood_of(self, claim: Checked) -> int | None:
        """Return the number of the falsehood that shares the most characters with a claim; None if none shares any."""
        shared = {number: self._shared(each["quote"], claim.claim.span) for number, each in enumerate(self.false)}
        number = max(shared, key=lambda each: shared[each], default=None)
        return number if number is not None and shared[number] > 0 else None

    def _shared(self, quote: str, span: tuple[int, int] | None) -> int:
        start = self.text.index(quote)
        return min(start + len(quote), span[1]) - max(start, span[0]) if span else 0


@dataclass(frozen=True)
class Held:
    """A claim, accusation or defense that is held against its speaker."""

    speech: Speech
    checked: Checked


def read_speeches() -> list[Speech]:
    """Return the speeches with what their writer noted as false."""
    lines = [json.loads(line) for line in (FRESH / "speeches.jsonl").read_text("utf-8").splitlines()]
    return [Speech(each["match"], _place(each), each["text"], each["false"]) for each in lines]


def _place(line: Mapping[str, Any]) -> Place:
    return line["meeting"], line["speaker"], line["turn"]


@cache
def find_held() -> Sequence[Held]:
    """Return the claims of the speeches that a new audit holds against their speakers."""
    speeches: dict[str, dict[Place, Speech]] = {}
    for each in read_speeches():
        speeches.setdefault(each.match, {})[each.place] = each
    return [each for match, here in speeches.items() for each in _find_held(_read_record(match), here)]


def _read_record(match: str) -> Sequence[RecordEntry]:
    """Return the record of a match, cut after its last meeting with speeches."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / PART
        path.write_bytes(gzip.decompress((FRESH / f"{match}.jsonl.gz").read_bytes()))
        return read_match(path).record


def _find_held(record: Sequence[RecordEntry], speeches: Mapping[Place, Speech]) -> Iterator[Held]:
    """Yield the claims that are held against the speakers of a match, once the speeches stand in for its own."""
    retold, at, meeting = list(record), dict[int, Speech](), -1
    for position, (event, audience) in enumerate(record):
        match event:
            case ship.MeetingCalled():
                meeting += 1
            case ship.Spoke(seat, turn) if speech := speeches.get((meeting, seat, turn)):
                retold[position] = replace(event, text=speech.text), audience
                at[position] = speech
    if len(at) < len(speeches):
        raise ValueError("Some speeches have no place in their match.")
    for each in audit(retold).checked:
        if each.statement.at in at and (each.verdict.standing in HELD_AGAINST or each.rival):
            yield Held(at[each.statement.at], each)


def count_rightly_held() -> tuple[int, int]:
    """Return the number of claims that are held rightly, and of all that are held; accusations and defenses apart."""
    claims = _held_claims()
    return sum(each.speech.falsehood_of(each.checked) is not None for each in claims), len(claims)


def _held_claims() -> list[Held]:
    return [each for each in find_held() if each.checked.claim.type not in STANCES]


def lines() -> Iterator[str]:
    """Yield the figures."""
    yield share_line("claims held rightly", *count_rightly_held())
    by_standing: dict[str, list[bool]] = {}
    for each in _held_claims():
        right = each.speech.falsehood_of(each.checked) is not None
        by_standing.setdefault(each.checked.verdict.standing or "contradicts itself", []).append(right)
    for standing, found in by_standing.items():
        yield share_line(f"  {standing}", sum(found), len(found))
    yield from _found_lines()
    stances = [_is_fair(each) for each in find_held() if each.checked.claim.type in STANCES]
    judged = [each for each in stances if each is not None]
    yield share_line("accusations and defenses held rightly", sum(judged), len(judged))
    if len(judged) < len(stances):
        yield f"  not labelled: {len(stances) - len(judged)}"


def _found_lines() -> Iterator[str]:
    """Yield the share of the falsehoods that are held against their speakers, by kind."""
    speeches = read_speeches()
    told = Counter(each["kind"] for speech in speeches for each in speech.false)
    numbers = {
        (each.speech.match, each.speech.place, each.speech.falsehood_of(each.checked)): each.speech for each in _held_claims()
    }
    found = Counter(speech.false[number]["kind"] for (_, _, number), speech in numbers.items() if number is not None)
    yield share_line("falsehoods held", found.total(), told.total())
    for kind, n in told.most_common():
        yield share_line(f"  {kind}", found[kind], n)


@cache
def _stance_labels() -> Mapping[tuple[str, Place, str, str], bool]:
    labels = [json.loads(line) for line in (FRESH / "stances.jsonl").read_text("utf-8").splitlines()]
    return {(each["match"], _place(each), each["type"], each["target"]): each["is_right"] for each in labels}


def _is_fair(each: Held) -> bool | None:
    """Return whether a speech takes the side that is held against it; None if that is not labelled."""
    claim = each.checked.claim
    return _stance_labels().get((each.speech.match, each.speech.place, claim.type, claim.target))


def _line(each: Held) -> str:
    claim, verdict, speech = each.checked.claim, each.checked.verdict, each.speech
    words = speech.text[claim.span[0] : claim.span[1]] if claim.span else ""
    return f"{speech.match} {speech.place} {claim.type} {verdict.standing}: {verdict.reason} | {words}"


def main() -> None:
    parser = argparse.ArgumentParser(description="How often what is held against speakers is right, in fresh speeches.")
    parser.add_argument(
        "--claims",
        action="store_true",
        help="print those held wrongly; a grammar mended by them is tuned on the set",
    )
    args = parser.parse_args()
    print("\n".join(lines()))
    if args.claims:
        print(
            "held wrongly", *(_line(each) for each in _held_claims() if each.speech.falsehood_of(each.checked) is None), sep="\n  "
        )


if __name__ == "__main__":
    main()
