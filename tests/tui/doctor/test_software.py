"""The report on packages, from the lines of their metadata."""

from __future__ import annotations

import tomllib
from importlib.metadata import PackageNotFoundError
from importlib.resources import files
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from woozle.tui.doctor.software import requirement_problem, software

LINES = ["rich>=14", 'keyring>=25; extra == "keyring"', 'peft>=0.17; extra == "lora"', 'woozle[local]; extra == "lora"',
         'torch>=2.9; extra == "local"', 'transformers>=5; extra == "local"']  # fmt: skip


def having(**versions):
    def installed(package: str) -> str:
        if package not in versions:
            raise PackageNotFoundError(package)
        return versions[package]

    return installed


def found(**versions):
    part = software(LINES, having(woozle="0.1.0", **versions))
    return {each.what: each for each in part.findings}


@pytest.mark.parametrize(
    ("line", "here", "is_met"),
    [
        ("x>=1.10", "1.9", False), ("x>=1.10", "1.10.0", True), ("x==8.2.8", "8.2.8", True), ("x==8.2.8", "8.2.9", False),
        ("x>=1,<2", "2.0", False), ("x>=2.9", "2.13.0+cpu", True), ("x>=5", "5.0rc1", True), ("x~=1.4", "1.5", True),
        ("x", "0", True),
    ],
)  # fmt: skip
def test_a_version_is_held_against_what_is_required(line, here, is_met):
    assert (requirement_problem(Requirement(line), having(x=here)) == "") == is_met


def test_an_extra_that_is_not_installed_is_missing_and_says_how_to_get_it_and_how_much_it_takes():
    keyring = found(rich="14")["keyring"]
    assert (keyring.state, keyring.remedy) == ("missing", '`pip install "woozle[keyring]"` adds it (18 MB)')


def test_an_extra_holds_what_the_extras_that_it_brings_need():
    assert found(rich="14", peft="0.18")["lora"].state == "missing"
    assert found(rich="14", peft="0.18", torch="2.9", transformers="5.1")["lora"].state == "ok"


def test_a_package_that_is_needed_and_not_there_is_broken():
    assert found(rich="13.9")["packages"].state == "broken"
    assert found()["packages"].sentence == "rich is not installed"


def test_every_extra_of_the_project_says_what_it_is_for_and_its_size():
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text("utf-8"))["project"]
    told = tomllib.loads(files("woozle.tui.doctor").joinpath("extras.toml").read_text("utf-8"))
    for name in set(project["optional-dependencies"]) - {"test", "lint"}:
        assert told[name].keys() == {"for", "size"}, f"[{name}] stands not in tui/doctor/extras.toml"
