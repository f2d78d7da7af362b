"""An environment of its own, made for a measurement and thrown away: what is installed into it, and how large that is."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

_CHECKOUT = Path(__file__).parents[1]
_BUILT_FROM = (
    *("src", "core", "players", "saves", "arena", "tui"),
    *("pyproject.toml", "setup.py", "README.md", "LICENSE", "MANIFEST.in"),
)


class Size(NamedTuple):
    """Bytes of files. files: as long as they are, without bytecode. disk: what they take on the disk, bytecode included."""

    files: int
    disk: int


class Environment(NamedTuple):
    """A Python with pip, empty when it is made. empty: its size then."""

    folder: Path
    empty: Size

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")

    def install(self, *packages: str) -> None:
        """Install packages, with all that they need. Raises CalledProcessError if that fails."""
        subprocess.run(
            [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages],
            check=True,
            stdout=sys.stderr,
        )

    def added(self) -> int:
        """Return the bytes of files that were installed since it was made, without bytecode: as wheels unpack."""
        return size(self.folder).files - self.empty.files


def size(folder: Path) -> Size:
    """Return how large the files below a folder are. Links count for nothing: what they lead to lies elsewhere."""
    files = disk = 0
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            stat = path.stat()
            files += 0 if path.suffix == ".pyc" else stat.st_size
            disk += stat.st_blocks * 512 if hasattr(stat, "st_blocks") else stat.st_size
    return Size(files, disk)


@contextmanager
def environment(*packages: str) -> Iterator[Environment]:
    """Make an empty environment of this Python, install packages into it, and remove it in the end."""
    folder = Path(tempfile.mkdtemp(prefix="woozle-benchmark-"))
    try:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        made = Environment(folder, size(folder))
        if packages:
            made.install(*packages)
        yield made
    finally:
        shutil.rmtree(folder)


@contextmanager
def source() -> Iterator[Path]:
    """Yield a copy of what Woozle is built from, so that nothing is built in the checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "woozle"
        copy.mkdir()
        for name in _BUILT_FROM:
            there = _CHECKOUT / name
            if there.is_dir():
                shutil.copytree(there, copy / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(there, copy / name)
        yield copy
