"""The form of a debate's settings."""

from __future__ import annotations

from woozle.arena.views.forms import MODEL, Select, TextField
from woozle.arena.views.words import count
from woozle.games.debate.config import MEASURED
from woozle.games.debate.events import ESTIMATOR

_SEATS = 9  # of a form

_TOPOLOGIES = {
    "full": "all others",
    "sparse": "next in a ring",
    "random": "drawn each round",
    "dig": "DIG",
    "digra": "DIGRA",
    "free": "each chooses",
    "fixed": "your graph",
}
_TOPOLOGIES_HINT = "Whom each listens to. DIG and DIGRA choose by entropies."
_ROUNDS = {"1": "1, no debate", **{each: count(int(each), "round") for each in ("2", "3", "4", "5", "7", "10")}}
_BEGINNINGS = {"": "own answers", "0": "given, all right"}
_BEGINNINGS |= {f"{wrong}": f"given, {wrong} wrong" for wrong in range(1, _SEATS + 1)}
_BEGINNINGS_HINT = "Their own first answers, or given ones, this many of them wrong, by lot."
_RING_HINT = "D: the share of the others that one listens to in a ring."
_ALPHA_HINT = "What DIGRA adds to an information gain; 0.2 in the paper."
_ESTIMATORS_HINT = "Who measures for DIG and DIGRA. A model: local, or of a server like vLLM."
_STOPPING = {"no": "after all rounds", "yes": "by agreement", "debate": "at a repeat"}
_STOPPING_HINT = "When all agree. Whoever answers the same twice says no more, or ends it all."
_NAMES_HINT = "Whether players see whose words they read."
_TIES = {"first": "the first seat's", "draw": "by lot", "nobody": "no answer"}
_TIES_HINT = "Tie-break for the group answer."
_PROBE_HINT = "When to try by three appeals to talk seats out of their answers."

FORM = (
    Select("topology", "Listening", _TOPOLOGIES, hint=_TOPOLOGIES_HINT),
    Select("rounds", "Rounds", _ROUNDS, 2, "T: how often everybody answers."),
    Select("wrong", "Begin with", _BEGINNINGS, hint=_BEGINNINGS_HINT),
    Select("density", "Ring", ("0.25", "0.5", "0.75", "1"), 1, _RING_HINT),
    Select("alpha", "Alpha", ("0", "0.1", "0.2", "0.3", "0.5", "1"), 2, _ALPHA_HINT),
    Select(
        "estimator",
        "Estimator",
        {"": "n-gram model", MODEL: "model…"},
        hint=_ESTIMATORS_HINT,
        opener=MODEL,
        service=ESTIMATOR,
        needed_for=("topology", MEASURED),
    ),
    Select("early_stop", "Stopping", _STOPPING, hint=_STOPPING_HINT),
    Select("names", "Names", {"yes": "shown", "no": "hidden"}, hint=_NAMES_HINT),
    Select("ties", "Ties", _TIES, hint=_TIES_HINT),
    Select("probe", "Probe", {"no": "none", "yes": "at the end", "rounds": "each round"}, hint=_PROBE_HINT),
    TextField("pool", "Pool", "Woozle's", "A .csv, .json or .jsonl file with questions of yours."),
    TextField(
        "graph",
        "Your graph",
        "none",
        "Who listens to whom, from 0, as [[1, 2], [0], [0]], or a .json file.",
        needed_for=("topology", ("fixed",)),
    ),
)
