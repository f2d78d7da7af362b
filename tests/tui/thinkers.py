"""Models without a server: they think as they are told to, word by word, and what they answer is what a bot would."""

from __future__ import annotations

import asyncio
import json

from woozle.core.request import Completion, Forfeit, ParseFailure, Response
from woozle.core.usage import Usage
from woozle.games.ship.players.bot import ShipBot
from woozle.players.backends.model_client import Heard, Queued, Sent
from woozle.players.models.progress import Progress

USAGE = Usage(1, 812, 61, 0.0003)
THOUGHTS = "Eve was in storage when it happened, and nobody else came by. I had better stay with the others."


class Thinker(ShipBot):
    """Follows its script: a Signal is heard, ... waits for `go`, a text is what it says and cannot be read. Then it answers."""

    answers_at_once = False
    keeps_time = True

    def __init__(self, seat, listen, script=()):
        super().__init__(seat)
        self.seat, self.listen = seat, listen
        self.script = list(script)
        self.go = asyncio.Event()
        self.has_given_up = asyncio.Event()

    def describe(self):
        return {"kind": "model", "backend": "openai", "model": "tiny-1", "seed": self.seed}

    def hear(self, request, news):
        self.listen(Progress(self.seat, request.id, news))

    def give_up(self):
        self.has_given_up.set()

    async def respond(self, request, observation):
        self.has_given_up.clear()
        self.hear(request, Queued())
        self.hear(request, Sent())
        said = None
        while self.script:
            step = self.script.pop(0)
            if step is Ellipsis:
                if await self.has_to_give_up():
                    return Response(request.id, Forfeit("gave_up", "Cancelled by the user."), 9.0)
                continue
            if not isinstance(step, str):
                self.hear(request, step)
                continue
            said = step
            break
        if said is not None:
            completion = Completion(
                said, "unparsable", "It is not JSON.", usage=USAGE, model="tiny-1", seconds=2.5, first_token=0.5
            )
            self.hear(request, completion)
            return Response(request.id, ParseFailure("It is not JSON.", "unparsable"), 2.5, USAGE, (completion,))
        answer = self.answer(request, observation)
        text = json.dumps(answer.model_dump())
        completion = Completion(
            text, "answer", reasoning=THOUGHTS, usage=USAGE, model="tiny-1", prompt="0" * 64, seconds=4.2, first_token=0.8
        )
        self.hear(request, Heard(text))
        self.hear(request, completion)
        return Response(request.id, answer, 4.2, USAGE, (completion,))

    async def has_to_give_up(self):
        """Wait to go on; whether the answer is given up instead."""
        waits = [asyncio.ensure_future(each.wait()) for each in (self.go, self.has_given_up)]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
        self.go.clear()
        return self.has_given_up.is_set()


class Thinkers:
    """Makes them. scripts: by seat, what each says. made: by seat."""

    def __init__(self, **scripts):
        self.scripts = scripts
        self.made = {}

    def __call__(self, listen):
        def model(game, seat, spec, seed, make=None):
            self.made[seat] = Thinker(seat, listen, self.scripts.get(seat, ()))
            return self.made[seat]

        return model
