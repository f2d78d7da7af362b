"""The form of Undercover's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from woozle.arena.views.forms import FormHints, Select, TextField
from woozle.arena.views.words import count
from woozle.core.games.undercover.events import LIKENESS
from woozle.core.games.undercover.scenes.graph import EDIT_TYPES, SETTINGS

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


def _options() -> tuple[Select, ...]:
    games = tuple(words for words, _ in _MODES.values())
    talks, votes = (tuple(count(int(each), noun) for each in of) for of, noun in ((_TALKS, "round"), (_VOTES, "vote")))
    return (
        Select("mode", "Played", tuple(_MODES), games, hint=_MODES_HINT),
        Select("setting", "Scene", ("any", *SETTINGS), ("any", *SETTINGS), hint="Where the drawn scene is."),
        Select("edit", "Change", ("any", *EDIT_TYPES), ("any", *map(_edit_in_words, EDIT_TYPES)), hint=_EDITS_HINT),
        Select("asks", "Question", ("changed", "any"), ("what was changed", "anything"), hint="What the question is about."),
        Select("things", "Things", _THINGS, _THINGS, 3, "How many there are in a drawn scene."),
        Select("free_answers", "Answers", ("no", "yes"), ("to choose", "in free words"), hint="Where a question has options."),
        Select("observation_rounds", "Talk first", _TALKS, talks, hint="Rounds of answers before the first vote."),
        Select(
            "speaking", "Speaking", ("together", "in_turn"), ("all at once", "in turn"), hint="In turn, each hears those before."
        ),
        Select("rounds", "Votes", _VOTES, votes, 2, "After so many votes the undercover has won."),
        Select("knows", "Roles", ("no", "yes"), ("not told", "told"), hint="Whether each is told if it is the undercover."),
        Select(
            "ballot",
            "Ballot",
            ("direct", "weighted"),
            ("for a name", "by four factors"),
            hint="By factors that models and bots give. A person's vote is for a name.",
        ),
        Select("ties", "Ties", _TIES, _TIES_WORDS, hint="What a tie means. Vote again: after a second tie, by lot."),
        Select(
            "summary_rounds", "Summing up", _SUMMARIES, _summaries(), 2, "Rounds in which those who are left agree on an answer."
        ),
        Select("comparer", "Likeness", _LIKENESSES, _LIKENESSES_WORDS, hint=_LIKENESSES_HINT),
    )


def _summaries() -> tuple[str, ...]:
    return ("none", *(count(int(each), "round") for each in _SUMMARIES[1:]))


def _edit_in_words(name: str) -> str:
    return "pattern" if name == "attribute" else name.replace("_", " ")


FORM = FormHints(
    _options(),
    (
        TextField("pool", "Pictures", "drawn scenes", "A folder of ready pairs with questions, or a file of a benchmark."),
        TextField("place", "Folders", "none", "Of the ViT or the CLIP; of both, with a comma between."),
    ),
    limits={"reason": "Answer in", "vote": "Vote in"},
    changes=lambda values, seats: {"mode": "undercover", **_MODES[values["mode"]][1]},
    services=lambda values: {LIKENESS: values["comparer"]},
)
