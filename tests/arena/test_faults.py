"""A bug in another package is reported as that, wherever it shows; a bug of Woozle's is Woozle's."""

from __future__ import annotations

import ast
import contextlib
import re
import sys
from functools import partialmethod
from pathlib import Path

import pytest

import woozle
from benchmarks.checkout import code_folders
from woozle.arena.play.start import Start, Watch
from woozle.arena.runs.shards import run_shard
from woozle.core import plugins
from woozle.core.errors import InputError
from woozle.core.faults import WorkerError, find_origin
from woozle.saves.paths import CRASH_REPORT, data_folder
from woozle.tui.app import WoozleApp, run_app
from woozle.tui.cli.entry import main

from tests.packages import installed

FAULTY = Path(__file__).parents[1] / "faulty_game.py"
SOURCE = Path(__file__).parents[2]
BOT = """from woozle.players.bot import Bot
from woozle.core.kit import GameKit
class Stumbler(Bot):
    name = "stumbler"
    def answer(self, request, observation):
        return int("three")
BOTS = (Stumbler,)
KIT = GameKit(bots="faulty_bots:BOTS")
"""
IN_THE_RULES = ["not a number", "no yield from", "missing file"]


@pytest.fixture(autouse=True)
def faulty(tmp_path, monkeypatch):
    """Install a package whose game has whatever bug its option names; returns the file of its rules."""
    site = tmp_path / "site"
    installed(monkeypatch, site, {plugins.GAMES: {"faulty": "faulty_rules:GAME"}}, name="faulty_games")
    file = site / "faulty_rules.py"
    file.write_text(FAULTY.read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    yield file
    sys.modules.pop("faulty_rules", None)
    plugins._load_object.cache_clear()


def line_of(fault: str) -> int:
    """Return the line below that of the case."""
    return FAULTY.read_text("utf-8").split(f'case "{fault}":')[0].count("\n") + 2


def run(monkeypatch, capsys, fault: str, jobs: int = 1, matches: int = 1) -> tuple[int, str]:
    """Run matches, and return the exit status and what was said."""
    words = f"woozle run faulty --seats bot:random*2 --matches {matches} --out out --jobs {jobs} --set".split()
    monkeypatch.setattr(sys, "argv", [*words, f"fault={fault}"])
    with pytest.raises(SystemExit) as end:
        main()
    return int(end.value.code or 0), capsys.readouterr().err


@pytest.mark.parametrize("fault", IN_THE_RULES)
def test_a_bug_in_a_game_is_told_with_its_line_and_package(monkeypatch, capsys, faulty, fault):
    status, said = run(monkeypatch, capsys, fault)
    assert status == 1
    kind = re.search(r"failed \((\w+)\)", said)[1]
    assert re.sub(r":\d+ failed", ":LINE failed", said) == (
        f"woozle: {faulty}:LINE failed ({kind}). This is a fault of faulty_games, not of Woozle: tell its authors; "
        f"the details are in {data_folder() / CRASH_REPORT}.\n"
    )
    assert 0 <= int(re.search(r":(\d+) failed", said)[1]) - line_of(fault) <= 1
    assert "faulty_rules.py" in (data_folder() / CRASH_REPORT).read_text("utf-8")


@pytest.mark.parametrize(("fault", "problem"), [("no such seat", "'zz' is asked"), ("no results", "The Outcome of")])
def test_what_rules_may_not_do_is_told_in_a_sentence(monkeypatch, capsys, faulty, fault, problem):
    status, said = run(monkeypatch, capsys, fault)
    assert status == 1
    assert said.startswith(f"woozle: {problem}")
    assert re.search(rf" \({re.escape(str(faulty))}:\d+\)\. This is a fault of faulty_games, not of Woozle", said)


@pytest.mark.e2e
def test_so_is_one_in_a_worker_process(monkeypatch, capsys, faulty):
    status, said = run(monkeypatch, capsys, "not a number", jobs=2, matches=12)
    assert status == 1
    assert f"{faulty}:{line_of('not a number')} failed (ValueError). This is a fault of faulty_games," in said
    assert "in play" in (data_folder() / CRASH_REPORT).read_text("utf-8")


@pytest.mark.parametrize("how", [lambda start: start, lambda start: Watch(start, None, 4)], ids=["at a table", "watched"])
def test_so_is_one_in_the_app(monkeypatch, capfd, faulty, how):
    monkeypatch.setattr(WoozleApp, "run", partialmethod(WoozleApp.run, headless=True))
    status = run_app(how(Start("faulty", ("bot:random*2",), woozle.load("faulty").config_type(fault="not a number"), 1)))
    assert status == 1
    assert f"{faulty}:{line_of('not a number')} failed (ValueError). This is a fault of faulty_games," in capfd.readouterr().err


def test_a_bot_of_another_package_that_fails_is_told_with_its_line(monkeypatch, capsys, faulty):
    (faulty.parent / "faulty_bots.py").write_text(BOT, "utf-8")
    installed(monkeypatch, faulty.parent, {plugins.ADDITIONS: {"urn": "faulty_bots:KIT"}}, name="faulty_bots")
    words = "woozle run urn --seats bot:stumbler,bot*4 --matches 1 --out out --jobs 1"
    monkeypatch.setattr(sys, "argv", words.split())
    with contextlib.suppress(SystemExit):
        main()
    assert "ValueError: invalid literal for int() with base 10: 'three' (faulty_bots.py, line 6)" in capsys.readouterr().out


def test_a_script_meets_the_error_itself(tmp_path):
    with pytest.raises(ValueError, match="invalid literal") as caught:
        woozle.play("faulty", ["bot:random"] * 2, options={"fault": "not a number"}, out=tmp_path / "match")
    assert find_origin(caught.value).line == line_of("not a number")


def test_a_bug_of_woozles_own_is_not_blamed_on_others_even_if_it_is_a_value_error(monkeypatch, capsys):
    def breaks(shard):
        raise ValueError("a secret")

    monkeypatch.setattr("woozle.arena.runs.bot_runs.play_shard", lambda *given: breaks(given))
    status, said = run(monkeypatch, capsys, "none")
    assert (status, said) == (70, said)
    assert said.startswith("woozle: Woozle has crashed (ValueError), which is our fault; the details are in ")
    assert "a secret" not in said


def test_wrong_input_is_a_sentence_also_from_a_worker():
    def refuses(shard):
        raise InputError("No.")

    with pytest.raises(InputError, match=r"No\."):
        run_shard(refuses, [])
    with pytest.raises(WorkerError):
        run_shard(lambda shard: int("three"), [])


def test_what_woozle_refuses_on_purpose_is_an_input_error():
    """Any other ValueError is reported as a bug, so a sentence in one would never be read."""
    found = []
    for folder in (*code_folders(), "src"):
        for file in (SOURCE / folder).rglob("*.py"):
            text = file.read_text("utf-8") if file.name != "errors.py" else ""
            for node in ast.walk(ast.parse(text if "ValueError" in text else "")):
                named = [node.func] if isinstance(node, ast.Call) else node.bases if isinstance(node, ast.ClassDef) else []
                if any(isinstance(each, ast.Name) and each.id == "ValueError" for each in named):
                    found.append(f"{file.relative_to(SOURCE)}:{node.lineno}")
    assert found == []


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("import woozle\nnumber = int('three')\n", "invalid literal for int() with base 10: 'three' (FILE:2)"),
        ("def play(:\n", "invalid syntax (faulty_rules.py, line 1) (FILE:1)"),
        ("import no_such_module\n", "No module named 'no_such_module' (FILE:1)"),
        (
            "import woozle\nfrom woozle.core.kit import GameKit\nGAME = GameKit(game='faulty_rules:A', bot=3)\n",
            "GameKit.__init__() got an unexpected keyword argument 'bot' (FILE:3)",
        ),
    ],
)
def test_a_package_that_cannot_be_loaded_is_told_with_its_line(monkeypatch, capsys, faulty, rules, sentence):
    faulty.write_text(rules, "utf-8")
    said = f"The entry point faulty of woozle.games, which faulty_games brings, cannot be loaded: {sentence}."
    assert run(monkeypatch, capsys, "none") == (1, f"woozle: {said.replace('FILE', str(faulty))}\n")
