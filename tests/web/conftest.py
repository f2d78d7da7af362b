"""Tests of the open table in a browser share one."""

from __future__ import annotations

import pytest

from tests.web.browser import browser, chromium

__all__ = ["browser", "chromium"]

_SESSION = pytest.mark.asyncio(loop_scope="session")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what uses the browser in the event loop of the session, in which the browser was started."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(_SESSION, append=False)
