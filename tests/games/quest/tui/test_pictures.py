"""Pictures of the quest. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Replay
from woozle.core import registry
from woozle.core.match import Pacer
from woozle.games.quest import events as quest
from woozle.games.quest.rules import Quest
from woozle.tui.app import WoozleApp
from woozle.tui.styles.themes import DARK, LIGHT

from tests.games.quest.tui import scenes
from tests.games.quest.tui.scenes import quest_stage
from tests.tui.hosts import HOSTILE, LARGE, SMALL, settled
from tests.tui.scenes import Stage
from tests.tui.screens.test_watch_screen import opened


def after(*keys):
    async def show(pilot):
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)

    return show


@pytest.mark.parametrize(
    ("moment", "size", "theme"),
    [(("decide", 5), SMALL, DARK.name), (("write", 2), LARGE, LIGHT.name), (("revise", 5), (100, 30), DARK.name)],
    ids=["deciding", "writing", "revising"],
)
def test_the_table(snap_compare, moment, theme, size):
    assert snap_compare(quest_stage(*scenes.moment(*moment), theme=theme), terminal_size=size, run_before=after())


def test_what_happened_instead_of_the_page(snap_compare):
    assert snap_compare(quest_stage(*scenes.moment("decide", 5)), terminal_size=SMALL, run_before=after("m"))


def test_eight_seats_with_odd_names_and_a_hostile_passage(snap_compare):
    names = ("Ada", "Bartholomew-Maximilian", "字" * 8, HOSTILE, "y" * 60, "Finn", "Gus", "Ívy")
    briefing = quest.Briefing(names, "summary", 24, "opposite", 3, 0.85, "full", True, True, "simpleqa_tables", 1.0, 0.001)
    facts = {"tokens": 123_456, "step": 8, "done": 8, "calls": 17, "reviews": 3, "seconds": 4_000.0, "worst": HOSTILE}
    shown = [quest.Glimpse(name, 1, {**facts, "mean_h": 0.91, "worst_h": 0.4, "each_h": (0.4, 1.0, 0.7)}) for name in names[1:5]]
    events = [
        briefing,
        *shown,
        quest.Standing("Ada", 9, 24, 9, HOSTILE, 0.5, "", None, False, 20, 99_999, 2, 3_601.0),
        quest.Given("Ada", HOSTILE, f"{HOSTILE}\n{'字' * 200}\n\n{'word ' * 900}"),
    ]
    request = replace(scenes.moment("write", 2)[1])
    assert snap_compare(quest_stage(events, request), terminal_size=SMALL, run_before=after())


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A quest of three bots."""
    config = registry.configure(Quest, "standard", {"threshold": 0.98})
    folder = tmp_path_factory.mktemp("quests") / "20260102-030405-quest-0a1b"
    ready = new_match("quest", ["bot,bot:careless,bot:long"], config, 8, folder, pacer=Pacer(), sync=False)
    asyncio.run(ready.match.play())
    ready.writer.close()
    return folder


@pytest.mark.parametrize(
    ("keys", "size", "theme"), [("", LARGE, "woozle-light"), ("2", SMALL, "woozle-dark")], ids=["everything", "a seat"]
)
def test_looking_on(snap_compare, played, keys, theme, size):
    app = WoozleApp(Replay(played, line=60), clock=lambda: 0.0)

    async def show(pilot):
        pilot.app.theme = theme
        await opened(pilot)
        await pilot.press(*keys)
        await settled(pilot)

    assert snap_compare(app, terminal_size=size, run_before=show)


def test_the_form(snap_compare):
    assert snap_compare(Stage(), terminal_size=SMALL, run_before=after("down", "down", "p"))
