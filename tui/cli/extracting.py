"""Claims read by a language model instead of the grammar, for `woozle audit --extractor`."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from woozle.arena.play import models
from woozle.arena.views.words import count
from woozle.core.game import Told
from woozle.core.games.ship.claims.audit import Known
from woozle.core.games.ship.claims.extraction.official import Extraction, Question
from woozle.core.games.ship.claims.timeline import Timeline, timeline_of
from woozle.players.backends.backend import BackendError
from woozle.players.games.ship.extractor import ModelExtractor
from woozle.players.models.config import ConfigError
from woozle.players.models.spec import ModelSpec, SpecError, parse
from woozle.tui.cli.sentences import notice


class ExtractorError(ValueError):
    """A model that cannot read claims now. Says why, in a sentence."""


class Reader:
    """Reads the claims of whole matches. Replies are kept, so that no speech is paid for twice."""

    def __init__(self, extractor: ModelExtractor, runner: asyncio.Runner) -> None:
        self._extractor = extractor
        self._runner = runner
        self.speeches = 0
        self.missing = 0

    def __call__(self, record: Sequence[Told], *, is_imported: bool) -> Known:
        """The claims of each speech of a match. Raises ExtractorError where the model cannot be asked any more."""
        timeline = timeline_of(record, is_imported=is_imported)
        try:
            found = self._runner.run(self._read(timeline))
        except BackendError as error:
            raise ExtractorError(f"{error} What was read is kept; the same command goes on from there.") from error
        self.speeches += len(found)
        self.missing += sum(each.claims is None for each in found)
        claims = {each.statement.at: each.claims for each in found}
        return lambda statement: claims.get(statement.at)

    async def _read(self, timeline: Timeline) -> list[Extraction]:
        said, rooms = timeline.statements, tuple(timeline.map.rooms)
        questions = [Question(each, tuple(said[:number]), tuple(timeline.seats), rooms) for number, each in enumerate(said)]
        tasks = [asyncio.ensure_future(self._extractor.extract(question)) for question in questions]
        try:
            return await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()


@contextmanager
def reader(text: str) -> Iterator[Reader]:
    """A Reader with the model that a text names, which was looked at first. Raises ValueError, with a sentence."""
    try:
        spec = parse(text)
        models.refuse_unready([spec])
        hub = models.hub(keeps_replies=True)
        spec = hub.config.completed(spec)
        extractor = ModelExtractor(hub.backend(spec), spec.model, spec.sampling)
    except (SpecError, ConfigError) as error:
        raise ExtractorError(str(error)) from None
    with asyncio.Runner() as runner:
        own = Reader(extractor, runner)
        try:
            yield own
        finally:
            runner.run(hub.close())
    notice(_summary(spec, own))


def _summary(spec: ModelSpec, own: Reader) -> str:
    told = f"{count(own.speeches, 'speech', 'speeches')} read by {spec.model}"
    missing = f"; of {own.missing} its replies could not be read, and nothing is known of their claims" if own.missing else ""
    return f"{told}{missing}."
