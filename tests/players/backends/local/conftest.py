"""Models that all tests of this room share, and the backend that runs them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType

import pytest

from woozle.players.backends.local.client import LocalClient

from tests.players.backends.tiny import THINKING, tiny_causal, tiny_vision


@pytest.fixture(scope="session")
def causal(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_causal(tmp_path_factory.mktemp("models") / "causal"))


@pytest.fixture(scope="session")
def thinking(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_causal(tmp_path_factory.mktemp("models") / "thinking", template=THINKING))


@pytest.fixture(scope="session")
def vision(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_vision(tmp_path_factory.mktemp("models") / "vision"))


@pytest.fixture(scope="session")
def short(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A model with room for 64 tokens and without a chat template."""
    return str(tiny_causal(tmp_path_factory.mktemp("models") / "short", template=None, context=64))


@pytest.fixture
async def local() -> AsyncIterator[LocalClient]:
    backend = LocalClient(device="cpu")
    yield backend
    await backend.close()


@pytest.fixture
def shapes_read(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType], list[tuple[int, int]]]:
    """Return a function that notes the rows and columns of all tokens that a module has a model read."""

    def watch(module: ModuleType) -> list[tuple[int, int]]:
        def counted(loaded, tokens, *more, **options):
            shapes.append(tuple(tokens.shape))
            return run(loaded, tokens, *more, **options)

        run, shapes = module.run, []
        monkeypatch.setattr(module, "run", counted)
        return shapes

    return watch


@pytest.fixture(autouse=True)
def _no_models_of_this_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hub"))


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    """Models this small lose more by threads that wait for each other than they gain."""
    import torch

    torch.set_num_threads(1)
