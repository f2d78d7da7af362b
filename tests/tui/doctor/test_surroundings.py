"""The report on terminal, folders, endpoints and leftovers; and what it never says."""

from __future__ import annotations

import shutil
import socket
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from woozle.players.backends.local.backend import diagnose
from woozle.players.backends.ollama import count_models
from woozle.players.models.config import Endpoint, ModelsConfig
from woozle.tui.doctor import endpoints, findings
from woozle.tui.doctor.folders import check_folder, leftovers
from woozle.tui.doctor.game_data import game_data
from woozle.tui.doctor.terminal import terminal

from tests.saves.table import finished, interrupted

GOOD = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
HERE = "http://127.0.0.1:9/v1"


def states(part) -> dict[str, str]:
    return {each.what: each.state for each in part.findings}


def test_a_good_terminal_is_all_well():
    assert set(states(terminal(GOOD, (100, 30), "utf-8")).values()) == {"ok"}


@pytest.mark.parametrize(
    ("change", "size", "encoding", "what", "state"),
    [
        ({}, None, "utf-8", "size", "missing"),
        ({}, (40, 10), "utf-8", "size", "broken"),
        ({"TERM": "dumb"}, (100, 30), "utf-8", "kind", "missing"),
        ({"COLORTERM": ""}, (100, 30), "utf-8", "colours", "missing"),
        ({"NO_COLOR": "1"}, (100, 30), "utf-8", "colours", "ok"),
        ({}, (100, 30), "ascii", "letters", "note"),
        ({}, (100, 30), "no such", "letters", "note"),
        ({"STY": "1"}, (100, 30), "utf-8", "clipboard", "missing"),
        ({"TERM_PROGRAM": "Apple_Terminal"}, (100, 30), "utf-8", "clipboard", "missing"),
    ],
)
def test_what_a_terminal_lacks_is_said(change, size, encoding, what, state):
    assert states(terminal({**GOOD, **change}, size, encoding))[what] == state


def test_a_folder_that_cannot_be_made_or_is_anybodys_is_broken(tmp_path):
    (tmp_path / "file").write_text("")
    assert check_folder("home", tmp_path / "file" / "below").state == "broken"
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert "everybody here may write it" in check_folder("home", tmp_path / "open").sentence
    assert check_folder("home", tmp_path / "not there yet").state == "ok"
    assert not (tmp_path / "not there yet").exists()


def test_matches_are_seen_by_others_only_if_every_folder_above_lets_them_in():
    home = Path(tempfile.mkdtemp(dir="/tmp"))
    matches = home / "matches"
    matches.mkdir(mode=0o755)
    home.chmod(0o755)
    assert "others here may see what is in it" in check_folder("matches", matches).sentence
    home.chmod(0o700)
    assert check_folder("matches", matches).state == "ok"
    shutil.rmtree(home)


def of(config, environ=None, reach=lambda endpoint: ""):
    return {each.what: each for each in endpoints.endpoints(config, environ or {}, reach).findings}


def test_an_endpoint_says_whether_somebody_answers_there():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        endpoint = Endpoint(url=f"http://127.0.0.1:{port}/v1")
        assert endpoints.reach_problem(endpoint) == ""
    assert endpoints.reach_problem(endpoint) == "nothing listens there"


def test_an_ollama_on_this_machine_says_how_many_models_it_has():
    class Ollama(BaseHTTPRequestHandler):
        body = b'{"models": [{"name": "a"}, {"name": "b"}]}'

        def do_GET(self):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(self.body)

        def log_message(self, *words):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Ollama) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        endpoint = Endpoint(kind="ollama", url=f"http://127.0.0.1:{server.server_port}")
        found = of(ModelsConfig(endpoints={"ollama": endpoint}))["ollama"]
        for damaged in (b"", b"[]", b"{", b'{"models": 3}'):
            Ollama.body = damaged
            assert count_models(endpoint.url, 1.0) is None
        Ollama.protocol_version = "no protocol"
        assert count_models(endpoint.url, 1.0) is None
        server.shutdown()
    assert found.sentence.endswith("it answers with 2 models")
    assert count_models(endpoint.url, 1.0) is None  # nobody is there any more


def test_who_answers_too_late_costs_the_time_limit_once(monkeypatch):
    monkeypatch.setattr(endpoints, "LIMIT", 0.05)
    never = threading.Event()
    config = ModelsConfig(endpoints={name: Endpoint(url=HERE) for name in ("a", "b", "c")})
    found = of(config, reach=lambda endpoint: str(never.wait(60)))
    never.set()
    assert [found[name].state for name in ("a", "b", "c")] == ["missing"] * 3
    assert "no answer within" in found["a"].sentence


@pytest.mark.parametrize(("url", "port"), [("http://localhost", 80), ("https://localhost/v1", 443), ("http://127.0.0.1:9/v1", 9)])
def test_the_port_that_is_told_is_the_one_that_is_asked(url, port):
    found = of(ModelsConfig(endpoints={"lab": Endpoint(url=url)}), reach=lambda endpoint: "nothing listens there")
    assert found["lab"].sentence == f"port {port} of this machine: nothing listens there"


def test_a_key_is_told_to_be_there_and_never_itself(monkeypatch):
    monkeypatch.setattr("woozle.players.models.keys.from_keyring", lambda name: None)
    config = ModelsConfig(endpoints={"lab": Endpoint(url="https://secret.example.org/v1", key_env="LAB_KEY")})
    for key in ("sk-very-secret", "sk-very-secret\n with a line"):
        told = str(of(config, {"LAB_KEY": key})["lab"])
        assert "sk-very" not in told
        assert "secret.example.org" not in told
    assert of(config)["lab"].state == "missing"


def test_a_card_that_torch_does_not_know_is_named(tmp_path):
    (tmp_path / "nvidia0").touch()
    assert "torch" in diagnose(tmp_path).sentence


def test_a_judge_that_was_fetched_is_found_where_the_hub_keeps_it(tmp_path):
    from woozle.games.quest.players import hhem

    assert states(game_data({"HF_HOME": str(tmp_path)}))["HHEM"] == "missing"
    for name in ("weights", "base"):
        pinned = hhem.read_source()[name]
        place = tmp_path / "hub" / f"models--{pinned['repository'].replace('/', '--')}" / "snapshots" / pinned["revision"]
        place.mkdir(parents=True)
        for file in pinned["files"]:
            (place / file).write_bytes(b"x" * 1000)
    told = next(each for each in game_data({"HF_HOME": str(tmp_path)}).findings if each.what == "HHEM")
    assert "this judge is here" in told.sentence


def test_what_was_left_is_counted_and_nothing_is_made(tmp_path, monkeypatch):
    home = tmp_path / "home"
    monkeypatch.setenv("WOOZLE_HOME", str(home))
    assert states(leftovers(tmp_path)) == {"matches": "ok"}
    assert not home.exists()
    finished(home / "matches" / "a")
    for name in ("b", "c"):
        interrupted(home / "matches" / name, 2)
    (home / "crash.txt").touch()
    (home / "config.toml.broken").touch()
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "study.toml").touch()
    part = leftovers(tmp_path)
    assert states(part) == {"crash": "note", "config.toml.broken": "note", "matches": "note", "study": "ok"}
    assert "1 finished match and 2 not finished" in str(part)
    assert not (home / "index.json").exists()


def test_matches_that_are_damaged_are_not_counted_as_finished(tmp_path, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path))
    finished(tmp_path / "matches" / "a")
    finished(tmp_path / "matches" / "b").write_bytes(b"")
    part = leftovers(tmp_path)
    assert states(part) == {"matches": "note"}
    assert "1 finished match and 1 that cannot be read" in str(part) and "`woozle verify ID`" in str(part)


def test_neither_the_person_nor_the_machine_is_named(monkeypatch):
    monkeypatch.setattr(findings.getpass, "getuser", lambda: "alice")
    monkeypatch.setattr(findings.socket, "gethostname", lambda: "tower")
    monkeypatch.setattr(findings.Path, "home", lambda: Path("/home/alice"))
    findings._names.cache_clear()
    try:
        assert (
            findings.anonymise("/home/alice/woozle and /data/alice/tower, malice-free")
            == "~/woozle and /data/USER/HOST, malice-free"
        )
    finally:
        findings._names.cache_clear()
