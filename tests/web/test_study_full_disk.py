"""A visit without script, with a disk that is full at any one write until the participant has read of it, and with a kill there."""

from __future__ import annotations

import asyncio
import errno
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, count
from pathlib import Path

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.journal import read_journal
from woozle.arena.tables.database import TableDatabase
from woozle.saves import disk
from woozle.saves.disk import SaveError
from woozle.saves.transcript import read

from tests.arena.studies.study_plans import plan
from tests.web.jumping_loop import JumpingLoop
from tests.web.served_study import Visitor, served, visitor
from tests.web.test_study_open_url import QUERY, arrive, recruited
from tests.web.test_study_pages import play

pytestmark = pytest.mark.e2e

FORM = {"q-mood": "1", "q-years": "20", "q-words": "all of it"}


class Disk:
    """A disk that is full from one write on. was_full: whether it came so far. copy: is called then, and it is not full."""

    def __init__(self, full_at: int, copy: Callable[[], object] | None = None) -> None:
        self._left = full_at
        self._copy = copy
        self.was_full = False

    @contextmanager
    def attached(self) -> Iterator[None]:
        """Let all files of a study be on it."""
        write, save = disk.write, TableDatabase._transaction

        def try_to_write(file: int, data: bytes, *, sync: bool) -> None:
            if self._is_full():
                raise OSError(errno.ENOSPC, "No space left on device")
            write(file, data, sync=sync)

        @contextmanager
        def try_to_save(database: TableDatabase, *, waits: bool = False) -> Iterator[None]:
            if self._is_full():
                raise SaveError("The disk is full.")
            with save(database, waits=waits):
                yield

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(disk, "write", try_to_write)
            patch.setattr(TableDatabase, "_transaction", try_to_save)
            yield

    def _is_full(self) -> bool:
        self._left -= 1
        self.was_full = self.was_full or self._left == 0
        if self._copy and self._left == 0:
            self._copy()
        return self.was_full and self._left <= 0 and not self._copy

    def free(self) -> None:
        if self.was_full:
            self._left = 10**9


async def press(person: Visitor) -> None:
    """Do what the page wants."""
    buttons = re.findall(r'name="does" value="(\w+)"', person.text)
    if person.path.startswith("/t/"):
        await (person.get("/visit") if "Continue</a>" in person.text else play(person, most=1))
    elif person.path == "/join/welcome":
        await person.get("/visit")
    elif person.status == 404:
        await arrive(person, QUERY)
    elif "answer" in buttons:
        await person.send("answer", **FORM)
    else:
        await person.send(buttons[0], **{"box-0": "on", "kept": "on"})


async def take_part(study: StudyFolder, drive: Disk) -> tuple[list[str], int]:
    """Take part from the open URL to the goodbye; return all pages, and how often an answer was sent in the match.

    The disk is free again one second after the page that follows the failure.
    """
    pages: list[str] = []
    answers = 0
    async with served(study, clock=asyncio.get_running_loop().time, is_open=True) as site, visitor(site) as person:
        with drive.attached():
            await arrive(person, QUERY)
            while person.title != "Goodbye":
                answers += bool(re.search(r'action="/t/\w+/answer"', person.text))
                await press(person)
                pages.append(person.text)
                if drive.was_full:
                    await asyncio.sleep(1)  # a match that has stopped is tried again
                drive.free()
                assert len(pages) < 100, person.text
    return pages, answers


async def test_a_link_that_cannot_be_noted_opens_once_there_is_room(tmp_path: Path):
    study, drive = recruited(tmp_path), Disk(1)
    [token] = links.make_links(study, 1)
    async with served(study, told := []) as site, visitor(site) as person:
        with drive.attached():
            await person.post(site.link(token))
            assert person.status == 503 and "Go back, and try again" in person.text and str(tmp_path) not in person.text
            assert "links.json could not be written, because the disk is full" in told[0]
            drive.free()
            await person.post(site.link(token))
            assert person.title == "Information"


def test_a_disk_that_is_full_at_any_write_loses_nothing(tmp_path: Path):
    """The writes of a match are alike, so of those in its middle only some are tried."""
    for full_at in chain(range(1, 17), range(18, 27, 4), count(27)):
        study, drive = recruited(tmp_path / str(full_at), game="urn", after=f'preset = "quick"\n{plan("form")}'), Disk(full_at)
        with asyncio.Runner(loop_factory=JumpingLoop) as runner:
            pages, answers = runner.run(take_part(study, drive))
        if not drive.was_full:
            break
        assert not any(str(tmp_path) in each for each in pages), "files are for the researcher"
        [who] = study.participants()
        assert [each.what for each in read_journal(study.journal_path(who.code))] == [
            "consented", "arrived", "done", "done", "began", "done", "done", "finished",
        ]  # fmt: skip
        assert who.done["form"]["answers"] == {"mood": "so so", "years": 20, "words": "all of it"}
        [name] = who.began.values()
        transcript = read(study.matches / name)
        assert transcript.is_finished
        assert answers == sum(line.body["request"]["to"] in transcript.header.people for line in transcript.lines), (
            "none sent twice"
        )


async def killed(study: StudyFolder, kept: Path, at: int) -> None:
    """Take part on a server that is killed at a write, and then on one that finds what was on disk by then."""
    drive, clock = Disk(at, partial(shutil.copytree, study.path, kept)), asyncio.get_running_loop().time
    async with served(study, clock=clock, is_open=True) as site, visitor(site) as person:
        with drive.attached():
            await arrive(person, QUERY)
            while not kept.exists():
                await press(person)
        jar = person.session.cookie_jar
    shutil.rmtree(study.path)
    kept.rename(study.path)
    async with served(StudyFolder(study.path), clock=clock, is_open=True) as site, visitor(site, jar) as person:
        await person.get("/visit")
        while person.title != "Goodbye":
            await press(person)


@pytest.mark.parametrize("at", [5, 9, 10, 11, 13, 14, 26, 27, 28, 29], ids=lambda at: f"write {at}")
def test_a_server_killed_at_a_write_leads_back_to_the_same_place(tmp_path: Path, at: int):
    """The writes: consent, a table, its seats, its start, the first lines of a match, where they are, and the last steps."""
    study = recruited(tmp_path / "study", game="urn", after=f'preset = "quick"\n{plan("form")}')
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        runner.run(asyncio.wait_for(killed(study, tmp_path / "kept", at), 600))
    [who] = study.participants()
    whats = [each.what for each in read_journal(study.journal_path(who.code)) if each.what != "arrived"]
    assert whats == ["consented", "done", "done", "began", "done", "done", "finished"]
    assert all(read(study.matches / name).is_finished for name in who.began.values())
