"""Replays of finished matches as pages: each is made once, one at a time, however many people ask for it."""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from pathlib import Path

from aiohttp import web

from woozle.saves.transcript import locate

_MOST = 16  # replays that are kept; about 0.5 MB each

_Key = tuple[Path, int, int]


class Replays:
    """The replays of a site. One that was made is kept until its transcript changes, as when words are withdrawn."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        self._made: OrderedDict[_Key, str] = OrderedDict()

    async def send(self, folder: Path) -> web.Response:
        """Return the replay of a match. Raises TranscriptError or OSError if it cannot be read."""
        facts = locate(folder).stat()
        key = folder, facts.st_mtime_ns, facts.st_size
        async with self._one_at_a_time:
            if key not in self._made:
                self._made[key] = await asyncio.to_thread(_make, folder)
                while len(self._made) > _MOST:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            text = self._made[key]
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', text)
        assert policy
        return web.Response(text=text, content_type="text/html", headers={"Content-Security-Policy": policy[1]})


def _make(folder: Path) -> str:
    from woozle.arena.exports.page.document import document
    from woozle.arena.exports.page.replay import replay
    from woozle.saves.match import read_match

    return document(replay(read_match(folder), viewer=None, with_text=True))
