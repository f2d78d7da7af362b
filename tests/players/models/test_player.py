"""A model at the table, with a ModelClient that says what the test wants."""

import json
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from woozle.core.game import Refused
from woozle.core.match import Halt
from woozle.core.replies import VERSION
from woozle.core.request import Completion, Forfeit, ParseFailure, PastResponse, Picture, Request
from woozle.core.usage import NOTHING, Budget, Limits, Usage
from woozle.games.ship.events import Act, Speak
from woozle.players.backends.model_client import (
    OF_THIS_REQUEST,
    PASSING,
    BackendError,
    Capabilities,
    Failure,
    Heard,
    Sampling,
    Sent,
    Trouble,
)
from woozle.players.models.config import Price
from woozle.players.models.messages import digest, messages
from woozle.players.models.notebook import Notebook
from woozle.players.models.player import ModelPlayer
from woozle.players.models.progress import Progress
from woozle.players.models.spec import ModelSpec, parse, parse_description
from woozle.players.registry import prompt

from tests.games.ship.players.aboard import Log
from tests.players.models.scripted import Scripted, reply

ACT = Request(7, "Alice", Act, {"action": ("wait", "task", "report")})
TIMED = Request(7, "Alice", Act, {"action": ("wait", "task", "report")}, 30)
SPEAK = Request(8, "Alice", Speak, {})
WAIT = '{"thoughts": "Hm.", "action": "wait"}'
PICTURE = Picture.png(b"a picture")
TROUBLES = sorted(get_args(Trouble))


def seated(backend, spec="openai@lab:gpt-5-mini", **options):
    return ModelPlayer("Alice", "ship", parse(spec), backend, **{"seed": "5eed", **options})


def draw(request, observation):
    return (PICTURE,)


async def test_one_try_is_one_response_with_all_that_is_known_of_it():
    backend, log = Scripted(reply(WAIT, reasoning="Let me see.")), Log().tick(1)
    response = await seated(backend, price=Price(input=2, output=10)).respond(ACT, log)
    usage = Usage(1, 1000, 100, 0.003)
    sent = messages(ACT, log, prompt("ship"), notebook=Notebook("notes"))
    completion = Completion(WAIT, "answer", "", "Let me see.", "stop", usage, "scripted-1", digest(sent), 1.0, 0.25)
    assert response.answer == Act(action="wait")
    assert (response.request, response.seconds, response.usage, response.completions) == (7, 1.0, usage, (completion,))
    assert response.pictures == ()


async def test_what_is_asked_of_the_backend():
    backend = Scripted(WAIT)
    await seated(backend, "openai:m?temperature=0.5&max_tokens=300", sample="match 1").respond(TIMED, Log())
    (chat,) = backend.chats
    assert (chat.model, chat.sampling, chat.seconds, chat.sample) == ("m", Sampling(0.5, max_tokens=300), 30, "match 1")
    assert list(chat.schema["properties"]) == ["thoughts", "action", "say"]
    assert chat.messages == messages(TIMED, Log(), prompt("ship"), notebook=Notebook("notes"))


async def test_without_thoughts_none_are_asked_for():
    backend = Scripted(WAIT)
    await seated(backend, "openai:m?thoughts=off").respond(ACT, Log())
    assert backend.chats[0].schema == ACT.schema()
    assert backend.chats[0].messages == messages(ACT, Log(), prompt("ship"), has_thoughts=False)


@pytest.mark.parametrize("schemas", ["legal", "constant"])
@pytest.mark.parametrize("cut, asked", [("length", ["action", "say"]), ("stop", ["thoughts", "action", "say"])])
async def test_what_a_model_is_held_to_after_a_cut_off_has_no_thoughts(cut, asked, schemas):
    backend = Scripted(reply('{"thoughts": "You noted:', finish=cut), WAIT)
    player = ModelPlayer("Alice", "ship", replace(parse("openai@lab:gpt-5-mini"), schemas=schemas), backend, seed="5eed")
    for seen in range(2):
        player.remember(PastResponse(ACT, await player.respond(ACT, Log()), seen))
    assert [list(chat.schema["properties"]) for chat in backend.chats] == [["thoughts", "action", "say"], asked]


DECLINED = Forfeit("refused", "The model declined to answer.")


@pytest.mark.parametrize(
    ("said", "reading", "answer"),
    [
        ("I shall wait.", "unparsable", None),
        ("", "empty", None),
        (reply('{"act', finish="length"), "cut_off", None),
        (reply(WAIT, finish="filter"), "refused", DECLINED),
        (reply("I cannot help with that.", is_refusal=True), "refused", DECLINED),
        ('{"action": "fly"}', "illegal", Act(action="fly")),  # which is left to the referee
    ],
)
async def test_every_reply_comes_back_at_once_with_its_reading_and_words_for_the_next_try(said, reading, answer):
    response = await seated(Scripted(said)).respond(ACT, Log())
    (completion,) = response.completions
    assert (completion.reading, response.usage.calls) == (reading, 1)
    assert response.answer == (answer or ParseFailure(completion.problem, reading))
    assert reading != "illegal" or completion.problem == ACT.refusal(answer)
    assert reading != "refused" or completion.finish == "filter"


async def test_tries_that_failed_on_the_way_are_kept():
    failure = Failure("overloaded", "The server has too much to do.", 2.0)
    response = await seated(Scripted(reply(WAIT, failures=(failure, failure)))).respond(ACT, Log())
    assert [completion.reading for completion in response.completions] == ["failed", "failed", "answer"]
    assert response.completions[0] == Completion("", "failed", "The server has too much to do.", seconds=2.0)
    assert response.seconds == 1.0  # what the others took was not the model's


@pytest.mark.parametrize("trouble", TROUBLES)
@pytest.mark.parametrize("failures", ["pause", "void"])
async def test_a_failure_of_one_request_is_void_and_one_of_the_endpoint_halts_the_match(trouble, failures):
    player = seated(Scripted(BackendError(trouble, "It failed.")), failures=failures)
    if trouble not in OF_THIS_REQUEST and failures == "pause":
        with pytest.raises(Halt, match=r"^It failed\.$"):
            await player.respond(ACT, Log())
    else:
        response = await player.respond(ACT, Log())
        assert response.answer == Forfeit("error", "It failed.")
        assert [completion.reading for completion in response.completions] == ["failed"]


async def test_who_uses_up_the_time_of_the_request_forfeits_it():
    def late(seconds):
        return Scripted(BackendError("timeout", "Silence.", failures=[Failure("timeout", "Silence.", seconds)]))

    response = await seated(late(30.1)).respond(TIMED, Log())
    assert response.answer == Forfeit("timeout", "No answer within 30 seconds.")
    assert response.seconds == 30.1
    for request, seconds in ((TIMED, 5.0), (ACT, 300.0)):  # a shorter time of the endpoint is not the model's fault
        with pytest.raises(Halt):
            await seated(late(seconds)).respond(request, Log())


async def test_the_seed_of_a_request_is_its_own_and_that_of_each_try():
    backend = Scripted(say=lambda chat: WAIT)
    refused = Log().add(Refused("Alice", "No."))
    for player, request, log in [
        (seated(backend), ACT, Log()),
        (seated(backend), ACT, Log()),
        (seated(backend), SPEAK, Log()),
        (seated(backend), ACT, refused),
        (seated(backend, seed="other"), ACT, Log()),
    ]:
        await player.respond(request, log)
    first, same, *others = [chat.seed for chat in backend.chats]
    assert first == same
    assert len({first, *others}) == 4
    assert all(0 <= chat.seed < 2**31 for chat in backend.chats)


async def test_whoever_listens_hears_the_turn_go_on():
    heard = []
    response = await seated(Scripted(WAIT), listen=heard.append).respond(ACT, Log())
    news = [Sent(), Heard(WAIT), response.completions[0]]
    assert heard == [Progress("Alice", 7, each) for each in news]
    await seated(Scripted(BackendError("too_long", "Too long.")), listen=heard.append).respond(ACT, Log())
    assert heard[-1] == Progress("Alice", 7, "Too long.")


async def test_nothing_is_asked_when_the_budget_is_used_up():
    backend, budget = Scripted(WAIT), Budget(Limits(calls=1))
    player = seated(backend, budget=budget, price=Price(input=1, output=0))
    await player.respond(ACT, Log())
    assert (budget.usage, budget.seconds) == (Usage(1, 1000, 100, 0.001), 1.0)
    with pytest.raises(Halt, match=r"^The budget of 1 calls"):
        await player.respond(ACT, Log())
    assert len(backend.chats) == 1


async def test_what_was_kept_costs_nothing():
    response = await seated(Scripted(reply(WAIT, usage=NOTHING, is_cached=True)), price=Price(input=1, output=1)).respond(
        ACT, Log()
    )
    assert response.usage == NOTHING


@pytest.mark.parametrize(
    "pictures, sees, are_shown",
    [("auto", True, True), ("auto", False, False), ("auto", None, False), ("on", None, True), ("off", True, False)],
)
async def test_pictures_are_shown_to_models_that_can_see_them(pictures, sees, are_shown):
    backend = Scripted(WAIT, can=Capabilities(vision=sees))
    response = await seated(backend, f"openai:m?pictures={pictures}", draw=draw).respond(ACT, Log())
    assert response.pictures == ((PICTURE,) if are_shown else ())
    assert (PICTURE in backend.chats[0].messages[1].parts) == are_shown


async def test_what_a_model_can_do_is_asked_once_and_only_if_it_matters():
    backend = Scripted(say=lambda chat: WAIT, can=Capabilities(vision=True))
    player = seated(backend)
    await player.respond(ACT, Log())
    assert backend.asked_what_it_can == 0
    player = seated(backend, draw=draw)
    for _ in range(3):
        await player.respond(ACT, Log())
    assert backend.asked_what_it_can == 1


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_a_server_that_cannot_say_what_its_models_can_do_is_still_asked(trouble):
    backend = Scripted(WAIT, WAIT, can=BackendError(trouble, "It has no list."))
    player = seated(backend, draw=draw)
    for _ in range(2):
        assert (await player.respond(ACT, Log())).answer == Act(action="wait")
    assert backend.asked_what_it_can == (2 if trouble in PASSING | {"loading"} else 1)


async def test_what_does_not_fit_into_the_context_is_left_out():
    log = Log()
    for number in range(300):
        log.tick(number, present=("Bob", "Charlie"))
    backend = Scripted(WAIT, WAIT, can=Capabilities(context=4096))
    await seated(backend).respond(ACT, log)
    assert "lines are left out here" in backend.chats[0].messages[1].parts[0]
    await seated(Scripted(WAIT, can=Capabilities(context=100_000))).respond(ACT, log)
    assert backend.chats[0].messages != messages(ACT, log, prompt("ship"))


SPECS = [
    ModelSpec("openai", "gpt-5-mini", "lab", Sampling(temperature=0.7, effort="low"), thoughts=False, pictures=True),
    ModelSpec("ollama", "qwen3:8b"),
    ModelSpec("local", "/models/tiny"),
]


@pytest.mark.parametrize("spec", SPECS, ids=str)
def test_who_sits_there_can_be_seated_again(spec):
    told = ModelPlayer("Alice", "ship", spec, Scripted(), seed="5eed").describe()
    assert json.loads(json.dumps(told)) == told
    assert parse_description(told) == spec
    assert told["sampling"] == ({"temperature": 0.7, "effort": "low"} if spec.endpoint else {})
    assert (told["kind"], told["seed"], told["parser"]) == ("model", "5eed", VERSION)
    assert told["prompt"] == {"game": "ship", "version": prompt("ship").words.version}


def test_nobody_learns_whose_machine_it_was():
    path = Path.home() / "models" / "tiny"
    assert seated(Scripted(), f"local:{path}").describe()["model"] == "~/models/tiny"
