"""What officials share that are language models: their instructions, and how they are asked."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files

from woozle.players.models.spec import ModelSpec

AGAIN = "A reply could not be read. Reply with the JSON object alone."
"""What is said to one whose last reply was not taken."""


@cache
def instructions(package: str, name: str) -> str:
    """Return the instructions in the file `name`.md of a package."""
    return files(package).joinpath(f"{name}.md").read_text("utf-8")


def asked_plainly(spec: ModelSpec) -> ModelSpec:
    """The same model asked for its opinion alone, without notes; at temperature 0 unless another was named."""
    temperature = 0.0 if spec.sampling.temperature is None else spec.sampling.temperature
    return replace(spec, sampling=replace(spec.sampling, temperature=temperature), thoughts=False)
