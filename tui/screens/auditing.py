"""What is claimed where a spectator looks on, checked against the log. Only for eyes from which nothing is hidden."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from woozle.arena.views.audits import ClaimRow, tags
from woozle.arena.views.line import Line
from woozle.arena.views.viewers import EVERYTHING
from woozle.tui.messages import onlooking
from woozle.tui.screens.minding import Minding
from woozle.tui.widgets.claims import ClaimList, ClaimsPanel
from woozle.tui.widgets.grid import Grid


class Auditing(Minding):
    """Notes the verdicts below each speech, and lists them. What is not yet to be read is not yet judged either."""

    _claims: tuple[ClaimRow, ...] = ()
    _problem = ""
    _has_tags = True
    _is_wanted = False
    _picked: ClaimRow | None = None

    def on_mount(self) -> None:
        """Some come for the claims."""
        if self.shown.is_audited:
            self._list_claims()

    @property
    def sees_claims(self) -> bool:
        """Whether verdicts may be shown to these eyes."""
        return self.shown.can_audit and self.vantage.viewer == EVERYTHING

    @property
    def is_beside(self) -> bool:
        """Whether the claims leave room for the transcript."""
        return self.has_class("-wide") or self.has_class("-wider")

    def on_audited(self, message: onlooking.Audited) -> None:
        """Some more claims were checked."""
        self._claims += message.claims
        self._problem = message.problem or self._problem
        if self.sees_claims and self._has_tags:
            self._tag(message.claims)
        self._show_claims()

    # Below the speeches

    def _tag(self, claims: Iterable[ClaimRow]) -> None:
        """Note what was found of these claims, or take the notes away."""
        reel, story = self.vantage.reel, self._story
        amended: dict[int, Line] = {}
        for at, rows in groupby(claims, lambda row: row.at):
            line = reel.last_line_of(at)
            amended[line] = replace(reel.lines[line], tags=tags([*rows]) if self._has_tags else ())
        if amended:
            story.amend(amended)

    def action_tags(self) -> None:
        """Show the verdicts below the speeches, or hide them."""
        self._has_tags = not self._has_tags
        self._tag(self._claims)

    def _tell_again(self) -> None:
        """Other eyes are shown no verdict."""
        super()._tell_again()
        if not self.sees_claims:
            self.close_claims()
            self.query_one(ClaimsPanel).show(())
            self._picked = None
        elif self._has_tags:
            self._tag(self._claims)

    # The list

    def _draw(self) -> None:
        super()._draw()
        if self.sees_claims and not self._is_wanted:
            self._is_wanted = True
            self.post_message(onlooking.WantAudit())
        self._show_claims()

    def _show_claims(self) -> None:
        """List what was claimed in all speeches that can be read now."""
        if not self.has_class("-claims"):
            return
        reel, count = self.vantage.reel, self._story.count
        heard = bisect_right(self._claims, count, key=lambda row: reel.lines_at(row.at + 1))
        self.query_one(ClaimsPanel).show(self._claims[:heard], self._problem)

    def _list_claims(self) -> None:
        self.remove_class("-raw")
        self.add_class("-claims")
        self._show_claims()
        self.query_one(ClaimList).focus()

    def close_claims(self) -> None:
        """No longer list them."""
        if self.has_class("-claims"):
            self.remove_class("-claims")
            self._story.focus()

    def action_claims(self) -> None:
        """The list of claims, or no longer."""
        if self.has_class("-claims"):
            self.close_claims()
        else:
            self._list_claims()

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """The claim at the cursor."""
        self._picked = message.row or self._picked
        self._offer()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        """Where it is proved."""
        self._picked = row = message.row
        if row.proof:
            self._visit(row.proof[0] + 1)
        self.say(row.reason if row.proof else f"{row.reason} No single Event proves it.")

    def action_speech(self) -> None:
        """Where it was claimed."""
        if self._picked:
            self._visit(self._picked.at + 1)
            self.say(f"{self._picked.mark}: {self._picked.reason}")

    def _visit(self, at: int) -> None:
        """Show that moment beside the list, or instead of it; what came after it stays to be read."""
        if not self.is_beside:
            self.close_claims()
        self._pause()
        reel = self.vantage.reel
        first = reel.lines_at(at - 1)
        line = first if first < reel.lines_at(at) else first - 1  # not every Event has words
        self.go(at, picked=line < self._story.count)
        self._story.point_at(line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody else is offered what they may not see."""
        match action:
            case "claims" | "tags":
                return self.sees_claims
            case "speech":
                return self.sees_claims and self._picked is not None
        return super().check_action(action, parameters)
