"""Facts about the quest that the tests and benchmarks of all games need."""

RECORDED = (3, "standard", {"items": 4})
"""Seats, preset and options of a match with a person, a model and bots."""

VERDICTS = frozenset[str]()
"""The answers that `correctness` has verdicts on."""

FREE = {"Write": ("text",)}
"""The fields of each answer that hold free text, unless the Request limits them."""

WITH_MODELS = ("{}*2", {"items": 1, "reviews": 1})
"""The seats of a short match, with places for a model, and its options."""

SMALL_MODEL = ((1,), "bot", {"items": 2, "reviews": 1})
"""The seeds of matches with a small model, the bots beside it, and options."""

BOTS, MATCHES = "bot*2", 120
"""The seats of bots, and how many matches take about three seconds."""

MORE = ("passages", 30)
"""Its part of the pack `more`, and the items in it."""

WANTED = ("review",)
"""What a pupil of the tutorial would rather choose."""

WORDS = ("The cave is dark.",)
"""What a pupil of the tutorial types."""

MOMENT = (3, 5, "Write", 2)
"""The moment of its picture in the gallery, as tests/gallery.py says it."""

UNCHANGED = {
    "presets": ("standard", "paper", "questions"),
    "bots": (
        "bot:clerk,bot:magpie,bot:archivist,bot:planner",
        "bot:twin,bot:brief,bot:extract,bot:long",
        "bot:careless,bot:random",
    ),
    "rest": "bot:clerk,bot:magpie",
    "models": ("", "?thoughts=off", "?temperature=0"),
    "has_seconds": True,
}
"""What benchmarks/unchanged.py plays of it."""


def topic(events, options):
    """Return the passages of a match, which come with Woozle."""
    names = {each["item"] for each in (*events("Given"), *events("LeftOut"))}
    return {"case": ", ".join(sorted(names)), "data": "Woozle"}
