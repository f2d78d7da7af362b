"""Command lines of self-play for the tests of all commands."""

RUNS = {
    ("runs/s", "runs/without"): ("--seats", "bot:fair", "--set", "searches=0"),
    ("runs/with",): ("--seats", "bot:fair"),
}
"""The folders that commands of the documentation name, and the options of the run that lies in each."""

REFUSED = [
    ("run self_play --seats bot*3 --out new --librarian bm52", "There is no librarian 'bm52'; did you mean bm25?"),
    ("train self_play --model tiny --out new --set x=1", "The model tiny plays in its own world,"),
    ("train self_play --model tiny --out new --supervision pla", "--supervision"),
    ("solve ipg --p 0.3 --q 0.1 --cost 0.1", "The game has 2 to 12 players, not 1."),
    ("solve ipg --check 3 --p 0.3", "--check draws its own games; leave out --p, --q and --cost."),
]
"""What is refused, with the beginning of the sentence or, where that is one word, the word."""

SWEPT = ["solve ?", "solve ipg --p ? --q 0.1 --cost 0.1", "train ?"]
"""Commands with a place for nonsense."""
