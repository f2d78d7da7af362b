"""The services that all open tables of a server share."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from woozle.arena.tables.database import TableDatabase
from woozle.arena.tables.plan import SeatChange, TablePlan
from woozle.core.request import PastResponse
from woozle.players.seats import ModelSeat, nobody
from woozle.saves.group_sync import GroupSync
from woozle.saves.receipts import HostKey


@dataclass(frozen=True)
class House:
    """The services that the tables of a server share.

    database: their index. host_key: signs receipts; None for none. group: forces lines to the disk for all matches; None for each
    match to do it itself. model: makes the players of models of one match, given its folder. records: the folder for matches;
    None for the store. report: hears of failures in the code of a game. tell: takes sentences for the operator. holds: whether a
    participant of a study answers other questions before the match continues, by the plan of the table. lost: hears of each seat
    that is dealt with as lost, and when its player is back, by the plan of the table and the number of the place. now: Unix time.
    """

    database: TableDatabase
    host_key: HostKey | None = None
    group: GroupSync | None = None
    model: Callable[[Path], ModelSeat] = lambda folder: nobody
    records: Path | None = None
    report: Callable[[BaseException], object] = lambda error: None
    tell: Callable[[str], object] = lambda sentence: None
    holds: Callable[[TablePlan, PastResponse], bool] = lambda plan, past: False
    lost: Callable[[TablePlan, int, SeatChange], object] = lambda plan, place, change: None
    clock: Callable[[], float] = time.monotonic
    now: Callable[[], float] = time.time
