"""Each widget in a bare app, with the styles that it has in ours."""

from __future__ import annotations

from woozle.arena.views.panels import Choice, Question
from woozle.tui.app import WoozleApp
from woozle.tui.messages import Composed, Doubted, Picked
from woozle.tui.widgets.choice import Choices
from woozle.tui.widgets.compose_box import ComposeBox

from tests.tui.hosts import Host, settled, shown


class Desk(Host):
    """One widget and what it posts."""

    CSS = """
        Choices { height: 4; } ComposeBox { height: 5; }
        #speech-row { height: 1; } #count { width: 1fr; } SpeechArea { height: 1fr; }
    """

    def on_picked(self, message: Picked) -> None:
        self.posted.append(("picked", message.choice.value))

    def on_doubted(self, message: Doubted) -> None:
        self.posted.append(("doubted", message.choice and message.choice.value))

    def on_composed(self, message: Composed) -> None:
        self.posted.append(("composed", message.text))


ASKED = Question(
    1,
    "What now?",
    (
        Choice("1", "Go to Medbay", "move medbay", "1 tick", target="medbay"),
        Choice("2", "Kill Bob", "kill Bob", sure="Kill Bob?"),
        Choice("0", "Wait", "wait"),
    ),
)


async def test_arrows_and_enter_choose_once_there_is_a_cursor_and_so_does_the_mouse():
    async with Desk(choices := Choices()).run_test() as pilot:
        choices.show(ASKED, has_cursor=False)
        choices.focus()
        await settled(pilot)
        await pilot.press("enter", "enter")
        assert pilot.app.posted == []
        await pilot.press("down", "enter", "down", "down", "enter")
        await pilot.click(Choices, offset=(3, 0))
        await pilot.pause()
        assert pilot.app.posted == [("picked", "move medbay"), ("picked", "wait"), ("picked", "move medbay")]


async def test_a_final_choice_is_taken_at_the_second_press_and_can_be_cancelled_or_forgotten_for_another():
    async with Desk(choices := Choices()).run_test() as pilot:
        choices.show(ASKED)
        await settled(pilot)
        choices.choose_key("2")
        choices.cancel()
        choices.choose_key("2")
        choices.choose_key("2")
        await pilot.pause()
        assert pilot.app.posted == [("doubted", "kill Bob"), ("doubted", None), ("doubted", "kill Bob"), ("picked", "kill Bob")]
        pilot.app.posted.clear()
        for key in "202":
            choices.choose_key(key)
        await pilot.pause()
        assert [what for what, _ in pilot.app.posted] == ["doubted", "picked", "doubted"]


async def test_more_choices_than_fit_stand_side_by_side_and_then_scroll():
    many = Question(1, "?", tuple(Choice(str(n), f"Somebody called {n}", str(n)) for n in range(1, 25)))
    async with Desk(choices := Choices()).run_test(size=(80, 24)) as pilot:
        choices.show(many)
        await settled(pilot)
        choices.focus()
        await pilot.pause()
        assert choices.columns == 3
        assert "called 24" not in "".join(shown(choices))
        assert "▾ more" in "".join(shown(choices))
        for _ in range(23):
            choices.action_step(0, 1)
        await pilot.pause()
        assert "called 24" in "".join(shown(choices))


async def test_a_speech_is_sent_with_enter_and_an_empty_one_only_by_choice():
    async with Desk(box := ComposeBox()).run_test() as pilot:
        box.show(Question(1, "", limit=20, may_be_empty=True))
        await pilot.pause()
        await pilot.press("enter")
        assert "Nothing is written yet" in str(box.query_one("#count").render())
        await pilot.press("h", "i", "ctrl+j", "y", "enter")
        box.clear()  # as the input panel does
        await pilot.click("#silent")
        await pilot.pause()
        assert pilot.app.posted == [("composed", "hi\ny"), ("composed", "")]


async def test_a_speech_that_is_too_long_says_by_how_much_and_stays():
    async with Desk(box := ComposeBox()).run_test() as pilot:
        box.show(Question(1, "", limit=5))
        box.area.text = "much too long"
        await pilot.pause()
        assert "8 too many" in str(box.query_one("#count").render())
        await pilot.press("enter")
        assert pilot.app.posted == []
        assert box.area.text == "much too long"


async def test_a_terminal_that_is_too_small_says_so():
    async with WoozleApp().run_test(size=(50, 24)) as pilot:
        for size, is_tiny in (((50, 24), True), ((80, 24), False), ((80, 15), True)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert pilot.app.screen.query_one("#tiny").display == is_tiny, size
