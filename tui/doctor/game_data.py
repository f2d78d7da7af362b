"""Data of games: questions, passages, maps, corpora and pictures, and the judge that has to be downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from woozle.arena.play.pictures import pictures_folder
from woozle.players.games.quest import hhem
from woozle.players.services.torch_models import missing_torch
from woozle.tui.doctor.report import Finding, Section, broken, missing, ok

_GAMES = "woozle.core.games"
_DATA = (
    ("passages", "quest.data", ("passages.jsonl", "questions.jsonl"), "of the quest"),
    ("problems", "debate.data", ("problems.jsonl",), "of the debate"),
    ("corpora", "self_play.data", ("encyclopaedia.jsonl", "medicine.jsonl"), "of self-play"),
    ("maps", "ship.maps", ("ship.yaml", "shuttle.yaml", "station.yaml"), "of the ship"),
)


def game_data(environ: Mapping[str, str] = os.environ) -> Section:
    """Check what is there, with its size."""
    return Section("Games", (*(_data(*each) for each in _DATA), _pictures(), _judge(environ)))


def _data(what: str, package: str, names: tuple[str, ...], whose: str) -> Finding:
    folder: Traversable = files(f"{_GAMES}.{package}")
    gone = [name for name in names if not folder.joinpath(name).is_file()]
    if gone:
        return broken(what, f"{', '.join(gone)} {whose} is not there", "install Woozle again")
    return ok(what, f"{', '.join(name.partition('.')[0] for name in names)} {whose}, {_size(sum(_bytes(folder, names)))}")


def _bytes(folder: Traversable, names: tuple[str, ...]) -> Iterator[int]:
    return (len(folder.joinpath(name).read_bytes()) for name in names)


def _pictures() -> Finding:
    number = total = 0
    with suppress(OSError):
        for entry in os.scandir(pictures_folder()):
            number += 1
            total += entry.stat().st_size
    return ok(
        "pictures", f"{number:,} of your own are kept, {_size(total)}" if number else "scenes are drawn; none of your own is kept"
    )


def _judge(environ: Mapping[str, str]) -> Finding:
    """Look for HHEM where huggingface_hub keeps it, without loading that."""
    source = hhem.read_source()
    found = [_snapshot(environ, source[name]) for name in ("weights", "base")]
    if None in found:
        return missing(
            "HHEM", "this judge is not here; the others need nothing", f"`woozle judge download hhem` fetches it ({hhem.SIZE})"
        )
    total = sum(file.stat().st_size for folder in found if folder for file in folder.rglob("*") if file.is_file())
    if missing_torch():
        return missing(
            "HHEM", f"this judge is here ({_size(total)}) and cannot run", '`pip install "woozle[local]"` adds what it needs'
        )
    return ok("HHEM", f"this judge is here, {_size(total)}")


def _snapshot(environ: Mapping[str, str], pinned: Mapping[str, object]) -> Path | None:
    """Return the folder of a repository at its pinned revision; None if it is not here."""
    home = Path(environ.get("HF_HOME") or Path(environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "huggingface")
    hub = Path(environ.get("HF_HUB_CACHE") or home / "hub").expanduser()
    folder = hub / f"models--{str(pinned['repository']).replace('/', '--')}" / "snapshots" / str(pinned["revision"])
    wanted = pinned["files"]
    assert isinstance(wanted, list)
    with suppress(OSError):
        return folder if all((folder / each).is_file() for each in wanted[:2]) else None
    return None


def _size(number: int) -> str:
    return f"{number / 1e6:,.1f} MB" if number >= 100_000 else f"{number / 1e3:,.0f} kB"
