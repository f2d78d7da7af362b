"""Instructions for services that are language models."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files

from woozle.players.models.spec import ModelSpec

AGAIN = "A reply could not be read. Reply with the JSON object alone."
"""Added to the next request after a parse error."""


@cache
def load_instructions(package: str, name: str) -> str:
    """Return the text of the file `name`.md of a package."""
    return files(package).joinpath(f"{name}.md").read_text("utf-8")


def ask_plainly(spec: ModelSpec) -> ModelSpec:
    """Return the same model, asked without notes, at temperature 0 unless another was named."""
    temperature = 0.0 if spec.sampling.temperature is None else spec.sampling.temperature
    return replace(spec, sampling=replace(spec.sampling, temperature=temperature), thoughts=False)
