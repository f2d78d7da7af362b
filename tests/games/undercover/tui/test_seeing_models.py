"""The setup form asks about models what the game needs of them, and asks again when other pictures are chosen."""

from __future__ import annotations

from woozle.tui.screens.seats import SeatsScreen
from woozle.tui.widgets.select import SelectRow

from tests.games.undercover.play import write_pair
from tests.tui.hosts import settled
from tests.tui.scenes import Stage

MODEL = "ollama:llava"


class Watched(Stage):
    """Keeps what was asked about models."""

    def __init__(self):
        super().__init__()
        self.asked = []
        self.models.check = self._note

    async def _note(self, specs, sights):
        self.asked.append((specs, sights))
        return ()


async def test_a_model_is_asked_for_again_when_the_pictures_are_others(tmp_path):
    write_pair(tmp_path)
    async with Watched().run_test(size=(140, 45)) as pilot:
        await settled(pilot)
        await pilot.press("down", "down", "down", "p")
        await settled(pilot)
        screen = pilot.app.screen
        assert isinstance(screen, SeatsScreen)
        row = screen.query_one("#select-seat-1", SelectRow)
        row.offer(MODEL, "llava")
        row.turn_to(MODEL)
        screen._look()
        await settled(pilot)
        assert pilot.app.asked[-1] == ((MODEL,), "told")
        screen.query_one("#pool").value = str(tmp_path)
        await settled(pilot)
        assert pilot.app.asked[-1] == ((MODEL,), "untold") and len(pilot.app.asked) == 2
