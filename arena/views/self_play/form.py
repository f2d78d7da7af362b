"""The form of self-play's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from woozle.arena.views.forms import FormHints, Select, TextField
from woozle.arena.views.words import count
from woozle.core.games.self_play.events import LIBRARIAN

_SOCIETIES = ("star", "full", "chain", "fixed")
_SOCIETIES_WORDS = ("first asks all", "all ask all", "each the next", "your graph")
_TIMES = ("0", "1", "2", "3", "5", "10")
_FOUND = ("1", "2", "3", "5", "10", "20")
_STEPS = ("4", "8", "12", "24", "50", "100")
_EFFORTS = ("", "0", "1", "2", "3", "5", "10")
_PRICES = ("0", "0.01", "0.05", "0.1", "0.25", "0.5")
_CALCULATORS = ("", "first", "others", "all")
_LIBRARIES_HINT = "For each seat, with commas: encyclopaedia, medicine, a file, or - for none."
_POOL_HINT = "A .csv, .tsv, .json or .jsonl file: PopQA, EntityQuestions, NQ, BioASQ, own."


def _options() -> tuple[Select, ...]:
    times = ("never", *(count(int(each), "time") for each in _TIMES[1:]))
    efforts = ("no limit", *(count(int(each), "time") for each in _EFFORTS[1:]))
    return (
        Select("society", "Asking", _SOCIETIES, _SOCIETIES_WORDS, hint="Who can ask whom. The first seat is the asker."),
        Select("orchestration", "Replies", ("broadcast", "hub"), ("all together", "one by one"), hint=_REPLIES_HINT),
        Select("names", "Tools", ("no", "yes"), ("not told", "told"), hint="Whether one is told what those who reply can search."),
        Select("queries", "Words", ("question", "own"), ("the question", "one's own"), hint="What is searched for, and asked."),
        Select("searches", "Tool uses", _TIMES, times, 1, "How often a seat can search or calculate."),
        Select("asks", "Asks", _TIMES, times, 1, "How often a seat can ask."),
        Select("found", "Paragraphs", _FOUND, _FOUND, 2, "How many a search finds at most."),
        Select("steps", "Steps", _STEPS, _STEPS, 2, "How many there are in all; then it is over."),
        Select("effort", "All tools", _EFFORTS, efforts, hint="How often all together can use tools."),
        Select("price", "Price", _PRICES, _PRICES, 1, "What each search takes off the reward of all, which is 1 at most."),
        Select("calculators", "Calculator", _CALCULATORS, ("nobody", "the first", "the others", "all"), hint=_CALCULATORS_HINT),
    )


_REPLIES_HINT = "All at once, or through a hub: one hears a reply before asking the next."
_CALCULATORS_HINT = "Who can have sums worked out, for questions that need one."


def _changes(values: Mapping[str, str], seats: int) -> Mapping[str, Any]:
    with_one = {"first": (0,), "others": tuple(range(1, seats)), "all": tuple(range(seats))}
    return {"calculators": with_one.get(values["calculators"], ())}


FORM = FormHints(
    _options(),
    (
        TextField("pool", "Questions", "Woozle's", _POOL_HINT),
        TextField("libraries", "Libraries", "first none", _LIBRARIES_HINT),
        TextField(
            "graph",
            "Your graph",
            "none",
            "Whom each seat can ask, from 0, as [[1, 2], [], []], or a .json file.",
            needed_for=("society", "fixed"),
        ),
        TextField("place", "Embedder", "none: by words", "A folder with an embedder, to search by meaning instead of by words."),
    ),
    limits={"act": "Act in"},
    changes=_changes,
    services=lambda values: {LIBRARIAN: "dense"} if values["place"].strip() else {},
)
