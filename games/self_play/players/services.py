"""The services of self-play: who searches corpora, by words or by meaning, and who does sums."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import Any

from woozle.core.event import Event
from woozle.core.match import Player
from woozle.core.request import Request
from woozle.core.text import visible_line
from woozle.games.self_play.events import CALCULATOR, LIBRARIAN, Worked, find_query
from woozle.games.self_play.players import bm25, calculator, dense
from woozle.games.self_play.players.corpus_loader import WORLD
from woozle.games.self_play.players.retriever import IndexCache, Retriever
from woozle.players.paths import hide_home
from woozle.players.services.service import Service, ServiceError, ServiceRole, rule_service

_EITHER = "bm25+dense"


def service_roles(config: Any) -> tuple[ServiceRole, ...]:
    """Return a retriever and a calculator. Both are seated, and asked only where a helper has such a tool."""
    return RETRIEVER_ROLE, CALCULATOR_ROLE


@cache
def index_cache(place: str = "") -> IndexCache:
    """Return the indexes of this process: by words or, given the place of an embedder, by meaning. Raise ServiceError."""
    return IndexCache(partial(dense.Index, embedded=dense.embedder(place).embed) if place else bm25.Index)


def _by_words(_: str) -> Player:
    return Retriever(lambda corpus: index_cache(), {"name": "bm25", "version": bm25.VERSION}, at_once=True)


def _by_meaning(place: str) -> Player:
    return Retriever(lambda corpus: index_cache(place), {"name": "dense", "place": hide_home(place)}, at_once=False)


def _by_either(more: str) -> Player:
    name, place = _parse_mixed(more)
    described = {"name": _EITHER, "place": f"{name}={hide_home(place)}"}
    return Retriever(lambda corpus: index_cache(place if _has_name(name, corpus) else ""), described, at_once=False)


def check_corpora(text: str, corpora: Sequence[str]) -> None:
    """Raise ServiceError, with a sentence, if a retriever, as it is typed, is for none of these corpora."""
    spec = RETRIEVER_ROLE.parse(text)
    if spec.service.name != _EITHER:
        return
    name, _ = _parse_mixed(spec.argument)
    if not any(_has_name(name, corpus) for corpus in corpora):
        shown = ", ".join(map(visible_line, dict.fromkeys(corpora)))
        raise ServiceError(f"No tool here searches {visible_line(name)}; name one of these before the folder: {shown}.")


def _has_name(name: str, corpus: str) -> bool:
    """Return whether a corpus has this name: a book of a made world also by its name alone, whatever the seed."""
    return name == corpus or (corpus.startswith(WORLD) and corpus.removeprefix(WORLD).split(":")[-1] == name)


def _parse_mixed(more: str) -> tuple[str, str]:
    name, _, place = (piece.strip() for piece in more.partition("="))
    if not name or not place:
        raise ServiceError("bm25+dense needs a corpus and a folder, as in bm25+dense:medicine=~/models/minilm.")
    return name, place


RETRIEVER_ROLE = ServiceRole(
    LIBRARIAN,
    "search corpora",
    (
        Service("bm25", "by words, with the formula of Lucene; needs nothing", _by_words, version=bm25.VERSION),
        Service("dense", "by meaning, with an embedder of yours, dense:FOLDER", _by_meaning, "FOLDER", check=dense.check),
        Service(
            _EITHER,
            "one corpus by meaning, the others by words, bm25+dense:CORPUS=FOLDER",
            _by_either,
            "CORPUS=FOLDER",
            check=lambda more: dense.check(_parse_mixed(more)[1]),
        ),
    ),
)


def _calculate(request: Request, observation: Sequence[Event]) -> Worked:
    query = find_query(request, observation)
    return calculator.answer(query.number, query.text)


EXACT = rule_service(
    CALCULATOR,
    "exact",
    calculator.VERSION,
    _calculate,
    "exact sums; made here, needs nothing",
)

CALCULATOR_ROLE = ServiceRole(
    CALCULATOR,
    "work out sums",
    (EXACT,),
)
