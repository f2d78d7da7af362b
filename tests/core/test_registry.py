"""Games and configurations by name."""

from __future__ import annotations

import sys
import tomllib

import pytest

from woozle.arena.views.registry import help_of
from woozle.core import registry
from woozle.core.kit import GameKit
from woozle.core.plugins import ADDITIONS, BACKENDS, GAMES, PluginError, UnknownGameError, find_faults
from woozle.games.ship.rules import Ship
from woozle.players.backends.registry import backends
from woozle.players.registry import bots

from tests import packages
from tests.docs.pages import ROOT
from tests.two_truths import TwoTruths

OWN = sorted(tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"][GAMES])


@pytest.fixture
def installed(monkeypatch, tmp_path):
    """Games from another package, two of which cannot be loaded."""
    games = {"parlour": "tests.two_truths:GAME", "lost": "tests.no_such_module:GAME", "nameless": "tests.two_truths:NAMELESS"}
    packages.installed(monkeypatch, tmp_path, {GAMES: games})


def test_our_own_games_come_first_and_others_join_through_entry_points(installed):
    assert registry.names() == [*OWN, "lost", "nameless", "parlour", "two_truths"]
    assert registry.game("ship") is Ship
    assert registry.game("parlour") is TwoTruths


def test_an_unknown_game_is_refused_with_those_there_are(installed):
    with pytest.raises(UnknownGameError, match=r"There is no game 'chess'; choose from debate, .*two_truths\."):
        registry.game("chess")


def test_a_package_that_cannot_be_loaded_is_named_with_the_reason(installed):
    with pytest.raises(PluginError, match=r"^The entry point lost of woozle.games, which extra brings, cannot .*no_such_module"):
        registry.game("lost")


def test_a_package_that_raises_anything_takes_nothing_from_others(monkeypatch, tmp_path):
    (tmp_path / "badly_made.py").write_text("raise RuntimeError('out of luck')\n")
    before = [backend.name for backend in backends()]
    broken = {"badly_made": "badly_made:KIT", "urn": "badly_made:KIT"}
    packages.installed(monkeypatch, tmp_path, {GAMES: {"badly_made": "badly_made:KIT"}, ADDITIONS: broken, BACKENDS: broken})
    with pytest.raises(
        PluginError, match=r"badly_made of woozle.games, which extra brings, cannot be loaded: out of luck \(.*badly_made.py:1\)\."
    ):
        registry.game("badly_made")
    assert registry.find_game("badly_made") is None
    assert "keen" in bots("urn")
    assert [backend.name for backend in backends()] == before
    assert help_of("")[0] == help_of("ship")[0]
    assert find_faults(ADDITIONS, GameKit).keys() == {"badly_made", "urn"}


def test_an_entry_point_that_names_something_else_is_refused(monkeypatch, tmp_path):
    packages.installed(monkeypatch, tmp_path, {GAMES: {"parlour": "tests.two_truths:TwoTruths"}})
    with pytest.raises(PluginError, match=r"TwoTruths, the entry point parlour of woozle.games, is not a GameKit"):
        registry.game("parlour")


def test_parts_that_a_kit_names_wrongly_are_reported_with_the_game(monkeypatch, tmp_path):
    (tmp_path / "hasty.py").write_text(
        "from woozle import Game\nfrom woozle.core.kit import GameKit\nclass Nameless(Game): version = 1\n"
        "NAMELESS = GameKit('hasty:Nameless')\nSTRAY = GameKit('tests.two_truths:TwoTruths', bots='hasty:Nameless')\n"
    )
    packages.installed(monkeypatch, tmp_path, {GAMES: {"nameless": "hasty:NAMELESS", "stray": "hasty:STRAY"}})
    with pytest.raises(PluginError, match=r"The rules of nameless cannot be played: Nameless has no `name`; give the class one"):
        registry.game("nameless")
    assert registry.game("stray") is TwoTruths
    faults = list(registry.find_part_faults("stray"))
    assert faults == ["The bots of stray, hasty:Nameless, is not a tuple."]
    with pytest.raises(PluginError):
        bots("stray")


def test_a_game_that_is_not_installed_or_cannot_be_loaded_is_none(installed):
    assert [registry.find_game(name) for name in ("ship", "chess", "lost", "nameless")] == [Ship, None, None, None]


class OlderTruths(TwoTruths):
    version = TwoTruths.version - 1


def test_an_earlier_version_of_the_rules_stays_installed_beside_the_current_one(installed, monkeypatch):
    monkeypatch.setattr(TwoTruths, "earlier_versions", {OlderTruths.version: f"{__name__}:OlderTruths"})
    monkeypatch.setitem(sys.modules, __name__, sys.modules[OlderTruths.__module__])
    assert registry.game("parlour", OlderTruths.version) is OlderTruths
    assert registry.game("parlour", TwoTruths.version) is registry.game("parlour") is TwoTruths
    assert registry.game("parlour", 99) is TwoTruths  # who folds again looks at its version


def test_a_preset_is_changed_option_by_option_and_text_will_do():
    config = registry.configure(Ship, "quack", {"ducks": "2", "zombie_turns": "false", "map": "shuttle"})
    assert (config.ducks, config.zombie_turns, config.map.name, config.dead_tasks_count) == (2, False, "shuttle", True)


@pytest.mark.parametrize(
    ("preset", "options", "sentence"),
    [
        ("easy", {}, "ship has no preset 'easy'; choose from standard, quack."),
        ("quack", {"speed": 1}, "ship has no option 'speed'; choose from map, ducks"),
        ("quack", {"ducks": "many"}, "ducks must be a whole number."),
        ("quack", {"map": "moon"}, "map: There is no map 'moon'; choose from ship, shuttle, station, wheel, outpost"),
    ],
)
def test_what_a_game_does_not_have_is_refused_in_words(preset, options, sentence):
    with pytest.raises(registry.ConfigError, match=sentence):
        registry.configure(Ship, preset, options)


def test_a_configuration_in_words_is_the_nearest_preset_and_what_differs():
    words = {
        "standard": registry.configure(Ship, "standard", {}),
        "quack": registry.configure(Ship, "quack", {}),
        "quack, open_votes=True": registry.configure(Ship, "quack", {"open_votes": "true"}),
        "standard, map=shuttle, ducks=2": registry.configure(Ship, "standard", {"map": "shuttle", "ducks": "2"}),
    }
    assert [registry.describe_config("ship", config.model_dump(mode="json")) for config in words.values()] == list(words)


def test_a_configuration_from_anywhere_is_put_in_few_words():
    assert registry.describe_config("no_such_game", {"a": 1}) == ""
    strange = {f"option_{number}": ["x" * 500] for number in range(100)}
    assert len(registry.describe_config("ship", strange)) < 600
    assert registry.describe_config("ship", strange).endswith(", and more")
    assert registry.describe_config("ship", {"pool": [{"id": "p1"}, {"id": "p2"}]}).endswith("pool=2 given")


def test_a_configuration_of_earlier_rules_is_compared_with_their_presets():
    earlier = registry.game("quest", 2)
    played = earlier.config_type().model_dump(mode="json")
    before = {name: each for name, each in played.items() if name not in ("words", "coverage", "refused")}
    assert registry.describe_config("quest", before, 2) == "standard"
    assert registry.describe_config("quest", before) == "standard, pool=24 given"


def test_a_match_of_the_paper_is_called_so_by_the_rules_it_was_played_with():
    for version in (2, None):
        config = registry.configure(registry.game("quest", version), "paper", {"items": 24})
        assert registry.describe_config("quest", config.model_dump(mode="json"), version) == "paper"
