"""Whole visits by keys and clicks alone, and what of them is on disk."""

from __future__ import annotations

from woozle.arena.studies.folder import StudyFolder
from woozle.saves import paths
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.tui.studies import plans
from tests.tui.studies.visits import app_of, study
from tests.tui.studies.walker import Clock, Walker

SMALL = (80, 24)
RIGHT = {"win": "When all ducks are out", "lie": "Yes"}
PLANNED = {"practice": (plans.ship(1),), "conditions": ((plans.ship(3),),), "beliefs": plans.BELIEFS}


async def walked(folder, walker, **options):
    """Somebody's visit; how it ended, and the app."""
    app = app_of(folder, **options)
    async with app.run_test(size=SMALL) as pilot:
        return await walker.walk(pilot), app


async def test_a_whole_visit_is_kept_step_by_step_and_its_matches_are_sound(tmp_path):
    folder = study(tmp_path, **PLANNED)
    end, app = await walked(folder, Walker(3, right=RIGHT))
    assert end == "end"
    who = app.pages.visit.who
    assert who.status == "finished"
    assert list(who.done) == ["code", "form", "practice-1", "check", "match-1", "questionnaire", "debrief"]
    matches = sorted(StudyFolder(folder).matches.iterdir())
    assert [match.name.partition("-")[2] for match in matches] == ["match-1-1", "practice-1-1"]
    assert all(verify(match).is_verified for match in matches)
    told = [entry.data for entry in app.pages.visit.entries if entry.what == "believed"]
    for match in matches:
        own = [line.body["request"] for line in read(match).lines if line.body["request"]["to"] == "Alice"]
        asked = [request["id"] for request in own if request["asks"] in ("Act", "Vote")]
        assert [each["request"] for each in told if each["match"] == match.name] == asked
    assert not list(paths.data_folder().rglob("*"))


async def test_a_plan_that_keeps_no_text_and_no_timing_has_none_at_the_end(tmp_path):
    folder = study(tmp_path, form="", check="", conditions=((plans.ship(30),),), rest="[data]\ntext = false\ntiming = false\n")
    walker = Walker(1, sentences=("A planted sentence.",), unsaid=0, releases=True)
    end, _ = await walked(folder, walker)
    assert end == "end"
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert not any(b"planted" in file.read_bytes() or b"first_key" in file.read_bytes() for file in files)


async def test_who_declines_leaves_nothing(tmp_path):
    folder = study(tmp_path)
    end, app = await walked(folder, Walker(5, declines=True))
    assert end == "declined"
    assert app.pages.visit.who is None
    assert not (folder / "data").exists()


async def test_who_is_too_slow_is_told_what_it_was_about(tmp_path):
    folder = study(tmp_path, head="limit_minutes = 10", **PLANNED)
    clock = Clock()
    end, app = await walked(folder, Walker(6, clock=clock, slow=200.0), clock=clock)
    assert end == "end"
    assert app.pages.visit.who.status == "timed out"
    assert "debrief" not in app.pages.visit.who.done


async def test_the_mouse_is_enough_wherever_there_is_a_button(tmp_path):
    folder = study(tmp_path, check="", conditions=((plans.ship(1),),))
    end, app = await walked(folder, Walker(7, clicks=100))
    assert (end, app.pages.visit.who.status) == ("end", "finished")
