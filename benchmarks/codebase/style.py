"""Style of the code: registries, base classes, names and docstrings.

The counts are only signs of quality: words are looked up in lists, so a name that is both a participle and a verb counts.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator

from benchmarks.checkout import Checkout, Function, Module
from benchmarks.result import Result

_APP = "woozle.tui.app.WoozleApp"
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


def figures_of_style(checkout: Checkout) -> list[Result]:
    """Return the figures of style, with their limits."""
    modules = checkout.modules.values()
    tui = [module for module in modules if module.path.parts[0] == "tui"]
    docstrings = [text for module in modules for text in _docstrings(module)]
    functions = [node.name for node in _nodes(modules) if isinstance(node, Function)]
    return [
        Result("files in tui/", len(tui), "files", "<= 180"),
        Result("mappings that name games", sum(_is_registry(node, checkout.games) for node in _nodes(modules)), "mappings", "0"),
        Result("base classes of ours above the app, one above the other", depth(checkout, _APP), "classes", "<= 2"),
        Result("docstrings that open with a pronoun, interrogative or preposition", _share(docstrings), "%", "< 5"),
        Result("functions named by a bare participle", sum(map(is_bare_participle, functions)), "functions", "< 60"),
        Result("modules named by a gerund", sum(module.path.stem.endswith("ing") for module in modules), "modules", "< 10"),
        Result("private names of others used in tui/", len(list(_foreign_privates(tui, modules))), "uses", "< 36"),
    ]


def depth(checkout: Checkout, name: str) -> int:
    """Return the number of our classes above one, along the longest path."""
    found = checkout.definition(name)
    bases = [checkout.class_of(found.module, base) for base in found.bases] if found else []
    return max((1 + depth(checkout, base.full_name) for base in bases if base), default=0)


def is_bare_participle(name: str) -> bool:
    """Return whether a function's name is a bare participle, like `told` or `_named`."""
    word = name.strip("_")
    return "_" not in word and (word in _IRREGULAR or (word.endswith("ed") and word not in _NO_PARTICIPLES))


def opens_badly(docstring: str) -> bool:
    """Return whether the first word is a pronoun, an interrogative or a preposition."""
    first = re.match(r"\W*([A-Za-z]+)", docstring)
    return first is not None and first[1].lower() in _OPENINGS


def _share(docstrings: list[str]) -> float:
    return 100 * sum(map(opens_badly, docstrings)) / len(docstrings)


def _nodes(modules: Iterable[Module]) -> Iterator[ast.AST]:
    for module in modules:
        yield from module.nodes


def _docstrings(module: Module) -> Iterator[str]:
    for node in module.nodes:
        if isinstance(node, ast.Module | ast.ClassDef | Function) and (text := ast.get_docstring(node)):
            yield text


def _is_registry(node: ast.AST, games: Collection[str]) -> bool:
    if not isinstance(node, ast.Dict):
        return False
    return len({key.value for key in node.keys if isinstance(key, ast.Constant) and key.value in games}) >= _FEWEST_GAMES


_NAMED_TUPLE = frozenset({"_asdict", "_fields", "_make", "_replace"})  # public, and underscored to keep clear of fields


def _foreign_privates(some: Iterable[Module], modules: Iterable[Module]) -> Iterator[str]:
    """Yield underscored attributes that are read from other objects and that none of our code defines."""
    ours: set[str] = set()
    for node in _nodes(modules):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                ours.add(name)
            case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                ours.add(name)
    ours |= _NAMED_TUPLE
    for node in _nodes(some):
        if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr) and node.attr not in ours:
            yield node.attr
