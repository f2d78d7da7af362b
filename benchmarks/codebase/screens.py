"""The modules that a new screen of the app would touch, beside its stylesheet."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from benchmarks.checkout import Checkout


def places_of_screens(checkout: Checkout) -> dict[str, list[Path]]:
    """Return the modules that name each screen of the app, by its class: its own, and those that open or list it."""
    modules = [module for module in checkout.modules.values() if module.path.parts[0] == "tui"]
    screens = [
        node.name
        for module in modules
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and "FrameScreen" in map(ast.unparse, node.bases)
    ]
    return {name: [module.path for module in modules if re.search(rf"\b{name}\b", module.text)] for name in screens}
