"""A server on loopback whose model sees: it knows what is in the drawn scenes that come with Woozle, and guesses about all others.

    python -m tests.games.undercover.seeing [NOISE]

It speaks OpenAI's protocol, follows the schema it is sent, answers by the picture it is shown (wrongly in a share NOISE of its
replies), describes it, and votes for a seat that answers otherwise than it would. So `woozle reproduce mug` can be played with a
model that sees where there is no GPU.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import threading
from base64 import b64decode
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from woozle.games.undercover.config import Case
from woozle.games.undercover.players.pool_files import DRAWN, read_pool_option
from woozle.games.undercover.players.scenes.scene import draw_scene
from woozle.games.undercover.scenes.graph import Scene
from woozle.games.undercover.scenes.words import describe_scene
from woozle.saves.paths import data_folder

from tests.arena.runs.lab import answer_in
from tests.players.backends.servers import OpenAIServer

_SAYS = re.compile(r'^(\w+) answers? "([^"]*)"', re.MULTILINE)


def see(request: Mapping[str, Any], noise: float = 0.0) -> str:
    """Return the reply to a chat request. noise: the share of replies whose answer is another than what the picture shows."""
    parts = [part for message in request["messages"] for part in _parts(message["content"])]
    text = "\n".join(part["text"] for part in parts if part["type"] == "text")
    mark = hashlib.sha256(f"{text} {request.get('seed')}".encode()).hexdigest()
    schema = request["response_format"]["json_schema"]["schema"]
    reply = json.loads(answer_in(schema, mark))
    scene, own = _look([part["image_url"]["url"] for part in parts if part["type"] == "image_url"], text)
    if own and int(mark[-4:], 16) >= noise * 16**4 and "answer" in reply:
        reply["answer"] = own
    for name in {"analysis", "summary"} & {*reply}:
        reply[name] = describe_scene(scene) if scene else "I cannot make it out."
    said = dict(_SAYS.findall(text))
    if "target" in reply:
        others = [seat for seat in schema["properties"]["target"]["enum"] if seat]
        suspects = [seat for seat in others if own and said.get(seat, own) != own]
        reply["target"] = suspects[0] if suspects else None
        if "factors" in reply:
            degrees = {seat: float(seat in suspects) for seat in others}
            reply["factors"] = [
                {"seat": seat, "inconsistency": it, "deviation": it, "detail_accuracy": 1 - it, "suspicion": it}
                for seat, it in degrees.items()
            ]
    return json.dumps(reply)


def _parts(content: str | list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def _look(shown: list[str], text: str) -> tuple[Scene | None, str]:
    """Return what is in the picture shown last, and the answer to the question about it; None and empty if unknown."""
    if not shown:
        return None, ""
    digest = hashlib.sha256(b64decode(shown[-1].partition("base64,")[2])).hexdigest()
    found = _scenes().get(digest, ())
    return next(((scene, answer) for scene, question, answer in found if question in text), (None, ""))


@cache
def _scenes() -> Mapping[str, tuple[tuple[Scene, str, str], ...]]:
    """Return the drawn scenes that come with Woozle, with questions and their answers, by the digest of the picture."""
    found: dict[str, tuple[tuple[Scene, str, str], ...]] = {}
    for case in read_pool_option(DRAWN, data_folder(), lambda sentence: None, is_typed=False).cases:
        for scene, answer in _sides(case):
            digest = draw_scene(scene, 512).digest
            found[digest] = (*found.get(digest, ()), (scene, case.question.text, answer))
    return found


def _sides(case: Case) -> Iterator[tuple[Scene, str]]:
    assert case.scene and case.other
    yield case.scene, case.question.answer
    yield case.other, case.question.other


def main() -> None:
    """Serve until interrupted."""
    noise = float(sys.argv[1]) if len(sys.argv) > 1 else 0.1
    with OpenAIServer(lambda request: see(request, noise), models={"seer": {}}) as server:
        lines = [
            "In models.toml of Woozle's home:",
            f'    [endpoints.seeing]\n    kind = "openai"\n    url = "{server.url}"\n    local = true',
            "Then: woozle reproduce mug --bundled --questions 2 --model openai@seeing:seer --model openai@seeing:seer",
        ]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        threading.Event().wait()


if __name__ == "__main__":
    main()
