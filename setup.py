"""The packages to install: `woozle` in src/woozle, and the folders of code at the top, which are linked there.

A checkout whose links are plain files (from a zip, or by Git without core.symlinks, as on Windows) has the same packages: a layer
that is not a folder in src/woozle is taken from the top. Where they are links, an editable install stays a plain path.
"""

from pathlib import Path

from setuptools import find_packages, setup

LAYERS = sorted(
    {entry.name for entry in Path("src", "woozle").iterdir() if entry.is_dir() and entry.name != "__pycache__"}
    | {module.parent.name for module in Path().glob("*/__init__.py")} - {"tests", "benchmarks"}
)

linked = {layer: f"src/woozle/{layer}" for layer in LAYERS if Path("src", "woozle", layer).is_dir()}
unlinked = {f"woozle.{layer}": layer for layer in LAYERS if layer not in linked}
below = [f"{layer}.{name}" for layer in LAYERS for name in find_packages(linked.get(layer, layer))]

setup(packages=["woozle", *(f"woozle.{name}" for name in (*LAYERS, *below))], package_dir={"": "src", **unlinked})
