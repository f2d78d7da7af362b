"""What officials that are models of torch need to know of this machine: whether and where they run, and where their files are."""

from __future__ import annotations

import logging

from woozle.core.text import visible_line
from woozle.players.paths import expanded


def needs_torch() -> str:
    """Why no such model can run here, as one sentence; empty if they can."""
    from importlib.util import find_spec

    missing = [name for name in ("torch", "transformers") if find_spec(name) is None]
    return f"{' and '.join(missing)} are needed for that; install woozle[local]." if missing else ""


def device() -> str:
    """Where models run: on a GPU if there is one."""
    import torch

    return "cuda" if torch.cuda.is_available() else "cpu"


def be_quiet() -> None:
    """Have the libraries of models say nothing on the terminal while they load."""
    from huggingface_hub.utils.tqdm import disable_progress_bars
    from transformers import logging as talk

    talk.set_verbosity(logging.CRITICAL)
    talk.disable_progress_bar()  # type: ignore[no-untyped-call]
    disable_progress_bars()


def path_of(place: str) -> str:
    """Where transformers finds a model: the path of a folder that is there, or else a repository that was fetched before."""
    path = expanded(place)
    return str(path) if path.exists() else place


def first_line(error: Exception) -> str:
    """What an error of a library says first, without a stop; its kind if it says nothing."""
    return visible_line((str(error).strip().splitlines() or [type(error).__name__])[0].rstrip("."))


def unreadable(place: str, error: Exception) -> str:
    """That the files of a model are there and cannot be read, as a sentence."""
    return f"{visible_line(place)} cannot be read ({first_line(error)}); get its files again, or name another."


def unfetched(place: str, error: Exception) -> str:
    """That a repository cannot be had from huggingface.co, as a sentence."""
    return f"{visible_line(place)} cannot be fetched ({first_line(error)}); check its name and the network."
