"""Judges of random weights, so small that a test can make them, in the files that real ones come in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from woozle.players.backends.local.loaded_model import silence_libraries

WORDS = ("the", "a", "bear", "river", "is", "in", "tells", "capital", "france", "paris", "premise", "hypothesis", "true", "given")


def tokenizer(*special: str) -> Any:
    """Knows a few words, letters, and these tokens."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    silence_libraries()  # a bar while a model is saved would be in what a command writes
    tokens = dict.fromkeys([*special, "<unk>", *WORDS, *"abcdefghijklmnopqrstuvwxyz0123456789.,:?"])
    vocabulary = {token: at for at, token in enumerate(tokens)}
    words = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    words.normalizer = normalizers.Lowercase()
    words.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), pre_tokenizers.Punctuation()])
    words.post_processor = processors.TemplateProcessing(
        single="$A </s>", pair="$A </s> $B </s>", special_tokens=[("</s>", vocabulary["</s>"])]
    )
    return PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", eos_token="</s>", unk_token="<unk>")


def tiny_hhem(folder: Path, *, prefix: str = "t5.", layers: int = 2, width: int = 32, seed: int = 0) -> Any:
    """The files of a tiny HHEM: T5 for token classification with two labels, saved as the published class does. Returns it."""
    import torch
    from safetensors.torch import save_file
    from transformers import T5Config, T5ForTokenClassification

    torch.manual_seed(seed)
    words = tokenizer("<pad>", "</s>")
    config = T5Config(
        vocab_size=len(words), d_model=width, d_kv=8, d_ff=2 * width, num_layers=layers, num_heads=4, num_labels=2, pad_token_id=0,
        feed_forward_proj="gated-gelu", tie_word_embeddings=False, dropout_rate=0.1,
    )  # fmt: skip
    model = T5ForTokenClassification(config).eval()
    model.transformer.set_input_embeddings(model.transformer.shared)
    torch.nn.init.normal_(model.classifier.weight, std=0.5)
    weights = {prefix + name: each.clone() for name, each in model.state_dict().items() if "embed_tokens" not in name}
    (folder / "flan-t5-base").mkdir(parents=True)
    save_file(weights, folder / "model.safetensors")
    config.save_pretrained(folder / "flan-t5-base")
    words.save_pretrained(folder / "flan-t5-base")
    return model


def tiny_nli(folder: Path, labels: tuple[str, ...] = ("contradiction", "entailment", "neutral"), *, longest: int = 64) -> Any:
    """A cross-encoder of one layer. Returns it."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification

    torch.manual_seed(0)
    words = tokenizer("<pad>", "</s>")
    words.model_max_length = longest
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=longest, id2label=dict(enumerate(labels)), label2id={name: at for at, name in enumerate(labels)},
        initializer_range=1.0,
    )  # fmt: skip
    model = BertForSequenceClassification(config).eval()
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return model


def tiny_embedder(folder: Path, *, longest: int = 64, seed: int = 0) -> Any:
    """An encoder of one layer. Returns it."""
    import torch
    from transformers import BertConfig, BertModel

    torch.manual_seed(seed)
    words = tokenizer("<pad>", "</s>")
    words.model_max_length = longest
    config = BertConfig(
        vocab_size=len(words), hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=longest, initializer_range=1.0,
    )  # fmt: skip
    model = BertModel(config, add_pooling_layer=False).eval()
    model.save_pretrained(folder)
    words.save_pretrained(folder)
    return model
