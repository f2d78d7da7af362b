"""A server on loopback that edits pictures as a script says, beside the chats of OpenAI's protocol.

with EditingServer(lambda edit: redder(edit.image), lambda request: '{"edit": "colour"}') as server: ...
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable
from dataclasses import dataclass
from email.message import Message
from email.parser import BytesParser
from io import BytesIO
from typing import Any

from PIL import Image, ImageDraw

from tests.players.backends.http import Asked, Out
from tests.players.backends.scripts import Hang, Raw, Script, Status
from tests.players.backends.servers import OpenAIServer


@dataclass(frozen=True)
class Edit:
    """A request to edit a picture."""

    model: str
    prompt: str
    data: bytes
    kind: str

    @property
    def image(self) -> Image.Image:
        return Image.open(BytesIO(self.data)).convert("RGB")


class EditingServer(OpenAIServer):
    """Speaks `/v1/images/edits` too. edits: all that were asked for, in order."""

    def __init__(
        self, edit: Callable[[Edit], Image.Image | Status | Raw | Hang], script: Script = lambda request: "{}", **more: Any
    ) -> None:
        super().__init__(script, **{"models": {"gpt-image-1": {}}, **more})
        self._edit = edit
        self.edits: list[Edit] = []

    async def handle(self, asked: Asked, out: Out) -> None:
        given = asked.headers.get("authorization", "")
        if asked.path != "/v1/images/edits" or (self.key is not None and given != f"Bearer {self.key}"):
            return await super().handle(asked, out)
        self.edits.append(edit := _edit(asked))
        match self._edit(edit):
            case Status() as status:
                await self.fail(status, out)
            case Hang():
                await asyncio.Event().wait()
            case Raw(body, content_type, status):
                await out.whole(body, content_type, status)
            case Image.Image() as image:
                usage = {"input_tokens": 300, "output_tokens": 1000, "total_tokens": 1300}
                await out.json({"created": 0, "data": [{"b64_json": base64.b64encode(png(image)).decode()}], "usage": usage})
        return None


def png(image: Image.Image) -> bytes:
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def spotted(image: Image.Image) -> Image.Image:
    """With a red spot in the middle, a tenth as wide."""
    copy = image.copy()
    width, height = image.size
    ImageDraw.Draw(copy).ellipse((width * 0.45, height * 0.45, width * 0.55, height * 0.55), "red")
    return copy


def _edit(asked: Asked) -> Edit:
    head = f"content-type: {asked.headers['content-type']}\r\n\r\n".encode()
    fields: dict[str, Message] = {}
    for part in BytesParser().parsebytes(head + asked.body).get_payload():  # type: ignore[union-attr]
        name = part.get_param("name", header="content-disposition")
        fields[str(name)] = part
    words = {name: bytes(part.get_payload(decode=True)).decode() for name, part in fields.items() if name != "image"}
    image = fields["image"]
    return Edit(words["model"], words["prompt"], bytes(image.get_payload(decode=True)), image.get_content_type())
