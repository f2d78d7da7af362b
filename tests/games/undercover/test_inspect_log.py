"""A log for Inspect of a match in which a model chose what a person had said."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.event import Event
from woozle.core.match import Match, Player
from woozle.core.referee import Referee
from woozle.core.request import Request, Response
from woozle.core.text import RedactableText
from woozle.players.random_bot import RandomBot
from woozle.players.seats import nobody
from woozle.players.services.registry import seat_services
from woozle.saves.writer import Writer

from tests.arena.exports.exported import log, parts_of_log
from tests.players.models.scripted import reply
from tests.saves.tables.recorded import Person, Wavering


class Agreeing(Wavering):
    """A model that gives the answer of the person, wherever it can choose that."""

    def _say(self, chat: Any) -> Any:
        answer = RandomBot("model").answer(self._now, ())
        choices = self._now.choices.get("answer", ())
        said = next((each for each in choices if isinstance(each, RedactableText)), None)
        return reply((answer.model_copy(update={"answer": said}) if said else answer).model_dump_json())


class Alone(Person):
    """A person who says what nobody else does."""

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        answer = self.answer(request, observation)
        return Response(request.id, answer.model_copy(update=dict.fromkeys(type(answer).model_fields, "said by me alone")), 1.0)


def agreed(folder: Path) -> None:
    """A match in which all answered otherwise, and the model of the first seat chose the answer of the person in the second."""
    rules = registry.game("undercover")(3, registry.configure(registry.game("undercover"), "standard", _AGREED))
    key = key_from_seed(1)
    first, second, third = rules.seats
    players: dict[str, Player] = {first: Agreeing(first, "undercover"), second: Alone("1"), third: RandomBot("3")}
    players |= seat_services(rules, {}, key, nobody)
    referee = Referee(rules, key)
    writer = Writer.create(folder, referee, {seat: each.describe() for seat, each in players.items()}, sync=False)
    asyncio.run(Match(referee, players, writer).play())


_AGREED = {"size": 256, "mode": "mad_vote", "free_answers": True}


def test_no_word_of_a_person_is_in_it_where_a_model_chose_what_the_person_had_said(tmp_path):
    agreed(tmp_path / "match")
    text = json.dumps(parts_of_log(log(tmp_path / "match", tmp_path)))
    assert "said by me alone" not in text and "[left out]" in text
    assert "said by me alone" in json.dumps(parts_of_log(log(tmp_path / "match", tmp_path, with_text=True)))
