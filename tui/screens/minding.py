"""What models do where a spectator looks on: what they say as it comes, what it cost, and what they thought."""

from __future__ import annotations

from woozle.arena.views import tries
from woozle.arena.views.thinking import Mind
from woozle.arena.views.views import Turn
from woozle.tui.messages import onlooking
from woozle.tui.screens.onlooker import Onlooker
from woozle.tui.widgets.cost_bar import CostBar


class Minding(Onlooker):
    """Shows answers while they are given, and on demand what was thought about those that were."""

    _minds: tuple[Mind, ...] = ()
    _turns: tuple[Turn, ...] = ()
    _has_thoughts = False
    _thought_of = 0

    @property
    def sees_models(self) -> bool:
        """Whether models play whose thoughts these eyes may read."""
        return bool(self.vantage.reel.tries)

    @property
    def is_waiting(self) -> bool:
        """Whether a model is at work that can be told to give up."""
        return any(turn.words for turn in self._turns if turn.state == "asked")

    def on_thinking(self, message: onlooking.Thinking) -> None:
        """They go on with it."""
        self._minds = message.minds
        self._show_live()

    def on_turns(self, message: onlooking.Turns) -> None:
        """Some of them can be told to give up."""
        self._turns = message.turns
        self._offer()

    def _take(self, message: onlooking.Recorded) -> None:
        super()._take(message)
        if self._has_thoughts:
            self._show_thoughts(self._thought_of)
        if not message.told:  # an answer of which nothing is told yet
            self._draw()

    def _draw(self) -> None:
        super()._draw()
        self.query_one(CostBar).show(self.vantage.bill, self.vantage.seats)
        self._show_live()

    def _show_live(self) -> None:
        self._story.append_for_now(self.vantage.live(self._minds) if self._follows else ())

    def _tell_again(self) -> None:
        """Other eyes may read other thoughts."""
        super()._tell_again()
        if self._has_thoughts:
            self._show_thoughts()

    def _show_thoughts(self, first: int = 0) -> None:
        """Note them below the tries from this line on, or take the notes away."""
        done = self.vantage.reel.tries
        amended = {at: tries.line(each, has_thoughts=self._has_thoughts) for at, each in done.items() if at >= first}
        self._thought_of = len(self.vantage.reel.lines)
        if amended:
            self._story.amend(amended)

    def action_thoughts(self) -> None:
        """Show what models thought and wrote, or hide it."""
        self._has_thoughts = not self._has_thoughts
        self._show_thoughts()

    def action_give_up(self) -> None:
        """Do not wait any longer for the model that has been at work for longest."""
        self.post_message(onlooking.Play("give_up"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only where there are models."""
        match action:
            case "thoughts":
                return self.sees_models
            case "give_up":
                return self.is_waiting
        return super().check_action(action, parameters)
