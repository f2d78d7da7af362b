"""A match to speak about, and what is to be said of a sentence in its meeting.

Alice, Bob and Frank (the duck) start in the cafeteria, the others in medbay. Alice goes to medbay in tick 1 and on to electrical
in tick 2. Frank kills Bob in the cafeteria in tick 2 and leaves for weapons in tick 3, arriving in tick 5. Charlie walks to the
cafeteria in tick 5 and reports in tick 6. Frank's turn is the last of each tick.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from woozle.games.ship.claims.extraction import Extractor
from woozle.games.ship.claims.observed import check
from woozle.games.ship.claims.schema import Claim, Statement, Verdict
from woozle.games.ship.claims.timeline import Timeline, build_timeline

from tests.games.ship.board import Board


def board(rules: str = "standard", **options: Any) -> Board:
    rooms = dict.fromkeys(("Charlie", "Diana", "Eve"), "medbay")
    table = Board(rules, rooms=rooms, **options)
    table.act("Alice", "move medbay").tick()
    table.act("Alice", "move electrical").act("Frank", "kill Bob")
    table.act("Frank", "move weapons").tick()
    return table.act("Charlie", "move cafeteria").tick().act("Charlie", "report")


class Scene:
    """Speeches and the verdicts on them."""

    def __init__(self, rules: str = "standard", table: Board | None = None, **known: Any) -> None:
        self.table = (table or board(rules)).talk()
        self.line: Timeline = build_timeline(self.table.record, **known)

    def statement(self, speaker: str, meeting: int = -1) -> Statement:
        return next(each for each in self.line.meetings[meeting].speeches if each.speaker == speaker)

    def read(self, speaker: str, text: str) -> tuple[Statement, tuple[Claim, ...]]:
        """A speech in place of that of the meeting, with its claims by the grammar."""
        statement = replace(self.statement(speaker), text=text)
        return statement, Extractor(self.line.seats, self.line.map)(statement)

    def check(self, speaker: str, kind: str, *, tolerance: int = 1, meeting: int = -1, **claim: Any) -> Verdict:
        return check(self.line, self.statement(speaker, meeting), Claim(kind, **claim), tolerance=tolerance)  # type: ignore[arg-type]

    def says(self, speaker: str, kind: str, **claim: Any) -> tuple[str, str]:
        verdict = self.check(speaker, kind, **claim)
        return verdict.outcome, verdict.standing
