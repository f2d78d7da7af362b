"""Programs at the table: they play every game, and whatever they do wrong costs their own seat an answer and nothing else."""

import asyncio
import json
import shutil
import sys
from pathlib import Path

import pytest

from woozle.arena.play.setup import new_match
from woozle.core import registry
from woozle.core.game import Forfeited
from woozle.games.urn.events import Briefing
from woozle.players import program
from woozle.players.agent import AgentError
from woozle.players.program import ProgramPlayer, parse_command
from woozle.players.seat_protocol import protocol_schema
from woozle.saves import verify

from tests.players.fences import fenced, running

pytestmark = pytest.mark.e2e

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "agents"
GOOD = f"exec:{sys.executable} {EXAMPLES / 'agent.py'}"

MISBEHAVING = """
import json, os, signal, sys
mode, out = sys.argv[1], sys.stdout

def say(**message):
    print(json.dumps(message), flush=True)

if mode == "exits at once":
    sys.exit(7)
if mode == "reads nothing":
    signal.pause()
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "request":
        asked = m
    elif m["type"] != "refused":  # whatever is refused is said again
        continue
    m = asked
    ok = {name: legal[0] for name, legal in m["choices"].items()} if m["kind"] != "Guess" else {"low": 40, "high": 60}
    match mode:
        case "hangs": pass
        case "ends": sys.exit(0)
        case "crashes": raise ValueError("no idea")
        case "kills itself": os.kill(os.getpid(), 9)
        case "closes its output": os.close(1); signal.pause()
        case "garbage": print("what?", flush=True)
        case "bytes": out.buffer.write(b"\\xff\\xfe\\x00\\n"); out.flush()
        case "empty lines": print("\\n\\n", flush=True)
        case "a list": print("[]", flush=True)
        case "deep": print("[" * 50000, flush=True)
        case "a number": print("9" * 5000, flush=True)
        case "no id": say(type="answer", answer=ok)
        case "another id": say(type="answer", id=m["id"] + 1, answer=ok)
        case "an unknown type": say(type="cheat", id=m["id"])
        case "more fields": say(type="answer", id=m["id"], answer=ok, seat="Bo")
        case "no answer": say(type="answer", id=m["id"], answer={})
        case "other fields": say(type="answer", id=m["id"], answer={**ok, "vote": 1})
        case "a text": say(type="answer", id=m["id"], answer="red")
        case "not a number": print('{"type": "answer", "id": %d, "answer": {"reds": NaN}}' % m["id"], flush=True)
        case "beyond 64 bits": say(type="answer", id=m["id"], answer={name: 10**30 for name in ok})
        case "illegal": say(type="answer", id=m["id"], answer={name: 99 for name in ok})
        case "forfeits": say(type="forfeit", id=m["id"])
        case "a line without an end":
            while True: out.write("x" * 65536); out.flush()
        case "floods":
            while True: say(type="answer", id=10**6, answer={})
        case "floods with logs":
            while True: say(type="log", text="x" * 1000)
        case "floods with errors":
            while True: sys.stderr.write("x" * 65536)
        case "half a line": out.write('{"type": "ans'); out.flush(); sys.exit(0)
        case "prints and answers":
            say(type="log", text="thinking"); print("thinking", file=sys.stderr); say(type="answer", id=m["id"], answer=ok)
        case "answers twice":
            say(type="answer", id=m["id"], answer=ok); say(type="answer", id=m["id"], answer=ok)
        case "leaves a child" | "leaves a session":
            if os.fork() == 0:
                mode == "leaves a session" and os.setsid()
                signal.pause()
            say(type="answer", id=m["id"], answer=ok)
"""
WELL = {"prints and answers", "answers twice", "leaves a child"}
WAITING = {"reads nothing", "hangs", "floods with errors"}
MODES = [line.split('"')[1] for line in MISBEHAVING.splitlines() if line.lstrip().startswith(("case", "if mode"))]


def play(game, seats, folder, options=None):
    config = registry.configure(registry.game(game), next(iter(registry.game(game).presets)), options or {})
    ready = new_match(game, seats, config, 1, folder, sync=False)
    outcome = asyncio.run(ready.match.play())
    return ready, outcome


def forfeits(ready):
    return [event for event, _ in ready.match.referee.record if isinstance(event, Forfeited)]


@pytest.mark.parametrize(
    ("sandbox", "mode"),
    [*(("off", mode) for mode in MODES), *(fenced("required", mode) for mode in ("exits at once", "floods", "leaves a child"))],
)
def test_whatever_a_program_does_costs_its_own_seat_and_no_other(tmp_path, monkeypatch, mode, sandbox):
    monkeypatch.setenv("WOOZLE_AGENT_SANDBOX", sandbox)
    if mode in WAITING:
        monkeypatch.setattr(program, "PATIENCE", 0.5)
    script = tmp_path / "bad.py"
    script.write_text(MISBEHAVING)
    seat = f"exec:{sys.executable} {script} '{mode}'"
    ready, outcome = play("urn", [seat, "bot*4"], tmp_path / "match", {"handfuls": 1})
    assert {event.seat for event in forfeits(ready)} == (set() if mode in WELL else {"Ada"})
    assert {result.kind for result in outcome.results.values()} <= {"won", "lost", "drawn"}
    assert verify.verify(ready.folder).is_verified


@pytest.mark.parametrize(
    ("sandbox", "mode"), [("off", "leaves a child"), fenced("auto", "leaves a child"), fenced("auto", "leaves a session")]
)
def test_what_a_program_started_ends_with_it(tmp_path, monkeypatch, sandbox, mode):
    monkeypatch.setenv("WOOZLE_AGENT_SANDBOX", sandbox)
    script = tmp_path / "bad.py"
    script.write_text(MISBEHAVING)
    play("urn", [f"exec:{sys.executable} {script} '{mode}'", "bot*4"], tmp_path / "match", {"handfuls": 1})
    for _ in range(200):  # what was killed is not gone before its processor has looked at it
        if not (left := running(script)):
            break
    assert not left


def _example(name, *needs):
    missing = [need for need in needs if not shutil.which(need)]
    return pytest.param(name, marks=pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed"))


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("name", ["agent.py", _example("agent.mjs", "node"), _example("agent.sh", "bash", "jq")])
def test_the_examples_play_every_game_legally(tmp_path, game, name):
    if name != "agent.py" and game not in ("urn", "quest"):
        pytest.skip("one program says enough of the other games")
    command = f"{sys.executable} {EXAMPLES / name}" if name == "agent.py" else str(EXAMPLES / name)
    ready, _ = play(game, [f"exec:{command}", f"bot*{registry.game(game).default_seats - 1}"], tmp_path / "match")
    assert not [event for event in forfeits(ready) if event.seat == ready.match.referee.game.seats[0]]
    assert verify.verify(ready.folder).is_verified
    assert len((EXAMPLES / name).read_text().splitlines()) < 40


ECHO = """
import json, os, sys
log = open(sys.argv[1], "a")
for line in sys.stdin:
    log.write(line); log.flush()
    m = json.loads(line)
    if m["type"] == "request":
        ok = {name: legal[0] for name, legal in m["choices"].items()} if m["kind"] != "Guess" else {"low": 40, "high": 60}
        print(json.dumps({"type": "answer", "id": m["id"], "answer": ok}), flush=True)
        if len(sys.argv) > 2 and m["id"] == 1:
            sys.exit()
json.dump(dict(os.environ), open(sys.argv[1] + ".env", "w"))
"""


def echoed(tmp_path, *more):
    (tmp_path / "echo.py").write_text(ECHO)
    ready, outcome = play(
        "urn", [f"exec:{sys.executable} {tmp_path}/echo.py {tmp_path}/log {' '.join(more)}", "bot*4"], tmp_path / "m"
    )
    return ready, outcome, [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]


def test_a_program_is_sent_what_its_seat_observes_and_how_the_match_ended(tmp_path):
    ready, outcome, sent = echoed(tmp_path)
    assert [message["type"] for message in sent[:3]] == ["hello", "welcome", "events"]
    items = [item for message in sent if message["type"] == "events" for item in message["items"]]
    view = ready.match.referee.view("Ada")
    assert [item["event"] for item in items] == [type(event).__name__ for event in view[: len(items)]]
    assert items[0]["event"] == Briefing.__name__ and items[0]["text"]
    asked = [message["id"] for message in sent if message["type"] == "request"]
    assert asked == list(range(1, len(asked) + 1))  # whatever others were asked in between
    assert sent[-1]["type"] == "over" and sent[-1]["result"]["kind"] == outcome.results["Ada"].kind


def test_a_program_that_ended_is_started_again_with_all_that_was_observed(tmp_path):
    ready, _, sent = echoed(tmp_path, "once")
    assert not forfeits(ready)
    starts = [at for at, message in enumerate(sent) if message["type"] == "hello"]
    assert len(starts) == 2 and sent[starts[1] + 2]["first"] == 0


def test_a_program_gets_no_environment_variables_but_those_named(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("AGENT_LEVEL", "3")
    monkeypatch.setenv("WOOZLE_AGENT_ENV", "AGENT_LEVEL, NOT_THERE")
    echoed(tmp_path)
    got = json.loads((tmp_path / "log.env").read_text())
    assert got.keys() - {"LC_CTYPE"} <= {*program.ENVIRONMENT, "AGENT_LEVEL"} and got["AGENT_LEVEL"] == "3"


@pytest.mark.parametrize(
    "name, sentence",
    [
        ("exec:", "names no program"),
        ("exec:'./x", "names no program"),
        ("exec:./no-such-program", "There is no program ./no-such-program that can be run"),
    ],
)
def test_what_cannot_be_started_is_one_sentence(name, sentence):
    with pytest.raises(AgentError, match=sentence):
        parse_command(name)


def test_commas_and_stars_are_written_as_in_names_of_models():
    assert parse_command(f"exec:{sys.executable} --only=a%2Cb%2A")[1:] == ["--only=a,b*"]


def test_the_schema_of_the_protocol_names_every_message():
    schema = protocol_schema()
    to_programs = {"hello", "welcome", "events", "request", "refused", "closed", "over"}
    to_guests = {"joined", "room", "deal", "receipt", "presence", "asked", "behind", "guess", "bye"}
    from_guests = {"join", "commit", "reveal", "ack", "stay", "guesses", "pace", "ready", "leave"}
    assert set(schema["from_host"]["discriminator"]["mapping"]) == to_programs | to_guests
    assert set(schema["from_seat"]["discriminator"]["mapping"]) == {"answer", "forfeit", "log"} | from_guests


def test_a_header_seats_the_same_program_again():
    told = ProgramPlayer(GOOD, "urn", 1).describe()
    assert told == {"kind": "agent", "name": Path(sys.executable).name, "seat": GOOD, "sandbox": told["sandbox"]}
