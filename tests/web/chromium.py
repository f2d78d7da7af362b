"""A browser without a window, steered by its own protocol (Chrome DevTools Protocol) over a websocket."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from aiohttp import ClientSession, ClientWebSocketResponse

_FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--no-default-browser-check", "--disable-quic",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps", "--mute-audio",
    "--disable-extensions", "--disable-domain-reliability", "--disable-dev-shm-usage", "--remote-debugging-port=0",
    "--hide-scrollbars",
)  # fmt: skip
_PATIENCE = 300  # seconds; two cores may be busy with other tests


def found() -> str | None:
    """Return the path of Chromium on this machine; $CHROMIUM comes first."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome", "chrome")
    return next((path for name in names if name and (path := shutil.which(name))), None)


class Tab:
    """A page. asked: the addresses that it wanted something from; complaints: what its console and its policy say.

    context: whose cookies it has.
    """

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self._socket = socket
        self._session = ""
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.context = ""
        self.asked: list[str] = []
        self.complaints: list[str] = []

    async def heard(self) -> None:
        """Take in what the browser tells, until it is gone."""
        async for message in self._socket:
            told = message.json()
            if (answer := self._answers.pop(told.get("id"), None)) and not answer.done():
                answer.set_result(told)
            match told.get("method"), told.get("params", {}):
                case "Network.requestWillBeSent", {"request": {"url": url}}:
                    self.asked.append(url)
                case "Network.webSocketCreated", {"url": url}:
                    self.asked.append(url)
                case "Runtime.exceptionThrown", {"exceptionDetails": details}:
                    self.complaints.append(str(details.get("exception", details).get("description", details)))
                case "Log.entryAdded", {"entry": {"level": "error", "text": text}}:
                    self.complaints.append(text)
                case "Page.javascriptDialogOpening", _:
                    await self._send("Page.handleJavaScriptDialog", {"accept": True})

    async def do(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command of the protocol, and its result."""
        answer = await asyncio.wait_for(await self._send(method, parameters), _PATIENCE)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    async def _send(self, method: str, parameters: dict[str, Any]) -> asyncio.Future[dict[str, Any]]:
        self._number += 1
        future = self._answers[self._number] = asyncio.get_running_loop().create_future()
        where = {"sessionId": self._session} if self._session else {}
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters, **where})
        return future

    async def begun(self, width: int, height: int) -> None:
        """A window of its own, of so many pixels."""
        self.context = self.context or (await self.do("Target.createBrowserContext"))["browserContextId"]
        target = await self.do("Target.createTarget", url="about:blank", browserContextId=self.context)
        self._session = (await self.do("Target.attachToTarget", targetId=target["targetId"], flatten=True))["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.do(f"{domain}.enable")
        await self.sized(width, height)
        await self.do("Emulation.setFocusEmulationEnabled", enabled=True)

    async def sized(self, width: int, height: int) -> None:
        await self.do("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    async def go(self, url: str) -> None:
        await self.do("Page.navigate", url=url)

    async def value(self, expression: str) -> Any:
        """Return the value of an expression in the page, as if a person had clicked for it."""
        result = await self.do("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        return result["result"].get("value")

    async def until(self, expression: str) -> Any:
        """Wait until an expression is true in the page."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                with suppress(AssertionError):  # between two pages there is nobody to answer
                    if value := await self.value(expression):
                        return value
                await asyncio.sleep(0.05)

    async def press(self, button: str) -> None:
        """Wait for a button of the page, and click it."""
        await self.until(f"!!document.querySelector({button!r})")
        await self.value(f"document.querySelector({button!r}).click()")

    async def key(self, key: str, code: int = 0, *, ctrl: bool = False, commands: Sequence[str] = ()) -> None:
        """Press and let go. code: for a key that types nothing; commands: what the browser does if the page lets it."""
        text = key if len(key) == 1 and not ctrl else ""
        keys = {"key": key, "windowsVirtualKeyCode": code or ord(key.upper()), "modifiers": 2 if ctrl else 0}
        kind = {"type": "keyDown", "text": text} if text else {"type": "rawKeyDown", "commands": [*commands]}
        await self.do("Input.dispatchKeyEvent", **kind, **keys)
        await self.do("Input.dispatchKeyEvent", type="keyUp", **keys)

    async def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = {} if kind == "mouseMoved" else {"button": "left", "clickCount": 1}
            await self.do("Input.dispatchMouseEvent", type=kind, x=x, y=y, **button)

    async def picture(self, path: Path) -> None:
        data = await self.do("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(data["data"]))


class Chromium:
    """A browser that runs."""

    def __init__(self, client: ClientSession, url: str) -> None:
        self._client = client
        self._url = url
        self._tasks: list[asyncio.Task[None]] = []

    async def tab(self, width: int = 1280, height: int = 800, *, beside: Tab | None = None) -> Tab:
        """A new page. beside: the one whose cookies it has; else it has its own, as another browser would."""
        tab = Tab(await self._client.ws_connect(self._url, max_msg_size=0))
        self._tasks.append(asyncio.create_task(tab.heard()))
        tab.context = beside.context if beside else ""
        await tab.begun(width, height)
        return tab

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def chromium(profile: Path, *flags: str) -> AsyncIterator[Chromium]:
    """Start one. profile: a folder of its own."""
    program = found()
    assert program
    process = await asyncio.create_subprocess_exec(
        program,
        *_FLAGS,
        *flags,
        f"--user-data-dir={profile}",
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    assert process.stderr
    try:
        async with asyncio.timeout(_PATIENCE):
            while b"DevTools listening on " not in (line := await process.stderr.readline()):
                assert line, "Chromium did not start"
        drained = asyncio.create_task(process.stderr.read())
        async with ClientSession() as client:
            browser = Chromium(client, line.decode().split("listening on ")[1].strip())
            try:
                yield browser
            finally:
                await browser.close()
    finally:
        process.terminate()
        await process.wait()
        await drained
