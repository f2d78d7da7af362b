"""Facts about the ship that the tests and benchmarks of all games need."""

RECORDED = (5, "standard", {"max_ticks": 12})
"""Seats, preset and options of a match with a person, a model and bots."""

VERDICTS = frozenset[str]()
"""The answers that `correctness` has verdicts on."""

FREE = {"Act": ("say",), "Speak": ("text",)}
"""The fields of each answer that hold free text, unless the Request limits them."""

WITH_MODELS = ("{}*2,bot*2", {"map": "shuttle", "max_ticks": 3, "rounds": 1})
"""The seats of a short match, with places for a model, and its options."""

SMALL_MODEL = ((3, 5), "bot*3", {"map": "shuttle", "max_ticks": 8, "rounds": 1, "first_kill_cooldown": 1})
"""The seeds of matches with a small model, the bots beside it, and options. In both matches there are meetings."""

BOTS, MATCHES = "bot*6", 60
"""The seats of bots, and how many matches take about three seconds."""

COST = "<= 1.9"
"""The wanted processor time of bots' matches beside a commit since which its bots read speech by the grammar of claims."""

WANTED = ("task", "report")
"""What a pupil of the tutorial would rather choose."""

MOMENT = (6, 23, "Act", 9)
"""The moment of its picture in the gallery, as tests/gallery.py says it."""

CONDITION = """
[[conditions]]
name = "ships"
[[conditions.matches]]
game = "ship"
seats = ["human", "bot*4"]
options = { max_ticks = 6, map = "shuttle", rounds = 1, kill_cooldown = 1, first_kill_cooldown = 1 }
"""
"""A condition of a study, and the beliefs that are asked for in it."""

SOUGHT = "duck"
"""The role that a seat is suspected of."""

ROLES = ((6, {"ducks": 2}, ["duck"] * 2 + ["goose"] * 4),)
"""The roles of matches, sorted, by the number of seats and options."""

UNCHANGED = {
    "presets": ("standard", "quack"),
    "bots": ("bot:watchful*2,bot:trusting*2,bot:shrewd,bot:random", "bot:shrewd*3,bot:watchful,bot:trusting"),
    "rest": "bot:watchful*2,bot:shrewd*2",
    "has_audits": True,
}
"""What benchmarks/unchanged.py plays of it."""
