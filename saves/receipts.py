"""Receipts: a host's signature under what a seat was sent until each of its answers, and under that answer.

A receipt covers the seat's own view and nothing else, as a hash chain: links of the transcript cover lines that the seat must not
know. Signatures are Ed25519, which gives the same bytes for the same receipt, so a host that was restarted can make them again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.core.canonical_json import canonical_json, json_digest
from woozle.core.errors import InputError
from woozle.core.regular_files import read_file
from woozle.core.request import Forfeit, ParseFailure, Response, Seat
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.transcript import display_path

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

VIEW, RECEIPT = "woozle.view/1", "woozle.receipt/1"

_KEY_BYTES = 65  # 64 digits, and the end of the line that an editor adds
_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"  # without I and O, which look like digits
_CODE_LETTERS, _GROUP = 16, 4
_CODE_ROUNDS = 2**14  # a short code is worth as much as it costs to try many heads for one with the same code


class KeyFileError(InputError):
    """A file of the host's key that cannot be used."""


class ViewChain:
    """The hash chain of what a seat was sent and answered. It begins with the match and the seat, and each link covers all before.

    match: The commitment to the match key, in hex, which names the match.
    """

    def __init__(self, match: str, seat: Seat) -> None:
        self.link = json_digest([VIEW, match, seat])
        """The last link, in hex."""

    def add_event(self, kind: str, data: Any) -> None:
        """Add an Event that the seat was sent. data: its fields as JSON values, as in the message `events`."""
        self.link = self._after("event", kind, data)

    def add_answer(self, n: int, id: int, digest: str) -> str:
        """Add an answer of the seat, and return the link that its receipt signs.

        Args:
            n: The number of the receipt, from 1.
            id: The request.
            digest: Of the answer as it is recorded, see `recorded_answer`.
        """
        self.link = self.link_with_answer(n, id, digest)
        return self.link

    def link_with_answer(self, n: int, id: int, digest: str) -> str:
        """Return the link that an answer would have here."""
        return self._after("answer", n, id, digest)

    def _after(self, *what: Any) -> str:
        return json_digest([VIEW, self.link, *what])


@value
class Receipt:
    """A receipt. match: the commitment to the match key; answer: digest of what is recorded; view: link of the seat's ViewChain.

    All but seat, n and id are in hex.
    """

    match: str
    seat: Seat
    n: int
    id: int
    answer: str
    view: str
    signature: str

    def is_signed_by(self, public: str) -> bool:
        """Return whether the host with this public key, in hex, signed it."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public))
            key.verify(bytes.fromhex(self.signature), _signed(self.match, self.seat, self.n, self.id, self.answer, self.view))
        except (InvalidSignature, ValueError):
            return False
        return True


def _signed(*receipt: str | int) -> bytes:
    return canonical_json([RECEIPT, *receipt])


class HostKey:
    """The key with which a host signs receipts. public: the public key, in hex."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw().hex()

    @classmethod
    def load(cls, path: Path) -> HostKey:
        """Return the key that a file holds; it is made, for its owner alone to read, if it is not there.

        Raises KeyFileError, or SaveError if it cannot be written.
        """
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        with disk.explain_save_errors(path, "start again"):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with suppress(FileExistsError):
                _make_file(path, Ed25519PrivateKey.generate().private_bytes_raw().hex())
        try:
            text = read_file(path, _KEY_BYTES).decode("ascii").strip()
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(text)))
        except (OSError, ValueError) as error:
            shown = display_path(path)
            raise KeyFileError(
                f"{shown} holds no key of a host; restore it from a copy, or remove it to get another one."
            ) from error

    @cached_property
    def fingerprint(self) -> str:
        """The fingerprint of the public key, to be read aloud."""
        return spoken_code(self.public)

    def sign_receipt(self, match: str, seat: Seat, n: int, id: int, answer: str, view: str) -> str:
        """Return the signature of a receipt, in hex; the parameters are those of Receipt."""
        return self._key.sign(_signed(match, seat, n, id, answer, view)).hex()


def _make_file(path: Path, text: str) -> None:
    """Write a new file for its owner alone, complete from the moment it has its name. Raises FileExistsError if it is there."""
    if path.exists():
        raise FileExistsError(path)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        disk.replace(new, text.encode())
        os.link(new, path)
        disk.sync_directory(path.parent)
    finally:
        new.unlink(missing_ok=True)


def recorded_answer(response: Response) -> dict[str, Any]:
    """Return an answer as receipts have it: its fields as JSON values, or what came in place of an answer."""
    answer = response.answer
    if isinstance(answer, Forfeit):
        return {"forfeit": answer.kind}
    if isinstance(answer, ParseFailure):
        return {"unread": answer.reading}
    return answer.model_dump(mode="json")


def recorded_fields(response: Mapping[str, Any]) -> dict[str, Any]:
    """Return the same from the `response` of a transcript's line, with texts in place of their refs."""
    for name, part in (("forfeit", "kind"), ("unread", "reading")):
        if name in response:
            return {name: response[name][part]}
    answer: dict[str, Any] = response["answer"]
    return answer


def spoken_code(digest: str) -> str:
    """Return a head or a public key, in hex, as four groups of four letters to read aloud: `KQZT-BWME-HSVA-PLCD`.

    Making it takes some milliseconds, so that nobody finds two heads with one code by trying.
    """
    number = int.from_bytes(pbkdf2_hmac("sha256", digest.lower().encode(), b"woozle.code/1", _CODE_ROUNDS))
    letters = ""
    for _ in range(_CODE_LETTERS):
        number, at = divmod(number, len(_LETTERS))
        letters += _LETTERS[at]
    return "-".join(letters[at : at + _GROUP] for at in range(0, _CODE_LETTERS, _GROUP))
