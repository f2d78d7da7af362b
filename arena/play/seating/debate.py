"""What can be set before a debate, and the Start that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from woozle.arena.play import option_files
from woozle.arena.play.seating import chairs
from woozle.arena.play.start import Start
from woozle.arena.views.forms import Blank, Dial, Form
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.games.debate.config import MEASURED, Config
from woozle.core.games.debate.rules import Debate
from woozle.players.games.debate.estimators import MEASURES

_TITLE = "Debate"
_TOPOLOGIES = ("full", "sparse", "random", "dig", "digra", "free", "fixed")
_TOPOLOGIES_WORDS = ("all others", "next in a ring", "drawn each round", "DIG", "DIGRA", "each chooses", "your graph")
_TOPOLOGIES_HINT = "Whom each listens to. DIG and DIGRA choose by entropies."
_ROUNDS = ("1", "2", "3", "4", "5", "7", "10")
_DENSITIES = ("0.25", "0.5", "0.75", "1")
_ALPHAS = ("0", "0.1", "0.2", "0.3", "0.5", "1")
_WRONG = ("", *map(str, range(Debate.max_seats + 1)))
_TIES = ("first", "draw", "nobody")
_TIES_WORDS = ("the first seat's", "by lot", "no answer")
_ESTIMATORS = ("", chairs.MODEL)
_ESTIMATORS_WORDS = ("n-gram model", "model…")
_ESTIMATORS_HINT = "Who measures for DIG and DIGRA. A model: local, or of a server like vLLM."


def form(models: Sequence[str] = ()) -> Form:
    """What there is to choose from: one person, four bots. models: that are offered at once, as seats name them."""
    return Form(
        "debate",
        _TITLE,
        tuple(Debate.seat_names),
        chairs.seat_dials(Debate, Debate.usual_seats, models),
        _options(),
        (chairs.BLIND,),
        (
            Blank("pool", "Pool", "Woozle's", "A .csv, .json or .jsonl file with questions of yours."),
            Blank("graph", "Your graph", "none", "Who listens to whom, from 0, as [[1, 2], [0], [0]], or a .json file."),
        ),
    )


def _options() -> tuple[Dial, ...]:
    rounds = ("1, no debate", *(count(int(each), "round") for each in _ROUNDS[1:]))
    wrong = ("own answers", "given, all right", *(f"given, {each} wrong" for each in _WRONG[2:]))
    return (
        Dial("topology", "Listening", _TOPOLOGIES, _TOPOLOGIES_WORDS, hint=_TOPOLOGIES_HINT),
        Dial("rounds", "Rounds", _ROUNDS, rounds, 2, "T: how often everybody answers."),
        Dial("wrong", "Begin with", _WRONG, wrong, hint=_BEGINNING_HINT),
        Dial("density", "Ring", _DENSITIES, _DENSITIES, 1, "D: the share of the others that one listens to in a ring."),
        Dial("alpha", "Alpha", _ALPHAS, _ALPHAS, 2, "What DIGRA adds to an information gain; 0.2 in the paper."),
        Dial("estimator", "Estimator", _ESTIMATORS, _ESTIMATORS_WORDS, hint=_ESTIMATORS_HINT, opener=chairs.MODEL),
        Dial("early_stop", "Stopping", ("no", "yes"), ("after all rounds", "when all agree"), hint=_STOPPING_HINT),
        Dial("names", "Names", ("yes", "no"), ("told", "not told"), hint="Whether one is told whose words one reads."),
        Dial("ties", "Ties", _TIES, _TIES_WORDS, hint="Which of answers given as often is the table's."),
        Dial("probe", "Probe", ("no", "yes"), ("none", "three appeals"), hint="Whether seats can be talked out of it afterwards."),
        *chairs.limits(answer="Answer in", choose="Choose in"),
    )


_BEGINNING_HINT = "First answers of their own, or given: so many of them wrong, by lot."
_STOPPING_HINT = "When all agree; and who answers the same twice says no more."


def start(values: Mapping[str, str]) -> Start:
    """The match that was set. Raises ValueError, with one line for people, if it cannot be played."""
    seats = chairs.seats_of(values, Debate, _TITLE)
    people = chairs.people_of(values, seats)
    names = ("topology", "rounds", "density", "alpha", "early_stop", "names", "ties", "probe")
    options: dict[str, Any] = {name: values[name] for name in names} | chairs.limits_of(values)
    if values["wrong"]:
        options["wrong"] = values["wrong"]
    if values["topology"] == "fixed":
        options["graph"] = _graph(values["graph"].strip())
    config: Any = registry.validated(Config, options | {"pool": option_files.pool(values["pool"].strip(), "debate")})
    Debate(len(seats), config)
    estimator = _estimator(values["estimator"]) if values["topology"] in MEASURED else ""
    officials = {"estimator": estimator} if estimator else {}
    return Start("debate", seats, config, chairs.seed_of(values), people, chairs.is_blind(values, people, seats), officials)


def _graph(text: str) -> Any:
    """The graph that was typed, or is in the file that was. Raises ValueError, with a sentence."""
    if not text:
        raise ValueError("Type your graph below, or let Listening be something else.")
    return option_files.value("graph", str(option_files.typed(text)) if text.endswith(".json") else text, "debate")


def _estimator(estimator: str) -> str:
    """Who measures, as the command line names them. Raises ValueError, with a sentence."""
    if estimator == chairs.MODEL:
        raise ValueError("Choose the model that measures, or let the n-gram model do it.")
    if estimator:
        MEASURES.named(estimator).check()
    return estimator
