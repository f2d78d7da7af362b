"""Matches of self-play for the tests that play all games."""

from __future__ import annotations

from woozle.arena.testing.games import GameCase
from woozle.core import registry
from woozle.core.game import PUBLIC
from woozle.core.request import Answer, Request
from woozle.games.self_play.events import CALCULATE, Act, Acted, Evidence, Posed, Query
from woozle.games.self_play.players.corpus_loader import load_corpus
from woozle.games.self_play.players.training.dataset import read as read_dataset
from woozle.games.self_play.rules import SelfPlay
from woozle.players.registry import bot


def self_play(preset_name: str, seats: int, **options: object) -> GameCase:
    config = registry.configure(SelfPlay, preset_name, options)
    heard_by = {kind: lambda event, _: (event.seat, PUBLIC) for kind in (Posed, Acted, Evidence)}
    name = f"self_play {preset_name} {seats}"
    return GameCase(name, lambda: SelfPlay(seats, config), bot("self_play"), (), (Query,), heard_by)


CASES = [
    self_play("standard", 3),
    self_play("hub", 4, society="full", asks=2, effort=3, queries="own"),
    self_play("named", 1, calculators=(0,), searches=2),
]

FREE = [self_play("named", 3, queries="own", society="full", asks=2, calculators=(0, 1))]
"""Matches in which people type what they answer."""


def type_more(answer: Answer, request: Request, planted: list[str]) -> Answer:
    """Return an answer with a sum of its own where one is to be worked out. planted: all that was typed."""
    if not isinstance(answer, Act) or answer.action != CALCULATE:
        return answer
    planted.append(number := f"{739184027465 + request.id}")
    return answer.model_copy(update={"argument": f"{number} + 0"})


READERS = {
    "corpus": ("notes.txt", lambda path: load_corpus(str(path))),
    "list of a corpus": ("notes.jsonl", lambda path: load_corpus(str(path))),
    "data set": ("pairs.jsonl", read_dataset),
}
"""Readers of files from elsewhere, each with the name of a file."""
