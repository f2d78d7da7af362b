"""What servers list of their models, each in its own spelling."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from woozle.players.backends.backend import MOST_TOKENS, Capabilities, ModelInfo

_CONTEXTS = (
    "loaded_context_length",
    "n_ctx",
    "max_model_len",
    "context_length",
    "context_window",
    "max_context_length",
    "n_ctx_train",
)
"""Names of how many tokens fit, what holds now before what could hold."""


def model_info(name: str, facts: Mapping[str, Any], without: Set[str]) -> ModelInfo:
    """A model as /v1/models lists it, with what was learnt of it since.

    Known spellings: OpenRouter (architecture, supported_parameters, context_length), vLLM (max_model_len), llama.cpp (meta,
    capabilities), Mistral (capabilities, max_context_length), Groq (context_window), LM Studio (type, loaded_context_length).
    """
    meta = facts.get("meta")
    places = (facts, meta if isinstance(meta, Mapping) else {})
    parameters = facts.get("supported_parameters")

    def takes(*names: str, left_out: str = "") -> bool | None:
        if left_out in without:
            return False
        return any(name in parameters for name in names) if isinstance(parameters, list) else None

    return ModelInfo(
        name,
        _first_number(places, ("size",)),
        Capabilities(
            vision=False if "pictures" in without else _sees(facts),
            schema=takes("structured_outputs", "response_format", left_out="response_format"),
            logprobs=takes("logprobs", left_out="logprobs"),
            seed=takes("seed", left_out="seed"),
            reasoning=takes("reasoning", "reasoning_effort"),
            context=_first_number(places, _CONTEXTS),
        ),
    )


def _sees(facts: Mapping[str, Any]) -> bool | None:
    said = list(_modalities(facts))
    if any(said):
        return True
    return False if said else None


def _modalities(facts: Mapping[str, Any]) -> Iterator[bool]:
    """Whether it sees, once for each thing that says so or not."""
    architecture, capabilities = facts.get("architecture"), facts.get("capabilities")
    if isinstance(architecture, Mapping) and isinstance(architecture.get("input_modalities"), list):
        yield "image" in architecture["input_modalities"]
    if isinstance(capabilities, Mapping) and isinstance(capabilities.get("vision"), bool):
        yield capabilities["vision"]
    if isinstance(capabilities, list):
        yield "multimodal" in capabilities or "vision" in capabilities
    if facts.get("type") in ("llm", "vlm"):
        yield facts["type"] == "vlm"


def _first_number(places: tuple[Mapping[str, Any], ...], names: tuple[str, ...]) -> int | None:
    numbers = (place.get(name) for name in names for place in places)
    return next((number for number in numbers if isinstance(number, int) and 0 < number <= MOST_TOKENS), None)
