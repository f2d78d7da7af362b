"""Whether this checkout plays and reads the same matches as an earlier commit.

    python -m benchmarks.unchanged                  # compare; print each cell that differs; exit status 1 if one does
    python -m benchmarks.unchanged ship urn         # the same of these games only
    python -m benchmarks.unchanged --keep           # keep this checkout's digests instead, where each difference is meant
    python -m benchmarks.unchanged --from COMMIT    # begin anew with the matches and digests of a commit

The commit's own code plays 100 matches of each game, with bots and with models of a scripted server on loopback. Its transcripts
lie in a cache outside of the repository; only digests are committed, in `unchanged.json`. This checkout's code plays the same
matches again, and reads those of the commit and the golden ones: verify, tables, reports, leaderboards, pages, chats and logs. So
a change of play can be told from a change of reading. It takes five minutes of processor; two processes work at once.

All goes through the command line, so that no move of modules can break it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from benchmarks import digests
from benchmarks.digests import Cells, Values, cells

from tests.arena.runs.lab import answer, endpoint
from tests.games.parts import parts
from tests.players.backends.servers import OpenAIServer

CHECKOUT = Path(__file__).parents[1]
KEPT = Path(__file__).with_suffix(".json")
PROCESSES = 2
BOTS = 94  # matches of a game that bots play alone
SHOWN = 200  # differences that are printed

Groups: TypeAlias = dict[str, Cells]
"""Cells by what they are of: what a game's matches are, or what one command made of them."""


MEMORIES = ("", "?memory=digest&thoughts=off", "?memory=full")
"""Options of the model in each run with models, for games that take a memory."""


class Tables(NamedTuple):
    """What of a game is played: each preset by each table of bots, and two matches of each model with `rest` beside it.

    has_audits: whether its claims are checked. has_seconds: whether models read how long they took, so that no match with them
    comes again; those of the commit are read all the same.
    """

    presets: Sequence[str]
    bots: Sequence[str]
    rest: str
    models: Sequence[str] = MEMORIES
    has_audits: bool = False
    has_seconds: bool = False


GAMES = {game: Tables(**played) for game, played in parts("facts", "UNCHANGED").items()}

READERS: Mapping[str, tuple[Sequence[str], Callable[[Path], Values], bool]] = {
    "tables": (("export", "--to", "csv", "--with-text"), digests.table_values, True),
    "pages": (("export", "--to", "html", "--with-text"), digests.page_values, False),
    "chats": (("export", "--to", "chat", "--with-text"), digests.chat_values, False),
    "logs": (("export", "--to", "inspect", "--with-text"), digests.log_values, False),
}
"""Exports by name: the command, what its folder holds, and whether it takes all matches or the first of each run."""
PRINTERS: dict[str, tuple[Sequence[str], int, bool]] = {
    "report": (("report", "--json"), 5, True),
    "leaderboard": (("leaderboard", "--json"), 5, True),
    "verify": (("verify", "--level", "3", "--json", "--jobs", "1"), 2, True),
}
"""Commands that print JSON, by name: the command, how many names lead to a cell, and whether it takes all matches."""
AUDITS: dict[str, tuple[Sequence[str], int, bool]] = {
    "audit": (("audit", "--json"), 5, False),
    "audit, compatible": (("audit", "--json", "--mode", "compatible"), 5, False),
}
"""The same for a game whose claims are checked."""


DEBATED = ("It is plain.\nAnswer: A", "It must be so.\nAnswer: B", "I am not sure.\nAnswer: C", "I cannot say.")
ACTED = ("#ASK", "#ANSWER forty", "#HEDGE forty", "I cannot say.")
"""What the server says in a conversation, where nothing in the request says what would be legal; the last can never be read."""


class Run(NamedTuple):
    """A run of some matches. has_models: whether a seat is asked at the server."""

    game: str
    name: str
    words: Sequence[str]
    has_models: bool

    @property
    def folder(self) -> Path:
        return Path(self.game, self.name)


def runs(games: Iterable[str]) -> Iterator[Run]:
    """Yield all runs, 100 matches of each game."""
    for game in games:
        tables = GAMES[game]
        pairs = [(preset, number, seats) for preset in tables.presets for number, seats in enumerate(tables.bots, 1)]
        for at, (preset, number, seats) in enumerate(pairs):
            matches = BOTS // len(pairs) + (at < BOTS % len(pairs))
            yield Run(game, f"{preset} {number}", _words(seats, preset, matches, at, "--jobs", "1"), has_models=False)
        for number, model in enumerate(tables.models):
            preset = tables.presets[number % len(tables.presets)]
            words = _words(f"openai@lab:tiny{model},{tables.rest}", preset, 2, number, "--concurrency", "1", "--no-sync")
            yield Run(game, f"models {number + 1}", words, has_models=True)


def _words(seats: str, preset: str, matches: int, seed: int, *others: str) -> list[str]:
    fixed = ["--seats", seats, "--preset", preset, "--matches", str(matches), "--seed", str(seed), "--rotate"]
    return [*fixed, *others]


def reply(request: Mapping[str, Any]) -> str:
    """Return what the server says: a legal answer, which depends on nothing but the request."""
    if "response_format" in request:
        return answer(request)
    asked = json.dumps(request["messages"])
    replies = ACTED if "#ASK" in asked else DEBATED
    return replies[int(digests.digest(asked), 16) % len(replies)]


class Woozle:
    """The command line of a checkout, with the entry points of that checkout.

    Those of the environment are of the checkout that was installed, so that others are written beside its sources.
    """

    def __init__(self, checkout: Path, scratch: Path, server: OpenAIServer) -> None:
        project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]
        metadata = scratch / "metadata" / f"woozle-{project['version']}.dist-info"
        metadata.mkdir(parents=True)
        (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: woozle\nVersion: {project['version']}\n")
        groups = {"console_scripts": project["scripts"], **project["entry-points"]}
        sections = ([f"[{group}]", *(f"{name} = {where}" for name, where in each.items())] for group, each in groups.items())
        (metadata / "entry_points.txt").write_text("\n".join(line for section in sections for line in section))
        module, _, function = project["scripts"]["woozle"].partition(":")
        self._command = [sys.executable, "-c", f"import sys; from {module} import {function}; sys.exit({function}())"]
        endpoint(home := scratch / "home", server.url)
        path = os.pathsep.join([str(metadata.parent), str(checkout / "src")])
        self._environment = {**os.environ, "PYTHONPATH": path, "WOOZLE_HOME": str(home)}

    def __call__(self, *words: str, at: Path) -> tuple[int, str]:
        """Run a command, and return its exit status and what it printed. Raises RuntimeError for one that broke."""
        done = subprocess.run([*self._command, *words], cwd=at, env=self._environment, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1, 3):
            raise RuntimeError(f"woozle {' '.join(words)}: {done.stderr}")
        return done.returncode, done.stdout


def repeatable_runs(games: Iterable[str]) -> Iterator[Run]:
    """Yield the runs whose matches come again."""
    return (run for run in runs(games) if not (run.has_models and GAMES[run.game].has_seconds))


def play(woozle: Woozle, wanted: Iterable[Run], folder: Path) -> None:
    """Play some runs into a folder."""

    def one(run: Run) -> None:
        (folder / run.game).mkdir(parents=True, exist_ok=True)
        status, _ = woozle("run", run.game, *run.words, "--out", run.name, at=folder / run.game)
        if status:
            raise RuntimeError(f"The run {run.folder} ended with exit status {status}.")

    with ThreadPoolExecutor(PROCESSES) as pool:
        list(pool.map(one, wanted))


def match_cells(games: Sequence[str], folder: Path) -> Groups:
    """Return the cells of the matches that were played into a folder."""
    return {
        f"{run.game}, play {run.name}": cells((digests.model_values if run.has_models else digests.bot_values)(folder / run.folder))
        for run in repeatable_runs(games)
    }


def read(woozle: Woozle, games: Sequence[str], folder: Path, golden: Path, scratch: Path) -> Groups:
    """Read the matches in a folder, and golden ones, by every command, and return the cells of what comes."""
    jobs: list[Callable[[], tuple[str, Cells]]] = []
    for game in games:
        names = [run.name for run in runs([game])]
        files = sorted(file.name for file in golden.glob(f"{game}-*.jsonl"))
        for what, at, every, some in (
            (f"{game}, ", folder / game, names, [f"{name}/0001" for name in names]),
            (f"{game}, golden ", golden, files, files),
        ):
            for name, (words, values, takes_all) in READERS.items():
                out = scratch / f"{what}{name}"
                jobs.append(partial(_export, woozle, what + name, words, every if takes_all else some, at, out, values))
            for name, (words, depth, takes_all) in (PRINTERS | AUDITS if GAMES[game].has_audits else PRINTERS).items():
                jobs.append(partial(_print, woozle, what + name, words, every if takes_all else some, at, depth))
    with ThreadPoolExecutor(PROCESSES) as pool:
        return dict(pool.map(lambda job: job(), jobs))


def _export(
    woozle: Woozle,
    name: str,
    words: Sequence[str],
    matches: Sequence[str],
    at: Path,
    out: Path,
    values: Callable[[Path], Values],
) -> tuple[str, Cells]:
    status, _ = woozle(*words, "--out", str(out), "--", *matches, at=at)
    found = {"exit": str(status), **cells(values(out))}
    shutil.rmtree(out)
    return name, found


def _print(woozle: Woozle, name: str, words: Sequence[str], matches: Sequence[str], at: Path, depth: int) -> tuple[str, Cells]:
    status, printed = woozle(*words, "--", *matches, at=at)
    return name, {"exit": str(status), **cells(digests.json_values(json.loads(printed) if printed else None, depth))}


@contextmanager
def checkout_of(commit: str) -> Iterator[Path]:
    """Check a commit out into a temporary folder."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch, "checkout")
        git("worktree", "add", "--detach", str(folder), commit)
        try:
            yield folder
        finally:
            git("worktree", "remove", "--force", str(folder))


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=CHECKOUT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def matches_of(commit: str, server: OpenAIServer) -> Path:
    """Return the folder with the matches of a commit, which its own code plays if they are not in the cache."""
    wanted = f"{git('rev-parse', commit)[:12]}-{digests.digest([*runs(sorted(GAMES)), DEBATED, ACTED])}"
    kept = Path(tempfile.gettempdir(), "woozle-unchanged", wanted)
    if not kept.exists():
        say(f"The code of {commit[:12]} plays")
        kept.parent.mkdir(exist_ok=True)
        with checkout_of(commit) as checkout, tempfile.TemporaryDirectory(dir=kept.parent) as scratch:
            play(Woozle(checkout, Path(scratch), server), runs(GAMES), Path(scratch, "matches"))
            Path(scratch, "matches").rename(kept)
    return kept


def compute(woozle: Woozle, games: Sequence[str], played: Path, matches: Path, scratch: Path) -> Groups:
    """Return all cells: of matches that were played, and of what is read in the commit's matches and in golden ones."""
    say("Reading")
    return {**match_cells(games, played), **read(woozle, games, matches, CHECKOUT / "tests" / "golden", scratch)}


def compute_anew(commit: str, server: OpenAIServer) -> Groups:
    """Return all cells of a commit by its own code."""
    matches = matches_of(commit, server)
    with checkout_of(commit) as checkout, tempfile.TemporaryDirectory() as scratch:
        return compute(Woozle(checkout, Path(scratch), server), [*GAMES], matches, matches, Path(scratch))


def compute_here(commit: str, games: Sequence[str], server: OpenAIServer) -> Groups:
    """Return the cells of some games by the code of this checkout."""
    matches = matches_of(commit, server)
    with tempfile.TemporaryDirectory() as scratch:
        woozle, played = Woozle(CHECKOUT, Path(scratch), server), Path(scratch, "matches")
        say("Playing")
        play(woozle, repeatable_runs(games), played)
        return compute(woozle, games, played, matches, Path(scratch))


def differences(before: Groups, now: Groups) -> list[str]:
    """Return the cells that differ, each with its group and with what became of it."""
    found = []
    for group in before | now:
        old, new = before.get(group, {}), now.get(group, {})
        for cell in old | new:
            if old.get(cell) != new.get(cell):
                found.append(f"{group}: {cell}: {'new' if cell not in old else 'gone' if cell not in new else 'changed'}")
    return found


def say(what: str) -> None:
    print(f"{what} ...", file=sys.stderr, flush=True)


def keep(commit: str, groups: Groups) -> None:
    """Write the digests, a line for each group, so that a difference shows which changed."""
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in groups.items())
    KEPT.write_text(f'{{\n "commit": {json.dumps(commit)},\n "groups": {{\n{lines}\n }}\n}}\n', "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.unchanged", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--keep", action="store_true", help="write the digests of this checkout")
    parser.add_argument("--from", dest="commit", metavar="COMMIT", help="play its matches anew, and write its digests")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; all if none is given")
    options = parser.parse_args()
    if unknown := [game for game in options.games if game not in GAMES]:
        parser.error(f"There is no {unknown[0]!r}; choose from {', '.join(GAMES)}.")
    games = options.games or [*GAMES]
    kept = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {"groups": {}}
    with OpenAIServer(reply) as server:
        if options.commit:
            commit, games = git("rev-parse", options.commit), [*GAMES]
            found = compute_anew(commit, server)
        else:
            commit = str(kept["commit"])
            found = compute_here(commit, games, server)
    before = {name: each for name, each in kept["groups"].items() if name.partition(",")[0] in games}
    changed = differences(before, found)
    print(*changed[:SHOWN], f"{len(changed)} of {sum(map(len, found.values()))} cells differ.", sep="\n")
    if options.commit or options.keep:
        others = {name: each for name, each in kept["groups"].items() if name not in before}
        keep(commit, dict(sorted((others | found).items())))
        return 0
    return int(bool(changed))


if __name__ == "__main__":
    sys.exit(main())
