"""`woozle import`: transcripts from logs of other projects."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from woozle.arena.views.words import count
from woozle.core.suggestions import suggest
from woozle.core.text import visible_line
from woozle.saves.disk import SaveError
from woozle.saves.importers import quack
from woozle.saves.importers.quack_log import LogError
from woozle.saves.paths import matches_folder
from woozle.tui.cli.sentences import notice

_IMPORTERS = {"quack": quack}


def import_logs(project: str, paths: Sequence[Path], out: Path | None, *, is_lenient: bool) -> dict[str, Any]:
    """Import logs, and return the results as JSON. Logs that cannot be imported are named on standard error."""
    if project not in _IMPORTERS:
        raise ValueError(f"There are no logs of {project!r} to import; {suggest(project, _IMPORTERS)}")
    importer = _IMPORTERS[project]
    folder = out or matches_folder()
    done: list[dict[str, Any]] = []
    refused: list[dict[str, str]] = []
    for log in [each for path in paths for each in importer.logs_in(path)]:
        try:
            taken = importer.import_log(log, folder, is_lenient=is_lenient)
        except (LogError, SaveError) as error:
            notice(str(error))
            refused.append({"log": str(log), "reason": str(error)})
            continue
        skipped = [{"line": number, "reason": why} for number, why in taken.skipped]
        done.append({"log": str(log), "match": str(taken.folder), "new": taken.is_new, "skipped": skipped})
    return {"out": str(folder), "imported": done, "refused": refused}


def import_lines(result: dict[str, Any]) -> list[str]:
    """Return the results of an import as lines of text."""
    new = sum(each["new"] for each in result["imported"])
    there = len(result["imported"]) - new
    more = "".join(
        f", {number} {what}" for number, what in ((there, "there already"), (len(result["refused"]), "refused")) if number
    )
    return [
        f"{count(new, 'game')} imported into {visible_line(result['out'])}{more}",
        *(
            f"  {visible_line(each['log'])}, line {skip['line']} skipped: {skip['reason']}"
            for each in result["imported"]
            for skip in each["skipped"]
        ),
    ]
