"""Validation of scenes from elsewhere, so that they can be drawn, described and asked about."""

from __future__ import annotations

import re
from collections.abc import Sequence

from woozle.games.undercover.scenes.graph import SETTINGS, Scene, Thing
from woozle.games.undercover.scenes.vocabulary import PATTERNS, TEXT, Vocabulary, vocabulary


def find_fault(scene: Scene) -> str:
    """Return the fault of a scene, as one sentence; empty if it has none."""
    if scene.setting not in SETTINGS:
        return f"There is no setting {scene.setting!r}; choose from {', '.join(SETTINGS)}."
    words = vocabulary(scene.setting)
    for thing in scene.things:
        if wrong := _fault(thing, words):
            return f"{thing.id!r} in the {scene.setting} {wrong}."
    for what, values in (
        ("id", [thing.id for thing in scene.things]),
        ("kind", [thing.kind for thing in scene.things]),
        ("place", [str(thing.place) for thing in scene.things]),
        ("text", [thing.text for thing in scene.things if thing.text]),
    ):
        if twice := _twice(values):
            return f"Two things in the {scene.setting} have the same {what}, {twice!r}."
    if [thing.place for thing in scene.things] != sorted(thing.place for thing in scene.things):
        return f"The things in the {scene.setting} are not in the order of their places."
    return ""


def _fault(thing: Thing, words: Vocabulary) -> str:
    """Return the fault of a thing, as the end of a sentence; empty if it has none."""
    kind = words.kinds.get(thing.kind)
    if kind is None:
        return f"is a {thing.kind!r}, which is none of {', '.join(words.kinds)}"
    if not 0 <= thing.place < len(words.places) or words.places[thing.place].on not in kind.on:
        return f"is at place {thing.place}, where there can be no {kind.word}"
    if not 1 <= thing.count <= kind.most:
        return f"stands for {thing.count} {kind.plural}, not 1 to {kind.most}"
    if thing.text and not (kind.texts and re.fullmatch(TEXT, thing.text)):
        return f"cannot have the text {thing.text!r}"
    for what, is_value, values in (
        ("colour", thing.colour, kind.colours),
        ("size", thing.size, kind.sizes),
        ("pattern", thing.pattern, PATTERNS if kind.has_patterns else ("plain",)),
        ("state", thing.state, kind.states or ("",)),
    ):
        if is_value not in values:
            return f"has the {what} {is_value!r}, which is none of {', '.join(values) or 'those it can have'}"
    return "has no text" if kind.texts and not thing.text else ""


def _twice(values: Sequence[str]) -> str:
    return next((value for i, value in enumerate(values) if value in values[:i]), "")
