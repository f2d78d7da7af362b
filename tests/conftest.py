"""What all tests share: nobody's own matches are touched, and the smallest game can be found by name."""

from __future__ import annotations

import gc

import hypothesis
import pytest

from woozle.core import registry


def pytest_configure() -> None:
    """Look for garbage less often: thousands of small apps beside all that was imported cost a quarter of the time otherwise."""
    gc.set_threshold(100_000, 50)
    slow = [hypothesis.HealthCheck.too_slow]  # a busy machine is no fault of a test
    hypothesis.settings.register_profile("woozle", deadline=None, suppress_health_check=slow)
    hypothesis.settings.load_profile("woozle")


def pytest_collection_finish() -> None:
    """What was imported stays."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _games_are_left_as_they_were():
    before = dict(registry._OWN)
    yield
    assert before == registry._OWN


@pytest.fixture(autouse=True)
def _away_from_home(_games_are_left_as_they_were, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setattr("woozle.saves.places._chosen", None)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setitem(registry._OWN, "two_truths", "tests.two_truths:TwoTruths")
