"""docs/papers.md: each table and figure of the papers, and how far it can be played again. Made of the recipes.

`python -m tests.papers` writes the page, where a change of the recipes is meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from woozle.arena.reproduction.recipe import DataFile, DataSet, Recipe, Table, load_recipe, papers

PAGE = Path(__file__).parents[1] / "docs" / "papers.md"
RENEW = "Is it meant? Then `python -m tests.papers` writes the page anew."

_HEAD = """# Papers

`woozle reproduce PAPER` plays the tables and figures of a paper again, with models and data of your own, and prints what was
published beside what was played: each cell with ours, its 95 % interval, the difference, the paired test beside the row that the
paper compares it with, and the reason where it cannot be had. `woozle reproduce` lists the papers.

    woozle reproduce mas-hq --dry-run                      # all tables, played by bots on bundled data; asks and needs nothing
    woozle reproduce mas-hq --table 1 --model openai:gpt-4o-mini --data DIR --estimate
    woozle reproduce mas-hq --model GPT-4o-mini=openai:gpt-4o-mini --model Qwen-Max=openai:qwen-max --data DIR --page own.html

Calls, tokens, dollars and hours are shown before anything is asked, then confirmed (or `--yes`). Matches are kept, and the same
command goes on where it was stopped. `--questions N` plays N questions of each run, drawn by the seed. A seat can be anything that
plays: a model, a bot, an agent. Options of the game and services are laid over all runs (`--set`, `--judge`, `--estimator`).

A figure prints no numbers: what stands under "published" there is what the text quotes. *In full* means that every published cell
has a run; a dry run plays all of them with bots, which says that they can be played and nothing about models.
"""

_FOOT = """[All pages](README.md)
"""


def page() -> str:
    """Return the page."""
    return "\n".join([_HEAD, *(line for paper, game in papers().items() for line in _paper(paper, game)), _FOOT])


def _paper(paper: str, game: str) -> Iterator[str]:
    recipe = load_recipe(paper)
    yield f"## {paper}"
    yield ""
    yield f"{recipe.title} ({recipe.source}); [{game}]({game}.md)."
    if recipe.note:
        yield recipe.note
    yield ""
    yield f"Each is played alone by adding what stands under *option*: `woozle reproduce {paper} --dry-run`."
    yield ""
    yield "| | what | option | how far | why not, or why else |"
    yield "|---|---|---|---|---|"
    for table in recipe.tables:
        option = f"`--{'figure' if table.kind == 'figure' else 'table'} {table.number}`"
        yield f"| {table.name} | {_plain(table.title)} | {option} | {how_far(table)} | {_plain(_reasons(table))} |"
    yield ""
    if recipe.data:
        yield "Data:"
        yield ""
        yield from (line for name, data in recipe.data.items() for line in _data(name, data))
        yield ""


def how_far(table: Table) -> str:
    """Return how far a table can be played again."""
    if table.missing:
        return "not"
    if table.cells:
        return "computed"
    published = [row for row in table.rows if row.published] or list(table.rows)
    played = [row for row in published if row.run or any(column.run for column in table.columns)]
    if not published:
        return "not"
    return "in full" if len(played) == len(published) else f"{len(played)} of {len(published)} rows"


def _reasons(table: Table) -> str:
    reasons = [table.missing, table.note, *(row.why for row in table.rows if not row.run)]
    return " ".join(dict.fromkeys(filter(None, reasons)))


def _data(name: str, data: DataSet) -> Iterator[str]:
    files = ", ".join(map(_file, data.files))
    made = f" `{data.made}` makes what is not published." if data.made else ""
    yield f"- {name}: {files}; from {data.source}.{made}"


def _file(file: DataFile) -> str:
    known = [f"{file.bytes:,} bytes"] if file.bytes is not None else []
    known += [f"SHA-256 `{file.sha256[:16]}`…"] if file.sha256 else []
    told = f" ({', '.join(known)})" if known else ""
    return f"`{file.name}`{told}"


def _plain(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def load_all() -> dict[str, Recipe]:
    """Return all recipes by paper."""
    return {paper: load_recipe(paper) for paper in papers()}


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
