"""Questions on beliefs in the middle of a match of a group: the others wait for whoever answers them, but for nobody else."""

from __future__ import annotations

import asyncio

import pytest

from woozle.arena.studies import links
from woozle.arena.studies.journal import read_journal
from woozle.saves.transcript import read

from tests.web.group_people import Member, all_take_part, own_lines
from tests.web.test_study_groups import run, serving, statuses, urn_study

pytestmark = pytest.mark.e2e

BELIEF = """
[[beliefs]]
id = "mine"
after = "Report"
ask = "How sure are you?"
"""
SLOW = 400.0


class Thinker(Member):
    """Takes long over the first question on a belief. signs: whether they touch the page in between."""

    signs = True
    is_slow = True

    async def _step(self) -> bool:
        if self.is_slow and "How sure are you?" in self.person.text:
            self.is_slow = False
            for _ in range(10):
                await asyncio.sleep(SLOW / 10)
                await self.person.session.post(
                    f"{self.person.base}/visit/here{'?sign=1' if self.signs else ''}", headers={"Origin": self.person.base}
                )
        return await super()._step()


async def take_part(study, *, signs: bool) -> list[Member]:
    async with asyncio.timeout(3600), serving(study) as site:
        kinds = (Thinker, Member, Member)
        members = [kind(site, token) for kind, token in zip(kinds, links.make_links(study, 3), strict=True)]
        members[0].signs = signs
        await all_take_part(members, 1.0)
        return members


@pytest.mark.parametrize("signs", [True, False])
def test_who_answers_questions_in_a_match_is_waited_for_and_who_has_left_them_open_is_not(tmp_path, signs):
    study = urn_study(tmp_path, grouping=BELIEF)
    run(take_part(study, signs=signs))
    slow = study.participants()[0]
    entries = read_journal(study.journal_path(slow.code))
    dropped = [each.data["how"] for each in entries if each.what == "dropped"]
    lines = own_lines(study, slow)
    if not signs:  # the match ended without them
        assert dropped == ["silent"] and [line for line in lines if "stand_in" in line.body["response"]]
        assert statuses(study) == {"finished": 2, "dropped out": 1}
        return
    assert dropped == [] and statuses(study) == {"finished": 3}
    beliefs = [each.data["seconds"] for each in entries if each.what == "believed"]
    reports = [line for line in lines if line.body["request"]["asks"] == "Report"]
    assert len(beliefs) == len(reports) and max(beliefs) >= SLOW
    seconds = [line.body["response"]["seconds"] for line in read(study.matches / slow.began["match-1"]).lines]
    assert max(seconds) < 60, "the time of these questions is in no answer"
