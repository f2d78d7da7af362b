"""The way in which a test runs each command of the documentation. The first matching rule holds; a command without one fails.

A command is run as it stands, but smaller where it would take long: two matches instead of thousands, one process, a short ship.
One that opens the app opens it where nobody sees it, and leaves when the first screen is there. Most that play or watch a match
leave when the app is made, as each game has tests of its screens. What cannot be run in a test is parsed: each word has to be one
that the command takes, and the reason stands here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

How = Literal["run", "screen", "begun", "typed", "parsed", "make", "script", "fresh"]


@dataclass(frozen=True)
class Manner:
    """fits: commands, as a pattern that matches from their beginning. more: words put behind. why: a command is only parsed."""

    fits: str
    how: How
    more: tuple[str, ...] = ()
    why: str = ""
    status: int = 0


SMALLER = (
    (r"--matches \S+", "--matches 2"),
    (r"--pairs \S+", "--pairs 1"),
    (r"--jobs \S+", "--jobs 1"),
    (r"--concurrency \S+", "--concurrency 2"),
    (r"--set items=\S+", "--set items=3"),
    (r"resume last", "resume 20251231"),
    (r"pack add harbour", "pack add harbour2"),
    (r"\$seed", "1"),
    (r"\$method", "full"),
    (r" --set pool=NQ2\S+ --each", ""),
)
"""Parts of commands, and their smaller replacements in tests."""

ONE, SHIP = ("--jobs", "1"), ("--set", "max_ticks=3", "--map", "shuttle")
FEW = ("--set", "pool=few.jsonl")

DOWNLOAD = "it needs weights that are downloaded; with small weights made by a test it is run in tests/players/backends/local"
FORCED = "it needs a server that tells log-probabilities of a prompt; tests/players/services has one"
SEES = "it needs a model that says what is in a picture; tests/games/undercover/players/test_analyst.py has one"
LONG = "it trains for minutes; tests/games/self_play/tui/test_train.py runs it for seconds"
EDITOR = "it opens an editor, or asks for a key; tests/tui/cli/test_models.py runs it"
MEASURES = "it measures for minutes, or draws what another test draws; what it is told is read"
SERVES = "it serves until ctrl+c; tests/web runs it"
WHEELS = "it serves a model of two wheels until ctrl+c; `make servers` runs it, and test_small_model.py holds one to the other"
ANSWERS = "it serves until its client goes; tests/arena/environments/test_mcp.py runs it"
COMPARES = "it asks about a match in which Bo sits; tests/tui/cli/test_comparing.py runs it"
TEMPLATE = "it needs the template installed; tests/test_template.py runs it"
REPRODUCES = "it asks models about data that are not here; tests/tui/cli/test_reproduce.py runs it with others"
CLUSTER = "it needs other machines, or the extra ray; tests/arena/runs runs it on this one"

MANNERS = (
    Manner(r"uv run woozle", "fresh", why="it downloads packages; CI runs it in a fresh clone, by tests/fresh_clone.py"),
    Manner(r"(?!woozle|python|make)", "parsed", why="it sets variables for the command behind them"),
    # What takes another machine, minutes, or a download
    Manner(r"woozle .*(local|dense|nli|vit|clip|diffusers|hhem):?[\w/.-]*", "parsed", why=DOWNLOAD),
    Manner(r'woozle .*--estimator "?openai', "parsed", why=FORCED),
    Manner(r"woozle .*--analyst vision", "parsed", why=SEES),
    Manner(r"woozle judge download", "parsed", why=DOWNLOAD),
    Manner(r"woozle train", "parsed", why=LONG),
    Manner(r"woozle study serve", "parsed", why=SERVES),
    Manner(r"woozle study (bonus|reconcile)", "parsed", why="it needs a recruiter; tests/tui/cli/test_study_actions.py has one"),
    Manner(r"woozle mcp", "parsed", why=ANSWERS),
    Manner(r"woozle (host|serve)\b", "parsed", why="it serves until ctrl+c; tests/web/test_hosting.py runs it"),
    Manner(r"woozle join", "parsed", why="it needs a table of another machine; tests/join has one"),
    Manner(r"woozle verify .*--receipts", "parsed", why="it needs receipts; tests/web/test_receipts.py has some"),
    Manner(r"woozle openenv", "parsed", why="it serves until ctrl+c; tests/arena/environments/test_openenv.py runs it"),
    Manner(r"woozle .*(--engine ray|--address|--shard)", "parsed", why=CLUSTER),
    Manner(r"woozle compare", "parsed", why=COMPARES),
    Manner(r"woozle .*\bthimbles\b", "parsed", why=TEMPLATE),
    Manner(r"woozle config (edit|key)", "parsed", why=EDITOR),
    Manner(r"python -c .*xllamacpp", "parsed", why=WHEELS),
    Manner(r"woozle study monitor .*--json", "run"),
    # What opens the app
    Manner(r"woozle .*--plain", "typed"),
    Manner(r"woozle (play|watch) (?!ship$|.*ollama)", "begun"),
    Manner(r"woozle$|woozle (play|daily|watch|replay|annotate|learn|resume|fork|study (run|preview|monitor))\b", "screen"),
    # What is printed or written
    Manner(r"woozle reproduce \S+ --dry-run$", "run", ("--table", "1")),
    Manner(r"woozle reproduce .*--model", "parsed", why=REPRODUCES),
    Manner(r"woozle reproduce quack --data LOGS$", "run"),
    Manner(r"woozle run ship .*bot\*6", "run", (*SHIP, *ONE)),
    Manner(r"woozle run ship", "run", SHIP),
    Manner(r"woozle run (quest|self_play|debate|undercover|urn) .*(openai|ollama)", "run"),
    Manner(r"woozle run self_play .*popularity", "run", ONE),
    Manner(r"woozle run self_play .*--each", "run", (*FEW, *ONE)),
    Manner(r"woozle run \w+", "run", ONE),
    Manner(r"woozle verify", "run", ONE),
    Manner(r"woozle (pack|show|list|label|leaderboard|audit|import|agreement|report|export|protocol)\b", "run"),
    Manner(r"woozle agent check", "run", ("--game", "urn", "--matches", "1")),
    Manner(r"woozle (solve|doctor|models|config|judge|pictures|rationales)\b", "run"),
    Manner(r"woozle study (new|check|status|export|withdraw|links|pause|resume)\b", "run"),
    Manner(r"woozle (--help|--version|[a-z]+( [a-z]+)? --help)$", "run"),
    # What a checkout has
    Manner(r"make [a-z0-9-]+$", "make", why="it sets up an environment; `make -n` says what it would do"),
    Manner(r"python -m benchmarks\b", "script", why=MEASURES),
    Manner(r"python docs/", "script", why=MEASURES),
)


def manner(command: str) -> Manner | None:
    """Return the way to run a command; None if there is no rule for it."""
    plain = command.removeprefix(".venv/bin/")
    return next((manner for manner in MANNERS if re.match(manner.fits, plain)), None)


def smaller(command: str) -> str:
    """The same with less to play."""
    for stands, instead in SMALLER:
        command = re.sub(stands, instead, command)
    return command
