"""Command lines of debate for the tests of all commands."""

RUNS = {
    ("runs/d", "runs/1/alone"): ("--seats", "bot*3"),
    ("runs/right",): ("--seats", "bot*5", "--preset", "rationales"),
}
"""The folders that commands of the documentation name, and the options of the run that lies in each."""

THEN = [("run", "debate", "--seats", "bot*3", "--firsts", "runs/d", "--jobs", "1", "--out", "runs/full")]
"""Commands that make more of what the documentation names."""

REFUSED = [
    ("rationales gone --out pool.jsonl", "There is no file gone."),
    ("rationales gone --out pool.csv", "A pool is written as JSON lines; name a .jsonl file, not pool.csv."),
]
"""What is refused, with the beginning of the sentence or, where that is one word, the word."""

SWEPT = ["rationales @ --out new.jsonl"]
"""Commands with a place for nonsense."""
