"""Pages in tabs of a real browser."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path

from tests.web.chromium import chromium


@asynccontextmanager
async def opened(file: Path, profile: Path, width: int = 1280):
    """A tab with the page."""
    async with chromium(profile) as browser:
        tab = await browser.tab(width)
        await tab.go(file.as_uri())
        await tab.until("document.readyState == 'complete' && document.getElementById('lines').children.length > 0")
        yield tab
