"""Hostile matches of all games in a real terminal, with a monkey at the keys: from every beginning, through every screen.

A piece is one walk: a command in a pseudo-terminal that fails at the first control sequence that is not the app's own, a home with
hostile players, speeches, models, log and study, and random keys. A walk is a fault if the terminal receives anything that it
should not, if the app crashes, or if it does not quit when told to.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import string
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.siege.part import Part, Piece, Tally, dice
from benchmarks.siege.participant import STAGES, LostError, gone_to
from benchmarks.siege.studied import studied
from woozle.core import registry

from tests.tui import terminals
from tests.tui.hostile import HOSTILE
from tests.tui.terminals import StrictTerminal

WALKS = 300
KEYS = 60  # of one walk
_SIZES = ((80, 24), (140, 45), (60, 20))
_TOO_SMALL = (60, 18)  # a size at which the app only says that the terminal is too small
_ROOT = Path(__file__).parents[2]
_HECKLED = (sys.executable, "-m", "benchmarks.siege.heckled")
_QUIET = 0.03  # seconds without a byte until the next key
_TAKING_PART = 0.1  # the same for a participant: the effect of a key is not drawn all at once
_LED = 0.3  # the same for keys that lead to a screen: while it is built nothing is drawn, and keys would go to the previous one
_LONGEST = 2.0  # seconds; the longest wait for quiet, since a live match is never quiet
_PATIENCE = 60.0  # seconds until the first frame, or the end
_CRASH = re.compile("Woozle has crashed|Traceback")  # the only sign of a crash in a study, which keeps no details

_KEYS = (
    "\r", "\r", "\r", "\x1b", "\x1b", "\t", "\t", "\x1b[Z", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b[H", "\x1b[F",
    "\x1b[5~", "\x1b[6~", "\x1bOP", "\x1b[1;2C", "\x1b[1;2D", "\x7f", "\x0c", "\x10", "\x0f", "\x18", "\x06",
    *" ?/,.:*+-[]<>", *string.digits, *string.ascii_letters,
)  # fmt: skip
_QUIT, _MOST_QUITS = "\x11\x03y", 15  # y where a study asks whether to stop


_ALLOWED = r"|\]52;c;[A-Za-z0-9+/=]*\x07|\[2K|\[1A)"
"""Output allowed beyond what tests expect: a copy to the clipboard by a key, in base64; a line of progress before the app."""

_HALF_A_COPY = r"\x1b\]5(?:2(?:;(?:c(?:;[A-Za-z0-9+/=]*)?)?)?)?\Z"
"""The beginning of a long copy, whose end comes later."""

_WAYS = (
    "", "b", "l", ",", "p", "w", "\x0c", "?", "b \r", "b \r F", "p m", "p s", "w s f r",
    ", \x1b[B \r", ", \x1b[B \x1b[B \x1b[B \t \r", "b v", "b e", "b a",
)  # fmt: skip
"""Sequences of keys from the lobby, separated by spaces."""


class Walk(NamedTuple):
    """The start of a monkey's walk. words: of the command line; keys: pressed first, one by one.

    stage: in a study, the kind of screen to which a participant goes first; empty for its first screen.
    """

    words: Sequence[str]
    keys: Sequence[str] = ()
    stage: str = ""


class WalkError(Exception):
    """A walk with a fault."""


def begin(seed: int, tally: Tally, folder: Path) -> tuple[int, Piece]:
    terminals._TOLD = re.compile(terminals._TOLD.pattern.removesuffix(")") + _ALLOWED)
    terminals._HALF = re.compile(rf"{terminals._HALF.pattern}|{_HALF_A_COPY}")
    visited = folder / "screens"
    visited.touch()
    home = folder / "home"
    matches = furnish(home)
    walks = beginnings(matches)

    def piece(number: int) -> None:
        luck = dice(seed, "screens", number)
        walk = walks[tally.done % len(walks)]
        size = luck.choice(_SIZES if walk.stage else (*_SIZES, _TOO_SMALL))
        own = folder / "own"
        shutil.rmtree(own, ignore_errors=True)
        shutil.copytree(home, own)
        words = [word.replace(str(home), str(own)) for word in walk.words]
        visited.write_text("")
        name = f"Walk {number} ({' '.join((*words[:2], walk.stage)).strip()}, {size[0]}x{size[1]})"
        wrong = ""
        try:
            tally.count("keys pressed", _walked(walk._replace(words=words), luck, size, own, visited))
        except (AssertionError, WalkError, LostError, subprocess.TimeoutExpired) as error:
            wrong = f"{type(error).__name__}: {str(error)[:600]}"
        if (own / "crash.txt").exists():
            wrong += f" crashed: {(own / 'crash.txt').read_text('utf-8', 'replace')[-1200:]}"
        if wrong:
            tally.fault(f"{name}: {wrong}")
        for screen in set(visited.read_text().split()):
            tally.figures[f"screen {screen}"] = 1

    return WALKS, piece


def furnish(home: Path) -> list[Path]:
    """Fill a home with hostile matches of each game, finished and not, a log, and models with hostile names; return the folders."""
    environment = os.environ | {"WOOZLE_HOME": str(home), "PYTHONPATH": str(_ROOT)}
    found = []
    for game in registry.names():
        kind = registry.game(game)
        seats = f"bot*{max(kind.min_seats, min(kind.max_seats, 4))}"
        out = home / "matches" / game
        words = (*_HECKLED, "run", game, "--seats", seats, "--seed", "1", "--matches", "1", "--jobs", "1", "--out", str(out))
        subprocess.run(words, env=environment, cwd=_ROOT, check=True, capture_output=True, timeout=_PATIENCE * 2)
        found += [file.parent for file in sorted(out.rglob("transcript.jsonl"))]
    words = (*_HECKLED, "study", "new", str(home / "study"), "--game", "ship")
    subprocess.run(words, env=environment, cwd=_ROOT, check=True, capture_output=True, timeout=_PATIENCE)
    studied(home / "study")
    (home / "woozle.log").write_text(f"2026-01-02 03:04:05 ERROR   {HOSTILE}\n", "utf-8")
    name = "".join(char for char in HOSTILE if char.isprintable()).replace("\\", "").replace('"', "")[:60]
    (home / "models.toml").write_text(f'[endpoints."{name}"]\nurl = "http://127.0.0.1:9/{name[:9]}"\n', "utf-8")
    return found


def beginnings(matches: Sequence[Path]) -> list[Walk]:
    """Return every command that opens a screen, and every screen that a key opens from the lobby."""
    games = registry.names()
    live = [Walk(("watch", game, "--seed", "3", "--speed", "max")) for game in games]
    played = [Walk(("play", game, "--seed", "3")) for game in games]
    shared = [Walk(("play", game, "--seats", _two(game), "--seed", "3")) for game in games]
    kept = [Walk(("replay", str(match))) for match in matches]
    labelled = [Walk(("annotate", str(matches[0])))]
    study = [Walk(("study", "preview", str(matches[0].parents[2] / "study")), stage=stage) for stage in STAGES]
    lobby = [Walk((), [key for key in keys.split(" ") if key]) for keys in _WAYS]
    return _in_turn(lobby, kept, live, played, shared, labelled, study)


def _in_turn(*kinds: Sequence[Walk]) -> list[Walk]:
    """Return one walk of each kind in turn, until each was taken once."""
    return [walks[at % len(walks)] for at in range(max(map(len, kinds))) for walks in kinds]


def _two(game: str) -> str:
    kind = registry.game(game)
    more = max(kind.min_seats, min(kind.max_seats, 4)) - 2
    return "human*2" + (f",bot*{more}" if more else "")


def _walked(walk: Walk, luck: random.Random, size: tuple[int, int], home: Path, visited: Path) -> int:
    """Walk, and return the number of keys pressed until the app ended, or was made to."""
    settings = {
        "WOOZLE_HOME": str(home),
        "WOOZLE_SIEGE_SCREENS": str(visited),
        "PYTHONPATH": str(_ROOT),
        "TEXTUAL_ANIMATIONS": "none",
    }
    with StrictTerminal(*_HECKLED, *walk.words, columns=size[0], rows=size[1], folder=home, **settings) as terminal:
        _without_echo(terminal)
        _quiet(terminal, _PATIENCE, lambda: terminal.is_moved)
        pressed = 0
        if walk.stage:
            pressed += gone_to(walk.stage, terminal, visited, partial(_quiet, terminal, _LONGEST, quiet=_TAKING_PART))
        led = [(key, _LED) for key in walk.keys]
        for key, quiet in (*led, *((luck.choice(_KEYS), _QUIET) for _ in range(KEYS))):
            if terminal._app.poll() is not None:
                break
            with suppress(OSError):  # it has just ended
                terminal.keys(key)
            pressed += 1
            _quiet(terminal, _LONGEST, quiet=quiet)
        return pressed + _left(terminal)


def _without_echo(terminal: StrictTerminal) -> None:
    """Turn off echo, so that keys pressed after the app has ended are not taken for its output."""
    modes = termios.tcgetattr(terminal._ours)
    modes[3] &= ~termios.ECHO
    termios.tcsetattr(terminal._ours, termios.TCSANOW, modes)


def _left(terminal: StrictTerminal) -> int:
    """Leave as a person does, with ctrl+q, ctrl+c, or yes if asked, and return the number of keys pressed."""
    pressed = 0
    while terminal._app.poll() is None:
        if pressed == _MOST_QUITS:
            raise WalkError(f"It cannot be left; the screen is:\n{terminal.screen()}")
        with suppress(OSError):
            terminal.keys(_QUIT[pressed % 3])
        pressed += 1
        _quiet(terminal, 2 * _LONGEST, lambda: terminal._app.poll() is not None)
    _quiet(terminal, _LONGEST)
    status = terminal._app.wait(_PATIENCE)
    if _CRASH.search(" ".join(terminal.last.split())):
        raise WalkError(f"It ended with status {status}: {terminal.last[-300:]}")
    return pressed


def _quiet(terminal: StrictTerminal, longest: float, is_enough: Callable[[], bool] = lambda: True, quiet: float = _QUIET) -> None:
    """Wait until the output pauses."""
    end = time.monotonic() + longest
    while time.monotonic() < end:
        if not terminal._heard(time.monotonic() + quiet) and (is_enough() or terminal._app.poll() is not None):
            return


def screens_there_are() -> set[str]:
    """Return the names of all kinds of screens that the app can show."""
    from importlib import import_module

    from textual.screen import Screen

    for file in sorted((_ROOT / "tui").rglob("*.py")):
        if "Screen" in file.read_text("utf-8") and "__" not in file.stem:
            import_module(".".join(("woozle", *file.relative_to(_ROOT).with_suffix("").parts)))

    def below(kind: type) -> set[type]:
        return {kind}.union(*map(below, kind.__subclasses__()))

    found = {each for each in below(Screen) if each.__module__.startswith("woozle.")}
    return {each.__name__ for each in found if not any(other is not each and issubclass(other, each) for other in found)}


def row(tally: Tally) -> list[tuple[str, str]]:
    seen = {name.removeprefix("screen ") for name in tally.figures if name.startswith("screen ")}
    there = screens_there_are() | seen
    return [
        ("walks on a pseudo-terminal, with hostile matches of all games at hand", f"{tally.done:,}"),
        ("keys pressed", f"{tally.figures['keys pressed']:,}"),
        ("kinds of screens that were shown", f"{len(seen)} of {len(there)}"),
        ("not shown", ", ".join(sorted(there - seen)) or "-"),
        ("walks in which the terminal got what it should not, or the app crashed or stayed", f"{tally.failed:,}"),
    ]


PART = Part("screens", "Hostile text on screens", begin, row)
