"""Checking the receipts of a seat against a transcript: `woozle verify FILE --receipts R`.

The transcript is compared as it stands there: that its Events follow from its answers is what verify checks.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from woozle.core.canonical_json import canonical_json, json_digest
from woozle.core.deal import Deal
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import observes
from woozle.core.text import RedactableText, typed_text, visible_line
from woozle.saves.decoder import DecodeError, restore_texts
from woozle.saves.receipt_file import KeptReceipt, KeptView, SentEvent, ToldDeal, read_kept_view
from woozle.saves.receipts import Receipt, ViewChain, recorded_fields, spoken_code
from woozle.saves.transcript import Finding, Json, Transcript, find_refs
from woozle.saves.verdicts import Verdict

_MOST_FINDINGS = 20  # as of a transcript; more would only repeat what the first ones say


@dataclass(slots=True)
class ReceiptsReport:
    """The result of checking a file of receipts. findings: what contradicts the transcript; notes: what cannot be compared.

    host: the public key under whose signatures, in hex. count: receipts whose signature and answer were checked. is_bound: whether
    the last link of the transcript is the one that the host told at the end, so that every later change is found.
    """

    path: Path
    seat: Seat = ""
    host: str = ""
    count: int = 0
    is_bound: bool = False
    findings: list[Finding] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def verdict(self) -> Verdict:
        if self.findings:
            return "altered"
        return "verified" if self.count or self.is_bound else "consistent"

    @property
    def summary(self) -> str:
        """What agreed, as a sentence."""
        said = "contradicted" if self.findings else "agreed" if self.verdict == "verified" else "nothing to compare"
        host = f", signed with the key {spoken_code(self.host)}" if self.host and self.count else ""
        end = ", and the end of the match" if self.is_bound else ""
        return f"{self.count} {'receipt' if self.count == 1 else 'receipts'} of {self.seat or 'nobody'}{host}{end}: {said}."


def check_receipts(path: Path, transcript: Transcript) -> ReceiptsReport:
    """Compare a file of receipts with a transcript. Raises ReceiptsError if the file cannot be read."""
    report = ReceiptsReport(path)
    view = read_kept_view(path, transcript.header.commitment)
    if view is None:
        report.findings.append(Finding(0, "It has no receipts of this match: no welcome names the commitment to its key."))
        return report
    report.seat, report.host = view.seat, view.host
    if view.seat not in transcript.header.players:
        report.findings.append(Finding(1, f"The match has no seat {visible_line(view.seat)}."))
        return report
    comparison = _Comparison(view, transcript)
    found = chain(
        (Finding(0, problem) for problem in view.problems),
        islice(_own_problems(view, transcript.header.commitment), _MOST_FINDINGS),
        _deal_problems(view, transcript),
        _end_problems(view, transcript, report),
    )
    try:
        report.findings += [*found, *comparison.findings()][:_MOST_FINDINGS]
    except DecodeError as error:
        report.findings.append(Finding(0, str(error)))
    report.count = comparison.compared
    report.notes += comparison.notes(is_bound=report.is_bound)
    return report


def _own_problems(view: KeptView, match: str) -> Iterator[Finding]:
    """Yield the receipts whose signed view is not made of the Events in the same file."""
    links, at, is_known = ViewChain(match, view.seat), 0, bool(view.events)
    last = 0
    for n, kept in sorted(view.receipts.items()):
        receipt, end = kept.receipt, max(at, kept.seen)
        is_known, last = is_known and n == last + 1, n
        if kept.recorded is not None and json_digest(kept.recorded) != receipt.answer:
            yield Finding(0, f"Receipt {n} is not over the answer beside it in the same file.")
        found = _find_end(links, view.events, at, receipt) if is_known else end
        if found is None and not view.lacks_events:
            yield Finding(0, f"Receipt {n} is not over the Events before it in the same file.")
        elif found is not None:
            end = found
        links.link, at, is_known = receipt.view, end, bool(view.events)


def _find_end(links: ViewChain, events: Sequence[SentEvent], at: int, receipt: Receipt) -> int | None:
    """Return how many Events the seat was sent before an answer, from `at` on, by its receipt; None if none of them fits."""
    for end in range(at, len(events) + 1):
        if links.link_with_answer(receipt.n, receipt.id, receipt.answer) == receipt.view:
            return end
        if end < len(events):
            links.add_event(events[end].event, events[end].data)
    return None


def _deal_problems(view: KeptView, transcript: Transcript) -> Iterator[Finding]:
    """Yield what was told before the start and is not in the deal of the first line."""
    deal = transcript.header.deal
    if deal is None:
        if view.told or view.nonces:
            yield Finding(1, "The key was dealt with strangers; the first line does not say so.")
        return
    shares = {str(place): share for place, share in enumerate(deal.shares, 1)}
    if view.told and view.told != _as_told(deal):
        yield Finding(1, "The deal is not the one whose commitments were told before the start.")
    if view.nonces and view.nonces != {place: share.nonce for place, share in shares.items()}:
        yield Finding(1, "The nonces of the deal are not those that were told at the start.")
    if view.own:
        own = shares.get(str(view.place))
        if own is None or own.nonce != view.own or own.by != "player":
            yield Finding(1, f"The nonce that the player at place {view.place} brought is not in the deal.")
    if view.place and deal.seats[view.place - 1 : view.place] != (view.seat,):
        yield Finding(1, f"Place {view.place} does not have the seat {visible_line(view.seat)} in the deal.")


def _as_told(deal: Deal) -> ToldDeal:
    commitments = {str(place): share.commitment for place, share in enumerate(deal.shares, 1)}
    return ToldDeal(
        table=deal.table, attempt=deal.attempt, game=deal.game, config=deal.config, secret=deal.secret, commitments=commitments
    )


def _end_problems(view: KeptView, transcript: Transcript, report: ReceiptsReport) -> Iterator[Finding]:
    """Yield what was told at the end and is not so; note whether the transcript is bound to it."""
    over, end = view.over, transcript.end
    if over is None or not over.head:
        return
    head = transcript.link.hex()
    report.is_bound = over.head == head and transcript.is_chained and not transcript.findings
    if over.head != head:
        code = f"{spoken_code(over.head)} here, {spoken_code(head)} in the transcript"
        yield Finding(0, f"The head that the host told at the end is another one ({code}): {over.head}.")
    if end and ((over.key and over.key != end.key.hex()) or (over.secret and over.secret != end.secret)):
        yield Finding(end.number, "The key or the secret that the host told at the end is another one.")
    lines = tuple(line.number for line in transcript.lines if line.body["request"]["to"] == view.seat)
    if over.lines and over.lines != lines:
        yield Finding(0, "The answers of the seat stand in other lines than the host told at the end.")


def _is_otherwise(kept: KeptReceipt, given: Mapping[int, Mapping[str, Any]]) -> bool:
    """Return whether an answer was recorded otherwise than it was given, apart from how it is written."""
    own, recorded = given.get(kept.receipt.id, {}), kept.recorded or {}
    return any(name in recorded and _plain(value) != _plain(recorded[name]) for name, value in own.items())


def _plain(value: Any) -> list[str]:
    return typed_text(str(value)).casefold().split()


class _Step(NamedTuple):
    """An Event that the seat saw (kind, data), or an answer of the seat (kind is empty). has_gaps: whether text was withdrawn."""

    line: int
    kind: str
    data: Any
    has_gaps: bool


class _Comparison:
    """The transcript's view of a seat beside what the client kept.

    Each receipt says what the view was, so that the parts between two receipts are compared one by one.
    """

    def __init__(self, view: KeptView, transcript: Transcript) -> None:
        self.compared = 0
        """Receipts whose answer and view, or one of them, could be compared."""
        self._view, self._transcript = view, transcript
        self._texts = {ref: RedactableText(text, ref) for line in transcript.lines for ref, text in (line.words or {}).items()}
        self._gap = f"withdrawn {secrets.token_hex(16)}"  # in place of withdrawn text; nobody can have written it
        self._unseen: list[int] = []  # receipts whose view could not be compared
        self._missing: list[int] = []
        self._withdrawn = 0
        self._after = 0  # answers and Events after the last receipt

    def findings(self) -> Iterator[Finding]:
        """Compare, and yield the differences."""
        view = self._view
        last = max(view.receipts, default=0)
        links: ViewChain | None = ViewChain(self._transcript.header.commitment, view.seat)
        n = at = 0
        for step in self._steps():
            self._withdrawn += step.has_gaps
            self._after += n >= last
            if step.kind:
                sent = view.events[at] if at < len(view.events) else None
                if sent and not (step.kind == sent.event and self._is_alike(step.data, sent.data)):
                    yield Finding(
                        step.line, f"It does not have Event {at + 1} of what {self._seat} was sent, or not as it was sent."
                    )
                at += 1
                if step.has_gaps:
                    links = None
                elif links:
                    links.add_event(step.kind, step.data)
                continue
            n += 1
            if (kept := view.receipts.get(n)) is None:
                if n < last:
                    self._missing.append(n)
                    links = None
                continue
            receipt = kept.receipt
            is_known = not step.has_gaps or kept.recorded is not None
            if not self._is_answer(step, kept):
                yield Finding(step.line, f"Answer {n} of {self._seat} is not the one that the host signed.")
            if links and links.link_with_answer(n, receipt.id, receipt.answer) != receipt.view:
                yield Finding(step.line, f"Until this answer {self._seat} was sent other Events than the transcript has.")
            elif links is None:
                self._unseen.append(n)
            self.compared += links is not None or is_known
            links = ViewChain(self._transcript.header.commitment, view.seat)
            links.link = receipt.view
        if n < last:
            yield Finding(0, f"It does not have answer {n + 1} of {self._seat}, which the host signed.")
        if at < len(view.events):
            yield Finding(0, f"It has {at} Events for {self._seat}, who was sent {len(view.events)}.")

    def notes(self, *, is_bound: bool) -> Iterator[str]:
        """Yield what could not be compared."""
        view = self._view
        if view.bare:
            lack = "have no signatures, as in a study; they" if view.host else "come without the key of the host (hello), and so"
            yield f"Its receipts {lack} prove nothing."
        elif not (view.receipts or is_bound):
            yield "It has no receipts."
        if self._missing:
            yield f"It lacks the receipts {join_names(map(str, self._missing))}."
        if others := [n for n, kept in sorted(view.receipts.items()) if _is_otherwise(kept, view.given)]:
            yield f"Of the answers of {self._seat}, others were recorded than were given: {join_names(map(str, others))}."
        if view.lacks_events:
            yield f"It lacks the Events after the first {len(view.events)}."
        if is_bound:
            return  # one link covers all lines
        if self._withdrawn:
            yield f"Text was withdrawn from {self._withdrawn} of what {self._seat} saw or said; there only the rest was compared."
        if self._unseen and not view.events:
            yield f"What {self._seat} saw before receipt {join_names(map(str, self._unseen))} cannot be compared: text is gone."
        if self._after:
            yield "It has no end of the match: what came after its last receipt, or was seen by others only, is not covered."

    @property
    def _seat(self) -> str:
        return visible_line(self._view.seat)

    def _steps(self) -> Iterator[_Step]:
        yield from self._events(1, self._transcript.header.opening)
        for line in self._transcript.lines:
            if line.body["request"]["to"] == self._view.seat:
                yield self._step(line.number, "", recorded_fields(line.body["response"]))
            yield from self._events(line.number, line.body["events"])

    def _events(self, line: int, events: Sequence[Json]) -> Iterator[_Step]:
        for each in events:
            if observes(self._view.seat, tuple(each["to"])):
                yield self._step(line, each["event"], each["data"])

    def _step(self, line: int, kind: str, data: Json) -> _Step:
        gone = {ref: RedactableText(self._gap, ref) for ref in find_refs(data) if ref not in self._texts}
        return _Step(line, kind, restore_texts(data, self._texts | gone if gone else self._texts), bool(gone))

    def _is_answer(self, step: _Step, kept: KeptReceipt) -> bool:
        if not step.has_gaps:
            return json_digest(step.data) == kept.receipt.answer
        return kept.recorded is None or self._is_alike(step.data, kept.recorded)

    def _is_alike(self, here: Any, sent: Any) -> bool:
        """Return whether two JSON values are equal, but for text that was withdrawn from the first."""
        if isinstance(here, dict) and isinstance(sent, dict):
            named = {name for name in here if not self._is_gap(name)}
            return len(here) == len(sent) and named <= sent.keys() and all(self._is_alike(here[name], sent[name]) for name in named)
        if isinstance(here, list) and isinstance(sent, list):
            return len(here) == len(sent) and all(map(self._is_alike, here, sent))
        return isinstance(sent, str) if self._is_gap(here) else canonical_json(here) == canonical_json(sent)

    def _is_gap(self, value: Any) -> bool:
        return isinstance(value, str) and value.startswith(self._gap[:-1])  # numbered, where it names several in a mapping
