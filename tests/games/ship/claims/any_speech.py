"""Speeches put together by chance from what players say on the ship: clauses, times, joints. Few of them make sense."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from woozle.core.chance import Chance

_SAID = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def any_speech(chance: Chance, seats: Sequence[str], rooms: Sequence[str]) -> str:
    """Return one to four clauses with names of these seats and rooms."""
    text = ""
    for number in range(1 + chance.below("clauses", 4)):
        clause = " ".join(filter(None, (chance.choice("clause", _SAID["clauses"]), chance.choice("time", _SAID["times"]))))
        if chance.below("time first", 6) == 0:
            clause = f"{chance.choice('time', _SAID['times']) or 'so'}, {clause}"
        text += (chance.choice("joint", _SAID["joints"]) if number else "") + clause.format_map(_Names(chance, seats, rooms))
    return text + chance.choice("stop", (".", ".", "?", "", "!"))


class _Names(dict[str, str]):
    def __init__(self, chance: Chance, seats: Sequence[str], rooms: Sequence[str]) -> None:
        super().__init__()
        self._chance, self._seats, self._rooms = chance, seats, rooms

    def __missing__(self, name: str) -> str:
        draw = self._chance
        match name:
            case "who":
                return draw.choice(name, ("I", "I", "I", "we", "he", "she", "they", "you", "nobody", "someone", *self._seats))
            case "other" | "third":
                return draw.choice(
                    name, (*self._seats, *self._seats, "him", "them", " and ".join(draw.sample(name, self._seats, 2)))
                )
            case "room":
                return draw.choice(name, self._rooms)
            case "place":
                some = draw.sample(name, self._rooms, 2)
                return draw.choice(name, (some[0], some[0], " and ".join(some), " or ".join(some), ", ".join(some), "there", "it"))
            case "way":
                return draw.choice(name, (" -> ", ", ", " to ", " then ", "/")).join(
                    draw.sample(name, self._rooms, 2 + draw.below(name, 2))
                )
            case "tick" | "later":
                return str(draw.below(name, 18) + 5 * (name == "later"))
            case "when":
                return draw.choice(name, _SAID["times"][3:12]).format_map(self)
            case _:
                return draw.choice(name, _SAID["words"][name])
