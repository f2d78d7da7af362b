"""Addresses, keys and proxies from environment variables."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass


def read_variable(environ: Mapping[str, str], name: str) -> str:
    """Return a variable without blanks and quotes around it; empty if it is not set."""
    return strip_quotes(environ.get(name, ""))


def strip_quotes(text: str) -> str:
    """Return a text without blanks and pairs of quotes around it: a container's `--env-file` leaves them where a shell does not."""
    text = text.strip()
    while len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        text = text[1:-1].strip()
    return text


def proxy_of(url: str) -> str | None:
    """Return the proxy that the system names for an address; None if it names none."""
    parts = urlsplit(url)
    if proxy_bypass(parts.hostname or ""):
        return None
    proxies = getproxies()
    return strip_quotes(proxies.get(parts.scheme) or proxies.get("all") or "") or None
