"""The recruiter's side of a study: ids in the URL by which participants arrive, their keyed digests, and returning ids.

Before consent only a digest of an id is kept. After consent the ids are in data/recruiter.csv, apart from the data, and the journal
has the digest. An id opens nothing, since it stands in links and in the recruiter's lists, where others can see it.
"""

from __future__ import annotations

import re
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import asdict
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import parse_qsl, urlsplit

from pydantic import StringConstraints, model_validator

from woozle.core.errors import InputError
from woozle.core.frozen_model import FrozenModel
from woozle.core.regular_files import SMALL, explain_errors, read_file
from woozle.core.value import value
from woozle.saves.transcript import display_path

if TYPE_CHECKING:
    from woozle.arena.studies.participants import Participant

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_QUERY_LIMIT = 8192
_KEYS_LIMIT = 65_536
_KEYS_TIMEOUT = 10.0  # seconds
_KEYS_AGE = 24 * 3600.0  # seconds after which they are read again
_KEYS_RETRY = 60.0  # seconds between attempts to read them
_SKEW = 60  # seconds by which clocks may differ

Parameter = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{0,64}$")]


class RecruiterError(InputError):
    """A query or file of a recruiter that cannot be used. The message is one sentence, without any id."""


class UnknownKeyError(RecruiterError):
    """A link that is signed with a key which is not among the recruiter's."""


class Recruiter(FrozenModel):
    """The URL by which a recruiter sends participants. participant, study, session: names of its parameters; empty if not sent.

    Args:
        signed: Parameter with the same ids in a JWT that the recruiter signed (RS256), which is then required; empty for none.
        keys: The recruiter's public keys (JWKS): a file beside the plan, or a URL with https, from which they are fetched.
        audience: URL of the study as the recruiter has it; its server must be that of the JWT.
        issuer: As the JWT has it.
        is_required: Whether people need an id to come.
    """

    participant: Parameter = "PROLIFIC_PID"
    study: Parameter = "STUDY_ID"
    session: Parameter = "SESSION_ID"
    signed: Parameter = ""
    keys: str = ""
    audience: str = ""
    issuer: str = "https://www.prolific.com"
    is_required: bool = True

    @model_validator(mode="after")
    def _is_complete(self) -> Recruiter:
        names = [name for name in (self.participant, self.study, self.session, self.signed) if name]
        if not self.participant:
            raise InputError("recruiter needs the name of the parameter with the participant's id")
        if len(set(names)) < len(names):
            raise InputError("recruiter has one name for two parameters")
        if bool(self.signed) != bool(self.keys) or bool(self.signed) != bool(self.audience):
            raise InputError("recruiter needs signed, keys and audience together, or none of them")
        if self.signed and not (urlsplit(self.audience).scheme and urlsplit(self.audience).netloc):
            raise InputError("audience must be the URL of the study, such as https://study.example.org")
        if "://" in self.keys and urlsplit(self.keys).scheme != "https":
            raise InputError("keys are fetched only with https")
        return self

    @property
    def given(self) -> set[str]:
        """Return the names of the ids that the recruiter sends: fields of RecruiterIds."""
        return {name for name in RecruiterIds.__dataclass_fields__ if getattr(self, name)}


@value
class RecruiterIds:
    """A recruiter's ids; an exit's URL has fields of the same names. participant: of the person; session: of this submission."""

    participant: str
    study: str = ""
    session: str = ""


def check_ids(ids: RecruiterIds) -> RecruiterIds:
    """Return the ids. Raises RecruiterError if one has other characters than letters, digits, `-` and `_`, or more than 64."""
    if not ids.participant:
        raise RecruiterError(f"The link lacks the id of the participant. {_ASK}")
    for what, text in asdict(ids).items():
        if text and not _ID.fullmatch(text):
            raise RecruiterError(f"The id of the {what} must have 1 to 64 letters, digits, - and _. {_ASK}")
    return ids


_ASK = "Open the study from the recruiter's page again, and tell the researchers if that does not help."


def read_query(recruiter: Recruiter, query: str, keys: bytes = b"") -> RecruiterIds:
    """Return the ids in the query of a URL. Raises RecruiterError with a sentence for the participant.

    Args:
        keys: The recruiter's public keys, as `read_keys` returns them.
    """
    if len(query) > _QUERY_LIMIT:
        raise RecruiterError(f"The link is too long to be one of this study. {_ASK}")
    given = parse_qsl(query, keep_blank_values=True)
    own = (recruiter.participant, recruiter.study, recruiter.session)
    wanted = {name for name in (*own, recruiter.signed) if name}
    names = [name for name, _ in given if name in wanted]
    if len(set(names)) < len(names):
        raise RecruiterError(f"The link has a parameter twice. {_ASK}")
    found: Mapping[str, str] = dict(given)
    if recruiter.signed:
        if recruiter.signed not in found:
            raise RecruiterError(f"The link is not signed. {_ASK}")
        signed = _read_token(recruiter, found[recruiter.signed], keys)
        if any(found.get(name, signed[name]) != signed[name] for name in wanted & signed.keys()):
            raise RecruiterError(f"The link was changed after it was signed. {_ASK}")
        found = signed
    return check_ids(RecruiterIds(*(found.get(name, "") if name else "" for name in own)))


# Signatures


def read_keys(recruiter: Recruiter, folder: Path) -> bytes:
    """Return the recruiter's public keys, fetched if the plan has a URL for them. Raises RecruiterError."""
    if "://" not in recruiter.keys:
        with explain_errors(display_path(folder / recruiter.keys), RecruiterError):
            return read_file(folder / recruiter.keys, SMALL) if recruiter.keys else b""
    try:
        opener = urllib.request.build_opener(_NoRedirect)
        with opener.open(recruiter.keys, timeout=_KEYS_TIMEOUT) as reply:
            data: bytes = reply.read(_KEYS_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise RecruiterError(f"The keys of the recruiter cannot be fetched: {error}.") from error
    if len(data) > _KEYS_LIMIT:
        raise RecruiterError("The keys of the recruiter are too long to be keys.")
    return data


class QueryReader:
    """Reads queries, with the recruiter's keys at hand: read again after a day, or for a key that they lack.

    folder: of the plan. tell: takes sentences for the researcher.
    """

    def __init__(
        self, recruiter: Recruiter, folder: Path, tell: Callable[[str], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._recruiter = recruiter
        self._folder = folder
        self._tell = tell
        self._clock = clock
        self._keys = b""
        self._read_at = self._tried_at = -inf

    def read(self, query: str) -> RecruiterIds | None:
        """Return the ids in a query; None if it has none and needs none. Raises RecruiterError with a sentence for participants.

        May wait for the recruiter's server.
        """
        recruiter = self._recruiter
        names = {name for name, _ in parse_qsl(query[:_QUERY_LIMIT])}
        if not recruiter.is_required and not names & {recruiter.participant, recruiter.signed}:
            return None
        if not recruiter.signed:
            return read_query(recruiter, query)
        try:
            return read_query(recruiter, query, self._current_keys(_KEYS_AGE))
        except UnknownKeyError:
            return read_query(recruiter, query, self._current_keys(_KEYS_RETRY))

    def _current_keys(self, age: float) -> bytes:
        """Return the keys, read again if they are older than `age` seconds. Raises RecruiterError if those at hand are too old."""
        now = self._clock()
        if now - self._read_at >= age and now - self._tried_at >= _KEYS_RETRY:
            self._tried_at = now
            try:
                self._keys, self._read_at = read_keys(self._recruiter, self._folder), now
            except RecruiterError as error:
                self._tell(str(error))
        if now - self._read_at >= _KEYS_AGE:
            raise RecruiterError("The link cannot be checked now, so nobody can come in; try again in a few minutes.")
        return self._keys


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        """Follow no redirect: keys come from the plan's URL, or not at all."""


def _read_token(recruiter: Recruiter, token: str, keys: bytes) -> Mapping[str, str]:
    """Return the ids in a JWT, once its signature, issuer, audience and time are right (RFC 7519; Prolific's secured URLs)."""
    import jwt

    try:
        kid = jwt.get_unverified_header(token)["kid"]
        key = next(each for each in jwt.PyJWKSet.from_json(keys.decode()).keys if each.key_id == kid)
        required: jwt.types.Options = {"require": ["exp", "iss", "aud"], "verify_aud": False}  # compared below, by its server
        claims = jwt.decode(token, key, ["RS256"], required, issuer=recruiter.issuer, leeway=_SKEW)
        ids = {str(name): str(each) for name, each in claims["prolific"].items()}
    except StopIteration:
        raise UnknownKeyError(f"The link is signed with a key that this study does not know. {_ASK}") from None
    except jwt.InvalidSignatureError:
        raise RecruiterError(f"The signature of the link is wrong. {_ASK}") from None
    except (jwt.InvalidIssuerError, jwt.InvalidAlgorithmError):
        raise RecruiterError(f"The link is signed by somebody else than the recruiter. {_ASK}") from None
    except jwt.ExpiredSignatureError:
        raise RecruiterError(f"The link has expired. {_ASK}") from None
    except (jwt.PyJWTError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise RecruiterError(f"The signature of the link cannot be read. {_ASK}") from None
    audiences = claims["aud"] if isinstance(claims["aud"], list) else [claims["aud"]]
    if urlsplit(recruiter.audience).netloc not in {urlsplit(str(each)).netloc for each in audiences}:
        raise RecruiterError(f"The link is signed for another study. {_ASK}")
    return ids


def refusal(who: Participant | None, contact: str) -> str:
    """Return the sentence for a participant's id that arrives again; empty for a new one. The id shows and continues nothing."""
    if who is None:
        return ""
    if who.is_open:
        return (
            "Somebody has already begun this study with your id. To continue, use the browser in which you began, or your "
            f"code. If that was not you, or you have neither, write to: {contact}"
        )
    return f"Somebody has already taken part in this study with your id, and one can do so only once. Questions: {contact}"
