"""HHEM-2.1-Open, the judge of MAS-HQ: a T5 encoder that says how likely a text is consistent with its source.

Built from the usual classes of transformers and pinned files, so that no code comes with the weights (hhem.toml says where they are
from). Its scores are those of the model card only for English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from woozle.games.quest.players.readers import Pair, Reader, ReaderQueue, Rows
from woozle.players.backends.local.loaded_model import silence_libraries
from woozle.players.paths import expand_home
from woozle.players.services.service import ServiceError
from woozle.players.services.torch_models import ask_hub, device, first_line, missing_torch, require_torch

SIZE = "439 MB, and 3 MB for its tokenizer"

_BASE = "flan-t5-base"  # a folder of that name beside the weights
_PREFIX = "t5."  # of every weight, as the published class holds the model
_TIED = {"transformer.encoder.embed_tokens.weight"}  # left out of the file, being the same as transformer.shared.weight
_LONGEST = 4096  # tokens; attention to this many takes 2 GB


class HhemFiles(NamedTuple):
    """The files of HHEM. base: configuration and tokenizer of the model that it was made from."""

    weights: Path
    base: Path


@cache
def read_source() -> Mapping[str, Any]:
    """Return the repositories, pinned revisions and prompt template of HHEM."""
    return tomllib.loads(files(__package__).joinpath("hhem.toml").read_text("utf-8"))


def find_files(folder: str = "") -> HhemFiles:
    """Return its files: in a folder, which holds model.safetensors and a folder flan-t5-base, or where `download` puts them.

    Raise ServiceError.
    """
    require_torch("HHEM", "judge")
    if folder:
        path = expand_home(folder)
        found = HhemFiles(path / "model.safetensors", path / _BASE)
        for needed in (found.weights, found.base / "config.json", found.base / "tokenizer.json"):
            if not needed.is_file():
                raise ServiceError(f"HHEM cannot judge from {folder}: {needed.relative_to(path)} is missing there.")
        return found
    weights, base = (_fetch(name, only_here=True) for name in ("weights", "base"))
    if weights is None or base is None:
        raise ServiceError(f"HHEM is not on this machine; `woozle judge download hhem` fetches it ({SIZE}).")
    return HhemFiles(weights / "model.safetensors", base)


def diagnose(environ: Mapping[str, str]) -> tuple[str, str, str]:
    """Say whether HHEM is where huggingface_hub keeps it, without loading that, as `GameKit.diagnose` does."""
    folders = [_snapshot(environ, pinned) for pinned in (read_source()["weights"], read_source()["base"])]
    if not all(folders):
        fetches = f"`woozle judge download hhem` fetches it ({SIZE})"
        return "HHEM", "this judge is not here; the others need nothing", fetches
    size = sum(file.stat().st_size for folder in folders if folder for file in folder.rglob("*") if file.is_file())
    if missing_torch():
        return (
            "HHEM",
            f"this judge is here ({size / 1e6:,.1f} MB) and cannot run",
            '`pip install "woozle[local]"` adds what it needs',
        )
    return "HHEM", f"this judge is here, {size / 1e6:,.1f} MB", ""


def _snapshot(environ: Mapping[str, str], pinned: Mapping[str, Any]) -> Path | None:
    """Return the folder of a repository at its pinned revision; None if it is not here."""
    home = Path(environ.get("HF_HOME") or Path(environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "huggingface")
    hub = Path(environ.get("HF_HUB_CACHE") or home / "hub").expanduser()
    folder = hub / f"models--{pinned['repository'].replace('/', '--')}" / "snapshots" / pinned["revision"]
    with suppress(OSError):
        return folder if all((folder / each).is_file() for each in pinned["files"][:2]) else None
    return None


def download() -> HhemFiles:
    """Fetch its files, so that they are there from now on. Raise ServiceError."""
    require_torch("HHEM", "judge")
    for name in ("weights", "base"):
        _fetch(name, only_here=False)
    return find_files()


def _fetch(name: str, *, only_here: bool) -> Path | None:
    """Return the folder of a pinned revision; None if it is not here as a whole. Raise ServiceError if it cannot be fetched."""
    from huggingface_hub import snapshot_download

    pinned = read_source()[name]
    repository, revision, wanted = pinned["repository"], pinned["revision"], pinned["files"]
    fetch = partial(snapshot_download, repository, revision=revision, allow_patterns=wanted, local_files_only=only_here)
    try:
        folder = Path(ask_hub(repository, fetch))
    except ServiceError:
        if only_here:
            return None
        raise
    return folder if all((folder / each).is_file() for each in pinned["files"][:2]) else None


@cache
def shared_reader(folder: str = "") -> ReaderQueue:
    """Return the reader for all matches of this process. Raise ServiceError if its files are missing."""
    where = find_files(folder)
    return ReaderQueue(lambda: load(where))


def load(where: HhemFiles) -> Reader:
    """Load the model. Raise ServiceError for files that are not HHEM's."""
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file
    from transformers import AutoTokenizer, T5Config, T5ForTokenClassification

    silence_libraries()
    try:
        config = T5Config.from_pretrained(where.base, num_labels=2)
        tokenizer = AutoTokenizer.from_pretrained(where.base)
        weights = load_file(where.weights)
    except (OSError, ValueError, SafetensorError) as error:
        raise ServiceError(
            f"HHEM cannot be read from {where.weights.parent} ({first_line(error)}); get its files again."
        ) from error
    model: Any = T5ForTokenClassification(config)
    try:
        odd = model.load_state_dict({name.removeprefix(_PREFIX): each for name, each in weights.items()}, strict=False)
    except RuntimeError as error:
        raise ServiceError(f"The weights in {where.weights} are not of the size that HHEM has.") from error
    if wrong := [*(set(odd.missing_keys) - _TIED), *odd.unexpected_keys]:
        raise ServiceError(f"The weights in {where.weights} are not HHEM's: {wrong[0]} is missing, or should not be there.")
    model.transformer.set_input_embeddings(model.transformer.shared)
    template = read_source()["template"]

    def encode(pairs: Sequence[Pair]) -> Rows:
        read = tokenizer([template.format(source=source, text=text) for source, text in pairs], truncation=False, verbose=False)
        return {name: read[name] for name in ("input_ids", "attention_mask")}

    return Reader(
        "HHEM",
        model.eval().to(device()),
        encode,
        lambda logits: torch.softmax(logits[:, 0, :], -1)[:, 1],
        longest=_LONGEST,
        padding=config.pad_token_id or 0,
    )
