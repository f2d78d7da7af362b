"""Self-play line by line."""

from __future__ import annotations

import asyncio

from woozle.arena.play.setup import new_match
from woozle.games.self_play.config import Config
from woozle.games.self_play.events import Acted, Evidence
from woozle.saves.verify import verify
from woozle.tui.cli.plain import PlainTable, Typist

from tests.games.self_play.tui.scenes import WHO


async def test_who_knows_nothing_hedges_without_words_and_this_is_no_forfeit():
    typing, written = iter(["hedge\n"]), []
    place = PlainTable("self_play", Typist(lambda: next(typing)), written.append)
    seats = ("bot:bookish", "human", "bot")
    ready = new_match("self_play", seats, Config(pool=(WHO,)), 3, human=place.human, sync=False)
    await asyncio.wait_for(place.play(ready.match), 30)
    ready.writer.close()
    assert verify(ready.folder, 3).is_verified
    events = [event for event, _ in ready.match.referee.record]
    (acted,) = (event for event in events if isinstance(event, Acted) and event.seat == "Ben")
    assert (acted.action, acted.argument, acted.forfeited) == ("HEDGE", "", False)
    assert ("FRIEND_HEDGE", ("",)) in [(event.tag, event.texts) for event in events if isinstance(event, Evidence)]
    assert "You hedge: no words" in written
    assert any("ANSWER or HEDGE alone is a reply without words" in line for line in written)
