"""Shared by all tests: nobody's own matches are touched, and the smallest game can be found by name."""

from __future__ import annotations

import gc
import itertools
import os
import sys
from collections.abc import Generator
from random import Random

import hypothesis
import pytest

from woozle.arena.runs import engines
from woozle.core import registry
from woozle.players import fence
from woozle.saves import paths

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


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Read files in another order in each worker, as the first worker to reach a file compiles it and rewrites its assertions."""
    report = yield
    worker = getattr(collector.config, "workerinput", None)
    if worker and isinstance(collector, pytest.Directory) and report.passed:
        Random(worker["workerid"]).shuffle(report.result)
    return report


def pytest_make_parametrize_id(val: object) -> str | None:
    """Shorten very long texts and bytes. Each worker sends the ids of all tests, and two had ten million characters."""
    if isinstance(val, str | bytes) and len(val) > 200:
        return f"{ascii(val[:200])[1:-1]}..."
    return None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Bring the tests of all workers into the same order.

    In CI, try what depends on real terminals, browsers, signals or processes once more; the end of the run lists each retry.
    """
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: str(item.path))
    if os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("e2e"):
                item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def _homes(tmp_path_factory):
    """Return paths for the homes of tests. pytest would list all earlier ones to number the next, at the cost of a small test."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _apart(_homes):
    """Each test has its own home and leaves the games as they were.

    Runs and reports have no worker processes where --jobs names none: to fork them costs more than the few matches of a test.
    """
    before = registry.names()
    home = next(_homes)
    home.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WOOZLE_HOME", str(home))
        patch.setenv("TEXTUAL_ANIMATIONS", "none")
        patch.setattr(paths, "_chosen", None)
        patch.setattr(fence, "_chosen", "auto")
        patch.setattr(engines, "cores", lambda: 1)
        yield
    assert before == registry.names()
