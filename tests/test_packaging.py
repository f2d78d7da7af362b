"""What is installed: every room of the house, with the data beside it."""

from __future__ import annotations

import tomllib
from pathlib import Path

HOUSE = Path(__file__).parent.parent
SETUPTOOLS = tomllib.loads((HOUSE / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]


def test_every_room_is_installed_and_no_other():
    files = (file for floor in ("core", "players", "saves", "tui") for file in (HOUSE / floor).rglob("*.py"))
    rooms = {".".join(("woozle", *file.parent.relative_to(HOUSE).parts)) for file in files}
    assert rooms == set(SETUPTOOLS["packages"])


def test_every_kind_of_data_that_lies_beside_code_is_installed():
    kinds = SETUPTOOLS["package-data"]["*"]
    for floor in ("core", "players", "saves", "tui"):
        for file in (HOUSE / floor).rglob("*"):
            if file.is_file() and file.suffix not in (".py", ".pyc"):
                assert any(file.match(kind) for kind in kinds), f"{file} is not installed"
