"""Links to a study in a browser: `data/links.json`, written by `woozle study links` and `woozle study serve`.

A link holds a token for one use: the first browser that opens it gets a session, and from then on only that browser is let in. The
file has only SHA-256 digests of both, so reading it lets no one in. A visit's process identifies its link by a ticket, which
opens nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError, refuse_outdated
from woozle.core.regular_files import LARGE, read_file
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import explain_save_errors
from woozle.saves.transcript import display_path

LINKS = "links.json"
_BYTES = 32  # 256 bits of the system's own randomness, for tokens and for sessions


@value
class Link:
    """A link. token, session: SHA-256 digests in hexadecimal; session is empty until the link is opened.

    ticket: its name for a visit. code: of the participant, set just before enrolment; `participant_code` says whether they are
    enrolled. is_entered: a browser has come back with the session since the link has a code; once its owner has
    joined, too, the token opens nothing more. is_again: made for a participant who began without a link.
    is_open: of a person who came by the open URL, without a token.
    """

    ticket: str
    token: str
    session: str = ""
    code: str = ""
    is_entered: bool = False
    is_again: bool = False
    is_open: bool = False


@value
class _File:
    version: int
    links: tuple[Link, ...]


_FILE = TypeAdapter(_File)


def make_links(study: StudyFolder, count: int) -> list[str]:
    """Add links and return their tokens, which are stored nowhere. Raises StudyError, SaveError."""
    refuse_outdated(study.plan)
    tokens = [secrets.token_urlsafe(_BYTES) for _ in range(count)]
    with _changing(study) as known:
        for token in tokens:
            ticket = _new_ticket()
            known[ticket] = Link(ticket, digest_secret(token))
    return tokens


def replace_link(study: StudyFolder, code: str) -> str:
    """Return the token of a new link for a participant who lost the browser. Their old link and session become invalid.

    Raises StudyError for an unknown code, or one whose visit has ended; SaveError.
    """
    who = study.participant(code)
    if who is None:
        raise StudyError(f"No participant of this study has the code {code}.")
    if not who.is_open:
        raise StudyError(f"Participant {code} is at the end of this study and cannot continue.")
    token = secrets.token_urlsafe(_BYTES)
    _renew(study, code, token=digest_secret(token), session="", is_entered=False)
    return token


class _Known(NamedTuple):
    """The links in a file by their tickets, in order, and by what else is known of them."""

    links: Mapping[str, Link]
    by_token: Mapping[str, Link]
    by_session: Mapping[str, Link]
    by_code: Mapping[str, Link]


def read_links(study: StudyFolder) -> tuple[Link, ...]:
    """Return all links of a study. Raises StudyError."""
    return (*_known(study).links.values(),)


def _known(study: StudyFolder) -> _Known:
    path = study.data / LINKS
    try:
        now = path.stat()
        return _read(path, now.st_ino, now.st_mtime_ns, now.st_size)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and study.path.exists():
            return _Known({}, {}, {}, {})
        raise StudyError(f"{display_path(path)} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        raise StudyError(
            f"{display_path(path)} is not a file of links; restore it from a copy, or delete it and make new links."
        ) from error


@lru_cache(maxsize=8)
def _read(path: Path, *version: int) -> _Known:
    """Return the links in a file, cached by version, since every request of a visit and every guess looks for one."""
    links = _FILE.validate_json(read_file(path, LARGE), strict=True).links
    return _Known(
        {link.ticket: link for link in links},
        {link.token: link for link in links},
        {link.session: link for link in links if link.session},
        {link.code: link for link in links if link.code},
    )


def count_invited(study: StudyFolder) -> int | None:
    """Return the number of people given links; None if there are no links. Raises StudyError."""
    return sum(not (link.is_again or link.is_open) for link in read_links(study)) or None


def open_session(study: StudyFolder, token: str) -> str:
    """Exchange a token for a session; "" for a token that is wrong or used up. Raises StudyError, SaveError.

    Until its owner has joined, the last session counts, so that they may go on at another machine.
    """
    link, session = find_by_token(study, token), new_session()
    if not link or is_used_up(study, link):  # a used token takes no longer than a wrong one
        return ""
    with _changing(study) as known:
        link = _by_ticket(known, link.ticket)
        if not is_used_up(study, link):  # another browser may have been first
            known[link.ticket] = replace(link, session=digest_secret(session))
    return session if find_by_session(study, session) else ""


def is_used_up(study: StudyFolder, link: Link) -> bool:
    """Return whether the token of a link no longer opens anything. Raises StudyError."""
    return link.is_entered and has_joined(study, link)


def find_by_token(study: StudyFolder, token: str) -> Link | None:
    """Return the link with this token, or None. Raises StudyError."""
    return _known(study).by_token.get(digest_secret(token))


def find_by_session(study: StudyFolder, session: str) -> Link | None:
    """Return the link with this session, also of a visit that is over; None if it is missing. Raises StudyError."""
    return _known(study).by_session.get(digest_secret(session))


def enter_session(study: StudyFolder, session: str) -> Link | None:
    """Return `find_by_session`, and note that a browser has come back with it. Raises StudyError, SaveError."""
    link = find_by_session(study, session)
    if not link or link.is_entered or not link.code:
        return link
    with _changing(study) as known:
        now = _by_ticket(known, link.ticket)
        known[link.ticket] = replace(now, is_entered=now.session == link.session)
    return find_by_session(study, session)


def has_joined(study: StudyFolder, link: Link) -> bool:
    """Return whether a person with this link takes part, or did. Raises StudyError."""
    return bool(link.code) and study.participant(link.code) is not None


def participant_code(study: StudyFolder, ticket: str) -> str:
    """Return the code of a link's participant; "" before enrolment. Raises StudyError for an unknown ticket."""
    link = _by_ticket(_known(study).links, ticket)
    return link.code if has_joined(study, link) else ""


def join_study(study: StudyFolder, ticket: str, code: str) -> None:
    """Record the code of a link's participant. Raises StudyError, SaveError."""
    with _changing(study) as known:
        known[ticket] = replace(_by_ticket(known, ticket), code=code, is_entered=True)


def join_by_open_url(study: StudyFolder, ticket: str, session: str, code: str) -> None:
    """Record the session of a person who came by the open URL, and their code. session: digest. Raises StudyError, SaveError."""
    with _changing(study) as known:
        known[ticket] = Link(ticket, "", session, code, is_entered=True, is_open=True)


def open_session_by_code(study: StudyFolder, code: str) -> str:
    """Replace a participant's session, and return the new one. Raises StudyError, SaveError."""
    session = new_session()
    _renew(study, code, session=digest_secret(session), is_entered=True)
    return session


def find_by_code(study: StudyFolder, code: str) -> Link | None:
    """Return the link of a participant, or None. Raises StudyError."""
    return _known(study).by_code.get(code)


def digest_secret(secret: str) -> str:
    """Return the SHA-256 of a token or session, in hexadecimal. Both are random, so neither salt nor stretching adds to it."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def new_session() -> str:
    """Return a secret for the cookie of a browser."""
    return secrets.token_urlsafe(_BYTES)


def _new_ticket() -> str:
    return secrets.token_hex(8)


def _by_ticket(known: Mapping[str, Link], ticket: str) -> Link:
    if ticket not in known:
        raise StudyError("The link of this visit is no longer valid; ask for a new one.")
    return known[ticket]


def _renew(study: StudyFolder, code: str, **changes: Any) -> None:
    """Change the link of a participant, who gets one if they began without."""
    with _changing(study) as known:
        found = next((link for link in known.values() if link.code == code), Link(_new_ticket(), "", code=code, is_again=True))
        known[found.ticket] = replace(found, **changes)


@contextmanager
def _changing(study: StudyFolder) -> Iterator[dict[str, Link]]:
    """Yield the links, by their tickets, to be changed; then write them. The study's lock is held."""
    path = study.data / LINKS
    with explain_save_errors(path, "try it again"), study.lock():
        links = {**_known(study).links}
        yield links
        disk.replace(path, _FILE.dump_json(_File(1, (*links.values(),)), indent=1))
        _read.cache_clear()  # disks use numbers of files again, within a tick of their clock
