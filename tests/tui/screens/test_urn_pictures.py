"""Pictures of a game without a table of its own. After a change that is meant: see the report, then `pytest --snapshot-update`."""

from __future__ import annotations

from dataclasses import replace

from woozle.games.urn.events import Accuse, Report, Reported
from woozle.tui.styles.themes import LIGHT

from tests.arena.views.any_game.urn_match import ME, UrnStage, until
from tests.tui.hosts import HOSTILE, LARGE, SMALL, settled


def after(*keys):
    async def show(pilot):
        await settled(pilot)
        await pilot.press(*keys)
        await settled(pilot)

    return show


def test_the_table(snap_compare):
    app = UrnStage(*until(Accuse, seed=5), theme=LIGHT.name)
    assert snap_compare(app, terminal_size=LARGE, run_before=after())


def test_eight_seats_and_a_hostile_sentence(snap_compare):
    referee, request = until(Report, 2, seats=8, seed=5)
    view = [replace(event, text=HOSTILE) if isinstance(event, Reported) else event for event in referee.view(ME)]
    stage = UrnStage(referee, request)
    stage._seen = tuple(view)
    assert snap_compare(stage, terminal_size=SMALL, run_before=after())
