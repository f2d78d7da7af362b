"""Pictures of the table as a page, and what axe finds on it: `python -m tests.web.gallery FOLDER [GAME ...]`.

A page a moment, at three widths, light and dark. Exits with 1 for a serious finding.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("WOOZLE_HOME", tempfile.mkdtemp())

import axe_playwright_python
from playwright.sync_api import Page, Route, sync_playwright

from woozle.core import registry
from woozle.core.plugins import GAMES

from tests.web.moments import moments, static

ORIGIN = "http://table.test"
WIDTHS = (360, 800, 1440)
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
TEMPLATE = Path(__file__).parents[2] / "docs" / "template"


def show(page: Page, html: str) -> None:
    """Open a page as a server would send it: with its policy, and nothing else there."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path in static():
            route.fulfill(body=static()[path], content_type="text/css")
        elif path == "/t/a":
            route.fulfill(body=html, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": POLICY})
        else:
            route.abort()

    page.unroute_all()
    page.route("**/*", answer)
    page.goto(f"{ORIGIN}/t/a")


def check(page: Page) -> Iterator[str]:
    """Yield what axe finds on an open page, the serious first."""
    found = page.evaluate(f"{AXE}; axe.run({{runOnly: {TAGS}, resultTypes: ['violations']}})")
    for each in found["violations"]:
        where = "; ".join(str(node["target"][0]) for node in each["nodes"][:3])
        yield f"{each['impact']}: {each['id']}: {each['help']} ({where})"


def take(page: Page, name: str, html: str, folder: Path) -> list[str]:
    """Take all pictures of a page, and return what is wrong with it."""
    wrong: list[str] = []
    (folder / f"{name}.html").write_text(html, "utf-8")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            show(page, html)
            page.screenshot(path=folder / f"{name}-{width}-{scheme}.png", full_page=True)
            wrong += [f"{name} {width} {scheme} {each}" for each in check(page)]
            wide = page.evaluate("document.documentElement.scrollWidth")
            wrong += [f"{name} {width} {scheme} serious: is {wide} pixels wide"] if wide > width else []
    return wrong


def main(arguments: Any) -> int:
    """Take them all."""
    arguments.folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    pages: dict[str, str] = {}
    for game in arguments.games or registry.names():
        with tempfile.TemporaryDirectory() as match:
            pages |= {f"{game}-{name}": html for name, html in moments(game, Path(match) / "match")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=FLAGS)
        page = browser.new_page()
        page.on("console", lambda message: wrong.append(f"serious: {message.text}"))
        for name, html in pages.items():
            wrong += take(page, name, html, arguments.folder)
            print(name, flush=True)
        browser.close()
    print("\n".join(dict.fromkeys(wrong)) or "Nothing was found.")
    return any(" serious: " in each or " critical: " in each for each in wrong)


def install_template(folder: Path) -> None:
    """Make the outside game of the docs known to this process."""
    about = folder / "thimbles-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: thimbles\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{GAMES}]\nthimbles = thimbles.kit:GAME\n")
    sys.path[:0] = [str(folder), str(TEMPLATE)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*")
    install_template(Path(tempfile.mkdtemp()))
    sys.exit(main(parser.parse_args()))
