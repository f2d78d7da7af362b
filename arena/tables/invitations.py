"""Admission to a table: invitations, seat tokens, recovery codes, room codes and knocks.

Functions take rows of the database and return changed ones, to be saved before anybody is told.

A joiner sends 32 random bytes of its own, its secret. An invitation belongs to the first secret that it is exchanged with: the same
again gives the same seat token, since a reply may be lost, and any other is refused. The token need not be stored for that: it
is derived from both. A recovery code is exchanged like an invitation, and is worn out in the same way.
"""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Literal, TypeAlias

from woozle.arena.rate_limiter import RateLimiter
from woozle.arena.tables.database import PlaceRow, TableRow
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.core.value import value

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""32 letters and digits that are not mistaken for one another: no I, L, O, U."""

CODE_LENGTH = 8
"""Letters of a room code, and of a table's id."""

TRIES_OF_ADDRESS = 5
"""Wrong room codes a minute from one address."""

TRIES_OF_TABLE = 30
"""Wrong room codes a minute for one table."""

TAKES_OF_ADDRESS = 30
"""Seats of listed tables that one address may take in a minute."""

NAME_LIMIT = 24
"""Characters of a player's name."""

MOST_KNOCKS = 40
"""Limit of knocks that wait at one table."""

KNOCK_SECONDS = 900.0
"""Seconds after which a knock that nobody answered expires; an answer is kept as long."""

_MOST_IN_ALL = 4000  # knocks of a server
_RECOVERY_LENGTH = 25  # letters, of 5 bits each
_GROUP = 5
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_SECRET = re.compile(r"[0-9a-f]{64}")
_LOOK_ALIKES = str.maketrans({"I": "1", "L": "1", "O": "0", "-": "", " ": ""})

RefusalCode: TypeAlias = Literal["wrong", "used", "removed", "refused", "taken", "started", "too_many", "bad"]


class AdmissionError(InputError):
    """A refusal at the door. The message is a sentence for people, `code` is for programs."""

    def __init__(self, code: RefusalCode, why: str) -> None:
        super().__init__(why)
        self.code = code


@value
class Joined:
    """A seat that was taken.

    place: to be saved first. token: of the seat. recovery: the code that is shown once. is_again: nothing has changed.
    """

    place: PlaceRow
    token: str
    recovery: str
    is_again: bool


# Tokens and codes


def new_token() -> str:
    """Return a new token: 256 random bits, 43 characters."""
    return secrets.token_urlsafe(32)


def new_secret() -> str:
    """Return a joiner's secret: 32 random bytes, in hexadecimal."""
    return secrets.token_hex(32)


def new_code() -> str:
    """Return a new room code or id of a table: 40 random bits, 8 letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def digest(token: str) -> str:
    """Return the SHA-256 of a token or code, in hexadecimal."""
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Return whether two digests are equal and not empty, in constant time."""
    return hmac.compare_digest(one.encode(), other.encode()) and bool(one)


def is_key(text: str) -> bool:
    """Return whether a text has the form of an invitation, a seat's token or a recovery code: not that of a room code."""
    return bool(_TOKEN.fullmatch(text)) or len(read_code(text)) == _RECOVERY_LENGTH


def show_code(code: str) -> str:
    """Return a code in groups that can be read aloud: `K7Q2-M4XA`."""
    size = CODE_LENGTH // 2 if len(code) == CODE_LENGTH else _GROUP
    return "-".join(code[at : at + size] for at in range(0, len(code), size))


def read_code(text: str) -> str:
    """Return a code as typed, without spaces and hyphens, in capitals, and with look-alikes resolved."""
    return text[:100].upper().translate(_LOOK_ALIKES)


def read_name(text: str) -> str:
    """Return a player's name on one line, with nothing hidden in it. Raises AdmissionError for an empty or a long one."""
    name = " ".join(unicodedata.normalize("NFC", text[: 10 * NAME_LIMIT]).split())
    if not name:
        raise AdmissionError("bad", "Enter a name.")
    if len(name) > NAME_LIMIT or len(visible_line(name)) > NAME_LIMIT:
        raise AdmissionError("bad", f"Enter a name of at most {NAME_LIMIT} characters.")
    return visible_line(name)


# Seats


def invite(place: PlaceRow) -> tuple[PlaceRow, str]:
    """Return a place with a new invitation, and its token. A player who sits there stays until somebody uses it."""
    token = new_token()
    return replace(place, invitation=digest(token), is_used=False, is_removed=False), token


def exchange(places: Iterable[PlaceRow], token: str, secret: str) -> Joined:
    """Return the seat that an invitation or a recovery code leads to.

    Args:
        secret: The joiner's own: 64 hexadecimal digits.

    All places are compared, so that the time says nothing. Raises AdmissionError for a token that is wrong or used, and for the
    player who was removed.
    """
    key = token if _TOKEN.fullmatch(token) else read_code(token)
    wanted = digest(key)
    found = [place for place in places if is_same(place.invitation, wanted) or is_same(place.recovery, wanted)]
    if not found or not key:  # a place that was taken without an invitation has the digest of an empty key
        raise AdmissionError("wrong", "This link or code is not valid here; ask the host for a new link.")
    return _seat(found[0], key, secret)


def take(place: PlaceRow, secret: str) -> Joined:
    """Return a listed table's place once a joiner has taken it. Raises AdmissionError if another was first."""
    if place.is_removed or (place.token and not is_same(place.invitation, digest(""))):
        raise AdmissionError("taken", "This seat is taken; choose another one.")
    return _seat(place, "", secret)


def _seat(place: PlaceRow, key: str, secret: str) -> Joined:
    used_by = _read_secret(secret)
    if place.is_removed:
        raise AdmissionError("removed", "The host removed this player from the table.")
    is_again = place.is_used and is_same(place.invitation, digest(key))
    if is_again and not is_same(place.joiner, used_by):
        if not key:
            raise AdmissionError("taken", "This seat is taken; choose another one.")
        raise AdmissionError("used", "This link has been used, and opens only where it was used first; ask the host for a new one.")
    token, recovery = (_derive(place, key, secret, purpose) for purpose in ("token", "recovery"))
    shown, code = urlsafe_b64encode(token).decode().rstrip("="), _as_letters(recovery)
    if is_again:
        return Joined(place, shown, show_code(code), is_again=True)
    seated = replace(
        place, invitation=digest(key), is_used=True, joiner=used_by, token=digest(shown), recovery=digest(code), is_removed=False
    )
    return Joined(seated, shown, show_code(code), is_again=False)


def _read_secret(secret: str) -> str:
    """Return the digest of a joiner's secret. Raises AdmissionError for any other text."""
    if not _SECRET.fullmatch(secret):
        raise AdmissionError("bad", "The joiner's secret must be 64 hexadecimal digits.")
    return digest(secret)


def _derive(place: PlaceRow, key: str, secret: str, purpose: str) -> bytes:
    about = f"woozle\n{place.table}\n{place.number}\n{key}\n{purpose}"
    return hmac.digest(bytes.fromhex(secret), about.encode(), "sha256")


def _as_letters(data: bytes) -> str:
    bits = int.from_bytes(data)
    return "".join(LETTERS[bits >> 5 * at & 31] for at in range(_RECOVERY_LENGTH))


def find_seat(places: Iterable[PlaceRow], token: str) -> PlaceRow | None:
    """Return the place that a seat's token opens, or None."""
    wanted = digest(token)
    found = [place for place in places if is_same(place.token, wanted)]
    return found[0] if found else None


def remove(place: PlaceRow) -> PlaceRow:
    """Return a place without its player: only a new invitation opens it again."""
    return replace(place, is_removed=True, joiner="", token="", recovery="")


def vacate(place: PlaceRow) -> PlaceRow:
    """Return a place, open again and without an invitation."""
    return PlaceRow(place.table, place.number)


# The door


KnockState: TypeAlias = Literal["waiting", "admitted", "refused"]


@value
class Knock:
    """A request to be let in at a table. time: by the door's clock. place, invitation: once admitted."""

    number: int
    table: str
    name: str
    address: str
    time: float
    state: KnockState = "waiting"
    place: int = 0
    invitation: str = ""


class Door:
    """The door of a server: room codes with their limits, and knocks, which are kept in memory. clock: seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._by_address, self._by_table, self._takes = (
            RateLimiter(clock, at_once=uses, seconds=60.0 / uses) for uses in (TRIES_OF_ADDRESS, TRIES_OF_TABLE, TAKES_OF_ADDRESS)
        )
        self._knocks: dict[tuple[str, str], Knock] = {}
        """By the table and the digest of the joiner's secret, oldest first."""
        self._count = 0

    def find_table(self, rows: Iterable[TableRow], code: str, address: str, named: str = "") -> TableRow:
        """Return the table that has a room code. Only wrong tries count against the limits. Raises AdmissionError.

        Args:
            address: Of the network that asks, as it is counted.
            named: The table that was asked for; empty if the code alone was given.
        """
        if not self._by_address.is_left(address) or not self._by_table.is_left(named):
            raise AdmissionError("too_many", "There were too many wrong codes; wait a minute, then try again.")
        wanted = digest(read_code(code))
        found = [row for row in rows if is_same(row.room_code, wanted)]
        if not found:
            self._by_address.take(address)
            self._by_table.take(named)
            raise AdmissionError("wrong", "No table has this code. A code is valid until the match starts.")
        return found[0]

    def count_take(self, address: str) -> None:
        """Count a seat of a listed table that is taken. Raises AdmissionError for too many from one address."""
        if not self._takes.take(address):
            raise AdmissionError("too_many", "Many seats were taken from this address in the last minute; try again in a moment.")

    def knock(self, table: str, secret: str, name: str, address: str) -> Knock:
        """Return the knock of a joiner's secret, new or known. Raises AdmissionError for bad input, and for too many knocks."""
        if found := self.find(table, secret):
            return found
        name = read_name(name)
        if len(self.waiting(table)) >= MOST_KNOCKS or len(self._knocks) >= _MOST_IN_ALL:
            raise AdmissionError("too_many", "Too many people are waiting to be let in; try again later.")
        self._count += 1
        knock = Knock(self._count, table, name, address, self._clock())
        self._knocks[table, _read_secret(secret)] = knock
        return knock

    def waiting(self, table: str) -> list[Knock]:
        """Return the knocks at a table that wait for an answer, oldest first."""
        return [each for each in self._at(table) if each.state == "waiting"]

    def answer(self, table: str, number: int, state: KnockState, place: int = 0, invitation: str = "") -> None:
        """Answer a knock, if it still waits. place, invitation: for one that is admitted."""
        self._forget_old()
        for key, each in self._knocks.items():
            if (each.table, each.number, each.state) == (table, number, "waiting"):
                self._knocks[key] = replace(each, state=state, place=place, invitation=invitation, time=self._clock())

    def find(self, table: str, secret: str) -> Knock | None:
        """Return the knock of a joiner's secret; None if it is unknown or has expired."""
        self._forget_old()
        return self._knocks.get((table, digest(secret)))

    def promised(self, table: str) -> set[int]:
        """Return the places that were given to admitted knocks."""
        return {each.place for each in self._at(table) if each.state == "admitted"}

    def close(self, table: str) -> None:
        """Forget all knocks at a table."""
        self._knocks = {key: each for key, each in self._knocks.items() if each.table != table}

    def _at(self, table: str) -> list[Knock]:
        self._forget_old()
        return [each for each in self._knocks.values() if each.table == table]

    def _forget_old(self) -> None:
        oldest = self._clock() - KNOCK_SECONDS
        self._knocks = {key: each for key, each in self._knocks.items() if each.time >= oldest}
