"""Settings of models: endpoints, prices, defaults and budget. Keys are never in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from woozle.core.errors import InputError
from woozle.core.suggestions import closest_name
from woozle.core.text import visible_line
from woozle.core.usage import Limits, Usage
from woozle.players.backends import registry as backends
from woozle.players.backends.model_client import Extra, Reply, Sampling
from woozle.players.backends.server_errors import is_here
from woozle.players.models import extras
from woozle.players.models.spec import EFFORTS, ModelSpec, SpecError, is_effort, parse_description

SENTENCE = "sentence"
"""The type of a validation error whose message is a sentence for people, without the value."""


class ConfigError(InputError):
    """A missing or invalid entry of models.toml. The message says what, where, and what is allowed."""


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or "?" in url or not url.isprintable():
        raise ValueError
    assert parts.port is None or parts.port >= 0  # reading an invalid port raises ValueError
    return url.rstrip("/")


def _server_kind(name: str) -> str:
    if name not in backends.names() or backends.backend(name).is_in_process:
        raise ValueError
    return name


def _is_effort(effort: str) -> str:
    if not is_effort(effort):
        raise ValueError
    return effort


Url = Annotated[str, AfterValidator(_address)]
Texts = Mapping[str, Annotated[str, Field(strict=True)]]
Count = Annotated[int, Field(ge=1, strict=True)]
Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False, strict=True)]


class Part(BaseModel):
    """A table of models.toml. The description of a field gives its legal values."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Endpoint(Part):
    """A model server, or several servers with the same models, each at one of `urls`.

    timeout: seconds for one reply, from sending to its last token. seed, api: as in ModelSpec. schemas: `constant` sends one answer
    schema for each type of question, so that prompts begin alike and providers can cache them; `legal` sends the legal choices,
    which helps small models on servers that generate nothing else. free: whether its models cost nothing unless they have a price.
    tells_cost: whether its replies state their cost, so that a budget in dollars can be kept without prices.
    """

    kind: Annotated[str, AfterValidator(_server_kind)] = Field(
        default="openai", description="the name of a backend with servers, such as openai or ollama"
    )
    url: Url = Field(
        description="a web address such as http://127.0.0.1:8000/v1, without any key; what follows a ? belongs into the table query"
    )
    urls: tuple[Url, ...] = Field(
        default=(), max_length=64, description="a list of web addresses in place of url, of servers with the same models"
    )
    key_env: str = Field(
        default="",
        pattern=r"^([A-Z_][A-Z0-9_]*)?$",
        description="the name of an environment variable in capitals, and never the key itself",
    )
    concurrency: Count = Field(default=8, description="a whole number, 1 or more")
    requests_per_minute: Count | None = Field(default=None, description="a whole number, 1 or more")
    tokens_per_minute: Count | None = Field(default=None, description="a whole number, 1 or more")
    timeout: float = Field(default=300.0, gt=0, le=86_400, strict=True, description="seconds, more than 0 and at most 86400")
    seed: bool | None = Field(default=None, strict=True, description="true or false")
    api: Literal["chat", "responses"] | None = Field(default=None, description='"chat" or "responses"')
    schemas: Literal["constant", "legal"] = Field(default="constant", description='"constant" or "legal"')
    cache_control: bool = Field(default=False, strict=True, description="true or false")
    extra_body: Mapping[str, Any] = Field(default_factory=dict, description="a table of fields that are sent as they are")
    headers: Texts = Field(default_factory=dict, description="a table of texts that are sent as headers")
    query: Texts = Field(default_factory=dict, description="a table of texts that are sent as parameters of the address")
    free: bool = Field(default=False, strict=True, description="true or false")
    tells_cost: bool = Field(default=False, strict=True, description="true or false")

    @model_validator(mode="before")
    @classmethod
    def _use_urls(cls, said: Any) -> Any:
        """Let `urls` replace `url`, which may come from a built-in endpoint."""
        urls = said.get("urls") if isinstance(said, Mapping) else None
        return {**said, "url": urls[0]} if isinstance(urls, list | tuple) and urls else said

    @field_validator("extra_body", "headers", "query")
    @classmethod
    def _may_be_sent(cls, table: Mapping[str, Any], info: ValidationInfo) -> Mapping[str, Any]:
        kind = str(info.data.get("kind"))
        own = backends.backend(kind).own_fields if kind in backends.names() else frozenset()
        try:
            extras.check(Extra(**{_EXTRA[info.field_name or ""]: table}), own)
        except extras.ExtraError as error:
            raise PydanticCustomError(SENTENCE, "{sentence}", {"sentence": str(error)}) from None
        return table

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of its servers, at least one."""
        return self.urls or (self.url,)

    @property
    def extra(self) -> Extra:
        """The additions to each request: fields, headers and query parameters."""
        return Extra(self.extra_body, self.headers, self.query)

    @property
    def is_here(self) -> bool:
        return all(map(is_here, self.addresses))


_EXTRA = {"extra_body": "body", "headers": "headers", "query": "query"}


class Price(Part):
    """The price of a model in US dollars per million tokens.

    cached_input: for tokens read from the server's cache; cache_write: for tokens written to it. Without a price, both cost as much
    as other input. as_of: the day on which the price was looked up.
    """

    input: Dollars = Field(description="US dollars per million tokens, 0 or more")
    output: Dollars = Field(description="US dollars per million tokens, 0 or more")
    cached_input: Dollars | None = Field(default=None, description="US dollars per million tokens, 0 or more")
    cache_write: Dollars | None = Field(default=None, description="US dollars per million tokens, 0 or more")
    as_of: date | None = Field(default=None, strict=True, description="a date such as 2026-11-01, without quotes")

    @property
    def is_free(self) -> bool:
        return not (self.input or self.output or self.cached_input or self.cache_write)

    def dollars(self, usage: Usage) -> float:
        cached = self.input if self.cached_input is None else self.cached_input
        kept = self.input if self.cache_write is None else self.cache_write
        fresh = usage.tokens_in - usage.tokens_cached - usage.tokens_cache_write
        read = fresh * self.input + usage.tokens_cached * cached + usage.tokens_cache_write * kept
        return (read + usage.tokens_out * self.output) / 1_000_000

    def is_old(self, today: date) -> bool:
        """Return whether it was looked up so long ago (see OLD) that it may have changed."""
        return self.as_of is not None and today - self.as_of > OLD

    def __str__(self) -> str:
        """Say it in words: `$0.25 in, $0.025 cached and $2 out per million tokens, as of 2026-11-01`."""
        parts = [f"${self.input:g} in"]
        parts += [
            f"${each:g} {what}"
            for each, what in ((self.cached_input, "cached"), (self.cache_write, "to cache"))
            if each is not None
        ]
        day = f", as of {self.as_of}" if self.as_of else ""
        return f"{', '.join(parts)} and ${self.output:g} out per million tokens{day}"

    def describe(self) -> str | dict[str, Any]:
        """Return the price as the header of a transcript has it: `free`, or its parts."""
        return "free" if self.is_free else self.model_dump(mode="json", exclude_none=True)


OLD = timedelta(days=90)
"""The age at which a price should be looked up again."""

FREE = Price(input=0.0, output=0.0)


class Defaults(Part):
    """The sampling of models whose seat does not set it."""

    temperature: float | None = Field(default=None, ge=0, le=2, strict=True, description="a number from 0 to 2")
    top_p: float | None = Field(default=None, ge=0, le=1, strict=True, description="a number from 0 to 1")
    max_tokens: Count | None = Field(default=None, description="a whole number, 1 or more")
    effort: Annotated[str, AfterValidator(_is_effort)] | None = Field(
        default=None, description=f"a word that the server takes, such as {', '.join(EFFORTS)}"
    )
    detail: Literal["low", "high", "auto", "original"] | None = Field(default=None, description="low, high, auto or original")
    seed: bool | None = Field(default=None, strict=True, description="true or false")


def built_in_endpoints(environ: Mapping[str, str]) -> dict[str, Mapping[str, Any]]:
    """Return the fields of built-in endpoints, by name. An entry of models.toml changes only the fields that it sets."""
    return {name: {"kind": each.name, **fields} for each in backends.backends() for name, fields in each.endpoints(environ).items()}


class ModelsConfig(Part):
    """The settings of models on this machine.

    prices: by the name of an endpoint and of a model. failures: what happens to a match when an endpoint fails for good: it halts
    and can be resumed, or the answer is void and it continues. budget: the most that a match played on its own may spend. cache:
    whether replies are kept and reused for equal requests. refused: a sentence for each invalid entry, by key.
    """

    endpoints: Mapping[str, Endpoint] = Field(
        default_factory=lambda: {name: Endpoint(**each) for name, each in built_in_endpoints({}).items()}
    )
    prices: Mapping[str, Mapping[str, Price]] = Field(default_factory=dict)
    defaults: Defaults = Defaults()
    failures: Literal["pause", "void"] = "pause"
    budget: Limits = Limits()
    cache: bool = False
    refused: Mapping[str, str] = Field(default_factory=dict)

    def find_endpoint(self, name: str) -> Endpoint:
        if sentence := next((why for key, why in self.refused.items() if key.startswith(f"endpoints.{name}.")), ""):
            raise ConfigError(sentence)
        if name not in self.endpoints:
            meant = closest_name(name, self.endpoints)
            hint = f"did you mean {meant}?" if meant else f"there are {', '.join(self.endpoints)}; models.toml can name others."
            raise ConfigError(f"There is no endpoint {visible_line(name)!r}; {hint}")
        return self.endpoints[name]

    def endpoint(self, spec: ModelSpec) -> Endpoint | None:
        """Return the endpoint of a model; None for models in this process. Raises ConfigError."""
        if backends.backend(spec.backend).is_in_process:
            return None
        endpoint = self.find_endpoint(name := endpoint_name(spec))
        if endpoint.kind != spec.backend:
            raise ConfigError(f"The endpoint {name} is spoken to as {endpoint.kind}; write {endpoint.kind}@{name}:{spec.model}.")
        return endpoint

    def price(self, spec: ModelSpec) -> Price | None:
        """Return the price of a model; None if it is unknown. Models in this process and at `free` endpoints are free."""
        name = endpoint_name(spec)
        if said := self.prices.get(name, {}).get(spec.model):
            return said
        endpoint = self.endpoints.get(name)
        is_free = endpoint.free if endpoint else backends.backend(spec.backend).is_in_process
        return FREE if is_free else None

    def tells_cost(self, spec: ModelSpec) -> bool:
        """Return whether the replies of a model state their cost."""
        endpoint = self.endpoints.get(endpoint_name(spec))
        return endpoint is not None and endpoint.tells_cost

    def price_of(self, player: Mapping[str, Any]) -> Price | None:
        """Return the price of the model that a transcript's header describes; None if it is unknown here."""
        try:
            return self.price(parse_description(player))
        except SpecError:
            return None

    def with_defaults(self, spec: ModelSpec) -> ModelSpec:
        """Return the model with the settings of its endpoint and the defaults, wherever its seat sets nothing."""
        said = {name: getattr(spec.sampling, name) for name in Sampling.__slots__}
        sampling = Sampling(**{name: getattr(self.defaults, name) if each is None else each for name, each in said.items()})
        is_here = backends.backend(spec.backend).is_in_process
        endpoint = None if is_here else self.endpoints.get(endpoint_name(spec))
        has_seed = self.defaults.seed if endpoint is None or endpoint.seed is None else endpoint.seed
        is_usual = has_seed is not False  # then a seat's own setting is either the same, or off
        seeded = (None if spec.seeded else spec.seeded) if is_usual else bool(spec.seeded)
        if endpoint is None:
            return replace(spec, sampling=sampling, seeded=seeded, schemas=spec.schemas or "legal")
        return replace(
            spec,
            sampling=sampling,
            seeded=seeded,
            api=spec.api or endpoint.api or "",
            extra=spec.extra.over(endpoint.extra),
            schemas=spec.schemas or endpoint.schemas,
        )


def reply_cost(reply: Reply, price: Price | None) -> Usage:
    """Return the usage of a reply with its cost: by price, else as the server states it, else unknown. A cached reply is free."""
    if reply.is_cached:
        return reply.usage
    return add_cost(reply.usage, price, reply.dollars)


def add_cost(usage: Usage, price: Price | None, told: float | None = None) -> Usage:
    """Return a usage with its cost. told: the cost as the server states it, which counts if there is no price."""
    dollars = told if price is None else price.dollars(usage)
    return replace(usage, unpriced=usage.calls) if dollars is None else replace(usage, dollars=dollars, unpriced=0)


def endpoint_name(spec: ModelSpec) -> str:
    """Return the name of a model's endpoint; its prices are filed under the same name."""
    return spec.endpoint or spec.backend
