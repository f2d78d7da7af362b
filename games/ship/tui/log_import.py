"""`woozle import`: transcripts from logs of the public QUACK release."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from woozle.arena.views.words import count
from woozle.core.errors import InputError
from woozle.core.regular_files import LARGE, SMALL, explain_errors, read_file, read_text_file
from woozle.core.request import Seat
from woozle.core.suggestions import suggest
from woozle.core.text import visible_line
from woozle.games.ship.quack.log import RUN, Log, LogError, parse_log
from woozle.games.ship.quack.replay import PlayedAgain, play_again
from woozle.saves.disk import SaveError, explain_save_errors
from woozle.saves.paths import matches_folder
from woozle.saves.transcript import Source, TranscriptError, display_path, read
from woozle.saves.writer import Writer
from woozle.tui.cli.sentences import notice

LOG = "game.jsonl"
_SETTINGS = "config.yaml"
_TEAMS = re.compile(r"geese_(?P<goose>.+)_duck_(?P<duck>.+)\Z")


class Imported(NamedTuple):
    """The import of one log. folder: of its transcript. is_new: False if it existed. skipped: unread lines, and why."""

    folder: Path
    is_new: bool
    skipped: Sequence[tuple[int, str]]


def import_logs(project: str, paths: Sequence[Path], out: Path | None, *, is_lenient: bool) -> dict[str, Any]:
    """Import logs, and return the results as JSON. Logs that cannot be imported are named on standard error."""
    if project != "quack":
        raise InputError(f"There are no logs of {project!r} to import; {suggest(project, ['quack'])}")
    folder = out or matches_folder()
    done: list[dict[str, Any]] = []
    refused: list[dict[str, str]] = []
    for log in [each for path in paths for each in logs_in(path)]:
        try:
            taken = import_log(log, folder, is_lenient=is_lenient)
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


def read_log(path: Path, *, is_lenient: bool = False) -> Log:
    """Read a log; `is_lenient` skips unreadable lines instead of refusing it. Raises LogError."""
    with explain_errors(display_path(path), LogError):
        data = read_file(path, LARGE)
    return parse_log(data, display_path(path), is_lenient=is_lenient)


def logs_in(path: Path) -> list[Path]:
    """Return the logs in a folder and its subfolders, sorted, or the file itself. Raises LogError if there are none."""
    if not path.is_dir():
        return [path]
    found = sorted(each for each in path.rglob(LOG) if not is_backup(each))
    if not found:
        raise LogError(f"There is no {LOG} in {display_path(path)}.")
    return found


def is_backup(path: Path) -> bool:
    """Return whether a file lies in a backup that the release keeps of a game's evaluation."""
    return any(part.startswith("eval_backup") for part in path.parts)


def import_log(path: Path, out: Path, *, is_lenient: bool = False) -> Imported:
    """Convert one log to a transcript in a folder below `out`, named after the log. Raises LogError or SaveError."""
    played = play_again(read_log(path, is_lenient=is_lenient), is_lenient=is_lenient)
    source = Source(format="QUACK", digest=played.log.digest, name=name_of(path))
    folder = out / source.name
    if folder.exists():
        if _source_in(folder) == source:
            return Imported(folder, False, played.log.skipped)
        raise LogError(f"{display_path(folder)} exists already and holds something else; choose another folder, or move it away.")
    draft = out / f".{source.name}.new"  # a half-written folder is no transcript
    shutil.rmtree(draft, ignore_errors=True)
    _write(draft, played, source, players_of(path, played.log))
    with explain_save_errors(folder, "import it again"):
        draft.rename(folder)
    return Imported(folder, True, played.log.skipped)


def _write(folder: Path, played: PlayedAgain, source: Source, players: Mapping[Seat, Mapping[str, Any]]) -> None:
    referee = played.referee
    writer = Writer.create(folder, referee, players, source=source, sync=False)
    before = len(referee.opening)
    for request, response, told in played.steps:
        writer.keep_response(request, response, referee.record[before:told])
        before = told
    assert referee.outcome is not None
    writer.keep_outcome(referee.outcome)


def _source_in(folder: Path) -> Source | None:
    try:
        return read(folder).header.source
    except TranscriptError:
        return None


def name_of(path: Path) -> str:
    """Return the name of a game, made of the folders of its log, condition and run."""
    words = [word for word in path.absolute().parent.parts[-2:] if word.strip("/\\")]
    return re.sub(r"[^A-Za-z0-9._-]+", "-", "-".join(("quack", *words)))


def condition_of(path: Path) -> str:
    """Return the condition of a log: the folder that holds its run."""
    return path.absolute().parents[1].name if RUN.fullmatch(path.absolute().parent.name) else ""


def players_of(path: Path, log: Log) -> Mapping[Seat, Mapping[str, Any]]:
    """Return the players by seat: the models that config.yaml beside the log names, else the folders' names."""
    condition = condition_of(path)
    teams = _TEAMS.match(condition)
    by_folder = teams.groupdict() if teams else {"goose": condition, "duck": condition} if condition else {}
    models = by_folder | _models(path.parent / _SETTINGS)
    return {seat: {"kind": "model", "name": models.get(dealt.team, "unknown")} for seat, dealt in log.players.items()}


def _models(file: Path) -> dict[str, str]:
    """Return the models of both teams from the settings file of the release (`model.name`, `experiment.duck_model`).

    Empty without such a file or names in it. A single model plays both teams.
    """
    try:
        settings = yaml.safe_load(read_text_file(file, SMALL))
    except (OSError, ValueError, yaml.YAMLError):
        return {}
    settings = settings if isinstance(settings, Mapping) else {}
    experiment = settings.get("experiment")
    experiment = experiment if isinstance(experiment, Mapping) else {}
    model = _model_name(settings.get("model"))
    named = {team: _model_name(experiment.get(f"{team}_model")) or model for team in ("goose", "duck")}
    return {team: name for team, name in named.items() if name}


def _model_name(setting: Any) -> str:
    """Return the name of a model, given alone or with its settings; empty if missing."""
    name = setting.get("name") if isinstance(setting, Mapping) else setting
    return name if isinstance(name, str) else ""
