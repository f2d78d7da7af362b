"""What is installed beside Woozle: constraints.txt pins every version, and docs/install.md has the licence of each package."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^([\w.-]+)==[\w.]+$", re.MULTILINE)
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
SPDX = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
"""The SPDX names of licences that older packages state by a classifier."""


def required(extras: Iterable[str] = (), python: str | None = None) -> dict[str, Distribution | None]:
    """Return all packages that Woozle with these extras needs, by name; None for one that is not installed.

    python: the version to look for, such as "3.13"; None for the one that runs.
    """
    found: dict[str, Distribution | None] = {}
    waiting, seen = [("woozle", frozenset(extras))], set()
    while waiting:
        name, wanted = waiting.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            found[name] = None
            continue
        found[name] = package
        for each in map(Requirement, package.requires or ()):
            version: Mapping[str, str] = {"python_version": python, "python_full_version": f"{python}.0"} if python else {}
            if each.marker is None or any(each.marker.evaluate({**version, "extra": extra}) for extra in wanted or {""}):
                waiting.append((canonicalize_name(each.name), frozenset(each.extras)))
    del found["woozle"]
    return found


def licence(package: Distribution) -> str:
    """Return a package's licence as SPDX names it, by what the package says of itself; the text that it has if that is unknown."""
    about = package.metadata
    if expression := about.get("License-Expression"):
        return expression
    stated = [SPDX[each] for line in about.get_all("Classifier") or () if (each := line.rpartition(" :: ")[2]) in SPDX]
    return " OR ".join(stated) or about.get("License", "")


def rows_of(page: str) -> Iterator[tuple[str, set[str]]]:
    """Yield each licence of the table in docs/install.md with its packages."""
    for stated, packages in ROW.findall(page.partition("## Licences")[2].partition("\n## ")[0]):
        if stated not in ("licence", "---"):
            yield stated, {canonicalize_name(each) for each in packages.split(", ")}


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_every_package_that_is_installed_for_use_tests_and_checks_is_pinned(python):
    pinned = {canonicalize_name(name) for name in PIN.findall((ROOT / "constraints.txt").read_text("utf-8"))}
    assert set(required({"test", "lint"}, python)) <= pinned


def test_the_page_on_installing_has_the_licence_of_every_package_that_woozle_needs():
    stated: dict[str, set[str]] = {}
    for name, package in required().items():
        assert package, f"{name} is not installed"
        stated.setdefault(licence(package), set()).add(name)
    assert dict(rows_of((ROOT / "docs" / "install.md").read_text("utf-8"))) == stated
