"""A seat reads the same messages wherever a model sits in it: in a run, and in each environment."""

from __future__ import annotations

import asyncio
import json
import re
from importlib.metadata import version

import pytest

import woozle
from woozle.arena.exports.decisions import Rewording, moments
from woozle.core import registry
from woozle.environments import Episode, setting
from woozle.games.self_play.events import ANSWER
from woozle.players.registry import prompt
from woozle.saves.answer_counts import ending
from woozle.saves.match import FinishedMatch
from woozle.saves.transcript import read

from tests.arena.environments.policies import PolicyServer, forms_in

pytestmark = pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning")  # Inspect, of tenacity

SEED = 7
OPTIONS = {"quest": {"clock": "virtual"}}  # else it tells seconds, which are measured
GAMES = registry.names()


def reply(message: str) -> str:
    """Return the answer of a model that thinks aloud, and at times says nothing that can be taken at first."""
    is_again, forms = message.startswith("Your answer was not taken."), forms_in(message)
    if not forms:
        return f"#{ANSWER} green" if message.endswith("Action:") else "It is what most say.\nAnswer: A"
    lines = message.count("\n")
    if not is_again and lines % 3 == 0:
        return "Let me think."
    fields = json.loads(forms[-1])
    said = {name: 1 if part == "..." and f"does not fit: {name} " not in message else part for name, part in fields.items()}
    return json.dumps(said | ({"thoughts": f"After {lines} lines."} if "thoughts" in fields else {}))


def without_costs(sent):
    """Return messages without what calls cost, which the quest tells: tokens are counted by the server, or estimated."""
    return json.loads(_COSTS.sub("(costs)", json.dumps(sent)))


_LONG = 60  # characters of a line that says something
_COSTS = re.compile(r"\d+ calls?, \d+ tokens?, \d+ reviews?, [\d.]+ seconds")


def seats(game: str, who: str) -> str:
    return f"{who},bot*{registry.game(game).default_seats - 1}"


async def chats_of_run(game, monkeypatch, model="openai:tiny", out=None):
    """Return the messages of each call of the model in the first seat of a match that `woozle run` would play."""
    with PolicyServer(reply) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
        await woozle.play_async(game, seats(game, model), seed=SEED, options=OPTIONS.get(game, {}), out=out)
    return without_costs([chat["messages"] for chat in server.chats])


@pytest.mark.parametrize("game", GAMES)
async def test_pettingzoo_shows_the_messages_of_a_run_and_exports_have_them_too(game, monkeypatch, tmp_path):
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    sent = await chats_of_run(game, monkeypatch)
    for form in ("text", "json"):
        env = woozle.environments.aec_env(
            game, seats(game, "agent"), form=form, options=OPTIONS.get(game, {}), records=tmp_path / form
        )
        env.reset(seed=SEED)
        found = []
        for agent in env.agent_iter():
            observation, _, is_over, is_void, _ = env.last()
            if is_over or is_void:
                env.step(None)
                continue
            found.append(observation["messages"])
            if form == "text":
                text = "\n\n".join(f"You said: {m['content']}" if m["role"] == "assistant" else m["content"] for m in found[-1])
                assert text.removeprefix(f"{env.guide(agent)}\n\n") == observation["text"]
                assert found[-1][0]["content"] == env.guide(agent) or not env.guide(agent)
            env.step(reply(found[-1][-1]["content"]))
        env.close()
        assert without_costs(found) == sent
        (folder,) = (tmp_path / form).iterdir()
        match = FinishedMatch(read(folder), game)
        again = Rewording(match)
        of_agent = [each for each in moments(match, with_text=True) if each.request.to == env.possible_agents[0]]
        assert [again.prompt_of(each).is_as_sent for each in of_agent] == [True] * len(found)


@pytest.mark.parametrize("game", GAMES)
async def test_openenv_shows_the_messages_of_a_run(game, monkeypatch):
    pytest.importorskip("openenv", reason="OpenEnv is not installed; `make environments` runs this")
    from woozle.arena.environments.openenv import WoozleAction, WoozleEnvironment

    sent, found = await chats_of_run(game, monkeypatch), []
    env = WoozleEnvironment(setting(game, seats(game, "agent"), options=OPTIONS.get(game, {})), None, set())
    observed = await env.reset_async(seed=SEED)
    while not observed.done:
        found.append(observed.messages)
        assert all(message["content"] in observed.text for message in observed.messages)
        observed = await env.step_async(WoozleAction(text=reply(observed.messages[-1]["content"])))
    assert without_costs(found) == sent


@pytest.mark.parametrize("game", GAMES)
async def test_verifiers_sends_the_messages_of_a_run(game, monkeypatch, tmp_path):
    vf = pytest.importorskip("verifiers.v1", reason="the extra verifiers is not installed")
    from woozle.arena.environments.verifiers import load_environment

    monkeypatch.setattr("verifiers.v1.runtimes.subprocess.CACHE_DIR", tmp_path / "cache")
    sent = await chats_of_run(game, monkeypatch)
    env = load_environment(game, seats(game, "agent"), options=OPTIONS.get(game, {}), seed=SEED)
    with PolicyServer(reply) as server:
        context = vf.ModelContext(model="tiny", client=vf.EvalClientConfig(base_url=server.url), sampling=vf.SamplingConfig())
        async with env.serving():
            (task,) = env.taskset.take(1)
            episode = await env.run_episode(task, context)
    assert episode.ok
    assert without_costs([chat["messages"] for chat in server.chats]) == sent


@pytest.mark.parametrize("game", GAMES)
def test_inspect_sends_the_messages_of_a_run(game, monkeypatch, tmp_path):
    inspect_ai = pytest.importorskip("inspect_ai", reason="inspect-ai is not installed (the extra `inspect`)")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    sent, found = asyncio.run(chats_of_run(game, monkeypatch)), []

    def say(messages, *_):
        found.append([{"role": message.role, "content": message.text} for message in messages])
        output = ModelOutput.from_content("mock", reply(messages[-1].text))
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    given = {"matches": 1, "seed": SEED, "seats": seats(game, "agent"), "options": OPTIONS.get(game, {})}
    model = get_model("mockllm/model", custom_outputs=say, memoize=False)
    (log,) = inspect_ai.eval(f"woozle/{game}", task_args=given, model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success", log.error
    assert without_costs(found) == sent


# A client of MCP has tools and a log of its own: the words are the same, and the frame is not.

_ASKED = "\n\n\n"  # before the question of a message
_HOW = "\nYou read what you have observed"  # after the guide
_FORM = "\nAnswer in this form"  # after the question


async def asked_in_run(game, monkeypatch, folder):
    """Return the messages of each question of a run when it was first asked, and the answer that was taken."""
    sent = await chats_of_run(game, monkeypatch, "openai:tiny?thoughts=off", out=folder)
    asked = [chat for chat in sent if not chat[-1]["content"].startswith("Your answer was not taken.")]
    transcript = read(folder)
    first = transcript.header.seats[0].seat
    bodies = [line.body for line in transcript.lines if line.body["request"]["to"] == first and ending(line.body) == "answer"]
    return [*zip(asked, (body["response"]["answer"] for body in bodies), strict=True)]


@pytest.mark.parametrize("game", GAMES)
async def test_mcp_tells_the_words_of_a_run_and_each_once(game, monkeypatch, tmp_path):
    pytest.importorskip("mcp.server.mcpserver", reason="needs the extra mcp")
    if version("mcp").startswith("2.0."):
        pytest.skip("verifiers brings a version of mcp that is older than the extra mcp demands")
    from mcp import Client

    from woozle.arena.web.mcp_server import open_server
    from woozle.arena.web.mcp_tables import Offer

    run = await asked_in_run(game, monkeypatch, tmp_path / "run")
    offer = Offer(game=game, seats=seats(game, "agent"), seed=SEED, records=tmp_path, options=OPTIONS.get(game, {}))
    lines: list[str] = []
    async with open_server(offer, None, pytest.fail, raise_error) as server, Client(server) as client:
        sat = (await client.call_tool("sit_down", {})).structured_content
        told, seen = {}, 0
        for chat, answer in run:
            while "request" not in told:
                told |= (await client.call_tool("look", {"handle": sat["handle"], "seen": seen})).structured_content
                seen = told["seen"]
                lines += [line for event in told["events"] for line in event["text"].splitlines()]
            request = told.pop("request")
            check_words(chat, request, told["guide"], lines, is_whole=prompt(game).recall is None)
            given = {"handle": sat["handle"], "id": request["id"], "answer": answer}
            assert not (await client.call_tool("answer", given)).is_error
    assert "guide" not in sat
    assert not [line for line in told["guide"].splitlines() if len(line) > _LONG and line in lines]


def check_words(chat, request, guide, lines, *, is_whole):
    """Hold what a client was told so far, and is asked, to the messages of a run."""
    question = without_costs(chat)[-1]["content"]
    if chat[0]["role"] == "system":
        log, _, question = question.rpartition(_ASKED)
        log, _, described = log.partition("\n\nYou cannot see your picture. This is what it shows: ")
        words = [line.removeprefix("    ") for line in log.splitlines()[1:]]
        mine = iter(without_costs(lines))
        assert chat[0]["content"].partition(_HOW)[0] == guide
        assert all(word in mine for word in words) and (not is_whole or len(words) == len(lines))
        assert described.replace("\n    ", "\n") == request["described"]
    assert question.partition(_FORM)[0] == without_costs(request["text"])


def raise_error(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("game", GAMES)
def test_no_message_repeats_a_sentence_of_the_system_message(game):
    episode = Episode(setting(game, seats(game, "agent")), SEED, about={"name": "test"}, is_by_hand=True)
    episode.begin()
    (turn,) = episode.turns.values()
    sent = turn.messages()
    told = [line for message in sent for part in message.parts for line in part.splitlines() if len(line) > _LONG]
    episode.close()
    assert len(told) == len(set(told))
    assert sent[0].role == "user" or not sent[0].parts[0].startswith("\n")
