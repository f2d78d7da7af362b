"""The form of self-play's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from woozle.arena.views.forms import PLACE, Select, TextField
from woozle.arena.views.words import count
from woozle.games.self_play.events import LIBRARIAN

_SOCIETIES = {"star": "first asks all", "full": "all ask all", "chain": "each the next", "fixed": "your graph"}
_TIMES = {"0": "never", **{each: count(int(each), "time") for each in ("1", "2", "3", "5", "10")}}
_EFFORTS = {"": "no limit", "0": "0 times", **{each: count(int(each), "time") for each in ("1", "2", "3", "5", "10")}}
_CALCULATORS = {"": "none", "first": "the first", "others": "the others", "all": "all"}
_CALCULATORS_HINT = "Who can have sums worked out, for questions that need one."
_LIBRARIES_HINT = "For each seat, with commas: encyclopaedia, medicine, a file, or - for none."
_POOL_HINT = "A .csv, .tsv, .json or .jsonl file: PopQA, EntityQuestions, NQ, BioASQ, own."


def _calculators(whose: str, seats: int) -> Mapping[str, Any]:
    with_one = {"first": (0,), "others": tuple(range(1, seats)), "all": tuple(range(seats))}
    return {"calculators": with_one.get(whose, ())}


FORM = (
    Select("society", "Asking", _SOCIETIES, hint="Who can ask whom. The first seat is the asker."),
    Select("orchestration", "Replies", {"broadcast": "all together", "hub": "one by one"}),
    Select("names", "Tools", {"no": "hidden", "yes": "shown"}),
    Select("queries", "Words", {"question": "the question", "own": "one's own"}),
    Select("searches", "Tool uses", _TIMES, 1),
    Select("asks", "Asks", _TIMES, 1),
    Select("found", "Paragraphs", ("1", "2", "3", "5", "10", "20"), 2),
    Select("steps", "Steps", ("4", "8", "12", "24", "50", "100"), 2),
    Select("effort", "All tools", _EFFORTS),
    Select("price", "Price", ("0", "0.01", "0.05", "0.1", "0.25", "0.5"), 1),
    Select("calculators", "Calculator", _CALCULATORS, hint=_CALCULATORS_HINT, sets=_calculators),
    TextField("pool", "Questions", "Woozle's", _POOL_HINT),
    TextField("libraries", "Libraries", "first none", _LIBRARIES_HINT),
    TextField(
        "graph",
        "Your graph",
        "none",
        "Whom each seat can ask, from 0, as [[1, 2], [], []], or a .json file.",
        needed_for=("society", ("fixed",)),
    ),
    TextField(
        PLACE,
        "Embedder",
        "none: by words",
        "A folder with an embedder, to search by meaning instead of by words.",
        chooses=(LIBRARIAN, "dense"),
    ),
)
