"""A server that is not ready yet is waited for, two minutes in all, and that is said; any other failure is not."""

from __future__ import annotations

import pytest

from woozle.players.backends.model_client import BackendError, Waiting
from woozle.players.backends.readiness import LONGEST, Readiness
from woozle.players.backends.server_errors import ServerAddress

from tests.players.backends.standing import Door, reply

PLACE = ServerAddress("http://127.0.0.1:8080/v1", "lab")


def refused(status=503, text="Loading model unavailable_error", **headers):
    return PLACE.refusal_error(status, text, "tiny", headers={name.replace("_", "-"): each for name, each in headers.items()})


FORMS = {
    "llama.cpp": (503, "Loading model unavailable_error 503"),
    "TGI": (503, "Model bigscience/bloom is currently loading"),
    "Ollama": (500, "llm server loading model"),
    "LiteLLM": (500, "litellm.InternalServerError: Error code: 503 - {'error': {'code': 503, 'message': 'Loading model'}}"),
    "SGLang": (503, "The server is still starting."),
    "Bedrock": (429, "Model is not ready for inference. Wait and try your request again."),
    "a router": (503, "The model is being loaded, please retry."),
}


@pytest.mark.parametrize("form", FORMS)
async def test_a_server_that_loads_its_model_is_waited_for_and_costs_no_try(form: str):
    heard = []
    door = Door(reply(), *(refused(*FORMS[form]) for _ in range(9)), reply("b"), tries=2)
    await door.time.until(door.ask(), task := door.ask(hear=heard.append))  # after its first answer, too
    assert (task.result().text, task.result().failures) == ("b", ())
    assert door.told == ["lab is still loading its model; waiting for it, 2 minutes at most."]
    waits = [signal for signal in heard if isinstance(signal, Waiting)]
    assert [signal.failure.trouble for signal in waits] == ["loading"] * 9
    assert waits[0].seconds == 1.0 and waits[-1].seconds == 5.0


async def test_any_503_before_the_first_reply_is_waited_for_and_none_after_it():
    door = Door(
        *(refused(503, "no healthy upstream") for _ in range(3)), reply("a"), refused(503, "Overloaded."), reply("b"), tries=2
    )
    first, second = [(await door.time.until(door.ask()))[0].result() for _ in range(2)]
    assert (first.text, len(first.failures)) == ("a", 0)
    assert (second.text, len(second.failures)) == ("b", 1)
    assert door.told == ["lab is not ready yet (503); waiting for it, 2 minutes at most."]


async def test_after_two_minutes_in_all_it_is_the_error_that_it_was():
    door = Door(*(refused() for _ in range(200)), tries=2)
    begun = door.time.now
    tasks = await door.time.until(*(door.ask() for _ in range(3)))
    for task in tasks:
        assert str(task.exception()).startswith("http://127.0.0.1:8080 (503) is in trouble; try again later.")
        assert 'It says: "Loading model' in str(task.exception())
    assert LONGEST <= door.time.now - begun < LONGEST + 10
    assert len(door.told) == 1
    (late,) = await door.time.until(door.ask())
    assert isinstance(late.exception(), BackendError) and door.time.now - begun < LONGEST + 20, "nobody waits two minutes again"


async def test_a_server_that_is_started_again_later_is_waited_for_again():
    door = Door(*(refused() for _ in range(60)), tries=2)
    await door.time.until(door.ask())
    door.time.now += 10 * LONGEST
    door.backend.whats = [refused(), reply("b")]
    (task,) = await door.time.until(door.ask())
    assert (task.result().failures, len(door.told)) == ((), 2)


async def test_a_server_that_loads_while_others_of_its_endpoint_answer_is_waited_for_no_longer():
    door = Door(*[each for _ in range(100) for each in (refused(), reply())], tries=2)
    door.readiness.note_reply()
    waited = 0.0
    while pause := door.readiness.pause(refused(), waited):
        door.time.now += pause
        waited += pause
        door.readiness.note_reply()
    assert waited == LONGEST


async def test_the_server_says_how_long_to_wait():
    door = Door(refused(retry_after="30"), reply("b"), tries=2)
    await door.time.until(door.ask())
    assert door.backend.at == [1000.0, 1030.0]


@pytest.mark.parametrize(
    ("status", "text"),
    [
        (500, "error loading model: unable to allocate buffer"),
        (500, "llama runner process has terminated: failed to load model"),
        (500, "timed out loading model"),
        (500, "Internal error."),
        (400, "Loading model files from this address is not supported."),
        (404, "The model is not loaded."),
        (529, "Overloaded"),
    ],
)
def test_what_is_no_server_that_loads_is_not_waited_for(status: int, text: str):
    assert Readiness("lab").pause(refused(status, text)) == 0.0


def test_a_server_that_cannot_be_reached_is_not_waited_for():
    assert Readiness("lab").pause(PLACE.unreachable_error()) == 0.0
