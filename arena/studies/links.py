"""Links by which people come to a study in a browser: `data/links.json`, written by `woozle study links` and `woozle study serve`.

A link holds a token that works once: whoever opens it first gets a session, and from then on only that browser comes in. Of both
the file has SHA-256 digests alone, so who reads it cannot come in. What starts in the end knows a link by its ticket, which opens
nothing.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.participants import Participant, participant
from woozle.arena.studies.plan import StudyError
from woozle.core.value import value
from woozle.saves import disk
from woozle.saves.disk import save_error
from woozle.saves.transcript import shown

LINKS = "links.json"
_BYTES = 32  # 256 bits of the system's own randomness, for tokens and for sessions


@value
class Link:
    """A link. token, session: SHA-256 digests in hex; no session as long as nobody opened it.

    is_entered: whether the session has come back from a browser; as long as it has not, as when an answer was lost on its way or
    somebody clicked twice, the token gives another one in its place.
    ticket: what a visit knows it by. code: of the participant, from just before they are enrolled; `code_of` says whether they are.
    is_again: made for somebody who began without one.
    """

    ticket: str
    token: str
    session: str = ""
    code: str = ""
    is_entered: bool = False
    is_finished: bool = False
    is_again: bool = False


@value
class _File:
    version: int
    links: tuple[Link, ...]


_FILE = TypeAdapter(_File)


def make(study: StudyFolder, count: int) -> list[str]:
    """New links: their tokens, which are nowhere else. Raises StudyError, SaveError."""
    tokens = [secrets.token_urlsafe(_BYTES) for _ in range(count)]
    _change(study, lambda known: (*known, *(_new(token) for token in tokens)))
    return tokens


def make_again(study: StudyFolder, code: str) -> str:
    """A new link for a participant who lost the browser: its token. What opened their visit before opens nothing any more.

    Raises StudyError for somebody who does not take part, or has come to the end; SaveError.
    """
    who = _who(study, code)
    if who is None:
        raise StudyError(f"Nobody with the code {code} takes part in this study.")
    if not who.is_open:
        raise StudyError(f"The participant {code} is at the end of this study, and cannot go on.")
    token = secrets.token_urlsafe(_BYTES)

    def renewed(known: tuple[Link, ...]) -> tuple[Link, ...]:
        found = next((link for link in known if link.code == code), None)
        if found is None:
            return (*known, replace(_new(token), code=code, is_again=True))
        return tuple(replace(link, token=digest(token), session="", is_entered=False) if link is found else link for link in known)

    _change(study, renewed)
    return token


def links(study: StudyFolder) -> tuple[Link, ...]:
    """All links of a study. Raises StudyError."""
    path = study.data / LINKS
    try:
        now = path.stat()
        return _read(path, now.st_ino, now.st_mtime_ns, now.st_size)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise StudyError(f"{shown(path)} cannot be read: {error.strerror}.") from error
    except ValidationError as error:
        raise StudyError(f"{shown(path)} is no file of links; put it back from a copy, or remove it and make new links.") from error


@lru_cache(maxsize=8)
def _read(path: Path, *version: int) -> tuple[Link, ...]:
    """The links in a file, read once for each version of it: whoever guesses links asks for them again and again."""
    return _FILE.validate_json(path.read_bytes(), strict=True).links


def invited(study: StudyFolder) -> int | None:
    """How many people were given links, None where there are none. Raises StudyError."""
    return sum(not link.is_again for link in links(study)) or None


def opened(study: StudyFolder, token: str) -> str:
    """The session that a token is exchanged for; "" for a token that is used or wrong. Raises StudyError, SaveError."""
    session, wanted = secrets.token_urlsafe(_BYTES), digest(token)
    won = []

    def exchanged(link: Link) -> Link:
        if link.token != wanted or link.is_entered:
            return link
        won.append(session)
        return replace(link, session=digest(session))

    can_be_used = any(link.token == wanted and not link.is_entered for link in links(study))
    if can_be_used:  # a used one takes no longer than a wrong one
        _change(study, lambda known: tuple(exchanged(link) for link in known))
    return won[0] if won else ""


def by_token(study: StudyFolder, token: str) -> Link | None:
    """The link that has this token. Raises StudyError."""
    wanted = digest(token)
    return next((link for link in links(study) if link.token == wanted), None)


def by_session(study: StudyFolder, session: str) -> Link | None:
    """The link whose session this is, as long as its visit can go on. Raises StudyError."""
    wanted = digest(session)
    found = next((link for link in links(study) if link.session == wanted), None)
    return None if found is None or is_over(study, found) else found


def entered(study: StudyFolder, session: str) -> Link | None:
    """As `by_session`; the token that it was exchanged for is used from now on. Raises StudyError, SaveError."""
    link = by_session(study, session)
    if link and not link.is_entered:
        _note(study, link.ticket, lambda now: replace(now, is_entered=now.session == link.session))
    return by_session(study, session)


def is_over(study: StudyFolder, link: Link) -> bool:
    """Whether who came by a link is at the end: finished, withdrawn, or out of time. Raises StudyError."""
    who = _who(study, link.code)
    return link.is_finished or (who is not None and not who.is_open)


def has_joined(study: StudyFolder, link: Link) -> bool:
    """Whether somebody who came by a link takes part, or did. Raises StudyError."""
    return _who(study, link.code) is not None


def code_of(study: StudyFolder, ticket: str) -> str:
    """Who comes by a link; "" for nobody yet. Raises StudyError for a ticket that is none."""
    link = _by_ticket(links(study), ticket)
    return link.code if has_joined(study, link) else ""


def joins(study: StudyFolder, ticket: str, code: str) -> None:
    """Who comes by a link has agreed, and is now enrolled under this code. Raises StudyError, SaveError."""
    _note(study, ticket, lambda link: replace(link, code=code))


def finished(study: StudyFolder, ticket: str) -> None:
    """Who came by a link has come to the end of the study; it opens nothing any more. Raises StudyError, SaveError."""
    _note(study, ticket, lambda link: replace(link, is_finished=True))


def digest(secret: str) -> str:
    """What is kept of a token or a session: SHA-256, in hex. Both are random, so no salt or stretching adds to it."""
    return sha256(secret.encode("utf-8", "replace")).hexdigest()


def _new(token: str) -> Link:
    return Link(secrets.token_hex(8), digest(token))


def _who(study: StudyFolder, code: str) -> Participant | None:
    """Who has a code; None as long as nobody was enrolled under it."""
    if not code or not (path := study.journal_path(code)).exists():
        return None
    entries = read_journal(path)
    return participant(code, entries) if entries else None


def _by_ticket(known: tuple[Link, ...], ticket: str) -> Link:
    found = next((link for link in known if link.ticket == ticket), None)
    if found is None:
        raise StudyError("The link of this visit is no longer known; ask for a new one.")
    return found


def _note(study: StudyFolder, ticket: str, change: Callable[[Link], Link]) -> None:
    def changed(known: tuple[Link, ...]) -> tuple[Link, ...]:
        _by_ticket(known, ticket)
        return tuple(change(link) if link.ticket == ticket else link for link in known)

    _change(study, changed)


def _change(study: StudyFolder, change: Callable[[tuple[Link, ...]], tuple[Link, ...]]) -> None:
    """Let the file hold what becomes of its links, while nobody else changes them."""
    path = study.data / LINKS
    try:
        study.make()
        with study.held():
            disk.replace(path, _FILE.dump_json(_File(1, change(links(study))), indent=1))
    except OSError as error:
        raise save_error(error, path, "try it again") from error
