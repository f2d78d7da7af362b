"""The form of the quest's settings."""

from __future__ import annotations

from woozle.arena.views.forms import MODEL, PLACE, Select, TextField
from woozle.games.quest.events import JUDGE
from woozle.games.quest.judgement.scores import WEIGHTS

_ITEMS_HINT = "Drawn by chance from those that come with Woozle, or from a pool of yours."
_WORDS = {"40": "40", "60": "60", "80": "80", "120": "120", "0": "no limit"}
_COVERAGE_HINT = "Whether the score counts the key facts covered, where known."
_REFUSED_HINT = "A refused passage: it scores 0, or is left out for everybody."
_ORDERS = {"opposite": "opposite ways", "forward": "all the same", "rotated": "each elsewhere", "shuffled": "shuffled"}
_REVIEWS = {"0": "none", "1": "1 each", "2": "2 each", "3": "3 each", "4": "4 each"}
_THRESHOLDS = {"0": "never", "0.8": "0.8", "0.85": "0.85", "0.9": "0.9"}
_VISIONS = {"off": "nothing", "minimal": "mean and tokens", "snapshot": "how it stands", "full": "every text too"}
_BETAS: dict[str, str] = {name: f"{name.removesuffix('_tables')}, {each.beta:g}" for name, each in WEIGHTS.items()}
_WEIGHTS_HINT = "How much costs count. The report has the other weights too."
_JUDGES = {"": "claims / match", "lexical": "lexical", "hhem": "HHEM", "nli": "cross-encoder", MODEL: "model…"}
_JUDGES_HINT = "claims for summaries, match for answers; or HHEM, a cross-encoder, a model."
_CLOCKS = {"recorded": "as measured", "virtual": "virtual"}
_CLOCKS_HINT = "Bots pay 1 second a call and 0.001 a token. virtual: so does everybody."

FORM = (
    Select("task", "Task", {"summary": "summaries", "question": "questions"}, hint="What is written about each."),
    Select("items", "Items", ("4", "6", "12", "24", "all"), 1, _ITEMS_HINT),
    Select("words", "Words", _WORDS, 1, "How many words of a summary are read."),
    Select("coverage", "Coverage", {"true": "counts", "false": "not counted"}, hint=_COVERAGE_HINT),
    Select("refused", "Refused", {"scored": "scores 0", "left_out": "left out"}, hint=_REFUSED_HINT),
    Select("order", "Order", _ORDERS, hint="Reading order of each seat."),
    Select("reviews", "Reviews", _REVIEWS, 3, "How often one text can be revised."),
    Select("threshold", "Threshold", _THRESHOLDS, 2, "The score, from 0 to 1, below which revising is advised."),
    Select("vision", "Vision", _VISIONS, 2, "What rivals see once you have revised a text, in the next step."),
    Select("weights", "Weights", _BETAS, hint=_WEIGHTS_HINT),
    Select("judge", "Judge", _JUDGES, hint=_JUDGES_HINT, opener=MODEL, service=JUDGE),
    Select("clock", "Clock", _CLOCKS, hint=_CLOCKS_HINT),
    TextField("pool", "Pool", "Woozle's", "A .csv, .json or .jsonl file with passages or questions of yours."),
    TextField(PLACE, "Judge's folder", "none", "Of the cross-encoder; of HHEM only if it was not fetched by Woozle."),
)
