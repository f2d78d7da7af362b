"""Pictures of models, at work and before. After a change that is meant: look at the report, then `pytest --snapshot-update`."""

from __future__ import annotations

from woozle.players.backends.model_client import Heard
from woozle.tui.styles.themes import LIGHT

from tests.tui import hubs
from tests.tui.hosts import LARGE, SMALL, settled, until
from tests.tui.screens import test_models as choosing
from tests.tui.screens.test_minding import watching, words
from tests.tui.screens.test_watch_screen import opened

SAYS = [
    "Sorry, as a language model I cannot lie.",
    Heard("", "Was it Eve? 字 "),
    Heard('{"action": "move cabin", "say": "Off to th'),
    ...,
]


def test_a_model_at_work(snap_compare):
    app = watching(Alice=SAYS)
    app.theme = LIGHT.name

    async def show(pilot):
        screen = await opened(pilot)
        await until(pilot, lambda: "Off to th▌" in words(screen))
        await settled(pilot)

    assert snap_compare(app, terminal_size=LARGE, run_before=show)


def test_the_choice_of_a_model(snap_compare):
    app = choosing.App(hubs.waiting())

    async def show(pilot):
        app.animation_level = "none"
        await choosing.at_the_seats(pilot)
        screen = await choosing.choosing(pilot)
        await until(pilot, lambda: choosing.shows(screen, "gpt-5-mini", "vllm cannot"))
        await settled(pilot)

    assert snap_compare(app, terminal_size=SMALL, run_before=show)
