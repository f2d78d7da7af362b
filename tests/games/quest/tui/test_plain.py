"""A quest line by line: the passage is printed, a line is the summary, and what was written can be written again."""

from __future__ import annotations

import asyncio

from woozle.arena.play.setup import new_match
from woozle.core import registry
from woozle.games.quest.events import Given, Standing, Written
from woozle.games.quest.rules import Quest
from woozle.saves.verify import verify
from woozle.tui.cli.plain import PlainTable, Typist


async def played(*lines):
    """Return the output while a person types these lines against two bots, and the referee."""
    typed, written = iter(f"{line}\n" for line in lines), []
    place = PlainTable("quest", Typist(lambda: next(typed)), written.append)
    config = registry.configure(Quest, "standard", {"items": 2})
    ready = new_match("quest", ["human", "bot", "bot:careless"], config, 3, human=place.human, sync=False)
    await asyncio.wait_for(place.play(ready.match), 30)
    ready.writer.close()
    assert verify(ready.folder, 3).is_verified
    return written, ready.match.referee


async def test_passages_are_printed_and_lines_are_summaries():
    written, referee = await played("1", "A first summary.", "2", "A better one.", "The second.")
    mine = [event for event in referee.view("Ada") if isinstance(event, Written)]
    assert [event.text for event in mine] == ["A first summary.", "A better one.", "The second."]
    for event in referee.view("Ada"):
        if isinstance(event, Given):
            assert written.index(event.text) < written.index(
                "Write a concise summary, from the passage alone, in at most 60 words.", written.index(event.text)
            )
        if isinstance(event, Standing):
            assert any(line.startswith(f"Step {event.step + 1} of 2. You have written") for line in written)
    assert "What you had written: A first summary." in written
    assert sum("mean score" in line and "result " in line for line in written) >= 3


async def test_what_is_no_answer_is_asked_again_without_offering_pictures_that_there_are_not():
    written, _ = await played("7", "1", "", "x" * 4001, "A summary.", "1", "Another.")
    assert "Type 1. ? helps." in written
    assert [line for line in written if line.startswith("That is not an answer:")] == [
        "That is not an answer: text must not be empty. ? helps.",
        "That is not an answer: text must have 4000 or fewer characters. ? helps.",
    ]
