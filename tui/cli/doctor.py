"""`woozle doctor`: what is installed, reachable and missing, and what to do about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_json

if TYPE_CHECKING:
    from woozle.tui.doctor.finding import Part

app = typer.Typer()


@app.command()
def doctor(as_json: JSON = False) -> None:
    """Say what is installed, reachable and missing. Changes nothing, tells no key. Exit status 1 if something is broken."""
    from woozle.tui.doctor.examination import as_values, examined, number

    parts = examined()
    if as_json:
        print_json(as_values(parts))
    else:
        print(*lines(parts), sep="\n")
    if number(parts, "broken"):
        raise typer.Exit(1)


def lines(parts: Sequence[Part]) -> Iterator[str]:
    """The findings for people: a line each, with what to do."""
    from woozle.arena.views.words import count
    from woozle.core.text import visible_line
    from woozle.tui.doctor.examination import number

    width = max(len(each.what) for part in parts for each in part.findings)
    for part in parts:
        yield part.title
        for each in part.findings:
            remedy = f"; {each.remedy}" if each.remedy else ""
            yield visible_line(f"  {each.state:<7}  {each.what:<{width}}  {each.sentence}{remedy}.")
        yield ""
    broken, missing, noted = (number(parts, state) for state in ("broken", "missing", "note"))
    also = f" {count(missing, 'thing is', 'things are')} missing that need not be there." if missing else ""
    also += f" {count(noted, 'note says', 'notes say')} what you may want to see to." if noted else ""
    yield (f"{count(broken, 'thing is', 'things are')} broken." if broken else "All that is needed works.") + also
