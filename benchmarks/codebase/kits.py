"""What the author of a whole game has to learn: types of shared code, and their names."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from benchmarks.checkout import Checkout, Definition, Function, Module

SMALL_GAMES = frozenset({"urn"})
"""Games that do without most of what a game can have."""

KIT_TYPES = frozenset(
    {
        *("GameRules", "GamePlayers", "GameViews", "GameCommands"),
        *("Game", "Measure", "Report", "Question", "TableView", "Prompt", "Bot", "ServiceRole", "FormHints"),
    }
)
"""The thirteen types that a review of 28 November counted: kits, and what they take of more than six names."""


def made_by_games(checkout: Checkout) -> dict[str, Definition]:
    """Return the classes of shared code that every game but small ones makes a value or a subclass of, by full name."""
    by_game: dict[str, dict[str, Definition]] = {game: {} for game in checkout.games if game not in SMALL_GAMES}
    for game, module, node in _nodes_of_games(checkout):
        used = [node.func] if isinstance(node, ast.Call) else node.bases if isinstance(node, ast.ClassDef) else []
        found = (checkout.class_of(module, each) for each in used)
        by_game.get(game, {}).update((kind.full_name, kind) for kind in found if kind and not checkout.game_of(kind.module.name))
    first, *others = by_game.values()
    return {name: kind for name, kind in first.items() if all(name in each for each in others)}


def _nodes_of_games(checkout: Checkout) -> Iterator[tuple[str, Module, ast.AST]]:
    for module in checkout.modules.values():
        if game := checkout.game_of(module.name):
            yield from ((game, module, node) for node in module.nodes)


def public_names(checkout: Checkout, definition: Definition) -> set[str]:
    """Return the public fields, attributes and methods of a class, with those of classes of ours above it."""
    node = definition.node
    if not isinstance(node, ast.ClassDef):
        return set()
    found: set[str] = set()
    for base in definition.bases:
        if kind := checkout.class_of(definition.module, base):
            found |= public_names(checkout, kind)
    for each in node.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Assign(targets=targets):
                found.update(target.id for target in targets if isinstance(target, ast.Name))
            case _ if isinstance(each, Function):
                found.add(each.name)
    return {name for name in found if not name.startswith("_")}


def kit_types(checkout: Checkout, known: Collection[str]) -> dict[str, set[str]]:
    """Return the types to learn for a whole game, each with its public names.

    These are the types of KIT_TYPES that several games still name, and every class of `made_by_games` that is not among `known`: so
    a new type counts, whatever it is called.
    """
    named: dict[str, set[str]] = {}
    for game, module, node in _nodes_of_games(checkout):
        kind = checkout.class_of(module, node) if isinstance(node, ast.Name) else None
        if kind and kind.name in KIT_TYPES and not checkout.game_of(kind.module.name):
            named.setdefault(kind.full_name, set()).add(game)
    listed = (name for name, games in named.items() if len(games) > 1)
    made = (name for name, each in made_by_games(checkout).items() if each.name not in known)
    found = (checkout.definition(name) for name in (*listed, *made))
    return {each.full_name: public_names(checkout, each) for each in found if each}
