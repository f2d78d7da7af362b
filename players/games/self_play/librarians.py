"""The officials of self-play: who searches corpora, by words or by meaning, and who does sums."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from woozle.core.games.self_play.events import CALCULATOR, LIBRARIAN
from woozle.core.match import Player
from woozle.core.text import visible_line
from woozle.players.games.self_play import bm25, dense
from woozle.players.games.self_play.calculator import Calculator
from woozle.players.games.self_play.librarian import Catalogue, Librarian
from woozle.players.games.self_play.shelves import WORLD
from woozle.players.paths import without_home
from woozle.players.services.office import Kind, Office, OfficialError, checking

_EITHER = "bm25+dense"


def offices(config: Any) -> tuple[Office, ...]:
    """A librarian and a calculator. Both are seated, and asked only where a helper has such a tool."""
    return SEARCHES, CALCULATES


@cache
def catalogue(place: str = "") -> Catalogue:
    """The indexes of this process: by words or, given the place of an embedder, by meaning. Raises DenseError."""
    return Catalogue(partial(dense.Index, embedded=dense.embedder(place).embedded) if place else bm25.Index)


def _by_words(_: str) -> Player:
    return Librarian(lambda corpus: catalogue(), {"name": "bm25", "version": bm25.VERSION}, at_once=True)


def _by_meaning(place: str) -> Player:
    return Librarian(lambda corpus: catalogue(place), {"name": "dense", "place": without_home(place)}, at_once=False)


def _by_either(more: str) -> Player:
    name, place = _named(more)
    described = {"name": _EITHER, "place": f"{name}={without_home(place)}"}
    return Librarian(lambda corpus: catalogue(place if _is_meant(name, corpus) else ""), described, at_once=False)


def must_search_one_of(text: str, corpora: Sequence[str]) -> None:
    """Raises OfficialError, with a sentence, if a librarian, as it is typed, is for a corpus that is none of these."""
    spec = SEARCHES.named(text)
    if spec.kind.name != _EITHER:
        return
    name, _ = _named(spec.place)
    if not any(_is_meant(name, corpus) for corpus in corpora):
        shown = ", ".join(map(visible_line, dict.fromkeys(corpora)))
        raise OfficialError(f"Nobody here searches {visible_line(name)}; of these, name one before the folder: {shown}.")


def _is_meant(name: str, corpus: str) -> bool:
    """Whether a corpus is named so: a book of a world that was made also by its name alone, whatever the seed."""
    return name == corpus or (corpus.startswith(WORLD) and corpus.removeprefix(WORLD).split(":")[-1] == name)


def _named(more: str) -> tuple[str, str]:
    """The corpus that is searched by meaning, and where the embedder is. Raises OfficialError."""
    name, _, place = (piece.strip() for piece in more.partition("="))
    if not name or not place:
        raise OfficialError("bm25+dense needs a corpus and a folder, as in bm25+dense:medicine=~/models/minilm.")
    return name, place


_check = checking(dense.check, dense.DenseError)


SEARCHES = Office(
    LIBRARIAN,
    "search",
    "corpora",
    (
        Kind("bm25", "by words, with the formula of Lucene; needs nothing", _by_words, version=bm25.VERSION),
        Kind("dense", "by meaning, with an embedder of yours, dense:FOLDER", _by_meaning, "FOLDER", check=_check),
        Kind(
            _EITHER,
            "one corpus by meaning, the others by words, bm25+dense:CORPUS=FOLDER",
            _by_either,
            "CORPUS=FOLDER",
            check=lambda more: _check(_named(more)[1]),
        ),
    ),
)

CALCULATES = Office(
    CALCULATOR,
    "work out",
    "sums",
    (Kind(Calculator.name, "exact sums; made here, needs nothing", lambda _: Calculator(), version=Calculator.version),),
)
