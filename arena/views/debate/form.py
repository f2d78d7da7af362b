"""The form of a debate's settings."""

from __future__ import annotations

from woozle.arena.views.forms import MODEL, FormHints, Select, TextField
from woozle.arena.views.words import count
from woozle.core.games.debate.config import MEASURED
from woozle.core.games.debate.events import ESTIMATOR
from woozle.core.games.debate.rules import Debate

_TOPOLOGIES = ("full", "sparse", "random", "dig", "digra", "free", "fixed")
_TOPOLOGIES_WORDS = ("all others", "next in a ring", "drawn each round", "DIG", "DIGRA", "each chooses", "your graph")
_TOPOLOGIES_HINT = "Whom each listens to. DIG and DIGRA choose by entropies."
_ROUNDS = ("1", "2", "3", "4", "5", "7", "10")
_DENSITIES = ("0.25", "0.5", "0.75", "1")
_ALPHAS = ("0", "0.1", "0.2", "0.3", "0.5", "1")
_WRONG = ("", *map(str, range(Debate.max_seats + 1)))
_TIES = ("first", "draw", "nobody")
_TIES_WORDS = ("the first seat's", "by lot", "no answer")
_ESTIMATORS = ("", MODEL)
_ESTIMATORS_WORDS = ("n-gram model", "model…")
_ESTIMATORS_HINT = "Who measures for DIG and DIGRA. A model: local, or of a server like vLLM."


def _options() -> tuple[Select, ...]:
    rounds = ("1, no debate", *(count(int(each), "round") for each in _ROUNDS[1:]))
    wrong = ("own answers", "given, all right", *(f"given, {each} wrong" for each in _WRONG[2:]))
    return (
        Select("topology", "Listening", _TOPOLOGIES, _TOPOLOGIES_WORDS, hint=_TOPOLOGIES_HINT),
        Select("rounds", "Rounds", _ROUNDS, rounds, 2, "T: how often everybody answers."),
        Select("wrong", "Begin with", _WRONG, wrong, hint=_BEGINNING_HINT),
        Select("density", "Ring", _DENSITIES, _DENSITIES, 1, "D: the share of the others that one listens to in a ring."),
        Select("alpha", "Alpha", _ALPHAS, _ALPHAS, 2, "What DIGRA adds to an information gain; 0.2 in the paper."),
        Select("estimator", "Estimator", _ESTIMATORS, _ESTIMATORS_WORDS, hint=_ESTIMATORS_HINT, opener=MODEL),
        Select("early_stop", "Stopping", ("no", "yes"), ("after all rounds", "when all agree"), hint=_STOPPING_HINT),
        Select("names", "Names", ("yes", "no"), ("told", "not told"), hint="Whether one is told whose words one reads."),
        Select("ties", "Ties", _TIES, _TIES_WORDS, hint="Which of answers given as often is the table's."),
        Select(
            "probe", "Probe", ("no", "yes"), ("none", "three appeals"), hint="Whether seats can be talked out of it afterwards."
        ),
    )


_BEGINNING_HINT = "First answers of their own, or given: so many of them wrong, by lot."
_STOPPING_HINT = "When all agree; and who answers the same twice says no more."


FORM = FormHints(
    _options(),
    (
        TextField("pool", "Pool", "Woozle's", "A .csv, .json or .jsonl file with questions of yours."),
        TextField(
            "graph",
            "Your graph",
            "none",
            "Who listens to whom, from 0, as [[1, 2], [0], [0]], or a .json file.",
            needed_for=("topology", "fixed"),
        ),
    ),
    limits={"answer": "Answer in", "choose": "Choose in"},
    services=lambda values: {ESTIMATOR: values["estimator"]} if values["topology"] in MEASURED else {},
)
