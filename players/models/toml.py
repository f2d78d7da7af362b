"""models.toml, read leniently: what cannot be is one sentence, and costs nothing but itself."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import Field, ValidationError

from woozle.core.text import visible_line
from woozle.core.usage import Limits
from woozle.players.models.config import BUILT_IN, LOCAL, OLLAMA_PORT, Count, Defaults, Endpoint, ModelsConfig, Part, Price

EXAMPLE = Path(__file__).with_name("models.toml")
"""The file with every field explained."""

UNREADABLE = "*"  # the name under which a file that cannot be read at all is refused
_KEYLIKE = ("key", "token", "secret", "password")


def read(path: Path, env: Mapping[str, str]) -> ModelsConfig:
    """What the file says; what is usual where there is no file or it is broken. env: $OLLAMA_HOST says where Ollama is."""
    built_in = dict(BUILT_IN)
    if host := env.get("OLLAMA_HOST", "").strip():
        built_in["ollama"] = {**built_in["ollama"], "url": _ollama_url(host)}
    called = visible_line(str(path))
    raw: Mapping[str, Any] = {}
    refused: dict[str, str] = {}
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        pass
    except RecursionError:
        refused[UNREADABLE] = f"{called} is nested too deeply; mend it."
    except ValueError as error:
        refused[UNREADABLE] = f"{called} is not TOML ({error}); mend it, or begin anew with `woozle config example`."
    except OSError as error:
        refused[UNREADABLE] = f"{called} cannot be read ({error.strerror}); let it be read, or move it away."
    return _Reader(called, refused).config(raw, built_in)


def _ollama_url(host: str) -> str:
    """As Ollama itself reads $OLLAMA_HOST: a host, a port, or a whole address."""
    scheme, mark, rest = host.rpartition("://")
    parts = urlsplit(f"//{rest}")
    name = parts.hostname or "127.0.0.1"
    usual = {"http": 80, "https": 443}.get(scheme, OLLAMA_PORT)
    try:
        port = parts.port or usual
    except ValueError:
        port = usual
    name = "127.0.0.1" if name in ("0.0.0.0", "::") else f"[{name}]" if ":" in name else name  # it listens everywhere
    return f"{scheme if mark else 'http'}://{name}:{port}{parts.path.rstrip('/')}"


class _Limits(Part):
    """What one match may spend that is played by itself."""

    dollars: Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)] | None = Field(
        None, description="US dollars, more than 0"
    )
    calls: Count | None = Field(default=None, description="a whole number, 1 or more")
    tokens: Count | None = Field(default=None, description="a whole number, 1 or more")
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)] | None = Field(
        None, description="seconds, more than 0"
    )


class _Whole(Part):
    """What stands in no table."""

    failures: Literal["pause", "void"] = Field(default="pause", description='"pause" or "void"')
    cache: bool = Field(default=False, strict=True, description="true or false")


P = TypeVar("P", bound=Part)


class _Reader:
    """Reads the file part by part, and keeps a sentence for each that cannot be so. called: how it is named in them."""

    def __init__(self, called: str, refused: dict[str, str]) -> None:
        self._called = called
        self._refused = refused

    def config(self, raw: Mapping[str, Any], built_in: Mapping[str, Mapping[str, Any]]) -> ModelsConfig:
        tables = {name: self._tables(raw, name) for name in ("endpoints", "prices")}
        whole = {name: each for name, each in raw.items() if name not in (*tables, "defaults", "budget")}
        endpoints = {}
        for name, said in {**{name: {} for name in built_in}, **tables["endpoints"]}.items():
            if name == LOCAL:
                self._say(f"endpoints.{name}.", f"endpoints.{name} has to be called otherwise: local models run in this process.")
            elif endpoint := self._part(Endpoint, {**built_in.get(name, {}), **said}, f"endpoints.{name}"):
                endpoints[name] = endpoint
        prices = {name: dict(self._prices(name, said)) for name, said in tables["prices"].items()}
        defaults = self._lenient(Defaults, self._table(raw, "defaults"), "defaults")
        budget = Limits(**dict(self._lenient(_Limits, self._table(raw, "budget"), "budget")))
        rest = dict(self._lenient(_Whole, whole, ""))
        return ModelsConfig(endpoints=endpoints, prices=prices, defaults=defaults, budget=budget, refused=self._refused, **rest)

    def _prices(self, endpoint: str, said: Mapping[str, Any]) -> Iterator[tuple[str, Price]]:
        for model in said:
            where = f'prices.{endpoint}."{model}"'
            if price := self._part(Price, self._table(said, model, where), where):
                yield model, price

    def _part(self, kind: type[P], said: Mapping[str, Any], where: str) -> P | None:
        """A part as it is said; None if any of it cannot be so."""
        try:
            return kind.model_validate(said)
        except ValidationError as error:
            self._refuse(kind, error, where)
            return None

    def _lenient(self, kind: type[P], said: Mapping[str, Any], where: str) -> P:
        """A part, without what cannot be so."""
        try:
            return kind.model_validate(said)
        except ValidationError as error:
            wrong = self._refuse(kind, error, where)
            return kind.model_validate({name: each for name, each in said.items() if name not in wrong})

    def _refuse(self, kind: type[Part], error: ValidationError, where: str) -> set[str]:
        names = {str(each["loc"][0]): str(each["type"]) for each in error.errors(include_url=False, include_input=False)}
        for name, why in names.items():
            key = f"{where}.{name}".lstrip(".")
            self._say(key, _sentence(kind, key, name, why))
        return set(names)

    def _say(self, key: str, sentence: str) -> None:
        self._refused[key] = f"In {self._called}, {visible_line(sentence)}"

    def _tables(self, raw: Mapping[str, Any], name: str) -> dict[str, Mapping[str, Any]]:
        table = self._table(raw, name)
        return {each: self._table(table, each, f"{name}.{each}") for each in table}

    def _table(self, raw: Mapping[str, Any], name: str, where: str = "") -> Mapping[str, Any]:
        said = raw.get(name, {})
        if isinstance(said, Mapping):
            return said
        self._say(f"{where or name}.", f"{where or name} has to be a table.")
        return {}


def _sentence(kind: type[Part], key: str, name: str, why: str) -> str:
    """What an entry may be. What it is is not repeated: it may be a key that stands in the wrong place."""
    fields, where = kind.model_fields, key.rpartition(f".{name}")[0]
    if why == "missing":
        return f"{where} needs {name}, {fields[name].description}."
    if why != "extra_forbidden":
        return f"{key} has to be {fields[name].description}."
    if kind is Endpoint and any(word in name.lower() for word in _KEYLIKE):
        return f"{key} is not read: a key belongs into an environment variable, whose name is key_env, or to `woozle config key`."
    tables = () if kind is not _Whole else ("budget", "defaults", "endpoints", "prices")
    return f"there is nothing called {key}; there can be {', '.join((*fields, *tables))}."
