"""`woozle doctor`: a check of the installation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import typer

from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_result

if TYPE_CHECKING:
    from woozle.tui.doctor.findings import Section

app = typer.Typer()


@app.command()
def doctor(as_json: JSON = False) -> None:
    """Check the installation. Changes nothing and shows no keys. Exit status 1 if something is broken."""
    from woozle.tui.doctor.report import count_findings, examine, report_as_dict

    parts = examine()
    print_result(as_json, lambda: report_as_dict(parts), lambda: lines(parts))
    if count_findings(parts, "broken"):
        raise typer.Exit(1)


def lines(parts: Sequence[Section]) -> Iterator[str]:
    """Yield a line for each finding, with its remedy."""
    from woozle.arena.views.words import count
    from woozle.core.text import visible_line
    from woozle.tui.doctor.report import count_findings

    width = max(len(each.what) for part in parts for each in part.findings)
    for part in parts:
        yield part.title
        for each in part.findings:
            remedy = f"; {each.remedy}" if each.remedy else ""
            yield visible_line(f"  {each.state:<7}  {each.what:<{width}}  {each.sentence}{remedy}.")
        yield ""
    broken, missing, noted = (count_findings(parts, state) for state in ("broken", "missing", "note"))
    also = f" {count(missing, 'optional component is', 'optional components are')} missing." if missing else ""
    also += f" {count(noted, 'note', 'notes')} may need attention." if noted else ""
    yield (f"{count(broken, 'problem')} to fix." if broken else "Everything required works.") + also
