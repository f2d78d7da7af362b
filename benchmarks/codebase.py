"""Size and style of the code itself: lines, registries, base classes, style of names and docstrings.

All counts are of the installed product, without tests, docs and benchmarks. They are only signs of quality: words are looked up in
lists, so a name that is both a participle and a verb counts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from benchmarks.result import Result

_CHECKOUT = Path(__file__).parents[1]
_LAYERS = ("core", "players", "saves", "arena", "tui")
_GAMES = frozenset({"ship", "quest", "undercover", "debate", "self_play", "urn"})
_FEWEST_GAMES = 3  # named by a mapping before it counts as a registry of games
_PRONOUNS = """i you he she it we they them him her us me my your his its our their one this that these those each all both
    somebody someone something anybody anyone anything nobody nothing everybody everyone everything"""
_INTERROGATIVES = "who whom whose whoever what whatever which when where why how whether if"
_PREPOSITIONS = """about above across after against along among around as at before behind below beneath beside besides between
    beyond by despite down during except for from in inside into like near of off on onto out outside over past since through to
    toward towards under until up upon with within without"""
_OPENINGS = frozenset(f"{_PRONOUNS} {_INTERROGATIVES} {_PREPOSITIONS}".split())
_IRREGULAR_PARTICIPLES = """begun bound bought broken brought built caught chosen done drawn driven fallen felt found given gone got
    held heard kept known laid led left lent lost made meant met paid said seen sent shown spent spoken taken taught thought told
    torn understood woken won worn written"""
_IRREGULAR = frozenset(_IRREGULAR_PARTICIPLES.split())
_NO_PARTICIPLES = frozenset({"embed", "exceed", "feed", "need", "proceed", "red", "seed", "speed", "succeed"})


def codebase() -> list[Result]:
    """Count, without loading any of it."""
    files = {path: path.read_text("utf-8") for layer in _LAYERS for path in sorted((_CHECKOUT / layer).rglob("*.py"))}
    trees = {path: ast.parse(text) for path, text in files.items()}
    app = _CHECKOUT / "tui" / "app.py"
    tui = [path for path in files if path.is_relative_to(_CHECKOUT / "tui")]
    docstrings = [text for tree in trees.values() for text in _docstrings(tree)]
    functions = [node.name for node in _nodes(trees) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [
        Result("lines of Python", sum(text.count("\n") for text in files.values()), "lines", "<= 82,000"),
        Result("files in tui/", len(tui), "files", "<= 180"),
        Result("folders that hold parts of one game, at most", max(map(len, folders_of_games(files).values())), "folders", "<= 4"),
        Result("mappings that name games", sum(_is_registry(node) for node in _nodes(trees)), "mappings", "0"),
        Result(
            "base classes of ours above the app, one above the other",
            depth("WoozleApp", app, trees),
            "classes",
            "<= 2",
        ),
        Result("docstrings that open with a pronoun, interrogative or preposition", _share(docstrings), "%", "< 5"),
        Result("functions named by a bare participle", sum(map(is_bare_participle, functions)), "functions", "< 60"),
        Result("modules named by a gerund", sum(path.stem.endswith("ing") for path in files), "modules", "< 10"),
        Result("private names of others used in tui/", len(list(_foreign_privates(tui, trees))), "uses", "< 36"),
    ]


def folders_of_games(files: Mapping[Path, str]) -> dict[str, set[str]]:
    """Return, for each game, the folders that hold modules or folders named after it; a folder counts once, with its contents."""
    found: dict[str, set[str]] = {game: set() for game in _GAMES}
    for path in files:
        parts = path.relative_to(_CHECKOUT).with_suffix("").parts
        for game in _GAMES:
            at = next((i for i, part in enumerate(parts) if re.search(rf"(^|_){game}(_|$)", part)), None)
            if at is not None:
                found[game].add("/".join(parts[: at + 1] if at < len(parts) - 1 else parts[:at]))
    return found


def depth(name: str, path: Path, trees: Mapping[Path, ast.Module]) -> int:
    """Return the number of our classes above one, along the longest path."""
    for node in trees[path].body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            bases = [ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases]
            return max((1 + depth(base, path, trees) for base in bases if _is_ours(base, path, trees)), default=0)
        if isinstance(node, ast.ImportFrom) and name in {alias.asname or alias.name for alias in node.names}:
            return depth(name, _file(node.module), trees)
    return 0


def _is_ours(name: str, path: Path, trees: Mapping[Path, ast.Module]) -> bool:
    return any(
        (isinstance(node, ast.ClassDef) and node.name == name)
        or (
            isinstance(node, ast.ImportFrom)
            and _file(node.module) in trees
            and name in {alias.asname or alias.name for alias in node.names}
        )
        for node in trees[path].body
    )


def _file(module: str | None) -> Path:
    """Return the file of one of our modules; for a package, its `__init__.py`."""
    place = _CHECKOUT.joinpath(*(module or "").removeprefix("woozle.").split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def is_bare_participle(name: str) -> bool:
    """Return whether a function's name is a bare participle, like `told` or `_named`."""
    word = name.strip("_")
    return "_" not in word and (word in _IRREGULAR or (word.endswith("ed") and word not in _NO_PARTICIPLES))


def opens_badly(docstring: str) -> bool:
    """Return whether the first word is a pronoun, an interrogative or a preposition."""
    first = re.match(r"\W*([A-Za-z]+)", docstring)
    return bool(first) and first[1].lower() in _OPENINGS


def _share(docstrings: list[str]) -> float:
    return 100 * sum(map(opens_badly, docstrings)) / len(docstrings)


def _nodes(trees: Mapping[Path, ast.Module]) -> Iterator[ast.AST]:
    for tree in trees.values():
        yield from ast.walk(tree)


def _docstrings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            text := ast.get_docstring(node)
        ):
            yield text


def _is_registry(node: ast.AST) -> bool:
    if not isinstance(node, ast.Dict):
        return False
    return len({key.value for key in node.keys if isinstance(key, ast.Constant) and key.value in _GAMES}) >= _FEWEST_GAMES


_NAMED_TUPLE = frozenset({"_asdict", "_fields", "_make", "_replace"})  # public, and underscored to keep clear of fields


def _foreign_privates(paths: list[Path], trees: Mapping[Path, ast.Module]) -> Iterator[str]:
    """Yield underscored attributes that are read from other objects and that none of our code defines."""
    ours: set[str] = set()
    for node in _nodes(trees):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                ours.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                ours.add(name)
    for path in paths:
        for node in ast.walk(trees[path]):
            if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr) and node.attr not in ours | _NAMED_TUPLE:
                yield node.attr


ALL: dict[str, Callable[[], list[Result]]] = {"codebase": codebase}
