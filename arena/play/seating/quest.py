"""What can be set before a match of the quest, and the Start that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from woozle.arena.play import option_files
from woozle.arena.play.seating import chairs
from woozle.arena.play.start import Start
from woozle.arena.views.forms import Blank, Dial, Form
from woozle.arena.views.models import is_model
from woozle.core import registry
from woozle.core.games.quest.config import Config
from woozle.core.games.quest.rules import Quest
from woozle.core.games.quest.scoring import WEIGHTS
from woozle.players.games.quest.judges import office

_TITLE = "Hallucination Quest"
_FIRST_SEATS = 3
_ITEMS = ("4", "6", "12", "24", "all")
_ORDERS = ("opposite", "forward", "rotated", "shuffled")
_ORDERS_WORDS = ("opposite ways", "all the same", "each elsewhere", "shuffled")
_REVIEWS = ("0", "1", "2", "3", "4")
_REVIEWS_WORDS = ("none", "1 each", "2 each", "3 each", "4 each")
_THRESHOLDS = ("0", "0.8", "0.85", "0.9")
_THRESHOLDS_WORDS = ("never", *_THRESHOLDS[1:])
_VISIONS = ("off", "minimal", "snapshot", "full")
_VISIONS_WORDS = ("nothing", "H and tokens", "how it stands", "every H too")
_JUDGES = ("", "hhem", "nli", chairs.MODEL)
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


def form(models: Sequence[str] = ()) -> Form:
    """What there is to choose from: one person, two bots. models: that are offered at once, as seats name them."""
    return Form(
        "quest",
        _TITLE,
        tuple(Quest.seat_names),
        chairs.seat_dials(Quest, _FIRST_SEATS, models),
        _options(),
        (chairs.BLIND,),
        (
            Blank("pool", "Pool", "Woozle's", "A .csv, .json or .jsonl file with passages or questions of yours."),
            Blank("place", "Judge's folder", "none", "Of the cross-encoder; of HHEM only if it was not fetched by Woozle."),
        ),
    )


def _options() -> tuple[Dial, ...]:
    betas = tuple(f"{name.removesuffix('_tables')}, {each.beta:g}" for name, each in WEIGHTS.items())
    drawn = "Drawn by chance from those that come with Woozle, or from a pool of yours."
    return (
        Dial("task", "Task", ("summary", "question"), ("summaries", "questions"), hint="What is written about each."),
        Dial("items", "Items", _ITEMS, _ITEMS, 1, drawn),
        Dial("words", "Words", _WORDS, _WORDS_WORDS, 1, "So many words of a summary are read."),
        Dial("coverage", "Coverage", _COVERAGE, _COVERAGE_WORDS, hint="Whether H counts the key facts that are told, where known."),
        Dial("refused", "Refused", _REFUSED, _REFUSED_WORDS, hint="A refused passage: H 0 for the seat, or left out for all."),
        Dial("order", "Order", _ORDERS, _ORDERS_WORDS, hint="In which order the seats meet them."),
        Dial("reviews", "Reviews", _REVIEWS, _REVIEWS_WORDS, 3, "R: how often one text can be written again."),
        Dial("threshold", "Threshold", _THRESHOLDS, _THRESHOLDS_WORDS, 2, "T: the H below which a review is advised."),
        Dial("vision", "Vision", _VISIONS, _VISIONS_WORDS, 2, "What rivals see of a review, in the next step."),
        Dial(
            "weights",
            "Weights",
            tuple(WEIGHTS),
            betas,
            hint="Their beta. Q by the weights of the paper's tables is always shown too.",
        ),
        Dial("judge", "Judge", _JUDGES, _JUDGES_WORDS, hint=_JUDGES_HINT, opener=chairs.MODEL),
        *chairs.limits(decide="Decide in", write="Write in"),
        Dial(
            "clock",
            "Clock",
            _CLOCKS,
            _CLOCKS_WORDS,
            hint=_CLOCKS_HINT,
        ),
    )


def start(values: Mapping[str, str]) -> Start:
    """The match that was set. Raises ValueError, with one line for people, if it cannot be played."""
    seats = chairs.seats_of(values, Quest, _TITLE)
    people = chairs.people_of(values, seats)
    names = ("task", "items", "words", "coverage", "refused", "order", "reviews", "threshold", "vision", "weights", "clock")
    options = {name: values[name] for name in names} | chairs.limits_of(values)
    config = registry.validated(Config, options | {"pool": option_files.pool(values["pool"].strip(), "quest")})
    judge = _judge(values["judge"], values["place"].strip(), values["task"])
    return Start("quest", seats, config, chairs.seed_of(values), people, chairs.is_blind(values, people, seats), {"judge": judge})


def _judge(judge: str, place: str, task: str) -> str:
    """Who judges, as the command line names them. place: the folder that was typed. Raises ValueError, with a sentence."""
    if judge == chairs.MODEL:
        raise ValueError("Choose the model that judges, or another judge.")
    if is_model(judge):
        judge = f"grader:{judge}"
    elif judge == "nli" and not (option_files.typed(place) / "config.json").is_file():  # what is in it is seen at the start
        raise ValueError("Type the folder of the cross-encoder below, or choose another judge.")
    elif judge in ("nli", "hhem") and place:
        judge = f"{judge}:{place}"
    spec = office("question" if task == "question" else "summary").named(judge)
    if spec.kind.name != "nli":
        spec.check()
    return judge
