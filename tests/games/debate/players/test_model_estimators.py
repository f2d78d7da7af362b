"""Language models as estimators of debates: in this process, and at a server that tells log-probabilities of a prompt."""

from __future__ import annotations

import asyncio
import json
import math

import pytest

from woozle.core.match import Halt
from woozle.core.request import Forfeit, Request
from woozle.core.usage import Budget, Limits
from woozle.games.debate.events import ESTIMATOR, Estimate, Texts
from woozle.games.debate.players.model_estimators import ApiMeasure, LocalMeasure, ModelEstimator
from woozle.games.debate.players.passages import passages
from woozle.games.debate.players.services import ESTIMATOR_ROLE
from woozle.players.backends.local.client import LocalClient, TextEntropies
from woozle.players.backends.model_client import BackendError, Message
from woozle.players.backends.openai_forced import OpenAIForced
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import ConfigError, Endpoint, ModelsConfig
from woozle.players.models.keys import Keys
from woozle.players.models.spec import parse

from tests.players.backends.http import Asked, Out
from tests.players.backends.servers import OpenAIServer
from tests.players.backends.tiny import tiny_causal
from tests.players.seated import serving

SAID = ("One set of paws.\nAnswer: B", "The tracks doubled.\nAnswer: C", "B")
LOCAL, SERVED = parse("local:tiny"), parse("openai@lab:m")


def local_estimator(spec, local, **more) -> ModelEstimator:
    return ModelEstimator(spec, LocalMeasure(spec, local), **more)


def texts(number: int = 1, **more) -> Texts:
    usual = {"responses": SAID, "heard": ((), (), ()), "earlier": ()}
    return Texts(**{"number": number, "question": "How many?", "kind": "choice", "options": ("none", "one"), **usual, **more})


def request(of: int = 1) -> Request:
    return Request(of + 10, ESTIMATOR, Estimate, {"of": (of,)})


def hub(**endpoints) -> ClientPool:
    config = ModelsConfig(endpoints={name: Endpoint(url=url, timeout=5) for name, url in endpoints.items()})
    return ClientPool(config, Keys(config, {}, lambda name: None))


class Told:
    """A model that is as sure of a text as it is long, and fails of some. asked: how many passages each time."""

    def __init__(self, fails=lambda text: None) -> None:
        self.asked: list[int] = []
        self._fails = fails

    async def entropies(self, model, passages):
        self.asked.append(len(passages))
        for _, text in passages:
            if error := self._fails(text):
                raise error
        return TextEntropies("told", tuple((1.0, len(text) / 10) for _, text in passages))


# In this process


async def test_a_local_model_measures_over_its_whole_vocabulary(tmp_path):
    pytest.importorskip("torch")
    model = str(tiny_causal(tmp_path / "tiny"))
    here = hub()
    wanted = texts(agent=0, candidates=((1,), (2,), (1, 2)))
    response = await serving(here, ESTIMATOR_ROLE, f"local:{model}").respond(request(), [wanted])
    local = LocalClient(device="cpu")
    for given, (prompt, text) in zip(response.answer.entropies, passages(wanted), strict=True):
        (alone,) = (await local.entropies(model, [([Message("user", (prompt,))], text)])).entropies
        assert given == pytest.approx(sum(alone) / len(alone), abs=1e-4)
    assert request().refusal(response.answer) == "" and response.answer.residual == 0
    assert response.answer.estimator.startswith("local: tiny") or model in response.answer.estimator
    await local.close()
    await here.close()


async def test_a_model_that_is_not_there_halts():
    here = hub()
    with pytest.raises(Halt, match="nowhere"):
        await serving(here, ESTIMATOR_ROLE, "local:/nowhere/at/all").respond(request(), [texts()])
    await here.close()


async def test_what_is_asked_at_the_same_time_is_read_together():
    told = Told()
    estimator = local_estimator(LOCAL, told)
    seen = [texts(1, agent=0, candidates=((1,), (2,))), texts(2, agent=1, candidates=((0,),)), texts(3)]
    given = await asyncio.gather(*(estimator.respond(request(of), seen) for of in (1, 2, 3)))
    assert told.asked == [6]
    assert [each.answer.of for each in given] == [1, 2, 3]
    assert [each.answer.entropies for each in given] == [(1.8, 1.8), (1.95,), (1.8, 1.95, 0.55)]


async def test_one_request_that_fails_is_forfeited_alone():
    told = Told(lambda text: BackendError("too_long", "There is not enough memory.") if text == "B" else None)
    estimator = local_estimator(LOCAL, told)
    seen = [texts(1, agent=2, candidates=((1,),)), texts(2, agent=1, candidates=((0,),))]
    first, second = await asyncio.gather(*(estimator.respond(request(of), seen) for of in (1, 2)))
    assert first.answer == Forfeit("error", "There is not enough memory.")
    assert second.answer.entropies == (1.95,)


@pytest.mark.parametrize("figure", [math.nan, math.inf])
async def test_a_model_that_computes_nonsense_leaves_that_text_unknown(figure):
    class Broken(Told):
        async def entropies(self, model, passages):
            return TextEntropies("broken", ((figure, 1.0), (1.0, 0.5), None))

    response = await local_estimator(LOCAL, Broken()).respond(request(), [texts()])
    assert response.answer.entropies == (None, 0.75, None)


async def test_a_model_that_answers_for_fewer_texts_is_no_reason_to_wait_for_ever():
    class Short(Told):
        async def entropies(self, model, passages):
            return TextEntropies("short", ((1.0,),))

    response = await local_estimator(LOCAL, Short()).respond(request(), [texts()])
    assert len(response.answer.entropies) == 1


async def test_a_model_that_is_lost_halts_unless_failures_are_void():
    told = Told(lambda text: BackendError("no_model", "It is gone."))
    with pytest.raises(Halt, match="It is gone"):
        await local_estimator(LOCAL, told).respond(request(), [texts()])
    response = await local_estimator(LOCAL, told, failures="void").respond(request(), [texts()])
    assert response.answer == Forfeit("error", "It is gone.")


# At a server


class Vllm(OpenAIServer):
    """Tells of each token of a prompt, which here is a word, its own chance and those of the two likeliest."""

    def __init__(self, tell=None) -> None:
        super().__init__(lambda request: "")
        self.bodies: list[dict] = []
        self._tell = tell or self.chances

    async def handle(self, asked: Asked, out: Out) -> None:
        if asked.path != "/v1/chat/completions":
            return await super().handle(asked, out)
        self.bodies.append(body := asked.json())
        told = self._tell(body["messages"][-1]["content"])
        if isinstance(told, int):
            return await out.json({"error": {"message": "Unknown parameter: 'prompt_logprobs'."}}, told)
        return await out.json({"model": "m", "choices": [], "usage": {"prompt_tokens": 9}, "prompt_logprobs": told})

    @staticmethod
    def chances(text: str) -> list:
        pieces = ["<user>", "How?", *text.replace(" ", "| ").split("|")]
        others = {"7": {"logprob": math.log(0.5), "rank": 1, "decoded_token": "x"}}
        others["8"] = {"logprob": math.log(0.25), "rank": 2, "decoded_token": "y"}
        return [None, *({"1": {"logprob": -9.0, "rank": 50, "decoded_token": each}, **others} for each in pieces)]


async def measured(tell=None, wanted=None, budget=None):
    async with Vllm(tell) as server:
        here = hub(lab=server.url)
        try:
            estimator = serving(here, ESTIMATOR_ROLE, "openai@lab:m", budget=budget)
            return await estimator.respond(request(), [wanted or texts()]), server
        finally:
            await here.close()


async def test_a_server_is_made_to_say_each_text_and_its_likeliest_tokens_are_measured():
    response, server = await measured()
    chances = [math.exp(-9), 0.5, 0.25]
    known, rest = -sum(p * math.log(p) for p in chances), 1 - sum(chances)
    lumped = known - rest * math.log(rest)
    assert response.answer.entropies == pytest.approx((lumped,) * 3)
    assert response.answer.residual == pytest.approx(rest)
    assert response.answer.others["raw"] == pytest.approx((known,) * 3)
    assert response.answer.estimator == "openai: m, lumped top 20"
    assert response.usage.calls == 3 and response.usage.tokens_in == 27
    body = next(each for each in server.bodies if each["messages"][-1]["content"] == SAID[0])
    assert [each["role"] for each in body["messages"]] == ["user", "assistant"]
    assert (body["prompt_logprobs"], body["continue_final_message"], body["add_generation_prompt"]) == (20, True, False)


@pytest.mark.parametrize("tell", [lambda text: None, lambda text: 400, lambda text: Vllm.chances("something else")])
async def test_a_server_that_cannot_be_made_to_say_a_text_leaves_it_unknown(tell):
    response, _ = await measured(tell)
    assert response.answer.entropies == (None, None, None)


def nonsense(chance):
    """A server that tells this of one token of each text, as JSON cannot and servers do."""

    def tell(text):
        told = Vllm.chances(text)
        told[-1]["1"]["logprob"] = chance
        return told

    return tell


@pytest.mark.parametrize("chance", [math.nan, math.inf, 3.0, "high", None, {}], ids=str)
async def test_chances_that_are_none_leave_a_text_unknown(chance):
    async with Vllm(nonsense(chance)) as server:
        backend = OpenAIForced(server.url)
        response = await ModelEstimator(SERVED, ApiMeasure(SERVED, backend)).respond(request(), [texts()])
        await backend.close()
    assert response.answer.entropies == (None, None, None)
    assert request().refusal(response.answer) == ""


async def test_a_token_that_cannot_be_has_no_chance():
    response, _ = await measured(nonsense(-math.inf))
    assert None not in response.answer.entropies


async def test_chances_that_are_more_than_one_together_leave_a_text_unknown():
    response, _ = await measured(nonsense(-0.1))
    assert response.answer.entropies == (None, None, None)


async def test_all_four_estimates_and_what_was_not_seen_are_told():
    answer = (await measured())[0].answer
    raw, uniform, renormalised = (answer.others[name][0] for name in ("raw", "uniform", "renormalised"))
    assert list(answer.others) == ["raw", "uniform", "renormalised"]
    assert raw < answer.entropies[0] < uniform
    rest = answer.residual
    assert uniform == pytest.approx(raw - rest * math.log(rest / (300_000 - 3)))
    assert renormalised == pytest.approx(raw / (1 - rest) + math.log(1 - rest))
    assert 0 < rest < 1


async def test_what_is_unknown_of_one_text_is_known_of_the_others():
    response, _ = await measured(lambda text: 400 if text == "B" else Vllm.chances(text))
    assert [each is None for each in response.answer.entropies] == [False, False, True]


async def test_nobody_is_asked_about_an_empty_response():
    response, server = await measured(wanted=texts(responses=("", "", "B")))
    assert response.answer.entropies[:2] == (0, 0) and len(server.bodies) == 1


async def test_signs_that_are_torn_into_tokens_are_put_together():
    def torn(text):
        pieces = ("caf", "\ufffd", "\ufffd", "!")
        return [*Vllm.chances("")[:3], *({"1": {"logprob": -1.0, "decoded_token": each}} for each in pieces)]

    response, _ = await measured(torn, texts(responses=("caf\u00e9!",) * 3))
    assert None not in response.answer.entropies


async def test_many_torn_signs_of_another_text_are_told_from_it_at_once():
    said = "\u5b57\U0001f43b" * 60

    def torn(text):
        pieces = ("\u5b57", *("\ufffd",) * 4) * 60
        return [*Vllm.chances("")[:3], *({"1": {"logprob": -1.0, "decoded_token": each}} for each in pieces)]

    response, _ = await measured(torn, texts(responses=(said, f"{said}!", said.replace("\u5b57", "\u4e00"))))
    assert [each is None for each in response.answer.entropies] == [False, True, True]


async def test_a_budget_that_is_used_up_halts():
    budget = Budget(Limits(calls=1))
    await measured(budget=budget)
    with pytest.raises(Halt, match="The budget of"):
        await measured(budget=budget)


async def test_a_server_that_refuses_the_key_halts():
    with pytest.raises(Halt, match="wants a key"):
        await measured(lambda text: 401)


def test_only_servers_that_tell_log_probabilities_of_a_prompt_are_taken():
    config = ModelsConfig()
    with pytest.raises(ConfigError, match="name a server of vLLM, or a local model"):
        ClientPool(config, Keys(config, {}, lambda name: None)).scoring_client(parse("ollama:qwen3:8b"))


@pytest.mark.parametrize("named", ["local:/models/tiny", "openai@lab:m"])
def test_a_model_is_seated_again_from_its_header(named):
    described = serving(hub(lab="http://127.0.0.1:9/v1"), ESTIMATOR_ROLE, named).describe()
    assert described["kind"] == "estimator" and json.dumps(described)
    assert str(ESTIMATOR_ROLE.parse_description(described)) == named
