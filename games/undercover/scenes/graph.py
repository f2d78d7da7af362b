"""Scenes as graphs: a setting and the things in it. Drawings, descriptions, questions and answers all come from this."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Literal, TypeAlias, get_args

from pydantic_core import to_jsonable_python

from woozle.core.value import value

Setting: TypeAlias = Literal["room", "street", "table", "shelf", "park"]
Size: TypeAlias = Literal["small", "medium", "large"]
Pattern: TypeAlias = Literal["plain", "striped", "dotted"]
EditType: TypeAlias = Literal[
    "quantity", "object_swap", "object_add", "object_remove", "colour", "attribute", "text", "position", "size", "state"
]
"""The changes of counterfactuals, each one field of the graph (MUG, generation of the counterfactual image, has no full list)."""

AnswerKind: TypeAlias = Literal["yes_no", "count", "colour", "object", "text", "place", "option", "open"]
"""The sort of answer that a question wants."""

SETTINGS: tuple[Setting, ...] = get_args(Setting)
EDIT_TYPES: tuple[EditType, ...] = get_args(EditType)


@value
class Thing:
    """A thing in a scene, or a group of the same.

    id: the same in both copies of a scene; it tells nothing else. kind: as the vocabulary of its setting names it. count: how many
    stand there together. text: what is written on it. state: as its kind has them (`open`, `lit`); empty for a kind without. place:
    which of the setting's places it stands at, an index. In one scene no two things are of the same kind, stand at the same place,
    or have the same text.
    """

    id: str
    kind: str
    colour: str
    place: int
    count: int = 1
    size: Size = "medium"
    pattern: Pattern = "plain"
    text: str = ""
    state: str = ""


@value
class Scene:
    """A setting and the things in it, ordered by place. look: a number that decorations follow, the same in both copies."""

    setting: Setting
    things: tuple[Thing, ...]
    look: int = 0


def drawing_name(scene: Scene, size: int) -> str:
    """Return the name of the drawing of a scene: SHA-256, in hex, of its description.

    That is the JSON object {"scene": ..., "size": ...} with sorted names and without spaces; the scene as Events have it. size: of
    the drawing, in pixels.
    """
    described = json.dumps({"scene": to_jsonable_python(scene), "size": size}, sort_keys=True, separators=(",", ":"))
    return sha256(described.encode()).hexdigest()


@value
class Edit:
    """The change that makes a counterfactual: one field of one thing, or one thing more or less.

    target: id of the thing. instruction: to an editor of pictures, as one sentence. before, after: what was changed, in words;
    empty where there was nothing, or is nothing any more.
    """

    type: EditType
    target: str
    instruction: str
    before: str
    after: str


@value
class Question:
    """A question about a picture. options: the answers to choose from; empty where it is answered in free words.

    kind: what sort of answer it wants. answer: the right one for the picture; other: for the counterfactual, empty if unknown.
    """

    kind: AnswerKind
    text: str
    options: tuple[str, ...]
    answer: str
    other: str = ""
