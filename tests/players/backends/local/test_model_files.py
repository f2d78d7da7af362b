from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.model_files import model_name
from woozle.players.backends.model_client import BackendError

from tests.players.backends.local.chats import chat

COMMIT = "0" * 40


def downloaded(cache: Path, name: str, model: str) -> Path:
    """A model as the hub's own tools leave it; its snapshot."""
    folder = cache / f"models--{name.replace('/', '--')}"
    shutil.copytree(model, folder / "snapshots" / COMMIT)
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text(COMMIT)
    (folder / "blobs").mkdir()
    return folder / "snapshots" / COMMIT


async def test_models_that_were_downloaded_are_listed_and_used(local: LocalClient, causal: str, vision: str, tmp_path: Path):
    assert await local.models() == []
    for name, model in (("lab/tiny", causal), ("lab/seeing", vision), ("lab/half", causal), ("lab/reader", causal)):
        downloaded(tmp_path / "hub", name, model)
    snapshots = {name: tmp_path / "hub" / f"models--lab--{name}" / "snapshots" / COMMIT for name in ("half", "reader")}
    (snapshots["half"] / "model.safetensors").unlink()
    config = snapshots["reader"] / "config.json"
    config.write_text(json.dumps(json.loads(config.read_text()) | {"architectures": ["LlamaForSequenceClassification"]}))

    infos = await local.models()
    assert [(info.name, info.capabilities.vision) for info in infos] == [("lab/seeing", True), ("lab/tiny", False)]
    assert infos[1].size == (Path(causal) / "model.safetensors").stat().st_size
    reply = await local.chat(chat("lab/tiny", most=3))
    assert reply.model == "lab/tiny (cpu, float32)"
    with pytest.raises(BackendError, match="'lab/half' is not on this machine; fetch it with `hf download lab/half`"):
        await local.chat(chat("lab/half"))


@pytest.mark.parametrize(
    ("name", "size"), [("Qwen/Qwen3-0.6B", "1.2"), ("a/b-360M-it", "0.7"), ("a/gpt2", ""), ("what/is/this", "")]
)
async def test_a_model_that_is_not_here_is_never_fetched(local: LocalClient, name: str, size: str):
    for ask in (local.chat(chat(name)), local.capabilities(name), local.entropies(name, [])):
        with pytest.raises(BackendError) as raised:
            await ask
        about = f" (about {size} GB)" if size else ""
        assert raised.value.trouble == "no_model"
        assert str(raised.value) == (
            f"'{name}' is not on this machine{about}; fetch it with `hf download {name}`, or name the folder of a model."
        )


async def test_what_was_begun_to_download_tells_its_size(local: LocalClient, causal: str, tmp_path: Path):
    snapshot = downloaded(tmp_path / "hub", "lab/large", causal)
    (snapshot / "model.safetensors").unlink()
    index = {"metadata": {"total_size": 16_060_522_496}, "weight_map": {"a": "model-00001-of-00002.safetensors"}}
    (snapshot / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(BackendError, match=r"about 16\.1 GB"):
        await local.chat(chat("lab/large"))


async def test_a_home_folder_is_understood(local: LocalClient, causal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(Path(causal).parent))
    assert (await local.capabilities("~/causal")).context == 2048
    assert model_name("~/causal") == "causal"


async def test_the_home_of_nobody_holds_no_model(local: LocalClient):
    with pytest.raises(BackendError, match="There is no folder '~nobody-lives-here/tiny'"):
        await local.capabilities("~nobody-lives-here/tiny")


async def test_without_the_libraries_it_says_how_to_get_them(local: LocalClient, causal: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("woozle.players.backends.local.model_files._LIBRARIES", ("torch", "no_such_library"))
    for ask in (local.chat(chat(causal)), local.models(), local.capabilities(causal)):
        with pytest.raises(
            BackendError, match=r"need no_such_library; install what they need with `pip install 'woozle\[local\]'`"
        ):
            await ask
