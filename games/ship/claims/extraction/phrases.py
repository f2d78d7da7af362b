"""The phrases by which speeches take sides: each a pattern over words in their base form."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from woozle.core.value import value
from woozle.games.ship.claims.extraction.lexicon import verbs, words

_BREAKS = "that|who|what|which|if|unless|because|when|while|but|so|and|or|less|least|not|no|without|nobody|nothing"
_GAP = rf"(?:(?!(?:{_BREAKS}) )[\w'#]+ ){{0,3}}"
_SEATS = {
    "@": "(@@?) ",
    "@@": "(@@) ",
    "@me": "(@@?|me) ",
    "@us": "(@@|us) ",
    "me": "(me) ",
    "~": _GAP,
    "^": "(?<![^,:—] )",
    "$": "(?=[,:—@]|me |us |because |but |so |though |to me |for me |guys |$)",
    "^^": "(?<!. )",
}
_STANDS_FOR = {"@": ("@", "@@"), "@@": ("@@",), "@me": ("@", "@@", "me"), "@us": ("@@", "us"), "me": ("me",)}
_AS_SAID = frozenset(["killed", "murdered"])  # not read in their base form: "Bob killed her" accuses, "saw Bob kill her" tells


@lru_cache(4096)
def base_of(text: str) -> str:
    """Return a word in its base form; empty for one that changes nothing: an article, a degree, an adverb that no phrase needs."""
    if text in words("degrees") or ((text in words("adverbs") or text.endswith("ly")) and text not in _needed_words()):
        return ""
    verb = verbs().get(text)
    return "be" if text in words("be") else verb.base if verb and text not in _AS_SAID else text


@cache
def _entries() -> Mapping[tuple[str, str], Sequence[str]]:
    listed = tomllib.loads(files(__package__).joinpath("phrases.toml").read_text("utf-8"))
    classes = {f"{{{name}}}": "|".join(members.split()) for name, members in listed.pop("classes").items()}
    return {
        (kind, degree): [re.sub(r"{\w+}", lambda name: classes[name[0]], entry) for entry in entries]
        for kind, degrees in listed.items()
        for degree, entries in degrees.items()
    }


@cache
def _needed_words() -> frozenset[str]:
    return frozenset(re.findall(r"\w+", " ".join(entry for entries in _entries().values() for entry in entries)))


@value
class Phrases:
    """The phrases of one kind and degree that may begin with one word. order: of the kind and degree in the list."""

    kind: str
    degree: str
    order: int
    pattern: re.Pattern[str]


@cache
def phrases_from(word: str) -> Sequence[Phrases]:
    """Return the phrases that may begin with a word. Gaps and options are bounded, so that to match them takes constant time."""
    order = {key: number for number, key in enumerate(_entries())}
    entries_of = _by_first_word().get(word, {})
    return [Phrases(*key, order[key], re.compile(_pattern(entries))) for key, entries in entries_of.items()]


@cache
def _by_first_word() -> Mapping[str, Mapping[tuple[str, str], Sequence[Sequence[str]]]]:
    found: dict[str, dict[tuple[str, str], list[Sequence[str]]]] = {}
    for key, entries in _entries().items():
        for entry in map(str.split, entries):
            for word in _first_words(entry):
                found.setdefault(word, {}).setdefault(key, []).append(entry)
    return found


def _first_words(entry: Sequence[str]) -> frozenset[str]:
    """Return the words that a phrase may begin with."""
    first, rest = entry[0], entry[1:]
    if first in ("^", "^^"):
        return _first_words(rest)
    if first in _SEATS:
        return frozenset(_STANDS_FOR[first])
    said = frozenset(first.removesuffix("?").split("|"))
    return said | _first_words(rest) if first.endswith("?") else said


def _pattern(entries: Sequence[Sequence[str]]) -> str:
    """Return a pattern for phrases, in which those that begin alike share their beginning."""
    rests: dict[str, list[Sequence[str]]] = {}
    for entry in entries:
        rests.setdefault(entry[0] if entry else "", []).append(entry[1:])
    said = [_item(first) + _pattern(rest) if first else "" for first, rest in rests.items()]
    return said[0] if len(said) == 1 else f"(?:{'|'.join(said)})"


def _item(item: str) -> str:
    if item in _SEATS:
        return _SEATS[item]
    if item.startswith("!"):
        return f"(?!{item[1:]} )"
    said = "|".join(map(re.escape, item.removesuffix("?").split("|")))
    return f"(?:(?:{said}) )?" if item.endswith("?") else f"(?:{said}) " if "|" in item else f"{said} "
