"""Circles of imports."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from benchmarks.checkout import Checkout, Function, Module


def imports(checkout: Checkout, *, lazy: bool) -> dict[str, set[str]]:
    """Return the modules of ours that each imports when it is loaded. lazy: also those that its functions import when they run.

    Imports for type checkers alone are left out.
    """
    return {
        module.name: {target for node in _statements(module.tree, lazy) for target in _targets(checkout, module, node)}
        for module in checkout.modules.values()
    }


def circles(graph: Mapping[str, Collection[str]]) -> list[list[str]]:
    """Return the groups of modules that import each other, each sorted: the strongly connected parts with more than one module."""
    order: list[str] = []
    seen: set[str] = set()
    for name in sorted(graph):
        order.extend(_finished(name, graph, seen))
    backwards: dict[str, set[str]] = {name: set() for name in graph}
    for name, targets in graph.items():
        for target in targets:
            backwards[target].add(name)
    seen.clear()
    groups = [sorted(_finished(name, backwards, seen)) for name in reversed(order)]
    return sorted(group for group in groups if len(group) > 1)


def _finished(start: str, graph: Mapping[str, Collection[str]], seen: set[str]) -> Iterator[str]:
    """Yield what can be reached and was not seen before, each after all that it leads to."""
    if start in seen:
        return
    seen.add(start)
    path = [(start, iter(sorted(graph[start])))]
    while path:
        name, targets = path[-1]
        for target in targets:
            if target not in seen:
                seen.add(target)
                path.append((target, iter(sorted(graph[target]))))
                break
        else:
            path.pop()
            yield name


def _statements(node: ast.AST, lazy: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            for other in child.orelse:
                yield from _statements(ast.Module([other], []), lazy)
        elif lazy or not isinstance(child, Function | ast.Lambda):
            yield from _statements(child, lazy)


def _targets(checkout: Checkout, module: Module, node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    else:
        full = [f"{node.module}.{alias.name}" for alias in node.names]
        names = [name if name in checkout.modules else str(node.module) for name in full]
    yield from (name for name in names if name in checkout.modules and name != module.name)
