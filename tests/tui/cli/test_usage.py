"""The help of the command line, and what it says of words that it does not know."""

from __future__ import annotations

import re

import pytest
from typer.main import get_command

from woozle.core import registry
from woozle.tui.cli.main import app
from woozle.tui.cli.usage import GROUPS

SERVICES = {name for game in registry.names() for name in registry.kit_of(game).service_help}


def commands(group=None, path=()):
    """All commands, with the words that lead to them."""
    for name, command in (group or get_command(app)).commands.items():
        yield (*path, name), command
        if hasattr(command, "commands"):
            yield from commands(command, (*path, name))


def test_the_help_names_every_command_once_in_its_group(woozle, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    status, out, _ = woozle("--help")
    assert status == 0
    for name in get_command(app).commands:
        assert sum(line.startswith(f"  {name} ") for line in out.splitlines()) == 1, name
    assert [line[:-1] for line in out.splitlines() if line[:-1] in GROUPS] == list(GROUPS)
    assert {name for names in GROUPS.values() for name in names} >= set(get_command(app).commands)


def test_no_help_is_cut(woozle, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for path, command in [((), get_command(app)), *commands()]:
        status, out, _ = woozle(*path, "--help")
        assert status == 0
        assert [line for line in out.splitlines() if line.endswith("...") and not line.startswith(("Usage", "  MODEL"))] == []
        assert all(len(line) <= 80 for line in out.splitlines())
        assert not re.search("<(str|int|float|path|list|bool)", out), f"{path} shows a type"
        assert command.help


def test_every_option_and_argument_says_what_it_is():
    for path, command in commands():
        for parameter in command.params:
            assert parameter.help or parameter.name == "help", f"{' '.join(path)}: {parameter.name}"


def test_whoever_plays_watches_or_runs_names_the_same_officials():
    told = {path[0]: command for path, command in commands()}
    services = [
        [(each.name, each.help, each.default) for each in told[name].params if each.name in SERVICES]
        for name in ("play", "watch", "run")
    ]
    assert {name for name, *_ in services[0]} == SERVICES
    assert services[0] == services[1] == services[2]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("plya", "There is no command 'plya'; did you mean play?"),
        ("xyzzy", "There is no command 'xyzzy'; `woozle --help` lists them."),
        ("study chek x", "There is no command 'chek'; did you mean check?"),
        ("study xyzzy", "There is no command 'xyzzy'; `woozle study --help` lists them."),
        ("play --seatz 3", "`woozle play` has no option --seatz; did you mean --seats?"),
        ("play -x", "`woozle play` has no option -x; `woozle play --help` lists them."),
        ("run ship", "`woozle run` needs --seats; `woozle run --help` says what it is."),
        ("verify", "`woozle verify` needs PATHS; `woozle verify --help` says what it is."),
        ("verify x --level 9", "--level must be a whole number from 0 to 3; `woozle verify --help` says more."),
        ("run ship --jobs 0", "--jobs must be a whole number, 1 or more; `woozle run --help` says more."),
        ("play --seed x", "--seed must be a whole number; `woozle play --help` says more."),
        ("train self_play --model tiny --out x --rate fast", "--rate must be a number, 0 or more;"),
        ("run ship --sync=3", "--sync stands alone, without a value."),
        ("list x y", "`woozle list` does not know what to do with 'x y'; `woozle list --help` says what it takes."),
        ("play --map", "--map needs a value after it."),
    ],
)
def test_what_is_no_command_line_is_one_sentence(woozle, words, sentence):
    status, out, err = woozle(*words.split())
    assert (status, out) == (2, "")
    assert err.startswith(f"woozle: {sentence}")
    assert err.count("\n") == 1


def test_each_command_takes_a_game_by_any_spelling_of_its_name():
    named = [(path, each) for path, command in commands() for each in command.params if each.name in ("game", "games")]
    assert {path for path, _ in named} >= {("play",), ("run",), ("learn",), ("watch",), ("daily",), ("leaderboard",), ("mcp",)}
    for path, parameter in named:
        typed = ["self-play"] if parameter.multiple else "self-play"
        assert parameter.process_value(None, typed) == (["self_play"] if parameter.multiple else "self_play"), path
