"""Facts about the urn that the tests and benchmarks of all games need."""

RECORDED = (4, "standard", {})
"""Seats, preset and options of a match with a person, a model and bots."""

VERDICTS = frozenset({"Report", "Accuse", "Guess"})
"""The answers that `correctness` has verdicts on."""

SOUGHT = "crook"
"""The role to look for."""

FREE = {"Report": ("text",)}
"""The fields of each answer that hold free text, unless the Request limits them."""

WITH_MODELS = ("{}*3", {"handfuls": 1})
"""The seats of a short match, with places for a model, and its options."""

SMALL_MODEL = ((1, 2), "bot*2", {"handfuls": 1})
"""The seeds of matches with a small model, the bots beside it, and options."""

BOTS, MATCHES = "bot*5", 300
"""The seats of bots, and how many matches take about three seconds."""

WORDS = ("40", "80")
"""What a pupil of the tutorial types."""

MOMENT = (5, 8, "Report", 2)
"""The moment of its picture in the gallery, as tests/gallery.py says it."""

UNCHANGED = {
    "presets": ("standard", "quick", "patient"),
    "bots": ("bot:steady,bot:sunny,bot:fox,bot:keen,bot:bold", "bot:truthful,bot:trusting,bot:fibber,bot:random"),
    "rest": "bot:steady,bot:fox,bot:fibber",
}
"""What benchmarks/unchanged.py plays of it."""
