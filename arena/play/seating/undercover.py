"""What can be set before a match of undercover, and the Start that comes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from woozle.arena.play import option_files
from woozle.arena.play.seating import chairs
from woozle.arena.play.start import Start
from woozle.arena.views.forms import Blank, Dial, Form
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.games.undercover.config import Config, Pool
from woozle.core.games.undercover.rules import Undercover
from woozle.core.games.undercover.scenes.graph import EDIT_TYPES, SETTINGS
from woozle.players.games.undercover.illustrators import COMPARES
from woozle.players.registry import sights

_TITLE = "Undercover"
_MODES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "undercover": ("undercover", {}),
    "same": ("all see the same", {"has_counterfactual": False}),
    "nobody": ("no undercover", {"has_undercover": False}),
    "single": ("each alone", {"mode": "single"}),
    "self_refine": ("alone, thrice", {"mode": "self_refine"}),
    "mad_vote": ("debate, vote", {"mode": "mad_vote"}),
    "mad_judge": ("debate, judge", {"mode": "mad_judge"}),
}
_MODES_HINT = "The game, two ablations of it, or what it is compared with."
_EDITS_HINT = "What is changed in the undercover's picture."
_THINGS = ("4", "5", "6", "7", "8", "9", "10")
_TALKS = ("1", "2", "3", "4")
_VOTES = ("1", "2", "3", "4", "5")
_SUMMARIES = ("0", "1", "2", "3")
_TIES = ("revote", "draw", "none", "seat_order")
_TIES_WORDS = ("vote again", "by lot", "nobody is out", "the first seat")
_LIKENESSES = ("", "vit", "clip", "vit+clip")
_LIKENESSES_WORDS = ("pixels", "ViT", "CLIP", "ViT and CLIP")
_LIKENESSES_HINT = "Who says how much alike the pictures are. ViT and CLIP need folders, below."


def form(models: Sequence[str] = ()) -> Form:
    """What there is to choose from: one person, four bots. models: that are offered at once, as seats name them."""
    return Form(
        "undercover",
        _TITLE,
        tuple(Undercover.seat_names),
        chairs.seat_dials(Undercover, Undercover.usual_seats, models),
        _options(),
        (chairs.BLIND,),
        (
            Blank("pool", "Pictures", "drawn scenes", "A folder of ready pairs with questions, or a file of a benchmark."),
            Blank("place", "Folders", "none", "Of the ViT or the CLIP; of both, with a comma between."),
        ),
    )


def _options() -> tuple[Dial, ...]:
    games = tuple(words for words, _ in _MODES.values())
    talks, votes = (tuple(count(int(each), noun) for each in of) for of, noun in ((_TALKS, "round"), (_VOTES, "vote")))
    return (
        Dial("mode", "Played", tuple(_MODES), games, hint=_MODES_HINT),
        Dial("setting", "Scene", ("any", *SETTINGS), ("any", *SETTINGS), hint="Where the drawn scene is."),
        Dial("edit", "Change", ("any", *EDIT_TYPES), ("any", *map(_edit_in_words, EDIT_TYPES)), hint=_EDITS_HINT),
        Dial("asks", "Question", ("changed", "any"), ("what was changed", "anything"), hint="What the question is about."),
        Dial("things", "Things", _THINGS, _THINGS, 3, "How many there are in a drawn scene."),
        Dial("free_answers", "Answers", ("no", "yes"), ("to choose", "in free words"), hint="Where a question has options."),
        Dial("observation_rounds", "Talk first", _TALKS, talks, hint="Rounds of answers before the first vote."),
        Dial("speaking", "Speaking", ("together", "in_turn"), ("all at once", "in turn"), hint="In turn, each hears those before."),
        Dial("rounds", "Votes", _VOTES, votes, 2, "After so many votes the undercover has won."),
        Dial("knows", "Roles", ("no", "yes"), ("not told", "told"), hint="Whether each is told if it is the undercover."),
        Dial(
            "ballot",
            "Ballot",
            ("direct", "weighted"),
            ("for a name", "by four factors"),
            hint="By factors that models and bots give. A person's vote is for a name.",
        ),
        Dial("ties", "Ties", _TIES, _TIES_WORDS, hint="What a tie means. Vote again: after a second tie, by lot."),
        Dial("summary_rounds", "Summing up", _SUMMARIES, _summaries(), 2, "Rounds in which those who are left agree on an answer."),
        Dial("likeness", "Likeness", _LIKENESSES, _LIKENESSES_WORDS, hint=_LIKENESSES_HINT),
        *chairs.limits(reason="Answer in", vote="Vote in"),
    )


def start(values: Mapping[str, str]) -> Start:
    """The match that was set. Raises ValueError, with one line for people, if it cannot be played."""
    seats = chairs.seats_of(values, Undercover, _TITLE)
    people = chairs.people_of(values, seats)
    names = ("setting", "edit", "asks", "things", "free_answers", "observation_rounds", "speaking", "rounds", "knows", "ballot")
    options: dict[str, Any] = {name: values[name] for name in (*names, "ties", "summary_rounds")} | chairs.limits_of(values)
    pool = _pool(values["pool"].strip())
    config = registry.validated(Config, {**options, **_MODES[values["mode"]][1], "pool": pool})
    likeness = _likeness(values["likeness"], values["place"].strip())
    officials = {"likeness": likeness} if likeness else {}
    is_blind = chairs.is_blind(values, people, seats)
    return Start(
        "undercover", seats, config, chairs.seed_of(values), people, is_blind, officials, sights=sights("undercover", config)
    )


def _summaries() -> tuple[str, ...]:
    return ("none", *(count(int(each), "round") for each in _SUMMARIES[1:]))


def _edit_in_words(name: str) -> str:
    return "pattern" if name == "attribute" else name.replace("_", " ")


def _pool(text: str) -> Pool | tuple[()]:
    """The pictures at the path that was typed; none if nothing was. Raises ValueError, with a sentence."""
    if not text:
        return ()
    path = option_files.typed(text)
    if not path.exists():
        raise ValueError(f"There is nothing at {text}; type the path of a folder of ready pairs, or of a file.")
    return _read(path, max(each.stat().st_mtime_ns for each in (path, *path.glob("*.jsonl"))))


@lru_cache(maxsize=1)
def _read(path: Path, changed: int) -> Pool:
    """What is there, which is asked for with every key. changed: when, so that it is read again after that."""
    found: Pool = option_files.read("pool", path, "undercover")
    return found


def _likeness(name: str, place: str) -> str:
    """Who compares the pictures, as the command line names them. Raises ValueError, with a sentence."""
    if not name:
        return ""
    if not place:
        raise ValueError("Type the folder of the ViT or CLIP below, or let pixels say how much alike the pictures are.")
    spec = COMPARES.named(f"{name}:{place}")
    spec.check()
    return str(spec)
