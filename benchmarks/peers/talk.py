"""The game that all peers play: eight seats, five days, 70 answers. Only the standard library, as each peer has its own Python.

Each day every seat speaks in turn, on the last only six; after the first four days all vote, and no one leaves, so that every match
has the same length. Players are programs that read their view as text before each answer.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

SEATS, DAYS, LAST_SPEAKERS = 8, 5, 6
SPEECH = "I was in medbay and saw nobody, then I went on to storage."
Kind = Literal["speak", "vote"]
_VOTE = re.compile(r"\[(\d+)\]")


def turns() -> Iterator[tuple[int, Kind]]:
    """Yield the turns: the seat, and the kind of answer."""
    for day in range(DAYS):
        for seat in range(SEATS if day < DAYS - 1 else LAST_SPEAKERS):
            yield seat, "speak"
        if day < DAYS - 1:
            for seat in range(SEATS):
                yield seat, "vote"


ANSWERS = sum(1 for _ in turns())


def prompt(seat: int) -> str:
    """Return the text that a seat reads at the beginning."""
    return f"You are Player {seat} of {SEATS}. One of you is the wolf. Speak when it is your turn; a vote is [number]."


def voted(text: str) -> int:
    """Return the seat that a vote names. Raises ValueError if it names none."""
    found = _VOTE.search(text)
    if not found or int(found[1]) not in range(SEATS):
        raise ValueError(f"{text!r} is no vote.")
    return int(found[1])


def counted(votes: Mapping[int, int]) -> str:
    """Return the announcement of a ballot's result."""
    counts = Counter(votes.values()).most_common()
    return f"Votes: {', '.join(f'Player {seat} {count}' for seat, count in counts)}. Nobody leaves."


class Done(NamedTuple):
    """The work of players: number of answers, and of characters read before them. Both 0 if a record is read."""

    answers: int = 0
    characters: int = 0


class Reader:
    """A player that reads its view, says one sentence, and votes for a random other seat."""

    def __init__(self, seed: int, seat: int) -> None:
        self._random = random.Random(seed * 100 + seat)
        self._others = [other for other in range(SEATS) if other != seat]
        self.answers = self.characters = 0

    def answer(self, view: str, kind: Kind) -> str:
        """Return an answer as text."""
        self.answers += 1
        self.characters += len(view)
        return SPEECH if kind == "speak" else f"[{self._random.choice(self._others)}]"


def total(players: Iterable[Reader]) -> Done:
    """Return the work of all players together."""
    each = list(players)
    return Done(sum(player.answers for player in each), sum(player.characters for player in each))
