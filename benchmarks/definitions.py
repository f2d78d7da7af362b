"""Functions and classes of a module by their qualified names, to find a change again after code was moved."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_DEFINES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Definition:
    """A function or class, decorators included, or a whole module.

    Args:
        name: Its qualified name in the module, such as `Rules.vote`; empty for the module.
        first: Its first line, from 1.
        last: Its last line.
    """

    name: str
    first: int
    last: int

    def holds(self, line: int) -> bool:
        """Return whether a line of the module, from 1, is part of it."""
        return self.first <= line <= self.last


@dataclass(frozen=True)
class Place:
    """Lines of a file, from `line` on, counted from 1."""

    file: str
    line: int


def definitions(text: str) -> list[Definition]:
    """Return the definitions of a module, outer ones before inner ones. The module itself is the first."""
    return [Definition("", 1, text.count("\n") + 1), *_inside(ast.parse(text), "")]


def _inside(node: ast.AST, prefix: str) -> Iterator[Definition]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, _DEFINES):
            first = min([child.lineno, *(each.lineno for each in child.decorator_list)])
            yield Definition(prefix + child.name, first, child.end_lineno or first)
            yield from _inside(child, f"{prefix}{child.name}.")
        else:
            yield from _inside(child, prefix)


def innermost(text: str, first: int, last: int) -> Definition:
    """Return the smallest definition that contains these lines."""
    return [each for each in definitions(text) if each.holds(first) and each.holds(last)][-1]


def find(lines: str, name: str, near: Place, texts: Mapping[str, str]) -> Place | None:
    """Return where these whole lines are now.

    They are looked for in definitions of the same name: in the same file, else in the file whose path has most in common with it,
    and there as far from the beginning of the definition as before, or nearly. If no such definition has them, they are found if
    they occur only once in all files. None if there is no place, or two files are equally near.

    Args:
        near: The file where the lines were, and their line in the definition; in the file, if it is the module.
        texts: The code by file.
    """
    code = {file: definitions(text) for file, text in texts.items() if lines in text}
    places = [place for file in code for place in _places(lines, file, texts[file])]
    named = [(place, each) for place in places for each in code[place.file] if each.name == name and each.holds(place.line)]
    if not named:
        return places[0] if len(places) == 1 else None
    nearest = max(_kinship(place.file, near.file) for place, _ in named)
    named = [(place, each) for place, each in named if _kinship(place.file, near.file) == nearest]
    if len({place.file for place, _ in named}) > 1:
        return None
    return min(named, key=lambda found: abs(found[0].line - found[1].first + 1 - near.line))[0]


def _places(lines: str, file: str, text: str) -> Iterator[Place]:
    code, wanted = text.splitlines(True), lines.splitlines(True)
    for at in range(len(code) - len(wanted) + 1):
        if code[at : at + len(wanted)] == wanted:
            yield Place(file, at + 1)


def _kinship(one: str, other: str) -> tuple[bool, bool, int]:
    """Return how alike two paths are: the same; a module of the same name; the number of folders that both have."""
    first, second = Path(one), Path(other)
    return one == other, first.name == second.name, len({*first.parts[:-1]} & {*second.parts[:-1]})
