"""What games need beside rules: judges, and the questions, passages, maps and corpora that come with Woozle."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from woozle.arena.play.pictures import kept
from woozle.players.games.quest import hhem
from woozle.players.services.machine import needs_torch
from woozle.tui.doctor.finding import Finding, Part, broken, missing, ok

_GAMES = "woozle.core.games"
_DATA = (
    ("passages", "quest.data", ("passages.jsonl", "questions.jsonl"), "of the quest"),
    ("problems", "debate.data", ("problems.jsonl",), "of the debate"),
    ("corpora", "self_play.data", ("encyclopaedia.jsonl", "medicine.jsonl"), "of self-play"),
    ("maps", "ship.maps", ("ship.yaml", "shuttle.yaml", "station.yaml"), "of the ship"),
)


def holdings(environ: Mapping[str, str] = os.environ) -> Part:
    """What there is, with its size."""
    return Part("Games", (*(_data(*each) for each in _DATA), _pictures(), _judge(environ)))


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
        for entry in os.scandir(kept()):
            number += 1
            total += entry.stat().st_size
    return ok(
        "pictures", f"{number:,} of your own are kept, {_size(total)}" if number else "scenes are drawn; none of your own is kept"
    )


def _judge(environ: Mapping[str, str]) -> Finding:
    """HHEM, the one judge that has to be fetched; looked for where huggingface_hub keeps it, which takes too long to load."""
    source = hhem.source()
    found = [_snapshot(environ, source[name]) for name in ("weights", "base")]
    if None in found:
        return missing(
            "HHEM", "this judge is not here; the others need nothing", f"`woozle judge download hhem` fetches it ({hhem.SIZE})"
        )
    total = sum(file.stat().st_size for folder in found if folder for file in folder.rglob("*") if file.is_file())
    if needs_torch():
        return missing(
            "HHEM", f"this judge is here ({_size(total)}) and cannot run", '`pip install "woozle[local]"` adds what it needs'
        )
    return ok("HHEM", f"this judge is here, {_size(total)}")


def _snapshot(environ: Mapping[str, str], pinned: Mapping[str, object]) -> Path | None:
    """The folder of a repository at its pinned revision; None if it is not here."""
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
