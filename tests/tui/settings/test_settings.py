"""The settings as a table and as a file: defaults, checks, and what is never lost."""

from __future__ import annotations

import importlib
import os
import pkgutil
import shutil
import stat
import tomllib
from collections.abc import Iterator
from datetime import date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.binding import Binding
from textual.dom import DOMNode
from typer.testing import CliRunner

from woozle.players.fence import current_level
from woozle.saves import paths, store
from woozle.tui import screens, widgets
from woozle.tui.cli import main as cli
from woozle.tui.cli.commands import apply_settings
from woozle.tui.settings import config, keymap
from woozle.tui.settings.schema import ABOUT, SECTIONS, Settings, change_setting

TEXT = st.text(st.characters(exclude_categories=("Cs",)))
LEAF = st.one_of(
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    TEXT,
    st.dates(min_value=date(1, 1, 1)),
    st.datetimes(min_value=datetime(1, 1, 1)),
    st.times(),
)
VALUE = st.recursive(LEAF, lambda inner: st.one_of(st.lists(inner), st.dictionaries(TEXT, inner)), max_leaves=8)


def written(text: str | bytes) -> None:
    config.file().parent.mkdir(parents=True, exist_ok=True)
    config.file().write_bytes(text if isinstance(text, bytes) else text.encode())


def test_without_a_file_everything_is_as_usual_and_nothing_is_made():
    assert config.read() == (Settings(), {}, {})
    assert not config.file().exists()


def test_settings_are_where_everything_is_if_that_is_named_else_where_the_system_keeps_them(monkeypatch):
    assert config.file() == paths.data_folder() / "config.toml"
    monkeypatch.delenv("WOOZLE_HOME")
    assert config.file().name == "config.toml"
    assert config.file().parent.name == "woozle"


def test_every_setting_says_what_it_is_and_where_it_belongs():
    assert {about.section for about in ABOUT.values()} == set(SECTIONS)
    for name, about in ABOUT.items():
        assert about.title
        assert about.words.endswith(".")
        assert change_setting(Settings(), name, getattr(Settings(), name)) == Settings()


def test_what_is_saved_is_read_again():
    config.write("theme", "woozle-mono")
    config.write("speed", "max")
    config.write("keys", {"lobby.play": "x"})
    assert config.read().settings == Settings(theme="woozle-mono", speed="max", keys={"lobby.play": "x"})
    assert config.read().settings.pace == float("inf")
    if os.name == "posix":
        assert stat.S_IMODE(config.file().stat().st_mode) == 0o600


@given(st.dictionaries(TEXT, VALUE))
def test_every_table_comes_back_as_it_was_written(table):
    assert tomllib.loads(config.toml(table)) == table


def test_what_the_app_does_not_know_stays_in_the_file():
    written('future = [1, {a = 2026-01-02}]\ntheme = "nord"\n[keys]\n"later.key" = "z"\n[other]\nx = 07:08:09\n')
    config.write("motion", "reduced")
    raw = tomllib.loads(config.file().read_text("utf-8"))
    assert raw == {
        "future": [1, {"a": date(2026, 1, 2)}],
        "theme": "nord",
        "motion": "reduced",
        "keys": {"later.key": "z"},
        "other": {"x": time(7, 8, 9)},
    }


def test_a_setting_in_a_table_is_written_there_beside_what_else_is_in_it():
    written('theme = "nord"\n[agents]\nlater = 1\n')
    config.write("sandbox", "required")
    raw = tomllib.loads(config.file().read_text("utf-8"))
    assert raw == {"theme": "nord", "agents": {"later": 1, "sandbox": "required"}}
    assert config.read() == (Settings(theme="nord", sandbox="required"), raw, {})
    apply_settings()
    assert current_level() == "required"


@pytest.mark.parametrize(
    ("line", "sentence", "left"),
    [
        ("agents.sandbox = 'on'", "agents.sandbox cannot be 'on'; allowed are off, auto, required.", {"later": 1}),
        ("agents = 3", "agents cannot be 3, because it has to be a table.", {}),
    ],
)
def test_a_setting_in_a_table_that_cannot_be_is_said_and_kept_beside(line, sentence, left, capsys):
    before = f"{line}\n{'agents.later = 1' if left else ''}\n"
    written(before)
    assert config.read().refused == {"sandbox": f"In {config.file()}, {sentence}"}
    apply_settings()
    assert sentence in capsys.readouterr().err
    config.write("theme", "nord")
    assert config.file().with_name("config.toml.broken").read_text("utf-8") == before
    assert config.read() == (Settings(theme="nord"), {"theme": "nord", "agents": left}, {})


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("motion = 'wild'", "motion cannot be 'wild'; allowed are full, reduced."),
        ("speed = 3", "speed cannot be 3; allowed are 0.25x, 0.5x, 1x, 2x, 4x, max."),
        ("theme = []", "theme cannot be [], because it has to be a text in quotes."),
        ("matches = 'here'", "matches cannot be 'here', because it has to begin at the root or with ~."),
        ("pictures = '~nobody-of-that-name/x'", "pictures cannot be '~nobody-of-that-name/x', because there is no such home."),
        ('matches = "/a\\u001b[2J"', "matches cannot be '/a\\x1b[2J', because it holds characters that cannot be shown."),
        ("keys = 'x'", "keys cannot be 'x', because it has to be a table of keys."),
    ],
)
def test_what_cannot_be_is_said_and_keeps_its_default_while_the_rest_holds(line, sentence):
    good = "pictures = '/tmp'" if "pictures" not in line else "theme = 'nord'"
    written(f"{line}\n{good}\n")
    read = config.read()
    name = line.split()[0]
    assert read.refused == {name: f"In {config.file()}, {sentence}"}
    assert getattr(read.settings, name) == getattr(Settings(), name)
    assert "/tmp" in (read.settings.pictures, "/tmp")
    assert read.settings != Settings()


@pytest.mark.parametrize(
    "junk",
    [b"theme = ", b"\xff\xfe", b"a = " + b"[" * 5000, b"[" + b"a." * 3000 + b"b]", b"x = " + b"9" * 5000, b"x = 0x" + b"f" * 9000],
    ids=["cut", "no text", "deep", "deep tables", "long", "longer"],
)
def test_a_file_that_cannot_be_read_is_kept_beside_the_first_that_is_written(junk):
    written(junk)
    read = config.read()
    assert read.settings == Settings()
    assert read.why_matches_may_be_elsewhere.endswith("the usual settings are used.")
    assert config.file().read_bytes() == junk
    config.write("motion", "reduced")
    assert config.file().with_name("config.toml.broken").read_bytes() == junk
    assert config.read() == (Settings(motion="reduced"), {"motion": "reduced"}, {})


@pytest.mark.skipif(os.name != "posix", reason="links")
def test_a_file_that_is_kept_elsewhere_stays_there(tmp_path):
    config.file().parent.mkdir(parents=True, exist_ok=True)
    config.file().symlink_to(tmp_path / "dotfiles.toml")
    config.write("theme", "nord")
    assert config.file().is_symlink()
    assert config.read().settings.theme == "nord"


def test_matches_are_kept_where_a_person_says(tmp_path):
    usual = paths.matches_folder()
    paths.set_matches_folder(tmp_path / "elsewhere")
    assert store.new_match_folder("ship").parent == tmp_path / "elsewhere"
    paths.set_matches_folder(None)
    assert paths.matches_folder() == usual


def test_the_command_line_looks_where_the_app_keeps_matches(tmp_path):
    config.write("matches", str(tmp_path / "elsewhere"))
    run = CliRunner()
    assert run.invoke(cli.app, ["run", "ship", "--seats", "bot*5", "--seed", "1", "--out", str(tmp_path / "out")]).exit_code == 0
    shutil.copytree(tmp_path / "out" / "0001", tmp_path / "elsewhere" / "20260102-030405-ship-0a1b")
    assert "20260102-030405-ship-0a1b" in run.invoke(cli.app, ["list"]).output
    report = run.invoke(cli.app, ["verify", "last", "--level", "0"]).output
    assert str(tmp_path / "elsewhere") in report
    assert ": verified" in report


def test_the_command_line_says_when_it_cannot_know_where_matches_are(capsys):
    written("matches = 3")
    CliRunner().invoke(cli.app, ["list"], catch_exceptions=False)
    apply_settings()
    assert "matches cannot be 3" in capsys.readouterr().err
    written("theme = 3")
    apply_settings()
    assert capsys.readouterr().err == ""


def test_a_folder_is_checked_without_making_it(tmp_path):
    assert config.trouble_with(tmp_path / "new" / "deeper") == ""
    assert not (tmp_path / "new").exists()
    (tmp_path / "file").write_text("")
    assert config.trouble_with(tmp_path / "file" / "x").endswith("file is a file")
    assert config.trouble_with(tmp_path / ("x" * 5000)) == "there is no way there"


# Keys


def test_every_key_can_be_moved_on_the_screen():
    for package in (screens, widgets):
        for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    ours = [each for each in _subclasses(DOMNode) if each.__module__.startswith("woozle.")]
    shown = {binding.id for section in keymap.sections() for binding in section.bindings}
    assert None not in shown
    assert {binding.id for each in ours for binding in vars(each).get("BINDINGS", ())} <= shown


def test_each_binding_is_found_by_its_id():
    for section in keymap.sections():
        for binding in section.bindings:
            assert keymap.binding_of(binding.id).id == binding.id
    assert keymap.find_binding("lobby.nothing") is keymap.find_binding("nothing.at_all") is None


def _subclasses(kind: type) -> Iterator[type]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)


def _bindings() -> dict[str, Binding]:
    return {binding.id: binding for section in keymap.sections() for binding in section.bindings}


def test_the_usual_keys_clash_with_nothing():
    for id, binding in _bindings().items():
        assert keymap.refusal(id, binding.key, {}) == ""


SHARED = {
    "choices": {"table": "enter right"},
    "code": {"tick": "enter"},
    "compose": {"table": "enter pagedown pageup"},
    "consent": {"tick": "space"},
    "dial": {"seats": "down up"},
    "find": {"table": "escape", "watch": "escape"},
    "grid": {"watch": "end g home"},
    "picture": {"results": "P p z", "table": "P p right z", "watch": "P left minus p right z"},
    "questions": {"rows": "enter"},
    "results": {"results": "a"},
    "selector": {"watch": "left right space"},
    "table": {"table": "a B b c enter f m n p", "transcript": "G g"},
    "transcript": {"watch": "g"},
    "watch": {"watch": "m"},
}
"""The keys that two bindings share where both work: one waits for the other, or the panel with the focus takes it."""


def test_usual_keys_are_shared_by_design_only():
    for id, binding in _bindings().items():
        for section, other in keymap._others(id):
            for key in {*keymap.split(binding.key)} & {*keymap.split(other.key)}:
                one, two = sorted((id.partition(".")[0], (other.id or "").partition(".")[0]))
                by_design = SHARED.get(one, {}).get(two, "").split()
                assert key in by_design, f"{key} of {id} is {other.id} already ({section.title}); take another key."


def test_keys_can_be_swapped_but_not_shared():
    assert keymap.usable_keys({"lobby.play": "c", "lobby.resume": "p"}) == ({"lobby.play": "c", "lobby.resume": "p"}, {})
    assert keymap.usable_keys({"lobby.play": "c"}) == ({}, {"lobby.play": "c is 'Continue' already (Lobby)."})


def test_the_same_key_may_do_different_things_on_different_screens():
    assert keymap.usable_keys({"table.leave": "i", "results.verify": "i"})[1] == {}


def test_a_key_of_a_panel_clashes_with_its_screen_and_one_of_everywhere_with_all():
    assert "Up" in keymap.refusal("table.say", "k", {})
    assert "Log" in keymap.refusal("lobby.play", "ctrl+l", {})
    assert "Quit" in keymap.refusal("seats.start", "ctrl+c", {}).replace("quit", "Quit")


@pytest.mark.parametrize(
    ("id", "key", "why"),
    [
        ("lobby.play", "ctrl+b", "tmux"),
        ("lobby.play", "ctrl+a", "screen"),
        ("lobby.play", "ctrl+z", "suspends"),
        ("lobby.play", "ctrl+h", "backspace"),
        ("lobby.play", "ctrl+i", "tab"),
        ("lobby.play", "ctrl+m", "enter"),
        ("lobby.play", "alt+x", "keyboards"),
        ("lobby.play", "ctrl+s", "only key"),
        ("lobby.play", "tab", "next panel"),
        ("lobby.play", "down", "lists"),
        ("lobby.play", "wobble", "no key has that name"),
        ("lobby.play", "", "needs a key"),
        ("app.log", "L", "would be text"),
        ("compose.send", "space", "would be text"),
        ("no.such", "x", "no binding"),
    ],
)
def test_keys_that_would_not_work_are_refused_with_the_reason(id, key, why):
    assert why in keymap.refusal(id, key, {})
    assert keymap.usable_keys({id: key})[0] == {}


def test_a_key_that_some_connections_keep_may_be_the_second_one():
    assert keymap.refusal("lobby.play", "ctrl+s,f2", {}) == ""


def test_a_key_may_be_named_by_its_character():
    assert keymap.split("?, ,") == ()
    assert keymap.split("?,f2") == ("question_mark", "f2")
    assert keymap.usable_keys({"lobby.play": 3})[0] == {}
