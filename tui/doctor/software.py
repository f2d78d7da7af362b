"""Installed software: Python, Woozle, and the packages that it needs or can use. None of them is imported."""

from __future__ import annotations

import platform
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from typing import cast

from packaging.requirements import Requirement
from packaging.version import Version

from woozle.core.kit import GameKit
from woozle.core.plugins import ADDITIONS, AGENTS, BACKENDS, GAMES, find_faults
from woozle.core.registry import find_game, find_part_faults, names
from woozle.players.agent import installed_agents
from woozle.players.backends.registry import Backend
from woozle.players.fence import FenceError, current_level, find_trouble
from woozle.saves.transcript import FORMAT
from woozle.tui.doctor.findings import Finding, Section, missing, ok, problem

_PROJECT = "woozle"
_KITS: Mapping[str, type] = {
    GAMES: GameKit,
    ADDITIONS: GameKit,
    BACKENDS: Backend,
    AGENTS: cast("type", Callable),
}
_OLDEST = (3, 11)
_NOT_FOR_USERS = {"test", "lint"}
_EXTRA = re.compile(r'extra == "([\w-]+)"')

Installed = Callable[[str], str]
"""Returns the version of a package; raises PackageNotFoundError."""


def software(lines: list[str] | None = None, installed: Installed = version) -> Section:
    """Check what is installed. lines: the requirements of Woozle in the form of package metadata; default: as it was installed."""
    given = [Requirement(line) for line in (lines if lines is not None else requires(_PROJECT) or ())]
    python = platform.python_version()
    first = (
        ok("Python", python)
        if sys.version_info >= _OLDEST
        else problem("Python", f"{python}, and Woozle needs {'.'.join(map(str, _OLDEST))}", "install a newer Python")
    )
    woozle = ok("Woozle", f"{installed(_PROJECT)}; transcripts of format {FORMAT}")
    return Section("Software", (first, woozle, *_rules(), _check_required(given, installed), *_extras(given, installed)))


def _rules() -> Iterator[Finding]:
    """Yield the games with the versions of their rules, and what packages of others bring that cannot be loaded."""
    versions = []
    for name in names():
        if rules := find_game(name):
            versions.append(f"{name} {rules.version}")
    faults = [fault for group, kind in _KITS.items() for fault in find_faults(group, kind).items()]
    faults += [(name, why) for name in names() if find_game(name) for why in find_part_faults(name)]
    for name, why in faults:
        yield problem(name, why.rstrip("."), "update or remove the package that brings it")
    yield ok("rules", ", ".join(versions))
    if agents := installed_agents():
        yield ok("agents", ", ".join(agents))
    yield check_sandbox()


def check_sandbox() -> Finding:
    """Check how programs that take seats are fenced in."""
    try:
        level = current_level()
    except FenceError as error:
        what, _, remedy = str(error).rstrip(".").partition("; ")
        return problem("sandbox", what, remedy)
    if level == "off":
        return ok("sandbox", "off: programs (exec:) see all that you can")
    if trouble := find_trouble(level):
        told = f"{level}: {trouble.what}"
        if level == "required":
            return problem(
                "sandbox", f"{told}, so that no program (exec:) takes a seat", f"{trouble.remedy}, or choose another level"
            )
        return missing("sandbox", f"{told}, so that programs (exec:) see all that you can", trouble.remedy)
    told = "neither matches nor other processes" if level == "auto" else "only their own of your files, and have no network"
    return ok("sandbox", f"{level}: programs (exec:) see {told}")


def _check_required(given: list[Requirement], installed: Installed) -> Finding:
    needed = [each for each in given if not _extra_of(each)]
    wrong = [sentence for each in needed if (sentence := requirement_problem(each, installed))]
    if wrong:
        return problem("packages", "; ".join(wrong), "`pip install --upgrade woozle` brings them")
    return ok("packages", f"all {len(needed)} that are needed")


def _extras(given: list[Requirement], installed: Installed) -> Iterator[Finding]:
    known = tomllib.loads(files(__package__).joinpath("extras.toml").read_text("utf-8"))
    there = {_extra_of(each) for each in given}
    for name in [*known, *sorted(there - set(known) - _NOT_FOR_USERS - {""})]:
        about = known.get(name, {"for": "something else", "size": "of unknown size"})
        if name not in there:
            yield missing(name, f"{about['for']}; this installation is older than its code", "install Woozle again")
            continue
        packages = [each for each in _requirements_of(name, given) if each.name != _PROJECT]
        wrong = [sentence for each in packages if (sentence := requirement_problem(each, installed))]
        absent = [each for each in packages if not _version(each.name, installed)]
        how = f'`pip install "{_PROJECT}[{name}]"`'
        if not wrong:
            yield ok(name, f"{about['for']}: {', '.join(f'{each.name} {installed(each.name)}' for each in packages)}")
        elif len(absent) == len(wrong):
            yield missing(name, f"{about['for']}: {', '.join(wrong)}", f"{how} adds it ({about['size']})")
        else:
            yield problem(name, f"{about['for']}: {', '.join(wrong)}", f"{how} mends it")


def _requirements_of(extra: str, given: list[Requirement]) -> Iterator[Requirement]:
    """Yield the requirements of an extra, and of the extras that it includes."""
    for each in given:
        if _extra_of(each) == extra:
            yield each
            if each.name == _PROJECT:
                for other in sorted(each.extras):
                    yield from _requirements_of(other, given)


def _extra_of(needed: Requirement) -> str:
    """Return the extra of Woozle that a requirement belongs to; empty for all."""
    found = _EXTRA.search(str(needed.marker or ""))
    return found[1] if found else ""


def requirement_problem(needed: Requirement, installed: Installed = version) -> str:
    """Return why a requirement is not met, as part of a sentence; empty if it is."""
    here = _version(needed.name, installed)
    if not here:
        return f"{needed.name} is not installed"
    release = Version(here).base_version  # a release candidate serves like its release
    if unmet := sorted(str(each) for each in needed.specifier if not each.contains(release)):
        return f"{needed.name} is {here}, and {unmet[0]} is needed"
    return ""


def _version(package: str, installed: Installed) -> str:
    try:
        return installed(package)
    except PackageNotFoundError:
        return ""
