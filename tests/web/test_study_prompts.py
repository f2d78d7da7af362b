"""The prompts of a model at a study's table, which name no participant."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from woozle.saves.transcript import read

from tests.arena.runs.lab import endpoint
from tests.arena.studies.study_plans import write_study
from tests.arena.studies.test_groups import plan_text
from tests.saves.tables.recorded import Wavering
from tests.web.group_people import Member, all_take_part
from tests.web.test_study_groups import run, serving
from tests.web.test_study_open_url import agree, arrive

pytestmark = pytest.mark.e2e

PEOPLE = 3


class Recruited(Member):
    """Somebody whom a recruiter sends."""

    async def come(self) -> None:
        await arrive(self.person, f"PROLIFIC_PID={self.token}&STUDY_ID=study{self.token}&SESSION_ID=of{self.token}")
        await agree(self.person)
        await self.person.send("kept", kept="on")


class Listening(Wavering):
    """A model that keeps what it is asked."""

    heard: list[str]

    def _say(self, chat):
        self.heard.append(repr(chat))
        return super()._say(chat)


def test_a_prompt_has_no_id_of_a_recruiter_and_no_code_of_a_participant_or_group(tmp_path, monkeypatch):
    plan = plan_text(more="[recruiter]", game="urn", match='preset = "quick"')
    study = write_study(tmp_path, plan.replace('"bot"', '"openai@lab:tiny"'))
    endpoint(Path(os.environ["WOOZLE_HOME"]), "http://127.0.0.1:9/v1")
    heard: list[str] = []

    def seat_model(game, seat, spec, seed, make=None):
        model = Listening(seat, game)
        model.heard = heard
        return model

    monkeypatch.setattr("woozle.arena.tables.directory.models.seats_of_a_match", lambda hub, folder: seat_model)
    ids = [f"5f3ab{number}c8d71090c7041d43f8" for number in range(PEOPLE)]

    async def take_part():
        async with asyncio.timeout(3600), serving(study, is_open=True) as site:
            await all_take_part(Recruited(site, each) for each in ids)

    run(take_part())
    people = study.participants()
    assert {who.status for who in people} == {"finished"} and len(heard) > 1
    secrets = [*ids, *(each for who in people for each in (who.code, who.group, who.recruiter))]
    [folder] = study.matches.iterdir()
    said = "".join((*heard, (folder / "transcript.jsonl").read_text("utf-8")))
    assert read(folder).is_finished
    assert not [each for each in secrets if each.casefold() in said.casefold()]
