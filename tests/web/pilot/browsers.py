"""Browsers of simulated participants: Chromium by playwright, Firefox by a script of node, and what both can do."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, Page

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "firefox.cjs"
_PATIENCE = 60.0  # seconds
_ENVIRONMENT = dict(os.environ)  # the home of a pilot is for the study, and Firefox writes into its own
PHONE = {
    "viewport": {"width": 412, "height": 839},
    "device_scale_factor": 2.625,
    "is_mobile": True,
    "has_touch": True,
}


class BrowserError(Exception):
    """Something that a browser could not do, often because its page went on meanwhile."""


class ChromiumTab:
    """A page of Chromium. has_script: whether pages may run theirs."""

    def __init__(self, program: Chromium, options: dict[str, Any]) -> None:
        self._program, self._options = program, options
        self._context: BrowserContext
        self._page: Page

    async def open(self) -> ChromiumTab:
        self._context = await self._program.new_context(**self._options)
        self._page = await self._context.new_page()
        self._page.set_default_timeout(_PATIENCE * 1000)
        return self

    async def goto(self, url: str) -> None:
        await self._do(self._page.goto(url))

    async def value(self, expression: str) -> Any:
        """Return the value of an expression in the page, and None between two pages."""
        with suppress(BrowserError):
            return await self._do(self._page.evaluate(expression))
        return None

    async def click(self, selector: str) -> None:
        does = self._page.tap if self._options.get("has_touch") else self._page.click
        await self._do(does(selector, timeout=3000, no_wait_after=True))

    async def keys(self, *keys: str) -> None:
        for key in keys:
            await self._do(self._page.keyboard.press(key))

    async def type(self, text: str) -> None:
        await self._do(self._page.keyboard.type(text))

    async def reload(self) -> None:
        await self._do(self._page.reload())

    async def back(self) -> None:
        await self._do(self._page.go_back())

    async def beside(self) -> ChromiumTab:
        """Open another tab of the same browser."""
        other = ChromiumTab(self._program, self._options)
        other._context, other._page = self._context, await self._context.new_page()
        return other

    async def sleep(self, seconds: float) -> None:
        """Freeze the page, as that of a phone that sleeps."""
        session = await self._context.new_cdp_session(self._page)
        await session.send("Page.setWebLifecycleState", {"state": "frozen"})
        await asyncio.sleep(seconds)
        await session.send("Page.setWebLifecycleState", {"state": "active"})
        await session.detach()

    async def again(self) -> ChromiumTab:
        """Kill the browser, and start it again with the cookies that it has kept."""
        kept = await self._context.cookies()
        await self._context.close()
        tab = await ChromiumTab(self._program, self._options).open()
        await tab._context.add_cookies(kept)  # type: ignore[arg-type]
        return tab

    async def close(self) -> None:
        await (self._page.close() if len(self._context.pages) > 1 else self._context.close())

    async def _do(self, doing: Any) -> Any:
        from playwright.async_api import Error

        try:
            return await doing
        except Error as error:
            raise BrowserError(str(error).splitlines()[0]) from error


async def open_chromium(
    program: Chromium, agent: str, *, is_phone: bool = False, has_script: bool = True, width: int = 1280
) -> ChromiumTab:
    """Open a browser of somebody. agent: what it calls itself."""
    size = PHONE if is_phone else {"viewport": {"width": width, "height": 800}}
    return await ChromiumTab(program, {**size, "user_agent": agent, "java_script_enabled": has_script}).open()


# Firefox


def missing_firefox() -> str:
    """Return why there is no Firefox for pilots; empty if there is one."""
    for name in ("firefox-esr", "node"):
        if not shutil.which(name):
            return f"{name} is not installed"
    if subprocess.run(["node", "-e", "require.resolve('puppeteer-core')"], capture_output=True, check=False).returncode:
        return "puppeteer-core is not found: npm install it in some folder, and name its node_modules in $NODE_PATH"
    return ""


class Firefox:
    """A Firefox of one person: tabs that are not in front take no keys, so people cannot share one."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._hearing = asyncio.create_task(self._hear())
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._number = 0
        self._tabs = 0
        self._open = 0

    async def _hear(self) -> None:
        assert self._process.stdout
        while line := await self._process.stdout.readline():
            told = json.loads(line)
            if (answer := self._answers.pop(told["n"], None)) and not answer.done():
                answer.set_result(told)
        for each in self._answers.values():
            each.cancel()

    async def do(self, tab: str, what: str, *given: Any) -> Any:
        """Do something in a tab. Raises BrowserError."""
        assert self._process.stdin
        self._number += 1
        answer = self._answers[self._number] = asyncio.get_running_loop().create_future()
        self._process.stdin.write(json.dumps({"n": self._number, "tab": tab, "do": what, "with": given}).encode() + b"\n")
        try:
            told = await asyncio.wait_for(answer, _PATIENCE)
        except TimeoutError as error:
            raise BrowserError(f"{what}: Firefox does not answer.") from error
        if "error" in told:
            raise BrowserError(f"{what}: {told['error']}")
        return told.get("value")

    def tab(self) -> FirefoxTab:
        self._tabs += 1
        self._open += 1
        return FirefoxTab(self, str(self._tabs))

    async def close(self, tab: str) -> None:
        """Close a tab, and with the last one Firefox."""
        self._open -= 1
        if self._open:
            await self.do(tab, "close")
            return
        assert self._process.stdin
        self._process.stdin.close()
        with suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), 10)
        if self._process.returncode is None:
            self._process.kill()
        self._hearing.cancel()


class FirefoxTab:
    """A page of Firefox. name: of the tab."""

    def __init__(self, firefox: Firefox, name: str) -> None:
        self.name = name
        self._firefox = firefox

    async def goto(self, url: str) -> None:
        await self._do("goto", url)

    async def value(self, expression: str) -> Any:
        with suppress(BrowserError):
            return await self._do("value", expression)
        return None

    async def click(self, selector: str) -> None:
        await self._do("click", selector)

    async def keys(self, *keys: str) -> None:
        await self._do("keys", keys)

    async def type(self, text: str) -> None:
        await self._do("type", text)

    async def reload(self) -> None:
        await self._do("reload")

    async def back(self) -> None:
        await self._do("back")

    async def beside(self) -> FirefoxTab:
        other = self._firefox.tab()
        await self._firefox.do(other.name, "beside", self.name)
        return other

    async def sleep(self, seconds: float) -> None:
        """Do nothing: WebDriver BiDi cannot freeze a page."""
        await asyncio.sleep(seconds)

    async def again(self) -> FirefoxTab:
        """Close the tab, and open another one with the same cookies."""
        other = await self.beside()
        await self.close()
        return other

    async def close(self) -> None:
        await self._firefox.close(self.name)

    async def _do(self, what: str, *given: Any) -> Any:
        return await self._firefox.do(self.name, what, *given)


Tab: TypeAlias = ChromiumTab | FirefoxTab
"""A page of a participant."""


async def open_firefox(agent: str, width: int) -> FirefoxTab:
    """Open a browser of somebody, at least 450 pixels wide."""
    program: Sequence[str] = ["node", str(SCRIPT), str(shutil.which("firefox-esr"))]
    process = await asyncio.create_subprocess_exec(
        *program, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=_ENVIRONMENT, limit=2**24
    )
    firefox = Firefox(process)
    tab = firefox.tab()
    await firefox.do(tab.name, "open", max(450, width), agent)
    return tab
