"""`uv run woozle` in a fresh clone of what is committed, and the same seed with every Python that is here gives the same bytes.

    python -m tests.fresh_clone           # minutes, and packages are downloaded

A second clone has plain files for links, as Git makes them on Windows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

from tests.games.parts import parts

ROOT = Path(__file__).parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def find_python(version: str) -> str:
    """Return the path of a Python, on the path or below pyenv's folder; empty if it is not here."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    for found in (which(f"python{version}"), *sorted(pyenv.glob(f"{version}.*/bin/python"))):
        if found and subprocess.run([found, "-c", ""], capture_output=True, check=False).returncode == 0:  # pyenv has stand-ins
            return str(found)
    return ""


def uv(clone: Path, *words: str, **more: str) -> str:
    """Run uv in a clone, and return what it prints. Raises CalledProcessError."""
    inherited = {name: value for name, value in os.environ.items() if name not in ("VIRTUAL_ENV", "PYTHONPATH")}
    environment = {**inherited, "UV_PYTHON_DOWNLOADS": "never", "WOOZLE_HOME": str(clone.parent / "home"), **more}
    program = Path(sys.executable).with_name("uv")
    command = [program if program.exists() else "uv", *words]
    return subprocess.run(command, cwd=clone, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


def check_out(clone: Path, *options: str) -> Path:
    """Clone what is committed, and return the clone once Woozle runs in it."""
    subprocess.run(["git", "clone", "--quiet", *options, ROOT, clone], check=True)
    version = uv(clone, "run", "--quiet", "woozle", "--version")
    print(f"uv run woozle --version, {clone.name}: {version.strip()}")
    return clone


def play(clone: Path, number: int, python: str) -> Iterator[tuple[str, str]]:
    """Verify the golden transcripts and play a match of each game with a Python; yield the name of each file and its digest."""
    uv(clone, "venv", "--quiet", "--clear", "--python", python)
    golden = sorted((clone / "tests" / "golden").glob("*.jsonl"))
    uv(clone, "run", "--quiet", "woozle", "verify", "--require-level", "0", *map(str, golden))  # some name rules that are gone
    out = clone.parent / f"played {number}"
    for game, seats in parts("facts", "BOTS").items():
        words = f"run {game} --seats {seats} --matches 1 --seed 5 --jobs 1 --out".split()
        uv(clone, "run", "--quiet", "woozle", *words, str(out / game), PYTHONHASHSEED=str(number))
    for file in sorted(out.rglob("*")):
        if file.is_file():
            yield str(file.relative_to(out)), sha256(file.read_bytes()).hexdigest()


def main() -> int:
    with TemporaryDirectory() as folder:
        clone = check_out(Path(folder, "links"))
        check_out(Path(folder, "links as files"), "-c", "core.symlinks=false")
        played: dict[str, dict[str, str]] = {}
        for number, version in enumerate(PYTHONS):
            if python := find_python(version):
                played[version] = dict(play(clone, number, python))
                print(f"Python {version}: {len(played[version])} files")
            else:
                print(f"Python {version}: not here, and not tried")
    first, *others = played
    differing = [
        f"{name} is another with Python {other} than with {first}."
        for other in others
        for name in played[first].keys() | played[other].keys()
        if played[other].get(name) != played[first].get(name)
    ]
    print(*(differing or ["The same seed gives the same bytes on all of them."]), sep="\n")
    return bool(differing)


if __name__ == "__main__":
    sys.exit(main())
