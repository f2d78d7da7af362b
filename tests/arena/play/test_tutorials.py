"""A tutorial that was played to its end is ticked off; one that was left is not, and neither is what is no transcript."""

import asyncio

from woozle.arena.play.tutorials import finished_tutorials, ready, tutorial
from woozle.players.random_bot import RandomBot
from woozle.saves.paths import tutorials_folder
from woozle.saves.transcript import CLOSED


class Person(RandomBot):
    is_human = True

    def describe(self):
        return {"kind": "human"}


def test_only_tutorials_that_came_to_their_end_are_finished():
    assert finished_tutorials() == frozenset()
    whole, left = (ready(tutorial(game), lambda seat: Person(1)) for game in ("urn", "debate"))
    asyncio.run(whole.match.play())
    left.writer.close()
    (tutorials_folder() / "none").mkdir()
    (tutorials_folder() / "none" / CLOSED).write_text("no transcript")
    assert finished_tutorials() == {"urn"}
