"""Facts about undercover that the tests and benchmarks of all games need."""

RECORDED = (4, "standard", {"size": 256})
"""Seats, preset and options of a match with a person, a model and bots."""

VERDICTS = frozenset({"Reason"})
"""The answers that `correctness` has verdicts on."""

FREE = {
    "Draw": ("picture", "counterfactual"),
    "Reason": ("analysis",),
    "Vote": ("why",),
    "FactorVote": ("why",),
    "Summarise": ("summary",),
}
"""The fields of each answer that hold free text, unless the Request limits them."""

FLAGS = {"Compare": 2}
"""In how many ways fields can be filled in that are limited by their type alone."""

WITH_MODELS = ("{}*3", {"rounds": 1, "summary_rounds": 1, "things": 5})
"""The seats of a short match, with places for a model, and its options."""

SMALL_MODEL = ((1,), "bot*2", {"things": 5, "rounds": 1, "summary_rounds": 1})
"""The seeds of matches with a small model, the bots beside it, and options."""

BOTS, MATCHES = "bot*4", 80
"""The seats of bots, and how many matches take about three seconds."""

SHOWS_A_PICTURE = True
"""Each seat is shown a picture with its first Request."""

MORE = ("scenes", 30)
"""Its part of the pack `more`, and the items in it."""

WANTED = ("yes",)
"""What a pupil of the tutorial would rather choose."""

WORDS = ("I see an orange sign on the pavement.",)
"""What a pupil of the tutorial types."""

MOMENT = (5, 4, "Vote")
"""The moment of its picture in the gallery, as tests/gallery.py says it."""

CONDITION = """
[[beliefs]]
id = "sure"
after = "Reason"
ask = "How sure are you of your answer?"

[[conditions]]
name = "pictures"
[[conditions.matches]]
game = "undercover"
seats = ["bot", "human", "bot*2"]
options = { size = 256, rounds = 2 }
"""
"""A condition of a study, and the beliefs that are asked for in it."""

SOUGHT = "undercover"
"""The role that a seat is suspected of."""

ROLES = (
    (5, {"size": 256}, ["regular"] * 4 + ["undercover"]),
    (5, {"size": 256, "has_undercover": False}, []),
    (5, {"size": 256, "mode": "mad_vote"}, []),
)
"""The roles of matches, sorted, by the number of seats and options."""

UNCHANGED = {
    "presets": ("standard", "paper", "single", "self_refine", "mad_vote", "mad_judge"),
    "bots": ("bot:neighbour,bot:dreamer,bot:fox,bot:sharp", "bot:keen,bot:hazy,bot:dim,bot:random,bot:fox"),
    "rest": "bot:neighbour,bot:fox,bot:sharp",
}
"""What benchmarks/unchanged.py plays of it."""


def topic(events, options):
    """Return what a match was about, and the answer of the table."""
    pair, end, revealed = (next(iter(events(name)), None) for name in ("Pair", "Concluded", "Revealed"))
    if pair is None or end is None:
        return {}
    question, answer = pair["question"], end["answer"]
    is_drawn = pair["scene"] is not None
    return {
        "case": f"{pair['case']} {pair['picture'][:12]}" if is_drawn else pair["case"],
        "data": pair.get("data", {}).get("benchmark") or ("drawn scenes" if is_drawn else ""),
        "question": question["text"],
        "answer": answer,
        "is_right": revealed["is_right"],
        "is_free": not (answer in question["options"] or (isinstance(answer, str) and answer.isdigit())),
    }
