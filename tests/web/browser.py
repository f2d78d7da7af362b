"""Pages of the open table in a real browser: one Chromium a session, started by the first test that asks for it.

A test takes the fixture `browser`, which tests/web/conftest.py knows, and names itself e2e:

    @pytest.mark.e2e
    async def test_the_lobby_has_no_serious_findings(browser, host):
        page = await browser.page(url)
        assert not await check_looks(page, "lobby")

It runs in the event loop of the session, as do the fixtures that it shares with others, so these need `loop_scope="session"`.
"""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest
import pytest_asyncio

from tests.tui.serving.chromium import found

if TYPE_CHECKING:
    from playwright.async_api import Browser as Program
    from playwright.async_api import CDPSession, Page

Theme: TypeAlias = Literal["light", "dark"]

WIDTHS = (360, 800, 1440)
THEMES: tuple[Theme, ...] = ("light", "dark")
HEIGHT = 800

AXE_TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
SERIOUS = frozenset({"serious", "critical"})

_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PICTURES = "WOOZLE_TEST_PICTURES"


def missing() -> str:
    """Return why there is no browser for the tests; empty if there is one."""
    try:
        import axe_playwright_python  # noqa: F401
        import playwright  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed"
    return "" if found() else "no Chromium on this machine; name one in $CHROMIUM"


class Browser:
    """Pages of one test. Each page has its own cookies unless it is opened beside another.

    Attributes:
        complaints: What the consoles of all pages say: errors, warnings of the content policy, uncaught exceptions.
        asked: Addresses from which pages requested something, in order; sockets included.
    """

    def __init__(self, program: Program) -> None:
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self._program = program
        self._open = AsyncExitStack()

    async def page(
        self, url: str = "", *, width: int = 1440, theme: Theme = "light", beside: Page | None = None, **options: Any
    ) -> Page:
        """Open a page. beside: a page whose cookies it shares. options: of playwright's `new_context`, such as has_touch."""
        if beside:
            context = beside.context
        else:
            size: Any = {"width": width, "height": HEIGHT}
            context = await self._program.new_context(viewport=size, color_scheme=theme, **options)
            self._open.push_async_callback(context.close)
        page = await context.new_page()
        page.on("console", lambda each: self.complaints.append(each.text) if each.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("websocket", lambda socket: self.asked.append(socket.url))
        if url:
            await page.goto(url)
        return page

    async def close(self) -> None:
        await self._open.aclose()


@asynccontextmanager
async def launch(*flags: str) -> AsyncIterator[Program]:
    """Start a Chromium, for benchmarks and the fixture below."""
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        program = await playwright.chromium.launch(executable_path=found(), args=[*_FLAGS, *flags])
        try:
            yield program
        finally:
            await program.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Program]:
    """One browser for all tests of a worker."""
    if why := missing():
        pytest.skip(why)
    async with launch() as program:
        yield program


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: Program) -> AsyncIterator[Browser]:
    pages = Browser(chromium)
    yield pages
    await pages.close()


# Looks


async def looks(page: Page, widths: Collection[int] = WIDTHS) -> AsyncIterator[tuple[int, Theme]]:
    """Show a page at each width and in each theme, one after the other."""
    for width in widths:
        await page.set_viewport_size({"width": width, "height": HEIGHT})
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            yield width, theme


async def check_looks(page: Page, name: str, widths: Collection[int] = WIDTHS) -> list[str]:
    """Return what is wrong with a page at each width and in each theme: serious findings of axe, and sideways scrolling.

    name: of the state of the page, for screenshots in the folder that $WOOZLE_TEST_PICTURES names, if it names one.
    """
    folder, problems = os.environ.get(PICTURES), []
    async for width, theme in looks(page, widths):
        found = await serious_findings(page)
        scrolled = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if scrolled > 0:
            found.append(f"scrolls sideways by {scrolled} px")
        problems += [f"{name}, {width} px, {theme}: {each}" for each in found]
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            await page.screenshot(path=Path(folder) / f"{name}-{width}-{theme}.png", full_page=True)
    return problems


async def serious_findings(page: Page) -> list[str]:
    """Return the serious and critical findings of axe: rule, impact, and the first elements that break it."""
    import axe_playwright_python

    session = await page.context.new_cdp_session(page)  # whose scripts no content policy blocks
    await _evaluate(session, (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8") + ";0")
    options = f"{{runOnly: {{type: 'tag', values: {[*AXE_TAGS]}}}, resultTypes: ['violations']}}"
    violations = await _evaluate(session, f"axe.run(document, {options}).then(found => found.violations)")
    await session.detach()
    return [
        f"{each['id']} ({each['impact']}): {', '.join(' '.join(map(str, node['target'])) for node in each['nodes'][:3])}"
        for each in violations
        if each["impact"] in SERIOUS
    ]


async def accessible_words(page: Page) -> str:
    """Return the names and texts of the accessibility tree, in its order, as a screen reader finds them."""
    session = await page.context.new_cdp_session(page)
    nodes = (await session.send("Accessibility.getFullAXTree"))["nodes"]
    await session.detach()
    return "\n".join(name for node in nodes if not node.get("ignored") and (name := node.get("name", {}).get("value")))


# Network and memory


class Transfers:
    """What a page has transferred since `measure`: bytes as sent, headers included, by address."""

    def __init__(self, session: CDPSession) -> None:
        self.sizes: dict[str, int] = {}
        addresses: dict[str, str] = {}
        session.on("Network.requestWillBeSent", lambda told: addresses.update({told["requestId"]: told["request"]["url"]}))
        session.on("Network.loadingFinished", lambda told: self._add(addresses[told["requestId"]], told["encodedDataLength"]))

    def _add(self, address: str, size: float) -> None:
        self.sizes[address] = self.sizes.get(address, 0) + int(size)

    @property
    def total(self) -> int:
        return sum(self.sizes.values())


async def measure_transfers(page: Page, *, kbit: float | None = None, milliseconds: float = 0) -> Transfers:
    """Count what a page transfers from now on, without its cache.

    kbit, milliseconds: bandwidth in kbit/s and latency of a slow network; `kbit=1600, milliseconds=150` for a phone's.
    """
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    if kbit:
        rate = kbit * 1000 / 8
        limits = {"offline": False, "latency": milliseconds, "downloadThroughput": rate, "uploadThroughput": rate}
        await session.send("Network.emulateNetworkConditions", limits)
    return Transfers(session)


async def heap_size(page: Page) -> int:
    """Return the bytes of a page's heap after a garbage collection."""
    session = await page.context.new_cdp_session(page)
    await session.send("HeapProfiler.collectGarbage")
    used = (await session.send("Runtime.getHeapUsage"))["usedSize"]
    await session.detach()
    return int(used)


async def _evaluate(session: CDPSession, expression: str) -> Any:
    given = await session.send("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
    assert "exceptionDetails" not in given, given["exceptionDetails"]
    return given["result"].get("value")
