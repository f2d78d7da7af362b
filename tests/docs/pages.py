"""The pages of the documentation: README.md, CONTRIBUTING.md and docs/*.md, with their commands, headings and links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from woozle.core import registry

ROOT = Path(__file__).parents[2]
PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))

_GAME = re.compile(r"^\| \[[\w-]+\]\(docs/(\w+)\.md\)", re.MULTILINE)
REMOVED = frozenset(_GAME.findall(PAGES[0].read_text("utf-8"))) - {*registry.names()}
"""Games that the table of the README has and that are not installed: whoever removes one may leave what pages say of it."""

_COMMAND = re.compile(r"(?:[A-Z_]+=\S+ )*(?:\.venv/bin/|uv run )?(?:woozle|make|python)(?: |$)")
_COMMENT = re.compile(r"(?:\s{2,}| #).*$")
_FENCE = re.compile(r"^\s*(```|~~~)")


@dataclass(frozen=True)
class Command:
    """A line that a reader may type. at: its page and line, as editors take it."""

    text: str
    page: str
    at: str


def blocks(page: Path) -> Iterator[tuple[int, str]]:
    """Lines of code with their numbers: those between fences, and those that stand four spaces in outside of a list."""
    is_fenced, is_list = False, False
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if _FENCE.match(line):
            is_fenced = not is_fenced
        elif is_fenced:
            yield number, line
        elif line.startswith("    ") and not is_list:
            yield number, line[4:]
        elif line.strip():
            is_list = bool(re.match(r"\s*([-*]|\d+\.) ", line)) or (is_list and line.startswith(" "))


def commands(page: Path) -> Iterator[Command]:
    """The commands of a page, without what is said of them on the same line. A comment stands two spaces behind, or after a #."""
    name = str(page.relative_to(ROOT))
    for number, line in blocks(page):
        if _COMMAND.match(line.strip()):
            yield Command(_COMMENT.sub("", line.strip()), name, f"{name}:{number}")


def mentioned(page: Path) -> set[tuple[str, ...]]:
    """Commands that stand in a sentence, as the words after `woozle` that are no options: ("study", "run"), ("verify",)."""
    text = page.read_text("utf-8").replace("\n", " ")
    found = re.findall(r"(?<!`)`woozle((?: +[a-z_]+)*)[^`]*`", text)
    return {tuple(words.split()) for words in found if words.strip()}


def headings(page: Path) -> set[str]:
    """The names by which other pages may point into this one, as GitHub makes them of headings."""
    found = re.findall(r"^#{1,6} (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def links(page: Path) -> Iterator[str]:
    """Yield the targets of a page's links, pictures included."""
    yield from re.findall(r"\]\(([^)\s]+)\)", page.read_text("utf-8"))


def is_about_removed(link: str) -> bool:
    """Return whether a link leads to the page of a game that was removed, from any page."""
    return PurePosixPath(link.partition("#")[0]).name in {f"{game}.md" for game in REMOVED}
