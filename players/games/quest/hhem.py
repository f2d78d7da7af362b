"""HHEM-2.1-Open, the judge of MAS-HQ: a T5 encoder that says how likely a text is consistent with its source.

Built from the usual classes of transformers and pinned files, so that no code comes with the weights (hhem.toml says where they are
from). Its scores are those of the model card only for English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from woozle.players.games.quest.readers import Pair, Reader, Rows, Together
from woozle.players.paths import expanded
from woozle.players.services.machine import be_quiet, device, first_line, needs_torch, unfetched

SIZE = "439 MB, and 3 MB for its tokenizer"

_BASE = "flan-t5-base"  # a folder of that name beside the weights
_PREFIX = "t5."  # of every weight, as the published class holds the model
_TIED = {"transformer.encoder.embed_tokens.weight"}  # left out of the file, being the same as transformer.shared.weight
_LONGEST = 4096  # tokens; attention to so many takes 2 GB


class HhemError(ValueError):
    """HHEM cannot judge here. Says why, in a sentence."""


class Place(NamedTuple):
    """Where its files are. base: configuration and tokenizer of the model that it was made from."""

    weights: Path
    base: Path


@cache
def source() -> Mapping[str, Any]:
    """Where it comes from, and what it is given to read."""
    return tomllib.loads(files(__package__).joinpath("hhem.toml").read_text("utf-8"))


def place(folder: str = "") -> Place:
    """Its files: in a folder, which holds model.safetensors and a folder flan-t5-base, or where `download` puts them.

    Raises HhemError.
    """
    if why := needs_torch():
        raise HhemError(f"HHEM cannot judge here: {why}")
    if folder:
        path = expanded(folder)
        found = Place(path / "model.safetensors", path / _BASE)
        for needed in (found.weights, found.base / "config.json", found.base / "tokenizer.json"):
            if not needed.is_file():
                raise HhemError(f"HHEM cannot judge from {folder}: {needed.relative_to(path)} is missing there.")
        return found
    weights, base = (_fetched(name, only_here=True) for name in ("weights", "base"))
    if weights is None or base is None:
        raise HhemError(f"HHEM is not on this machine; `woozle judge download hhem` fetches it ({SIZE}).")
    return Place(weights / "model.safetensors", base)


def download() -> Place:
    """Fetch its files, so that they are there from now on. Raises HhemError."""
    if why := needs_torch():
        raise HhemError(f"HHEM cannot judge here: {why}")
    for name in ("weights", "base"):
        _fetched(name, only_here=False)
    return place()


def _fetched(name: str, *, only_here: bool) -> Path | None:
    """The folder of a pinned revision; None if it is not here whole. Raises HhemError where it cannot be fetched."""
    from huggingface_hub import snapshot_download

    pinned = source()[name]
    try:
        found = snapshot_download(
            pinned["repository"], revision=pinned["revision"], allow_patterns=pinned["files"], local_files_only=only_here
        )
    except Exception as error:  # a dozen kinds of the hub, of HTTP and of the disk
        if only_here:
            return None
        raise HhemError(unfetched(pinned["repository"], error)) from error
    folder = Path(found)
    return folder if all((folder / each).is_file() for each in pinned["files"][:2]) else None


@cache
def together(folder: str = "") -> Together:
    """Who reads, for all matches of this process. Raises HhemError where its files are not."""
    where = place(folder)
    return Together(lambda: load(where))


def load(where: Place) -> Reader:
    """The model, ready to read. Raises HhemError for files that are not HHEM's."""
    import torch
    from safetensors import SafetensorError
    from safetensors.torch import load_file
    from transformers import AutoTokenizer, T5Config, T5ForTokenClassification

    be_quiet()
    try:
        config = T5Config.from_pretrained(where.base, num_labels=2)
        tokenizer = AutoTokenizer.from_pretrained(where.base)
        weights = load_file(where.weights)
    except (OSError, ValueError, SafetensorError) as error:
        raise HhemError(f"HHEM cannot be read from {where.weights.parent} ({first_line(error)}); get its files again.") from error
    model: Any = T5ForTokenClassification(config)
    try:
        odd = model.load_state_dict({name.removeprefix(_PREFIX): each for name, each in weights.items()}, strict=False)
    except RuntimeError as error:
        raise HhemError(f"The weights in {where.weights} are not of the size that HHEM has.") from error
    if wrong := [*(set(odd.missing_keys) - _TIED), *odd.unexpected_keys]:
        raise HhemError(f"The weights in {where.weights} are not HHEM's: {wrong[0]} is missing, or should not be there.")
    model.transformer.set_input_embeddings(model.transformer.shared)
    template = source()["template"]

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
