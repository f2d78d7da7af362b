"""`woozle study run` and `woozle study preview`: a visit to a study, for a participant, or for whoever looks at it first."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from woozle.arena.play.start import Visit
from woozle.arena.studies.codes import in_groups
from woozle.arena.studies.folder import DATA, StudyFolder
from woozle.tui.cli.commands import needs_terminal, refuse_unready, sights
from woozle.tui.cli.sentences import notice


def run(folder: Path, code: str = "", recruiter: str = "") -> int:
    """Let somebody take part, or go on with a code; the exit status. Raises ValueError or OSError, with a sentence.

    Whoever stayed away for too long is let go first. A model that cannot play is said here, before anybody sits down.
    """
    study = ready(folder)
    needs_terminal("woozle study check FOLDER")
    swept(study)
    return visited(Visit(folder, code, recruiter))


def preview(folder: Path) -> int:
    """Let a researcher go through the study as a participant would; nothing of it is left. Raises ValueError or OSError."""
    ready(folder)
    needs_terminal("woozle study check FOLDER")
    with tempfile.TemporaryDirectory(prefix="woozle-preview-") as place:
        copied = Path(place) / "study"
        shutil.copytree(folder, copied, ignore=_not_data)
        return visited(Visit(copied, is_preview=True))


def ready(folder: Path) -> StudyFolder:
    """A study whose matches can be begun here. Raises ValueError, with a sentence."""
    from woozle.arena.studies.starting import config_of, models_in

    study = StudyFolder(folder)
    for planned, specs in models_in(study):
        refuse_unready(specs, sights(planned.game, config_of(folder, planned)))
    return study


def swept(study: StudyFolder) -> None:
    """Let those go who stayed away for too long, and say what could not be done for them."""
    from woozle.arena.studies.sweeping import sweep

    found = sweep(study)
    for code in found.expired:
        notice(f"{in_groups(code)} did not come back in time.")
    for sentence in found.left_open:
        notice(sentence)


def visited(start: Visit) -> int:
    """Show a visit until it is left; the exit status."""
    from woozle.tui.app import run_app

    return run_app(start)


def _not_data(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name == DATA]
