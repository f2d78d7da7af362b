"""Models of random weights, so small that a test can make them. The same arguments make the same files."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from woozle.players.backends.local.loaded_model import silence_libraries

TEMPLATE = "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant: "
THINKING = TEMPLATE + "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
SEEING = (
    "{% for message in messages %}{{ message['role'] }}: "
    "{% for part in message['content'] %}{{ '<image>' if part['type'] == 'image' else part['text'] }}{% endfor %}"
    "{{ '\\n' }}{% endfor %}assistant: "
)
_WORDS = ['{"say": "I saw nobody in medbay", "target": "blue", "why": ["there", "was", "nobody"], "sure": true}'] * 4


def tiny_causal(
    folder: Path,
    *,
    template: str | None = TEMPLATE,
    context: int = 2048,
    hidden: int = 16,
    words: int = 32,
    texts: Sequence[str] = _WORDS,
    seed: int = 0,
) -> Path:
    """A Llama of one layer, whose tokens are bytes and `words` parts of `texts`. With <think> in its template it knows that tag."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = _tokenizer(("<think>", "</think>") if template and "<think>" in template else (), words, texts)
    tokenizer.chat_template = template
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    model = LlamaForCausalLM(LlamaConfig(**{**_text(tokenizer, context), "hidden_size": hidden}))
    model.generation_config.do_sample = True
    model.save_pretrained(folder)
    return folder


def tiny_of(folder: Path, kind: str, **sizes: Any) -> Path:
    """A causal model of another kind, as transformers names it; its tokens are those of tiny_causal."""
    import torch
    from transformers import AutoConfig, AutoModelForCausalLM

    tokenizer = _tokenizer(())
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    usual = {**_text(tokenizer, 512), "num_hidden_layers": 2, "initializer_range": 0.5}
    AutoModelForCausalLM.from_config(AutoConfig.for_model(kind, **{**usual, **sizes})).save_pretrained(folder)
    return folder


def tiny_vision(folder: Path, *, seed: int = 0) -> Path:
    """A Llava of one layer, which sees a picture as four patches of 8 by 8 pixels; its tokens are those of tiny_causal."""
    import torch
    from transformers import CLIPVisionConfig, LlamaConfig, LlavaConfig, LlavaForConditionalGeneration, LlavaProcessor
    from transformers.models.clip.image_processing_pil_clip import CLIPImageProcessorPil

    tokenizer = _tokenizer(("<image>",))
    pictures = CLIPImageProcessorPil(size={"shortest_edge": 16}, crop_size={"height": 16, "width": 16})
    image = tokenizer.convert_tokens_to_ids("<image>")
    processor = LlavaProcessor(
        pictures,
        tokenizer,
        patch_size=8,
        vision_feature_select_strategy="default",
        chat_template=SEEING,
        num_additional_image_tokens=1,
    )
    processor.save_pretrained(folder)
    torch.manual_seed(seed)
    sight = CLIPVisionConfig(
        hidden_size=16,
        intermediate_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        image_size=16,
        patch_size=8,
        projection_dim=16,
    )
    text = LlamaConfig(**_text(tokenizer, 2048))
    config = LlavaConfig(
        vision_config=sight, text_config=text, image_token_index=image, image_token_id=image, vision_feature_layer=-1
    )
    model = LlavaForConditionalGeneration(config)
    model.generation_config.do_sample = True
    model.generation_config.eos_token_id = tokenizer.eos_token_id
    model.save_pretrained(folder)
    return folder


_ALIGNMENT = 32  # bytes, of tensors in a GGUF file
_U32, _F32, _STRING, _ARRAY, _I32 = 4, 6, 8, 9, 5  # types of a value in GGUF
_NORMAL, _CONTROL = 1, 3  # types of a token


def write_gguf(folder: Path, path: Path) -> Path:
    """Write what tiny_causal made as one file of llama.cpp, in version 3 of its format (ggml's docs/gguf.md)."""
    from safetensors.numpy import load_file

    config = json.loads((folder / "config.json").read_text("utf-8"))
    tokens = json.loads((folder / "tokenizer.json").read_text("utf-8"))
    vocabulary = sorted(tokens["model"]["vocab"], key=tokens["model"]["vocab"].__getitem__)
    specials = {each["content"] for each in tokens["added_tokens"]}
    merges = [" ".join(each) for each in tokens["model"]["merges"]]
    facts: dict[str, tuple[int, Any]] = {
        "general.architecture": (_STRING, "llama"),
        "general.name": (_STRING, "tiny"),
        "llama.context_length": (_U32, config["max_position_embeddings"]),
        "llama.embedding_length": (_U32, config["hidden_size"]),
        "llama.block_count": (_U32, config["num_hidden_layers"]),
        "llama.feed_forward_length": (_U32, config["intermediate_size"]),
        "llama.attention.head_count": (_U32, config["num_attention_heads"]),
        "llama.attention.head_count_kv": (_U32, config["num_key_value_heads"]),
        "llama.attention.layer_norm_rms_epsilon": (_F32, config["rms_norm_eps"]),
        "llama.vocab_size": (_U32, len(vocabulary)),
        "tokenizer.ggml.model": (_STRING, "gpt2"),
        "tokenizer.ggml.pre": (_STRING, "gpt-2"),
        "tokenizer.ggml.tokens": (_ARRAY, (_STRING, vocabulary)),
        "tokenizer.ggml.token_type": (_ARRAY, (_I32, [_CONTROL if each in specials else _NORMAL for each in vocabulary])),
        "tokenizer.ggml.merges": (_ARRAY, (_STRING, merges)),
        "tokenizer.ggml.bos_token_id": (_U32, config["bos_token_id"]),
        "tokenizer.ggml.eos_token_id": (_U32, config["eos_token_id"]),
        "tokenizer.chat_template": (_STRING, (folder / "chat_template.jinja").read_text("utf-8")),
    }
    tensors = {_in_gguf(name): each.astype("float32") for name, each in load_file(folder / "model.safetensors").items()}
    head = bytearray(b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(facts)))
    for name, (kind, fact) in facts.items():
        head += _value_in_gguf(_STRING, name) + struct.pack("<I", kind) + _value_in_gguf(kind, fact)
    data = bytearray()
    for name, tensor in tensors.items():
        sizes = tensor.shape[::-1]
        head += _value_in_gguf(_STRING, name) + struct.pack(f"<I{len(sizes)}QIQ", len(sizes), *sizes, 0, len(data))
        data += tensor.tobytes() + bytes(-tensor.nbytes % _ALIGNMENT)
    path.write_bytes(head + bytes(-len(head) % _ALIGNMENT) + data)
    return path


def _in_gguf(name: str) -> str:
    """Return llama.cpp's name of a tensor of a Llama."""
    whole = {"model.embed_tokens": "token_embd", "model.norm": "output_norm", "lm_head": "output"}
    parts = {"self_attn.q_proj": "attn_q", "self_attn.k_proj": "attn_k", "self_attn.v_proj": "attn_v"}
    parts |= {"self_attn.o_proj": "attn_output", "mlp.gate_proj": "ffn_gate", "mlp.up_proj": "ffn_up", "mlp.down_proj": "ffn_down"}
    parts |= {"input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm"}
    stem = name.removesuffix(".weight")
    if stem in whole:
        return f"{whole[stem]}.weight"
    number, _, part = stem.removeprefix("model.layers.").partition(".")
    return f"blk.{number}.{parts[part]}.weight"


def _value_in_gguf(kind: int, value: Any) -> bytes:
    match kind:
        case _ if kind == _STRING:
            return struct.pack("<Q", len(raw := value.encode())) + raw
        case _ if kind == _ARRAY:
            of, values = value
            return struct.pack("<IQ", of, len(values)) + b"".join(_value_in_gguf(of, each) for each in values)
    return struct.pack({_U32: "<I", _I32: "<i", _F32: "<f"}[kind], value)


def _tokenizer(more: tuple[str, ...], words: int = 32, texts: Sequence[str] = _WORDS) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    silence_libraries()  # a bar while a model is saved would be in what a command writes
    tokens = Tokenizer(models.BPE())
    tokens.pre_tokenizer, tokens.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=256 + words,
        special_tokens=["<s>", "</s>"],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokens.train_from_iterator(texts, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, bos_token="<s>", eos_token="</s>", pad_token="</s>")
    tokenizer.add_tokens(list(more))
    return tokenizer


def _text(tokenizer: Any, context: int) -> dict[str, Any]:
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 1}
    tokens = {"vocab_size": len(tokenizer), "bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id}
    return {**sizes, **tokens, "max_position_embeddings": context}
