"""Models as they are named on the command line and in headers: `openai@lab:gpt-5-mini?temperature=0.7`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from typing import Any, Literal, TypeAlias, get_type_hints
from urllib.parse import unquote

from pydantic import TypeAdapter, ValidationError

from woozle.core.errors import InputError
from woozle.core.suggestions import closest_name
from woozle.core.text import visible_line
from woozle.core.value import value
from woozle.players.backends import registry as backends
from woozle.players.backends.model_client import NO_EXTRA, Extra, Sampling
from woozle.players.models import extras, prompt_files
from woozle.players.models.prompt_files import PromptFile, PromptFileError
from woozle.players.paths import hide_home

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""Efforts that servers are known to accept; each accepts some of them, and perhaps others."""

Memory: TypeAlias = Literal["none", "notes", "full", "digest"]
"""A model's memory beside the log of the match: nothing, its latest note, all of its notes, or digests."""

MEMORIES: tuple[Memory, ...] = ("none", "notes", "full", "digest")
_MOST_TOKENS = 1_000_000
_MOST_SAMPLES = 256
_DIGITS = 9  # of a whole number; Python is slow at parsing thousands of them
_QUOTED = re.compile("[%?,*]")  # escaped in names; `,` and `*` belong to the list of seats
_ENDPOINT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_EFFORT = re.compile(r"[a-z][a-z0-9_-]{0,19}")
_PICTURES = {"on": True, "off": False, "auto": None}


class SpecError(InputError):
    """An invalid name of a model. The message says what is wrong, and what to write."""


@value
class ModelSpec:
    """A model that takes a seat. `str` gives the text that `parse` reads, with the options that differ from the defaults.

    endpoint: its name in models.toml; empty for the backend's own. thoughts: whether it is asked to note its thoughts, for itself,
    before its answer. pictures: whether it is shown pictures; None if that depends on whether it can see. samples: number of
    samples for recorded answer probabilities if its backend returns no log-probabilities; 0 for none. seeded: whether a seed is
    sent with each request; None leaves it to the endpoint, whose default is to send one. api: the API to use if its server has
    several; empty for the backend's choice. extra: additions to each request. schemas: of its answers, as in Endpoint; empty as its
    endpoint sets them. memory: what it reads beside the log; empty for the default of the game. prompts: the name of prompts of the
    game that it reads in place of the usual ones. prompt, guide: texts of the user's, read after the guide of the game or in its
    place.
    """

    backend: str
    model: str
    endpoint: str = ""
    sampling: Sampling = Sampling()
    thoughts: bool = True
    pictures: bool | None = None
    samples: int = 0
    seeded: bool | None = None
    api: Literal["", "chat", "responses"] = ""
    extra: Extra = NO_EXTRA
    schemas: Literal["", "constant", "legal"] = field(default="", compare=False)  # how it is asked, not who it is
    memory: Memory | Literal[""] = ""
    prompts: str = ""
    prompt: PromptFile | None = None
    guide: PromptFile | None = None

    @property
    def shown_name(self) -> str:
        """Return the model's name for a header; the path of a folder hides the home directory."""
        return hide_home(self.model) if backends.backend(self.backend).is_in_process else self.model

    def __str__(self) -> str:
        where = f"{self.backend}@{self.endpoint}" if self.endpoint else self.backend
        words = "&".join([*_options(self), *extras.write_options(self.extra)])
        return f"{where}:{_QUOTED.sub(_quote, self.model)}{'?' if words else ''}{words}"


def is_model(text: str) -> bool:
    """Return whether a text begins like the name of a model: with a backend, and maybe an endpoint."""
    return re.split("[@:]", text, maxsplit=1)[0].strip() in backends.names()


def parse(text: str) -> ModelSpec:
    """Return the model in `BACKEND:MODEL` or `BACKEND@ENDPOINT:MODEL`, with options after `?`, joined by `&`.

    In the name `%2C` is a comma, `%2A` a star, `%3F` a question mark. Raises SpecError.
    """
    name, _, options = text.strip().partition("?")
    who, colon, model = name.partition(":")
    backend, at, endpoint = (piece.strip() for piece in who.partition("@"))
    if backend not in backends.names():
        meant = closest_name(backend, backends.names())
        then = (
            f"did you mean {meant}:{visible_line(model)}?"
            if meant and model
            else f"a model is named {_join_or(map(_example, backends.names()))}."
        )
        raise SpecError(f"There is no backend {_quote_text(backend)}; {then}")
    if at and backends.backend(backend).is_in_process:
        raise SpecError(f"A {backend} model runs here and has no endpoint; write {_example(backend)}.")
    if at and not _ENDPOINT.fullmatch(endpoint):
        raise SpecError(f"{_quote_text(who)} does not name an endpoint; write {backend}@NAME:MODEL, with a name of models.toml.")
    model = _unquote(model).strip()
    if not (colon and model):
        raise SpecError(f"{_quote_text(text)} names no model; write for example {_example(backend)}.")
    if not model.isprintable():
        raise SpecError(f"The name of the model in {_quote_text(text)} holds characters that cannot be shown.")
    given = _parse_options(options, backend) if "?" in text else {}
    sampling = Sampling(**{name: given.pop(name) for name in tuple(given) if name in Sampling.__slots__})
    given.setdefault("thoughts", not given.get("prompts"))
    spec = ModelSpec(backend, model, endpoint, sampling, **given)
    if spec.memory in ("notes", "full") and not spec.thoughts:
        raise SpecError(f"memory={spec.memory} shows a model its thoughts again; leave out thoughts=off.")
    return spec


def parse_description(player: Mapping[str, Any]) -> ModelSpec:
    """Return the model that a transcript's header describes. Raises SpecError."""
    described = {name: player[name] for name in _PARTS if name in player}
    try:
        spec = _SPECS.validate_python({"schemas": "legal", **described})  # as it was before headers had this field
        extras.check(spec.extra, backends.backend(spec.backend).own_fields if spec.backend in backends.names() else frozenset())
        said = player.get("prompt")
        texts = said if isinstance(said, Mapping) else {}
        prompt, guide = (prompt_files.parse_description(name, texts[name]) if name in texts else None for name in _TEXTS)
        spec = replace(spec, prompts=str(texts.get("name", "")), prompt=prompt, guide=guide)
    except PromptFileError as error:
        raise SpecError(str(error)) from None
    except (ValidationError, extras.ExtraError):
        spec = None
    if spec is None or spec.backend not in backends.names():
        raise SpecError(f"There is no model that is described by {_quote_text(str(player))}.")
    if "memory" in player or player.get("kind") != "model":  # services have no notebook
        memory = spec.memory
    else:  # a match older than notebooks
        memory = "none"
    return replace(spec, memory="" if memory == usual_memory(spec) else memory)


def without_files(spec: ModelSpec) -> ModelSpec:
    """Return the same model, whose text holds the user's prompts themselves, not the paths of their files."""
    prompt, guide = (text and replace(text, path="") for text in (spec.prompt, spec.guide))
    return replace(spec, prompt=prompt, guide=guide)


def usual_memory(spec: ModelSpec) -> Memory:
    """Return the default memory of a model in a game whose whole log it reads."""
    return "notes" if spec.thoughts else "none"


def _example(backend: str) -> str:
    return f"{backend}:{backends.backend(backend).example}"


def _quote(sign: re.Match[str]) -> str:
    return f"%{ord(sign[0]):02X}"


def _unquote(model: str) -> str:
    try:
        return unquote(model, errors="strict")
    except UnicodeDecodeError:
        raise SpecError(f"In {_quote_text(model)} a % does not begin a character; write %25 for % itself.") from None


def _parse_options(text: str, backend: str) -> dict[str, Any]:
    given: dict[str, Any] = {}
    sent: dict[str, str] = {}
    for word in text.split("&"):
        name, equals, written = (piece.strip() for piece in word.partition("="))
        is_sent = name.partition(".")[0] in extras.PREFIXES and "." in name
        if name not in READERS and not is_sent:
            raise SpecError(f"A model has no option {_quote_text(name)}; {_suggest(name)}")
        if name in given or name in sent:
            raise SpecError(f"{name} is said twice; say it once.")
        if is_sent:
            sent[name] = written
        else:
            given[name] = READERS[name](name, written if equals else "")
    return {_FIELDS.get(name, name): each for name, each in given.items()} | ({"extra": _extra(sent, backend)} if sent else {})


def _extra(sent: Mapping[str, str], backend: str) -> Extra:
    """Return the additions to each request that the options of a seat name."""
    kind = backends.backend(backend)
    if kind.is_in_process:
        raise SpecError(
            f"A {backend} model runs here and is sent no fields or headers; leave out {visible_line(next(iter(sent)))}."
        )
    try:
        extra = extras.read_options(sent.items())
        extras.check(extra, kind.own_fields)
    except extras.ExtraError as error:
        raise SpecError(visible_line(str(error))) from None
    return extra


def is_effort(text: str) -> bool:
    """Return whether a text can be an effort: any word in lower case, since servers keep adding theirs."""
    return bool(_EFFORT.fullmatch(text))


def _effort(name: str, text: str) -> str:
    if not is_effort(text):
        raise SpecError(f"{name} cannot be {_quote_text(text)}; it is a word that the server takes, such as {_join_or(EFFORTS)}.")
    return text


def _number(low: float, high: float) -> Callable[[str, str], float]:
    def read(name: str, text: str) -> float:
        try:
            number = float(text) if text.isascii() else -1
        except ValueError:
            number = -1
        if not low <= number <= high:
            raise SpecError(f"{name} cannot be {_quote_text(text)}; it is a number from {low:g} to {high:g}.")
        return number

    return read


def _whole_number(low: int, high: int) -> Callable[[str, str], int]:
    def read(name: str, text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS and low <= int(text) <= high):
            raise SpecError(f"{name} cannot be {_quote_text(text)}; it is a whole number from {low} to {high:,}.")
        return int(text)

    return read


def _text_file(name: str, text: str) -> PromptFile:
    try:
        return prompt_files.parse(name, text)
    except PromptFileError as error:
        raise SpecError(str(error)) from None


def _name(name: str, text: str) -> str:
    if not _ENDPOINT.fullmatch(text):
        raise SpecError(f"{name} cannot be {_quote_text(text)}; it is a name, such as that of a paper.")
    return text


def _one_of(choices: Mapping[str, Any]) -> Callable[[str, str], Any]:
    def read(name: str, text: str) -> Any:
        if text not in choices:
            raise SpecError(f"{name} cannot be {_quote_text(text)}; it is {_join_or(choices)}.")
        return choices[text]

    return read


_SPECS = TypeAdapter(ModelSpec)
_TEXTS = ("prompt", "guide")
_PARTS = tuple(name for name in get_type_hints(ModelSpec) if name not in ("prompts", *_TEXTS))

READERS: Mapping[str, Callable[[str, str], Any]] = {
    "temperature": _number(0, 2),
    "top_p": _number(0, 1),
    "max_tokens": _whole_number(1, _MOST_TOKENS),
    "effort": _effort,
    "detail": _one_of({each: each for each in ("low", "high", "auto", "original")}),
    "thoughts": _one_of({"on": True, "off": False}),
    "pictures": _one_of(_PICTURES),
    "samples": _whole_number(2, _MOST_SAMPLES),
    "seed": _one_of({"on": True, "off": False}),
    "api": _one_of({each: each for each in ("chat", "responses")}),
    "memory": _one_of({each: each for each in MEMORIES}),
    "prompts": _name,
    "prompt": _text_file,
    "guide": _text_file,
}
"""The options of a model, in the order they are written, with the reader of each value: given the option's name and a text.

Options that begin with one of extras.PREFIXES follow.
"""
_FIELDS = {"seed": "seeded"}  # options not named like their field: a header's `seed` is the number itself


def _options(spec: ModelSpec) -> list[str]:
    usual = ModelSpec(spec.backend, spec.model, thoughts=not spec.prompts)
    words = []
    for name in READERS:
        of, default = (spec.sampling, usual.sampling) if name in Sampling.__slots__ else (spec, usual)
        of_spec = _FIELDS.get(name, name)
        if (said := getattr(of, of_spec)) != getattr(default, of_spec):
            words.append(f"{name}={_format_value(said)}")
    return words


def _format_value(said: Any) -> str:
    if isinstance(said, bool):
        return "on" if said else "off"
    return repr(int(said)) if isinstance(said, float) and said.is_integer() else str(said)


def _suggest(name: str) -> str:
    meant = closest_name(name, READERS)
    sent = ", ".join(f"{prefix}.NAME" for prefix in extras.PREFIXES)
    return f"did you mean {meant}?" if meant else f"there are {', '.join(READERS)}, {sent}."


def _join_or(words: Any) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}"


def _quote_text(text: str) -> str:
    return repr(visible_line(text))
