"""A careful human at self-play: knows nothing of these invented worlds, looks things up once, and hedges when no one knows.

It asks if it can, and believes a sure friend over an unsure one, two over one, and replies that have the form of an answer to the
question. It reads what it finds as people do: if the answer is there, it sees it in nineteen cases of twenty, and is sure of it;
otherwise it says that it does not know, as a hedge, with whatever a friend had guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from woozle.core.game import Event
from woozle.core.request import Answer, Request
from woozle.core.text import answer_words
from woozle.games.self_play.data import Question, questions
from woozle.games.self_play.events import ANSWER, ASK, HEDGE, SEARCH, Act, Evidence, Posed
from woozle.players.bot import Bot, happens

SEES = 95  # percentage of the answers in its reading that it sees
_NUMBER = re.compile(r"\bhow (?:many|old|long|far|high|much|often|tall|deep|large|wide)\b|\b(?:which|what) year\b", re.IGNORECASE)
_EMPTY = "I don't know"


class Careful(Bot):
    """An attentive person."""

    name = "careful human"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        asked = next((e.question for e in reversed(observation) if isinstance(e, Posed) and e.seat == request.to), "")
        given = [event for event in observation if isinstance(event, Evidence) and event.seat == request.to]
        read = self._read(request, asked, [text for each in given if each.tag == "RETRIEVAL" for text in each.texts])
        if read:
            return Act(action=ANSWER, argument=read)
        for action in (ASK, SEARCH):
            if action in request.choices["action"]:
                return Act(action=action)
        for tag, action in (("FRIEND_ANSWER", ANSWER), ("FRIEND_HEDGE", HEDGE)):
            if said := _pick(asked, [text for each in given if each.tag == tag for text in each.texts]):
                return Act(action=action, argument=said)
        return Act(action=HEDGE, argument=_EMPTY)

    def _read(self, request: Request, asked: str, texts: Sequence[str]) -> str:
        """Return the answer, if it is in the texts found and is seen there."""
        known = _by_words().get(asked)
        found = next((each for each in known.answers if any(each.lower() in text.lower() for text in texts)), "") if known else ""
        return found if found and happens(self.chance(request), "sees", SEES) else ""


def _pick(asked: str, said: Sequence[str]) -> str:
    """Return what most say, else what looks like an answer, else what was said first; empty if no one said anything."""
    meant = [(text, " ".join(answer_words(text))) for text in said if text.strip() and text != _EMPTY]
    votes = Counter(plain for _, plain in meant)
    fits = {text: not _NUMBER.search(asked) or any(sign.isdigit() for sign in text) for text, _ in meant}
    best = max(meant, key=lambda each: (votes[each[1]], fits[each[0]]), default=("", ""))
    return best[0]


@cache
def _by_words() -> Mapping[str, Question]:
    return {each.question: each for each in questions()}
