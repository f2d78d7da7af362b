"""Pictures of the table as a page, and what axe finds on it: `python -m tests.web.gallery FOLDER [GAME ...]`.

A page a moment, at three widths, light and dark. Exits with 1 for a serious finding.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

os.environ.setdefault("WOOZLE_HOME", tempfile.mkdtemp())

from woozle.core import registry
from woozle.core.plugins import GAMES

from tests.web.browser import PICTURES, Browser, check_looks, launch
from tests.web.moments import moments, show

TEMPLATE = Path(__file__).parents[2] / "docs" / "template"


async def take(pages: dict[str, str], folder: Path) -> list[str]:
    """Take all pictures, and return what is wrong with pages."""
    wrong: list[str] = []
    async with launch() as program:
        browser = Browser(program, [])
        page = await browser.page()
        for name, html in pages.items():
            (folder / f"{name}.html").write_text(html, "utf-8")
            await show(page, html)
            wrong += [f"{name}: {each}" for each in await check_looks(page, name)]
            print(name, flush=True)
        await browser.close()
    return wrong + browser.complaints


def main(arguments: Any) -> int:
    """Play a match of each game, and take the pictures."""
    arguments.folder.mkdir(parents=True, exist_ok=True)
    os.environ[PICTURES] = str(arguments.folder)
    pages: dict[str, str] = {}
    for game in arguments.games or registry.names():
        with tempfile.TemporaryDirectory() as match:
            pages |= {f"{game}-{name}": html for name, html in moments(game, Path(match) / "match")}
    wrong = asyncio.run(take(pages, arguments.folder))
    print("\n".join(wrong) or "Nothing was found.")
    return bool(wrong)


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
