"""The surroundings of the documentation's commands: runs, a study, logs, lists of questions, servers on loopback."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from woozle.games.ship.claims.labels import Opinion
from woozle.games.ship.tui.annotation import outcome, speeches_in
from woozle.games.ship.tui.label_files import Labeller
from woozle.saves.receipts import HostKey
from woozle.saves.transcript import read
from woozle.tui.cli import main as cli

from tests.arena.runs.lab import answer
from tests.arena.studies.pilot import Pilot, written
from tests.docs.pages import ROOT, blocks
from tests.games.parts import parts
from tests.games.ship.quack_logs import lines, match
from tests.games.ship.quack_logs import write as write_log
from tests.players.backends.editing import EditingServer, spotted
from tests.players.backends.servers import OllamaServer, Pulled
from tests.saves.receipts import kept_again

OPENAI = ("gpt-5-mini", "gpt-image-1", "Qwen/Qwen3-8B", "tiny", "smollm2", "meta-llama/llama-3.1-8b-instruct")
OLLAMA = ("qwen3:8b",)
SHORT = ("--set", "max_ticks=25", "--map", "shuttle")

RUNS: Mapping[str, Mapping[tuple[str, ...], tuple[str, ...]]] = parts("commands", "RUNS")
"""The folders that commands name, and the options of the run of two matches that lies in each, by game."""

LEFT = "20251231-120000-ship-0000"
"""A match that a person has left, older than all others."""

QUESTION = {"id": "1", "image": "1.png", "question": "How many spots are there?", "options": ["none", "one"], "answer": "none"}


def build(folder: Path) -> str:
    """Make all of it in a folder, with a home in `home`; returns the code of a participant who has begun with `my_study`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WOOZLE_HOME", str(folder / "home"))
        patch.setattr("woozle.saves.paths._chosen", None)
        patch.chdir(folder)

        def command(*words: object) -> tuple[int, str, str]:
            patch.setattr(sys, "argv", ["woozle", *map(str, words)])
            patch.setattr(sys, "stdin", io.StringIO())
            with pytest.raises(SystemExit) as end:
                cli.main()
            return end.value.code or 0, "", ""

        return _build(command, folder)


def _build(woozle: Any, folder: Path) -> str:
    (folder / "home" / "matches").mkdir(parents=True)
    for game, (first, *others), words in ((game, *each) for game, runs in RUNS.items() for each in runs.items()):
        status, out, err = woozle(
            "run", game, *words, "--seed", "7", "--matches", "2", "--jobs", "1", "--no-sync", "--out", folder / first
        )
        assert status == 0, out + err
        for other in others:
            (folder / other).parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(folder / first, folder / other)
    shutil.copytree(folder / "runs/a/0001", folder / "home/matches/20260102-120000-ship-0001")
    shutil.copy(ROOT / "docs/agents/agent.py", folder)
    shutil.copy(folder / "runs/a/0001/transcript.jsonl", folder)
    host = HostKey.load(folder / "home/host.key")
    for seat, name in zip(read(folder / "transcript.jsonl").header.players, ("ada", "bob"), strict=False):
        kept_again(folder / "transcript.jsonl", seat, host).save(folder / f"{name}.jsonl")
    code = [text for _, text in blocks(ROOT / "docs/agents.md")]
    (folder / "my_agents.py").write_text("\n".join(code[code.index("# my_agents.py") :]).partition("\nwoozle")[0])
    _label(folder / "runs/a", folder / "runs/a")
    _label(folder / "LOGS", folder / "labels-of-200")
    assert woozle("pack", "add", write_pack(folder))[0] == 0
    write_pack(folder, "harbour2")
    assert woozle("play", "ship", "--plain", *SHORT)[0] == 130
    (left,) = (folder / "home/matches").glob("*/transcript.jsonl.part")
    left.parent.rename(folder / "home/matches" / LEFT)
    for words in chain.from_iterable(parts("commands", "THEN").values()):
        assert woozle(*words)[0] == 0
    write_log(folder / "LOGS" / "gpt5.5" / "seed01" / "game.jsonl", lines(match(1)))
    for name in ("tier3_extraction_cache.jsonl", "tier3_claims.jsonl"):
        (folder / name).write_text("")
    _lists(folder)
    pilot = Pilot(written(folder / "my_study", more="coarse_pictures = true"))
    pilot.takes_part()
    return pilot.comes()


def write_pack(folder: Path, name: str = "harbour") -> Path:
    """Write the pack that docs/packs.md prints, under its own name or another."""
    page = (ROOT / "docs/packs.md").read_text("utf-8")
    files = re.findall(r"^```(?:toml|json|yaml)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (folder / name).mkdir(parents=True)
    for file, text in zip(("pack.toml", "tides.jsonl", "quay.yaml"), files[:3], strict=True):
        (folder / name / file).write_text(text.replace('"harbour"', f'"{name}"'), "utf-8")
    return folder / name


def _label(run: Path, labels: Path) -> None:
    """Somebody has said of every claim in a run that it is there."""
    labeller = Labeller(labels, "Ada")
    for heard in speeches_in(run, None):
        for claim in heard.claims:
            found = outcome(heard, claim)
            label = Opinion("yes", outcome="unverifiable" if found == "uncertain" else found)
            labeller.keep(heard, heard.item(claim), label)
        labeller.keep(heard, heard.item(), Opinion("all"))
    labeller.close()


def _lists(folder: Path) -> None:
    """Questions, passages and pictures of somebody's own, by the names that the pages give them."""
    Image.new("RGB", (64, 48), "navy").save(folder / "1.png")
    (folder / "vain.txt").write_text("You are vain, and love to be asked.\n")
    (folder / "mine.jsonl").write_text(json.dumps(QUESTION) + "\n")
    (folder / "coco_pope_popular.json").write_text(
        json.dumps({"question_id": 1, "image": "1.png", "text": "Is there a dog in the image?", "label": "no"}) + "\n"
    )
    few = ({"question": f"What is {at}?", "answers": [str(at)]} for at in range(2))
    (folder / "test.tsv").write_text('id\ts_pop\tquestion\tpossible_answers\n1\t5\tWho?\t["Ada"]\n2\t7\tWhen?\t["1912"]\n')
    (folder / "training11b.json").write_text('{"questions": [{"type": "factoid", "body": "Which?", "exact_answer": [["vell"]]}]}')
    (folder / "NQ-open.dev.jsonl").write_text('{"question": "where", "answer": ["Port Hat"]}\n')
    (folder / "few.jsonl").write_text("".join(json.dumps(each) + "\n" for each in few))
    with (folder / "mine.csv").open("w", newline="") as file:
        passages = ([f"p{at}", f"The tower of Ost has {at} bells. It is red."] for at in range(8))
        csv.writer(file).writerows([["id", "text"], *passages])
    with (folder / "simple_qa_test_set.csv").open("w", newline="") as file:
        rows = ([f"Which number is {at}?", str(at)] for at in range(100))
        csv.writer(file).writerows([["problem", "answer"], *rows])


def _said(request: dict[str, Any]) -> str:
    """A legal answer where one is easily made; in a game that is a conversation, a sentence; else what is read as no answer."""
    if "response_format" not in request:
        asked = str(request.get("messages", [{}])[-1].get("content", ""))
        return "wait()" if "Available actions:" in asked else "skip" if "EXACTLY one" in asked else "I would say that it is (A)."
    try:
        return answer(request)
    except AssertionError:
        return "{}"


@contextmanager
def servers() -> Iterator[Mapping[str, str]]:
    """Servers of both protocols that have every model of the documentation; yields where they are, by kind."""
    facts: dict[str, dict[str, Any]] = {name: {} for name in OPENAI}
    pulled = {name: Pulled() for name in OLLAMA}
    with (
        EditingServer(lambda edit: spotted(edit.image), _said, models=facts) as openai,
        OllamaServer(_said, models=pulled) as ollama,
    ):
        yield {"openai": openai.url, "ollama": ollama.url}


def point_to(home: Path, where: Mapping[str, str]) -> None:
    """Let models.toml of a home name those servers wherever the documentation names one."""
    named = dict.fromkeys(("openai", "openrouter", "vllm", "lmstudio", "llamacpp", "lab"), where["openai"])
    text = "".join(f'[endpoints.{name}]\nurl = "{url}"\n' for name, url in named.items())
    free = "".join(f'"{model}" = {{ input = 0.0, output = 0.0 }}\n' for model in OPENAI)
    prices = "".join(f"[prices.{name}]\n{free}" for name in named)
    (home / "models.toml").write_text(f'{text}[endpoints.ollama]\nurl = "{where["ollama"]}"\n{prices}')
