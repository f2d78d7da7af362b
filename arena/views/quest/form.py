"""The form of the quest's settings."""

from __future__ import annotations

from woozle.arena.views.forms import MODEL, FormHints, Select, TextField
from woozle.core.games.quest.events import JUDGE
from woozle.core.games.quest.scores import WEIGHTS

_ITEMS = ("4", "6", "12", "24", "all")
_ORDERS = ("opposite", "forward", "rotated", "shuffled")
_ORDERS_WORDS = ("opposite ways", "all the same", "each elsewhere", "shuffled")
_REVIEWS = ("0", "1", "2", "3", "4")
_REVIEWS_WORDS = ("none", "1 each", "2 each", "3 each", "4 each")
_THRESHOLDS = ("0", "0.8", "0.85", "0.9")
_THRESHOLDS_WORDS = ("never", *_THRESHOLDS[1:])
_VISIONS = ("off", "minimal", "snapshot", "full")
_VISIONS_WORDS = ("nothing", "H and tokens", "how it stands", "every H too")
_JUDGES = ("", "hhem", "nli", MODEL)
_JUDGES_WORDS = ("lexical / match", "HHEM", "cross-encoder", "model…")
_JUDGES_HINT = "lexical for summaries, match for answers; or HHEM, a cross-encoder, a model."
_WORDS = ("40", "60", "80", "120", "0")
_WORDS_WORDS = ("40", "60", "80", "120", "no limit")
_COVERAGE = ("true", "false")
_COVERAGE_WORDS = ("counts", "not counted")
_REFUSED = ("scored", "left_out")
_REFUSED_WORDS = ("H 0", "left out")
_CLOCKS = ("recorded", "virtual")
_CLOCKS_HINT = "Bots pay 1 second a call and 0.001 a token. virtual: so does everybody."
_CLOCKS_WORDS = ("as measured", "virtual")


def _options() -> tuple[Select, ...]:
    betas = tuple(f"{name.removesuffix('_tables')}, {each.beta:g}" for name, each in WEIGHTS.items())
    drawn = "Drawn by chance from those that come with Woozle, or from a pool of yours."
    return (
        Select("task", "Task", ("summary", "question"), ("summaries", "questions"), hint="What is written about each."),
        Select("items", "Items", _ITEMS, _ITEMS, 1, drawn),
        Select("words", "Words", _WORDS, _WORDS_WORDS, 1, "So many words of a summary are read."),
        Select(
            "coverage", "Coverage", _COVERAGE, _COVERAGE_WORDS, hint="Whether H counts the key facts that are told, where known."
        ),
        Select("refused", "Refused", _REFUSED, _REFUSED_WORDS, hint="A refused passage: H 0 for the seat, or left out for all."),
        Select("order", "Order", _ORDERS, _ORDERS_WORDS, hint="In which order the seats meet them."),
        Select("reviews", "Reviews", _REVIEWS, _REVIEWS_WORDS, 3, "R: how often one text can be written again."),
        Select("threshold", "Threshold", _THRESHOLDS, _THRESHOLDS_WORDS, 2, "T: the H below which a review is advised."),
        Select("vision", "Vision", _VISIONS, _VISIONS_WORDS, 2, "What rivals see of a review, in the next step."),
        Select(
            "weights",
            "Weights",
            tuple(WEIGHTS),
            betas,
            hint="Their beta. Q by the weights of the paper's tables is always shown too.",
        ),
        Select("judge", "Judge", _JUDGES, _JUDGES_WORDS, hint=_JUDGES_HINT, opener=MODEL),
        Select(
            "clock",
            "Clock",
            _CLOCKS,
            _CLOCKS_WORDS,
            hint=_CLOCKS_HINT,
        ),
    )


FORM = FormHints(
    _options(),
    (
        TextField("pool", "Pool", "Woozle's", "A .csv, .json or .jsonl file with passages or questions of yours."),
        TextField("place", "Judge's folder", "none", "Of the cross-encoder; of HHEM only if it was not fetched by Woozle."),
    ),
    seats=3,
    limits={"decide": "Decide in", "write": "Write in"},
    services=lambda values: {JUDGE: values["judge"]},
)
