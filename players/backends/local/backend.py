"""The backend of models in this process, declared without loading what runs them."""

from __future__ import annotations

import os
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from woozle.players.backends.model_client import ModelClient
from woozle.players.backends.registry import NO_OPTIONS, Backend, Diagnosis, ServerOptions


def _client(url: str, key: str | None, *, timeout: float, endpoint: str, options: ServerOptions = NO_OPTIONS) -> ModelClient:
    from woozle.players.backends.local.client import LocalClient

    return LocalClient()


def diagnose(devices: Path = Path("/dev")) -> Diagnosis:
    """Find the device for models in this process. torch is not imported, since that takes seconds."""
    try:
        torch, _ = version("torch"), version("transformers")
    except PackageNotFoundError:
        return Diagnosis("no model can run in this process", '`pip install "woozle[local]"` adds what they need')
    number = os.cpu_count() or 1
    cores = f"{number} core{'' if number == 1 else 's'}"
    has_card = any((devices / name).exists() for name in ("nvidia0", "kfd"))
    if has_card and "+cpu" in torch:
        return Diagnosis(f"torch {torch} on {cores}, beside a graphics card", "install a torch that knows the card")
    if has_card:
        return Diagnosis(f"torch {torch} on a graphics card")
    return Diagnosis(f"torch {torch} on {cores}, without a graphics card of NVIDIA or AMD")


BACKEND = Backend(
    name="local",
    example="Qwen/Qwen3-0.6B",
    client=_client,
    is_in_process=True,
    lists_all_models=True,
    diagnose=diagnose,
)
