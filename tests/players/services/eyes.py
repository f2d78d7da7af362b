"""Models of random weights that look at pictures, in the files that real ones come in."""

from __future__ import annotations

import json
from pathlib import Path

_SIZES = {"hidden_size": 16, "intermediate_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2}


def tiny_vit(folder: Path, *, side: int = 32) -> Path:
    """A ViT of one layer, which sees patches of 8 by 8 pixels; its pooler is saved too, as most are."""
    import torch
    from transformers import ViTConfig, ViTModel

    torch.manual_seed(0)
    ViTModel(ViTConfig(**_SIZES, image_size=side, patch_size=8, initializer_range=0.5)).save_pretrained(folder)
    return folder


def tiny_clip(folder: Path, *, side: int = 32) -> Path:
    """A CLIP of one layer, with the colours' means and deviations of its preprocessor."""
    import torch
    from transformers import CLIPConfig, CLIPModel

    torch.manual_seed(0)
    vision = {**_SIZES, "image_size": side, "patch_size": 8, "projection_dim": 8, "initializer_factor": 20.0}
    text = {**_SIZES, "vocab_size": 10, "max_position_embeddings": 8, "projection_dim": 8, "eos_token_id": 2}
    CLIPModel(CLIPConfig(text_config=text, vision_config=vision, projection_dim=8)).save_pretrained(folder)
    (folder / "preprocessor_config.json").write_text(json.dumps({"image_mean": [0.5] * 3, "image_std": [0.25] * 3}), "utf-8")
    return folder


def tiny_pipeline(folder: Path) -> Path:
    """An InstructPix2Pix of diffusers, of one small block each."""
    import torch
    from diffusers import AutoencoderKL, EulerDiscreteScheduler, StableDiffusionInstructPix2PixPipeline, UNet2DConditionModel
    from transformers import CLIPTextConfig, CLIPTextModel, CLIPTokenizer

    torch.manual_seed(0)
    words = {"<|startoftext|>": 0, "<|endoftext|>": 1, **{f"{letter}{end}": at for at, (letter, end) in enumerate(_letters(), 2)}}
    tokens = folder / "words"
    tokens.mkdir(parents=True)
    (tokens / "vocab.json").write_text(json.dumps(words), "utf-8")
    (tokens / "merges.txt").write_text("#version: 0.2\n", "utf-8")
    tokenizer = CLIPTokenizer(
        str(tokens / "vocab.json"), str(tokens / "merges.txt"), model_max_length=16, unk_token="<|endoftext|>"
    )
    text = CLIPTextModel(
        CLIPTextConfig(**_SIZES, vocab_size=len(words), max_position_embeddings=16, bos_token_id=0, eos_token_id=1)
    )
    blocks = {"block_out_channels": (16,), "layers_per_block": 1, "norm_num_groups": 8}
    unet = UNet2DConditionModel(
        sample_size=8, in_channels=8, out_channels=4, cross_attention_dim=16, attention_head_dim=8, **blocks,
        down_block_types=("CrossAttnDownBlock2D",), up_block_types=("CrossAttnUpBlock2D",),
    )  # fmt: skip
    eighths = {"down_block_types": ("DownEncoderBlock2D",) * 4, "up_block_types": ("UpDecoderBlock2D",) * 4}
    vae = AutoencoderKL(**eighths, latent_channels=4, **{**blocks, "block_out_channels": (16,) * 4})
    StableDiffusionInstructPix2PixPipeline(
        vae,
        text,
        tokenizer,
        unet,
        EulerDiscreteScheduler(),
        safety_checker=None,
        feature_extractor=None,
        requires_safety_checker=False,
    ).save_pretrained(folder / "pipeline")
    return folder / "pipeline"


def _letters() -> list[tuple[str, str]]:
    return [(letter, end) for letter in 'abcdefghijklmnopqrstuvwxyz.,;!"' for end in ("", "</w>")]
