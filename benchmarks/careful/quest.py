"""A careful human on the quest: two or three sentences in its own words, and one review if a summary came out poor.

Its words are honest paraphrases that were written before the key facts were chosen (tests/games/quest/texts). It writes three
sentences of one, or two in one case of three, leaving out those that it thinks least important; in a review, told that something is
missing, it adds what it had left out. It answers questions by admitting that it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from benchmarks.paraphrases import paraphrase
from woozle.core.chance import Chance
from woozle.core.event import last
from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.games.quest.data import Item, passages
from woozle.games.quest.events import Decide, Given, Reconsidered, Reply, Standing
from woozle.players.bot import Bot, happens

POOR = 0.6  # the H below which it reviews, once a match
TWO = 33  # percentage of summaries with two sentences instead of three
_END = re.compile(r"(?<=[.!?])\s+")


class Careful(Bot):
    """An attentive person who writes summaries."""

    name = "careful human"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if request.answer is Decide:
            standing = last(observation, Standing)
            is_poor = standing is not None and standing.worst_h is not None and standing.worst_h < POOR and not standing.reviews
            return Decide(choice="review" if is_poor and "review" in request.choices["choice"] else "continue")
        if request.answer is Reply:
            return Reply(text="I don't know.")
        task = next(event for event in reversed(observation) if isinstance(event, Given | Reconsidered))
        if isinstance(task, Given):
            return request.answer.model_validate({"text": _draft(own_words(task.text), self.chance(request))})
        return request.answer.model_validate({"text": own_words(task.source)})


def own_words(passage: str) -> str:
    """Return the paraphrase of a passage; without one, its first two sentences."""
    item = _by_text().get(passage)
    return paraphrase(item) if item else " ".join(_END.split(passage)[:2])


@cache
def _by_text() -> Mapping[str, Item]:
    return {item.text: item for item in passages()}


def _draft(whole: str, chance: Chance) -> str:
    said, kept = _END.split(whole), 2 if happens(chance, "two", TWO) else 3
    while len(said) > kept:
        said.pop(chance.below("left out", len(said)))
    return " ".join(said)
