"""Command lines of undercover for the tests of all commands."""

RUNS = {
    ("detected", "runs/undercover", "runs/u"): ("--seats", "bot*5", "--set", "size=256"),
    ("runs/single",): ("--seats", "bot*3", "--preset", "single", "--set", "size=256"),
}
"""The folders that commands of the documentation name, and the options of the run that lies in each."""

THEN = [("pictures", "make", "pairs", "--pairs", "1", "--set", "size=256")]
"""Commands that make more of what the documentation names."""

REFUSED = [
    ("run undercover --seats bot*4 --out new --editor x", "There is no editor 'x'; for this, choose from scenes."),
    ("run undercover --seats bot*4 --out new --likeness pixel", "There is no likeness 'pixel'; did you mean pixels?"),
    ("pictures check folder", "There is no"),
    ("pictures make empty", "empty"),
    ("pictures make new --set seting=park", "pictures has no option 'seting'; did you mean setting?"),
    ("pictures make new --set tries=0", "tries must be 1 or more."),
    ("pictures make new --budget pounds=3", "A budget is in dollars, calls, tokens or seconds,"),
    ("pictures download x", "Only vit:REPOSITORY and clip:REPOSITORY can be fetched,"),
]
"""What is refused, with the beginning of the sentence or, where that is one word, the word."""

SWEPT = [
    "pictures check @",
    "pictures make new --set ?",
    "pictures download ?",
]
"""Commands with a place for nonsense."""
