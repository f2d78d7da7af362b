"""Parsing of models' replies. Lenient, but nothing is guessed: a reply that could mean two things is not taken.

Pure, so that the raw replies in a transcript can be parsed again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from pydantic import ValidationError

from woozle.core import loose_json
from woozle.core.errors import InputError
from woozle.core.reply_parts import split_reply
from woozle.core.request import Answer, Finish, Forfeit, ParseFailure, Reading, Request
from woozle.core.schemas import Schema, branches, enum_values, is_nullable, resolve
from woozle.core.text import visible_line
from woozle.core.validation import first_problem
from woozle.core.value import value

VERSION = 3
"""The version of this parser, raised with every change to the meaning of replies or to what a model reads about them.

Version 1 knew few marks of reasoning and no tokens that end a turn, and version 2 worded a refusal differently; what they parsed is
still parsed as they did.
"""

THOUGHTS = "thoughts"
"""The property of a reply in which a model may think aloud; no other player sees it."""

_LONGEST = 400_000  # characters, some 100,000 tokens; hostile ones take a second
_LONGEST_BARE = 10_000
_QUOTED = 60  # characters of a reply that a problem quotes
THOUGHT_NAMES = frozenset({THOUGHTS, "thought", "thinking", "reasoning"})
_WRAPPERS = frozenset({"answer", "response", "reply", "result", "output", "arguments", "parameters"})
_FORM = json.JSONEncoder(ensure_ascii=False)
_CALL = re.compile(r"(\w{1,64})\s?\((.*)\)", re.DOTALL)
_FENCE = re.compile(r"```\w*\s(.*)```", re.DOTALL)
_NOBODY = frozenset({"none", "null", "skip", "abstain", "nobody"})
_YES_NO = {"true": True, "yes": True, "false": False, "no": False}
_SEPARATORS = re.compile(r"[\W_]+")
_INTEGER, _DECIMAL = re.compile(r"[+-]?\d{1,30}", re.ASCII), re.compile(r"[+-]?\d{1,30}(\.\d{1,30})?", re.ASCII)
_PLACE = re.compile(r"(\d{1,6})[.)]?", re.ASCII)
_LONGEST_CHOICE = 1000  # characters
_LONGEST_KNOWN = 64  # characters of a name that is remembered
_KINDS: Mapping[str, type | tuple[type, ...]] = {
    "string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict, "null": type(None)
}  # fmt: skip


@value
class ReadReply:
    """A parsed reply.

    answer: Set if the reading is `answer` or `illegal`; it has the requested type.
    problem: Why it was not taken, in a sentence for the model; empty for a legal answer.
    thoughts: What the model thought, where its text contains that.
    notes: The part of it that it was asked to note for itself.
    """

    reading: Reading
    answer: Answer | None = None
    problem: str = ""
    thoughts: str = ""
    notes: str = ""

    def for_response(self) -> Answer | ParseFailure | Forfeit:
        """Return what a Response holds: the answer, or why it has no answer. A player is not pressed for one that it declined."""
        match self.reading:
            case "refused":
                return Forfeit("refused", self.problem)
            case "unparsable" | "cut_off" | "empty" as reading:
                return ParseFailure(self.problem, reading)
        assert self.answer is not None
        return self.answer


class _UnreadError(InputError):
    """A reply that cannot be parsed. Its text is a sentence that says why."""


def read_reply(
    text: str, request: Request, finish: Finish = "stop", is_refusal: bool = False, reasoning: str = "", version: int = VERSION
) -> ReadReply:
    """Parse a model's reply. Never raises: every text has a reading.

    Accepted are a JSON object anywhere in the text (of several, the last that has the required fields) with the slips that models
    make and its names in any case; a choice by its text or its number in the list; and, if only one field is required, its bare
    value, also with a remark: `move(cafeteria) | say(hello)`.

    Args:
        finish: Why the model stopped. A reply that was cut off is not taken, unless plain text was asked for.
        is_refusal: The server marked the reply as a refusal.
        reasoning: What the server told apart from the text; never read as an answer.
        version: Of the parser; one of VERSIONS.
    """
    if is_refusal or finish == "filter":
        return ReadReply("refused", problem=f"{_DECLINED if version > 2 else _DECLINED_2} {_form(request)}")
    if len(text) > _LONGEST:
        return ReadReply("unparsable", problem=f"Your reply had {len(text):,} characters, too many to be read. {_form(request)}")
    thought, said = _SPLITS[version](loose_json.whole(text))
    found, is_open = loose_json.objects(said)
    is_cut = finish in ("length", "cut")
    given = None if is_cut and is_open else _last_fitting(found, request)
    notes = "\n".join(_find_thoughts(found, request))
    thoughts = "\n".join(filter(None, [thought, notes]))
    is_all = finish == "length" and request.answer.is_plain_text and bool(said.strip())  # what was said until then is the answer
    if is_cut and given is None and not is_all:
        return ReadReply("cut_off", problem=f"{_CUT_OFF[finish]} {_form(request)}", thoughts=thoughts)
    if not said.strip():
        nothing = "held thoughts and no answer" if thought else _ALL_REASONING if reasoning.strip() and version > 1 else "was empty"
        return ReadReply("empty", problem=f"Your reply {nothing}. {_form(request)}", thoughts=thoughts)
    try:
        own = request.answer.of_reply(said, request)
        answer = own or (_build_answer(given, request) if given is not None else _parse_bare(said, request))
    except _UnreadError as why:
        return ReadReply("unparsable", problem=f"{why} {_form(request)}", thoughts=thoughts)
    problem = request.refusal(answer)
    return ReadReply("illegal" if problem else "answer", answer, problem, thoughts, notes)


_DECLINED = "You declined. This is only a game, and no one gets hurt: please answer."
_DECLINED_2 = "You declined. This is a game, and nobody comes to harm: answer."
_ALL_REASONING = "was empty: all of it stands in your reasoning, where nobody else reads it"
_CUT_OFF = {
    "length": "Your reply grew too long and was cut off before its answer was complete. Think less and answer at once.",
    "cut": "Your reply broke off before its answer was complete.",
}


def example(request: Request, has_thoughts: bool = False) -> str:
    """Return the form of an answer as one line of JSON. It names none of the choices, so as to favour none."""
    chosen = tuple((name, _FORM.encode(_placeholder(legal))) for name, legal in request.choices.items())
    return _example(request.answer, chosen, has_thoughts)


@lru_cache(1024)
def _example(answer: type[Answer], chosen: tuple[tuple[str, str], ...], has_thoughts: bool) -> str:
    parts = {THOUGHTS: "..."} | _sketches(answer) if has_thoughts else _sketches(answer)
    written = {name: _FORM.encode(part) for name, part in parts.items()} | dict(chosen)
    return "{" + ", ".join(f"{_FORM.encode(name)}: {part}" for name, part in written.items()) + "}"


@cache
def _sketches(answer: type[Answer]) -> dict[str, Any]:
    """Return the form of each field by its type alone. Callers must not change it."""
    schema = answer.model_json_schema()
    definitions = schema.get("$defs", {})
    return {name: part.get("default", _sketch(part, definitions)) for name, part in schema.get("properties", {}).items()}


def without_form(problem: str, request: Request) -> str:
    """Return the problem of a reply without the form of an answer, which it may end with."""
    return problem.removesuffix(_form(request)).rstrip()


def without_thoughts(text: str) -> str:
    """Return a reply without what was thought, and without what follows the end of its turn."""
    return split_reply(text[-_LONGEST:]).text.strip()


def _form(request: Request) -> str:
    if request.answer.is_plain_text:
        first = ", ".join(map(request.answer.first_words, request.choices.get(request.answer.probability_field, ())))
        return f"Reply in plain text, and begin with one of these: {first}." if first else "Reply in plain text."
    return f"Reply with one JSON object and nothing else, in this form: {example(request)}"


def _sketch(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int = 0) -> Any:
    schema = resolve(schema, definitions)
    if legal := [schema["const"]] if "const" in schema else schema.get("enum"):
        return _placeholder(legal)
    if examples := schema.get("examples"):
        return examples[0]
    match schema.get("type"):
        case "object" if depth < _DEEPEST:
            return {name: _sketch(part, definitions, depth + 1) for name, part in schema.get("properties", {}).items()}
        case "array" if depth < _DEEPEST:
            parts = schema.get("prefixItems") or [schema.get("items") or {}] * max(1, schema.get("minItems", 1))
            return [_sketch(part, definitions, depth + 1) for part in parts]
        case "integer" | "number" as kind:
            return schema.get("minimum", 1 if kind == "integer" else 0.5)
        case "boolean":
            return True
        case _:
            return "..."


def _placeholder(legal: Sequence[Any]) -> Any:
    return legal[0] if legal and not any(isinstance(each, str) for each in legal) else "..."


_DEEPEST = 6  # a type that refers to itself would never end


def _split(text: str) -> tuple[str, str]:
    parts = split_reply(text)
    return parts.thoughts, parts.text


_TAG_1 = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reasoning)>", re.IGNORECASE)


def _split_1(text: str) -> tuple[str, str]:
    """Split thoughts between tags from the rest. Everything before a closing tag without an opening one is thought."""
    if "<" not in text:
        return "", text
    thought: list[str] = []
    said: list[str] = []
    at, depth = 0, 0
    for tag in _TAG_1.finditer(text):
        (thought if depth else said).append(text[at : tag.start()])
        at = tag.end()
        if tag[1] and not depth:
            thought += said
            said = []
        depth = max(0, depth - 1) if tag[1] else depth + 1
    (thought if depth else said).append(text[at:])
    return "\n".join(filter(None, map(str.strip, thought))), "".join(said)


_SPLITS = {1: _split_1, 2: _split, VERSION: _split}
VERSIONS = frozenset(_SPLITS)
"""The versions of this parser that are here."""


def _find_thoughts(found: Iterable[Mapping[str, Any]], request: Request) -> list[str]:
    names = THOUGHT_NAMES - _keys(request.answer)
    return [part for given in found for name, part in given.items() if isinstance(part, str) and _key(name) in names]


def _last_fitting(found: Sequence[dict[str, Any]], request: Request) -> dict[str, Any] | None:
    """Return the last object with all required fields, right or wrong: the model thought better of those before it."""
    known, needed = _keys(request.answer), _needed_keys(request.answer)
    wrappers = (_WRAPPERS | {_key(request.answer.__name__)}) - known
    for each in reversed(found):
        inner = [part for name, part in each.items() if isinstance(part, dict) and _key(name) in wrappers]
        candidates: list[dict[str, Any]] = [each, *inner] if len(inner) == 1 else [each]
        for given in candidates:
            names = set(map(_key, given))
            if needed <= names and (needed or not names or names & known):
                return given
    return None


@cache
def _keys(answer: type[Answer]) -> frozenset[str]:
    return frozenset(map(_key, answer.model_fields))


@cache
def _needed_keys(answer: type[Answer]) -> frozenset[str]:
    return frozenset(_key(name) for name, field in answer.model_fields.items() if field.is_required())


def _build_answer(given: Mapping[str, Any], request: Request) -> Answer:
    schema = {"properties": {}, **request.schema()}
    definitions = schema.get("$defs", {})
    try:
        parts = _own_properties(given, schema)
        for name, part in list(parts.items()):
            asked = schema["properties"][name]
            if name in request.choices:
                parts[name] = _choose(part, request.choices[name], are_numbered=True)
            elif part is None and name not in schema.get("required", ()) and not is_nullable(asked):
                del parts[name]  # it may be left out
            else:
                parts[name] = _coerce(part, asked, definitions)
        return request.answer.model_validate(parts)
    except _TwiceError as twice:
        raise _UnreadError(f"Your answer says two things for {twice}.") from None
    except ValidationError as errors:
        found = first_problem(errors)
        where = visible_line(found.place[:_QUOTED]) or "it"
        raise _UnreadError(f"Your answer does not fit: {where} {visible_line(found.words)}.") from None


def _parse_bare(said: str, request: Request) -> Answer:
    """Parse a reply without an object: the value of the one required field, and a remark after it."""
    text = said.strip()
    fields = request.answer.model_fields
    needed = [name for name, field in fields.items() if field.is_required()] or list(fields)
    if len(needed) == 1 and "{" not in text and len(text) <= _LONGEST_BARE:
        fence = _FENCE.fullmatch(text)
        bare = fence[1].strip() if fence else text
        head, _, tail = bare.partition("|")
        if (found := _parse_value(bare, needed[0], request)) is not None:
            return _build_answer({needed[0]: found[0]}, request)
        remark = _parse_remark(tail, request)
        if remark and needed[0] not in remark and (found := _parse_value(head.strip(), needed[0], request)) is not None:
            return _build_answer({needed[0]: found[0]} | remark, request)
    quoted = visible_line(text[:_QUOTED])
    raise _UnreadError(f"No answer could be read in {quoted!r}, which has to say {' and '.join(needed)}.")


def _parse_value(text: str, name: str, request: Request) -> tuple[Any] | None:
    """Parse bare text as the value of one field; None if it is no such value. Free text needs quotes: thoughts may follow."""
    written, is_json = text, False
    with suppress(loose_json.NotJsonError):
        written, is_json = loose_json.value(text), True
    if name in request.choices:
        found = _choose(written, request.choices[name], are_numbered=True)
        return (found,) if found in request.choices[name] else None
    schema = request.schema()
    definitions = schema.get("$defs", {})
    asked = schema["properties"][name]
    found = _coerce(written, asked, definitions)
    is_listed = found in resolve(asked, definitions).get("enum", ())
    return (found,) if is_json or is_listed or found is not written else None


def _parse_remark(text: str, request: Request) -> dict[str, Any]:
    """Parse `say(hello)` as a field; {} if there is no such field."""
    call = _CALL.fullmatch(text.strip())
    name = next((name for name in request.answer.model_fields if call and _key(name) == _key(call[1])), "")
    if not call or not name:
        return {}
    with suppress(loose_json.NotJsonError):
        return {name: loose_json.value(call[2])}
    return {name: call[2]}


# Values


class _TwiceError(InputError):
    """An object gives two values for the property named by its text."""


def _coerce(part: Any, schema: Schema, definitions: Schema) -> Any:
    """Return the value that `part` stands for by its schema: 2 for `"2"`, null for `skip`; `part` itself if that is not clear."""
    if union := branches(schema):
        return _coerce_to_any(part, [resolve(branch, definitions) for branch in union], definitions)
    schema = resolve(schema, definitions)
    if enum := enum_values(schema):
        return _choose(part, enum)
    match schema.get("type"), part:
        case "object", dict() if "properties" in schema:
            parts = _own_properties(part, schema)
            return {name: _coerce(each, schema["properties"][name], definitions) for name, each in parts.items()}
        case "array", list():
            first, rest = schema.get("prefixItems", []), schema.get("items")
            kinds = [*first, *[rest if isinstance(rest, dict) else {}] * (len(part) - len(first))]
            return [_coerce(each, kind, definitions) for each, kind in zip(part, kinds, strict=False)] + part[len(kinds) :]
        case "integer", str() if _INTEGER.fullmatch(part.strip()):
            return int(part.strip())  # int itself keeps the separators of ASCII
        case "integer", float() if part.is_integer():
            return int(part)
        case "number", str() if _DECIMAL.fullmatch(part.strip()):
            return float(part.strip())
        case "boolean", str():
            return _YES_NO.get(part.strip().casefold(), part)
        case "null", str() if part.strip().casefold() in _NOBODY:
            return None
    return part


def _own_properties(given: Schema, schema: Schema) -> dict[str, Any]:
    """Return the known properties of an object by their names in the schema, however they were spelt; others are dropped."""
    names = {_key(name): name for name in schema["properties"]}
    parts: dict[str, Any] = {}
    for written, part in given.items():
        name = written if written in schema["properties"] else names.get(_key(written))
        if name and parts.setdefault(name, part) != part:
            raise _TwiceError(name)
    return parts


def _choose(part: Any, legal: Sequence[Any], *, are_numbered: bool = False) -> Any:
    """Return the one legal value that `part` stands for, or `part`. are_numbered: the values were listed with numbers from 1."""
    if type(part) is str and part in legal:
        return legal[legal.index(part)]
    if same := [each for each in legal if _same(part, each)]:
        return same[0]
    if are_numbered and (place := _list_place(part, legal)):
        return legal[place - 1]
    if not isinstance(part, str) or len(part) > _LONGEST_CHOICE:
        return part
    plain = _normalise(part)
    found = [each for each in legal if plain and isinstance(each, str | int | float) and plain == _normalise(str(each))]
    if not found and None in legal and plain in _NOBODY:
        return None
    return found[0] if len(found) == 1 else part


def _key(name: str) -> str:
    """Return a name without case, spaces and underscores."""
    return _cached_key(name) if len(name) <= _LONGEST_KNOWN else _normalise_key(name)


def _normalise_key(name: str) -> str:
    return _SEPARATORS.sub("", name.casefold())


_cached_key = lru_cache(2048)(_normalise_key)  # the same few names come with every reply


def _coerce_to_any(part: Any, kinds: Sequence[Schema], definitions: Schema) -> Any:
    if any(_is(part, kind) for kind in kinds if kind.get("type") not in ("object", "array")):
        return part
    for kind in kinds:
        found = _coerce(part, kind, definitions)
        if found is not part and _is(found, kind):
            return found
    return part


def _is(part: Any, schema: Schema) -> bool:
    if enum := enum_values(schema):
        return any(_same(part, each) for each in enum)
    kind = schema.get("type", "")
    return kind in _KINDS and isinstance(part, _KINDS[kind]) and (kind == "boolean" or not isinstance(part, bool))


def _list_place(part: Any, legal: Sequence[Any]) -> int | None:
    """Return the number of a choice in its list, from 1; None if not listed, or if the choices are numbers themselves."""
    if type(part) not in (int, str) or any(isinstance(each, int | float) or _PLACE.fullmatch(str(each)) for each in legal):
        return None
    place = _PLACE.fullmatch(part.strip() if isinstance(part, str) else str(part)[:9])
    return int(place[1]) if place and 0 < int(place[1]) <= len(legal) else None


def _normalise(text: str) -> str:
    """Return a choice without case, underscores and quotes, and `move cafeteria` for `move(cafeteria)`."""
    bare = text.strip(" \t\r\n\"'`*.“”")
    call = _CALL.fullmatch(bare)
    words = f"{call[1]} {call[2].strip(_QUOTES)}" if call else bare
    return " ".join(words.replace("_", " ").casefold().split())


_QUOTES = " \"'`“”"


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
