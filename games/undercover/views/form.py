"""The form of Undercover's settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from woozle.arena.views.forms import PLACE, Select, TextField
from woozle.arena.views.words import count
from woozle.games.undercover.events import LIKENESS
from woozle.games.undercover.scenes.graph import EDIT_TYPES, SETTINGS

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
_EDITS = {"any": "any"} | {each: "pattern" if each == "attribute" else each.replace("_", " ") for each in EDIT_TYPES}
_EDITS_HINT = "What is changed in the undercover's picture."
_DIFFICULTIES = {"custom": "as below", "easy": "easy", "normal": "normal", "hard": "hard"}
_DIFFICULTIES_HINT = "Of drawn scenes: how many things, what is changed, whether to add things up."
_WINS = {"vote": "by their own vote", "side": "as a side"}
_WINS_HINT = "If it is found, those win whose last vote was for it, or all others."
_TALKS = {"0": "none", **{each: count(int(each), "round") for each in "1234"}}
_VOTES = {each: count(int(each), "vote") for each in "12345"}
_KNOWS_HINT = "Whether each player knows if they are the undercover."
_BALLOT_HINT = "By factors that models and bots give. A person's vote is for a name."
_TIES = {"revote": "vote again", "draw": "by lot", "none": "no one is out", "seat_order": "the first seat"}
_TIES_HINT = "What a tie means. Vote again: after a second tie, by lot."
_SUMMARIES = {"0": "none", **{each: count(int(each), "round") for each in "123"}}
_SUMMARIES_HINT = "Rounds in which those who are left agree on an answer."
_LIKENESSES = {"": "pixels", "vit": "ViT", "clip": "CLIP", "vit+clip": "ViT and CLIP"}
_LIKENESSES_HINT = "Who says how much alike the pictures are. ViT and CLIP need folders, below."

FORM = (
    Select(
        "mode",
        "Played",
        {name: words for name, (words, _) in _MODES.items()},
        hint=_MODES_HINT,
        sets=lambda mode, seats: {"mode": "undercover", **_MODES[mode][1]},
    ),
    Select("difficulty", "Difficulty", _DIFFICULTIES, hint=_DIFFICULTIES_HINT),
    Select("setting", "Scene", ("any", *SETTINGS), hint="Where the drawn scene is."),
    Select("edit", "Change", _EDITS, hint=_EDITS_HINT),
    Select("asks", "Question", {"changed": "what was changed", "any": "anything"}, hint="What the question is about."),
    Select("things", "Things", ("4", "5", "6", "7", "8", "9", "10"), 3, "How many there are in a drawn scene."),
    Select("free_answers", "Answers", {"no": "to choose", "yes": "in free words"}, hint="Where a question has options."),
    Select("observation_rounds", "Talk first", _TALKS, 1, hint="Rounds of answers before the first vote."),
    Select("speaking", "Speaking", {"together": "all at once", "in_turn": "in turn"}, hint="In turn, each hears those before."),
    Select("rounds", "Votes", _VOTES, 2, "The undercover wins after this many votes."),
    Select("knows", "Roles", {"no": "secret", "yes": "known"}, hint=_KNOWS_HINT),
    Select("ballot", "Ballot", {"direct": "for a name", "weighted": "by four factors"}, hint=_BALLOT_HINT),
    Select("wins", "The others win", _WINS, hint=_WINS_HINT),
    Select("ties", "Ties", _TIES, hint=_TIES_HINT),
    Select("summary_rounds", "Summing up", _SUMMARIES, 2, _SUMMARIES_HINT),
    Select("comparer", "Likeness", _LIKENESSES, hint=_LIKENESSES_HINT, service=LIKENESS),
    TextField("pool", "Pictures", "drawn scenes", "A folder of ready pairs with questions, or a file of a benchmark."),
    TextField(PLACE, "Folders", "none", "Of the ViT or the CLIP; of both, with a comma between."),
)
