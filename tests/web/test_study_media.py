"""A match of a study that is begun at a terminal and continued in a browser, and the other way round."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from woozle.arena.play.start import Resume
from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import DataPolicy
from woozle.arena.studies.session import Held, StudySession
from woozle.arena.studies.visit import StudyVisit
from woozle.core.errors import InputError
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.tui.studies.played import agreed, play
from tests.web.served_study import Visitor, came_in, served, small_study, visitor
from tests.web.test_study_pages import play as play_on_pages

pytestmark = pytest.mark.e2e


@pytest.fixture
def study(tmp_path: Path) -> StudyFolder:
    return small_study(tmp_path / "study", game="urn", after='preset = "quick"\n')


async def come_back(person: Visitor, study: StudyFolder, code: str) -> None:
    """Open a new link of a participant."""
    path = f"/j/{links.replace_link(study, code)}"
    await person.get(path)
    await person.post(path)


async def until(person: Visitor, words: str) -> None:
    """Fetch what is new at a table until some words are there."""
    async with asyncio.timeout(20):
        while words not in await person.get(f"{person.path}?fetch=1"):
            await asyncio.sleep(0)


def resume(visit: StudyVisit) -> StudySession:
    """Resume the match of a visit at a terminal."""
    folder = visit.study.matches / visit.began
    return StudySession(Resume(folder), folder, Held((), DataPolicy()), speed=float("inf"))


async def test_a_match_begun_at_a_terminal_is_continued_in_a_browser(study):
    visit = await asyncio.to_thread(agreed, study)
    folder = await asyncio.to_thread(lambda: play(visit, answers=1))
    visit.close()
    begun = len(read(folder).lines)
    async with served(study) as site, visitor(site) as person:
        await come_back(person, study, visit.who.code)
        assert "continues where you left off" in person.text
        await person.send("play")
        assert person.path.startswith("/t/")
        await until(person, "You say")
        await play_on_pages(person)
        await person.get("/visit")
        assert person.title == "About this study"
    transcript = read(folder)
    assert transcript.is_finished and len(transcript.lines) > begun and verify(folder).verdict == "verified"
    assert [*study.matches.iterdir()] == [folder]


async def test_a_match_begun_in_a_browser_is_refused_at_a_terminal_with_the_way_back(study):
    async with came_in(study) as (_, person):
        await person.send("play")
        table = person.path
        await until(person, 'name="id" value="1"')
        jar, code = person.session.cookie_jar, study.participants()[0].code
    visit = StudyVisit(study, code=code)
    visit.arrive(None)
    with pytest.raises(InputError, match="begun in a browser, so it continues there"):
        resume(visit)
    visit.close()
    async with served(study) as again, visitor(again, jar) as person:
        await person.get("/visit")
        await person.send("play")
        assert person.path == table


async def test_a_terminal_that_has_the_match_is_named_in_the_browser_and_nothing_is_lost(study):
    visit = await asyncio.to_thread(agreed, study)
    await asyncio.to_thread(lambda: play(visit, answers=1))
    visit.close()
    at_terminal = resume(visit)
    try:
        told: list[str] = []
        async with served(study, told) as site, visitor(site) as person:
            await come_back(person, study, visit.who.code)
            await person.send("play")
            assert person.path == "/visit" and "at a terminal as well" in person.text and len(told) == 1
            at_terminal.close()
            await person.send("play")
            assert person.path.startswith("/t/")
    finally:
        at_terminal.close()
