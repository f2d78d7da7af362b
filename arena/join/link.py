"""Links to a seat, `https://HOST/t/TABLE#TOKEN.FINGERPRINT`, and which addresses may be reached without TLS."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from woozle.arena.http_server import parse_address, url_host
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.core.value import value

OPEN_NETWORK = "Everybody on this network can read and change what is played here."
"""The warning about a table that is reached without TLS, on both sides."""

_FORM = "A link to a seat looks like https://HOST/t/TABLE#TOKEN"
_QUOTED = 80  # characters of what is no link
_PATH = re.compile(r"/t/([A-Za-z0-9]{8})")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{16,100}")
_FINGERPRINT = re.compile(r"[A-Z]{16}|")
_HOST = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|[0-9a-f:.]{2,45}")
_PORTS = {"http": 80, "https": 443}


class LinkError(InputError):
    """A text that is no link to a seat. Says why, in a sentence."""


@value
class SeatLink:
    """A link to a seat. host: a name or an address of IP.

    token: an invitation, or a recovery code; it is never a part of what is requested. fingerprint: of the key with which the host
    signs; empty if the link names none, as that of a recovery code.
    """

    scheme: str
    host: str
    port: int
    table: str
    token: str
    fingerprint: str = ""

    @property
    def place(self) -> str:
        """Return the host as addresses write it, with the port unless it is the usual one."""
        host = url_host(self.host)
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.place}"

    @property
    def address(self) -> str:
        """Return the address of the table, without the token."""
        return f"{self.origin}/t/{self.table}"

    @property
    def text(self) -> str:
        return f"{self.address}{seat_fragment(self.token, self.fingerprint)}"

    @property
    def is_open_network(self) -> bool:
        """Return whether others on the way can read and change what is sent: without TLS, unless it stays on this machine."""
        address = parse_address(self.host)
        return self.scheme == "http" and self.host != "localhost" and not (address and address.is_loopback)


def seat_fragment(token: str, fingerprint: str = "") -> str:
    """Return the fragment of a link to a seat, which browsers send to no server. fingerprint: of the host's key."""
    return f"#{token}.{fingerprint.replace('-', '')}" if fingerprint else f"#{token}"


def without_fingerprint(link: str) -> str:
    """Return a link for browsers, whose pages come from the host and can check no key of it: short enough for a small QR code."""
    address, hash, fragment = link.partition("#")
    return address + hash + fragment.partition(".")[0]


def parse_link(text: str) -> SeatLink:
    """Return the link that a person typed or pasted, perhaps with spaces, line breaks or a full stop. Raises LinkError."""
    typed = "".join(text.split()).strip("<>()\"'.,;")
    try:
        parts = urlsplit(typed)
        port = parts.port
    except ValueError:
        raise LinkError(f"{_shown(typed)} is no address; {_FORM[0].lower()}{_FORM[1:]}.") from None
    host, scheme = (parts.hostname or "").lower(), parts.scheme.lower()
    path = _PATH.fullmatch(parts.path.rstrip("/"))
    if scheme not in _PORTS or not host or not path:
        raise LinkError(f"{_shown(typed)} is no link to a seat. {_FORM}.")
    if parts.username is not None or parts.query or port == 0:
        raise LinkError(f"A link to a seat holds no user, no query and a port above 0. {_FORM}.")
    if not _HOST.fullmatch(host):
        raise LinkError(f"{_shown(host)} is no name of a host in plain letters. {_FORM}.")
    if not parts.fragment:
        raise LinkError(f"The link has lost its end: what follows # opens the seat. {_FORM}.")
    token, _, fingerprint = parts.fragment.partition(".")
    if not (_TOKEN.fullmatch(token) and _FINGERPRINT.fullmatch(fingerprint)):
        raise LinkError("What follows # in the link is cut off, or is no invitation; copy the whole link.")
    if scheme == "http" and parse_address(host) and not is_near(host):
        raise LinkError(far_sentence(host))
    return SeatLink(scheme, host, port or _PORTS[scheme], path[1], token, fingerprint)


def _shown(text: str) -> str:
    """Return a text for a sentence, without what may be a secret."""
    return repr(visible_line(text.partition("#")[0])[:_QUOTED])


def far_sentence(host: str) -> str:
    """Return why a host is not asked without TLS."""
    return f"Without TLS, tables are reached on this machine and on private networks alone; ask for a link to {visible_line(host)} \
that begins with https."


def is_near(host: str) -> bool:
    """Return whether a host is an address of this machine or of a private network."""
    if not (address := parse_address(host)):
        return False
    return not address.is_unspecified and (address.is_loopback or address.is_private or address.is_link_local)
