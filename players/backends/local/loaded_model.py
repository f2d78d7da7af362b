"""A model in memory with its facts, and how it is loaded and run."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from woozle.core.reply_marks import tells_parts
from woozle.core.text import visible_line
from woozle.players.backends.local.json_constraint import Grammars
from woozle.players.backends.local.model_files import find_folder, model_name, quote
from woozle.players.backends.local.reasoning_tags import Tags, find_tags
from woozle.players.backends.model_client import BackendError, Capabilities

_PLAIN_LAYERS = frozenset({"DynamicLayer", "DynamicSlidingWindowLayer"})
_WORDS = 200  # characters of a library's own words
_ALONE = threading.Lock()  # transformers loads its own modules late, and sets numbers for all threads while it loads a model


@dataclass(frozen=True, slots=True)
class Prompt:
    """A model's input. tokens: with those of pictures among them; seen: the pictures' own inputs, empty without pictures.

    is_thinking: whether the template has begun its thoughts for it. notes: what was said to it another way.
    """

    tokens: list[int]
    seen: dict[str, Any] = field(default_factory=dict)
    is_thinking: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class LoadedModel:
    """A model that is ready. name: without its folder. context: how many tokens fit, None if unknown.

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
        return self.model.device

    @property
    def description(self) -> str:
        """Return its name, device and number type, on which its words depend."""
        return f"{self.name} ({self.device.type}, {str(self.model.dtype).removeprefix('torch.')})"

    @cached_property
    def template(self) -> str | None:
        said = getattr(self.processor, "chat_template", None) or self.tokenizer.chat_template
        return said.get("default") if isinstance(said, dict) else said

    @cached_property
    def endings(self) -> frozenset[int]:
        """Return the tokens that end a reply."""
        said = self.model.generation_config.eos_token_id
        listed = said if isinstance(said, list) else [said]
        return frozenset(each for each in (*listed, self.tokenizer.eos_token_id) if each is not None)

    @cached_property
    def invisible_tokens(self) -> frozenset[int]:
        """Return the tokens without any text: special ones, unless they tell what was thought from what was said."""
        special = {each for each in self.tokenizer.all_special_ids if not tells_parts(self.tokenizer.convert_ids_to_tokens(each))}
        return frozenset(special | self.endings)

    @cached_property
    def takes(self) -> frozenset[str]:
        """Return the names of the parameters of its `forward`."""
        from inspect import signature

        return frozenset(signature(self.model.forward).parameters)

    @cached_property
    def grammars(self) -> Grammars:
        size = self.model.config.get_text_config(decoder=True).vocab_size
        return Grammars(self.tokenizer, sorted(self.endings), size)

    @cached_property
    def is_joinable(self) -> bool:
        """Return whether rows of its cache can be put side by side: all layers are attention, none has a running state."""
        from transformers import DynamicCache

        layers = DynamicCache(config=self.model.config).layers
        return all(type(layer).__name__ in _PLAIN_LAYERS for layer in layers)

    @cached_property
    def has_tree_attention(self) -> bool:
        """Return whether it accepts a mask of which tokens each token sees, so that several texts are read as one sequence.

        Tried out on a few tokens, since its files do not say what it does with a mask. Windows are longer than these: with any, no.
        """
        from transformers import DynamicCache

        layers = DynamicCache(config=self.model.config).layers
        if "position_ids" not in self.takes or any(type(layer).__name__ != "DynamicLayer" for layer in layers):
            return False
        try:
            return _reads_trees(self)
        except Exception:  # a model may raise anything about a mask that it does not expect
            return False

    def create_cache(self) -> Any:
        """Return an empty cache. With its config transformers would forget what is outside of windows: rows could not be joined."""
        from transformers import DynamicCache

        return DynamicCache() if self.is_joinable else DynamicCache(config=self.model.config)


def load_model(name: str, *, device: str = "auto", dtype: str = "auto") -> LoadedModel:
    """Return the model of that name. device: auto, cuda, mps, cpu; dtype: auto, or one of torch. Raises BackendError."""
    folder = find_folder(name)
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
            raise BackendError("no_model", f"{quote(name)} lacks weights ({visible_line(lacking[0])}); download it again.")
        loaded = LoadedModel(model_name(name), model.to(kind).eval(), tokenizer, processor, _context(config), find_tags(tokenizer))
    if "past_key_values" not in loaded.takes:
        raise BackendError(
            "no_model", f"{quote(name)} is of a kind ({visible_line(config.model_type)}) that does not run here; take another."
        )
    return loaded


def _reads_trees(loaded: LoadedModel) -> bool:
    """Return whether two texts read as one sequence, after a common beginning, come out as one of them does alone."""
    import torch

    def ids(*tokens: int) -> Any:
        return torch.tensor([tokens], device=loaded.device)

    begin, one, other, cache = (1, 2, 3), (4, 5), (6, 7), loaded.create_cache()
    seen = torch.tensor([[1, 1, 1, 1, 0, 0, 0], [1, 1, 1, 1, 1, 0, 0], [1, 1, 1, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 1]]) > 0
    with torch.inference_mode():
        alone = loaded.model(input_ids=ids(*begin, *other)).logits[0, 3:].float()
        loaded.model(input_ids=ids(*begin), past_key_values=cache, use_cache=True)
        together = loaded.model(
            input_ids=ids(*one, *other),
            attention_mask=attention_bias(loaded, seen[None, None].to(loaded.device)),
            position_ids=ids(3, 4, 3, 4),
            past_key_values=cache,
        ).logits[0, 2:]
    apart = float((together.float() - alone).abs().max() / alone.std())
    return apart < max(1e-4, 16 * torch.finfo(loaded.model.dtype).eps)


def attention_bias(loaded: LoadedModel, seen: Any) -> Any:
    """Return the mask as a term of attention scores, since not all kinds of attention take yes and no."""
    import torch

    dtype = loaded.model.dtype
    return torch.zeros(seen.shape, dtype=dtype, device=seen.device).masked_fill(~seen, torch.finfo(dtype).min)


def read_capabilities(name: str) -> Capabilities:
    """Return the capabilities of a model, by its configuration. Raises BackendError."""
    folder = find_folder(name)
    with _quiet(name):
        from transformers import AutoTokenizer

        config = _config(folder)
        tokenizer = AutoTokenizer.from_pretrained(folder, local_files_only=True)
        return Capabilities(
            vision=_sees(config),
            schema=bool(tokenizer.is_fast),
            logprobs=True,
            seed=True,
            reasoning=find_tags(tokenizer) is not None,
            context=_context(config),
        )


def silence_libraries() -> None:
    """Keep transformers and huggingface_hub from writing to the terminal while they load."""
    from huggingface_hub.utils.tqdm import disable_progress_bars
    from transformers import logging as talk

    talk.set_verbosity(logging.CRITICAL)
    talk.disable_progress_bar()  # type: ignore[no-untyped-call]
    disable_progress_bars()


@contextmanager
def _quiet(name: str) -> Iterator[None]:
    """Keep the libraries from printing, and turn whatever they raise into a sentence."""
    with _ALONE:
        import torch

        silence_libraries()
    try:
        with _ALONE:
            yield
    except BackendError:
        raise
    except (torch.OutOfMemoryError, MemoryError):
        raise BackendError("no_model", f"{quote(name)} does not fit into memory; take a smaller model.") from None
    except Exception as error:
        said = visible_line(" ".join(str(error).split()))[:_WORDS] or type(error).__name__
        raise BackendError("no_model", f"{quote(name)} cannot be loaded; name another, or download it again. ({said})") from None


def _config(folder: Path) -> Any:
    from transformers import AutoConfig

    return AutoConfig.from_pretrained(folder, local_files_only=True)


def _sees(config: Any) -> bool:
    """Return whether a model reads pictures and text: by the architecture of its weights, or else by its kind."""
    from transformers.models.auto.modeling_auto import MODEL_FOR_CAUSAL_LM_MAPPING_NAMES, MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES

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
    """Return the type of its weights, but whole floats on a CPU, where halves are slow, and none unknown to the device."""
    import torch

    said = config.get_text_config(decoder=True).dtype or config.dtype or torch.float32
    if device == "cpu":
        return torch.float32
    if said == torch.bfloat16 and device == "cuda" and not torch.cuda.is_bf16_supported():
        return torch.float16
    return said


# Running

LOGITS_AT_ONCE = 2**27
"""Logits that are held at a time where a model gives them for many tokens, half a GB of them."""


def run(
    loaded: LoadedModel, tokens: Any, mask: Any, positions: Any, cache: Any, *, last: Any = 1, seen: dict[str, Any] | None = None
) -> Any:
    """Return the logits of the last tokens. positions: None lets the model count them. last: how many, 0 for all, or which."""
    given = {"input_ids": tokens, "attention_mask": mask, "past_key_values": cache, "use_cache": True, **(seen or {})}
    if positions is not None and "position_ids" in loaded.takes:
        given["position_ids"] = positions
    if "logits_to_keep" in loaded.takes:
        given["logits_to_keep"] = last
    return loaded.model(**given).logits


def read_prompts(loaded: LoadedModel, prompts: Sequence[Prompt]) -> tuple[Any, Any, Any, list[int]]:
    """Read prompts; return the cache, its mask, the logits of what comes next, and its position in each row.

    Prompts with pictures are read one at a time, for models place pictures in their own ways.
    """
    import torch

    device, longest = loaded.device, max(len(each.tokens) for each in prompts)
    pads = [longest - len(each.tokens) for each in prompts]
    tokens = torch.tensor([[0] * pad + each.tokens for pad, each in zip(pads, prompts, strict=True)], device=device)
    mask = torch.tensor([[0] * pad + [1] * len(each.tokens) for pad, each in zip(pads, prompts, strict=True)], device=device)
    seen = {name: each.to(device) for name, each in prompts[0].seen.items()}
    seen = {name: each.to(loaded.model.dtype) if each.is_floating_point() else each for name, each in seen.items()}
    positions = None if seen else (mask.cumsum(dim=-1) - 1).clamp(min=0)
    cache = loaded.create_cache()
    logits = run(loaded, tokens, mask, positions, cache, seen=seen)[:, -1].float()
    shift = int(getattr(loaded.model.base_model, "rope_deltas", None) or 0) if seen else 0  # Qwen counts a picture as fewer places
    return cache, mask, logits, [len(each.tokens) + shift for each in prompts]
