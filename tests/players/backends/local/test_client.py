from __future__ import annotations

import asyncio
import io
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from woozle.core.request import Picture
from woozle.core.usage import Usage
from woozle.players.backends.local.client import LocalClient
from woozle.players.backends.local.decoder import Batch
from woozle.players.backends.model_client import (
    BackendError,
    Capabilities,
    Chat,
    Heard,
    Message,
    Queued,
    Reply,
    Sampling,
    Sent,
    Signal,
)

from tests.packages import needs_torch
from tests.players.backends.local.chats import chat, size, text_of

pytestmark = needs_torch


@pytest.mark.e2e
def test_the_room_is_light_until_a_model_is_asked():
    code = (
        "import sys, woozle.players.backends.local; sys.exit(any(each in sys.modules for each in ('torch', 'transformers', 'PIL')))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


async def test_a_reply_is_streamed_counted_and_says_what_it_ran_on(local: LocalClient, causal: str):
    heard: list[Signal] = []
    reply = await local.chat(chat(causal, most=30), heard.append)
    assert heard[:2] == [Queued(), Sent()]
    assert text_of(heard) == (reply.text, "") and reply.text
    assert (reply.finish, reply.model, reply.notes) == ("length", "causal (cpu, float32)", ())
    assert reply.usage == Usage(1, tokens_in=size(causal, "system: You play a game.\nuser: Who is it?\nassistant: "), tokens_out=30)
    assert reply.first_token is not None and reply.first_token <= reply.seconds


async def test_text_that_is_streamed_never_breaks_a_character(local: LocalClient, causal: str):
    heard: list[Signal] = []
    schema = {"type": "string"}  # which allows no bytes that are no character
    reply = await local.chat(chat(causal, most=300, schema=schema), heard.append)
    pieces = [each.text for each in heard if isinstance(each, Heard)]
    assert "".join(pieces) == reply.text and "\ufffd" not in reply.text
    assert any(ord(letter) > 127 for piece in pieces for letter in piece)


async def test_a_seed_says_the_same_alone_and_among_others(local: LocalClient, causal: str):
    alone = [await local.chat(chat(causal, f"Room {seed}?", seed=seed)) for seed in range(8)]
    others = [chat(causal, "Much longer words, so that rows are padded. " * 4, seed=99, most=20 + each) for each in range(4)]
    together = await asyncio.gather(
        *[local.chat(each) for each in others], *[local.chat(chat(causal, f"Room {seed}?", seed=seed)) for seed in range(8)]
    )
    assert [reply.text for reply in together[4:]] == [reply.text for reply in alone]
    assert len({reply.text for reply in alone}) == 8


async def test_whoever_comes_later_is_decoded_with_those_under_way(
    local: LocalClient, causal: str, monkeypatch: pytest.MonkeyPatch
):
    sizes = []
    step = Batch.step

    def counted(batch: Batch) -> None:
        sizes.append(len(batch.rows))
        step(batch)

    alone = await local.chat(chat(causal, "Me too?", seed=5))
    monkeypatch.setattr(Batch, "step", counted)
    begun = asyncio.Event()
    first = asyncio.create_task(local.chat(chat(causal, most=400, heat=0.0), lambda signal: begun.set()))
    await begun.wait()
    later = await local.chat(chat(causal, "Me too?", seed=5))
    assert later.text == alone.text
    assert (await first).finish in ("length", "stop")
    assert 2 in sizes and sizes[-1] == 1, "joined, and left again"


async def test_only_whoever_has_to_wait_is_told_to(causal: str):
    local = LocalClient(device="cpu", rows=2)
    await local.chat(chat(causal, most=1))
    endless = chat(causal, most=1900, schema={"type": "array", "items": {"type": "string"}, "minItems": 400})
    heard: list[list[Signal]] = []

    async def ask(each: Chat, until: type[Signal] | tuple[type[Signal], ...]) -> asyncio.Task[Reply]:
        """Ask, and wait until such a signal is heard."""
        signals, is_there = [], asyncio.Event()
        heard.append(signals)
        task = asyncio.create_task(
            local.chat(each, lambda signal: (signals.append(signal), isinstance(signal, until) and is_there.set()))
        )
        await is_there.wait()
        return task

    chats = [await ask(endless, Heard), await ask(endless, Heard)]
    last = await ask(chat(causal, most=3), (Queued, Sent))
    for each in chats:
        each.cancel()
    await last
    assert [Queued() in each for each in heard] == [False, False, True]
    assert heard[2].index(Queued()) < heard[2].index(Sent())
    await local.close()


async def test_whoever_cancels_frees_the_place(causal: str, monkeypatch: pytest.MonkeyPatch):
    steps = []
    step = Batch.step
    monkeypatch.setattr(Batch, "step", lambda batch: (steps.append(1), step(batch))[1])
    local = LocalClient(device="cpu", rows=1)
    spoke = asyncio.Event()
    schema = {"type": "array", "items": {"type": "string"}, "minItems": 400}  # at least 800 tokens
    long = asyncio.create_task(
        local.chat(chat(causal, most=1900, schema=schema), lambda signal: isinstance(signal, Heard) and spoke.set())
    )
    await spoke.wait()
    long.cancel()
    with pytest.raises(asyncio.CancelledError):
        await long
    assert (await local.chat(chat(causal, most=3))).usage.tokens_out <= 3
    assert len(steps) < 700
    await local.close()


async def test_a_chat_that_takes_too_long_is_given_up(local: LocalClient, causal: str):
    with pytest.raises(BackendError, match=r"within 0\.001 seconds") as raised:
        await local.chat(chat(causal, most=1900, seconds=0.001))
    assert raised.value.trouble == "timeout"
    assert (await local.chat(chat(causal, most=3))).text


async def test_temperature_0_is_the_likeliest_and_needs_no_seed(local: LocalClient, causal: str):
    replies = [await local.chat(chat(causal, heat=0.0, seed=None, logprobs=1)) for _ in range(2)]
    assert replies[0].text == replies[1].text
    assert all(token.logprob == token.top[0][1] for token in replies[0].logprobs)


async def test_without_a_seed_replies_differ(local: LocalClient, causal: str):
    replies = await asyncio.gather(*[local.chat(chat(causal, seed=None)) for _ in range(4)])
    assert len({reply.text for reply in replies}) == 4


async def test_a_model_without_a_chat_template_gets_a_plain_one(local: LocalClient, short: str):
    reply = await local.chat(chat(short, "Hi", most=4))
    assert reply.notes == ("the model has no chat template; a plain one is used",)


async def test_what_does_not_fit_is_too_long(local: LocalClient, short: str):
    answer = {"type": "array", "items": {"type": "boolean"}, "minItems": 30}
    for asked in (chat(short, "Who? " * 30), chat(short, "Hi", most=400, schema=answer)):
        with pytest.raises(BackendError, match="has room for 64") as raised:
            await local.chat(asked)
        assert raised.value.trouble == "too_long"


async def test_a_reply_ends_where_the_context_does(local: LocalClient, short: str):
    reply = await local.chat(chat(short, "Hi", most=500))
    assert reply.usage.tokens_in + reply.usage.tokens_out <= 64


async def test_capabilities_are_told_without_loading(local: LocalClient, causal: str, vision: str, thinking: str):
    assert await local.capabilities(causal) == Capabilities(False, True, True, True, False, 2048)
    assert (await local.capabilities(vision)).vision is True
    assert (await local.capabilities(thinking)).reasoning is True


async def test_a_model_that_sees_is_shown_pictures(local: LocalClient, vision: str):
    def about(colour: str) -> tuple[str | Picture, ...]:
        from PIL import Image

        data = io.BytesIO()
        Image.new("RGB", (40, 30), colour).save(data, "PNG")
        return ("What is it?", Picture.png(data.getvalue()))

    asked = [replace(chat(vision, seed=3, logprobs=0), messages=(Message("user", about(each)),)) for each in ("red", "blue", "red")]
    words = chat(vision, seed=3)
    alone = [await local.chat(each) for each in (*asked, words)]
    together = await asyncio.gather(*[local.chat(each) for each in (*asked, words)])
    assert [reply.text for reply in together] == [reply.text for reply in alone]
    assert alone[0].logprobs == alone[2].logprobs != alone[1].logprobs
    assert alone[0].usage.tokens_in == size(vision, "user: What is it?<image><image><image><image>\nassistant: ")


async def test_a_model_without_eyes_is_shown_no_picture(local: LocalClient, causal: str):
    with pytest.raises(BackendError, match="cannot see pictures") as raised:
        await local.chat(replace(chat(causal), messages=(Message("user", (Picture.png(b"x"),)),)))
    assert raised.value.trouble == "rejected"


async def test_how_a_model_is_asked_to_think_is_noted_where_it_cannot(local: LocalClient, causal: str):
    reply = await local.chat(replace(chat(causal), sampling=Sampling(max_tokens=3, effort="low")))
    assert reply.notes == ("how long the model thinks cannot be chosen",)


async def test_a_closed_backend_refuses_whoever_still_waits(causal: str):
    local = LocalClient(device="cpu")
    waiting = asyncio.create_task(local.chat(chat(causal, most=1900)))
    await asyncio.sleep(0)
    await local.close()
    with pytest.raises(BackendError, match="closed"):
        await waiting


async def test_nothing_is_printed(local: LocalClient, causal: str, capfd: pytest.CaptureFixture[str]):
    await local.chat(chat(causal, most=3))
    assert capfd.readouterr() == ("", "")


async def test_what_is_no_model_is_told_in_a_sentence(local: LocalClient, tmp_path: Path, causal: str):
    empty, broken, bare = tmp_path / "empty", tmp_path / "broken", tmp_path / "bare"
    for folder in (empty, broken, bare):
        folder.mkdir()
    for file in Path(causal).iterdir():
        (broken / file.name).write_bytes(file.read_bytes())
        if file.suffix != ".safetensors":
            (bare / file.name).write_bytes(file.read_bytes())
    (broken / "config.json").write_text('{"model_type": "nothing-known"}')
    said = {
        str(tmp_path / "none"): "no folder",
        str(empty): "holds no model",
        str(bare): "lacks weights",
        str(broken): r"cannot be loaded; name another, or download it again\. \(.*nothing-known.*\)",
    }
    for folder, words in said.items():
        for _ in range(2):  # it can be asked again, and is then looked for again
            with pytest.raises(BackendError, match=words) as raised:
                await local.chat(chat(folder))
            assert raised.value.trouble == "no_model" and "\n" not in str(raised.value)


async def test_weights_of_another_model_are_not_taken(local: LocalClient, tmp_path: Path, causal: str):
    for file in Path(causal).iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    config = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(config.replace('"num_hidden_layers": 1', '"num_hidden_layers": 2'))
    with pytest.raises(BackendError, match="lacks weights"):
        await local.chat(chat(str(tmp_path)))


async def test_too_little_memory_ends_replies_and_makes_room(local: LocalClient, causal: str, monkeypatch: pytest.MonkeyPatch):
    import torch

    from woozle.players.backends.local import decoder, loaded_model

    run = loaded_model.run

    def small(loaded, tokens, *rest, **more):
        if len(tokens) > 2:
            raise torch.OutOfMemoryError("CUDA out of memory.")
        return run(loaded, tokens, *rest, **more)

    await local.chat(chat(causal, most=2))
    for module in (decoder, loaded_model):
        monkeypatch.setattr(module, "run", small)
    asked = [local.chat(chat(causal, seed=seed, most=5)) for seed in range(5)]
    replies = await asyncio.gather(*asked, return_exceptions=True)
    assert {reply.trouble for reply in replies if isinstance(reply, BackendError)} == {"overloaded"}
    again = await asyncio.gather(*[local.chat(chat(causal, seed=seed, most=5)) for seed in range(5)])
    assert len(again) == 5, "fewer at once now"
