"""The protocol of all clients of models: a Chat goes in, a Reply comes out, and a listener hears it grow.

A rate limiter, a circuit breaker and a cache are clients too, each in front of another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeGuard

from woozle.core.request import Finish, Picture
from woozle.core.usage import NOTHING, Usage
from woozle.core.value import value

Trouble: TypeAlias = Literal[
    "unreachable",  # no server, no network, TLS refused
    "unauthorized",  # no key, or one that the server does not accept
    "no_model",  # the server does not have the model
    "rate_limited",  # too much at once, or no credit left
    "loading",  # the server is there, and says that it loads the model
    "overloaded",  # 5xx: the server's fault, and may pass
    "timeout",  # nothing came for too long
    "broken",  # a malformed reply: cut off, not JSON, the wrong type
    "too_long",  # the messages do not fit into the model's context
    "moved",  # the server redirects to another address
    "wrong_page",  # not a model server: a web page, a login page, or JSON that is no reply
    "rejected",  # the server refuses this request, and would refuse it again
]
"""A failure of a request before the model could reply. None is the model's own fault."""

PASSING: frozenset[Trouble] = frozenset({"unreachable", "rate_limited", "overloaded", "timeout", "broken"})
"""Troubles that may pass, so that the same request is worth another try. (`loading` passes too, and is waited for without one.)"""

OF_THIS_REQUEST: frozenset[Trouble] = frozenset({"too_long", "rejected", "broken"})
"""Troubles that lie in the request: it would fail again on a healthy server."""


@value
class Message:
    """A turn of a conversation. parts: texts and pictures, in order."""

    role: Literal["system", "user", "assistant"]
    parts: tuple[str | Picture, ...]


MOST_TOKENS = 2**53 - 1
"""The largest number of tokens that is kept, so that every JSON parser reads the same number."""

MOST_DOLLARS = 1_000_000.0
"""The largest cost of a reply that is believed."""

LONGEST_NAME = 200
"""Characters of a model's name that are kept."""

UNSEEN = "(There is a picture here that you cannot be shown.)"
"""The text that replaces a picture which a server does not accept."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """The sampling of a reply. None leaves it to the server.

    max_tokens: the most it may write, reasoning included. effort: the reasoning effort, as a word that the server accepts: none,
    low, high and others. detail: in which pictures are seen, as a word of OpenAI's APIs.
    """

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    effort: str | None = None
    detail: str | None = None


@value
class Extra:
    """Additions to a request, sent unchanged. They never hold a key.

    body: fields of the JSON body, possibly nested. headers: HTTP headers. query: parameters of the URL.
    """

    body: Mapping[str, Any] = field(default_factory=dict, hash=False)
    headers: Mapping[str, str] = field(default_factory=dict, hash=False)
    query: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __bool__(self) -> bool:
        return bool(self.body or self.headers or self.query)

    def over(self, other: Extra) -> Extra:
        """Return both merged; where both set something, this one wins."""
        headers = {name: each for name, each in other.headers.items() if name.lower() not in map(str.lower, self.headers)}
        return Extra(merge_tables(other.body, self.body), {**headers, **self.headers}, {**other.query, **self.query})


def merge_tables(under: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Return both tables merged, nested tables included; where both set something, `over` wins."""
    both = {name: (under[name], each) for name, each in over.items() if name in under}
    inner = {name: merge_tables(*two) for name, two in both.items() if all(isinstance(each, Mapping) for each in two)}
    return {**under, **over, **inner}


NO_EXTRA = Extra()


@value
class Chat:
    """A request to a model.

    schema: JSON schema that the reply should follow; None for free text. seed: for servers that can reproduce a reply.
    seconds: the longest time from sending to the last token, not counting our own queues; None for no limit.
    logprobs: number of alternatives per token; None for no log-probabilities. sample: distinguishes equal requests that should be
    answered anew. beginnings: texts for which the probability that a reply begins with each is wanted; none is a prefix of another.
    extra: additions, sent unchanged. api: the API to use if a server has several; empty for the client's choice.
    affinity: equal for requests that begin alike, so that one server, and one prompt cache, can get all of them; it reveals nothing
    about the match.
    """

    model: str
    messages: tuple[Message, ...]
    sampling: Sampling = Sampling()
    schema: Mapping[str, Any] | None = None
    seed: int | None = None
    seconds: float | None = None
    logprobs: int | None = None
    sample: str = ""
    beginnings: tuple[str, ...] = ()
    extra: Extra = NO_EXTRA
    api: str = ""
    affinity: str = ""


@value
class TokenChance:
    """A token of a reply. logprob: natural logarithm of its probability. top: the likeliest alternatives, likeliest first."""

    text: str
    logprob: float
    top: tuple[tuple[str, float], ...] = ()


@value
class Failure:
    """A request that got no reply. seconds: how long it took; why: one sentence without secrets."""

    trouble: Trouble
    why: str
    seconds: float = 0.0


@value
class Reply:
    """A reply of a model.

    refusal: whether the server says that the model declined. model: its name as the server gives it. seconds: from sending to the
    last token; first_token: to the first, None without streaming. failures: the failed requests before it, in order. is_cached:
    whether it came from a cache and cost nothing. notes: workarounds for what the backend cannot do (a schema in the prompt, say).
    beginnings: natural logarithms of the probabilities that were asked for, of the unconstrained model; empty if the backend cannot
    tell, or if thoughts came first. dollars: cost as the server states it; None if it does not.

    Whatever the client, token counts are from 0 to MOST_TOKENS, no more tokens are cached or written to a cache than read, and no
    more are reasoning than written; dollars are from 0 to MOST_DOLLARS, and the model's name has at most LONGEST_NAME characters.
    """

    text: str
    reasoning: str = ""
    finish: Finish = "stop"
    is_refusal: bool = False
    usage: Usage = NOTHING
    model: str = ""
    seconds: float = 0.0
    first_token: float | None = None
    logprobs: tuple[TokenChance, ...] = ()
    failures: tuple[Failure, ...] = ()
    is_cached: bool = False
    notes: tuple[str, ...] = ()
    beginnings: tuple[float, ...] = ()
    dollars: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "usage", _clip_usage(self.usage))
        object.__setattr__(self, "dollars", float(self.dollars) if is_cost(self.dollars) else None)
        object.__setattr__(self, "model", self.model[:LONGEST_NAME])


def _clip_usage(usage: Usage) -> Usage:
    read = min(max(usage.tokens_in, 0), MOST_TOKENS)
    written = min(max(usage.tokens_out, 0), MOST_TOKENS)
    cached = min(max(usage.tokens_cached, 0), read)
    reasoning = min(max(usage.tokens_reasoning, 0), written)
    kept = min(max(usage.tokens_cache_write, 0), read - cached)
    return replace(
        usage, tokens_in=read, tokens_out=written, tokens_cached=cached, tokens_reasoning=reasoning, tokens_cache_write=kept
    )


def is_cost(told: Any) -> TypeGuard[float]:
    """Return whether a server's value can be the cost of a reply in dollars."""
    return type(told) in (int, float) and 0 <= told <= MOST_DOLLARS and math.isfinite(told)


@value
class Queued:
    """The request waits in one of our own queues."""


@value
class Sent:
    """The request is on its way to the model."""


@value
class Heard:
    """More of the reply. Texts are appended to the earlier ones."""

    text: str = ""
    reasoning: str = ""


@value
class Waiting:
    """The request will be retried. again: the number of the next try, from 2; seconds: until then."""

    again: int
    seconds: float
    failure: Failure


Signal: TypeAlias = Queued | Sent | Heard | Waiting
Hear: TypeAlias = Callable[[Signal], None]


def deaf(signal: Signal) -> None:
    """Ignore a signal."""


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The capabilities of a model; None if unknown before it is asked. context: size of its context in tokens."""

    vision: bool | None = None
    schema: bool | None = None
    logprobs: bool | None = None
    seed: bool | None = None
    reasoning: bool | None = None
    context: int | None = None


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """A model that a server offers.

    size: in bytes, None if unknown. dollars_in, dollars_out: its listed price per million tokens, as a hint for people; None if the
    server lists none.
    """

    name: str
    size: int | None = None
    capabilities: Capabilities = Capabilities()
    dollars_in: float | None = None
    dollars_out: float | None = None


class BackendError(Exception):
    """A request without a reply. The text is one sentence for people, and never holds a key.

    retry_after: seconds, if the server said so. failures: the tries before, the last one included. status: of HTTP; 0 for none.
    """

    def __init__(
        self,
        trouble: Trouble,
        sentence: str,
        *,
        retry_after: float | None = None,
        failures: Sequence[Failure] = (),
        status: int = 0,
    ) -> None:
        super().__init__(sentence)
        self.trouble = trouble
        self.status = status
        self.retry_after = retry_after
        self.failures = tuple(failures)


class ModelClient(Protocol):
    """A client through which models can be asked."""

    async def chat(self, chat: Chat, hear: Hear = deaf) -> Reply:
        """Return the reply. Raises BackendError; cancelling stops the request at the server too, if possible."""

    async def models(self) -> list[ModelInfo]:
        """Return the models of the server, by name. Raises BackendError."""

    async def capabilities(self, model: str) -> Capabilities:
        """Return what is known of a model without asking it anything. Raises BackendError, `no_model` among them."""

    async def close(self) -> None:
        """Release connections and memory."""


class ClientLayer:
    """A client in front of another one, to which it passes everything that it does not do itself."""

    def __init__(self, client: ModelClient) -> None:
        self._client = client

    async def models(self) -> list[ModelInfo]:
        return await self._client.models()

    async def capabilities(self, model: str) -> Capabilities:
        return await self._client.capabilities(model)

    async def close(self) -> None:
        await self._client.close()


_CHARACTERS = 4  # in an English token, on average
_PICTURE = 1000  # tokens, about as much as OpenAI counts for one of 1024 x 1024


def estimate_text_tokens(text: str) -> int:
    """Return the approximate number of tokens in a text; at least one unless it is empty."""
    return -(-len(text) // _CHARACTERS)


def estimate_tokens(messages: Sequence[Message]) -> int:
    """Return the approximate number of tokens in messages, with a few for the frame of each."""
    parts = [part for message in messages for part in message.parts]
    return sum(estimate_text_tokens(part) if isinstance(part, str) else _PICTURE for part in parts) + 4 * len(messages)
