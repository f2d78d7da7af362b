"""Every command prints as much as ever where standard output is not UTF-8, and ends with the same status."""

from __future__ import annotations

import io
import shutil
import sys

import pytest

from tests.docs.world import LEFT, RUNS, build, point_to, servers
from tests.games.parts import parts
from tests.tui.cli.test_usage import commands as all_commands

OWN = "20260102-120000-ship-0001"
MATCH = "runs/d/0001"

PRINTING = {
    "play": ("play", "urn", "--plain", "--seed", "1"),
    "learn": ("learn", "debate", "--plain"),
    "daily": ("daily", "urn", "--plain"),
    "resume": ("resume", LEFT, "--plain"),
    "fork": ("fork", MATCH, "--at", "1", "--plain"),
    "list": ("list", "--all"),
    "label": ("label", OWN, "--name", "Zoë ✓"),
    "delete": ("delete", OWN, "--yes"),
    "profile": ("profile",),
    "leaderboard": ("leaderboard", "runs/d", "runs/ship"),
    "protocol": ("protocol",),
    "show": ("show", MATCH),
    "report": ("report", *(folders[0] for runs in RUNS.values() for folders in runs)),
    "compare": ("compare", MATCH, "--seat", "Ada=openai@lab:tiny", "--at", "0"),
    "verify": ("verify", "runs", "--list"),
    "export": ("export", "runs/d", "--out", "new", "--to", "csv", "--to", "html", "--to", "chat"),
    "run": ("run", "debate", "--seats", "bot*3", "--matches", "1", "--seed", "1", "--jobs", "1", "--out", "new"),
    "models": ("models",),
    "models check": ("models", "check", "openai@lab:tiny"),
    "config": ("config",),
    "config example": ("config", "example"),
    "agent check": ("agent", "check", "bot", "--game", "urn", "--matches", "1"),
    "study new": ("study", "new", "new", "--game", "debate"),
    "study check": ("study", "check", "my_study"),
    "study links": ("study", "links", "my_study", "--count", "2"),
    "study status": ("study", "status", "my_study"),
    "study export": ("study", "export", "my_study", "--out", "new"),
    "study withdraw": ("study", "withdraw", "my_study", "CODE", "--yes"),
    "pack list": ("pack", "list"),
    "pack check": ("pack", "check", "harbour2"),
    "pack add": ("pack", "add", "harbour2"),
    "pack remove": ("pack", "remove", "harbour"),
    "doctor": ("doctor",),
    "audit": ("audit", "runs/ship/0001"),
    "agreement": ("agreement", "runs/a"),
    "import": ("import", "quack", "LOGS", "--out", "new"),
    **{name: words for printing in parts("commands", "PRINTING").values() for name, words in printing.items()},
}
SHOWN = {
    *("watch", "replay", "annotate", "study preview", "study run"),  # the app
    *("mcp", "openenv", "study serve"),  # until they are stopped
    *("config edit", "config key"),  # an editor, a keyring
    *(words for shown in parts("commands", "SHOWN").values() for words in shown),
}
"""Commands that are not tried here: what they print goes the same way."""


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The surroundings of the documentation's commands, and the code of a participant."""
    folder = tmp_path_factory.mktemp("world")
    code = build(folder)
    with servers() as where:
        point_to(folder / "home", where)
        yield folder, code


@pytest.fixture
def printed(world, woozle, tmp_path, monkeypatch):
    """Run a command in a copy of the world; returns its exit status, and the lines of its output and its errors."""
    folder, code = world

    def run(words: tuple[str, ...], encoding: str, errors: str = "strict") -> tuple[int, list[str], list[str]]:
        here = tmp_path / encoding
        shutil.copytree(folder, here)
        monkeypatch.chdir(here)
        monkeypatch.setenv("WOOZLE_HOME", str(here / "home"))
        monkeypatch.setenv("OPENAI_API_KEY", "none")
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding, errors) for _ in range(2))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        status, *_ = woozle(*(code if word == "CODE" else word for word in words), typed="1\nJa, größer ✓.\n" * 8)
        for stream in (out, err):
            stream.flush()
        return status, *(stream.buffer.getvalue().decode(encoding).splitlines() for stream in (out, err))

    return run


def test_each_command_is_tried_or_prints_nothing_by_itself():
    leaves = {" ".join(path) for path, command in all_commands() if not hasattr(command, "commands")}
    assert leaves <= {*PRINTING, *SHOWN}


@pytest.mark.parametrize("name", PRINTING)
def test_a_command_prints_as_many_lines_in_ascii_and_ends_alike(printed, name):
    status, out, err = printed(PRINTING[name], "utf-8")
    assert out or err
    other, lines, notices = printed(PRINTING[name], "ascii")
    assert (other, len(lines), len(notices)) == (status, len(out), len(err)), lines + notices


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "shift_jis"])
def test_signs_that_a_code_page_lacks_are_printed_by_their_numbers(printed, encoding):
    _, out, _ = printed(PRINTING["report"], encoding)
    assert any(r"\u2713" in line for line in out)
