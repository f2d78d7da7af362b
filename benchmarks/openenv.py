"""OpenEnv: hundreds of environments in one process of `woozle openenv`, played by OpenEnv's own client in another.

Woozle is installed with its extra `openenv` into its own environment, which is removed afterwards: 360 MB for a few minutes,
and an index of packages that pip knows. Each match is compared with the same episode driven alone, in this process.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from pydantic_core import to_jsonable_python

from benchmarks.environment import environment, source
from benchmarks.result import Result
from woozle.arena.environments.episode import Episode, setting
from woozle.players.random_bot import random_fields
from woozle.saves.transcript import CLOSED
from woozle.saves.verify import verify

SESSIONS, MATCHES = 200, 3
_SIDES = Path(__file__).with_name("openenv_sides.py")
_TABLES = {"urn": ("agent,bot:random*4", ">= 200"), "ship": ("agent,bot*5", "")}
"""The seats of each game that is played, and how many steps are wanted: not of the ship, whose own bots think for longer."""


class _Side:
    """A process that answers a line with a line of JSON."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self.first = self._line()

    def ask(self) -> Mapping[str, Any]:
        assert self._process.stdin
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return self._line()

    def _line(self) -> Mapping[str, Any]:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("One of the sides ended; what it said stands above.")
        found: Mapping[str, Any] = json.loads(line)
        return found


@contextmanager
def _side(python: Path, *words: object) -> Iterator[_Side]:
    command = [python, "-P", _SIDES, *map(str, words)]  # a folder with its own openenv.py is no place to import from
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_SIDES.parent) as process:
        try:
            yield _Side(process)
        finally:
            assert process.stdin
            process.stdin.close()


def openenv() -> list[Result]:
    """Install Woozle with OpenEnv, and measure."""
    with source() as checkout, environment(f"{checkout}[openenv]") as made:
        return [result for game, (seats, wanted) in _TABLES.items() for result in measured(made.python, game, seats, wanted)]


def measured(python: Path, game: str, seats: str, wanted: str, sessions: int = SESSIONS, matches: int = MATCHES) -> list[Result]:
    """Play a number of matches in each of several sessions at once. wanted: steps a second of the server's processor."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(_side(python, "serve", game, seats, folder / "together", sessions))
        before = server.ask()
        clients = stack.enter_context(_side(python, "play", server.first["url"], sessions, matches))
        waiting = server.ask()
        played = clients.ask()
        after = server.ask()
        other = [end for end in played["ends"] if not _is_as_alone(game, seats, folder, end)]
    steps, at_once = played["steps"], f"{sessions} environments at once, {game} ({seats})"
    return [
        Result(f"{at_once}: matches not as when played alone", len(other), f"of {len(played['ends'])}", "0"),
        Result("  steps, by the server's processor", steps / (after["seconds"] - waiting["seconds"]), "a second", wanted),
        Result("  steps, by the clock, with all clients in one process beside", steps / played["seconds"], "a second", ""),
        Result(
            "  memory of an environment in its first match", (waiting["memory"] - before["memory"]) / sessions / 1e6, "MB", "<= 2"
        ),
        Result("  memory of the server in the end", after["memory"] / 1e6, "MB", ""),
    ]


def _is_as_alone(game: str, seats: str, folder: Path, end: Mapping[str, Any]) -> bool:
    """Return whether a match was the same as with this seed and these answers without a server, and can be verified."""
    table = setting(game, seats, records=folder / "alone")
    episode, chance = Episode(table, end["seed"], about={"name": "openenv"}, is_by_hand=True), Random(end["seed"])
    episode.begin()
    while turns := episode.turns:
        turn = next(iter(turns.values()))
        turn.answer(random_fields(to_jsonable_python(turn.request.schema()), chance), 0.0)
        episode.go_on()
    episode.close()
    assert episode.folder
    served = folder / "together" / end["transcript"]
    is_same = _content(served) == _content(episode.folder) and end["reward"] == episode.reward(episode.agents[0])
    return is_same and verify(served, 3).is_verified


def _content(folder: Path) -> list[Any]:
    """Return the lines of a transcript without times, salts, links and who the players are."""
    without = ("started", "link", "salt", "l", "s", "player", "seconds")

    def strip(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: strip(value) for name, value in part.items() if name not in without}
        return [strip(value) for value in part] if isinstance(part, list) else part

    return [strip(json.loads(line)) for line in (folder / CLOSED).read_text("utf-8").splitlines()]


ALL: dict[str, Callable[[], list[Result]]] = {"openenv": openenv}
