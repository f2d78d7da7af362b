"""The files of models on this machine: in folders, and in the cache of the Hugging Face hub."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from woozle.core.regular_files import LARGE, read_file
from woozle.core.text import visible_line
from woozle.players.backends.model_client import BackendError, Capabilities, ModelInfo
from woozle.players.paths import expand_home

_INDEXES = ("model.safetensors.index.json", "pytorch_model.bin.index.json")
_WEIGHTS = ("model.safetensors", "pytorch_model.bin")
_LIBRARIES = ("torch", "transformers", "llguidance")
_WRITERS = ("ForCausalLM", "LMHeadModel", "ForConditionalGeneration")
_PARAMETERS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)([BM])(?![A-Za-z])", re.IGNORECASE)
_BYTES = 2  # a parameter, as models are published today


def find_folder(name: str) -> Path:
    """Return the folder of a model, complete, by its path or its name on the hub. Raises BackendError `no_model`."""
    check_libraries()
    if is_path(name):
        return _check_folder(expand_home(name), name)
    found = _in_cache(name)
    if found is None or not _is_complete(found):
        raise BackendError(
            "no_model",
            f"{quote(name)} is not on this machine{_size_in_words(name, found)}; fetch it with `hf download {visible_line(name)}`, "
            "or name the folder of a model.",
        )
    return found


def is_path(name: str) -> bool:
    """Return whether a model's name is a path rather than a name on the hub."""
    return name.startswith(("/", ".", "~")) or Path(name).is_dir()


def model_name(name: str) -> str:
    """Return a model's name without its folder."""
    return expand_home(name).resolve().name if is_path(name) else name


def list_models() -> list[ModelInfo]:
    """Return the complete models of the cache that can write, by name, with their size. Raises BackendError."""
    check_libraries()
    from huggingface_hub import constants, scan_cache_dir
    from huggingface_hub.errors import CacheNotFound

    try:
        repos = [repo for repo in scan_cache_dir(constants.HF_HUB_CACHE).repos if repo.repo_type == "model"]
    except CacheNotFound:
        return []
    infos = []
    for repo in repos:
        for folder in (revision.snapshot_path for revision in repo.revisions if "main" in revision.refs):
            config = _json(folder / "config.json")
            if _is_complete(folder) and _writes(config):
                can = Capabilities(vision="vision_config" in config)
                infos.append(ModelInfo(repo.repo_id, sum(each.stat().st_size for each in _weights(folder)), can))
    return sorted(infos, key=lambda info: info.name)


def check_libraries() -> None:
    """Raise BackendError `no_model` where a library that local models need is missing."""
    if missing := [each for each in _LIBRARIES if find_spec(each) is None]:
        raise BackendError(
            "no_model", f"Local models need {', '.join(missing)}; install what they need with `pip install 'woozle[local]'`."
        )


def _check_folder(path: Path, name: str) -> Path:
    if not path.is_dir():
        raise BackendError("no_model", f"There is no folder {quote(name)}; name one that holds a model, or a model of the hub.")
    if not _json(path / "config.json"):
        raise BackendError("no_model", f"{quote(name)} holds no model: its config.json is missing or broken; name another folder.")
    if not _is_complete(path):
        raise BackendError("no_model", f"{quote(name)} lacks weights of its model; copy or download all of its files.")
    return path


def _in_cache(name: str) -> Path | None:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError
    from huggingface_hub.utils.tqdm import disable_progress_bars

    disable_progress_bars()
    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (LocalEntryNotFoundError, HFValidationError, OSError):
        return None


def _is_complete(folder: Path) -> bool:
    weights = list(_weights(folder))
    return bool(weights) and all(each.exists() for each in weights) and bool(_json(folder / "config.json"))


def _weights(folder: Path) -> Iterator[Path]:
    """Yield the files of a model's weights, there or not."""
    for index in _INDEXES:
        if files := _json(folder / index).get("weight_map"):
            yield from sorted({folder / str(each) for each in files.values()})
            return
    yield from [folder / name for name in _WEIGHTS if (folder / name).exists()][:1]


def _writes(config: dict[str, Any]) -> bool:
    is_writer = any(str(each).endswith(_WRITERS) for each in config.get("architectures") or ())
    return is_writer and not config.get("is_encoder_decoder")


def _size_in_words(name: str, folder: Path | None) -> str:
    """Return its size in words, by what was downloaded, or else by the parameters that its name states."""
    size = _json(folder / _INDEXES[0]).get("metadata", {}).get("total_size") if folder else None
    if size is None and (said := _PARAMETERS.search(name)):
        size = float(said[1]) * (1e9 if said[2] in "bB" else 1e6) * _BYTES
    return f" (about {size / 1e9:,.1f} GB)" if size else ""


def _json(path: Path) -> dict[str, Any]:
    try:
        said = json.loads(read_file(path, LARGE, follows_links=True))
    except (OSError, ValueError):
        return {}
    return said if isinstance(said, dict) else {}


def quote(name: str) -> str:
    """Return a model's name in quotes."""
    return repr(visible_line(name))
