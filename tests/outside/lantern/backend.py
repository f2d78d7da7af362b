"""A backend whose only model gives the first legal answer of a schema, or says back what it was asked."""

from __future__ import annotations

import json

from woozle.players.backends.model_client import Capabilities, ModelInfo, Reply, deaf
from woozle.players.backends.registry import Backend


def _first(schema):
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {name: _first(part) for name, part in schema["properties"].items()}
        case "integer":
            return schema.get("minimum", 0)
        case "string":
            return "echo"
    return None


class Echo:
    def __init__(self, url, key, *, timeout, endpoint, options=None):
        pass

    async def chat(self, chat, hear=deaf):
        text = json.dumps(_first(chat.schema)) if chat.schema else str(chat.messages[-1].parts[-1])
        return Reply(text, model=chat.model)

    async def models(self):
        return [ModelInfo("first")]

    async def capabilities(self, model):
        return Capabilities(schema=True)

    async def close(self):
        pass


BACKEND = Backend(name="echo", example="first", client=Echo, is_in_process=True)
