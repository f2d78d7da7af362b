"""Wordings of queries, written and parsed by the templates of wordings.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from woozle.core.chance import Chance
from woozle.core.names import join_names
from woozle.games.undercover.scenes.graph import Scene, Setting
from woozle.games.undercover.scenes.queries import About, Query, find
from woozle.games.undercover.scenes.vocabulary import PATTERNS, SIZES, TEXT, Kind, Vocabulary, palette, vocabulary
from woozle.games.undercover.scenes.words import NUMBERS, phrase_count

_TOKEN = re.compile(r"\{(\w+)\}")
_LISTED = re.compile(", | and ")
_BY_COUNT = {"is": ("is", "are"), "does": ("does", "do"), "it": ("it", "they")}


def word_query(chance: Chance, query: Query, scene: Scene, *, is_earlier: bool = False) -> str:
    """Return a query as a question about a scene. Only whether there are one or several of a thing shows which scene that is.

    is_earlier: as it was worded until version 4 of the rules.
    """
    words = vocabulary(scene.setting)
    filled = _fill_tokens(query, scene, words)
    template = chance.choice("question.wording", _wordings()[query.is_yes_no][query.about])
    template = _earlier_wordings().get(template, template) if is_earlier else template
    return _TOKEN.sub(lambda token: filled[token[1]], template)


@lru_cache(maxsize=1024)
def parse_query(text: str, setting: Setting) -> Query | None:
    """Return the query of a question that was worded here; None for any other."""
    for pattern, about in _patterns(setting):
        if read := pattern.fullmatch(text):
            return _query(about, read.groupdict(), vocabulary(setting))
    return None


def _fill_tokens(query: Query, scene: Scene, words: Vocabulary) -> dict[str, str]:
    filled = {"value": query.value, "place": words.places[query.place].name}
    thing = find(scene, query.kind)
    if kind := words.kinds.get(query.kind):
        count = thing.count if thing else 1
        filled |= {
            "thing": kind.words(count),
            "things": kind.plural,
            "a_thing": phrase_count(1, kind),
            "either": " or ".join(kind.states),
        }
        for token, (singular, plural) in _BY_COUNT.items():
            filled[token] = singular if count == 1 else plural
            filled[token.capitalize()] = filled[token].capitalize()
        if query.about == "count" and query.value:
            filled["are"], filled["numbered"] = ("is" if query.value == "1" else "are"), _phrase_count(int(query.value), kind)
            filled["Are"] = filled["are"].capitalize()
    if query.also:
        filled["listed"] = join_names([words.kinds[kind].plural for kind in query.kinds])
    if than := find(scene, query.than):
        filled["than"] = words.kinds[than.kind].words(than.count)
    return filled


def _phrase_count(count: int, kind: Kind) -> str:
    return f"one {kind.word}" if count == 1 else phrase_count(count, kind)


def _query(about: About, read: Mapping[str, str | None], words: Vocabulary) -> Query:
    kinds = {word: kind.name for kind in words.kinds.values() for word in (kind.word, kind.plural)}
    places = {place.name: place.index for place in words.places}
    value = read.get("value") or ""
    if number := read.get("number"):
        value = str(NUMBERS.index(number))
    if listed := read.get("listed"):
        first, *also = (kinds[word] for word in _LISTED.split(listed))
        return Query(about, kind=first, also=tuple(also))
    return Query(
        about,
        kind=kinds.get(read.get("kind") or "", ""),
        value=value,
        place=places.get(read.get("place") or "", -1),
        than=kinds.get(read.get("than") or "", ""),
    )


@cache
def _file() -> Any:
    return tomllib.loads(files(__package__).joinpath("wordings.toml").read_text("utf-8"))


def _wordings() -> Mapping[bool, Mapping[About, list[str]]]:
    """Return the templates, by whether they ask for yes or no, and by subject."""
    return {True: _file()["yes_no"], False: _file()["open"]}


def _earlier_wordings() -> Mapping[str, str]:
    """Return the templates of before version 5 of the rules, by those in their place."""
    earlier: dict[str, str] = _file()["until_version_4"]
    return earlier


@cache
def _patterns(setting: Setting) -> list[tuple[re.Pattern[str], About]]:
    """Return a pattern for each template, which matches it with any words of the setting."""
    words = vocabulary(setting)
    return [
        (re.compile(_pattern(wording, _alternatives(about, words))), about)
        for wordings in _wordings().values()
        for about, templates in wordings.items()
        for template in templates
        for wording in dict.fromkeys((template, _earlier_wordings().get(template, template)))
    ]


def _pattern(wording: str, alternatives: Mapping[str, str]) -> str:
    parts = _TOKEN.split(wording)  # text and names of tokens in turn
    return "".join(alternatives[part.lower()] if i % 2 else re.escape(part) for i, part in enumerate(parts))


def _alternatives(about: About, words: Vocabulary) -> dict[str, str]:
    """Return the pattern of the possible replacements of each token. Words that begin alike are distinguished by the rest."""
    kinds = _any(word for kind in words.kinds.values() for word in (kind.word, kind.plural))
    kind = f"(?P<kind>{kinds})"
    return {
        "thing": kind,
        "things": kind,
        "a_thing": f"an? {kind}",
        "numbered": f"(?P<number>{_any(NUMBERS)}) {kind}",
        "than": f"(?P<than>{kinds})",
        "listed": f"(?P<listed>(?:{kinds})(?:, (?:{kinds}))* and (?:{kinds}))",
        "place": f"(?P<place>{_any(place.name for place in words.places)})",
        "value": f"(?P<value>{TEXT if about in ('text', 'reading') else _any(_values(about, words))})",
        "either": f"(?:{_any(' or '.join(kind.states) for kind in words.kinds.values() if kind.states)})",
        "are": "(?:[Ii]s|[Aa]re)",
        **{token: f"(?:{_any((*forms, *(form.capitalize() for form in forms)))})" for token, forms in _BY_COUNT.items()},
    }


def _values(about: About, words: Vocabulary) -> Iterable[str]:
    match about:
        case "colour":
            return palette()
        case "pattern":
            return PATTERNS
        case "size":
            return SIZES
        case "state":
            return {state: None for kind in words.kinds.values() for state in kind.states}
        case "side":
            return ("left", "right")
        case "taller":
            return ("taller", "shorter")
    return ()


def _any(items: Iterable[str]) -> str:
    return "|".join(map(re.escape, items))
