"""Groups of a study, from the lobby to the goodbye, over the protocol of pages."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.journal import read_journal
from woozle.arena.web.study_server import open_study
from woozle.arena.web.ways_in import WayIn
from woozle.saves.transcript import read

from tests.arena.studies.test_groups import group_study, plan_text
from tests.web.group_people import Member, all_take_part
from tests.web.jumping_loop import JumpingLoop

pytestmark = pytest.mark.e2e

QUICK = 'preset = "quick"'


def run(coroutine):
    """Run in a loop whose clock jumps ahead while nothing happens."""
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(coroutine)


@asynccontextmanager
async def serving(study):
    def fail(error):
        raise error

    async with open_study(study, WayIn(port=0), tell=print, report=fail, clock=asyncio.get_running_loop().time) as site:
        yield site


def urn_study(folder: Path, more: str = "", grouping: str = "", after: str = ""):
    return group_study(folder, plan_text(more=more, grouping=f"[grouping]\n{grouping}", game="urn", match=QUICK, after=after))


async def play(study, *failures) -> list[Member]:
    async with asyncio.timeout(3600), serving(study) as site:
        members = [
            Member(site, token, failure) for token, failure in zip(links.make_links(study, len(failures)), failures, strict=True)
        ]
        await all_take_part(members)
    return members


def journals(study):
    return {who.code: [each.what for each in read_journal(study.journal_path(who.code))] for who in study.participants()}


def test_three_people_play_at_one_table(tmp_path):
    study = urn_study(tmp_path)
    members = run(play(study, None, None, None))
    assert {member.ends[0] for member in members} == {"Goodbye"}
    people = study.participants()
    assert {who.status for who in people} == {"finished"} and sorted(who.place for who in people) == [1, 2, 3]
    assert len({(who.group, who.row) for who in people}) == 1
    [name] = {who.began["match-1"] for who in people}
    transcript = read(study.matches / name)
    assert transcript.is_finished and len(transcript.header.people) == 3
    own = Counter(line.body["request"]["to"] for line in transcript.lines)
    assert sum(member.answers for member in members) == sum(own[seat] for seat in transcript.header.people)
