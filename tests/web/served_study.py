"""A small study on loopback, as browsers visit it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from aiohttp.abc import AbstractCookieJar

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.web.study_server import ServedStudy, open_study
from woozle.arena.web.ways_in import WayIn

from tests.arena.studies.study_plans import plan, write_study
from tests.web.open_table import Visitor, plain_browser

MATCH = """
[[conditions]]
name = "only"
[[conditions.matches]]
game = "{game}"
seats = ["human", "bot", "bot"]
"""


def small_study(folder: Path, more: str = "", game: str = "two_truths", after: str = "") -> StudyFolder:
    """Return a study of one match. more, after: parts of its plan, before and after the rest."""
    return write_study(folder, plan("small", more) + MATCH.format(game=game) + after)


def fail(error: BaseException) -> None:
    raise error


@asynccontextmanager
async def served(
    study: StudyFolder,
    told: list[str] | None = None,
    clock: Callable[[], float] = time.monotonic,
    *,
    is_open: bool = False,
    report: Callable[[BaseException], object] = fail,
) -> AsyncIterator[ServedStudy]:
    """Serve a study at a port that is free. told: takes what the researcher is told; clock: of visits.

    is_open: by one URL for all. report: hears of failures.
    """
    tell = ([] if told is None else told).append
    async with open_study(study, WayIn(port=0), tell=tell, report=report, clock=clock, is_open=is_open) as site:
        yield site


def visitor(site: ServedStudy, jar: AbstractCookieJar | None = None) -> AbstractAsyncContextManager[Visitor]:
    """Open a browser. jar: of one that was closed."""
    return plain_browser(site.base, jar)


async def come_in(person: Visitor, site: ServedStudy, token: str) -> None:
    """Open a link, agree to take part, and note the code."""
    await person.get(site.link(token))
    await person.post(site.link(token))
    await person.send("read")
    await person.send("agree", **{"box-0": "on"})
    await person.send("kept", kept="on")


@asynccontextmanager
async def came_in(
    study: StudyFolder, told: list[str] | None = None, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[tuple[ServedStudy, Visitor]]:
    """Serve a study to somebody who has come in. told, clock: as of `served`."""
    [token] = links.make_links(study, 1)
    async with served(study, told, clock) as site, visitor(site) as person:
        await come_in(person, site, token)
        yield site, person
