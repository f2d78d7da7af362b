"""Studies about pictures, which people at a terminal may see as blocks of colour."""

from __future__ import annotations

import shutil
from importlib import resources

import pytest

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import StudyError
from woozle.arena.studies.planned_match import refuse_coarse

from tests.tui.studies.test_plan_check import found, said

__all__ = ["found"]

EXAMPLES = resources.files("woozle.arena.studies") / "examples"

PICTURES = 'game = "undercover"\nseats = ["human", "bot*2"]\noptions = { rounds = 1 }'


def test_pictures_that_people_would_see_coarsely_need_a_word_of_the_plan(found):
    checked = found(two=PICTURES)
    assert checked.is_runnable and any(each.endswith("in the plan: coarse_pictures = true.") for each in said(checked, "note"))
    allowed = found(two=PICTURES, head="coarse_pictures = true")
    assert allowed.is_runnable
    assert any("do not compare the two; tables mark these decisions" in sentence for sentence in said(allowed, "note"))
    in_browsers = found(two=PICTURES.replace("bot*2", "human*2"), head="group = 3")
    assert not any("blocks of colour" in sentence for sentence in said(in_browsers, "note"))


def test_pictures_are_shown_at_a_terminal_only_where_the_plan_says_that_they_may_be_coarse(tmp_path):
    for name in ("undercover", "ship"):
        shutil.copytree(str(EXAMPLES / name), tmp_path / name)
        refuse_coarse(StudyFolder(tmp_path / name))
    plan = tmp_path / "undercover" / "study.toml"
    plan.write_text(plan.read_text("utf-8").replace("coarse_pictures = true", "coarse_pictures = false"), "utf-8")
    with pytest.raises(StudyError, match=r"coarse_pictures = true\.$"):
        refuse_coarse(StudyFolder(tmp_path / "undercover"))
