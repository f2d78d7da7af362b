"""Checking the receipts of a seat against a transcript: `woozle verify FILE --receipts R`.

A file of receipts is what a client was sent, a JSON message a line: hello, deal, welcome, receipts, over, and events if it kept
them; its own `reveal` may stand among them. Without a signature, only the one who kept it has a reason to believe it.

The transcript is compared as it stands there: that its Events follow from its answers is what verify checks.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, TypeAdapter, ValidationError

from woozle.core.canonical_json import canonical_json, json_digest
from woozle.core.deal import Deal
from woozle.core.errors import InputError
from woozle.core.names import join_names
from woozle.core.regular_files import LARGE, explain_errors, read_file
from woozle.core.request import Seat
from woozle.core.state import observes
from woozle.core.text import RedactableText, visible_line
from woozle.core.validation import first_problem
from woozle.saves.decoder import restore_texts
from woozle.saves.receipts import Receipt, ViewChain, recorded_fields, spoken_code
from woozle.saves.transcript import Finding, Json, Transcript, display_path, find_refs
from woozle.saves.verdicts import Verdict

_MOST_FINDINGS = 20  # as of a transcript; more would only repeat what the first ones say


class ReceiptsError(InputError):
    """A file that cannot be read as receipts."""


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


# What a client kept


class _Hello(BaseModel):
    host_key: str = ""


class _Told(BaseModel):
    """A deal before the start."""

    table: str
    attempt: int
    game: str
    config: str
    secret: str
    commitments: dict[str, str]


class _Reveal(BaseModel):
    nonce: str


class _Welcome(BaseModel):
    match: str
    seat: Seat
    place: int = 0
    nonces: dict[str, str] = {}


class _Event(BaseModel):
    event: str
    data: dict[str, Any]


class _Events(BaseModel):
    first: int
    items: list[_Event]


class _Signed(BaseModel):
    n: int
    id: int
    answer: str = ""
    recorded: dict[str, Any] | None = None
    view: str = ""
    signature: str = ""


class _Over(BaseModel):
    head: str = ""
    key: str = ""
    secret: str = ""
    lines: tuple[int, ...] = ()


_Message = _Hello | _Told | _Reveal | _Welcome | _Events | _Signed | _Over
_KINDS: Mapping[str, TypeAdapter[Any]] = {
    name: TypeAdapter(kind)
    for name, kind in (
        *(("hello", _Hello), ("deal", _Told), ("reveal", _Reveal), ("welcome", _Welcome)),
        *(("events", _Events), ("receipt", _Signed), ("over", _Over)),
    )
}


class _Kept(NamedTuple):
    """A receipt in a file. seen: Events that stand before it there."""

    receipt: Receipt
    recorded: dict[str, Any] | None
    seen: int


@dataclass(slots=True)
class _View:
    """What a client kept of its seat in one match."""

    seat: Seat
    place: int
    host: str
    nonces: dict[str, str]
    told: _Told | None
    own: str
    events: list[_Event] = field(default_factory=list)
    receipts: dict[int, _Kept] = field(default_factory=dict)
    bare: int = 0
    lacks_events: bool = False
    over: _Over | None = None
    problems: list[str] = field(default_factory=list)


def _read_messages(path: Path) -> Iterator[_Message]:
    with explain_errors(display_path(path), ReceiptsError):
        rows = read_file(path, LARGE).decode().split("\n")
    for number, row in enumerate(rows, 1):
        if not row.strip():
            continue
        try:
            body = json.loads(row)
            kind = _KINDS.get(body["type"])
            if kind and (body["type"] != "welcome" or body.get("match")):
                yield kind.validate_python(body)
        except ValidationError as error:
            raise ReceiptsError(
                f"Line {number} of {display_path(path)} is damaged: {visible_line(str(first_problem(error)))}."
            ) from None
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise ReceiptsError(f"Line {number} of {display_path(path)} is not a message of a host.") from None


def _read_view(path: Path, match: str) -> _View | None:
    """Return what a file holds of one match; None if it holds nothing of it. match: the commitment of its key."""
    found: _View | None = None
    is_of_match = False
    host, told, own = "", None, ""
    for message in _read_messages(path):
        match message:
            case _Hello():
                if found and message.host_key != found.host:
                    found.problems.append("The host had two keys during the match.")
                host = message.host_key
            case _Told():
                told = message if message.commitments else told
            case _Reveal():
                own = message.nonce
            case _Welcome():
                if is_of_match := message.match == match:
                    found = found or _View(message.seat, message.place, host, message.nonces, told, own)
                    if (found.seat, found.nonces) != (message.seat, message.nonces):
                        found.problems.append("The host gave two seats, or two sets of nonces.")
            case _ if is_of_match and found:
                _add(found, message, match)
    return found


def _add(view: _View, message: _Message, match: str) -> None:
    match message:
        case _Events(first=first, items=items):
            view.lacks_events |= first > len(view.events)
            if view.lacks_events:  # those after the gap are compared by the links alone
                return
            known = view.events[first : first + len(items)]
            if known != items[: len(known)]:
                view.problems.append(f"Event {first + 1} or one after it came twice, and not the same.")
            view.events += items[len(known) :]
        case _Signed() if not message.signature:
            view.bare += 1
        case _Signed(n=n):
            receipt = Receipt(match, view.seat, n, message.id, message.answer, message.view, message.signature)
            if not receipt.is_signed_by(view.host):
                view.problems.append(f"Receipt {n} does not have the signature of the host.")
                return
            if (before := view.receipts.setdefault(n, _Kept(receipt, message.recorded, len(view.events)))).receipt != receipt:
                view.problems.append(f"The host signed two receipts {before.receipt.n} that are not the same.")
        case _Over():
            view.over = message


# The comparison


def check_receipts(path: Path, transcript: Transcript) -> ReceiptsReport:
    """Compare a file of receipts with a transcript. Raises ReceiptsError if the file cannot be read."""
    report = ReceiptsReport(path)
    view = _read_view(path, transcript.header.commitment)
    if view is None:
        report.findings.append(Finding(0, "It has no receipts of this match: no welcome names the commitment to its key."))
        return report
    report.seat, report.host = view.seat, view.host
    if view.seat not in transcript.header.players:
        report.findings.append(Finding(1, f"The match has no seat {visible_line(view.seat)}."))
        return report
    found = [
        *(Finding(0, problem) for problem in view.problems),
        *_own_problems(view, transcript.header.commitment),
        *_deal_problems(view, transcript),
    ]
    comparison = _Comparison(view, transcript)
    found += comparison.findings()
    found += _end_problems(view, transcript, report)
    report.findings += found[:_MOST_FINDINGS]
    report.count = comparison.compared
    report.notes += comparison.notes(is_bound=report.is_bound)
    return report


def _own_problems(view: _View, match: str) -> Iterator[Finding]:
    """Yield the receipts whose signed view is not made of the Events in the same file."""
    chain, at, is_known = ViewChain(match, view.seat), 0, bool(view.events)
    for n in range(1, max(view.receipts, default=0) + 1):
        if (kept := view.receipts.get(n)) is None:
            is_known = False
            continue
        receipt, end = kept.receipt, max(at, kept.seen)
        if kept.recorded is not None and json_digest(kept.recorded) != receipt.answer:
            yield Finding(0, f"Receipt {n} is not over the answer beside it in the same file.")
        found = _find_end(chain, view.events, at, receipt) if is_known else end
        if found is None and not view.lacks_events:
            yield Finding(0, f"Receipt {n} is not over the Events before it in the same file.")
        elif found is not None:
            end = found
        chain.link, at, is_known = receipt.view, end, bool(view.events)


def _find_end(chain: ViewChain, events: Sequence[_Event], at: int, receipt: Receipt) -> int | None:
    """Return how many Events the seat was sent before an answer, from `at` on, by its receipt; None if none of them fits."""
    for end in range(at, len(events) + 1):
        if chain.link_with_answer(receipt.n, receipt.id, receipt.answer) == receipt.view:
            return end
        if end < len(events):
            chain.add_event(events[end].event, events[end].data)
    return None


def _deal_problems(view: _View, transcript: Transcript) -> Iterator[Finding]:
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


def _as_told(deal: Deal) -> _Told:
    commitments = {str(place): share.commitment for place, share in enumerate(deal.shares, 1)}
    return _Told(
        table=deal.table, attempt=deal.attempt, game=deal.game, config=deal.config, secret=deal.secret, commitments=commitments
    )


def _end_problems(view: _View, transcript: Transcript, report: ReceiptsReport) -> Iterator[Finding]:
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

    def __init__(self, view: _View, transcript: Transcript) -> None:
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
        chain: ViewChain | None = ViewChain(self._transcript.header.commitment, view.seat)
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
                    chain = None
                elif chain:
                    chain.add_event(step.kind, step.data)
                continue
            n += 1
            if (kept := view.receipts.get(n)) is None:
                if n < last:
                    self._missing.append(n)
                    chain = None
                continue
            receipt = kept.receipt
            is_known = not step.has_gaps or kept.recorded is not None
            if not self._is_answer(step, kept):
                yield Finding(step.line, f"Answer {n} of {self._seat} is not the one that the host signed.")
            if chain and chain.link_with_answer(n, receipt.id, receipt.answer) != receipt.view:
                yield Finding(step.line, f"Until this answer {self._seat} was sent other Events than the transcript has.")
            elif chain is None:
                self._unseen.append(n)
            self.compared += chain is not None or is_known
            chain = ViewChain(self._transcript.header.commitment, view.seat)
            chain.link = receipt.view
        if n < last:
            yield Finding(0, f"It does not have answer {n + 1} of {self._seat}, which the host signed.")
        if at < len(view.events):
            yield Finding(0, f"It has {at} Events for {self._seat}, who was sent {len(view.events)}.")

    def notes(self, *, is_bound: bool) -> Iterator[str]:
        """Yield what could not be compared."""
        view = self._view
        if view.bare:
            yield "Its receipts have no signatures, as in a study; they prove nothing."
        elif not (view.receipts or is_bound):
            yield "It has no receipts."
        if self._missing:
            yield f"It lacks the receipts {join_names(map(str, self._missing))}."
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
        return _Step(line, kind, restore_texts(data, self._texts | gone), bool(gone))

    def _is_answer(self, step: _Step, kept: _Kept) -> bool:
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
