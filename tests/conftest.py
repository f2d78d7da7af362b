"""Shared by all tests: nobody's own matches are touched, and the smallest game can be found by name."""

from __future__ import annotations

import gc
import os
import sys

import hypothesis
import pytest

from woozle.core import registry

from tests.packages import TWO_TRUTHS, hide_others


def pytest_configure() -> None:
    """Look for garbage less often: thousands of small apps beside all that was imported cost a quarter of the time otherwise."""
    gc.set_threshold(100_000, 50)
    hide_others()
    sys.path.append(str(TWO_TRUTHS))
    slow = [hypothesis.HealthCheck.too_slow]  # a busy machine is no fault of a test
    hypothesis.settings.register_profile("woozle", deadline=None, max_examples=50, suppress_health_check=slow)
    hypothesis.settings.load_profile("woozle")


def pytest_collection_finish() -> None:
    """Exempt imported modules from garbage collection."""
    gc.collect()
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In CI, try what depends on real terminals, browsers, signals or processes once more; the end of the run lists each retry."""
    if os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("e2e"):
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(autouse=True)
def _games_are_left_as_they_were():
    before = registry.names()
    yield
    assert before == registry.names()


@pytest.fixture(autouse=True)
def _alone_unless_it_is_said(_games_are_left_as_they_were, monkeypatch):
    """Runs and reports have no worker processes where --jobs names none: to fork them costs more than the few matches of a test."""
    monkeypatch.setattr("woozle.arena.runs.engines.cores", lambda: 1)


@pytest.fixture(autouse=True)
def _away_from_home(_games_are_left_as_they_were, tmp_path_factory, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setattr("woozle.saves.paths._chosen", None)
    monkeypatch.setattr("woozle.players.fence._chosen", "auto")
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
