"""What a model is sent for a decision, worded again from what its seat had observed, and what it said, by the prompts of today.

A Response keeps the SHA-256 of what its model was sent, so that it is known whether these are the same messages, to the letter.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from woozle.arena.exports.moments import Moment
from woozle.core.attempt import Picture
from woozle.core.game import Event
from woozle.core.request import Answer, Seat
from woozle.players.backends.backend import Message
from woozle.players.models import messages
from woozle.players.registry import Prompt, pictures, prompt
from woozle.saves.blobs import loaded
from woozle.saves.tables.played import Played


class Asked(NamedTuple):
    """What is sent. is_as_sent: whether a model was sent exactly this; None where no model was, or none says.

    lacks: how many pictures it was shown that are not beside the transcript any more.
    """

    sent: tuple[Message, ...]
    is_as_sent: bool | None
    lacks: int = 0


class Asking:
    """Words the decisions of a match, in order."""

    def __init__(self, match: Played) -> None:
        game = match.header.game
        self._match = match
        self._prompt: Prompt = prompt(game)
        self._is_drawn = pictures(game) is not None
        self._wordings: dict[Seat, messages.Wording] = {}

    def asked(self, moment: Moment) -> Asked:
        """What is sent for a decision."""
        shown = tuple(loaded(self._match.transcript.folder, moment.response.pictures))
        lacks = len(moment.response.pictures) - len(shown)
        digests = {attempt.prompt for attempt in moment.response.attempts if attempt.prompt}
        sent: tuple[Message, ...] = ()
        for observation, is_described in _variants(moment, is_model=bool(digests)):
            again = self._sent(moment, observation, shown, is_described=is_described)
            if messages.digest(again) in digests:
                return Asked(again, True, lacks)
            sent = sent or again
        return Asked(sent, False if digests else None, lacks)

    def _sent(
        self, moment: Moment, observation: Sequence[Event], shown: Sequence[Picture], *, is_described: bool
    ) -> tuple[Message, ...]:
        seat = moment.request.to
        wording = self._wordings.setdefault(seat, messages.Wording(self._prompt, seat))
        player = self._match.header.players[seat]
        has_thoughts = player.get("kind") == "model" and player.get("thoughts") is not False
        tell = getattr(self._prompt, "described", None) if is_described and self._is_drawn and not shown else None
        return messages.messages(
            moment.request,
            observation,
            self._prompt,
            wording=wording,
            has_thoughts=has_thoughts,
            pictures=shown,
            described=tell(moment.request, observation) if tell else "",
        )

    def said(self, moment: Moment) -> tuple[str, str]:
        """What came of it: the reply of a model as it came, with what it thought apart; others' as one would say it."""
        response = moment.response
        if response.attempts:
            last = response.attempts[-1]
            return last.text, last.reasoning
        return (self._reply(response.answer) if isinstance(response.answer, Answer) else ""), ""

    def _reply(self, answer: Answer) -> str:
        if answer.is_plain_text and (reply := getattr(self._prompt, "reply", None)):
            return str(reply(answer))
        return json.dumps(answer.model_dump(mode="json"), ensure_ascii=False)


def _variants(moment: Moment, *, is_model: bool) -> Iterator[tuple[Sequence[Event], bool]]:
    """What may have been sent: all that its seat had observed, what pictures would show in words.

    Others may have answered while a model thought, so that it was sent less; and it may not have been told of pictures.
    """
    yield moment.seen, True
    if is_model:
        for observed in range(moment.observed, moment.first - 1, -1):
            yield from ((moment.observation[:observed], is_described) for is_described in (True, False))
