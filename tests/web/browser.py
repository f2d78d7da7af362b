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
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import pytest
import pytest_asyncio

from tests.web.chromium import found

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


_READ_AT_ONCE = """{
    window.PerformanceObserver = undefined;
    const [now, frame] = [performance.now.bind(performance), requestAnimationFrame];
    performance.now = () => now() - 1000;
    window.requestAnimationFrame = (draw) => frame((stamp) => draw(stamp - 1000));
}"""  # its clock is behind that of keys, so a question that has just been drawn seems to have been there for a second
_HURRIED = """for (const name of ["setTimeout", "setInterval"]) {
    const real = window[name];
    window[name] = (call, wait) => real(call, wait / 10);
}"""


class Browser:
    """Pages of one test. Each page has its own cookies unless it is opened beside another.

    Attributes:
        complaints: What the consoles of all pages say: errors, warnings of the content policy, uncaught exceptions.
        asked: Addresses from which pages requested something, in order; sockets included.

    Args:
        idle: Pages of tests before, without cookies, which are used again.
    """

    def __init__(self, program: Program, idle: list[Page]) -> None:
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self._program, self._idle = program, idle
        self._shared: list[Page] = []
        self._open = AsyncExitStack()
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": lambda each: self.complaints.append(each.text) if each.type in ("error", "warning") else None,
            "pageerror": lambda error: self.complaints.append(str(error)),
            "request": lambda request: self.asked.append(request.url),
            "websocket": lambda socket: self.asked.append(socket.url),
        }

    async def page(
        self,
        url: str = "",
        *,
        width: int = 1440,
        theme: Theme = "light",
        beside: Page | None = None,
        real_time: bool = False,
        hurried: bool = False,
    ) -> Page:
        """Open a page.

        Args:
            beside: A page whose cookies it shares.
            real_time: Keys answer a question only once it could be read.
            hurried: Whatever waits for a time waits for a tenth of it.
        """
        size: Any = {"width": width, "height": HEIGHT}
        if beside:
            page = await beside.context.new_page()
        elif real_time or hurried:
            context = await self._program.new_context(viewport=size, color_scheme=theme)
            self._open.push_async_callback(context.close)
            if hurried:
                await context.add_init_script(_HURRIED)
            page = await context.new_page()
        else:
            page = self._idle.pop() if self._idle else await self._new_page()
            self._shared.append(page)
            await page.set_viewport_size(size)
            await page.emulate_media(color_scheme=theme)
        for event, listener in self._listeners.items():
            page.on(event, listener)
        if url:
            await page.goto(url)
        return page

    async def close(self) -> None:
        await self._open.aclose()
        for page in self._shared:
            for other in page.context.pages:
                if other is not page:
                    await other.close()
            for event, listener in self._listeners.items():
                page.remove_listener(event, listener)
            await page.unroute_all()
            await page.context.clear_cookies()
            await page.goto("about:blank")
        self._idle += self._shared
        self._shared = []  # a test may have closed them itself

    async def _new_page(self) -> Page:
        context = await self._program.new_context()
        await context.add_init_script(_READ_AT_ONCE)
        return await context.new_page()


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
async def chromium() -> AsyncIterator[tuple[Program, list[Page]]]:
    """One browser for all tests of a worker, and its idle pages."""
    if why := missing():
        pytest.skip(why)
    async with launch() as program:
        yield program, []


@pytest_asyncio.fixture(loop_scope="session")
async def browser(chromium: tuple[Program, list[Page]]) -> AsyncIterator[Browser]:
    pages = Browser(*chromium)
    yield pages
    await pages.close()


async def drawn(page: Page) -> None:
    """Wait until the page has drawn what it was told."""
    await page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))")


# Looks


async def check_looks(page: Page, name: str, widths: Collection[int] = WIDTHS) -> list[str]:
    """Return what is wrong with a page at each width and in each theme: serious findings of axe, and sideways scrolling.

    Themes differ in colours alone, so in the second one only contrasts are looked at again.

    name: of the state of the page, for screenshots in the folder that $WOOZLE_TEST_PICTURES names, if it names one.
    """
    folder, problems = os.environ.get(PICTURES), []
    for width in widths:
        await page.set_viewport_size({"width": width, "height": HEIGHT})
        for theme in THEMES:
            await page.emulate_media(color_scheme=theme)
            found = await serious_findings(page, is_colour=theme != THEMES[0])
            scrolled = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            if scrolled > 0:
                found.append(f"scrolls sideways by {scrolled} px")
            problems += [f"{name}, {width} px, {theme}: {each}" for each in found]
            if folder:
                Path(folder).mkdir(parents=True, exist_ok=True)
                await page.screenshot(path=Path(folder) / f"{name}-{width}-{theme}.png", full_page=True)
    return problems


async def serious_findings(page: Page, *, is_colour: bool = False) -> list[str]:
    """Return the serious and critical findings of axe: rule, impact, and the first elements that break it.

    is_colour: only those of contrasts.
    """
    import axe_playwright_python

    session = await page.context.new_cdp_session(page)  # whose scripts no content policy blocks
    if not await _evaluate(session, "'axe' in window"):
        await _evaluate(session, (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8") + ";0")
    rules = "['color-contrast']" if is_colour else f"{{type: 'tag', values: {[*AXE_TAGS]}}}"
    options = f"{{runOnly: {rules}, resultTypes: ['violations']}}"
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
    """Bytes that a page has transferred since `measure`, headers included, by address; no requests that began before."""

    def __init__(self, session: CDPSession) -> None:
        self.sizes: dict[str, int] = {}
        addresses: dict[str, str] = {}
        session.on("Network.requestWillBeSent", lambda told: addresses.update({told["requestId"]: told["request"]["url"]}))
        session.on("Network.loadingFinished", lambda told: self._add(addresses.get(told["requestId"]), told["encodedDataLength"]))

    def _add(self, address: str | None, size: float) -> None:
        if address is not None:
            self.sizes[address] = self.sizes.get(address, 0) + int(size)

    @property
    def total(self) -> int:
        return sum(self.sizes.values())


@asynccontextmanager
async def measure_transfers(page: Page, *, kbit: float, milliseconds: float) -> AsyncIterator[Transfers]:
    """Count what a page transfers, without its cache, over a slow network.

    kbit, milliseconds: its bandwidth in kbit/s and latency; `kbit=1600, milliseconds=150` for a phone's.
    """
    session = await page.context.new_cdp_session(page)
    await session.send("Network.enable")
    await session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    rate = kbit * 1000 / 8
    limits = {"offline": False, "latency": milliseconds, "downloadThroughput": rate, "uploadThroughput": rate}
    await session.send("Network.emulateNetworkConditions", limits)
    yield Transfers(session)
    await session.detach()


async def heap_size(page: Page) -> int:
    """Return the bytes of a page's heaps, of its script and of its elements, after a garbage collection."""
    session = await page.context.new_cdp_session(page)
    await session.send("HeapProfiler.collectGarbage")
    used = await session.send("Runtime.getHeapUsage")
    await session.detach()
    return int(used["usedSize"] + used["embedderHeapUsedSize"])


async def _evaluate(session: CDPSession, expression: str) -> Any:
    given = await session.send("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
    assert "exceptionDetails" not in given, given["exceptionDetails"]
    return given["result"].get("value")
