"""Self-play line by line: an action and its words on one line, or an action alone."""

from __future__ import annotations

import asyncio

from woozle.arena.play.setup import new_match
from woozle.games.self_play.config import Config
from woozle.games.self_play.events import Acted, Evidence
from woozle.saves.verify import verify
from woozle.tui.cli.plain import PlainTable, Typist

from tests.games.self_play.tui.scenes import WHO


async def played(*lines, seats):
    """Return the output while a person types these lines, and the match."""
    typing, written = iter([f"{line}\n" for line in lines]), []
    place = PlainTable("self_play", Typist(lambda: next(typing)), written.append)
    ready = new_match("self_play", seats, Config(pool=(WHO,)), 3, human=place.human, sync=False)
    await asyncio.wait_for(place.play(ready.match), 30)
    ready.writer.close()
    assert verify(ready.folder, 3).is_verified
    return written, [event for event, _ in ready.match.referee.record]


def done(events, seat):
    return [(event.action, event.argument, event.forfeited) for event in events if isinstance(event, Acted) and event.seat == seat]


async def test_an_action_and_its_words_stand_on_one_line():
    written, events = await played("search", "answer Agathe Wend", seats=("bot:bookish", "human", "bot"))
    assert done(events, "Ben") == [("SEARCH", WHO.question, False), ("ANSWER", "Agathe Wend", False)]
    assert "You answer: Agathe Wend" in written


async def test_who_knows_nothing_hedges_without_words_and_this_is_no_forfeit():
    written, events = await played("hedge", seats=("bot:bookish", "human", "bot"))
    assert done(events, "Ben") == [("HEDGE", "", False)]
    assert ("FRIEND_HEDGE", ("",)) in [(event.tag, event.texts) for event in events if isinstance(event, Evidence)]
    assert "You hedge: no words" in written
    assert any("ANSWER or HEDGE alone is a reply without words" in line for line in written)
