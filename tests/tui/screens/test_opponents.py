"""One row of the form turns all bots at once, and says who they are."""

from textual.widgets import Static

from woozle.arena.play import forms
from woozle.core.kit import GameKit
from woozle.core.plugins import ADDITIONS
from woozle.players.random_bot import RandomBot
from woozle.tui.screens.seats import SeatsScreen
from woozle.tui.widgets.select import SelectRow
from woozle.tui.widgets.text_boxes import TypedLine

from tests import packages
from tests.tui.hosts import Host, settled


class Mild(RandomBot):
    name, level, character = "mild", "easy", "Believes everybody."


class Plain(RandomBot):
    name, level, character = "plain", "normal", "Believes what fits."


BOTS = (Plain, Mild)
OF_TRUTHS = GameKit(bots=f"{__name__}:BOTS")


async def test_the_opponents_are_turned_together_and_other_seats_stay(monkeypatch, tmp_path):
    packages.installed(monkeypatch, tmp_path, {ADDITIONS: {"two_truths": f"{__name__}:OF_TRUTHS"}})
    screen = SeatsScreen(forms.form("two_truths"), lambda values: forms.start("two_truths", values))
    async with Host().run_test() as pilot:
        await pilot.app.push_screen(screen)
        rows = [screen.query_one(f"#select-{select.id}", SelectRow) for select in forms.form("two_truths").seats]
        usual = [row.value for row in rows if row.value.startswith("bot:")]
        rows[2].turn_to("bot:random")
        screen.query_one("#select-opponents", SelectRow).focus()
        await pilot.press("left")
        await settled(pilot)
        assert set(usual) == {"bot:plain"}
        assert [row.value for row in rows[:3]] == ["human", "bot:mild", "bot:random"]
        assert "Believes everybody." in str(screen.query_one("#hint", Static).content)


async def test_a_row_without_a_limit_asks_for_no_model_and_arrows_lead_through_lines_to_type_on():
    screen = SeatsScreen(forms.form("self_play"), lambda values: forms.start("self_play", values))
    asked = []
    async with Host().run_test() as pilot:
        await pilot.app.push_screen(screen)
        row = screen.query_one("#select-seconds_to_act", SelectRow).focus()
        screen.on_select_row_opened = asked.append
        await pilot.press("enter")
        await settled(pilot)
        assert row.value == "30" and not asked
        assert "forfeits" in str(screen.query_one("#hint", Static).content)
        await pilot.press("down", "down")
        assert screen.focused.id == screen.query(TypedLine)[1].id
