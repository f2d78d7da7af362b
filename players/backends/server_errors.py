"""Errors of servers, classified as troubles and told in one sentence without keys."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from html import unescape
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from woozle.core.text import visible_line
from woozle.players.backends.model_client import OF_THIS_REQUEST, BackendError, Trouble

LOOKING = 30.0
"""Seconds to wait for requests that need no model: a list of models, or a model's capabilities."""

NONSENSE = (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError, OverflowError)
"""The exceptions raised by reading a reply that does not have the form of the protocol."""

_QUOTED = 240  # characters of a server's own words
_READ = 4000  # characters of them that are examined
_SECRET = 12  # characters; anything shorter is no key, and its pieces are ordinary words
_PIECE = 6  # characters at either end of a key, which servers like to show
_WORD = re.compile(r"[^\s'\"`,;()\[\]{}<>=]+")
_KEYLIKE = re.compile(r"sk-[\w*.-]{4,}")

_TOO_LONG = re.compile(
    r"context[ _](length|window|size)|too many tokens|maximum (prompt|input|model) length|(prompt|input) is too long"
    r"|exceeds? the (available|model'?s?|maximum) context|longer than the (model|context)"
    r"|input token count.{0,40}exceeds|exceed context limit",
    re.IGNORECASE,
)
_NO_MODEL = re.compile(
    r"model_not_found|not a valid model|(invalid|unknown|no such) model|no endpoints found|server is pinned to"
    r"|\Amodel: |\bmodels/\S{1,200} is not found"
    r"|model\b.{0,200}?(does not exist|not exist|not found|is not available)",
    re.IGNORECASE | re.DOTALL,
)
_NO_MONEY = re.compile(
    r"insufficient[ _](quota|credits?|funds|balance)|exceeded your current quota|billing|payment|credit balance", re.IGNORECASE
)
_NO_CREDIT = re.compile(r"credit balance is too low", re.IGNORECASE)  # which Anthropic says with 400
_BAD_KEY = re.compile(r"api key (not valid|expired)", re.IGNORECASE)  # which Gemini says with 400
_UNREADABLE = re.compile(  # of llama.cpp, Groq and vLLM: their own parser cannot read what the model wrote
    r"output that does not match the expected|json_validate_failed|tool_use_failed|output_parse_failed|failed to generate json"
    r"|(fail(ed|ure)?|error|unable|cannot|could not) (to |while |in )?pars(e|ing) (the )?(model'?s? |generated )?"
    r"(output|response|tool call)",
    re.IGNORECASE,
)
_TOO_LARGE = re.compile(r"request (body )?(is )?too large", re.IGNORECASE)
_LIMIT = re.compile(r"\b(?:limit|max size)\b:?\s*(\d[\d,]{0,15})", re.IGNORECASE)
_REQUESTED = re.compile(r"\brequested:?\s*(\d[\d,]{0,15})", re.IGNORECASE)
_INPUT_LIMIT = re.compile(r"would exceed.{0,200}?\b(\d[\d,]{0,15}) input tokens per minute", re.IGNORECASE | re.DOTALL)
_LOADING = re.compile(
    r"\bloading( the)? model|\b(is|still|currently|being) (still |currently |being )?(loading|warming up|starting|initiali[sz]ing)"
    r"\b|\bbeing loaded\b|\bnot (yet |fully )*ready\b|\bstarting up\b",
    re.IGNORECASE,
)
_NOT_LOADED = re.compile(
    r"\b(fail(ed|s|ure)?( to)?|error( while| when)?|unable to|can(no|')t|could ?n[o']t|timed out( while)?) load", re.IGNORECASE
)

_PAGE = re.compile(r"\s*<(!doctype|html|head|body|\?xml|title|center|h\d|p\b)", re.IGNORECASE)
_TITLE = re.compile(r"<(?:title|h1)\b[^<>]{0,100}>([^<]{0,200})<", re.IGNORECASE)
_TELLING = ("message", "error", "detail", "code", "metadata", "raw", "loc", "msg")  # fields of errors, in the order they are read
_FILTERED = re.compile(r"moderation|flagged|content.?(filter|policy)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """The address of a server. endpoint: its name in models.toml. key: removed from everything that the server says."""

    url: str
    endpoint: str
    key: str | None = field(default=None, repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        return visible_line(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}")

    @property
    def in_words(self) -> str:
        return f"the endpoint {visible_line(self.endpoint)}"

    @property
    def is_here(self) -> bool:
        """Return whether it is on this machine, which no proxy of the environment can reach."""
        return is_here(self.url)

    def quote(self, text: str) -> str:
        """Return a server's own words without the key, on one line, and shortened."""
        text = visible_line(
            _WORD.sub(lambda word: "[key]" if self._holds_key(word[0]) else word[0], " ".join(text[:_READ].split()))
        )
        return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"

    def _holds_key(self, word: str) -> bool:
        key = self.key or ""
        if len(key) >= _SECRET:
            return key[:_PIECE] in word or key[-_PIECE:] in word or bool(_KEYLIKE.search(word))
        return word == key or (len(key) >= _PIECE and key in word) or bool(_KEYLIKE.search(word))

    def unreachable_error(self, why: BaseException | None = None) -> BackendError:
        """Return the error for a server that does not answer. why: what the network said."""
        reason = str(why or "")
        if re.search(r"SSL|TLS|certificate", reason, re.IGNORECASE):
            what = f"{self} cannot prove who it is ({self.quote(reason)}); check its certificate"
        elif re.search(r"getaddrinfo|name or service|nodename|name resolution|no address", reason, re.IGNORECASE):
            what = f"No machine is known as {visible_line(urlsplit(self.url).hostname or '')}; check the network"
        else:
            what = f"No server answers at {self}; start it"
        return BackendError("unreachable", f"{what}, or change the url of {self.in_words} in models.toml.")

    def timeout_error(self, seconds: float) -> BackendError:
        what = f"{self} gave no whole answer within {seconds:g} seconds"
        return BackendError("timeout", f"{what}; ask again, or allow {self.in_words} more time in models.toml.")

    def broken_error(self, what: str) -> BackendError:
        """Return the error for a malformed reply. what: what is wrong with it."""
        return BackendError("broken", f"{self} sent an answer {what}; look whether {self.in_words} is what models.toml says.")

    def wrong_page_error(self, body: bytes, ending: str = "") -> BackendError:
        """Return the error for an answer from something other than a model server. ending: what most addresses end in."""
        title = self.quote(page_title(body[:_READ].decode(errors="replace")))
        what = f"a web page ({title!r})" if title else "something that is no reply of a model"
        usual = f" ends as it should (often in {ending})" if ending else " is right"
        return BackendError(
            "wrong_page",
            f"{self} answers with {what}; see whether the url of {self.in_words} in models.toml{usual}, "
            "and whether one has to log in there.",
        )

    def too_long_error(self, model: str) -> BackendError:
        return BackendError(
            "too_long", f"The messages are too long for {visible_line(model)!r} at {self}; use a model with more context."
        )

    def missing_error(self, model: str, how: str = "`woozle models` lists what it has") -> BackendError:
        """Return the error for a missing model. how: how to find an available one."""
        return BackendError("no_model", f"{self} has no model {visible_line(model)!r}; {how}.")

    def redirect_error(self, status: int, to: str) -> BackendError:
        """Return the error for a redirect. A request is meant for the address given, and for no other."""
        says = f' It names "{self.quote(to)}".' if to.strip() else ""
        return BackendError(
            "moved",
            f"{self} ({status}) sends requests on to another address, which is never followed; correct the url of {self.in_words} "
            f"in models.toml.{says}",
        )

    def refusal_error(
        self, status: int, text: str, model: str, *, headers: Mapping[str, str] | None = None, tokens: int = 0
    ) -> BackendError:
        """Return the error for an error response.

        text: its words; only the beginning is read. tokens: about as many as the request had; 0 if unknown.
        """
        text = text[:_READ]
        excess = find_excess(text, tokens)
        trouble = "too_long" if excess else _classify(status, text)
        if trouble == "no_model":
            return self.missing_error(model)
        sentence = self._excess_sentence(status, *excess) if excess else self._sentence(trouble, status, text, model)
        said = f' It says: "{self.quote(text)}"' if text.strip() else ""
        wait = None if trouble in OF_THIS_REQUEST else retry_after(headers or {})
        return BackendError(trouble, sentence + said, retry_after=wait, status=status)

    def _excess_sentence(self, status: int, limit: int, asked: int) -> str:
        return (
            f"{self} ({status}) lets at most {limit:,} tokens through, and this request has {asked:,}, so that no waiting helps; "
            f"lower the seat's max_tokens, shorten the match, or raise the limit of {self.in_words} with its provider."
        )

    def _sentence(self, trouble: Trouble, status: int, text: str, model: str) -> str:
        server, model = f"{self} ({status})", visible_line(model)
        match trouble:
            case "unauthorized" if self.key:
                then = "set another, with `woozle config key` or where it comes from"
                return f"{server} does not take the key of {self.in_words}; {then}."
            case "unauthorized":
                return f"{server} wants a key, and {self.in_words} has none; name one as key_env in models.toml."
            case "unreachable":
                wrong = visible_line(self.url)
                return f"{server} knows no such address as {wrong}; correct the url of {self.in_words} in models.toml."
            case "rate_limited" if status == 402 or _NO_MONEY.search(text):
                return f"{server} says that there is no money left; pay there, or use another endpoint."
            case "rate_limited":
                return f"{server} takes no more requests for now; wait, or ask less at once of {self.in_words}."
            case "too_long" if _TOO_LARGE.search(text):
                then = f"lower the seat's max_tokens, shorten the match, or raise the limit of {self.in_words} with its provider"
                return f"{server} finds a request to {model!r} larger than what it lets through, so that no waiting helps; {then}."
            case "too_long":
                return f"{server} finds the messages too long for {model!r}; use a model with more context."
            case "broken":
                return f"{server} could not read what {model!r} wrote; ask it with other settings, or use another model."
            case "overloaded" | "loading":
                return f"{server} is in trouble; try again later."
        return f"{server} does not take what {model!r} was asked; change how the seat is asked."


def is_here(url: str) -> bool:
    """Return whether a server is on this machine, by the host in its address; no name is looked up."""
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def error_text(body: Any) -> str:
    """Return the words in the body of an error, whatever its shape."""
    if isinstance(body, Mapping):
        found = [error_text(body[name]) for name in _TELLING if body.get(name)]
        return " ".join(dict.fromkeys(word for word in found if word))
    if isinstance(body, list):
        return " ".join(map(error_text, body[:3]))
    return "" if body is None else str(body)


def parse_error_text(body: bytes) -> str:
    """Return the beginning of the words in the raw body of an error, JSON or not."""
    try:
        text = error_text(json.loads(body))[:_READ]
    except (ValueError, RecursionError):
        text = body[: 4 * _READ].decode(errors="replace")[:_READ]
    return page_title(text) if _PAGE.match(text) else text


def page_title(text: str) -> str:
    """Return the title of a web page, without tags; empty if it has none."""
    found = _TITLE.search(text)
    return " ".join(unescape(found[1]).split()) if found else ""


def find_excess(text: str, tokens: int = 0) -> tuple[int, int] | None:
    """Return a server's limit of tokens and those of a request that is larger by itself; None if it may pass later.

    text: the words of the error: `Limit 6000, Requested 6294` (OpenAI, Groq), or a limit alone (Anthropic), which is compared with
    `tokens`, those that the request has by our estimate.
    """
    limit, asked = _LIMIT.search(text), _REQUESTED.search(text)
    if limit and asked:
        numbers = _number(limit[1]), _number(asked[1])
    elif found := _INPUT_LIMIT.search(text):
        numbers = _number(found[1]), tokens
    else:
        return None
    return numbers if numbers[1] > numbers[0] else None


def _number(text: str) -> int:
    return int(text.replace(",", ""))


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Return how many seconds a server wants us to wait, 0 or more; None if it does not say. now: seconds since 1970."""
    text = headers.get("retry-after", "").strip()
    try:
        if (milliseconds := headers.get("retry-after-ms", "")).isdecimal():
            return float(milliseconds) / 1000
        if text.replace(".", "", 1).isdecimal():
            return float(text)
        return max(0.0, parsedate_to_datetime(text).timestamp() - (time.time() if now is None else now))
    except (ValueError, OverflowError):
        return None


def _classify(status: int, text: str) -> Trouble:
    if status in (413, 429) and _TOO_LARGE.search(text):
        return "too_long"
    if status in (400, 422, 500) and _UNREADABLE.search(text):
        return "broken"
    if (status >= 500 or status in (409, 425, 429)) and _LOADING.search(text) and not _NOT_LOADED.search(text):
        return "loading"
    if status in (402, 429) or (status == 400 and _NO_CREDIT.search(text)):
        return "rate_limited"
    if status < 500 and status != 401 and _NO_MODEL.search(text):
        return "no_model"
    if status == 401 or (status == 403 and not _FILTERED.search(text)) or (status == 400 and _BAD_KEY.search(text)):
        return "unauthorized"
    if status == 413 or _TOO_LONG.search(text):
        return "too_long"
    if status in (404, 405):
        return "unreachable"
    if status >= 500 or status in (408, 409, 425):
        return "overloaded"
    return "rejected"
