"""Whole visits by keys and clicks alone, and what of them is on disk."""

from __future__ import annotations

from woozle.arena.studies.folder import StudyFolder
from woozle.saves import paths
from woozle.saves.transcript import read
from woozle.saves.verify import verify

from tests.tui.studies import plans
from tests.tui.studies.visits import app_of, opened, skip_to, study
from tests.tui.studies.walker import Hands, Walker

SMALL = (80, 24)
RIGHT = {"win": "When all ducks are out", "lie": "Yes"}
PLANNED = {"practice": (plans.ship(1),), "conditions": ((plans.ship(2),),), "beliefs": plans.BELIEFS}


async def test_a_whole_visit_by_clicks_in_the_smallest_terminal_is_kept_step_by_step_and_its_matches_are_sound(tmp_path):
    folder = study(tmp_path, **PLANNED)
    app = app_of(folder)
    async with app.run_test(size=(60, 20)) as pilot:
        hands = Hands(pilot)
        assert await Walker(7, clicks=100, right=RIGHT).walk(hands) == "end"
    assert hands.missed == []
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
    debate = '{ game = "debate", seats = ["human", "bot"], options = { rounds = 1 } }'
    folder = study(tmp_path, conditions=((debate,),), rest="[data]\ntext = false\ntiming = false\n")
    walker = Walker(1, sentences=("A planted sentence.",), unsaid=0)
    app = skip_to(app_of(folder), "match-1")
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot)
        assert await walker.walk(pilot) == "end"
    assert walker.typed
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert not any(b"planted" in file.read_bytes() or b"first_key" in file.read_bytes() for file in files)
