"""kill -9 at random moments, again and again: runs of bots, and matches with a person who types line by line.

A piece is one run, or one match, that is killed up to five times and then resumed to its end. At every kill the files on disk are
copied: later ones must begin with the same bytes. In the end a run must equal an undisturbed one, byte for byte; a match must have
the same answers and Events in the same order, since only a person's seconds differ.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.siege.part import Part, Piece, Tally, dice
from woozle.core import registry
from woozle.saves.transcript import CLOSED, PART, read
from woozle.saves.verify import verify

CHAINS = 100  # of each kind
KILLS = 5  # in each
SEEDS = 2  # each run and match is also played undisturbed once per game and seed
_MATCHES = 4  # of a run
_WOOZLE = [sys.executable, "-c", "from woozle.tui.cli.main import main; main()"]
_PATIENCE = 300.0  # seconds before a command that takes a few is given up
_LINES = {"debate": "A: because it is so", "self_play": "ANSWER it is so"}
"""The line that a person types, always the same; in the other games it is a number."""
_COUNT_SECONDS = {"quest"}  # games whose Events tell how long a person took, so that no two matches are equal
_PUT_DOWN = "killed"


def seats(game: str, first: str) -> str:
    """Return the seats of a table of usual size."""
    kind = registry.game(game)
    count = max(kind.min_seats, min(kind.max_seats, 4))
    return f"{first},bot*{count - 1}"


class Killed:
    """A run or match played by a process that can be killed and restarted. home: its own folder."""

    def __init__(self, home: Path, tally: Tally, name: str) -> None:
        self.home, self.tally, self.name = home, tally, name
        self._kept: dict[Path, bytes] = {}

    def play(self, words: Sequence[str], typed: str = "", until: float | None = None) -> int | None:
        """Run a command, and return its exit status; None if it was killed once transcripts had `until` bytes."""
        lines = self.home / "typed"
        lines.write_text(f"{typed}\n" * 3000, "utf-8")
        environment = os.environ | {"WOOZLE_HOME": str(self.home / "own")}
        with lines.open() as keys, (self.home / "said").open("w") as said:
            playing = subprocess.Popen([*_WOOZLE, *words], stdin=keys, stdout=said, stderr=subprocess.STDOUT, env=environment)
            if until is None:
                return playing.wait(_PATIENCE)
            while playing.poll() is None and self.written() < until:
                time.sleep(0.0002)
            playing.kill()
            return None if playing.wait() < 0 else playing.returncode

    def transcripts(self) -> dict[Path, bytes]:
        """Return the bytes of each transcript, by file.

        A worker may outlive its parent for a moment and finish a match meanwhile: unfinished files are listed first, so that a file
        renamed in between is found under one of its names.
        """
        found: dict[Path, bytes] = {}
        for file in [*self._named(PART), *self._named(CLOSED)]:
            with suppress(FileNotFoundError):
                found[file] = file.read_bytes()
        return found

    def begun(self) -> list[Path]:
        """Return the transcripts with a whole first line. One killed within that line is no match yet, and is begun again."""
        return [file for file, data in self.transcripts().items() if b"\n" in data]

    def written(self) -> int:
        """Return the bytes of transcripts so far."""
        return sum(_size(file) for name in (PART, CLOSED) for file in self._named(name))

    def _named(self, name: str) -> list[Path]:
        # os.walk skips a folder that is removed meanwhile, as happens to one without a whole first line; rglob raises
        return [Path(folder, name) for folder, _, names in os.walk(self.home) if name in names]

    def look(self) -> None:
        """Check after a kill that nothing has gone or changed. Half lines do not count, since no one had seen them."""
        now = {file.parent: data for file, data in self.transcripts().items()}
        for folder, before in self._kept.items():
            if not now.get(folder, b"").startswith(before):
                self.tally.fault(f"{self.name}: something that was on disk is gone after a kill.")
        self._kept = {folder: data[: data.rfind(b"\n") + 1] for folder, data in now.items()}
        self.tally.count("whole lines found after kills", sum(data.count(b"\n") for data in self._kept.values()))

    def said(self) -> str:
        return (self.home / "said").read_text("utf-8", "replace")

    def ends_well(self) -> None:
        """Check that everything kept is still there, and every match is verified and over."""
        self.look()
        if "Traceback" in self.said():
            self.tally.fault(f"{self.name}: a traceback: {self.said()[-300:]!r}")
        for file in self.begun():
            report = verify(file)
            self.tally.count("matches verified")
            if not (report.is_verified and report.is_finished):
                self.tally.fault(f"{self.name}: a match is not verified and finished at the end: {report.findings[:1]}")


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except FileNotFoundError:  # renamed in this very moment
        return 0


# Runs of bots


def begin_runs(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    games = registry.names()

    @cache
    def undisturbed(game: str, number: int) -> dict[str, list[tuple[bytes, bytes]]]:
        home = folder / "undisturbed" / f"{game}-{number}"
        home.mkdir(parents=True)
        _played_out(Killed(home, tally, game), _run(home, game, number))
        if not (found := _finished(home / "run")):
            tally.fault(f"{game}: nothing was played by the undisturbed run.")
        return found

    def piece(number: int) -> None:
        luck = dice(seed, "runs", number)
        game, which = luck.choice(games), luck.randrange(SEEDS)
        tally.count(f"of them of {game}")
        goal = undisturbed(game, which)
        home = _fresh(folder / "run")
        one = Killed(home, tally, f"Run {number} ({game})")
        words = _run(home, game, which)
        for until in _moments(luck, sum(len(body) for lines in goal.values() for body, _ in lines)):
            if one.play(words, until=until) is not None:
                tally.count("came when all was over")
                break
            tally.count(_PUT_DOWN)
            one.look()
            words = ["resume", str(home / "run")] if luck.random() < 0.5 and (home / "run" / "plan.json").exists() else words
        _played_out(one, _run(home, game, which))
        one.ends_well()
        if _finished(home / "run") != goal:
            tally.fault(f"Run {number} ({game}) ended otherwise than the undisturbed one.")
        tally.count("ended as if undisturbed", _finished(home / "run") == goal)

    return CHAINS, piece


def _run(home: Path, game: str, number: int) -> list[str]:
    least = registry.game(game).min_seats
    words = ["run", game, "--seats", f"bot*{max(least, min(registry.game(game).max_seats, 4))}", "--seed", str(number)]
    return [*words, "--matches", str(_MATCHES), "--jobs", str(1 + number % 2), "--sync", "--out", str(home / "run")]


def _finished(out: Path) -> dict[str, list[tuple[bytes, bytes]]]:
    """Return body and words of all lines of the finished matches, except those that record a resume."""
    found = [read(file) for file in sorted(out.glob(f"*/{CLOSED}"))]
    ends = {each.folder.name: [each.end.parts] if each.end else [] for each in found}
    return {
        each.folder.name: [
            (parts.body, parts.words) for parts in (each.head, *(line.parts for line in each.lines), *ends[each.folder.name])
        ]
        for each in found
    }


# Matches with a person


def begin_matches(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    games = registry.names()

    @cache
    def undisturbed(game: str, number: int) -> tuple[list[Any], int]:
        home = folder / "undisturbed" / f"{game}-{number}"
        home.mkdir(parents=True)
        one = Killed(home, tally, game)
        _played_out(one, _play(game, number), _LINES.get(game, "1"))
        return _answers(game, one.begun()), one.written()

    def piece(number: int) -> None:
        luck = dice(seed, "matches", number)
        game, which = luck.choice(games), luck.randrange(SEEDS)
        tally.count(f"of them of {game}")
        typed, (goal, size) = _LINES.get(game, "1"), undisturbed(game, which)
        home = _fresh(folder / "match")
        one = Killed(home, tally, f"Match {number} ({game})")
        words = _play(game, which)
        for until in _moments(luck, size):
            if one.play(words, typed, until) is not None:
                tally.count("came when all was over")
                break
            tally.count(_PUT_DOWN)
            one.look()
            words = _again(one.begun()) or words
        if not _is_over(one.transcripts()):
            _played_out(one, words, typed)
        one.ends_well()
        if _answers(game, one.begun()) != goal:
            tally.fault(f"Match {number} ({game}) ended otherwise than the undisturbed one.")
        tally.count("ended as if undisturbed", _answers(game, one.begun()) == goal)

    return CHAINS, piece


def _play(game: str, number: int) -> list[str]:
    return ["play", game, "--seats", seats(game, "human"), "--seed", str(number), "--plain"]


def _again(begun: Sequence[Path]) -> list[str]:
    """Return the command that resumes the only match; empty if its first line was never written."""
    return ["resume", str(begun[0].parent), "--plain"] if begun else []


def _is_over(files: Sequence[Path]) -> bool:
    return any(file.name == CLOSED for file in files)


def _answers(game: str, begun: Sequence[Path]) -> list[Any]:
    """Return the requests, answers and Events of the only match, without a person's seconds.

    For games that count seconds, only the types and audiences of Events.
    """
    found: list[Any] = [len(begun)]
    for line in read(begun[0]).lines if begun else ():
        response = {name: value for name, value in line.body["response"].items() if name not in ("seconds", "timing")}
        told = line.body["events"]
        if game in _COUNT_SECONDS:
            told = [(each["event"], each["to"]) for each in told]
        found.append((line.body["request"], response, told))
    return found


# Both


def _moments(luck: random.Random, size: int) -> list[float]:
    """Return the sizes in bytes at which to kill: one in each fifth of the final size, the first perhaps 0."""
    return [max(0.0, (at + luck.random()) / KILLS * size - size / KILLS / 2) for at in range(KILLS)]


def _fresh(home: Path) -> Path:
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    return home


def _played_out(one: Killed, words: Sequence[str], typed: str = "") -> None:
    status = one.play(words, typed)
    # killed between its last line and its closing, which resume did
    was_over = words[0] == "resume" and _is_over(one.transcripts())
    if status and not was_over:
        one.tally.fault(f"{one.name}: `{' '.join(words[:2])}` ended with status {status}: {one.said()[-300:]!r}")


def _row(tally: Tally, what: str) -> list[tuple[str, str]]:
    return [
        (f"{what}, each killed up to {KILLS} times", f"{tally.done:,}"),
        *((name, f"{count:,}") for name, count in sorted(tally.figures.items()) if name.startswith("of them of ")),
        ("kills with signal 9", f"{tally.figures[_PUT_DOWN]:,}"),
        ("and more, which came when all was over", f"{tally.figures['came when all was over']:,}"),
        ("whole lines that were on disk after a kill", f"{tally.figures['whole lines found after kills']:,}"),
        ("of these lost or changed later; ends that differ; other faults", f"{tally.failed:,}"),
        ("ended as if undisturbed", f"{tally.figures['ended as if undisturbed']:,} of {tally.done:,}"),
        ("matches verified and finished at the end", f"{tally.figures['matches verified']:,}"),
    ]


RUNS = Part("runs", "Kills of runs", begin_runs, lambda tally: _row(tally, f"runs of {_MATCHES} matches"))
MATCHES = Part("matches", "Kills of matches with a person", begin_matches, lambda tally: _row(tally, "matches line by line"))
