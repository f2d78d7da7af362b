"""Every command, given what it cannot do anything with: one sentence that says what, where and what to do, and an exit status.

The table says each sentence. The sweep gives every place where something can be named all that nobody should name.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from woozle.saves import disk
from woozle.saves.transcript import CLOSED, KEY, PART, read
from woozle.tui.cli.main import app

from tests.games.parts import parts

GOLDEN = Path(__file__).parents[2] / "golden"
WOOZLE = [sys.executable, "-c", "from woozle.tui.cli.main import main; main()"]
RUN = "run ship --seats bot*6 --out new"


@pytest.fixture
def place(tmp_path, monkeypatch) -> Path:
    """The folder that a person is in, with matches, broken and whole, and things that are none."""
    for name in ("whole", "damaged", "cut", "other", "newer"):
        (tmp_path / name).mkdir()
    data = (GOLDEN / "ship-1-standard.jsonl").read_bytes()
    middle = len(data) // 2
    (tmp_path / "whole" / CLOSED).write_bytes(data)
    (tmp_path / "damaged" / CLOSED).write_bytes(data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :])
    (tmp_path / "cut" / CLOSED).write_bytes(data[:200])
    (tmp_path / "other" / CLOSED).write_bytes(data.replace(b'"ship"', b'"shop"'))
    (tmp_path / "newer" / CLOSED).write_bytes(data.replace(b'"woozle":', b'"woozle":9', 1))
    (tmp_path / "empty").write_bytes(b"")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "folder").mkdir()
    (tmp_path / "bad.yaml").write_text("a: [")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "planned").mkdir()
    (tmp_path / "planned" / "plan.json").write_text("no plan")
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "study.toml").write_text("= =")
    monkeypatch.chdir(tmp_path)
    return tmp_path


TABLE = [
    # what to play
    ("play shipp --plain", "There is no game 'shipp'; did you mean ship?"),
    ("play chess --plain", "There is no game 'chess'; choose from"),
    ("play ship", "The app needs a terminal; try `woozle play ship --plain`."),
    (
        "play ship --seats human,bot*7 --seed 3",
        "The app needs a terminal; try `woozle play ship --seats 'human,bot*7' --seed 3 --plain`.",
    ),
    ("play ship --seats human,bot*2", "ship takes 4 to 10 seats, not 3."),
    (
        "watch ship --as public --speed=2 --set ducks=1",
        "The app needs a terminal; try `woozle run ship --set ducks=1 --seats 'bot*6' --out FOLDER`.",
    ),
    ("play --plain --preset standart", "ship has no preset 'standart'; did you mean standard?"),
    ("play --plain --set max_tick=3", "ship has no option 'max_tick'; did you mean max_ticks?"),
    ("play --plain --set max_ticks", "--set max_ticks must be NAME=VALUE."),
    ("play --plain --set ducks=many", "ducks must be a whole number."),
    ("play --plain --map shutle", "map: There is no map 'shutle'; did you mean shuttle?"),
    ("play --plain --map bad.yaml", "The map bad.yaml is not YAML:"),
    ("play --plain --map none.yaml", "The map none.yaml cannot be read: No such file or directory."),
    ("play quest --plain --map ship", "quest has no option 'map';"),
    ("play --plain --seats humn,bot*5", "There is no player 'humn'; did you mean human?"),
    ("play --plain --seats human,bot:shrew*5", "There is no bot 'shrew' for ship; did you mean shrewd?"),
    ("play --plain --seats openia:gpt-5-mini,bot*5", "There is no player 'openia:gpt-5-mini'; choose from human,"),
    ("play --plain --seats human,openai@lab:x,bot*4", "There is no endpoint 'lab';"),
    ("play --plain --seats human", "ship"),
    ("play --plain --seats human,bot*5 --set ducks=3", "3 ducks among 6 seats leave no game"),
    ("play --plain --seats human*2,bot*4", "Several people can play line by line only at a terminal"),
    ("", "The app needs a terminal; try `woozle --help`."),
    ("watch ship --speed 3", "There is no speed '3'; choose from 0.25, 0.5, 1, 2, 4, max."),
    ("watch ship --as Alicia", "'Alicia' cannot watch here; did you mean Alice?"),
    ("watch ship --seats human,bot*5", "A match with people is played, not watched; use `woozle play`."),
    # services
    ("run ship --seats bot*6 --out new --judge lexical", "ship"),
    # many matches
    ("run ship --seats human,bot*5 --out new", "No person can sit in a run; use `woozle play`."),
    ("run urn --seats bot:random*4 --rotate --out new", "--rotate moves players from seat to seat, and all of these are the same;"),
    ("run ship --seats bot*6 --out empty", "empty cannot be written: File exists; choose another --out."),
    ("run ship --seats bot*6 --out empty/below", "empty/below cannot be written: Not a directory; choose another --out."),
    ("run ship --seats bot*6 --out planned", "planned/plan.json is damaged, not a plan, or one of a newer Woozle; choose"),
    (f"{RUN} --shard 9/2", "--shard"),
    (f"{RUN} --shard x", "--shard"),
    (f"{RUN} --budget dollars=5", "--budget is for runs with models; among bots leave it out."),
    (f"{RUN} --cache empty", "--cache is for runs with models; among bots leave it out."),
    (f"{RUN} --each", "--each is for games about a picture or a question of a pool, and ship is none; leave it out."),
    (f"{RUN} --engine procesess", "There is no engine 'procesess';"),
    ("run debate --seats bot*3 --out new --firsts nowhere", "There is no run in nowhere, whose first answers are needed."),
    ("run debate --seats bot*3 --out new --set pool=none.csv", "The pool none.csv cannot be read: No such file or directory."),
    ("run debate --seats bot*3 --out new --set pool=empty", "the pool empty must be a"),
    ("resume whole --json", "whole is a match and no run; of the options, only --plain and --allow-agents are for it."),
    ("resume cut", "cut/transcript.jsonl breaks off within its first line."),
    # papers
    ("reproduce mas-hp --dry-run", "There is no recipe of a paper 'mas-hp'; did you mean mas-hq?"),
    ("reproduce mas-hq", "Name the models with --model, or see the tables played by bots: `woozle reproduce mas-hq --dry-run`."),
    ("reproduce quack --table 9 --dry-run", "The paper has no table 9; choose from 1, 2, 3."),
    # which match
    ("show last", "There are no matches yet; `woozle play` starts one."),
    ("leaderboard --game shp", "There is no game 'shp'; did you mean ship?"),
    ("show lst", "There is no match 'lst'; did you mean last?"),
    ("show folder", "There is no transcript in folder."),
    ("show empty", "empty is empty."),
    ("show binary", "binary is not a transcript of Woozle."),
    ("show cut", "cut/transcript.jsonl breaks off within its first line."),
    ("show newer", "newer/transcript.jsonl was written by a newer Woozle"),
    ("show other", "There is no game 'shop'; did you mean ship?"),
    ("show whole --as Alic", "'Alic' is not at this table; did you mean Alice?"),
    ("show whole --as nobody", "'nobody' is not at this table; choose from Alice,"),
    ("replay whole --as Alic", "'Alic' cannot watch here; did you mean Alice?"),
    ("replay whole --line 3", "The app needs a terminal; try `woozle show whole`."),
    ("fork whole --at 100000 --plain", "whole"),
    ("fork whole", "`woozle fork` needs --at;"),
    # what is said
    ("audit whole --mode observd", "There is no mode 'observd'; did you mean observed?"),
    ("audit whole --claims none.json", "There is no file of claims none.json, neither here nor beside a match."),
    ("audit whole --claims a --extractor b", "Claims come from --claims or from --extractor; leave one of them out."),
    ("annotate whole --as !", "The name of an annotator has up to 40 letters, digits and dashes, as in annotator-1."),
    ("agreement whole", "There are no labels in whole; `woozle annotate` gives some."),
    ("import quak empty", "There are no logs of 'quak' to import; did you mean quack?"),
    ("import quack folder", "There is no game.jsonl in folder."),
    ("report folder", "There is no match in folder."),
    ("report whole --plot x.gif", "Plots are written as SVG; name a file that ends in .svg, not x.gif."),
    # models
    ("models check openia:gpt-5-mini", "There is no backend 'openia'; did you mean openai:gpt-5-mini?"),
    ("models check xyz", "There is no backend 'xyz'; a model is named"),
    ("models check openai:", "'openai:' names no model; write for example openai:gpt-5-mini."),
    ("openenv urn --seats bot*5", "No seat is answered for from outside; name one agent, as in agent,bot*4."),
    ("agent check bto --game urn", "There is no player 'bto'; did you mean bot?"),
    ("agent check bot --game urm", "There is no game 'urm'; did you mean urn?"),
    # packs
    ("pack check folder", "There is no pack.toml in folder; name the folder of a pack."),
    ("pack add nowhere", "There is no pack.toml in nowhere; name the folder of a pack."),
    ("pack remove more", "The pack more comes with Woozle, and cannot be removed;"),
    ("pack remove mor", "There is no pack 'mor' to remove; `woozle pack list` lists them."),
    ("run urn --seats bot*5 --out new --set pack=more", "The pack more has nothing for urn; it is for"),
    ("run debate --seats bot*3 --out new --set pack=mroe", "There is no pack 'mroe'; did you mean more?"),
    ("run debate --seats bot*3 --out new --set pack=more/x", "The pack more has no part 'x' for debate; choose from problems."),
    (
        "run debate --seats bot*3 --out new --set pack=more --set pool=x.csv",
        "The pack more brings the pool; leave out one of them.",
    ),
    # studies
    ("study new new --game shipp", "There is no game 'shipp'; did you mean ship?"),
    ("study new whole", "whole is not an empty folder; choose another one."),
    ("study preview folder", "folder/study.toml cannot be read: No such file or directory; `woozle study new FOLDER` creates one."),
    ("study run study", "study/study.toml"),
    # words that are none
    ("list ''", "One of the words is empty; say something, or leave it out."),
    ("run ship --seats bot*6 --out ''", "--out is empty; say something, or leave it out."),
    *(each for refused in parts("commands", "REFUSED").values() for each in refused),
]  # fmt: skip


@pytest.mark.parametrize(("words", "sentence"), TABLE, ids=[words for words, _ in TABLE])
def test_what_cannot_be_is_one_sentence(woozle, place, words, sentence):
    status, out, err = woozle(*("" if word == "''" else word for word in words.split()))
    assert (status, out) == (2, ""), err
    assert err.count("\n") == 1
    assert err.startswith(f"woozle: {sentence}") or (sentence.isidentifier() and sentence in err)
    assert err.endswith((".\n", "?\n"))
    assert not (place / "new").exists()


NOBODY = ["folder", "x" * 3000, "a\x1b[2Jb", "\udcff"]
"""What names nothing, wherever a name is asked for."""
NO_FILE = ["empty", "binary", "damaged", "other", "loop", "empty/below"]
"""What a place of files takes beside it. In SWEPT such a place is @, and that of another name ?."""
SWEPT = [
    "verify @",
    "show @",
    "show whole --as ?",
    "replay @",
    "resume @ --plain",
    "fork @ --at 3 --plain",
    "compare @ --seat Bob=openai:tiny",
    "compare whole --seat ?",
    "protocol @",
    "mcp --game ?",
    "mcp --game urn --seats ?",
    "mcp --game urn --preset ?",
    "mcp --game urn --set ?",
    "delete @ --yes",
    "label @ --mark",
    "profile @",
    "daily ? --plain",
    "daily urn --plain --day ?",
    "report @",
    "report whole --plot @",
    "export @ --out new",
    "export whole --out new --to ?",
    "audit @",
    "audit whole --claims @",
    "audit whole --mode ?",
    "agreement @",
    "annotate @",
    "annotate whole --as ?",
    "import quack @ --out new",
    "import @ whole",
    "play ? --plain",
    "watch ?",
    "watch ship --as ?",
    "watch ship --speed ?",
    "learn ?",
    "leaderboard --game ?",
    "run ? --seats bot*6 --out new",
    "run ship --seats ? --out new",
    "run ship --seats bot*6 --out new --map @",
    "run ship --seats bot*6 --out new --preset ?",
    "run ship --seats bot*6 --out new --set ?",
    "run ship --seats bot*6 --out new --set map=@",
    "run ship --seats bot*6 --out new --shard ?",
    "run ship --seats bot*6 --out new --engine ?",
    "run debate --seats bot*3 --out new --firsts @",
    "run debate --seats bot*3 --out new --set pool=@",
    "host ? --plain --port 0",
    "host urn --plain --port 0 --seats ?",
    "host urn --plain --port 0 --set ?",
    "host urn --plain --port 0 --watch ?",
    "host urn --plain --cert @ --key @",
    "host urn --plain --url ?",
    "host urn --plain --lan --address ?",
    "serve --port 0 --settings ?",
    "join ? --plain",
    "openenv ?",
    "openenv ship --seats ?",
    "openenv ship --set ?",
    "models check ?",
    "config key ?",
    "agent check ? --game urn",
    "agent check bot --game ?",
    "study check @",
    "study preview @",
    "study status @",
    "study monitor @",
    "study monitor @ --json",
    "study pause @",
    "study resume @",
    "study links @",
    "study export @",
    "study withdraw @ ABCD --yes",
    "study new folder --game ?",
    "study ?",
    "list ?",
    "doctor ?",
    "pack check @",
    "pack add @",
    "pack remove ?",
    "pack list @",
    "run debate --seats bot*3 --out new --set pack=@",
    "?",
    *(words for swept in parts("commands", "SWEPT").values() for words in swept),
]


@pytest.mark.parametrize("words", SWEPT)
def test_nothing_that_is_named_wrongly_is_a_crash_or_reaches_the_terminal_raw(woozle, place, words):
    for wrong in (*NOBODY, *(NO_FILE if "?" not in words else ())):
        status, out, err = woozle(*(word.replace("?", wrong).replace("@", wrong) for word in words.split()))
        said = f"{words} with {wrong[:20]!r}: {err}"
        assert status in (0, 1, 2), said
        assert "\x1b" not in out + err, said
        assert "Errno" not in out + err, said
        assert status == 0 or out or err, said
        assert all(line.startswith("woozle: ") and len(line) < 1500 for line in err.splitlines()), said
        if not words.startswith("export"):
            shutil.rmtree(place / "new", ignore_errors=True)


def test_every_command_is_in_the_table_or_the_sweep():
    named = {words.partition(" ")[0] for words in (*(words for words, _ in TABLE), *SWEPT)}
    assert set(get_command(app).commands) - {"list", "doctor"} <= named


def test_a_broken_models_toml_is_one_sentence_for_whoever_needs_it(woozle, place, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(place / "home"))
    (place / "home").mkdir()
    (place / "home" / "models.toml").write_text("endpoints = [")
    status, out, _ = woozle("models", "check", "openai:gpt-5-mini")
    assert status == 1
    assert "is not TOML" in out
    assert woozle("config")[0] == 1
    assert woozle(*RUN.split(), "--seed", 1)[0] == 0  # bots need no models


def test_a_broken_config_toml_is_told_and_does_not_stop_anything(woozle, place, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(place / "home"))
    (place / "home").mkdir()
    (place / "home" / "config.toml").write_text("a = [")
    status, _, err = woozle("list")
    assert status == 0
    assert err.count("\n") == 1
    assert "config.toml is not TOML" in err


def test_a_match_that_another_process_plays_is_not_touched(woozle, place):
    data = (place / "whole" / CLOSED).read_bytes().splitlines(keepends=True)
    part = place / "played" / PART
    part.parent.mkdir()
    part.write_bytes(b"".join(data[:5]))
    (part.parent / KEY).write_text(read(place / "whole").end.key.hex())
    held = disk.AppendFile(part)
    try:
        status, out, err = woozle("resume", "played", "--plain")
    finally:
        held.close()
    assert (status, out) == (1, "")
    assert err == "woozle: The match in played is being played by another process; stop it, or wait until it ends.\n"


def command(*words: str, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*WOOZLE, *words], text=True, stderr=subprocess.PIPE, check=False, **more)


@pytest.mark.e2e
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_what_cannot_be_printed_is_a_sentence():
    with Path("/dev/full").open("w") as full:
        done = command("config", "example", stdout=full)
    assert (done.returncode, done.stderr) == (
        1, "woozle: What was to be printed got lost: no space left on device; free some space.\n",
    )  # fmt: skip


@pytest.mark.e2e
def test_a_reader_who_has_seen_enough_is_no_error():
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = command("config", "example", stdout=writing)
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.e2e
def test_an_error_that_nobody_can_hear_still_has_its_status():
    done = subprocess.run(["sh", "-c", 'exec "$0" "$@" 2>&-', *WOOZLE, "plya"], capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
