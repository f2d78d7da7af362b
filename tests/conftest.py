"""What all tests share: nobody's own matches are touched, and the smallest game can be found by name."""

from __future__ import annotations

import pytest

from woozle.core import registry


@pytest.fixture(autouse=True)
def _away_from_home(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setattr("woozle.saves.places._chosen", None)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setitem(registry._OWN, "two_truths", "tests.two_truths:TwoTruths")
