"""Every command of the documentation is run, in a folder where what it names is there (`world.py`), as `manners.py` says."""

from __future__ import annotations

import importlib.util
import io
import os
import pty
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from functools import cache
from typing import Any

import pytest
import typer
from textual.app import App
from textual.screen import Screen

from benchmarks.catalogue import MEASUREMENTS
from woozle.tui.cli import main as cli

from tests.docs.manners import manner, smaller
from tests.docs.pages import PAGES, REMOVED, ROOT, commands, mentioned
from tests.docs.world import build, point_to, servers
from tests.tui.command_line import woozle

__all__ = ["woozle"]

COMMANDS = [
    command
    for command in {command.text: command for page in PAGES for command in commands(page)}.values()
    if REMOVED.isdisjoint(re.split(r"[\s/]", command.text))
]
OUT = ("--out", "--plot")


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """The world, made once; and the code of a participant in it."""
    folder = tmp_path_factory.mktemp("world")
    code = build(folder)
    with servers() as where:
        point_to(folder / "home", where)
        yield folder, code, where


@pytest.fixture
def here(world, tmp_path, monkeypatch):
    """A copy of the world, in which the command is run."""
    folder, _, where = world
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path / "home"))
    for name in ("OPENAI_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.setenv(name, "none")
    monkeypatch.setenv("OLLAMA_HOST", where["ollama"])
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path


@pytest.fixture
def screen(monkeypatch):
    """The app opens at a terminal, paints its first screen where nobody sees it, and is left."""
    painted: list[str] = []
    ours, theirs = pty.openpty()
    terminal = os.fdopen(theirs, "r+b", buffering=0)
    stream = io.TextIOWrapper(terminal, write_through=True)
    monkeypatch.setattr(sys, "stdin", stream)
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setattr(os, "get_terminal_size", lambda *_: os.terminal_size((100, 30)))

    async def left(pilot) -> None:
        while not painted:
            await pilot.pause()
            painted.extend(type(screen).__name__ for screen in pilot.app.screen_stack if type(screen) is not Screen)
        pilot.app.exit()

    begin = App.run
    monkeypatch.setattr(App, "run", lambda app, **_: begin(app, headless=True, size=(100, 30), auto_pilot=left))
    yield painted
    stream.close()
    os.close(ours)


@cache
def command_line() -> Any:
    """Return all commands, as the library of the command line sees them."""
    return typer.main.get_command(cli.app)


def words(command: str, code: str = "ABCD-EFGH") -> list[str]:
    """Return the words after `woozle`."""
    line = smaller(command).replace("ABCD-EFGH", code)
    return shlex.split(line[line.index("woozle") :], comments=True)[1:]


def cleared(here, given: list[str]) -> None:
    """Remove the folders that the command will make."""
    made = [given[at + 1] for at, word in enumerate(given[:-1]) if word in OUT]
    if given[:2] in (["study", "new"], ["pictures", "make"]):
        made.append(given[2])
    for name in made:
        if (here / name).is_dir():
            shutil.rmtree(here / name)


def parsed(given: list[str]) -> None:
    """Read the words as the command line does, and do nothing. Raises what is wrong with them."""
    command, context = command_line(), None
    name, rest = "woozle", given
    while True:
        context = command.make_context(name, list(rest), parent=context)
        if not hasattr(command, "resolve_command"):
            return
        left = [*context._protected_args, *context.args]
        if not left:
            return
        name, command, rest = command.resolve_command(context, left)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: f"{command.page}: {command.text}")
def test_a_command_of_the_documentation_does_what_it_says(command, request):
    how = manner(command.text)
    assert how, f"{command.at}: say in tests/docs/manners.py how `{command.text}` is to be run"
    request.getfixturevalue(f"_{how.how}")(command.text, how)


@pytest.fixture
def _run(here, world, woozle):
    def run(command, how):
        given = words(command, world[1])
        cleared(here, given)
        status, out, err = woozle(*given, *how.more, typed=f"{world[1]}\n")
        assert status == how.status, out + err

    return run


@pytest.fixture
def _typed(here, woozle):
    def run(command, how):
        status, out, err = woozle(*words(command), *how.more, typed="1\n" * 4)
        assert out and (status == how.status or (status == 130 and "Left. The match is saved" in err)), out[-2000:] + err

    return run


@pytest.fixture
def _screen(here, world, screen, monkeypatch):
    def run(command, how):
        monkeypatch.setattr(sys, "argv", ["woozle", *words(command, world[1]), *how.more])
        errors = io.StringIO()
        monkeypatch.setattr(sys, "stderr", errors)
        with pytest.raises(SystemExit) as end:
            cli.main()
        assert (end.value.code or 0) == 0, errors.getvalue()
        assert screen

    return run


@pytest.fixture
def _begun(screen, _screen, monkeypatch):
    monkeypatch.setattr(App, "run", lambda app, **_: screen.append(type(app).__name__))
    return _screen


@pytest.fixture
def _parsed():
    def run(command, how):
        assert how.why
        parsed(words(command)) if "woozle" in command else None

    return run


@pytest.fixture
def _fresh(_parsed):
    def run(command, how):
        assert "\n.venv/bin/python -m tests.fresh_clone\n" in (ROOT / ".ci" / "run").read_text("utf-8")
        _parsed(command, how)

    return run


@pytest.fixture
def _make():
    def run(command, how):
        made = subprocess.run([*shlex.split(command), "-n"], cwd=ROOT, capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stderr

    return run


@pytest.fixture
def _script(monkeypatch, capsys):
    def run(command, how):
        _, *given = shlex.split(command, comments=True)
        name, rest = (given[1], given[2:]) if given[0] == "-m" else (given[0], given[1:])
        monkeypatch.setattr(sys, "argv", [name, *rest, "--help"])
        for module in (name, f"{name}.__main__"):  # run as if nothing had imported it, as other tests may have
            monkeypatch.delitem(sys.modules, module, raising=False)
        with pytest.raises(SystemExit) as end:
            runpy.run_path(str(ROOT / name), run_name="__main__") if name.endswith(".py") else runpy.run_module(
                name, run_name="__main__"
            )
        out = capsys.readouterr().out
        assert end.value.code in (0, None)
        assert all(word.partition("=")[0] in out for word in rest if word.startswith("--"))

    return run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_that_a_sentence_names_are_there(page):
    for name, *more in mentioned(page):
        command = command_line().get_command(None, name)
        assert command, f"{page.name} names `woozle {name}`"
        if more and hasattr(command, "commands"):
            assert more[0] in command.commands, f"{page.name} names `woozle {name} {more[0]}`"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_scripts_that_a_sentence_names_are_there(page):
    for module, measurement in re.findall(r"`python -m (benchmarks[\w.]*)(?: ([a-z]\w*))?", page.read_text("utf-8")):
        assert importlib.util.find_spec(module), f"{page.name} names {module}"
        assert not measurement or module != "benchmarks" or measurement in MEASUREMENTS, (
            f"{page.name} names the measurement {measurement}"
        )
    for script in re.findall(r"`python ([\w/]+\.py)", page.read_text("utf-8")):
        assert (ROOT / script).is_file(), f"{page.name} names {script}"
        assert not script.startswith("benchmarks/"), f"{page.name}: {script} finds what is beside it only as a module, with -m"


def test_no_command_leaves_a_star_to_the_shell():
    unquoted = [each.text for each in COMMANDS if re.search(r"--seats [^\"'\s]*\*", each.text)]
    assert not unquoted, "zsh takes it for the name of a file, and says `no matches found`"


def test_a_command_that_nobody_has_classified_is_noticed():
    assert manner("woozle abracadabra") is None
