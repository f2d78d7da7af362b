"""Scenes, their copies and questions about them, drawn for properties."""

from __future__ import annotations

from hypothesis import strategies as st

from woozle.core.chance import Chance, key_from_seed
from woozle.games.undercover.scenes.generator import MOST_THINGS, generate_scene
from woozle.games.undercover.scenes.graph import SETTINGS, Scene

SEEDS = st.integers(0, 2**32)


def chance(seed: int) -> Chance:
    return Chance(key_from_seed(seed))


@st.composite
def scenes(draw) -> Scene:
    """Any scene that can be generated."""
    return generate_scene(chance(draw(SEEDS)), draw(st.sampled_from(SETTINGS)), draw(st.integers(4, MOST_THINGS)))
