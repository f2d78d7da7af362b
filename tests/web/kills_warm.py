"""Imported by the process from which servers and guests are forked: it has served once, so that they find all loaded."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from woozle.arena.play import setup  # noqa: F401
from woozle.arena.tables.plan import plan_table
from woozle.arena.web.served_tables import open_tables
from woozle.arena.web.ways_in import WayIn
from woozle.core import registry

from tests.web import kills  # noqa: F401


async def _serve_once() -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with open_tables(WayIn(port=0), Path(folder, "tables.sqlite"), tell=print, report=print) as served:
            for game in registry.names():
                kind = registry.game(game)
                plan = plan_table(
                    game, f"remote*{kind.default_seats - 1},bot", registry.configure(kind, next(iter(kind.presets)), {})
                )
                served.tables.open(plan)


asyncio.run(_serve_once())
