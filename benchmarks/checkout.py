"""The source code of a checkout, parsed without loading any of it.

`src/woozle` is the one place that names the folders of code at the top: each is linked there, or a plain file of its name where Git
makes no links.
"""

from __future__ import annotations

import ast
import subprocess
import tarfile
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeAlias

ROOT = Path(__file__).parents[1]
_PACKAGE = Path("src", "woozle")
_NO_PRODUCT = frozenset({"tests", "docs", "benchmarks", "build", "__pycache__"})

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def code_folders(root: Path = ROOT) -> tuple[str, ...]:
    """Return the names of the folders of code at the top of a checkout, sorted."""
    return tuple(sorted(entry.name for entry in (root / _PACKAGE).iterdir() if not {".", "_"} & {*entry.name}))


class Module(NamedTuple):
    """A module. path: below the checkout, as `core/game.py`; name: as it is imported; nodes: all of its tree."""

    path: Path
    name: str
    text: str
    tree: ast.Module
    nodes: list[ast.AST]

    @classmethod
    def parse(cls, path: Path, name: str, text: str) -> Module:
        tree = ast.parse(text)
        return cls(path, name, text, tree, [*ast.walk(tree)])


class Definition(NamedTuple):
    """A class or an alias at the top of a module. node: the class, or the value of the alias."""

    module: Module
    name: str
    node: ast.ClassDef | ast.expr

    @property
    def full_name(self) -> str:
        return f"{self.module.name}.{self.name}"

    @property
    def bases(self) -> list[ast.expr]:
        return self.node.bases if isinstance(self.node, ast.ClassDef) else []


class Checkout:
    """The modules of the product: all Python files that are in no folder of tests, docs or benchmarks.

    Args:
        files: Their texts, by path below the checkout.
        folders: The folders of code, which are packages of `woozle`.
        games: The names of its games.
    """

    def __init__(self, files: Mapping[Path, str], folders: Iterable[str], games: Iterable[str]) -> None:
        self.folders = tuple(folders)
        self.games = tuple(games)
        found = (Module.parse(path, self._name(path), text) for path, text in files.items())
        self.modules = {module.name: module for module in found}

    @classmethod
    def read(cls, root: Path = ROOT) -> Checkout:
        """Read a checkout on disk."""
        files = {path.relative_to(root): path.read_text("utf-8") for path in sorted(product_files(root)) if path.suffix == ".py"}
        project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
        return cls(files, code_folders(root), project["entry-points"]["woozle.games"])

    def _name(self, path: Path) -> str:
        parts = path.with_suffix("").parts
        if parts[0] in self.folders:
            parts = ("woozle", *parts)
        elif parts[0] == "src":
            parts = parts[1:]
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def game_of(self, module: str) -> str:
        """Return the game that a module belongs to by its name or that of a folder; empty for shared code."""
        return game_of(module.split("."), self.games)

    @cached_property
    def _names(self) -> dict[str, dict[str, str]]:
        """The full names that each module's own names stand for: classes, aliases and imports."""
        return {name: dict(_named(module)) for name, module in self.modules.items()}

    @cached_property
    def _defined(self) -> dict[str, dict[str, ast.ClassDef | ast.expr]]:
        """The classes and aliases at the top of each module."""
        return {name: dict(_definitions(module)) for name, module in self.modules.items()}

    def full_name(self, module: Module, node: ast.AST | None) -> str:
        """Return the full name of what a name or an attribute of a module stands for; empty for a local variable."""
        match node:
            case ast.Name(id=name):
                return self._names[module.name].get(name, "")
            case ast.Attribute(value=ast.Name() as value, attr=attribute):
                of = self.full_name(module, value)
                return f"{of}.{attribute}" if of else ""
            case ast.Subscript(value=value):
                return self.full_name(module, value)
        return ""

    def definition(self, full_name: str) -> Definition | None:
        """Return our class or alias of that name, wherever it is imported from; None if missing."""
        for _ in range(10):
            place, _, name = full_name.rpartition(".")
            if place not in self.modules:
                return None
            if name in self._defined[place]:
                return Definition(self.modules[place], name, self._defined[place][name])
            full_name = self._names[place].get(name, "")
        return None

    def class_of(self, module: Module, node: ast.AST | None) -> Definition | None:
        """Return the class of ours that a name or an attribute of a module stands for; None if it is no class of ours."""
        found = self.definition(self.full_name(module, node))
        return found if found and isinstance(found.node, ast.ClassDef) else None

    def classes(self) -> Iterator[Definition]:
        """Yield all classes at the top of modules."""
        for place, defined in self._defined.items():
            yield from (
                Definition(self.modules[place], name, node) for name, node in defined.items() if isinstance(node, ast.ClassDef)
            )

    def subclasses(self, full_name: str) -> dict[str, Definition]:
        """Return all classes below one, by full name."""
        found: dict[str, Definition] = {}
        everything = [(each, [self.class_of(each.module, base) for base in each.bases]) for each in self.classes()]
        known = {full_name}
        while more := [
            each
            for each, bases in everything
            if each.full_name not in known and any(base and base.full_name in known for base in bases)
        ]:
            known.update(each.full_name for each in more)
            found.update((each.full_name, each) for each in more)
        return found


def _definitions(module: Module) -> Iterator[tuple[str, ast.ClassDef | ast.expr]]:
    for node in module.tree.body:
        match node:
            case ast.ClassDef(name=name):
                yield name, node
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value


def _named(module: Module) -> Iterator[tuple[str, str]]:
    for node in module.nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((alias.asname or alias.name, f"{node.module}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.asname, alias.name) for alias in node.names if alias.asname)
    yield from ((name, f"{module.name}.{name}") for name, _ in _definitions(module))


def game_of(parts: Iterable[str], games: Iterable[str]) -> str:
    """Return the game that one part of a path or name is called after, as `urn`, `urn_report` or `test_urn`; empty for none."""
    words = [f"_{part}_" for part in parts]
    return next((game for game in games if any(f"_{game}_" in word for word in words)), "")


def product_files(root: Path = ROOT) -> Iterator[Path]:
    """Yield the files of a checkout that are in no folder of tests, docs or benchmarks; not the files at its top."""
    for entry in root.iterdir():
        if entry.is_dir() and not entry.name.startswith("."):
            yield from (
                path
                for path in entry.rglob("*")
                if path.is_file()
                and not _is_linked(path, root)
                and not _NO_PRODUCT & {*path.relative_to(root).parts}
                and ".egg-info" not in str(path)
            )


def _is_linked(path: Path, root: Path) -> bool:
    """Return whether a file lies behind a link, and so is found elsewhere as well; or is a link that Git made a file."""
    behind = path.relative_to(root).parts[:3]
    return behind[:2] == _PACKAGE.parts and "." not in behind[2]


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """Give a folder with the files of a commit, until the block ends. Raises CalledProcessError for an unknown one."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with TemporaryDirectory() as folder, tarfile.open(fileobj=BytesIO(packed)) as opened:
        opened.extractall(folder, filter="data")
        yield Path(folder)
