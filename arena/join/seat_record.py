"""The messages of a host to one seat, and the answers of the seat: each is checked as it comes, and kept.

How a deal is fair: see core/deal.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from secrets import token_hex
from typing import Any, TypeAlias

from pydantic import TypeAdapter, ValidationError

from woozle.arena.join.kept_seat import KeptSeat
from woozle.arena.join.link import SeatLink
from woozle.core.canonical_json import json_digest
from woozle.core.chance import commitment
from woozle.core.deal import SECRET_BYTES, Deal, Share, commit_nonce, problems
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.players import seat_protocol as protocol
from woozle.saves.receipts import Receipt, ViewChain, spoken_code

MOST_LINES = 100_000
"""Events of one match."""

MOST_ATTEMPTS = 100
"""Attempts to deal at one table."""

GivenAnswer: TypeAlias = protocol.AnswerMessage | protocol.ForfeitMessage

_FROM_HOST: TypeAdapter[protocol.ToSeat] = TypeAdapter(protocol.FromHost)
_QUOTED, _MOST_NUMBER = 200, 2**31  # characters; of attempts
_OWN = (b'{"type":"answer"', b'{"type":"forfeit"', b'{"type":"reveal"')  # the beginnings of lines of the journal that were sent
_KEPT = (
    protocol.HelloMessage | protocol.WelcomeMessage | protocol.EventsMessage | protocol.ReceiptMessage | protocol.OverMessage
    | protocol.ClosedMessage | protocol.RefusedMessage
)  # fmt: skip


class SeatLostError(InputError):
    """A seat that cannot be gone on with. Says why, and what to do, in a sentence."""


class HostFaultError(SeatLostError):
    """A host that does not keep to the protocol."""


def read_message(data: str | bytes) -> protocol.ToSeat | None:
    """Return a message of a host, without fields that are not known; None for a kind that is not. Raises HostFaultError."""
    try:
        return _FROM_HOST.validate_json(data, extra="ignore")
    except ValidationError as error:
        if error.errors(include_url=False, include_context=False, include_input=False)[0]["type"] == "union_tag_invalid":
            return None
        found = visible_line(str(first_problem(error)))[:_QUOTED]
        raise HostFaultError(f"The host has sent a message that cannot be read: {found}.") from None


def _expect(is_so: object, fault: str) -> None:
    """Raise HostFaultError, with a sentence, unless something is so."""
    if not is_so:
        raise HostFaultError(fault)


class SeatRecord:
    """The record of one seat.

    Attributes:
        seen: Events of the match so far.
        receipts: Of the match, in order.
        over: The end of the match; None before.
        unsettled: Answers that the host has not acknowledged, by request.
        welcome: The seat that was dealt; None before.
    """

    def __init__(self, link: SeatLink, kept: KeptSeat) -> None:
        self._link, self._kept = link, kept
        self._credentials = kept.credentials
        self._hello: protocol.HelloMessage | None = None
        self._deal: protocol.DealMessage | None = None
        self._was_away = False  # since the last deal that began while the seat was connected
        self._begin()

    def _begin(self) -> None:
        self.seen = 0
        self.receipts: list[protocol.ReceiptMessage] = []
        self.over: protocol.OverMessage | None = None
        self.unsettled: dict[int, GivenAnswer] = {}
        self.welcome: protocol.WelcomeMessage | None = None
        self._chain: ViewChain | None = None

    def recall(self) -> Iterator[protocol.ToSeat]:
        """Yield what an earlier process kept of the match. Raises InputError if it cannot be read."""
        for line in self._kept.messages:
            if line.startswith(_OWN):
                sent = protocol.parse_guest_message(line)
                if isinstance(sent, GivenAnswer):
                    self.unsettled[sent.id] = sent
            elif message := read_message(line):
                self._check(message)
                yield message

    def see(self, message: protocol.ToSeat) -> bool:
        """Check a message, keep it, and return whether it is new. Raises HostFaultError, or SaveError."""
        if self.over and self._is_of_another_match(message):
            self._kept.begin_again()
            self._begin()
            if self._hello:
                self._kept.keep(self._hello)
        is_new = self._check(message)
        if is_new and isinstance(message, _KEPT):
            self._kept.keep(message)
        return is_new

    def answer(self, given: GivenAnswer) -> None:
        """Keep an answer until the host acknowledges it. Raises SaveError."""
        self.unsettled[given.id] = given
        self._kept.keep(given)

    def reply(self, deal: protocol.DealMessage) -> protocol.CommitMessage | protocol.RevealMessage | None:
        """Return what answers a deal that was checked; None for one to which the seat was too late to bring a nonce."""
        if self._deal is None:
            return None
        if not deal.commitments:
            return protocol.CommitMessage(attempt=deal.attempt, commitment=self._commitment(deal))
        reply = protocol.RevealMessage(attempt=deal.attempt, nonce=self._credentials.nonces[str(deal.attempt)])
        self._kept.keep(deal)
        self._kept.keep(reply)
        return reply

    @property
    def has_dealt(self) -> bool:
        """Return whether the seat's nonce is in the deal of the match."""
        return self._deal is not None and bool(self._deal.commitments)

    def _is_of_another_match(self, message: protocol.ToSeat) -> bool:
        match message:
            case protocol.DealMessage(attempt=attempt):
                return attempt > (self._deal.attempt if self._deal else 0)
            case protocol.WelcomeMessage(match=name):
                return self.welcome is None or name != self.welcome.match
        return False

    # Checks

    def _check(self, message: protocol.ToSeat) -> bool:
        """Check what a host has sent, and return whether it is new. Raises HostFaultError for what does not follow."""
        match message:
            case protocol.HelloMessage():
                self._check_host(message)
            case protocol.JoinedMessage():
                self._check_place(message)
            case protocol.DealMessage():
                self._check_deal(message)
            case protocol.WelcomeMessage():
                self._check_welcome(message)
            case protocol.EventsMessage(first=first, items=items):
                _expect(first == self.seen and items, "The host has left out or repeated lines of the match.")
                self.seen += len(items)
                _expect(self.seen <= MOST_LINES, f"The host has sent more than {MOST_LINES:,} lines.")
                if self._chain:
                    for item in items:
                        self._chain.add_event(item.event, item.data)
            case protocol.ReceiptMessage(n=n, id=id) if n <= len(self.receipts):
                _expect(n > 0 and message == self.receipts[n - 1], "The host has changed a receipt.")
                return False
            case protocol.ReceiptMessage(n=n, id=id):
                _expect(n == len(self.receipts) + 1, "The host has left out a receipt.")
                is_signed = [bool(each.signature) for each in (*self.receipts[:1], message)]
                _expect(is_signed[0] == is_signed[-1], "The host does not sign all receipts of the match.")
                self._check_receipt(message)
                self.receipts.append(message)
                self.unsettled.pop(id, None)
            case protocol.ClosedMessage(id=id, code=code) if code != "answered":
                self.unsettled.pop(id, None)
            case protocol.RefusedMessage(id=id):
                self.unsettled.pop(id, None)
            case protocol.OverMessage() if self.over:
                _expect(_proof(message) == _proof(self.over), "The host has told two ends of the match.")
                return False
            case protocol.OverMessage():
                self.over = message
        return True

    def _check_host(self, hello: protocol.HelloMessage) -> None:
        kept, named = self._credentials, self._link.fingerprint
        somebody = "; somebody may be in its place, so nothing was sent."
        if kept.host_key:
            _expect(hello.host_key == kept.host_key, f"{self._link.place} signs with another key than before{somebody}")
        elif named:
            own = spoken_code(hello.host_key).replace("-", "")
            _expect(own == named, f"{self._link.place} signs with another key than the link says{somebody}")
        kept.host_key = visible_line(hello.host_key[:_QUOTED])
        self._hello, self._was_away = hello, True

    def _check_place(self, joined: protocol.JoinedMessage) -> None:
        kept = self._credentials
        is_same = joined.table == self._link.table and kept.place in (0, joined.place)
        _expect(is_same, "The host gives another seat than the one that was taken.")
        _expect(max(len(joined.token), len(joined.recovery)) <= _QUOTED, "The host gives a token that is too long to keep.")
        kept.place = joined.place
        kept.token, kept.recovery = joined.token or kept.token, joined.recovery or kept.recovery
        self._kept.save()

    def _check_deal(self, deal: protocol.DealMessage) -> None:
        kept, before = self._credentials, self._deal
        is_here = deal.table == self._link.table and kept.place and 0 <= deal.attempt < _MOST_NUMBER
        _expect(is_here, "The host deals for another table.")
        if str(deal.attempt) not in kept.nonces:
            _expect(len(kept.nonces) < MOST_ATTEMPTS, f"The host has begun to deal more than {MOST_ATTEMPTS} times.")
            kept.nonces[str(deal.attempt)] = token_hex(SECRET_BYTES)
            self._kept.save()  # before the host is told of it
        if before:
            _expect(deal.attempt >= before.attempt, "The host goes back to an earlier attempt to deal.")
        if before and deal.attempt == before.attempt:
            expected = before if before.commitments else before.model_copy(update={"commitments": deal.commitments})
            _expect(deal == expected, "The host has changed what it committed to, after the other commitments were known.")
        is_own = not deal.commitments or deal.commitments.get(str(kept.place)) == self._commitment(deal)
        is_late = self._was_away and (before is None or before.attempt < deal.attempt)
        _expect(is_own or is_late, "The host has put another nonce in place of the one of this seat.")
        self._deal = deal if is_own else None
        self._was_away = self._was_away and bool(deal.commitments)

    def _commitment(self, deal: protocol.DealMessage) -> str:
        return commit_nonce(deal.table, deal.attempt, self._credentials.place, self._credentials.nonces[str(deal.attempt)])

    def _check_welcome(self, welcome: protocol.WelcomeMessage) -> None:
        kept, deal = self._credentials, self._deal
        if self.welcome:
            _expect(_dealt(welcome) == _dealt(self.welcome), "The host has changed the match, or how it was dealt.")
        _expect(kept.place in (0, welcome.place), "The host deals the seat of another place.")
        self.welcome = welcome
        self._chain = self._chain or ViewChain(welcome.match, welcome.seat)
        if deal and self._was_away and welcome.attempt > deal.attempt:  # dealt meanwhile
            self._deal = deal = None
        if deal is None or not deal.commitments:
            return
        is_same = (welcome.table, welcome.attempt) == (deal.table, deal.attempt)
        _expect(is_same, "The match is not the one that was dealt.")
        own = kept.nonces.get(str(deal.attempt))
        _expect(welcome.nonces.get(str(kept.place)) == own, "The host has dealt without the nonce of this seat.")
        for name, promised in deal.commitments.items():
            is_so = name.isdecimal() and commit_nonce(deal.table, deal.attempt, int(name), welcome.nonces.get(name, "")) == promised
            _expect(is_so, f"The nonce of place {visible_line(name[:4])} is not the one that was committed to.")

    def _check_receipt(self, receipt: protocol.ReceiptMessage) -> None:
        """Raise HostFaultError for a receipt that is not over what this seat was sent, and over the answer beside it."""
        key, welcome, links = self._credentials.host_key, self.welcome, self._chain
        if not (receipt.signature and key and welcome and links):  # as in a study; the end says so
            return
        is_over_answer = receipt.recorded is None or json_digest(receipt.recorded) == receipt.answer
        _expect(is_over_answer, "The host has given a receipt for another answer than the one beside it.")
        is_over_lines = links.add_answer(receipt.n, receipt.id, receipt.answer) == receipt.view
        _expect(is_over_lines, "The host has given a receipt for other lines than it has sent.")
        found = Receipt(welcome.match, welcome.seat, receipt.n, receipt.id, receipt.answer, receipt.view, receipt.signature)
        _expect(found.is_signed_by(key), "The host has given a receipt with a signature that is not its own.")

    def end_problems(self) -> list[str]:
        """Return what does not fit between the deal and what is revealed at the end, as sentences."""
        over, welcome, deal = self.over, self.welcome, self._deal
        if not (over and over.key and welcome):
            return []
        try:
            key = bytes.fromhex(over.key)
        except ValueError:
            return ["The key of the match is none."]
        found = [] if commitment(key) == welcome.match else ["The key is not the one that the match began with."]
        if deal is None or not deal.commitments:
            return found
        in_order = sorted(deal.commitments.items(), key=lambda entry: int(entry[0]) if entry[0].isdecimal() else 0)
        shares = tuple(Share(each, welcome.nonces.get(place, ""), "player") for place, each in in_order)
        told = Deal("woozle.deal/1", deal.table, deal.attempt, deal.game, welcome.rules, deal.config, deal.secret, shares)
        return [*found, *problems(told, over.secret, key)]


def _dealt(welcome: protocol.WelcomeMessage) -> tuple[Any, ...]:
    return welcome.game, welcome.rules, welcome.seat, welcome.match, welcome.table, welcome.attempt, welcome.nonces


def _proof(over: protocol.OverMessage) -> tuple[Any, ...]:
    return over.result, over.head, over.key, over.secret, over.lines
