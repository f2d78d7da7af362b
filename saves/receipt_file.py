"""Reading what a client kept of its seat: a file of receipts, in which each line is a JSON message that it was sent.

Of these hello, deal, welcome, events (if it kept them), receipts and over count, and its own reveal and answers. Without a
signature, only the one who kept it has a reason to believe it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, TypeAdapter, ValidationError

from woozle.core.errors import InputError
from woozle.core.regular_files import LARGE, explain_errors, read_file
from woozle.core.request import Seat
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.saves.receipts import Receipt
from woozle.saves.transcript import display_path


class ReceiptsError(InputError):
    """A file that cannot be read as receipts."""


class _Hello(BaseModel):
    host_key: str = ""


class ToldDeal(BaseModel):
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
    attempt: int = 0
    nonces: dict[str, str] = {}


class SentEvent(BaseModel):
    """An Event of a message `events`."""

    event: str
    data: dict[str, Any]


class _Events(BaseModel):
    first: int
    items: list[SentEvent]


class _Signed(BaseModel):
    n: int
    id: int
    answer: str = ""
    recorded: dict[str, Any] | None = None
    view: str = ""
    signature: str = ""


class _Answer(BaseModel):
    id: int
    answer: dict[str, Any]


class ToldEnd(BaseModel):
    """What was told at the end; empty in a study. lines: of each receipt, in the transcript."""

    head: str = ""
    key: str = ""
    secret: str = ""
    lines: tuple[int, ...] = ()


_Message = _Hello | ToldDeal | _Reveal | _Welcome | _Events | _Signed | _Answer | ToldEnd
_KINDS: Mapping[str, TypeAdapter[Any]] = {
    name: TypeAdapter(kind)
    for name, kind in (
        *(("hello", _Hello), ("deal", ToldDeal), ("reveal", _Reveal), ("welcome", _Welcome)),
        *(("events", _Events), ("receipt", _Signed), ("answer", _Answer), ("over", ToldEnd)),
    )
}


class KeptReceipt(NamedTuple):
    """A receipt in a file. seen: Events that stand before it there."""

    receipt: Receipt
    recorded: dict[str, Any] | None
    seen: int


@dataclass(slots=True)
class KeptView:
    """What a client kept of its seat in one match. given: its answers by request, the last one of each."""

    seat: Seat
    place: int
    host: str
    nonces: dict[str, str]
    told: ToldDeal | None
    own: str
    events: list[SentEvent] = field(default_factory=list)
    receipts: dict[int, KeptReceipt] = field(default_factory=dict)
    given: dict[int, dict[str, Any]] = field(default_factory=dict)
    bare: int = 0
    lacks_events: bool = False
    over: ToldEnd | None = None
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


def read_kept_view(path: Path, match: str) -> KeptView | None:
    """Return what a file holds of one match; None if it holds nothing of it. match: the commitment of its key."""
    found: KeptView | None = None
    is_of_match = False
    host, told, own = "", None, ""
    for message in _read_messages(path):
        match message:
            case _Hello():
                if found and message.host_key != found.host:
                    found.problems.append("The host had two keys during the match.")
                host = message.host_key
            case ToldDeal():
                told = message if message.commitments else told
            case _Reveal():
                own = message.nonce
            case _Welcome():
                if told and message.attempt not in (0, told.attempt):  # of an attempt that came to nothing
                    told, own = None, ""
                if is_of_match := message.match == match:
                    found = found or KeptView(message.seat, message.place, host, message.nonces, told, own)
                    if (found.seat, found.nonces) != (message.seat, message.nonces):
                        found.problems.append("The host gave two seats, or two sets of nonces.")
            case _ if is_of_match and found:
                _add(found, message, match)
    return found


def _add(view: KeptView, message: _Message, match: str) -> None:
    match message:
        case _Events(first=first, items=items):
            view.lacks_events |= first > len(view.events)
            if view.lacks_events:  # those after the gap are compared by the links alone
                return
            known = view.events[first : first + len(items)]
            if known != items[: len(known)]:
                view.problems.append(f"Event {first + 1} or one after it came twice, and not the same.")
            view.events += items[len(known) :]
        case _Signed() if not (message.signature and view.host):
            view.bare += 1
        case _Signed(n=n):
            receipt = Receipt(match, view.seat, n, message.id, message.answer, message.view, message.signature)
            if not receipt.is_signed_by(view.host):
                view.problems.append(f"Receipt {n} does not have the signature of the host.")
                return
            if (before := view.receipts.setdefault(n, KeptReceipt(receipt, message.recorded, len(view.events)))).receipt != receipt:
                view.problems.append(f"The host signed two receipts {before.receipt.n} that are not the same.")
        case _Answer(id=id, answer=answer):
            view.given[id] = answer
        case ToldEnd():
            view.over = message
