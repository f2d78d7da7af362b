"""Settings of models: endpoints, prices, defaults and budget. Keys are never in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from woozle.core.suggestions import closest_name
from woozle.core.text import visible_line
from woozle.core.usage import Limits, Usage
from woozle.players.backends import registry as backends
from woozle.players.backends.model_client import Extra, Sampling
from woozle.players.backends.server_errors import is_here
from woozle.players.models import extras
from woozle.players.models.spec import EFFORTS, ModelSpec, is_effort

SENTENCE = "sentence"
"""The type of an error of validation whose message is a sentence for people, without the value."""


class ConfigError(ValueError):
    """A missing or invalid entry of models.toml. The message says what, where, and what is allowed."""


def _address(url: str) -> str:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or "?" in url or not url.isprintable():
        raise ValueError
    assert parts.port is None or parts.port >= 0  # a port that is none raises ValueError
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
    """A table of models.toml. The description of a field says what it may be."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Endpoint(Part):
    """A server that models are asked at, or several that have the same models, each at one of `urls`.

    timeout: seconds for one reply, from sending to its last token. seed, api: as in ModelSpec. schemas: of answers: one for each
    type of question, so that prompts begin alike and providers can cache them, or one with the legal choices, which help small
    models where the server draws nothing else.
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

    @model_validator(mode="before")
    @classmethod
    def _use_urls(cls, said: Any) -> Any:
        """Let `urls` stand in place of `url`, which may be that of a built-in endpoint."""
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
        """All addresses of its servers, at least one."""
        return self.urls or (self.url,)

    @property
    def extra(self) -> Extra:
        """What is sent beside each request to it."""
        return Extra(self.extra_body, self.headers, self.query)

    @property
    def is_here(self) -> bool:
        return all(map(is_here, self.addresses))


_EXTRA = {"extra_body": "body", "headers": "headers", "query": "query"}


class Price(Part):
    """The price of a model in US dollars per million tokens. cached_input: for tokens that the server has read before."""

    input: Dollars = Field(description="US dollars per million tokens, 0 or more")
    output: Dollars = Field(description="US dollars per million tokens, 0 or more")
    cached_input: Dollars | None = Field(default=None, description="US dollars per million tokens, 0 or more")

    def dollars(self, usage: Usage) -> float:
        cached = self.input if self.cached_input is None else self.cached_input
        read = (usage.tokens_in - usage.tokens_cached) * self.input + usage.tokens_cached * cached
        return (read + usage.tokens_out * self.output) / 1_000_000


FREE = Price(input=0.0, output=0.0)


class Defaults(Part):
    """The sampling of models whose seat says nothing else."""

    temperature: float | None = Field(default=None, ge=0, le=2, strict=True, description="a number from 0 to 2")
    top_p: float | None = Field(default=None, ge=0, le=1, strict=True, description="a number from 0 to 1")
    max_tokens: Count | None = Field(default=None, description="a whole number, 1 or more")
    effort: Annotated[str, AfterValidator(_is_effort)] | None = Field(
        default=None, description=f"a word that the server takes, such as {', '.join(EFFORTS)}"
    )
    seed: bool | None = Field(default=None, strict=True, description="true or false")


def built_in_endpoints(environ: Mapping[str, str]) -> dict[str, Mapping[str, Any]]:
    """Return the fields of the endpoints that there are without models.toml, by name. It changes only the fields that it names."""
    return {name: {"kind": each.name, **fields} for each in backends.backends() for name, fields in each.endpoints(environ).items()}


class ModelsConfig(Part):
    """The settings of models here.

    prices: by the name of an endpoint and a model's. failures: what becomes of a match when an endpoint fails for good: it stands
    still and can be resumed, or the answer is void and it goes on. budget: what one match may spend that is played by itself.
    cache: whether replies are kept and used again for equal requests. refused: a sentence for each entry that cannot be so, by key.
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
        """Return what a model costs; None if nobody has said so. What is on this machine or free costs nothing unless said."""
        name = endpoint_name(spec)
        if said := self.prices.get(name, {}).get(spec.model):
            return said
        endpoint = self.endpoints.get(name)
        return FREE if endpoint is None or endpoint.is_here or backends.backend(endpoint.kind).is_free else None

    def with_defaults(self, spec: ModelSpec) -> ModelSpec:
        """Return the same model with the defaults, and what its endpoint says, where its seat says nothing."""
        said = {name: getattr(spec.sampling, name) for name in Sampling.__slots__}
        sampling = Sampling(**{name: getattr(self.defaults, name) if each is None else each for name, each in said.items()})
        is_here = backends.backend(spec.backend).is_in_process
        endpoint = None if is_here else self.endpoints.get(endpoint_name(spec))
        has_seed = self.defaults.seed if endpoint is None or endpoint.seed is None else endpoint.seed
        is_usual = has_seed is not False  # then what a seat says of it is either the same, or off
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


def add_cost(usage: Usage, price: Price | None) -> Usage:
    """Return a usage with its cost; unchanged where the price is unknown."""
    return usage if price is None else replace(usage, dollars=price.dollars(usage))


def endpoint_name(spec: ModelSpec) -> str:
    """Return the name of a model's endpoint, under which its prices are found too."""
    return spec.endpoint or spec.backend
