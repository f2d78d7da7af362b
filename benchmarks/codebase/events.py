"""Where the code knows the events of a game, and the figures of its report."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from benchmarks.checkout import Checkout, Definition, Function, Module

_FEWEST = 4  # events that one class or function tells apart before it counts as a fold
_EVENT, _GAME = "woozle.core.event.Event", "woozle.core.game.Game"


class Fold(NamedTuple):
    """A class, or the functions of a module, that keep something of each event. events: how many kinds it tells apart."""

    where: str
    events: int


def events_of(checkout: Checkout, game: str) -> dict[str, Definition]:
    """Return the classes of a game's events by full name."""
    return {name: each for name, each in checkout.subclasses(_EVENT).items() if checkout.game_of(each.module.name) == game}


def folds(checkout: Checkout, game: str) -> list[Fold]:
    """Return what folds the events of a game outside its rules, in order of modules.

    That is each class that tells at least four kinds of them apart, and the functions of a module that do so together: those that
    go through events in a loop, or return what they were given with one event added.
    """
    events = {*events_of(checkout, game)}
    rules = {each.module.name for each in checkout.subclasses(_GAME).values()}
    return [
        fold
        for module in checkout.modules.values()
        if module.name not in rules
        for fold in _folds_of(checkout, module, events)
        if fold.events >= _FEWEST
    ]


def _folds_of(checkout: Checkout, module: Module, events: set[str]) -> Iterator[Fold]:
    together: dict[str, set[str]] = {}
    for node in module.tree.body:
        if isinstance(node, ast.ClassDef):
            yield Fold(f"{module.path.as_posix()}: {node.name}", len(told_apart(checkout, module, node) & events))
        elif isinstance(node, Function):
            parts: list[ast.AST] = [node] if _is_step(node) else _loops(node)
            if found := {name for part in parts for name in told_apart(checkout, module, part)} & events:
                together[node.name] = found
    if together:
        yield Fold(f"{module.path.as_posix()}: {', '.join(together)}", len(set().union(*together.values())))


def _is_step(function: Function) -> bool:
    """Return whether a function returns what one of its parameters is, as `(State, Event) -> State` does."""
    given = {ast.unparse(each.annotation) for each in function.args.args if each.annotation}
    return function.returns is not None and ast.unparse(function.returns) in given - {"Event"}


def _loops(function: Function) -> list[ast.AST]:
    return [each for each in ast.walk(function) if isinstance(each, ast.For | ast.AsyncFor | ast.While | ast.comprehension)]


def told_apart(checkout: Checkout, module: Module, node: ast.AST) -> set[str]:
    """Return the classes that a part of a module tells apart: in patterns, `isinstance`, comparisons and keys of mappings."""
    found: set[str] = set()
    for each in ast.walk(node):
        named: list[ast.AST] = []
        match each:
            case ast.MatchClass(cls=kind):
                named.append(kind)
            case ast.Call(func=ast.Name(id="isinstance"), args=[_, kinds]):
                named.extend(ast.walk(kinds))
            case ast.Compare():
                named.extend((each.left, *each.comparators))
            case ast.Dict():
                named.extend(key for key in each.keys if key)
        classes = (checkout.class_of(module, one) for one in named)
        found.update(one.full_name for one in classes if one)
    return found


def places_of_events(checkout: Checkout) -> dict[str, dict[str, set[str]]]:
    """Return, by game and event, the modules that define or name each event of a game; imports alone do not count."""
    events = {game: events_of(checkout, game) for game in checkout.games}
    places = {name: {each.module.name} for of in events.values() for name, each in of.items()}
    for module in checkout.modules.values():
        for node in module.nodes:
            kind = checkout.class_of(module, node) if isinstance(node, ast.Name | ast.Attribute) else None
            if kind and kind.full_name in places:
                places[kind.full_name].add(module.name)
    return {game: {name: places[name] for name in of} for game, of in events.items()}


def places_of_figures(checkout: Checkout) -> dict[str, set[str]]:
    """Return, for each figure that a game's measures declare, the modules that have its name as a text.

    Only figures whose names have an underscore: others are words that mean other things elsewhere.
    """
    declared = {
        str(node.args[0].value)
        for module in checkout.modules.values()
        if checkout.game_of(module.name) and "measures" in module.name.split(".")
        for node in module.nodes
        if isinstance(node, ast.Call) and _is_declaration(node) and isinstance(node.args[0], ast.Constant)
    }
    places: dict[str, set[str]] = {name: set() for name in declared}
    for module in checkout.modules.values():
        for node in module.nodes:
            if isinstance(node, ast.Constant) and node.value in declared:
                places[str(node.value)].add(module.name)
    return places


def _is_declaration(node: ast.Call) -> bool:
    """Return whether a call has the name of a figure and its meaning, a text of several words."""
    match node.args:
        case [ast.Constant(value=str(name)), ast.Constant(value=str(meaning)), *_]:
            return "_" in name and " " not in name and " " in meaning
        case [ast.Constant(value=str(name)), ast.JoinedStr(), *_]:
            return "_" in name and " " not in name
    return False
