"""Names of players, seats and options in texts and tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Names of the options of a question, in order."""

NUMBER_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
"""English words of the numbers from 0 to 19."""

TENS_WORDS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
"""English words of the tens from 20."""

POWER_WORDS = ("hundred", "thousand", "million", "billion", "trillion")
"""English words of 100 and of the powers of a thousand."""


def player_name(described: Mapping[str, Any], dropped: Collection[str] = ()) -> str:
    """Return the name under which a player is compared: `person`, `bot:ship`, `openai@lab:gpt-5-mini?temperature=0.7`.

    A model with other settings is another player.

    Args:
        described: Description of the player in a transcript's header.
        dropped: Settings of its sampling that had no effect.
    """
    kind, name = str(described.get("kind", "?")), str(described.get("name", ""))
    if kind == "human":
        return "person"
    if "model" in described:
        service = f"{name}:" if kind != "model" and name != described.get("backend") else ""
        return f"{service}{_model_name(described, dropped)}"
    return f"{kind}:{name}" if name else kind


def is_model_player(player: Mapping[str, Any]) -> bool:
    """Return whether a header describes a model, at a seat or as a service."""
    return player.get("kind") == "model" or "backend" in player


def join_names(names: Iterable[str]) -> str:
    """Return names as an enumeration: `Bob, Eve and Ivy`; empty for none."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def seat_letters(names: Iterable[str]) -> str:
    """Return one letter for each name: its initial or, if initials repeat or are not A to Z, A, B, C in order (A again after Z)."""
    names = list(names)
    initials = "".join(name[:1].upper() for name in names)
    is_plain = initials.isascii() and initials.isalpha() and len(initials) == len(names) == len(set(initials))
    return initials if is_plain else "".join(LETTERS[at % len(LETTERS)] for at in range(len(names)))


def _model_name(described: Mapping[str, Any], dropped: Collection[str]) -> str:
    where = "@".join(str(described[name]) for name in ("backend", "endpoint") if described.get(name))
    sampling = described.get("sampling")
    asked = sampling if isinstance(sampling, Mapping) else {}
    settings = {name: each for name, each in asked.items() if name not in dropped}
    settings |= {name: described.get(name) for name in ("thoughts", "pictures")}
    settings |= {"memory": None if (memory := described.get("memory")) == "none" else memory}
    settings |= _own_texts(described)
    unusual = "&".join(
        f"{name}={_setting(each)}" for name, each in settings.items() if each is not None and (name, each) != ("thoughts", True)
    )
    return f"{where}:{described['model']}{'?' if unusual else ''}{unusual}"


def _own_texts(described: Mapping[str, Any]) -> dict[str, str]:
    """Return the other prompts that a model reads, by option; of the user's texts the file and the beginning of the digest."""
    said = described.get("prompt")
    texts = {name: said.get(name) for name in ("prompt", "guide")} if isinstance(said, Mapping) else {}
    other = {"prompts": str(said["name"])} if isinstance(said, Mapping) and "name" in said else {}
    return other | {
        name: f"{each.get('file')}#{str(each.get('sha256'))[:8]}" for name, each in texts.items() if isinstance(each, Mapping)
    }


def _setting(each: object) -> str:
    return ("off", "on")[each] if isinstance(each, bool) else f"{each:g}" if isinstance(each, float) else str(each)
