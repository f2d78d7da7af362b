"""Tables that scripts write into pages of `docs/`, each between two remarks that a reader does not see."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def markdown(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table. Numbers of it are strings already."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def write(page: str, name: str, text: str) -> Path:
    """Put a text where the page has room for it, in place of the one that is there. Raises ValueError if there is no room."""
    path = DOCS / page
    begin, end = f"<!-- {name}: written by a script -->", f"<!-- end of {name} -->"
    before, found, rest = path.read_text("utf-8").partition(begin)
    _, closed, after = rest.partition(end)
    if not (found and closed):
        raise ValueError(f"docs/{page} has no place between {begin} and {end}.")
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", "utf-8")
    return path
