"""Separate environments, thrown away after a measurement or kept in the checkout: what is in them, and how large it is."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from benchmarks.checkout import code_folders

_CHECKOUT = Path(__file__).parents[1]
_BUILT_FROM = (
    *("src", *code_folders()),
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


class Kept(NamedTuple):
    """An environment that is made once, below `.venv/environments`, and made anew by `make clean`, or for other packages.

    packages: what pip is asked to install.
    """

    name: str
    packages: tuple[str, ...]

    @property
    def folder(self) -> Path:
        return _CHECKOUT / ".venv" / "environments" / self.name

    @property
    def is_made(self) -> bool:
        """Whether it is there, with these packages."""
        made = self.folder / "made"
        return made.is_file() and made.read_text("utf-8").splitlines() == [*self.packages]

    def make(self) -> Environment:
        """Return it, made if it is not there. Raises CalledProcessError if that fails."""
        if not self.is_made:
            subprocess.run([sys.executable, "-m", "venv", "--clear", self.folder], check=True)
            self.environment.install(*self.packages)
            (self.folder / "made").write_text("\n".join(self.packages), "utf-8")
        return self.environment

    @property
    def environment(self) -> Environment:
        return Environment(self.folder, size(self.folder))


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
