"""Facts about self-play that the tests and benchmarks of all games need."""

RECORDED = (3, "standard", {"searches": 1})
"""Seats, preset and options of a match with a person, a model and bots."""

VERDICTS = frozenset({"Act"})
"""The answers that `correctness` has verdicts on."""

FREE = {"Act": ("argument",), "Found": ("texts", "sources"), "Worked": ("result",)}
"""The fields of each answer that hold free text, unless the Request limits them."""

WITH_MODELS = ("{}*3", {"steps": 4})
"""The seats of a short match, with places for a model, and its options."""

SMALL_MODEL = ((1, 2, 3), "bot*2", {})
"""The seeds of matches with a small model, the bots beside it, and options."""

BOTS, MATCHES = "bot*2", 400
"""The seats of bots, and how many matches take about three seconds."""

WANTED = ("ASK", "SEARCH", "HEDGE")
"""What a pupil of the tutorial would rather choose."""

WORDS = ("Perkin",)
"""What a pupil of the tutorial types."""

MOMENT = (3, 6, "Act", 2)
"""The moment of its picture in the gallery, as tests/gallery.py says it."""

ROLES = ((3, {}, ["asker", "helper", "helper"]), (1, {}, ["alone"]))
"""The roles of matches, sorted, by the number of seats and options."""

UNCHANGED = {
    "presets": ("standard", "hub", "named", "own words"),
    "bots": (
        "bot:neighbour,bot:scholar,bot:braggart,bot:fair",
        "bot:careful,bot:boastful,bot:thrifty,bot:bookish",
        "bot:random,bot:scholar,bot:neighbour",
    ),
    "rest": "bot:scholar,bot:braggart",
    "models": ("", "?thoughts=off", "?temperature=0"),
}
"""What benchmarks/unchanged.py plays of it."""


def topic(events, options):
    """Return the question of a match, and the answer of the group."""
    key, posed, end = (next(iter(events(name)), None) for name in ("Key", "Posed", "Concluded"))
    if key is None or posed is None or end is None:
        return {}
    return {
        "case": key["id"],
        "data": next((each.get("data", "") for each in options["pool"] if each["id"] == key["id"]), "") or "Woozle",
        "question": posed["question"],
        "answer": end["answer"],
        "is_right": end["f1"] > 0.5,
    }
