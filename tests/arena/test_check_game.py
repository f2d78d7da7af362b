"""The published check of games finds every mistake that the author of a game can make, and says what is wrong and where."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, get_args

import pytest

from woozle.arena.testing.games import check_requests_answerable
from woozle.arena.views import any_game
from woozle.arena.views.panels import Panel
from woozle.core import plugins
from woozle.core.game import Game, Play
from woozle.core.outcome import Outcome
from woozle.core.value import value
from woozle.testing import GameCase, check_game

from tests.auction import Auction
from tests.faulty_game import Config, Faulty
from tests.packages import installed

RULES = Path(__file__).parents[1] / "faulty_game.py"
FAULTS = {
    "not a number": "ValueError: invalid literal for int() with base 10: 'three' (LINE).",
    "unpacking": "ValueError: too many values to unpack (expected 2) (LINE).",
    "missing key": "KeyError: 'zz' (LINE).",
    "missing attribute": "AttributeError: 'Say' object has no attribute 'amount' (LINE).",
    "wrong type": "TypeError: unsupported operand type(s) for +: 'int' and 'str' (LINE).",
    "missing file": "FileNotFoundError: [Errno 2] No such file or directory: 'words.txt' (LINE).",
    "no yield from": "AttributeError: 'generator' object has no attribute 'number'; perhaps `yield from` is missing before it "
    "(LINE).",
    "no question": "`ask` at LINE was never run; write `yield from` before it.",
    "no return": "`play` of faulty returned NoneType, not an Outcome (PLAY).",
    "no results": "The Outcome of faulty has no result of a, b (PLAY).",
    "no such seat": "'zz' is asked, which is no seat or service; known are a, b (LINE).",
    "no such audience": "An Event is told to 'zz', which is no seat or service; known are a, b (LINE).",
    "text as audience": "An audience is a tuple of names, such as (seat,) or EVERYONE, not 'ab' (LINE).",
    "not a dataclass": "Odd is told, which is no Event; make it a subclass of Event with `@value` (LINE).",
    "no choices": "b has () as the choices for number of Say; list at least one legal value (LINE).",
    "no such field": "b has choices for 'amount', which is no field of Say (LINE).",
}


@pytest.fixture
def _is_installed(monkeypatch, tmp_path_factory):
    installed(monkeypatch, tmp_path_factory.mktemp("site"), {plugins.GAMES: {"faulty": "tests.faulty_game:GAME"}}, "faulty_games")


def found(play, tmp_path: Path) -> str:
    """Return the first finding of the check, with LINE and PLAY for places in the rules."""
    with pytest.raises(AssertionError) as caught:
        check_game(GameCase("faulty", play, matches=3), tmp_path)
    said = re.sub(rf"{re.escape(str(RULES))}:(\d+)", lambda place: place_of(int(place[1])), str(caught.value))
    return said.removeprefix("faulty: ")


def place_of(line: int) -> str:
    return "PLAY" if RULES.read_text("utf-8").splitlines()[line - 1].startswith("    def play") else "LINE"


def test_every_fault_is_tried():
    assert {*FAULTS, "none"} == {*get_args(Config.model_fields["fault"].annotation)}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_its_place_is_named(fault, tmp_path):
    assert found(lambda: Faulty(2, Config(fault=fault)), tmp_path) == FAULTS[fault]


@pytest.mark.usefixtures("_is_installed")
def test_without_a_fault_nothing_is_found(tmp_path):
    check_game(GameCase("faulty", lambda: Faulty(2, Config()), matches=3), tmp_path)


def test_a_game_that_is_not_installed_is_found(tmp_path):
    assert found(lambda: Faulty(2, Config()), tmp_path).startswith("faulty is not installed; name it in the entry points")


class Nameless(Game):
    version = 1

    def play(self) -> Play:
        yield ()
        return Outcome({})


class Unversioned(Nameless):
    name = "unversioned"
    version = None


class Silent(Game):
    name, version = "silent", 1

    def play(self) -> Outcome:
        return Outcome.by_score(self.score)


@pytest.mark.parametrize(
    ("kind", "sentence"),
    [
        (Nameless, "Nameless has no `name`; give the class one, such as name = 'liars_dice'."),
        (Unversioned, "Unversioned has no `version`; give the class one: version = 1."),
        (Silent, "`play` of Silent asks no seat; write `yield from self.ask(...)` in it."),
    ],
)
def test_an_incomplete_definition_is_found(kind, sentence, tmp_path):
    assert found(lambda: kind(2), tmp_path) == sentence


def test_rules_with_limits_across_fields_pass(monkeypatch, tmp_path_factory, tmp_path):
    installed(monkeypatch, tmp_path_factory.mktemp("site"), {plugins.GAMES: {"auction": "tests.auction:GAME"}}, "auctions")
    check_game(GameCase("auction", lambda: Auction(seats=4), matches=3), tmp_path)


@value
class Dice(Panel):
    """A panel of an outside game, whose template is in its package."""

    TEMPLATE: ClassVar[str] = ""
    faces: tuple[int, ...] = (3, 5)


@pytest.mark.parametrize(
    ("template", "sentence"),
    [
        ("<section id='{{ id }}'>{% for face in panel.faces %}<b>{{ face }}</b>{% endfor %}</section>", ""),
        ("<section id='{{ id }}'>{{ panel.pips }}</section>", "auction: UndefinedError: .* has no attribute 'pips'"),
        ("", "auction: FileNotFoundError: .*dice.html"),
    ],
)
def test_a_panel_that_a_page_cannot_show_is_found(template, sentence, monkeypatch, tmp_path_factory, tmp_path):
    site = tmp_path_factory.mktemp("site")
    installed(monkeypatch, site, {plugins.GAMES: {"auction": "tests.auction:GAME"}}, "auctions")
    (package := site / f"dice_on_{site.name}").mkdir()
    (package / "__init__.py").touch()
    if template:
        (package / "dice.html").write_text(template)
    monkeypatch.setattr(Dice, "TEMPLATE", f"{package.name}:dice.html")
    plain = any_game.draw_table
    monkeypatch.setattr(any_game, "draw_table", lambda *seen: replace(plain(*seen), panels=(Dice(),)))
    with pytest.raises(AssertionError, match=sentence) if sentence else nullcontext():
        check_game(GameCase("auction", lambda: Auction(seats=2), matches=1), tmp_path)


def test_a_request_whose_schema_allows_what_it_refuses_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr("woozle.core.request.Request.refusal", lambda self, answer: "No." if answer.face == 3 else "")
    with pytest.raises(AssertionError, match="that fits the schema was refused: No"):
        check_requests_answerable(GameCase("auction", lambda: Auction(seats=4), matches=3), 20)
