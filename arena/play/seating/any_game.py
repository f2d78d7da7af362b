"""What can be set before a match of any game: its presets, and the options that have few values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from woozle.arena.play.seating import chairs
from woozle.arena.play.start import Start
from woozle.arena.views.forms import Dial, Form
from woozle.arena.views.words import room_title
from woozle.core import registry
from woozle.core.choosing import options
from woozle.core.welcome import welcome

_MOST = 12  # values of an option that are offered
_AS_PRESET = ""


class AnyForm:
    """The form of one game."""

    def __init__(self, game: str) -> None:
        """Raises UnknownGameError for a game that is not installed."""
        self._kind = registry.game(game)
        self._title = welcome(game).title

    def form(self, models: Sequence[str] = ()) -> Form:
        """What there is to choose from: one person, bots on the seats that are usually taken. models: that are offered at once."""
        kind = self._kind
        presets = tuple(kind.presets)
        rules = (Dial("preset", "Rules", presets, presets, hint="What is left as it is below is as these say."),)
        return Form(
            kind.name,
            self._title,
            tuple(kind.seat_names),
            chairs.seat_dials(kind, kind.usual_seats, models),
            (*(rules if len(presets) > 1 else ()), *self._options()),
            (chairs.BLIND,),
        )

    def start(self, values: Mapping[str, str]) -> Start:
        """The match that was set. Raises ValueError, with one line for people, if it cannot be played."""
        kind = self._kind
        seats = chairs.seats_of(values, kind, self._title)
        people = chairs.people_of(values, seats)
        chosen = {dial.id: values[dial.id] for dial in self._options() if values.get(dial.id, _AS_PRESET) != _AS_PRESET}
        config = registry.configure(kind, values.get("preset") or next(iter(kind.presets)), chosen)
        kind(len(seats), config)
        return Start(kind.name, seats, config, chairs.seed_of(values), people, chairs.is_blind(values, people, seats))

    def _options(self) -> Iterator[Dial]:
        schema = self._kind.config_type.model_json_schema()
        for name, part in schema.get("properties", {}).items():
            label, hint = room_title(name), _sentence(part.get("description", ""))
            if name.startswith("seconds_to_"):
                yield from chairs.limits(**{name.removeprefix("seconds_to_"): f"{room_title(name.removeprefix('seconds_to_'))} in"})
            elif values := tuple(map(_words, _values(part, schema.get("$defs", {})))):
                yield Dial(name, label, (_AS_PRESET, *values), ("as the rules say", *values), hint=hint)


def _values(part: Mapping[str, Any], definitions: Mapping[str, Any]) -> Sequence[Any]:
    """The values of an option that are offered: all, if they are few, or those that its type gives as examples."""
    if examples := part.get("examples"):
        return list(examples)
    if (legal := options(part, definitions)) is not None:
        return [value for value in legal if value is not None][:_MOST]
    match part:
        case {"type": "integer", "minimum": int(low), "maximum": int(high)} if high - low < _MOST:
            return range(low, high + 1)
    return ()


def _words(value: Any) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}." if text else ""
