"""The footprint for users: size of an installation in an empty environment, length of the protocol, imports of a run of bots."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.environment import environment, size, source
from benchmarks.result import Result

_CHECKOUT = Path(__file__).parents[1]
_PARTS = {
    "numpy and its OpenBLAS": ("numpy", "numpy.libs"),
    "Pillow": ("PIL", "pillow.libs"),
    "openai and what it alone needs": ("openai", "jiter", "httpx2", "httpcore2"),
    "aiohttp, ollama and what they alone need": (
        *("aiohttp", "aiosignal", "aiohappyeyeballs", "frozenlist", "multidict", "propcache", "yarl", "attr", "attrs"),
        *("ollama", "httpx", "httpcore"),
    ),
    "Woozle itself": ("woozle",),
}


def installed() -> list[Result]:
    """Install the checkout as a user does, and measure the result."""
    with source() as checkout, environment(str(checkout)) as made:
        (packages,) = made.folder.glob("lib/python*/site-packages")
        all_files, disk = made.added(), size(made.folder).disk
        parts = {what: sum(size(packages / name).files for name in names) for what, names in _PARTS.items()}
    parts["all else"] = all_files - sum(parts.values())
    lines = sum(len((_CHECKOUT / "core" / name).read_text("utf-8").splitlines()) for name in ("game.py", "referee.py"))
    return [
        Result("installed: files, without bytecode", all_files / 1e6, "MB", "<= 60"),
        *(Result(f"  {what}", size / 1e6, "MB", "") for what, size in parts.items()),
        Result("  the environment on the disk, with bytecode and pip", disk / 1e6, "MB", ""),
        Result("the protocol, `game.py` and `referee.py`", lines, "lines", "<= 250"),
        Result("modules of Textual that `woozle run` loads", _textual(), "", "0"),
    ]


def _textual() -> int:
    with tempfile.TemporaryDirectory() as folder:
        words = ["run", "ship", "--seats", "bot*6", "--matches", "1", "--jobs", "1", "--out", f"{folder}/run"]
        code = (
            f"import sys; sys.argv[1:] = {words!r}\nfrom woozle.tui.cli.main import main\n"
            "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
            "print('loaded', sum(name.split('.')[0] == 'textual' for name in sys.modules))"
        )
        said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    return int(said.split()[-1])


ALL: dict[str, Callable[[], list[Result]]] = {"installed": installed}
