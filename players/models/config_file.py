"""A lenient reader of models.toml: an invalid entry becomes one sentence, and costs nothing but itself."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field, ValidationError

from woozle.core.regular_files import SMALL, read_text_file
from woozle.core.text import visible_line
from woozle.core.usage import Limits
from woozle.players.backends import registry as backends
from woozle.players.models.config import SENTENCE, Count, Defaults, Endpoint, ModelsConfig, Part, Price, built_in_endpoints

EXAMPLE = Path(__file__).with_name("models.toml")
"""The file with every field explained."""

UNREADABLE = "*"  # the name under which a file that cannot be read at all is refused
_KEYLIKE = ("key", "token", "secret", "password")


def read(path: Path, env: Mapping[str, str]) -> ModelsConfig:
    """Return the settings in the file; defaults where it is missing or broken. env: read by backends, such as $OLLAMA_HOST."""
    called = visible_line(str(path))
    raw: Mapping[str, Any] = {}
    refused: dict[str, str] = {}
    try:
        raw = tomllib.loads(read_text_file(path, SMALL, follows_links=True))
    except FileNotFoundError:
        pass
    except RecursionError:
        refused[UNREADABLE] = f"{called} is nested too deeply; mend it."
    except ValueError as error:
        refused[UNREADABLE] = f"{called} is not TOML ({error}); mend it, or begin anew with `woozle config example`."
    except OSError as error:
        refused[UNREADABLE] = f"{called} cannot be read ({error.strerror}); let it be read, or move it away."
    return _Reader(called, refused).config(raw, built_in_endpoints(env))


class _Limits(Part):
    """The spending limits of one match."""

    dollars: Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)] | None = Field(
        None, description="US dollars, more than 0"
    )
    calls: Count | None = Field(default=None, description="a whole number, 1 or more")
    tokens: Count | None = Field(default=None, description="a whole number, 1 or more")
    seconds: Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)] | None = Field(
        None, description="seconds, more than 0"
    )


class _Whole(Part):
    """The settings outside of tables."""

    failures: Literal["pause", "void"] = Field(default="pause", description='"pause" or "void"')
    cache: bool = Field(default=False, strict=True, description="true or false")


P = TypeVar("P", bound=Part)


class _Reader:
    """A reader that keeps a sentence for each invalid entry. called: the file's name in them."""

    def __init__(self, called: str, refused: dict[str, str]) -> None:
        self._called = called
        self._refused = refused

    def config(self, raw: Mapping[str, Any], built_in: Mapping[str, Mapping[str, Any]]) -> ModelsConfig:
        tables = {name: self._tables(raw, name) for name in ("endpoints", "prices")}
        whole = {name: each for name, each in raw.items() if name not in (*tables, "defaults", "budget")}
        endpoints, in_process = {}, backends.in_process()
        for name, said in {**{name: {} for name in built_in}, **tables["endpoints"]}.items():
            if name in in_process:
                self._say(f"endpoints.{name}.", f"endpoints.{name} has to be called otherwise: {name} models run in this process.")
            elif endpoint := self._parse_part(Endpoint, {**built_in.get(name, {}), **said}, f"endpoints.{name}"):
                endpoints[name] = endpoint
        prices = {name: dict(self._prices(name, said)) for name, said in tables["prices"].items()}
        defaults = self._parse_leniently(Defaults, self._table(raw, "defaults"), "defaults")
        budget = Limits(**dict(self._parse_leniently(_Limits, self._table(raw, "budget"), "budget")))
        rest = dict(self._parse_leniently(_Whole, whole, ""))
        return ModelsConfig(endpoints=endpoints, prices=prices, defaults=defaults, budget=budget, refused=self._refused, **rest)

    def _prices(self, endpoint: str, said: Mapping[str, Any]) -> Iterator[tuple[str, Price]]:
        for model in said:
            where = f'prices.{endpoint}."{model}"'
            if price := self._parse_part(Price, self._table(said, model, where), where):
                yield model, price

    def _parse_part(self, kind: type[P], said: Mapping[str, Any], where: str) -> P | None:
        """Return a table; None if any of it is invalid."""
        try:
            return kind.model_validate(said)
        except ValidationError as error:
            self._refuse(kind, error, where)
            return None

    def _parse_leniently(self, kind: type[P], said: Mapping[str, Any], where: str) -> P:
        try:
            return kind.model_validate(said)
        except ValidationError as error:
            wrong = self._refuse(kind, error, where)
            return kind.model_validate({name: each for name, each in said.items() if name not in wrong})

    def _refuse(self, kind: type[Part], error: ValidationError, where: str) -> set[str]:
        names = {str(each["loc"][0]): each for each in error.errors(include_url=False, include_input=False)}
        for name, each in names.items():
            key = f"{where}.{name}".lstrip(".")
            said = f"{key} cannot be so. {each['msg']}" if each["type"] == SENTENCE else _sentence(kind, key, name, each["type"])
            self._say(key, said)
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
    """Return the legal values of an entry. Its value is not repeated, since it may be a key in the wrong place."""
    fields, where = kind.model_fields, key.rpartition(f".{name}")[0]
    if why == "missing":
        return f"{where} needs {name}, {fields[name].description}."
    if why != "extra_forbidden":
        return f"{key} has to be {fields[name].description}."
    if kind is Endpoint and any(word in name.lower() for word in _KEYLIKE):
        return f"{key} is not read: a key belongs into an environment variable, whose name is key_env, or to `woozle config key`."
    tables = () if kind is not _Whole else ("budget", "defaults", "endpoints", "prices")
    return f"there is nothing called {key}; there can be {', '.join((*fields, *tables))}."
