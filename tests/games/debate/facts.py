"""Facts about the debate that the tests and benchmarks of all games need."""

RECORDED = (3, "standard", {"topology": "free", "rounds": 2, "wrong": 1, "probe": True})
"""Seats, preset and options of a match with a person, a model and bots."""

VERDICTS = frozenset({"Solve"})
"""The answers that `correctness` has verdicts on."""

FREE = {"Solve": ("text", "answer")}
"""The fields of each answer that hold free text, unless the Request limits them."""

WITH_MODELS = ("{}*2", {"rounds": 2})
"""The seats of a short match, with places for a model, and its options."""

SMALL_MODEL = ((1, 2), "bot*2", {"rounds": 2})
"""The seeds of matches with a small model, the bots beside it, and options."""

BOTS, MATCHES = "bot*4", 160
"""The seats of bots, and how many matches take about three seconds."""

MORE = ("problems", 48)
"""Its part of the pack `more`, and the items in it."""

MOMENT = (5, 2, "Solve", 2)
"""The moment of its picture in the gallery, as tests/gallery.py says it."""

CONDITION = """
[[beliefs]]
id = "solved"
after = "Solve"
ask = "How sure are you of your answer?"

[[practice]]
game = "debate"
seats = ["human", "bot"]
options = { rounds = 1 }

[[conditions]]
name = "words"
[[conditions.matches]]
game = "debate"
seats = ["human", "bot*2"]
options = { rounds = 2 }
"""
"""A practice and a condition of a study, and the beliefs that are asked for in them."""

ROLES = (
    (5, {"wrong": 2}, ["given_right"] * 3 + ["given_wrong"] * 2),
    (5, {"wrong": 0}, []),
)
"""The roles of matches, sorted, by the number of seats and options."""

UNCHANGED = {
    "presets": ("standard", "paper", "sparse", "dig", "digra", "alone"),
    "bots": ("bot:debater,bot:student,bot:advocate", "bot:fair,bot:stubborn,bot:gullible,bot:eloquent", "bot:expert,bot:random"),
    "rest": "bot:debater,bot:stubborn",
    "models": ("", "?thoughts=off", "?temperature=0"),
}
"""What benchmarks/unchanged.py plays of it."""


def topic(events, options):
    """Return what a match was about, and the answer of the table."""
    told, key, end = (next(iter(events(name)), None) for name in ("Briefing", "Key", "Concluded"))
    if end is None:
        return {}
    data = next((each.get("data") for each in options["pool"] if each["id"] == key["problem"]), "")
    return {
        "case": key["problem"],
        "data": data or "Woozle",  # the tests of all games play what comes with it
        "question": told["question"],
        "answer": end["answer"],
        "is_right": end["is_right"],
        "is_free": told["kind"] == "text",
    }
