"""SavedMatch matches of all kinds, their reports and boards, and an app that shows them without files behind it."""

from __future__ import annotations

from pathlib import Path

from woozle.arena.views.leaderboard import boards
from woozle.arena.views.saved_matches import saved_matches
from woozle.core.outcome import Result
from woozle.saves.summary import Summary
from woozle.saves.verify import LevelResult, VerifyReport

from tests.tui.hosts import HOSTILE
from tests.tui.scenes import Stage

YEAR = 2026
NOON = 1_767_355_200.0  # 2 January 2026, 12:00 UTC
DAY = 86_400.0
NAMES = ("Alice", "Bob", "Charlie", "Diana", "Eve", "Frank", "Grace", "Henry", "Ivy", "Jack")
REASONS = (
    "All ducks have been ejected.",
    "The ducks are no longer outnumbered.",
    "All tasks of the geese are done.",
    "Time ran out and the geese survived.",
)
MODEL = {"kind": "model", "name": "a-model-with-a-very-long-name-indeed-70b-instruct"}
HUMAN, BOT, RANDOM = {"kind": "human"}, {"kind": "bot", "name": "ship"}, {"kind": "bot", "name": "random"}


def summary(number: int = 0, **changes) -> Summary:
    """The match of some day: a person and bots, seat two the duck; odd ones are won by the ducks."""
    players = [HUMAN if number % 3 == 0 else BOT, *[BOT] * (3 + number % 4), RANDOM]
    has_duck_won = bool(number % 2)
    results = {
        name: Result(
            "won" if (seat == 1) == has_duck_won else "lost",
            {"score": float((seat == 1) == has_duck_won), "duck": float(seat == 1)},
        )
        for seat, name in enumerate(NAMES[: len(players)])
    }
    values = {
        "id": f"202601{2 + number:02}-120000-ship-0a{number:02}",
        "size": 1,
        "modified": NOON + number * DAY,
        "status": "finished",
        "game": "ship",
        "rules": 1,
        "config": "standard",
        "config_id": "3f2a9c01",
        "players": dict(zip(NAMES, players, strict=False)),
        "lines": 60 + 17 * number,
        "reason": REASONS[number % 4],
        "results": results,
    }
    return Summary(**values | changes)


def unfinished(number: int, **changes) -> Summary:
    return summary(number, **{"status": "unfinished", "reason": "", "results": {}, "lines": 41} | changes)


def damaged(number: int) -> Summary:
    return Summary(id=f"202601{2 + number:02}-120000-ship-0a{number:02}", size=1, modified=NOON + number * DAY, status="damaged")


TWELVE = (
    unfinished(11),
    summary(10, checked="verified"),
    summary(9, checked="verified"),
    summary(8, checked="altered"),
    damaged(7),
    *(summary(number, checked="verified" if number < 3 else "") for number in (6, 5, 4, 3, 2)),
    unfinished(1, players=dict(zip(NAMES, [BOT] * 6, strict=False))),
    summary(0, modified=NOON - 300 * DAY, config="quack, map=shuttle, ducks=2", config_id="99ab00ff"),
)

STRANGE = (
    summary(
        1,
        id=HOSTILE,
        game=HOSTILE,
        config=HOSTILE,
        reason=HOSTILE,
        players={HOSTILE: {"kind": HOSTILE, "name": HOSTILE}},
        results={HOSTILE: Result("won", {"score": 1.0})},
    ),
    summary(2, reason="字" * 60, players=dict.fromkeys(["字" * 30, "👩‍🚀" * 9, "y" * 400], BOT), results={}),
    summary(3, players=dict.fromkeys(NAMES, MODEL), results={}),
)


def report(*levels: LevelResult, findings=(), path="/matches/20260103-120000-ship-0a01", **values) -> VerifyReport:
    return VerifyReport(
        Path(path), levels=dict(enumerate(levels)), findings=list(findings), **{"game": "ship", "lines": 77} | values
    )


VERIFIED = report(
    LevelResult("passed"),
    LevelResult("passed"),
    LevelResult("passed"),
    LevelResult("passed", "No model played; there are no replies to parse."),
    is_finished=True,
)


class KeptStage(Stage):
    """The app with these matches kept, and every report this one. `sent` holds what else the screens asked for."""

    def __init__(self, summaries=(), found: VerifyReport = VERIFIED, **options) -> None:
        super().__init__(**options)
        self.found = found
        kept = self.library
        kept.list_all = lambda: saved_matches(summaries, YEAR)
        kept.list_boards = lambda: tuple(boards(summaries))
        kept.verify = lambda path, level=2: self.found
        kept.verify_all = lambda paths, show: self.sent.append(paths)

        kept.open_results = lambda path: self.sent.append(("results", path))
        self.spectators.open_replay = lambda path, line=0, **how: self.sent.append(("replay", path, line, *how))

    def resume(self, path) -> None:
        self.sent.append(("resume", path))
