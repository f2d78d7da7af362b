"""Instructions before a match and in its help are about that match, and about nothing that it does not have."""

from __future__ import annotations

import re
import shutil
from importlib import resources

import pytest

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.participants import Step, plan_steps
from woozle.arena.studies.plan import read_plan
from woozle.arena.studies.planned_match import match_instructions
from woozle.arena.views.study import Coded, Progress
from woozle.core import registry
from woozle.tui.screens.study import StudyCodeScreen
from woozle.tui.widgets.transcript import Transcript

from tests.option_values import own_games
from tests.tui.hosts import settled, until
from tests.tui.scenes import Stage
from tests.tui.studies import plans
from tests.tui.studies.visits import app_of, press, skip_to, study

EXAMPLES = resources.files("woozle.arena.studies") / "examples"
NOT_FOR_PARTICIPANTS = re.compile(
    r"\b(paper|MAS-HQ|QUACK|MUG|DIGRA?|stated|beta|alpha|lexical|HHEM|fooled|variant|model in your seat|opens? .*file|"
    r"eyes of a seat|usual options|sees? everything|10%)\b",
    re.IGNORECASE,
)


def read(folder, step):
    return [line.text for line in match_instructions(StudyFolder(folder), step)]


def copied(game, tmp_path):
    return shutil.copytree(str(EXAMPLES / game), tmp_path / game)


@pytest.mark.parametrize("game", own_games())
def test_no_participant_of_an_example_is_told_of_anything_but_their_match(game, tmp_path):
    folder = copied(game, tmp_path)
    for step in plan_steps(read_plan(folder), 0):
        if step.match:
            text = "\n".join(read(folder, step))
            assert not NOT_FOR_PARTICIPANTS.findall(text)
            assert "Nobody's time is limited." in text and "Reading the table" in text
            others = [name for name in registry.names() if name != game]
            assert not re.findall(rf"\b({'|'.join(others)})\b", text.replace("debate ends", ""))


def test_the_words_of_the_researcher_take_the_place_of_ours_by_condition(tmp_path):
    folder = study(tmp_path, head="[texts]\ninstructions = 'all.txt'\n", conditions=((plans.ship(),), (plans.ship(),)))
    path = folder / "study.toml"
    path.write_text(
        path.read_text("utf-8").replace('name = "condition_b"', 'name = "condition_b"\ninstructions = "b.txt"'), "utf-8"
    )
    (folder / "all.txt").write_text("# Rules of mine\nEverybody whistles.", "utf-8")
    (folder / "b.txt").write_text("Everybody sings.", "utf-8")
    match = read_plan(folder).conditions[0].matches[0]
    practice, a, b = (read(folder, Step("x", "match", 1, name, match)) for name in ("", "condition_a", "condition_b"))
    assert practice == a and a[:3] == ["How this match is played", "Rules of mine", "Everybody whistles."]
    assert b[:2] == ["How this match is played", "Everybody sings."] and "Everybody whistles." not in b
    assert not any("duck" in line.lower() for line in b[: b.index("Reading the table")])
    assert "Reading the table" in a


def page(app):
    return "\n".join(line.text for line in app.screen.shown.lines)


async def test_the_page_before_a_match_and_help_at_its_table_tell_its_rules(tmp_path):
    folder = study(tmp_path, form="", check="", practice=(plans.ship(2),), conditions=((plans.ship(17),),))
    async with skip_to(app_of(folder), "practice-1").run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await until(pilot, lambda: hasattr(getattr(app.screen, "shown", None), "lines"))
        assert "when 2 ticks have passed" in page(app) and "everyone speaks once" in page(app)
        await press(pilot, "enter")
        await until(pilot, lambda: getattr(app.screen, "game", "") == "ship")
        await press(pilot, "f1")
        lines = [line.text for line in app.screen.query_one(Transcript).lines]
        assert any("when 2 ticks have passed" in line for line in lines) and not any("200 ticks" in line for line in lines)


async def test_rules_that_cannot_be_read_are_said_and_can_be_tried_again(tmp_path):
    folder = study(tmp_path, form="", check="", head="[texts]\ninstructions = 'gone.txt'\n")
    async with skip_to(app_of(folder), "match-1").run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: hasattr(getattr(pilot.app.screen, "shown", None), "lines"))
        assert "gone.txt cannot be read" in page(pilot.app)
        (folder / "gone.txt").write_text("It is here.", "utf-8")
        await press(pilot, "enter")
        await until(pilot, lambda: "It is here." in page(pilot.app))


async def test_how_one_stops_and_comes_back_is_told():
    async with Stage().run_test(size=(80, 24)) as pilot:
        pilot.app.push_screen(screen := StudyCodeScreen(Coded(Progress("Your code", 3, 9), "ABCD-EFGH")))
        await settled(pilot)
        text = " ".join(str(each.render()) for each in screen.query("#what, .study-note").results())
        assert "^q" in text or "ctrl+q" in text
        assert "Use your code to come back" in text and "you need it to come back" in text
