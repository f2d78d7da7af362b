"""The installed files: every package, with its data, and nothing else; from wheel and sdist as they are built."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from benchmarks.checkout import code_folders
from benchmarks.environment import source
from benchmarks.layers import layer_of

ROOT = Path(__file__).parent.parent
LAYERS = code_folders()
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUPTOOLS = PROJECT["tool"]["setuptools"]
TOP = ROOT / "src" / "woozle"
MODULES = [f"{name}.py" for name in SETUPTOOLS["py-modules"]]

WHEEL = "from setuptools import build_meta as b; b.build_wheel('built')"
BOTH = f"{WHEEL}; b.build_sdist('built')"


def kept() -> set[str]:
    """Return all files that are to be installed, as paths below `woozle`."""
    files = (file for layer in LAYERS for file in (ROOT / layer).rglob("*"))
    found = {str(file.relative_to(ROOT)) for file in files if file.is_file() and file.suffix != ".pyc"}
    return found | {file.name for file in TOP.iterdir() if file.is_file()}


def check_out(checkout: Path) -> Path:
    """Copy the repository into an empty folder, and return it."""
    for name in (*LAYERS, "docs", "benchmarks"):
        shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ROOT.iterdir():
        if file.is_file():
            shutil.copy(file, checkout)
    shutil.copytree(TOP, checkout / "src" / "woozle", symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for name in MODULES:
        shutil.copy(ROOT / "src" / name, checkout / "src")
    (checkout / "tests").mkdir()
    shutil.copy(__file__, checkout / "tests")
    return checkout


def build(checkout: Path, what: str = BOTH) -> Path:
    """Build without a network, and return the folder of what was built."""
    subprocess.run([sys.executable, "-c", what], cwd=checkout, check=True, capture_output=True, timeout=300)
    return checkout / "built"


def contents(built: Path) -> dict[str, int]:
    """Return the files of the wheel, and the checksum of each."""
    (file,) = built.glob("*.whl")
    with zipfile.ZipFile(file) as opened:
        return {entry.filename: entry.CRC for entry in opened.infolist()}


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with the wheel and the sdist, built of a copy of the repository."""
    return build(check_out(tmp_path_factory.mktemp("checkout")))


@pytest.fixture(scope="module")
def wheel(built):
    (file,) = built.glob("*.whl")
    with zipfile.ZipFile(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def sdist(built):
    (file,) = built.glob("*.tar.gz")
    with tarfile.open(file) as opened:
        yield opened


@pytest.fixture(scope="module")
def about(wheel):
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return Parser().parsestr(wheel.read(name).decode())


def test_each_folder_of_code_at_the_top_is_linked_into_the_package():
    assert {file.name: file.resolve() for file in TOP.iterdir() if file.is_dir() and file.name != "__pycache__"} == {
        layer: ROOT / layer for layer in LAYERS
    }


def test_each_package_at_the_top_is_linked():
    packages = {file.parent.name for file in ROOT.glob("*/__init__.py")}
    assert packages - {"tests", "benchmarks"} == {*LAYERS}


def test_each_folder_of_code_has_its_place_among_the_layers():
    (contract,) = (each for each in PROJECT["tool"]["importlinter"]["contracts"] if each["name"] == "layers")
    assert {name.strip() for layer in contract["layers"] for name in layer.split("|")} == {f"woozle.{layer}" for layer in LAYERS}


def test_mutants_of_each_folder_of_code_belong_to_a_layer():
    assert [layer for layer in LAYERS if not layer_of(f"{layer}/module.py")] == []


@pytest.mark.e2e
def test_each_folder_of_code_is_what_make_installs_anew():
    printed = subprocess.run(["make", "-npq", "play"], cwd=ROOT, check=False, capture_output=True, text=True).stdout
    (line,) = (line for line in printed.splitlines() if line.startswith("SOURCES := "))
    sources = line.split()
    assert [layer for layer in LAYERS if f"{layer}/__init__.py" not in sources] == []


def test_each_pattern_of_exceptions_from_static_checks_has_files():
    ignored = PROJECT["tool"]["ruff"]["lint"]["per-file-ignores"]
    assert [pattern for pattern in ignored if not any(ROOT.glob(pattern))] == []


def test_every_kind_of_data_that_lies_beside_code_is_installed():
    kinds = SETUPTOOLS["package-data"]["*"]
    for name in kept():
        if not name.endswith(".py"):
            assert any(Path(name).match(kind) for kind in kinds), f"{name} is not installed"


@pytest.mark.e2e
def test_the_wheel_holds_code_and_data_licence_and_types_and_nothing_else(wheel):
    inside = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert inside == {f"woozle/{name}" for name in kept()} | {*MODULES}
    assert "woozle/py.typed" in inside
    beside = {name.partition(".dist-info/")[2] for name in wheel.namelist()} - {""}
    assert beside == {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "top_level.txt", "licenses/LICENSE"}


@pytest.mark.e2e
def test_the_sdist_holds_what_the_wheel_is_made_of_and_nothing_else(sdist):
    inside = {member.name.partition("/")[2] for member in sdist.getmembers() if member.isfile()}
    found = {name for name in inside if ".egg-info/" not in name}
    ours = {f"src/woozle/{name}" for name in kept()} | {f"src/{name}" for name in MODULES}
    assert found == ours | {"LICENSE", "MANIFEST.in", "PKG-INFO", "README.md", "pyproject.toml", "setup.cfg", "setup.py"}


@pytest.mark.e2e
def test_the_same_is_installed_where_links_are_files_as_in_a_zip_or_on_windows(built, tmp_path):
    checkout = check_out(tmp_path)
    for layer in LAYERS:
        link = checkout / "src" / "woozle" / layer
        target = link.readlink()
        link.unlink()
        link.write_text(str(target), "utf-8")  # what Git makes of it without core.symlinks
    found = build(checkout)
    assert contents(found) == contents(built)
    (sdist,) = found.glob("*.tar.gz")
    with tarfile.open(sdist) as opened:
        opened.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert contents(build(unpacked, WHEEL)) == contents(built)


@pytest.mark.e2e
def test_measurements_install_the_same(built):
    with source() as copy:
        assert contents(build(copy, WHEEL)) == contents(built)


@pytest.mark.e2e
def test_an_editable_install_is_a_plain_path_that_editors_and_type_checkers_follow(tmp_path):
    checkout = check_out(tmp_path)
    found = build(checkout, WHEEL.replace("build_wheel", "build_editable"))
    (file,) = found.glob("*.whl")
    with zipfile.ZipFile(file) as opened:
        (path,) = (name for name in opened.namelist() if ".dist-info/" not in name)
        assert path.endswith(".pth") and opened.read(path).decode().split() == [str(checkout / "src")]


@pytest.mark.e2e
def test_nothing_in_the_sdist_leads_out_of_its_folder(sdist):
    for member in sdist.getmembers():
        assert not Path(member.name).is_absolute() and ".." not in Path(member.name).parts
        assert not member.issym() and not member.islnk()


@pytest.mark.e2e
def test_it_says_what_it_is_and_what_it_needs(about):
    assert about["Name"] == "woozle" and about["License-Expression"] == "MIT"
    assert about["Requires-Python"] == ">=3.11"
    assert about.get_payload().startswith("# Woozle")
    needed = {line for line in about.get_all("Requires-Dist") if "extra ==" not in line}
    assert len(needed) == len(PROJECT["project"]["dependencies"])


@pytest.mark.e2e
def test_no_extra_is_asked_for_that_there_is_not(about):
    extras = set(PROJECT["project"]["optional-dependencies"])
    assert extras == set(about.get_all("Provides-Extra"))
    for layer in LAYERS:
        for file in (ROOT / layer).rglob("*.py"):
            for piece in file.read_text("utf-8").split("woozle[")[1:]:
                assert piece.partition("]")[0] in extras, f"{file} names an extra that there is not"
