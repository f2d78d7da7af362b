"""Asking another model, in a replay, what a seat was asked."""

from __future__ import annotations

from woozle.arena.play import models
from woozle.arena.play.setup import new_match
from woozle.arena.play.start import Replay
from woozle.core import registry
from woozle.tui.app import WoozleApp
from woozle.tui.screens.models import ModelsScreen
from woozle.tui.widgets.board import RawPanel

from tests.arena.runs.lab import endpoint
from tests.players.backends.servers import OpenAIServer
from tests.tui.hosts import settled, until
from tests.tui.screens.test_watch_screen import opened

SAID = '{"thoughts": "Careful.", "reds": 4, "text": "[@click=app.bell]All"}'


async def test_both_answers_are_shown_in_place_of_the_transcript_and_nothing_is_saved():
    ready = new_match("urn", ["bot:random*5"], registry.configure(registry.game("urn"), "standard", {}), 1)
    await ready.match.play()
    ready.writer.close()
    before = sorted(ready.folder.parent.rglob("*"))
    with OpenAIServer(lambda request: SAID) as server:
        endpoint(models.file().parent, server.url)
        app = WoozleApp(Replay(ready.folder, line=2), clock=lambda: 0.0)
        async with app.run_test(size=(80, 24)) as pilot:
            screen = await opened(pilot)
            await pilot.press("A")
            await until(pilot, lambda: isinstance(app.screen, ModelsScreen))
            app.screen.dismiss("openai@lab:tiny")
            await until(pilot, lambda: screen.has_class("-raw"))
            await settled(pilot)
            text = screen.query_one(RawPanel).text
            assert text.startswith("Ada was asked to report after 0 answers.\n\nIn the match\nreds: ")
            assert "reds: 4 · text: [@click=app.bell]All" in text
            assert "Thoughts: Careful." in text
            await pilot.press("escape", "home", "A")
            await settled(pilot)
            assert app.screen is screen  # nobody was asked anything at the beginning
    assert sorted(ready.folder.parent.rglob("*")) == before
