"""Checks of models before a match begins."""

from __future__ import annotations

from datetime import date

import pytest

from woozle.core.usage import Limits
from woozle.players.backends.model_client import Capabilities, ModelInfo
from woozle.players.models.client_pool import ClientPool
from woozle.players.models.config import Endpoint, ModelsConfig, Price
from woozle.players.models.config_file import UNREADABLE
from woozle.players.models.keys import Keys
from woozle.players.models.preflight import check_all
from woozle.players.models.spec import parse

from tests.players.backends.scripts import Status
from tests.players.backends.servers import LoadingServer, OllamaServer, OpenAIServer, Pulled
from tests.players.backends.standing import Scripted, Time, trouble

KEY = "sk-planted-0123456789"
PRICE = Price(input=1.0, output=2.0)
READY = '{"ready": true}'


def hub(server, *, key: str = "", kind: str = "openai", opened=None, free=False, tells_cost=False, **more) -> ClientPool:
    url = server if isinstance(server, str) else server.url
    endpoint = Endpoint(kind=kind, url=url, key_env="LAB_KEY" if key else "", free=free, tells_cost=tells_cost)
    more.setdefault("prices", {"lab": {"tiny": PRICE}})
    config = ModelsConfig(endpoints={"lab": endpoint}, **more)
    return ClientPool(config, Keys(config, {"LAB_KEY": key.strip("?")}, lambda name: None), opened=opened)


async def found(server, text="openai@lab:tiny", *, sights="none", has_budget=False, test_call=False, **more):
    """Return the findings, by subject, and the problem, if there is one."""
    own = hub(server, **more)
    (result,) = await check_all([parse(text)], own, sights=sights, has_budget=has_budget, test_call=test_call)
    await own.close()
    return {finding.what: (finding.state, finding.sentence) for finding in result.findings}, result.problem


async def test_a_model_that_can_play_has_no_problem():
    async with OpenAIServer(lambda request: READY, key=KEY, models={"tiny": {"context_length": 32_000}}) as server:
        findings, problem = await found(server, key=KEY, test_call=True)
        assert not problem
        assert findings["key"] == ("ok", "Its key is set in LAB_KEY.")
        assert findings["server"] == ("ok", f"lab answers at {server.url}.")
        assert findings["model"] == ("ok", "tiny is there.")
        assert findings["context"] == ("ok", "tiny can read 32,000 tokens.")
        assert findings["price"] == ("ok", "tiny costs $1 in and $2 out per million tokens.")
        assert findings["reply"][0] == "ok" and "tiny answered within" in findings["reply"][1]
        assert "tokens a second." in findings["reply"][1]


@pytest.mark.parametrize(("times", "is_there"), [(20, True), (1000, False)])
async def test_a_server_that_loads_its_model_is_waited_for_and_that_is_told(times, is_there):
    time, told = Time(), []
    async with LoadingServer(lambda request: READY, times) as server:
        config = ModelsConfig(endpoints={"lab": Endpoint(url=server.url, free=True)})
        own = ClientPool(config, Keys(config, {}), tell=told.append, clock=time.clock, sleep=time.skip)
        (result,) = await check_all([parse("openai@lab:tiny")], own, test_call=True)
        await own.close()
    assert told == ["lab is still loading its model; waiting for it, 2 minutes at most."]
    assert (not result.problem) == is_there
    assert is_there or 'is in trouble; try again later. It says: "Loading model' in result.problem
    assert time.now - 1000 <= 120


HELD, LOOSE = (
    "tiny can be held to the form of an answer.",
    "tiny cannot be held to the form of an answer; it is asked for it in words.",
)


def drawing(request):
    """A server that writes nothing but what fits a schema."""
    return READY if "response_format" in request else "Hello."


def ignoring(request):
    """A server that takes a schema and lets its model write as the words say."""
    return READY if "ready" in str(request["messages"]) else "Hello."


def refusing(request):
    """A server that takes no schema. Its model does all it is told in words."""
    return Status(400, "response_format is not supported.") if "response_format" in request else READY


@pytest.mark.parametrize(("script", "sentence"), [(drawing, HELD), (ignoring, LOOSE), (refusing, LOOSE)])
async def test_a_test_call_tells_whether_a_model_is_held_to_the_form_where_nobody_says_so(script, sentence):
    async with OpenAIServer(script) as server:
        assert (await found(server))[0]["schema"][0] == "unknown"
        findings, problem = await found(server, test_call=True)
        assert not problem and findings["schema"][1] == sentence
        assert findings["reply"][0] == "ok"


async def test_where_it_is_known_whether_a_model_is_held_to_the_form_it_is_asked_once():
    async with OpenAIServer(drawing, models={"tiny": {"supported_parameters": ["structured_outputs"]}}) as server:
        findings, _ = await found(server, test_call=True)
        assert findings["schema"][1] == HELD and len(server.chats) == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("openai@lab:gpt5-mini", "There is no model gpt5-mini at lab; did you mean gpt-5-mini?"),
        ("openai@lab:claude", "There is no model claude at lab; `woozle models` lists what there is."),
        ("openai@mars:x", "There is no endpoint 'mars'; there are lab; models.toml can name others."),
    ],
)
async def test_who_mistypes_a_name_is_told_which_there_are(text, sentence):
    async with OpenAIServer(lambda request: READY, models={"gpt-5-mini": {}, "gpt-4": {}}) as server:
        assert (await found(server, text))[1] == sentence
        assert not server.chats


async def test_a_model_that_ollama_has_not_pulled_can_be_fetched():
    async with OllamaServer(lambda request: READY, models={"qwen3:8b": Pulled(context=4096)}) as server:
        assert (await found(server, "ollama@lab:llava", kind="ollama"))[1] == (
            "There is no model llava at lab; `ollama pull llava` fetches it."
        )
        assert "did you mean qwen3:8b?" in (await found(server, "ollama@lab:qwen3:9b", kind="ollama"))[1]
        findings, problem = await found(server, "ollama@lab:qwen3:8b", kind="ollama", free=True, has_budget=True)
        assert not problem and findings["price"] == ("ok", "qwen3:8b costs nothing.")
        assert findings["context"] == ("warning", "qwen3:8b can read 4,096 tokens; a long match may need 8,192.")


async def test_a_key_that_is_missing_or_refused_is_one_sentence_without_it():
    async with OpenAIServer(lambda request: READY, key=KEY) as server:
        assert (await found(server, key="?"))[1] == (
            "There is no key for lab; set LAB_KEY, or keep one with `woozle config key lab`."
        )
        assert not server.requests
        wrong = "sk-another-0123456789"
        _, problem = await found(server, key=wrong)
        assert "does not take the key of the endpoint lab" in problem
        assert wrong not in problem and wrong[3:] not in problem


async def test_a_server_that_is_down_or_something_else_is_one_sentence():
    async with OpenAIServer(lambda request: READY) as server:
        url = server.url
    assert (await found(url))[1].startswith("No server answers at http://127.0.0.1:")
    async with OpenAIServer(lambda request: READY) as server:
        server.handle = lambda asked, out: out.whole(b"<html>Sign in</html>", "text/html")
        assert "something that is no reply of a model" in (await found(server))[1]


async def test_a_server_that_does_not_list_its_models_is_believed():
    async with OpenAIServer(lambda request: READY, models={}) as server:
        findings, problem = await found(server, test_call=True)
        assert findings["model"] == ("unknown", "lab does not say which models it has.")
        assert "does not exist" in problem or "no model" in problem  # only the real request tells


@pytest.mark.parametrize(
    ("sights", "pictures", "vision", "state", "words"),
    [
        ("told", "", True, "ok", "tiny can see pictures."),
        ("told", "", False, "warning", "tiny cannot see pictures; it gets descriptions instead."),
        ("told", "", None, "unknown", "pictures=on shows them; else it gets descriptions"),
        ("told", "?pictures=off", True, "ok", "gets descriptions instead of pictures, as you chose"),
        ("told", "?pictures=on", True, "ok", "can see"),
        ("told", "?pictures=on", None, "unknown", "before it is tried."),
        ("told", "?pictures=on", False, "problem", "leave out pictures=on"),
        ("untold", "", True, "ok", "can see"),
        ("untold", "", None, "unknown", "before it is tried."),
        ("untold", "", False, "problem", "tiny cannot see pictures; take another model, or put those of the pool in words"),
        ("untold", "?pictures=off", True, "problem", "leave out pictures=off"),
    ],
)
async def test_whether_a_model_can_see_matters_where_pictures_are_what_it_is_about(sights, pictures, vision, state, words):
    class Seeing(Scripted):
        async def models(self):
            return [ModelInfo("tiny", None, Capabilities(vision, schema=True, context=9000))]

    findings, problem = await found("http://x", f"openai@lab:tiny{pictures}", sights=sights, opened=lambda *rest: Seeing())
    assert findings["pictures"][0] == state and bool(problem) == (state == "problem")
    assert words in findings["pictures"][1]


async def test_where_there_is_nothing_to_see_nobody_asks_whether_a_model_can():
    findings, _ = await found("http://x", opened=lambda *rest: Scripted())
    assert "pictures" not in findings


async def test_a_budget_of_dollars_needs_prices():
    opened = {"opened": lambda *rest: Scripted(), "prices": {}}
    sentence = (
        "The price of tiny at lab is unknown, so a budget of dollars cannot be kept; `woozle config edit` states it, or that "
        "lab is free."
    )
    for url in ("http://lab.example", "http://127.0.0.1:1"):  # a gateway on this machine may ask anybody
        assert (await found(url, has_budget=True, **opened))[1] == sentence
        assert (await found(url, budget=Limits(dollars=5), **opened))[1] == sentence
    findings, problem = await found("http://lab.example", budget=Limits(calls=5), **opened)
    assert findings["price"][0] == "unknown" and "so money is not counted" in findings["price"][1] and not problem
    findings, problem = await found("http://lab.example", has_budget=True, tells_cost=True, **opened)
    assert findings["price"] == ("ok", "lab says what each reply of tiny costs, and that is counted.") and not problem


async def test_a_price_that_a_server_lists_is_a_hint_and_no_price():
    for facts in (
        {"pricing": {"prompt": "0.00000015", "completion": "6e-7"}},
        {"input_cost_per_token": 1.5e-7, "output_cost_per_token": 6e-7},
    ):
        async with OpenAIServer(lambda request: READY, models={"tiny": facts}) as server:
            _, problem = await found(server, prices={}, has_budget=True)
        assert '(it lists [prices.lab] "tiny" = { input = 0.15, output = 0.6, as_of = 20' in problem
    hostile = {"pricing": {"prompt": "9" * 5000, "completion": "nan"}, "output_cost_per_token": [1]}
    async with OpenAIServer(lambda request: READY, models={"tiny": hostile}) as server:
        assert "lists" not in (await found(server, prices={}, has_budget=True))[1]


async def test_a_price_of_long_ago_is_to_be_looked_up_again():
    old = PRICE.model_copy(update={"as_of": date(2020, 1, 2)})
    findings, problem = await found("http://x", opened=lambda *rest: Scripted(), prices={"lab": {"tiny": old}})
    assert not problem and findings["price"] == (
        "warning",
        "tiny costs $1 in and $2 out per million tokens, as of 2020-01-02; that is long ago, so look it up again.",
    )


async def test_what_models_toml_says_wrongly_about_money_or_failures_keeps_a_match_from_beginning():
    async with OpenAIServer(lambda request: READY) as server:
        for key in (UNREADABLE, "failures", "budget.dollars", "defaults.temperature"):
            assert (await found(server, refused={key: "No."}))[1] == "No."
        assert not (await found(server, refused={"endpoints.other.url": "No."}))[1]


async def test_a_test_call_shows_whether_the_form_is_kept():
    for said, states in (("I am ready!", ["ok", "warning"]), ('{"ready": "yes"}', ["ok", "warning"]), (READY, ["ok"])):
        async with OpenAIServer(lambda request, said=said: said) as server:
            own = hub(server)
            (result,) = await check_all([parse("openai@lab:tiny")], own, test_call=True)
            await own.close()
            assert [finding.state for finding in result.findings if finding.what == "reply"] == states
    async with OpenAIServer(lambda request: Status(402, "You exceeded your current quota.")) as server:
        assert "quota" in (await found(server, test_call=True))[1]


async def test_a_test_call_is_asked_as_the_seat_will_be_and_says_what_its_server_does_not_take():
    def script(request):
        refused = next((name for name in ("temperature", "seed") if name in request), "")
        return Status(400, f"Unsupported parameter: '{refused}' is not supported.") if refused else '{"ready": true}'

    async with OpenAIServer(script) as server:
        findings, problem = await found(server, "openai@lab:tiny?temperature=0.7&top_p=0.5", test_call=True)
    assert not problem and findings["settings"][0] == "warning"
    assert "does not take temperature and seed; it plays without." in findings["settings"][1]
    assert server.chats[-1]["top_p"] == 0.5


async def test_several_models_are_looked_at_side_by_side_and_each_endpoint_is_asked_once():
    async with OpenAIServer(lambda request: READY, models={name: {"context_length": 9000} for name in "abc"}) as server:
        own = hub(server)
        results = await check_all([parse(f"openai@lab:{name}") for name in "abcz"], own)
        await own.close()
        assert [bool(result.problem) for result in results] == [False, False, False, True]
        assert [asked.path for asked in server.requests].count("/v1/models") <= 2  # the missing one is looked for again


async def test_an_overloaded_server_may_have_recovered_when_the_match_begins():
    class Busy(Scripted):
        async def models(self):
            raise trouble()

    findings, problem = await found("http://x", opened=lambda *rest: Busy())
    assert findings["server"] == ("warning", "It is overloaded.") and not problem


async def test_names_from_outside_are_shown_safely():
    async with OpenAIServer(lambda request: READY, models={"tin\x1b[2Jy": {}}) as server:
        assert "\x1b" not in (await found(server))[1] and "␛" in (await found(server))[1]
