"""Pictures edited by a server of OpenAI's protocol."""

from __future__ import annotations

import base64
from io import BytesIO

import pytest
from PIL import Image

from woozle.core.usage import Usage
from woozle.players.backends import bounded_transport
from woozle.players.backends.model_client import BackendError, Chat, Message
from woozle.players.backends.openai_images import OpenAIImages
from woozle.players.pictures.image_files import plain_png

from tests.players.backends.editing import EditingServer, spotted
from tests.players.backends.http import Out, _read
from tests.players.backends.scripts import Hang, Raw, Status

PICTURE = plain_png(Image.new("RGB", (64, 48), "navy"))
CHAT = Chat("gpt-image-1", (Message("user", (PICTURE, "Add a red spot.")),))
KEY = "sk-test-0123456789abcdef"


async def asked(edit, key=None):
    async with EditingServer(edit, key=KEY if key else None) as server:
        images = OpenAIImages(server.url, key)
        try:
            return await images.chat(CHAT), server
        finally:
            await images.close()


async def test_a_picture_is_sent_with_its_instruction_and_another_comes_back():
    reply, server = await asked(lambda edit: spotted(edit.image), KEY)
    (edit,) = server.edits
    assert (edit.model, edit.prompt, edit.data, edit.kind) == ("gpt-image-1", "Add a red spot.", PICTURE.data, "image/png")
    made = Image.open(BytesIO(base64.b64decode(reply.text)))
    assert made.size == (64, 48) and made.getpixel((32, 24)) == (255, 0, 0)
    assert reply.usage == Usage(1, 300, 1000)


async def test_a_connection_that_the_server_closes_after_an_edit_costs_none():
    class Closing(EditingServer):
        async def _converse(self, reader, writer):
            asked = await _read(reader, b"")
            self.requests.append(asked)
            await self.handle(asked, Out(writer))
            await reader.read(1)  # of a request that is not answered

    async with Closing(lambda edit: spotted(edit.image)) as server:
        images = OpenAIImages(server.url)
        assert len({(await images.chat(CHAT)).text for _ in range(3)}) == 1
        await images.close()


@pytest.mark.parametrize(
    ("answer", "trouble", "sentence"),
    [
        (Status(429, "Slow down.", {"retry-after": "7"}), "rate_limited", "takes no more requests for now"),
        (Status(500, "Oh."), "overloaded", "is in trouble"),
        (Status(404, "The model `gpt-image-1` does not exist.", kind="model_not_found"), "no_model", "has no model 'gpt-image-1'"),
        (Status(400, "Your request was rejected by the safety system."), "rejected", "safety system"),
        (Raw(b"<html>hotel</html>", "text/html"), "broken", "sent an answer"),
        (Raw(b'{"created": 0, "data": []}'), "broken", "without a picture"),
        (Raw(b'{"created": 0, "data": [{"url": "https://elsewhere.example/1.png"}]}'), "broken", "perhaps the address of one"),
        (Raw(b'{"created": 0}'), "broken", "sent an answer"),
        (Raw(b"[]"), "broken", "sent an answer"),
        (Raw(b"nonsense"), "broken", "sent an answer"),
    ],
)
async def test_what_a_server_says_instead_is_sorted_and_told_in_a_sentence(answer, trouble, sentence):
    with pytest.raises(BackendError, match=sentence) as raised:
        await asked(lambda edit: answer)
    assert raised.value.trouble == trouble
    if trouble == "rate_limited":
        assert raised.value.retry_after == 7


async def test_a_key_that_is_not_taken_is_not_repeated():
    wrong = "sk-wrong-0123456789abcdef"
    with pytest.raises(BackendError) as raised:
        await asked(lambda edit: edit.image, wrong)
    assert raised.value.trouble == "unauthorized" and wrong not in str(raised.value)
    assert raised.value.__cause__ is None


@pytest.mark.parametrize("usage", ['"lots"', '{"input_tokens": "x"}', "null", "[]"])
async def test_what_it_says_of_its_tokens_is_taken_only_if_they_are_numbers(usage):
    reply, _ = await asked(lambda edit: Raw(f'{{"data": [{{"b64_json": "aGk="}}], "usage": {usage}}}'.encode()))
    assert (reply.text, reply.usage) == ("aGk=", Usage(1))


async def test_an_answer_without_end_is_given_up(monkeypatch):
    monkeypatch.setattr(bounded_transport, "_LONGEST", 1000)
    with pytest.raises(BackendError, match="without an end"):
        await asked(lambda edit: Raw(b'{"data": [{"b64_json": "%s"}]}' % (b"a" * 2000)))


async def test_a_server_that_says_nothing_is_given_up():
    async with EditingServer(lambda edit: Hang()) as server:
        images = OpenAIImages(server.url, timeout=0.05)
        with pytest.raises(BackendError, match="gave no whole answer within"):
            await images.chat(CHAT)
        await images.close()


async def test_a_server_that_is_not_there_is_named():
    images = OpenAIImages("http://127.0.0.1:9/v1")
    with pytest.raises(BackendError, match=r"No server answers at http://127\.0\.0\.1:9") as raised:
        await images.chat(CHAT)
    assert raised.value.trouble == "unreachable"
    await images.close()
