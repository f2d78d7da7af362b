"""Schemas in the dialect of strict modes: whatever follows them has to follow the schema that was meant."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from woozle.core.request import Answer, Request
from woozle.games.ship.rules import Act
from woozle.players.backends.schemas import in_words, strict

from tests.two_truths import Tell, Vote


class Place(BaseModel):
    model_config = ConfigDict(extra="forbid")

    room: str
    floor: int = 0


class Walk(Answer):
    kind: Literal["walk"] = "walk"
    to: Place = Field(Place(room="hall"), description="Where to.")


class Talk(Answer):
    kind: Literal["talk"] = "talk"
    words: Annotated[str, Field(max_length=10)]


class Turn(Answer):
    move: Annotated[Walk | Talk, Field(discriminator="kind")]
    then: tuple[Place, ...] = ()
    sure: float | None = None


class Loose(BaseModel):
    names: dict[str, int]


class Pair(Answer):
    both: tuple[str, int]


def objects(schema: Any) -> list[dict[str, Any]]:
    """All objects in a schema."""
    if isinstance(schema, list):
        return [found for each in schema for found in objects(each)]
    if not isinstance(schema, dict):
        return []
    here = [schema] if schema.get("type") == "object" else []
    return here + [found for each in schema.values() for found in objects(each)]


@pytest.mark.parametrize("answer", [Tell, Vote, Act, Turn])
def test_every_field_is_required_and_none_may_be_added(answer: type[BaseModel]):
    schema = strict(answer.model_json_schema())
    assert schema is not None
    for each in objects(schema):
        assert each["required"] == list(each["properties"]) and each["additionalProperties"] is False
    text = repr(schema)
    assert not any(f"'{word}':" in text for word in ("default", "maxLength", "prefixItems", "oneOf", "discriminator", "allOf"))


def test_what_follows_the_strict_schema_follows_the_other():
    turn = {"move": {"kind": "walk", "to": {"room": "hall", "floor": 2}}, "then": [{"room": "a", "floor": 0}], "sure": None}
    assert Turn.model_validate(turn).move.to.floor == 2
    move = strict(Turn.model_json_schema())["properties"]["move"]  # type: ignore[index]
    assert move["anyOf"] == [{"$ref": "#/$defs/Walk"}, {"$ref": "#/$defs/Talk"}]


def test_defaults_and_lengths_are_told_in_words():
    say = strict(Act.model_json_schema())["properties"]["say"]  # type: ignore[index]
    assert say["description"] == '(default: "", maxLength: 4000)'


def test_nothing_stands_beside_a_reference():
    to = strict(Turn.model_json_schema())["$defs"]["Walk"]["properties"]["to"]  # type: ignore[index]
    assert "$ref" not in to and to["description"].startswith("Where to.") and to["required"] == ["room", "floor"]


def test_a_tuple_of_the_same_is_a_list():
    texts = strict(Tell.model_json_schema())["properties"]["texts"]  # type: ignore[index]
    assert (texts["minItems"], texts["maxItems"], texts["items"]["type"]) == (3, 3, "string")


def test_legal_values_have_a_type():
    schema = Request(1, "a", Act, {"action": ["wait", "task"]}).schema()
    assert strict(schema)["properties"]["action"] == {"enum": ["wait", "task"], "type": "string"}  # type: ignore[index]


@pytest.mark.parametrize(
    "schema",
    [
        Loose.model_json_schema(),
        Pair.model_json_schema(),
        {"type": "string"},
        {"type": "object"},
        {"anyOf": [{"type": "object", "properties": {}}]},
        {"type": "object", "properties": {"a": {"not": {"type": "string"}}}},
        {"type": "object", "properties": {"a": True}},
    ],
)
def test_what_the_dialect_cannot_say_is_said_otherwise(schema: dict[str, Any]):
    assert strict(schema) is None


def test_a_schema_is_not_changed():
    schema = Turn.model_json_schema()
    strict(schema)
    assert schema == Turn.model_json_schema()


def test_a_schema_in_words_is_the_whole_schema():
    assert in_words({"type": "object", "title": "Übung"}).endswith('{"type": "object", "title": "Übung"}')
