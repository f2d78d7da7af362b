"""A model of random weights that all tests of this room share."""

from __future__ import annotations

from pathlib import Path

import pytest

from woozle.players.backends.local.loaded_model import LoadedModel, load_model

from tests.players.backends.tiny import tiny_causal


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_causal(tmp_path_factory.mktemp("models") / "causal", context=4096)


@pytest.fixture(scope="session")
def loaded(folder: Path) -> LoadedModel:
    """Nobody tunes this one; whoever tunes loads another."""
    return load_model(str(folder), device="cpu")


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    """Models this small lose more by threads that wait for each other than they gain."""
    import torch

    torch.set_num_threads(1)
