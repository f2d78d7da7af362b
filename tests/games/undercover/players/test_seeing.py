"""Models in a game that is about pictures: who can see is shown them, who cannot is told in words what they show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from woozle.core.request import Picture, Request
from woozle.games.undercover.events import Briefing, Reason, Sight
from woozle.games.undercover.players.pictures import pictures
from woozle.games.undercover.scenes import words
from woozle.players.backends.model_client import BackendError, Capabilities
from woozle.players.models.player import TOLD_IN_WORDS, ModelPlayer
from woozle.players.models.spec import parse

from tests.games.undercover.play import QUESTION, TABLE
from tests.players.models.scripted import Scripted

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
