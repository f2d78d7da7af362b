"""Models of torch that services load on this machine: from a folder, or from a repository that was fetched before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from woozle.core.text import visible_line
from woozle.players.backends.local.loaded_model import silence_libraries
from woozle.players.paths import expand_home
from woozle.players.services.service import ServiceError


def missing_torch() -> str:
    """Return what has to be installed before models of torch can run, as one sentence; empty for nothing."""
    from importlib.util import find_spec

    missing = [name for name in ("torch", "transformers") if find_spec(name) is None]
    return f"{' and '.join(missing)} are needed for that; install woozle[local]." if missing else ""


def require_torch(name: str, verb: str) -> None:
    """Raise ServiceError unless models of torch can run. The name of the model and `verb` say what cannot be done."""
    if why := missing_torch():
        raise ServiceError(f"{visible_line(name)} cannot {verb} here: {why}")


def device() -> str:
    """Return `cuda` if there is a GPU, else `cpu`."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def model_config(place: str, verb: str, hint: str) -> Any:
    """Return the configuration of a model. Raise ServiceError without torch, or with `hint` if there is no model."""
    require_torch(place, verb)
    from transformers import AutoConfig

    try:
        return AutoConfig.from_pretrained(path_of(place), local_files_only=True)
    except (OSError, ValueError) as error:
        raise ServiceError(f"There is no model {visible_line(place)} on this machine; name its folder, as in {hint}.") from error


def load_pretrained(cls: Any, place: str, **options: Any) -> Any:
    """Return a tokenizer or model of a class of transformers. Raise ServiceError for files that cannot be read."""
    from safetensors import SafetensorError

    silence_libraries()
    try:
        return cls.from_pretrained(path_of(place), local_files_only=True, **options)
    except (OSError, ValueError, RuntimeError, SafetensorError) as error:
        raise unreadable(place, error) from error


def ask_hub(repository: str, call: Callable[[], Any]) -> Any:
    """Return the result of a call to huggingface.co. Raise ServiceError for the dozen kinds of errors of the hub, HTTP and disk."""
    try:
        return call()
    except Exception as error:
        raise ServiceError(
            f"{visible_line(repository)} cannot be fetched ({first_line(error)}); check its name and the network."
        ) from error


def path_of(place: str) -> str:
    """Return the path of a folder that exists, else the name of a repository as given."""
    path: Path = expand_home(place)
    return str(path) if path.exists() else place


def first_line(error: Exception) -> str:
    """Return the first line of an error's message, without a stop; its type if it has none."""
    return visible_line((str(error).strip().splitlines() or [type(error).__name__])[0].rstrip("."))


def unreadable(place: str, error: Exception) -> ServiceError:
    """Return the error for the files of a model that are there and cannot be read."""
    return ServiceError(f"{visible_line(place)} cannot be read ({first_line(error)}); get its files again, or name another.")


class Limits(NamedTuple):
    """Limits of a batch. tokens: of all its rows, padding included. padded: the longest row, in tokens, that is filled up.

    Longer rows are read with those of their own length, without a mask: on a CPU each layer spreads a mask over every head and pair
    of places, which costs more than a call.
    """

    tokens: int
    padded: int


LIMITS: Mapping[str, Limits] = {"cpu": Limits(4096, 128), "cuda": Limits(32_768, 32_768)}
"""By device."""


def batches(which: Sequence[int], lengths: Sequence[int], device: str) -> Iterator[list[int]]:
    """Yield batches of rows of like length within the limits of a device, with little padding; a row that is too long is alone."""
    tokens, padded = LIMITS[device]
    batch: list[int] = []
    for at in sorted(which, key=lambda at: lengths[at]):
        is_full = lengths[at] * (len(batch) + 1) > tokens
        if batch and (is_full or (lengths[at] > padded and lengths[at] != lengths[batch[0]])):
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


def pad_rows(rows: Sequence[Sequence[int]], fill: int, device: Any) -> Any:
    """Return rows of numbers as a tensor, each filled up on the right to the longest."""
    import torch

    width = max(map(len, rows))
    return torch.tensor([[*row, *[fill] * (width - len(row))] for row in rows], device=device)
