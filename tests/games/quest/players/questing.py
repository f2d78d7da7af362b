"""Matches of the quest between bots, for tests of bots and of what is made of matches."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from woozle.core.chance import key_from_seed
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.games.quest.config import Config
from woozle.games.quest.events import Tally
from woozle.games.quest.players.bot import BOTS
from woozle.games.quest.players.services import Task, judge_role
from woozle.games.quest.rules import Quest
from woozle.players.random_bot import RandomBot
from woozle.players.seats import bot_seed
from woozle.saves.writer import Writer

KINDS = {bot.name: bot for bot in (*BOTS, RandomBot)}


def judge(task: Task = "summary") -> Player:
    """Return the usual judge of a task."""
    return judge_role(task).parse("").create_player()


def played(bots: Sequence[str], seed: int, *, folder: Path | None = None, **options: object) -> Referee:
    """A match of these bots to its end, kept in a folder if one is named."""
    key = key_from_seed(seed)
    referee = Referee(Quest(len(bots), Config(**options)), key)
    seated: dict[str, Player] = {
        seat: KINDS[name](bot_seed(seat, key)) for seat, name in zip(referee.game.seats, bots, strict=True)
    }
    seated["judge"] = judge(referee.game.config.task)
    described = {seat: player.describe() for seat, player in seated.items()}
    writer = Writer.create(folder, referee, described, sync=False) if folder else None
    asyncio.run(Match(referee, seated, writer).play())
    return referee


def tallies(referee: Referee) -> list[Tally]:
    return [event for event, _ in referee.record if isinstance(event, Tally)]


def write_hhem(folder: Path) -> Path:
    """Write files of the names of HHEM's, as far as they are looked for before it is asked."""
    for name in ("model.safetensors", "flan-t5-base/config.json", "flan-t5-base/tokenizer.json"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")
    return folder
