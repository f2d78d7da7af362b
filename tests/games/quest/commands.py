"""Command lines of the quest for the tests of all commands."""

RUNS = {
    ("runs/q", "quests", "with", "without"): ("--seats", "bot,bot:careless", "--set", "items=3"),
}
"""The folders that commands of the documentation name, and the options of the run that lies in each."""

REFUSED = [
    ("run quest --seats bot*6 --out new --judge lexcal", "There is no judge 'lexcal'; did you mean lexical?"),
    ("run quest --seats bot*6 --out new --judge x", "There is no judge 'x'; for this, choose from claims, lexical,"),
    ("run quest --seats bot*6 --out new --judge grader:x", "No grader can be asked: There is no backend 'x';"),
    ("judge download hem", "Only hhem can be fetched;"),
]
"""What is refused, with the beginning of the sentence or, where that is one word, the word."""

SWEPT = [
    "run quest --seats bot*6 --out new --judge ?",
    "judge download ?",
]
"""Commands with a place for nonsense."""
