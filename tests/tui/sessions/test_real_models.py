"""Models behind a real server on loopback, from models.toml to the screen."""

from __future__ import annotations

import json

from woozle.arena.play.start import Start, Watch
from woozle.games.ship.config import preset
from woozle.games.ship.maps import load
from woozle.saves import paths
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.tui.app import WoozleApp
from woozle.tui.widgets.watch_bars import CostBar

from tests.players.backends.scripts import Status
from tests.players.backends.servers import OpenAIServer
from tests.tui.hosts import until
from tests.tui.screens.test_watch_screen import opened

CONFIG = preset("standard", map=load("shuttle"), max_ticks=2, rounds=1, ticks_per_task=2)


def first_choice(request):
    """The first of what may be answered, as the form in the request says."""
    schema = request["response_format"]["json_schema"]["schema"]
    texts = {name: field.get("enum", ["I am here."])[0] for name, field in schema["properties"].items()}
    return json.dumps(texts)


def configured(server):
    file = paths.config_folder() / "models.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    lab = f'[endpoints.lab]\nurl = "{server.url}"\n'
    file.write_text(f'{lab}[prices.lab]\n"tiny" = {{ input = 1.0, output = 2.0 }}\n', "utf-8")


async def test_a_match_of_models_is_played_shown_kept_and_sound():
    async with OpenAIServer(first_choice) as server:
        configured(server)
        app = WoozleApp(Watch(Start("ship", ("openai@lab:tiny", "bot*4"), CONFIG, 14), speed=float("inf")))
        async with app.run_test(size=(140, 45)) as pilot:
            screen = await opened(pilot)
            await until(pilot, lambda: screen.playback.is_over)
            await pilot.pause()
            path = app.spectators.source_of(screen).path
            costs = screen.query_one(CostBar).render().plain
        tried = [line.body["response"] for line in read(path).lines if line.body["request"]["to"] == "Alice"]
        assert tried and all(each["attempts"][-1]["reading"] == "answer" for each in tried)
        assert f"{len(server.chats)} call" in costs
        assert "$0." in costs
        assert verify(path).is_verified


async def test_a_match_whose_server_refuses_the_key_stands_still_and_says_why():
    async with OpenAIServer(lambda request: Status(401)) as server:
        configured(server)
        app = WoozleApp(Watch(Start("ship", ("openai@lab:tiny", "bot*4"), CONFIG, 14), speed=float("inf")))
        async with app.run_test(size=(140, 45)) as pilot:
            screen = await opened(pilot)
            await until(pilot, lambda: screen._failure)
            assert "lab" in screen._failure
            assert not screen.actions["give_up"].is_offered()
            assert "woozle resume" in (app.farewell() or "")
