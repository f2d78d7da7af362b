"""A bot that plays any game at random, from the JSON schema of the request alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Any

from woozle.core.chance import Chance
from woozle.core.game import Event, Refused
from woozle.core.request import Answer, Request
from woozle.players.bot import Bot

WORDS = ("maybe", "well", "indeed", "nothing", "seems", "fine", "here", "today", "some", "light", "round", "table")
_DEEPEST = 6  # a schema that refers to itself would never end
_MORE = 3  # items beyond the fewest allowed, at most, in a list without an upper limit
_SPAN = 9  # a number with one limit or none lies within so much of it


class RandomBot(Bot):
    """Draws each value of its answer from the schema. It wins by accident, and shows that a request says all that is needed."""

    name = "random"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        return _draw_answer(request, self.chance(request), _refusals(observation))


def random_answer(request: Request, random: Random) -> Answer:
    """Return a legal answer to any request, drawn from its JSON schema."""
    return _draw_answer(request, Chance(random.randbytes(32)))


def random_fields(schema: Mapping[str, Any], random: Random) -> dict[str, Any]:
    """Return the fields of a legal answer, drawn from the JSON schema of a request."""
    return _draw_fields(schema, Chance(random.randbytes(32)), "")


def _refusals(observation: Sequence[Event]) -> int:
    """Return how often rules have just refused an answer: those of a game may allow less than the schema does."""
    return len([*takewhile(lambda event: isinstance(event, Refused), reversed(observation))])


def _draw_answer(request: Request, chance: Chance, refusals: int = 0) -> Answer:
    path = f"{request.answer.__name__} again {refusals}" if refusals else request.answer.__name__
    return request.answer.model_validate(_draw_fields(request.schema(), chance, path))


def _draw_fields(schema: Mapping[str, Any], chance: Chance, path: str) -> dict[str, Any]:
    fields: dict[str, Any] = _Draw(chance, schema.get("$defs", {})).value(schema, path)
    return fields


class _Draw:
    """Values of one schema, drawn by the path where they stand."""

    def __init__(self, chance: Chance, definitions: Mapping[str, Any]) -> None:
        self._chance = chance
        self._definitions = definitions

    def value(self, schema: Mapping[str, Any], path: str) -> Any:
        if "$ref" in schema:
            return self.value(self._definitions[schema["$ref"].rpartition("/")[2]], path)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._chance.choice(path, schema["enum"])
        for union in ("anyOf", "oneOf"):
            if union in schema:
                return self._branch(schema[union], path)
        if "allOf" in schema:
            merged: dict[str, Any] = {}
            for part in schema["allOf"]:
                merged |= part
            return self.value(merged, path)
        return self._plain(schema, path)

    def _branch(self, branches: Sequence[Mapping[str, Any]], path: str) -> Any:
        if path.count(".") >= _DEEPEST:
            branches = [branch for branch in branches if branch.get("type") in _FLAT or "const" in branch] or branches
        branch = self._chance.below(f"{path}|", len(branches))
        return self.value(branches[branch], f"{path}|{branch}")

    def _plain(self, schema: Mapping[str, Any], path: str) -> Any:
        match schema.get("type"):
            case "object":
                return self._object(schema, path)
            case "array":
                return self._array(schema, path)
            case "string":
                return self._string(schema, path)
            case "integer":
                return self._integer(schema, path)
            case "number":
                return self._number(schema, path)
            case "boolean":
                return bool(self._chance.below(path, 2))
            case _:
                return None

    def _object(self, schema: Mapping[str, Any], path: str) -> dict[str, Any]:
        drawn = {name: self.value(part, f"{path}.{name}") for name, part in schema.get("properties", {}).items()}
        fewest, rest = schema.get("minProperties", 0), schema.get("additionalProperties")
        while len(drawn) < fewest and isinstance(rest, Mapping):
            name = f"{self._chance.choice(path, WORDS)}{len(drawn)}"
            drawn[name] = self.value(rest, f"{path}.{name}")
        return drawn

    def _array(self, schema: Mapping[str, Any], path: str) -> list[Any]:
        first = schema.get("prefixItems", [])
        drawn = [self.value(part, f"{path}.{i}") for i, part in enumerate(first)]
        item = schema.get("items")
        if not isinstance(item, Mapping) or not item:
            return drawn
        fewest = schema.get("minItems", 0)
        most = min(schema.get("maxItems", fewest + _MORE), fewest + _MORE)
        if path.count(".") >= _DEEPEST:
            most = fewest
        size = max(len(first), fewest + self._chance.below(f"{path}.size", most - fewest + 1))
        for i in range(len(drawn), size):
            one = self.value(item, f"{path}.{i}")
            for again in range(20 if schema.get("uniqueItems") else 0):
                if one not in drawn:
                    break
                one = self.value(item, f"{path}.{i}.{again}")
            if not schema.get("uniqueItems") or one not in drawn:
                drawn.append(one)
        return drawn

    def _string(self, schema: Mapping[str, Any], path: str) -> str:
        fewest, most = schema.get("minLength", 0), schema.get("maxLength")
        text = " ".join(self._chance.sample(path, WORDS, 1 + self._chance.below(f"{path} words", 3)))
        while len(text) < fewest:
            text += f" {self._chance.choice(path, WORDS)}"
        cut = text if most is None else text[:most]
        return cut.strip() if len(cut.strip()) >= fewest else cut.replace(" ", "-")

    def _integer(self, schema: Mapping[str, Any], path: str) -> int:
        step = int(schema.get("multipleOf", 1))
        low, high = _limits(schema, step)
        low += -low % step
        return low + step * self._chance.below(path, max(1, (high - low) // step + 1))

    def _number(self, schema: Mapping[str, Any], path: str) -> float:
        """Return one of the 99 inner points that cut the range into hundredths: legal whether or not the ends are."""
        low = schema.get("minimum", schema.get("exclusiveMinimum"))
        high = schema.get("maximum", schema.get("exclusiveMaximum"))
        if low is None:
            low = high - _SPAN if high is not None else 0
        if high is None:
            high = low + _SPAN
        return float(low + (high - low) * (1 + self._chance.below(path, 99)) / 100) if high > low else float(low)


_FLAT = frozenset({"null", "string", "integer", "number", "boolean"})


def _limits(schema: Mapping[str, Any], step: int) -> tuple[int, int]:
    low, high = schema.get("minimum"), schema.get("maximum")
    if "exclusiveMinimum" in schema:
        low = int(schema["exclusiveMinimum"]) + 1
    if "exclusiveMaximum" in schema:
        high = int(schema["exclusiveMaximum"]) - 1
    if low is None:
        low = high - _SPAN * step if high is not None else 0
    if high is None:
        high = low + _SPAN * step
    return int(low), int(high)
