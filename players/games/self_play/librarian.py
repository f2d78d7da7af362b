"""The librarian of self-play: finds the paragraphs of a corpus that fit a question best, by words or by meaning."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol, TypeAlias

from woozle.core.game import Event
from woozle.core.games.self_play.data import LONGEST, Corpus, Paragraph
from woozle.core.games.self_play.events import Found, Query
from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request, Response
from woozle.players.games.self_play.bm25 import Hit
from woozle.players.games.self_play.dense import DenseError
from woozle.players.games.self_play.shelves import ShelfError, corpus

_KEPT = 8  # indexes of this process; one of 100,000 paragraphs takes 140 MB


class Index(Protocol):
    """Texts that can be searched."""

    def best(self, query: str, most: int) -> list[Hit]:
        """The texts that fit best, the best first, at most so many."""


Indexing: TypeAlias = Callable[[Sequence[str]], Index]


class Catalogue:
    """The indexes of one way of searching, each made when it is first asked for."""

    def __init__(self, indexing: Indexing) -> None:
        self._indexing = indexing
        self._kept: OrderedDict[str, tuple[Corpus, Index]] = OrderedDict()
        self._lock = Lock()

    def has(self, name: str) -> bool:
        """Whether a corpus can be searched without being read first."""
        return name in self._kept

    def found(self, name: str, query: str, most: int) -> list[Paragraph]:
        """What fits a query best. Raises ShelfError, and what making or asking the index raises."""
        with self._lock:
            if name not in self._kept:
                shelf = corpus(name)
                self._kept[name] = shelf, self._indexing([f"{each.title} {each.text}" for each in shelf.paragraphs])
                while len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(name)
            shelf, index = self._kept[name]
        return [shelf.paragraphs[hit.at] for hit in index.best(query, most)]


class Librarian:
    """Answers what is looked for with the paragraphs that fit best. It searches nothing but what it is told to."""

    is_person = False
    keeps_time = False

    def __init__(self, of: Callable[[str], Catalogue], description: Mapping[str, Any], *, at_once: bool) -> None:
        """of: in which indexes a corpus of that name is looked for. description: for the header, enough to seat the same again.

        at_once: whether searching takes no time.
        """
        self._of = of
        self._description = {"kind": "librarian", **description}
        self.answers_at_once = at_once

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """What was found. Raises Halt where the corpus or the model is not to be had."""
        query = asked(request, observation)
        seconds = 0.0 if self.answers_at_once else None
        try:
            catalogue = self._of(query.corpus)
            if self.answers_at_once and catalogue.has(query.corpus):
                found = catalogue.found(query.corpus, query.text, query.most)
            else:
                found = await asyncio.to_thread(catalogue.found, query.corpus, query.text, query.most)
        except (ShelfError, DenseError) as error:
            raise Halt(str(error)) from error
        except MemoryError:
            return Response(request.id, Forfeit("error", "The corpus does not fit into memory; search a smaller one."), seconds)
        return Response(request.id, answer(query, found), seconds)

    def found(self, name: str, query: str, most: int) -> list[Paragraph]:
        """The same outside of a match. Raises ShelfError, DenseError."""
        return self._of(name).found(name, query, most)

    def describe(self) -> dict[str, Any]:
        """Enough to seat the same librarian again."""
        return dict(self._description)


def asked(request: Request, observation: Sequence[Event]) -> Query:
    """What an official of self-play is to find or to work out: the request names one of those that it was told."""
    (of,) = request.choices["of"]
    return next(event for event in reversed(observation) if isinstance(event, Query) and event.number == of)


def answer(query: Query, found: Sequence[Paragraph]) -> Found:
    """What was found, as it is told."""
    texts, sources = tuple(worded(each)[:LONGEST] for each in found), tuple(each.id for each in found)
    return Found(of=query.number, texts=texts, sources=sources)


def worded(paragraph: Paragraph) -> str:
    """A paragraph as it is read: its title stands before it unless it begins with that."""
    title = paragraph.title
    if not title or paragraph.text.casefold().startswith(title.casefold()):
        return paragraph.text
    return f"{title}: {paragraph.text}"
