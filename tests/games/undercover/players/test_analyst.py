"""Analysts: by rules, and by a model that sees."""

from __future__ import annotations

import base64

from PIL import Image

from woozle.core.event import Refused
from woozle.core.request import Forfeit, Request
from woozle.games.undercover.events import ANALYST
from woozle.games.undercover.pairs.counterfactuals import (
    Classified,
    Classify,
    Copied,
    Look,
    Part,
    Propose,
    Proposed,
    Subject,
    Tried,
)
from woozle.games.undercover.players.analyst import analyse_by_words
from woozle.games.undercover.players.services import ANALYST_ROLE
from woozle.games.undercover.scenes.graph import Edit, Question
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import Endpoint, ModelsConfig
from woozle.players.models.keys import Keys
from woozle.players.pictures import album
from woozle.players.pictures.image_files import plain_png

from tests.players.backends.servers import OpenAIServer
from tests.players.seated import serving
from tests.players.services.quoted import quoted

QUESTION = Question("count", "How many cats are there?", ("1", "2", "3"), "2")
PICTURE, COPY = (album.add(plain_png(Image.new("RGB", (32, 32), colour))) for colour in ("orange", "purple"))
TOLD = [Subject(QUESTION, PICTURE), Classified("quantity")]
EDIT = Edit("quantity", "a cat", "Add a cat.", "2", "3")


async def by_rules(answer, told=TOLD):
    return analyse_by_words(Request(1, ANALYST, answer, {}), told)


async def asked(answer, said, told=TOLD, choices=None):
    """Return a model's answer, and the request that it was sent."""
    async with OpenAIServer(lambda request: said) as server:
        config = ModelsConfig(endpoints={"lab": Endpoint(url=server.url)})
        hub = ClientPool(config, Keys(config, {}, lambda name: None))
        player = serving(hub, ANALYST_ROLE, "vision:openai@lab:tiny")
        response = await player.respond(Request(1, ANALYST, answer, choices or {}), told)
        await hub.close()
        return response, server.chats[-1]


def sent(chat):
    """The pictures and the words of the last message."""
    content = chat["messages"][-1]["content"]
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    pictures = [base64.b64decode(part["image_url"]["url"].partition(",")[2]) for part in parts if part["type"] == "image_url"]
    return pictures, "\n".join(part["text"] for part in parts if part["type"] == "text")


async def test_the_rules_go_by_the_question_and_propose_something_else_each_time():
    assert await by_rules(Classify) == Classify(edit="quantity")
    assert (await by_rules(Propose)).other_answer == "1"
    assert (await by_rules(Propose, [*TOLD, Tried(1, 0.5, "No.")])).other_answer == "3"
    assert "only its colour" in (await by_rules(Propose, [TOLD[0], Classified("colour")])).instruction


async def test_the_rules_do_not_say_what_they_cannot_see():
    assert await by_rules(Look, [*TOLD, Copied(1, COPY)]) == Forfeit("gave_up", "The rules see nothing.")


async def test_a_model_is_asked_for_the_type_by_the_question_alone():
    response, chat = await asked(Classify, '{"edit": "quantity"}', TOLD[:1])
    assert response.answer == Classify(edit="quantity")
    pictures, words = sent(chat)
    assert pictures == [] and quoted(words)["question"] == QUESTION.text and quoted(words)["right_answer"] == "2"
    assert chat["temperature"] == 0


async def test_a_model_looks_at_the_picture_and_is_told_what_was_tried():
    proposal = Propose(parts=(Part(name="cat", count=2),), target="cat", instruction="Add a cat.", other_answer="3")
    told = [*TOLD, Proposed(1, EDIT, "3"), Tried(1, 0.7, "Nothing was changed.")]
    response, chat = await asked(Propose, proposal.model_dump_json(), told)
    assert response.answer == proposal
    assert response.pictures == (album.find(PICTURE),)
    pictures, words = sent(chat)
    assert pictures == [album.find(PICTURE).data]
    asks = quoted(words)
    assert asks["edit"] == "quantity"
    assert [(each["edit"]["instruction"], each["problem"]) for each in asks["failed_tries"]] == [
        ("Add a cat.", "Nothing was changed.")
    ]


async def test_whoever_looks_at_a_copy_sees_it_alone_and_is_not_told_what_it_should_show():
    told = [*TOLD, Proposed(1, EDIT, "3"), Copied(1, COPY)]
    response, chat = await asked(Look, '{"answer": "3"}', told, {"answer": ("1", "2", "3")})
    assert response.answer == Look(answer="3")
    pictures, words = sent(chat)
    assert pictures == [album.find(COPY).data]
    assert quoted(words) == {"question": QUESTION.text, "options": ["1", "2", "3"]}


async def test_a_reply_that_could_not_be_read_is_asked_for_again():
    _, chat = await asked(Classify, '{"edit": "quantity"}', [TOLD[0], Refused(ANALYST, "It is no JSON.")])
    assert "Reply with the JSON object alone." in sent(chat)[1]
