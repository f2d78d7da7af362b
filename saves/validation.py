"""Checks of the JSON of a line, before anything else reads it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args, get_type_hints

from woozle.core.request import AnswerProbabilities, Display, Finish, Forfeit, ParseFailure, Reading, Timing

SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg"}
"""File suffixes by media type, for the kinds of picture that a transcript may name."""

_DIGEST = re.compile(r"[0-9a-f]{64}")
_FORFEITS = get_args(get_type_hints(Forfeit)["kind"])
_UNREAD = get_args(get_type_hints(ParseFailure)["reading"])
_READINGS, _FINISHES = get_args(Reading), get_args(Finish)
_MODES = get_args(get_type_hints(Display)["mode"])
_WAYS = get_args(get_type_hints(AnswerProbabilities)["by"])
_ROUNDING = 0.001  # how far from 1 probabilities may be together
_COUNTS = tuple(each.name for each in fields(Display) if each.name != "mode")
_UNKNOWN = ("first_key", "away")  # moments that may not be known
_TYPED = tuple(name for name, kind in get_type_hints(Timing).items() if kind is int)
_LATER = ("anticipated",)  # what transcripts did not have from the beginning
_MOMENTS = tuple(each.name for each in fields(Timing) if each.name not in (*_UNKNOWN, *_TYPED))


def is_request(value: Any) -> bool:
    """Return whether a value has the shape of a request."""
    return (
        isinstance(value, dict) and type(value.get("id")) is int and type(value.get("to")) is str and type(value.get("asks")) is str
    )


def is_response(value: Any) -> bool:
    """Return whether a value has the shape of a response."""
    if not isinstance(value, dict) or type(value.get("seconds", "")) not in (float, int, type(None)):
        return False
    if not isinstance(value.get("usage", {}), dict) or not _are(value.get("attempts", []), _is_attempt):
        return False
    if not _are(value.get("pictures", []), _is_picture) or not _is_display(value.get("display")):
        return False
    if not _is_leaning(value.get("leaning")) or not _is_timing(value.get("timing")):
        return False
    if isinstance(forfeit := value.get("forfeit"), dict):
        return forfeit.get("kind") in _FORFEITS and type(forfeit.get("why")) is str
    if isinstance(unread := value.get("unread"), dict):
        return unread.get("reading") in _UNREAD and type(unread.get("problem")) is str
    return isinstance(value.get("answer"), dict)


def _are(values: Any, is_one: Callable[[Any], bool]) -> bool:
    return isinstance(values, list) and all(map(is_one, values))


def _is_attempt(value: Any) -> bool:
    if not isinstance(value, dict) or value.get("reading") not in _READINGS or value.get("finish") not in _FINISHES:
        return False
    return type(value.get("text")) is str and isinstance(value.get("usage"), dict)


def _is_picture(value: Any) -> bool:
    """Return whether a value describes a picture; its digest becomes a file name, so nothing else may pass."""
    if not isinstance(value, dict) or value.get("media_type") not in SUFFIXES:
        return False
    return isinstance(digest := value.get("digest"), str) and _DIGEST.fullmatch(digest) is not None


def _is_display(value: Any) -> bool:
    if value is None:
        return True
    if not isinstance(value, dict) or value.get("mode") not in _MODES:
        return False
    return all(type(count := value.get(name)) is int and count >= 0 for name in _COUNTS)


def _is_leaning(value: Any) -> bool:
    if value is None:
        return True
    if not isinstance(value, dict) or type(value.get("field")) is not str or value.get("by") not in _WAYS:
        return False
    chances, samples = value.get("probabilities"), value.get("samples")
    if type(samples) is not int or (samples > 0) != (value["by"] == "samples") or not isinstance(chances, dict):
        return False
    are_shares = all(type(each) in (float, int) and 0 <= each <= 1 for each in chances.values())
    return are_shares and abs(sum(chances.values()) - 1) < _ROUNDING


def _is_timing(value: Any) -> bool:
    if value is None:
        return True
    if not isinstance(value, dict) or not all(
        type(count := value.get(name, 0 if name in _LATER else None)) is int and count >= 0 for name in _TYPED
    ):
        return False
    moments: list[Any] = [value.get(name) for name in _MOMENTS]
    moments += [at for name in _UNKNOWN if (at := value.get(name, "")) is not None]
    return all(type(at) in (float, int) and at >= 0 for at in moments)


def are_events(value: Any) -> bool:
    """Return whether a value has the shape of a list of Events."""
    if not isinstance(value, list):
        return False
    for each in value:  # a loop, because all() of a generator takes twice as long, and there are many
        if not isinstance(each, dict) or type(each.get("event")) is not str:
            return False
        if not isinstance(each.get("to"), list) or not isinstance(each.get("data"), dict):
            return False
    return True


def are_words(value: Any) -> bool:
    """Return whether a value has the shape of redactable text: texts by ref, the digest in their place, or a list of these."""
    if isinstance(value, list):
        return len(value) > 1 and all(not isinstance(each, list) and are_words(each) for each in value)
    if isinstance(value, str):
        return _DIGEST.fullmatch(value) is not None
    return isinstance(value, dict) and "salt" in value and all(type(text) is str for text in value.values())
