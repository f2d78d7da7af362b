"""Matches of debate for the tests that play all games."""

from __future__ import annotations

from hashlib import sha256

from woozle.arena.testing.games import GameCase
from woozle.core import registry
from woozle.core.game import PUBLIC
from woozle.core.request import Answer, Request
from woozle.games.debate.config import MEASURED
from woozle.games.debate.events import (
    Answered,
    Appealed,
    Believed,
    Chosen,
    Explained,
    Guided,
    Heard,
    Settled,
    Solve,
    Texts,
)  # fmt: skip
from woozle.games.debate.rules import Debate
from woozle.players.registry import bot


def debate(seats: int, **options: object) -> GameCase:
    config = registry.configure(Debate, "standard", options)
    heard_by = {Answered: lambda said, _: (said.seat, PUBLIC), Chosen: lambda *_: (), Believed: lambda *_: ()}
    matches = 60 if config.topology in MEASURED else 200
    kinds = (Heard, Settled, Appealed, Guided, Explained), (Texts,), heard_by
    return GameCase(f"debate {config.topology} {seats}", lambda: Debate(seats, config), bot("debate"), *kinds, matches)


CASES = [
    debate(5),
    debate(4, topology="sparse", early_stop=True, rounds=5),
    debate(4, topology="random", names=False, ties="draw"),
    debate(2, topology="dig", rounds=2),
    debate(3, topology="digra", wrong=1, rounds=2, early_stop=True),
    debate(3, topology="fixed", graph=((1,), (0, 2), ()), firsts=("One.\nAnswer: B", "", "Answer: C"), rounds=2),
    debate(3, topology="free", probe=True, early_stop=True),
    debate(4, topology="free", probe="rounds", early_stop="debate"),
    debate(3, rounds=1, rationales=3, names=False, prompts="paper"),
]

IN_WORDS = {
    "id": "w",
    "kind": "text",
    "question": "Which Town is it, Port Arden or Vale?",
    "answer": "Vale",
    "aliases": [],
    "data": "",
}
IN_NUMBERS = {**IN_WORDS, "id": "n", "kind": "number", "question": "How many of the 12 are left?", "answer": "7"}
FREE = [
    debate(3, pool=[IN_WORDS], rounds=3),
    debate(3, pool=[IN_WORDS], rounds=3, topology="free", early_stop=True),
    debate(3, pool=[IN_NUMBERS], rounds=3, ties="draw"),
    debate(2, pool=[IN_WORDS], rounds=1, rationales=2),
]
"""Matches in which people type what they answer."""


def type_more(answer: Answer, request: Request, planted: list[str]) -> Answer:
    """Return an answer whose text states an answer, which is the text itself or a number. planted: all that was typed."""
    if not isinstance(answer, Solve) or request.choices:
        return answer
    text, number = answer.text, f"{int(sha256(answer.text.encode('utf-8', 'replace')).hexdigest(), 16) % 10**14 + 10**13}"
    planted.append(number)
    return answer.model_copy(update={"text": f"{text}\nAnswer: {number if request.id % 2 else text}"})
