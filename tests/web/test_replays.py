"""Replays of matches at open tables."""

from __future__ import annotations

import asyncio

from woozle.arena.play.setup import new_match
from woozle.arena.web import replays
from woozle.arena.web.replays import Replays
from woozle.core import registry
from woozle.saves.transcript import locate


async def test_a_replay_is_made_once_for_all_who_ask_at_once(tmp_path, monkeypatch):
    config = registry.configure(registry.game("urn"), "standard", {})
    ready = new_match("urn", ["bot*5"], config, 7, tmp_path / "match", sync=False)
    await ready.match.play()
    ready.writer.close()
    made, make = [], replays._make
    monkeypatch.setattr(replays, "_make", lambda folder: (made.append(folder), make(folder))[1])
    all_replays = Replays()
    first, *others = await asyncio.gather(*(all_replays.send(ready.folder) for _ in range(5)))
    assert len(made) == 1 and all(each.text == first.text for each in others)
    assert "default-src 'none'" in first.headers["Content-Security-Policy"]
    file = locate(ready.folder)
    file.write_bytes(file.read_bytes() + b"")
    await all_replays.send(ready.folder)
    assert len(made) == 2
