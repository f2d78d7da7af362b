"""`woozle models`, `woozle config`, and models at the table of a match that is played line by line."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import keyring
import pytest
from keyring.backends.null import Keyring as NoKeys

from woozle.arena.play import models
from woozle.arena.play.setup import branched_match
from woozle.players.backends import readiness
from woozle.players.models.config_file import EXAMPLE
from woozle.saves.paths import matches_folder
from woozle.saves.store import list_matches
from woozle.saves.transcript import read

from tests.arena.runs.lab import answer
from tests.players.backends.scripts import Status, in_order
from tests.players.backends.servers import LoadingServer, OllamaServer, OpenAIServer, Pulled

SEATS = "human,openai@lab:tiny?thoughts=off,bot"
TYPED = "one\ntwo\nthree\n1\n1\n1\n1\n"
DOWN = "http://127.0.0.1:9/v1"


@pytest.fixture(autouse=True)
def _no_keys_of_this_machine(monkeypatch):
    for name in ("OPENAI_API_KEY", "OPENROUTER_API_KEY", "OLLAMA_HOST", "EDITOR", "VISUAL"):
        monkeypatch.delenv(name, raising=False)
    before = keyring.get_keyring()
    keyring.set_keyring(NoKeys())
    yield
    keyring.set_keyring(before)


@pytest.fixture
def lab():
    """Writes models.toml: every endpoint that is there already is down, and lab is where it is said to be."""

    def written(url: str, more: str = "", extra: str = "") -> None:
        away = "".join(f'[endpoints.{name}]\nurl = "{DOWN}"\n' for name in ("vllm", "lmstudio", "llamacpp"))
        ollama = '[endpoints.ollama]\nurl = "http://127.0.0.1:9"\n'
        models.file().parent.mkdir(parents=True, exist_ok=True)
        models.file().write_text(f'{extra}\n{away}{ollama}[endpoints.lab]\nurl = "{url}"\n{more}\n')

    return written


# What there is


def test_models_are_listed_as_seats_name_them_and_silent_endpoints_say_why(woozle, lab):
    facts = {"tiny": {"context_length": 4096}, "a,b\x1b": {}}
    with (
        OpenAIServer(answer, models=facts) as server,
        OllamaServer(answer, models={"qwen3:8b": Pulled(size=5_200_000_000)}) as ollama,
    ):
        lab(server.url, f'[endpoints.den]\nkind = "ollama"\nurl = "{ollama.url}"')
        status, out, err = woozle("models")
        found = json.loads(woozle("models", "--json")[1])["endpoints"]
    assert (status, err) == (0, "") and "\x1b" not in out
    assert f"lab at {server.url}: 2 models" in out and re.search(r"  openai@lab:tiny +4,096 tokens", out)
    assert re.search(r"  ollama@den:qwen3:8b +5.2 GB", out)
    assert "openai at https://api.openai.com/v1: There is no key for openai; set OPENAI_API_KEY" in out
    assert "vllm at http://127.0.0.1:9/v1: No server answers at http://127.0.0.1:9" in out
    by_name = {each["endpoint"]: each for each in found}
    assert by_name["lab"]["why"] is None and by_name["vllm"]["models"] == []
    assert {model["seat"] for model in by_name["lab"]["models"]} == {"openai@lab:tiny", "openai@lab:a%2Cb\x1b"}


@pytest.mark.parametrize(
    "command", [("models", "check", "openai@lab:tiny"), ("run", "two_truths", "--seats", "openai@lab:tiny,bot*2", "--out", "runs")]
)
def test_a_server_that_loads_its_model_is_waited_for_and_that_is_said(woozle, lab, monkeypatch, tmp_path, command):
    monkeypatch.setattr(readiness, "_SLOWEST", 1e-6)
    monkeypatch.chdir(tmp_path)
    with LoadingServer(answer, 5) as server:
        lab(server.url, "free = true")
        status, _, err = woozle(*command)
    assert (status, err) == (0, "woozle: lab is still loading its model; waiting for it, 2 minutes at most.\n")


def test_models_can_be_looked_at_before_they_play(woozle, lab):
    with OpenAIServer(lambda request: '{"ready": true}', models={"tiny": {}}) as server:
        lab(server.url)
        assert woozle("models", "check", "openai@lab:tiny", "--test")[0] == 0
        assert len(server.chats) == 2, "once with the form in words, and once without"
        status, out, _ = woozle("models", "check", "openai@lab:tinny", "openai@lab:tiny", "--json")
    found = json.loads(out)
    assert (status, found["ready"], [each["ready"] for each in found["models"]]) == (1, False, [False, True])
    assert "There is no model tinny at lab; did you mean tiny?" in out
    assert "openai@lab:tiny: cannot play now\n" in woozle("models", "check", "openai@lab:tiny")[1]
    assert woozle("models", "check", "opnai:x")[0] == 2


# The file


def test_config_shows_what_holds_and_where_keys_are_but_none_of_them(woozle, lab, monkeypatch):
    monkeypatch.setenv("LAB_KEY", "sk-planted")
    lab(DOWN, 'key_env = "LAB_KEY"\n[prices.lab]\ntiny = { input = 1, output = 2.5 }\n[budget]\ndollars = 5', 'failures = "void"')
    status, out, _ = woozle("config")
    assert status == 0 and "sk-planted" not in out
    assert f"lab: openai at {DOWN}, key set in LAB_KEY, 8 at once, 300 seconds for a reply" in out
    assert "openai: openai at https://api.openai.com/v1, key missing (set OPENAI_API_KEY), 16 at once" in out
    assert "tiny at lab costs $1 in and $2.5 out per million tokens" in out
    assert "budget of a match: dollars 5.0" in out and "when an endpoint fails: the answer is void" in out
    found = json.loads(woozle("config", "--json")[1])
    assert (found["endpoints"]["lab"]["key"], found["endpoints"]["openai"]["key"]) == ("set in LAB_KEY", "missing")
    assert "sk-planted" not in json.dumps(found)


def test_what_cannot_be_in_the_file_is_said(woozle, lab):
    lab(DOWN, 'speed = 3\napi_key = "sk-planted"')
    status, out, err = woozle("config")
    assert status == 1 and "PROBLEM" in out and "endpoints.lab.speed" in out and "sk-planted" not in out + err


def test_the_example_is_printed_and_is_what_editing_begins_with(woozle, monkeypatch, tmp_path):
    example = woozle("config", "example")[1]
    assert example == EXAMPLE.read_text("utf-8")
    seen = tmp_path / "seen"
    editor = f"{sys.executable} -c 'import sys, pathlib; pathlib.Path({str(seen)!r}).write_text(sys.argv[1])'"
    monkeypatch.setenv("EDITOR", editor.replace("'import", '"import').replace("[1])'", '[1])"'))
    assert woozle("config", "edit") == (0, "", "")
    assert Path(seen.read_text()) == models.file() and models.file().read_text() == example
    models.file().write_text("failures = 3")
    assert 'failures has to be "pause" or "void"' in woozle("config", "edit")[2]
    monkeypatch.setenv("EDITOR", "there-is-no-such-editor")
    assert woozle("config", "edit")[0] == 2


def test_a_key_is_kept_in_the_keyring_and_shown_nowhere(woozle, lab, monkeypatch):
    kept = {}
    monkeypatch.setattr(keyring, "set_password", lambda service, name, key: kept.update({(service, name): key}))
    monkeypatch.setattr(keyring, "get_password", lambda service, name: kept.get((service, name)))
    monkeypatch.setattr(keyring, "delete_password", lambda service, name: kept.pop((service, name)))
    status, out, err = woozle("config", "key", "openai", typed="sk-planted\n")
    assert (status, out, err) == (0, "", "woozle: The keyring keeps the key of openai.\n")
    assert kept == {("woozle", "openai"): "sk-planted"}
    assert "key set in the keyring" in woozle("config")[1]
    assert woozle("config", "key", "openai", "--forget")[2] == "woozle: The keyring keeps no key of openai any more.\n"
    assert not kept
    assert woozle("config", "key", "openai", typed="\n") == (2, "", "woozle: No key was given, so nothing was changed.\n")
    assert "vllm is asked without a key" in woozle("config", "key", "vllm", typed="x")[2]
    assert "There is no endpoint 'opnai'; did you mean openai?" in woozle("config", "key", "opnai")[2]


# Before a match begins


@pytest.mark.parametrize("words", [("play", "two_truths", "--plain"), ("run", "two_truths", "--out", "run")])
@pytest.mark.parametrize(
    ("seat", "sentence"),
    [
        ("openai:gpt-5-mini", "There is no key for openai; set OPENAI_API_KEY, or keep one with `woozle config key openai`."),
        ("openai@lab:tinny", "There is no model tinny at lab; did you mean tiny?"),
        ("openai@labb:tiny", "There is no endpoint 'labb'; did you mean lab?"),
        ("openai@lab:tiny?temp=1", "A model has no option 'temp'; there are temperature"),
        ("ollama:qwen3:8b", "No server answers at http://127.0.0.1:9; start it"),
    ],
)
def test_who_cannot_play_is_said_in_one_sentence_before_anything_is_made(woozle, lab, tmp_path, monkeypatch, words, seat, sentence):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("woozle.tui.cli.commands.require_terminal", lambda instead: None)
    with OpenAIServer(answer, models={"tiny": {}}) as server:
        lab(server.url)
        status, out, err = woozle(*words, "--seats", f"{seat},bot*2")
    assert (status, out) == (2, "") and err.startswith(f"woozle: {sentence}") and err.count("\n") == 1
    assert not matches_folder().exists() and not (tmp_path / "run").exists()


# Line by line


def test_a_person_a_model_and_a_bot_play_line_by_line(woozle, lab):
    with OpenAIServer(answer) as server:
        lab(server.url, extra="[defaults]\ntemperature = 0.5")
        status, out, err = woozle("play", "two_truths", "--plain", "--seats", SEATS, typed=TYPED)
    assert (status, err) == (0, "") and "Saved as" in out
    (kept,) = list_matches()
    transcript = read(kept.path)
    model = transcript.header.players["b"]
    assert (model["kind"], model["endpoint"], model["model"], model["sampling"]) == ("model", "lab", "tiny", {"temperature": 0.5})
    assert transcript.header.started and server.url not in transcript.path.read_text()
    assert all(chat["temperature"] == 0.5 for chat in server.chats)
    assert woozle("verify", kept.path)[0] == 0


def test_a_match_whose_endpoint_fails_stands_still_and_is_gone_on_with(woozle, lab):
    with OpenAIServer(in_order(Status(401, "Your key was withdrawn."))) as server:
        lab(server.url)
        status, _, err = woozle("play", "two_truths", "--plain", "--seats", SEATS, typed=TYPED)
    (kept,) = list_matches()
    assert status == 1 and err.endswith(f"The match is saved; `woozle resume {kept.path.name}` continues it.\n")
    status, _, err = woozle("resume", kept.path, "--plain", typed=TYPED)
    assert (status, err.count("\n")) == (2, 1) and "No server answers" in err
    with OpenAIServer(answer) as server:
        lab(server.url)
        status, _, err = woozle("resume", kept.path, "--plain", typed=TYPED)
    assert (status, err) == (0, "")
    assert read(kept.path).end


def test_the_budget_of_a_match_counts_what_it_cost_before(woozle, lab):
    with OpenAIServer(answer) as server:
        lab(server.url, "[budget]\ncalls = 1")
        for command in (("play", "two_truths", "--plain", "--seats", SEATS), ("resume", "last", "--plain")):
            status, _, err = woozle(*command, typed=TYPED)
            assert status == 1 and "The budget of 1 calls for a match is used up (1 spent); give more with [budget] in" in err
        assert len(server.chats) == 1


def test_a_branch_goes_on_with_the_same_models_as_they_were(woozle, lab):
    with OpenAIServer(answer) as server:
        lab(server.url)
        assert woozle("play", "two_truths", "--plain", "--seats", "bot,openai@lab:tiny?top_p=0.5,bot")[0] == 0
        (kept,) = list_matches()
        lab(server.url, extra="[defaults]\ntemperature = 0.5")
        folder = branched_match(kept.path, 1, "a", models.seats(models.hub()))
        assert woozle("fork", kept.path, "--at", 2)[0] == 0
    before, after = (read(path).header.players["b"] for path in (kept.path, folder))
    assert {**before, "seed": ""} == {**after, "seed": ""}
    assert read(folder).header.players["a"] == {"kind": "human"}
