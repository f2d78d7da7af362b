"""The shape of a line's parts: what must hold of a JSON value before anything else of it is looked at."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from woozle.core.request import Forfeit

_FORFEITS = get_args(get_type_hints(Forfeit)["kind"])


def is_request(value: Any) -> bool:
    """Whether it can be what was asked."""
    return (
        isinstance(value, dict) and type(value.get("id")) is int and type(value.get("to")) is str and type(value.get("asks")) is str
    )


def is_response(value: Any) -> bool:
    """Whether it can be what was answered."""
    if not isinstance(value, dict) or type(value.get("seconds", "")) not in (float, int, type(None)):
        return False
    forfeit = value.get("forfeit")
    if isinstance(forfeit, dict):
        return forfeit.get("kind") in _FORFEITS and type(forfeit.get("why")) is str
    return isinstance(value.get("answer"), dict) and isinstance(value.get("usage", {}), dict)


def are_events(value: Any) -> bool:
    """Whether it can be what was told."""
    if not isinstance(value, list):
        return False
    for each in value:  # a loop, because all() of a generator takes twice as long, and there are many
        if not isinstance(each, dict) or type(each.get("event")) is not str:
            return False
        if not isinstance(each.get("to"), list) or not isinstance(each.get("data"), dict):
            return False
    return True


def are_words(value: Any) -> bool:
    """Whether it can be what a person typed."""
    return isinstance(value, dict) and "salt" in value and all(type(text) is str for text in value.values())
