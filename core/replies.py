"""What a model's reply means as an answer. Read leniently and never guessed: what could mean two things is not read.

Pure, so that the raw replies in a transcript can be read again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from pydantic import ValidationError

from woozle.core import loose_json, loose_values
from woozle.core.attempt import Finish, Reading
from woozle.core.loose_values import key
from woozle.core.request import Answer, Request
from woozle.core.text import visible_line
from woozle.core.value import value

VERSION = 1
"""Of this reader; raised with every change of what a reply means."""

THOUGHTS = "thoughts"
"""The property of a reply that holds what a model notes for itself."""

_LONGEST = 400_000  # characters, some 100,000 tokens; hostile ones take a second
_LONGEST_BARE = 10_000
_QUOTED = 60  # characters of a reply that a problem quotes
_NOTES = frozenset({THOUGHTS, "thought", "thinking", "reasoning"})
_WRAPPERS = frozenset({"answer", "response", "reply", "result", "output", "arguments", "parameters"})
_FORM = json.JSONEncoder(ensure_ascii=False)
_TAG = re.compile(r"<(/?)(?:think|thinking|thought|thoughts|reasoning)>", re.IGNORECASE)
_REMARK = re.compile(r"(\w{1,64})\s?\((.*)\)", re.DOTALL)
_FENCE = re.compile(r"```\w*\s(.*)```", re.DOTALL)


@value
class ReadReply:
    """A reply that was read. answer: it fits the type that was asked for, and is there for `answer` and `illegal` only.

    problem: why it was not taken, in words for the model; empty for an answer. thoughts: what it noted for itself, for nobody else.
    """

    reading: Reading
    answer: Answer | None = None
    problem: str = ""
    thoughts: str = ""


class _UnreadError(ValueError):
    """A reply means no answer, with a sentence why."""


def read_reply(text: str, request: Request, finish: Finish = "stop", is_refusal: bool = False) -> ReadReply:
    """What a reply means. Total: any text has a reading.

    Read are: one JSON object in the text, or the last of several that has the fields asked for, with the slips that models make and
    its names in any case; a choice by its number in the list, or as it stands there; where one field is needed, that alone, and
    `move(cafeteria) | say(hello)` too.
    """
    if is_refusal or finish == "filter":
        return ReadReply("refused", problem=f"You declined. This is a game, and nobody comes to harm: answer. {_form(request)}")
    if len(text) > _LONGEST:
        return ReadReply("unparsable", problem=f"Your reply had {len(text):,} characters, too many to be read. {_form(request)}")
    thought, said = _apart(loose_json.whole(text))
    found, is_open = loose_json.objects(said)
    is_cut = finish in ("length", "cut")
    given = None if is_cut and is_open else _last_that_fits(found, request)
    thoughts = "\n".join(filter(None, [thought, *_notes(found, request)]))
    is_all = finish == "length" and request.answer.is_plain_text and bool(said.strip())  # what was said until then is the answer
    if is_cut and given is None and not is_all:
        return ReadReply("cut_off", problem=f"{_CUT_OFF[finish]} {_form(request)}", thoughts=thoughts)
    if not said.strip():
        nothing = "held thoughts and no answer" if thought else "was empty"
        return ReadReply("empty", problem=f"Your reply {nothing}. {_form(request)}", thoughts=thoughts)
    try:
        own = request.answer.of_reply(said, request)
        answer = own or (_answer(given, request) if given is not None else _bare(said, request))
    except _UnreadError as why:
        return ReadReply("unparsable", problem=f"{why} {_form(request)}", thoughts=thoughts)
    problem = request.refusal(answer)
    return ReadReply("illegal" if problem else "answer", answer, problem, thoughts)


_CUT_OFF = {
    "length": "Your reply grew too long and was cut off before its answer was complete. Think less and answer at once.",
    "cut": "Your reply broke off before its answer was complete.",
}


def example(request: Request, has_thoughts: bool = False) -> str:
    """The form of an answer, as one line of JSON. It names none of the choices, so that it favours none."""
    chosen = tuple((name, _FORM.encode(_any_of(legal))) for name, legal in request.choices.items())
    return _example(request.answer, chosen, has_thoughts)


@lru_cache(1024)
def _example(answer: type[Answer], chosen: tuple[tuple[str, str], ...], has_thoughts: bool) -> str:
    """chosen: names of choices, with their form as JSON."""
    parts = {THOUGHTS: "..."} | _sketches(answer) if has_thoughts else _sketches(answer)
    written = {name: _FORM.encode(part) for name, part in parts.items()} | dict(chosen)
    return "{" + ", ".join(f"{_FORM.encode(name)}: {part}" for name, part in written.items()) + "}"


@cache
def _sketches(answer: type[Answer]) -> dict[str, Any]:
    """The form of each field, by its type alone. Nobody changes what it returns."""
    schema = answer.model_json_schema()
    definitions = schema.get("$defs", {})
    return {name: part.get("default", _sketch(part, definitions)) for name, part in schema.get("properties", {}).items()}


def _form(request: Request) -> str:
    if request.answer.is_plain_text:
        first = ", ".join(map(request.answer.first_words, request.choices.get(request.answer.leaning, ())))
        return f"Reply in plain text, and begin with one of these: {first}." if first else "Reply in plain text."
    return f"Reply with one JSON object and nothing else, in this form: {example(request)}"


def _sketch(schema: Mapping[str, Any], definitions: Mapping[str, Any], depth: int = 0) -> Any:
    schema = loose_values.resolved(schema, definitions)
    if legal := [schema["const"]] if "const" in schema else schema.get("enum"):
        return _any_of(legal)
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


def _any_of(legal: Sequence[Any]) -> Any:
    return legal[0] if legal and not any(isinstance(each, str) for each in legal) else "..."


_DEEPEST = 6  # a type that refers to itself would never end


def _apart(text: str) -> tuple[str, str]:
    """What a model thought aloud between tags, and the rest. Before a tag that only closes, everything was thought."""
    if "<" not in text:  # as in most
        return "", text
    thought: list[str] = []
    said: list[str] = []
    at, depth = 0, 0
    for tag in _TAG.finditer(text):
        (thought if depth else said).append(text[at : tag.start()])
        at = tag.end()
        if tag[1] and not depth:
            thought += said
            said = []
        depth = max(0, depth - 1) if tag[1] else depth + 1
    (thought if depth else said).append(text[at:])
    return "\n".join(filter(None, map(str.strip, thought))), "".join(said)


def _notes(found: Iterable[Mapping[str, Any]], request: Request) -> list[str]:
    names = _NOTES - _keys(request.answer)
    return [part for given in found for name, part in given.items() if isinstance(part, str) and key(name) in names]


def _last_that_fits(found: Sequence[dict[str, Any]], request: Request) -> dict[str, Any] | None:
    """The last object with all the fields that are needed, right or wrong: what came before was thought better of."""
    known, needed = _keys(request.answer), _needed_keys(request.answer)
    wrappers = (_WRAPPERS | {key(request.answer.__name__)}) - known
    for each in reversed(found):
        inner = [part for name, part in each.items() if isinstance(part, dict) and key(name) in wrappers]
        candidates: list[dict[str, Any]] = [each, *inner] if len(inner) == 1 else [each]
        for given in candidates:
            names = set(map(key, given))
            if needed <= names and (needed or not names or names & known):
                return given
    return None


@cache
def _keys(answer: type[Answer]) -> frozenset[str]:
    return frozenset(map(key, answer.model_fields))


@cache
def _needed_keys(answer: type[Answer]) -> frozenset[str]:
    return frozenset(key(name) for name, field in answer.model_fields.items() if field.is_required())


def _answer(given: Mapping[str, Any], request: Request) -> Answer:
    schema = {"properties": {}, **request.schema()}
    definitions = schema.get("$defs", {})
    try:
        parts = loose_values.properties(given, schema)
        for name, part in list(parts.items()):
            asked = schema["properties"][name]
            if name in request.choices:
                parts[name] = loose_values.chosen(part, request.choices[name], are_numbered=True)
            elif part is None and name not in schema.get("required", ()) and not loose_values.may_be_null(asked):
                del parts[name]  # it may be left out
            else:
                parts[name] = loose_values.meant(part, asked, definitions)
        return request.answer.model_validate(parts)
    except loose_values.TwiceError as twice:
        raise _UnreadError(f"Your answer says two things for {twice}.") from None
    except ValidationError as errors:
        first = errors.errors(include_url=False, include_context=False, include_input=False)[0]
        where = visible_line(".".join(map(str, first["loc"]))[:_QUOTED]) or "it"
        raise _UnreadError(f"Your answer does not fit, at {where}: {visible_line(first['msg'])}.") from None


def _bare(said: str, request: Request) -> Answer:
    """The answer in a reply without an object: the one field that is needed, and a remark after it."""
    text = said.strip()
    fields = request.answer.model_fields
    needed = [name for name, field in fields.items() if field.is_required()] or list(fields)
    if len(needed) == 1 and "{" not in text and len(text) <= _LONGEST_BARE:
        fence = _FENCE.fullmatch(text)
        bare = fence[1].strip() if fence else text
        head, _, tail = bare.partition("|")
        if (found := _alone(bare, needed[0], request)) is not None:
            return _answer({needed[0]: found[0]}, request)
        remark = _remark(tail, request)
        if remark and needed[0] not in remark and (found := _alone(head.strip(), needed[0], request)) is not None:
            return _answer({needed[0]: found[0]} | remark, request)
    quoted = visible_line(text[:_QUOTED])
    raise _UnreadError(f"No answer could be read in {quoted!r}, which has to say {' and '.join(needed)}.")


def _alone(text: str, name: str, request: Request) -> tuple[Any] | None:
    """A text as the value of one field; None if it is none. Free text has to stand in quotes, or thoughts would be said aloud."""
    written, is_json = text, False
    with suppress(loose_json.NotJsonError):
        written, is_json = loose_json.value(text), True
    if name in request.choices:
        found = loose_values.chosen(written, request.choices[name], are_numbered=True)
        return (found,) if found in request.choices[name] else None
    schema = request.schema()
    definitions = schema.get("$defs", {})
    asked = schema["properties"][name]
    found = loose_values.meant(written, asked, definitions)
    is_listed = found in loose_values.resolved(asked, definitions).get("enum", ())
    return (found,) if is_json or is_listed or found is not written else None


def _remark(text: str, request: Request) -> dict[str, Any]:
    """`say(hello)` as a field; nothing if there is no such field."""
    call = _REMARK.fullmatch(text.strip())
    name = next((name for name in request.answer.model_fields if call and key(name) == key(call[1])), "")
    if not call or not name:
        return {}
    with suppress(loose_json.NotJsonError):
        return {name: loose_json.value(call[2])}
    return {name: call[2]}
