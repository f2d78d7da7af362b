"""The retriever of self-play, which finds the paragraphs of a corpus that fit a question best."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol, TypeAlias

from woozle.core.game import Event
from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request, Response
from woozle.games.self_play.data import LONGEST, Paragraph
from woozle.games.self_play.events import Found, find_query
from woozle.games.self_play.players.bm25 import Hit
from woozle.games.self_play.players.corpus_loader import CorpusError, load_corpus
from woozle.players.services.service import ServiceError, ServicePlayer

_MOST_INDEXES = 8  # indexes of this process; one of 100,000 paragraphs takes 140 MB


class Index(Protocol):
    """Texts that can be searched."""

    def best(self, query: str, most: int) -> list[Hit]:
        """Return the `most` texts that fit best, best first."""


Indexing: TypeAlias = Callable[[Sequence[str]], Index]


class IndexCache:
    """The indexes of one kind, each made when it is first searched."""

    def __init__(self, indexing: Indexing) -> None:
        self._indexing = indexing
        self._indexes: OrderedDict[str, tuple[tuple[Paragraph, ...], Index]] = OrderedDict()
        self._lock = Lock()

    def has(self, name: str) -> bool:
        return name in self._indexes

    def search(self, name: str, query: str, most: int) -> list[Paragraph]:
        """Return the `most` paragraphs that fit best. Raise CorpusError, and what making or searching the index raises."""
        with self._lock:
            if name not in self._indexes:
                paragraphs = load_corpus(name)
                self._indexes[name] = paragraphs, self._indexing([f"{each.title} {each.text}" for each in paragraphs])
                while len(self._indexes) > _MOST_INDEXES:
                    self._indexes.popitem(last=False)
            self._indexes.move_to_end(name)
            paragraphs, index = self._indexes[name]
        return [paragraphs[hit.at] for hit in index.best(query, most)]


class Retriever(ServicePlayer):
    """A service that answers queries with the paragraphs that fit best."""

    def __init__(self, of: Callable[[str], IndexCache], description: Mapping[str, Any], *, at_once: bool) -> None:
        """Search the cache that `of` returns for the name of a corpus.

        Args:
            at_once: Whether a search takes no time.
        """
        super().__init__({"kind": "librarian", **description})
        self._of = of
        self.answers_at_once = at_once

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return the paragraphs. Raise Halt where the corpus or the model is missing."""
        query = find_query(request, observation)
        seconds = 0.0 if self.answers_at_once else None
        try:
            cache = self._of(query.corpus)
            if self.answers_at_once and (cache.has(query.corpus) or not _has_event_loop()):
                found = cache.search(query.corpus, query.text, query.most)
            else:
                found = await asyncio.to_thread(cache.search, query.corpus, query.text, query.most)
        except (CorpusError, ServiceError) as error:
            raise Halt(str(error)) from error
        except MemoryError:
            return Response(request.id, Forfeit("error", "The corpus does not fit into memory; search a smaller one."), seconds)
        return Response(request.id, answer(query.number, found), seconds)

    def search(self, name: str, query: str, most: int) -> list[Paragraph]:
        """Search outside of a match. Raise CorpusError or ServiceError."""
        return self._of(name).search(name, query, most)


def _has_event_loop() -> bool:
    """Return whether an event loop runs here, which making an index would hold up. A match that is driven by hand has none."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def answer(number: int, found: Sequence[Paragraph]) -> Found:
    """Return the paragraphs as an answer to the query of a number."""
    texts, sources = tuple(format_paragraph(each)[:LONGEST] for each in found), tuple(each.id for each in found)
    return Found(of=number, texts=texts, sources=sources)


def format_paragraph(paragraph: Paragraph) -> str:
    """Return the text of a paragraph, after its title unless it begins with that."""
    title = paragraph.title
    if not title or paragraph.text.casefold().startswith(title.casefold()):
        return paragraph.text
    return f"{title}: {paragraph.text}"
