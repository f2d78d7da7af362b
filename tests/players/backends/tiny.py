"""Models of random weights, so small that a test can make them. The same arguments make the same files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

TEMPLATE = "{% for message in messages %}{{ message['role'] }}: {{ message['content'] }}\n{% endfor %}assistant: "
THINKING = TEMPLATE + "{% if enable_thinking is defined and not enable_thinking %}<think>\n\n</think>\n\n{% endif %}"
SEEING = (
    "{% for message in messages %}{{ message['role'] }}: "
    "{% for part in message['content'] %}{{ '<image>' if part['type'] == 'image' else part['text'] }}{% endfor %}"
    "{{ '\\n' }}{% endfor %}assistant: "
)
_WORDS = ['{"say": "I saw nobody in medbay", "target": "blue", "why": ["there", "was", "nobody"], "sure": true}'] * 4


def tiny_causal(folder: Path, *, template: str | None = TEMPLATE, context: int = 2048, words: int = 32, seed: int = 0) -> Path:
    """A Llama of one layer, whose tokens are bytes and some pairs of them. With <think> in its template it knows that tag."""
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    tokenizer = _tokenizer(("<think>", "</think>") if template and "<think>" in template else (), words)
    tokenizer.chat_template = template
    tokenizer.save_pretrained(folder)
    torch.manual_seed(seed)
    model = LlamaForCausalLM(LlamaConfig(**_text(tokenizer, context)))
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


def _tokenizer(more: tuple[str, ...], words: int = 32) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokens = Tokenizer(models.BPE())
    tokens.pre_tokenizer, tokens.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=256 + words,
        special_tokens=["<s>", "</s>"],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    tokens.train_from_iterator(_WORDS, trainer)
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=tokens, bos_token="<s>", eos_token="</s>", pad_token="</s>")
    tokenizer.add_tokens(list(more))
    return tokenizer


def _text(tokenizer: Any, context: int) -> dict[str, Any]:
    sizes = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 1}
    tokens = {"vocab_size": len(tokenizer), "bos_token_id": tokenizer.bos_token_id, "eos_token_id": tokenizer.eos_token_id}
    return {**sizes, **tokens, "max_position_embeddings": context}
