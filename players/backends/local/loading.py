"""A model in memory, with what has to be known about it; the only door to transformers."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from woozle.core.text import visible_line
from woozle.players.backends.backend import BackendError, Capabilities
from woozle.players.backends.local.constrained import Grammars
from woozle.players.backends.local.finding import called, folder_of, quoted
from woozle.players.backends.local.thinking import Tags, tags

_PLAIN_LAYERS = frozenset({"DynamicLayer", "DynamicSlidingWindowLayer"})
_WORDS = 200  # characters of a library's own words
_ALONE = threading.Lock()  # transformers loads its own modules late, and sets numbers for all threads while it loads a model


@dataclass(frozen=True)
class Loaded:
    """A model that is ready. name: without where it lies. context: how many tokens fit, None if nobody says.

    processor: what prepares pictures, None for a model without eyes. tags: around its thoughts, None if it has no such tokens.
    """

    name: str
    model: Any
    tokenizer: Any
    processor: Any
    context: int | None
    tags: Tags | None

    @property
    def device(self) -> Any:
        """Where its weights are."""
        return self.model.device

    @property
    def described(self) -> str:
        """What it is, and on what it runs: its words depend on it."""
        return f"{self.name} ({self.device.type}, {str(self.model.dtype).removeprefix('torch.')})"

    @cached_property
    def template(self) -> str | None:
        """Its chat template."""
        said = getattr(self.processor, "chat_template", None) or self.tokenizer.chat_template
        return said.get("default") if isinstance(said, dict) else said

    @cached_property
    def endings(self) -> frozenset[int]:
        """The tokens that end a reply."""
        said = self.model.generation_config.eos_token_id
        listed = said if isinstance(said, list) else [said]
        return frozenset(each for each in (*listed, self.tokenizer.eos_token_id) if each is not None)

    @cached_property
    def unwritten(self) -> frozenset[int]:
        """The tokens that stand for nothing a reader would see."""
        kept = set(self.tags) if self.tags else set()
        special = {each for each in self.tokenizer.all_special_ids if self.tokenizer.convert_ids_to_tokens(each) not in kept}
        return frozenset(special | self.endings)

    @cached_property
    def takes(self) -> frozenset[str]:
        """The names of what its `forward` takes."""
        from inspect import signature

        return frozenset(signature(self.model.forward).parameters)

    @cached_property
    def grammars(self) -> Grammars:
        """What it can be held to."""
        size = self.model.config.get_text_config(decoder=True).vocab_size
        return Grammars(self.tokenizer, sorted(self.endings), size)

    @cached_property
    def is_joinable(self) -> bool:
        """Whether rows of its cache can be put side by side: all its layers are attention, nothing is a running state."""
        from transformers import DynamicCache

        layers = DynamicCache(config=self.model.config).layers
        return all(type(layer).__name__ in _PLAIN_LAYERS for layer in layers)

    @cached_property
    def sees_trees(self) -> bool:
        """Whether it can be told which tokens each token sees, so that several texts are read as one sequence.

        Tried out on a few tokens, for what becomes of a mask is in none of its files. Windows are longer than these: with any, no.
        """
        from transformers import DynamicCache

        layers = DynamicCache(config=self.model.config).layers
        if "position_ids" not in self.takes or any(type(layer).__name__ != "DynamicLayer" for layer in layers):
            return False
        try:
            return _reads_trees(self)
        except Exception:  # as models raise what they like about a mask that they do not expect
            return False

    def cache(self) -> Any:
        """An empty cache. With its config transformers would forget what is outside of windows, and rows could not be joined."""
        from transformers import DynamicCache

        return DynamicCache() if self.is_joinable else DynamicCache(config=self.model.config)


def load(name: str, *, device: str = "auto", dtype: str = "auto", downloads: bool = False) -> Loaded:
    """The model of that name. device: auto, cuda, mps, cpu; dtype: auto, or one of torch. Raises BackendError."""
    folder = folder_of(name, downloads=downloads)
    with _quiet(name):
        import torch
        import transformers

        library: Any = transformers
        config = _config(folder)
        kind = device if device != "auto" else _best_device()
        number = getattr(torch, dtype) if dtype != "auto" else _best_dtype(config, kind)
        processor = library.AutoProcessor.from_pretrained(folder, local_files_only=True) if _sees(config) else None
        tokenizer = processor.tokenizer if processor else library.AutoTokenizer.from_pretrained(folder, local_files_only=True)
        opened = library.AutoModelForImageTextToText if processor else library.AutoModelForCausalLM
        model, found = opened.from_pretrained(folder, dtype=number, local_files_only=True, output_loading_info=True)
        if lacking := sorted(found["missing_keys"]):
            raise BackendError("no_model", f"{quoted(name)} lacks weights ({visible_line(lacking[0])}); download it again.")
        loaded = Loaded(called(name), model.to(kind).eval(), tokenizer, processor, _context(config), tags(tokenizer))
    if "past_key_values" not in loaded.takes:
        raise BackendError(
            "no_model", f"{quoted(name)} is of a kind ({visible_line(config.model_type)}) that does not run here; take another."
        )
    return loaded


def _reads_trees(loaded: Loaded) -> bool:
    """Whether two texts that are read as one sequence, after what both begin with, come out as one of them does alone."""
    import torch

    def ids(*tokens: int) -> Any:
        return torch.tensor([tokens], device=loaded.device)

    begin, one, other, cache = (1, 2, 3), (4, 5), (6, 7), loaded.cache()
    seen = torch.tensor([[1, 1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 1]]) > 0
    with torch.inference_mode():
        alone = loaded.model(input_ids=ids(*begin, *other)).logits[0, 3:].float()
        loaded.model(input_ids=ids(*begin), past_key_values=cache, use_cache=True)
        together = loaded.model(
            input_ids=ids(*one, *other),
            attention_mask=masked(loaded, seen[None, None].to(loaded.device)),
            position_ids=ids(3, 4, 3, 4),
            past_key_values=cache,
        ).logits[0, 2:]
    apart = float((together.float() - alone).abs().max() / alone.std())
    return apart < max(1e-4, 16 * torch.finfo(loaded.model.dtype).eps)


def masked(loaded: Loaded, seen: Any) -> Any:
    """Which tokens each token sees, as its attention takes it: added to the scores, since not all kinds of it take yes and no."""
    import torch

    dtype = loaded.model.dtype
    return torch.zeros(seen.shape, dtype=dtype, device=seen.device).masked_fill(~seen, torch.finfo(dtype).min)


def facts(name: str, *, downloads: bool = False) -> Capabilities:
    """What a model can do, by its configuration. Raises BackendError."""
    folder = folder_of(name, downloads=downloads)
    with _quiet(name):
        from transformers import AutoTokenizer

        config = _config(folder)
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        return Capabilities(
            vision=_sees(config),
            schema=bool(tokenizer.is_fast),
            logprobs=True,
            seed=True,
            reasoning=tags(tokenizer) is not None,
            context=_context(config),
        )


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Nothing of the libraries reaches the terminal, and whatever they raise becomes a sentence."""
    with _ALONE:
        import torch
        from huggingface_hub.utils.tqdm import disable_progress_bars
        from transformers import logging as talk

        talk.set_verbosity(logging.CRITICAL)
        talk.disable_progress_bar()  # type: ignore[no-untyped-call]
        disable_progress_bars()
    try:
        with _ALONE:
            yield
    except BackendError:
        raise
    except (torch.OutOfMemoryError, MemoryError):
        raise BackendError("no_model", f"{quoted(name)} does not fit into memory; take a smaller model.") from None
    except Exception as error:
        said = visible_line(" ".join(str(error).split()))[:_WORDS] or type(error).__name__
        raise BackendError("no_model", f"{quoted(name)} cannot be loaded; name another, or download it again. ({said})") from None


def _config(folder: Path) -> Any:
    from transformers import AutoConfig

    return AutoConfig.from_pretrained(folder, local_files_only=True)


def _sees(config: Any) -> bool:
    """Whether it is a model that reads pictures and text: by the architecture of its weights, or else by its kind."""
    from transformers.models.auto.modeling_auto import (
        MODEL_FOR_CAUSAL_LM_MAPPING_NAMES,
        MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES,
    )

    said = (config.architectures or [""])[0]
    if said in MODEL_FOR_CAUSAL_LM_MAPPING_NAMES.values():
        return False
    return (
        said in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES.values()
        or config.model_type in MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES
    )


def _context(config: Any) -> int | None:
    text = config.get_text_config(decoder=True)
    return next((int(size) for name in ("max_position_embeddings", "n_positions") if (size := getattr(text, name, None))), None)


def _best_device() -> str:
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _best_dtype(config: Any, device: str) -> Any:
    """As its weights are, but whole floats on a CPU, where halves are slow, and none that the device does not know."""
    import torch

    said = config.get_text_config(decoder=True).dtype or config.dtype or torch.float32
    if device == "cpu":
        return torch.float32
    if said == torch.bfloat16 and device == "cuda" and not torch.cuda.is_bf16_supported():
        return torch.float16
    return said
