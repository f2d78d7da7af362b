"""Models in a game that is about pictures: who can see is shown them, who cannot is told in words what they show."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from woozle.core.chance import key_from_seed
from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.request import Picture, Request
from woozle.games.undercover.config import Config
from woozle.games.undercover.events import Briefing, Reason, Sight
from woozle.games.undercover.players.bot import BOTS
from woozle.games.undercover.players.pictures import pictures
from woozle.games.undercover.rules import Undercover
from woozle.games.undercover.scenes import words
from woozle.players.backends.model_client import BackendError, Capabilities
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import Endpoint, ModelsConfig
from woozle.players.models.keys import Keys
from woozle.players.models.player import TOLD_IN_WORDS, ModelPlayer
from woozle.players.models.spec import parse
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services
from woozle.saves.transcript import read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.games.undercover.play import QUESTION, TABLE
from tests.players.backends.servers import OpenAIServer
from tests.players.models.scripted import Scripted
from tests.players.seated import seated

BRIEFING = Briefing(
    ("Ada", "Ben", "Cleo"), "undercover", QUESTION.text, QUESTION.options, True, False, "together", 1, 3, "direct", "revote", 2
)  # fmt: skip
SCENE = Sight("Ada", "a" * 64, 256, TABLE)
FILE = Sight("Ada", "a" * 64, 256, None)
TOLD_FILE = replace(FILE, described="Two red cups.")
REQUEST = Request(1, "Ada", Reason, {"answer": QUESTION.options})
PHOTO = Picture("a" * 64, b"\x89PNG")


def photo(request, observation):
    return (PHOTO,)


async def asked(sight, *, vision, option="", draw=pictures):
    """Return the request to a model, and its Response."""
    model = Scripted(
        '{"answer": "2", "analysis": "Two."}', can=vision if isinstance(vision, BackendError) else Capabilities(vision)
    )
    player = ModelPlayer("Ada", "undercover", parse(f"openai:m{option}"), model, seed="5eed", draw=draw)
    response = await player.respond(REQUEST, [BRIEFING, sight])
    return model.chats[0].messages[1].parts, response


@pytest.mark.parametrize(
    ("vision", "option", "sees"),
    [
        (True, "", True),
        (False, "", False),
        (None, "", False),
        (None, "?pictures=on", True),
        (True, "?pictures=off", False),
    ],
)
async def test_a_model_is_shown_its_scene_or_told_it_and_never_both(vision, option, sees):
    parts, response = await asked(SCENE, vision=vision, option=option)
    text = "\n".join(part for part in parts if isinstance(part, str))
    assert [part for part in parts if isinstance(part, Picture)] == (list(pictures(None, [SCENE])) if sees else [])
    assert (words.describe_scene(TABLE).replace("\n", "\n    ") in text) != sees
    assert response.pictures == (pictures(None, [SCENE]) if sees else ())
    assert (TOLD_IN_WORDS in response.completions[0].notes) != sees


@pytest.mark.parametrize(("vision", "sees"), [(True, True), (None, True), (False, False)])
@pytest.mark.parametrize("option", ["", "?pictures=off"])
async def test_a_picture_without_words_is_shown_to_whoever_may_see(vision, sees, option):
    """Else it would play blind."""
    parts, response = await asked(FILE, vision=vision, option=option, draw=photo)
    assert (PHOTO in parts) == sees
    assert not response.completions[0].notes


async def test_what_somebody_wrote_of_a_file_is_told_where_the_file_is_not_there_any_more():
    parts, response = await asked(TOLD_FILE, vision=True, draw=lambda request, observation: ())
    assert "This is what it shows: Two red cups." in parts[1]
    assert response.completions[0].notes == (TOLD_IN_WORDS,)


async def test_a_server_that_does_not_say_what_its_model_can_is_told_words():
    parts, _ = await asked(SCENE, vision=BackendError("overloaded", "Busy."))
    assert "This is what it shows:" in parts[1]


def answering(request):
    """A model that answers with the first choice, as its prompt lists them, and votes so too."""
    schema = request["response_format"]["json_schema"]["schema"]["properties"]
    reply = {}
    for name, part in schema.items():
        legal = part.get("enum")
        reply[name] = legal[0] if legal else [] if part.get("type") == "array" else f"{request['model']} has looked."
    return json.dumps(reply)


async def test_models_that_see_and_that_do_not_play_a_whole_match_over_a_server(tmp_path):
    config = Config(size=256, things=5, rounds=2, summary_rounds=1, knows=True, ballot="weighted")
    key = key_from_seed(4)
    game = Undercover(4, config)
    referee = Referee(game, key)
    models = {"eyes": {"capabilities": {"vision": True}}, "ears": {"capabilities": {"vision": False}}}
    with OpenAIServer(answering, models=models) as server:
        told = ModelsConfig(endpoints={"lab": Endpoint(url=server.url)})
        hub = ClientPool(told, Keys(told, {}, lambda name: None))
        named = {"Ada": "eyes", "Ben": "ears", "Cleo": "eyes"}
        players = {seat: seated(hub, "undercover", seat, parse(f"openai@lab:{model}"), seat) for seat, model in named.items()}
        players["Dan"] = BOTS[0](bot_seed("Dan", key))
        players |= seat_services(game, {}, key, nobody)
        writer = Writer.create(tmp_path / "m", referee, {seat: each.describe() for seat, each in players.items()}, sync=False)
        await Match(referee, players, writer).play()
        writer.close()
        await hub.close()
        chats = server.chats

    assert referee.outcome and not [result for result in referee.outcome.results.values() if result.kind in ("void", "forfeited")]
    scenes = {event.seat: event for event, _ in referee.record if isinstance(event, Sight)}
    for chat in chats:
        shown, text = _parts(chat)
        seat = next(seat for seat, model in named.items() if f"You are {seat}," in text and model == chat["model"])
        if named[seat] == "eyes":
            assert shown == 1
            assert words.describe_scene(scenes[seat].scene, has_heights=True).replace("\n", "\n    ") not in text
        else:
            assert shown == 0 and words.describe_scene(scenes[seat].scene, has_heights=True).replace("\n", "\n    ") in text
        assert "image/png;" not in text and scenes[seat].picture not in text
    assert {chat["model"] for chat in chats} == {"eyes", "ears"}

    report = verify(tmp_path / "m", level=3)
    assert report.is_verified and report.levels[3].result == "passed"
    for line in read(tmp_path / "m").lines:
        seat, response = line.body["request"]["to"], line.body["response"]
        if seat in named:
            assert ("pictures" in response) == (named[seat] == "eyes")
            assert (TOLD_IN_WORDS in response["attempts"][-1]["notes"]) == (named[seat] == "ears")


def _parts(chat):
    """Return the number of pictures in a chat, and its text."""
    shown, texts = 0, []
    for message in chat["messages"]:
        content = [{"type": "text", "text": message["content"]}] if isinstance(message["content"], str) else message["content"]
        shown += sum(part["type"] == "image_url" for part in content)
        texts += [part["text"] for part in content if part["type"] == "text"]
    return shown, "\n".join(texts)
