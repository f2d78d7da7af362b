"""Terminals that are the same everywhere: no animation, no blinking, no colours taken away by the environment."""

from __future__ import annotations

import pytest
from textual.css.stylesheet import Stylesheet

from woozle.tui.widgets import banner
from woozle.tui.widgets.lockout import Lockout

from tests.tui.command_line import woozle

__all__ = ["woozle"]


@pytest.fixture(autouse=True)
def _calm_terminal(_apart):
    """Give all tests the same terminal; keys count once a question was painted, and no banner comes and goes by itself.

    Tests of hasty keys bring a clock of their own, and tests of banners bring those back.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("NO_COLOR", "TEXTUAL_THEME", "COLUMNS", "LINES"):
            patch.delenv(name, raising=False)
        patch.setenv("TZ", "UTC")
        patch.setattr(Lockout, "seconds", 0.0)
        patch.setattr(banner, "moves", lambda widget: False)
        yield


@pytest.fixture(autouse=True, scope="session")
def _styles_are_parsed_once():
    """Thousands of apps have the same styles; each would parse them twice while it starts."""
    parse, parsed = Stylesheet._parse_rules, {}

    def remembered(sheet, css, read_from, is_default_rules=False, tie_breaker=0, scope=""):
        what = css, read_from, is_default_rules, tie_breaker, scope
        known = (*what, frozenset(sheet._variables.items()))
        if known not in parsed:
            parsed[known] = parse(sheet, *what)
        return parsed[known]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", remembered)
        yield
