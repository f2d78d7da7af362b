"""Models before a match: chosen from what endpoints have, looked at, and tried in the settings."""

from __future__ import annotations

import asyncio

from textual.widgets import Button, Input, OptionList, Static

from woozle.arena.play import recent
from woozle.players.backends.model_client import ModelInfo
from woozle.tui.app import WoozleApp
from woozle.tui.screens.models import ModelsScreen
from woozle.tui.screens.seats import Preflight, SeatsScreen
from woozle.tui.screens.settings import SettingsScreen
from woozle.tui.widgets.model_list import ModelList
from woozle.tui.widgets.select import SelectRow

from tests.tui import hubs
from tests.tui.hosts import until


class App(WoozleApp):
    """With endpoints that need no server. started: the matches that were to begin."""

    def __init__(self, found=None, **changes):
        super().__init__()
        self.models._clients = hubs.hub(found, **changes)
        self.started = []

    def open_match(self, start):
        self.started.append(start)


async def at_the_seats(pilot) -> SeatsScreen:
    await pilot.press("p")
    await until(pilot, lambda: isinstance(pilot.app.screen, SeatsScreen) and pilot.app.screen.query("#select-seat-1"))
    return pilot.app.screen


async def choosing(pilot) -> ModelsScreen:
    await pilot.press("m")
    await until(pilot, lambda: isinstance(pilot.app.screen, ModelsScreen) and shows(pilot.app.screen, "openai"))
    return pilot.app.screen


def rows(screen) -> list[str]:
    chosen = screen.query_one(ModelList)
    return [chosen.get_option_at_index(n).prompt.plain for n in range(chosen.option_count)]


def shows(screen, *words) -> bool:
    return bool(screen.query(ModelList)) and all(any(word in row for row in rows(screen)) for word in words)


def said(screen, selector) -> str:
    return screen.query_one(selector, Static).render().plain


async def chosen(pilot, name):
    """Let the seat at the cursor be taken by the model of this name."""
    chooser = await choosing(pilot)
    chooser.query_one(Input).value = name
    await pilot.pause()
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, SeatsScreen))
    await pilot.pause()


async def judged(pilot, screen):
    await until(pilot, lambda: "still asked" not in said(screen, "#reason"))


async def test_endpoints_say_what_they_have_or_why_not_as_they_answer_and_nothing_starts_before():
    found = hubs.waiting()
    found["openai"].go = asyncio.Event()
    async with App(found).run_test(size=(100, 30)) as pilot:
        seats = await at_the_seats(pilot)
        screen = await choosing(pilot)
        await until(pilot, lambda: shows(screen, "vllm cannot be reached", "There is no key for router"))
        found["openai"].go.set()
        await until(pilot, lambda: shows(screen, "gpt-5-mini"))
        assert any("ollama" in row and "asking" in row for row in rows(screen))
        screen.query_one(Input).value = "ollama:gemma3:4b"
        await pilot.pause()
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is seats)
        await pilot.press("s")
        assert not pilot.app.started
        assert "asking" in seats.query_one(Preflight).render().plain
        found["ollama"].go.set()
        await judged(pilot, seats)
        assert "Ready" in said(seats, "#reason")
        screen = await choosing(pilot)
        await until(pilot, lambda: shows(screen, "gemma3:4b", "gpt-5-mini", "vllm cannot be reached", "There is no key for router"))
        assert not any(hubs.KEY in row for row in rows(screen))


async def test_a_model_is_searched_for_and_taken_with_keys_alone_and_offered_to_the_other_seats_too():
    async with App().run_test(size=(80, 24)) as pilot:
        screen = await at_the_seats(pilot)
        await choosing(pilot)
        await pilot.press(*"gemma", "enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.pause()
        row = screen.query_one("#select-seat-1", SelectRow)
        assert row.value == "ollama:gemma3:4b"
        assert "gemma3:4b" in row.render().plain
        await judged(pilot, screen)
        assert "Ready: 6 seats" in said(screen, "#reason")
        other = screen.query_one("#select-seat-2", SelectRow)
        assert "ollama:gemma3:4b" in other.select.values
        assert other.value == "bot:watchful"
        await pilot.press("s")
        await until(pilot, lambda: pilot.app.started)
        assert pilot.app.started[0].seats[:2] == ("human", "ollama:gemma3:4b")


async def test_a_name_that_is_typed_is_read_while_it_is_typed():
    async with App().run_test(size=(80, 24)) as pilot:
        screen = await at_the_seats(pilot)
        chooser = await choosing(pilot)
        box = chooser.query_one(Input)
        box.value = "openai:gpt-5-nano?temp"
        await until(pilot, lambda: "no option 'temp'" in said(chooser, "#word"))
        await pilot.press("enter")
        assert pilot.app.screen is chooser
        box.value = "openai:gpt-5-nano?temperature=0.50"
        await until(pilot, lambda: said(chooser, "#word") == "✓ openai:gpt-5-nano?temperature=0.5: enter takes it")
        await pilot.press("enter")
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.pause()
        assert screen.query_one("#select-seat-1", SelectRow).value == "openai:gpt-5-nano?temperature=0.5"


async def test_what_cannot_play_is_not_started_and_what_is_doubtful_at_the_second_time_of_asking():
    found = hubs.servers()
    async with App(found).run_test(size=(80, 24)) as pilot:
        screen = await at_the_seats(pilot)
        await pilot.press(*["right"] * 4)
        assert "Choose the model of seat 2" in said(screen, "#reason")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ModelsScreen))
        await pilot.press("escape")
        await until(pilot, lambda: pilot.app.screen is screen)

        await chosen(pilot, "openai:gpt-5-min")
        await judged(pilot, screen)
        assert "did you mean gpt-5-mini?" in said(screen, "#reason")
        assert "cannot play" in screen.query_one(Preflight).render().plain
        await pilot.press("s", "s")
        assert screen.query_one("#start", Button).disabled
        assert not pilot.app.started

        await chosen(pilot, "openai@vllm:tiny")
        await judged(pilot, screen)
        assert "cannot be reached" in said(screen, "#reason")
        found["vllm"].has = [ModelInfo("tiny", None, hubs.ABLE)]
        await pilot.press("c")
        await until(pilot, lambda: "Ready" in said(screen, "#reason"))

        await chosen(pilot, "qwen")
        await judged(pilot, screen)
        assert "! context" in screen.query_one(Preflight).render().plain
        await pilot.press("s")
        assert not pilot.app.started
        assert "s again starts all the same" in " ".join(said(screen, "#reason").split())
        await pilot.press("s")
        await until(pilot, lambda: pilot.app.started)


def test_models_are_offered_again_the_last_first():
    recent.remember(["ollama:a", "openai:b"])
    recent.remember(["openai:b", "local:c"])
    assert recent.recent_models() == ("openai:b", "local:c", "ollama:a")


def test_a_broken_list_of_models_offers_what_can_be_read():
    recent.remember(["ollama:a"])
    file = recent.paths.data_folder() / "recent_models"
    file.write_bytes(file.read_bytes() + b"nonsense\n\x1b[2J\n")
    assert recent.recent_models() == ("ollama:a",)
    file.write_bytes(b"\xff\xfe")
    assert recent.recent_models() == ()


def test_models_with_a_price_are_offered():
    file = recent.paths.config_folder() / "models.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('[prices.openai]\n"gpt-x" = { input = 1.0, output = 2.0 }\n', "utf-8")
    assert recent.recent_models() == ("openai:gpt-x",)


# In the settings


async def in_the_settings(pilot) -> SettingsScreen:
    pilot.app.preferences.show()
    await until(pilot, lambda: isinstance(pilot.app.screen, SettingsScreen) and pilot.app.screen.query("#sections"))
    sections = pilot.app.screen.query_one("#sections", OptionList)
    await pilot.press("end")
    await until(pilot, lambda: sections.highlighted == sections.option_count - 1)
    await until(pilot, lambda: shows(pilot.app.screen, "gemma3:4b", "gpt-5-mini", "no key for router"))
    return pilot.app.screen


async def test_the_settings_show_where_models_are_asked_never_a_key_and_what_a_test_call_found():
    found = hubs.servers()
    async with App(found, refused={"x": "In models.toml, x has to be y."}).run_test(size=(80, 24)) as pilot:
        screen = await in_the_settings(pilot)
        assert any("key set in OPENAI_API_KEY" in row for row in rows(screen))
        assert any("key not set" in row for row in rows(screen))
        assert hubs.KEY not in pilot.app.export_screenshot()
        assert said(screen, "#refused") == "! In models.toml, x has to be y."
        found["openai"].reply = "Sure!"
        await pilot.press("enter")
        await pilot.click("#models-test")
        await until(pilot, lambda: "did not keep to the form" in said(screen, "#word"))
        found["openai"].reply = '{"ready": true}'
        await pilot.press("down", "t")
        await until(pilot, lambda: "answered within 0.4 seconds" in said(screen, "#word"))
        found["openai"].has = hubs.DOWN
        await pilot.press("t")
        await until(pilot, lambda: "cannot be reached" in said(screen, "#word"))
