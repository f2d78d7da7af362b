"""Undercover from the command line: every picture of a pool played once, and what `woozle report` says of it."""

from __future__ import annotations

import json
import re

from PIL import Image

from woozle.arena.play import models
from woozle.saves.transcript import read

from tests.players.backends.editing import EditingServer, spotted


def pope(folder, split="random", number=3):
    """A file as POPE's, with its pictures."""
    folder.mkdir(exist_ok=True)
    lines = []
    for at in range(1, number + 1):
        Image.effect_noise((60, 40), 30 + at).convert("RGB").save(folder / f"{at}.jpg")
        lines.append({"question_id": at, "image": f"{at}.jpg", "text": "Is there a dog in the image?", "label": "yes"})
    file = folder / f"coco_pope_{split}.json"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return file


def hallusion(folder):
    """A file as HallusionBench's, with a picture and a question without one."""
    (folder / "VD" / "math").mkdir(parents=True)
    Image.effect_noise((60, 40), 30).convert("RGB").save(folder / "VD" / "math" / "0_1.png")
    question = {
        "category": "VD", "subcategory": "math", "visual_input": "1", "set_id": "0", "figure_id": "1", "sample_note": "a",
        "question_id": "0", "question": "Is it?", "gt_answer": "1", "gt_answer_details": "", "filename": "./VD/math/0_1.png",
    }  # fmt: skip
    file = folder / "HallusionBench.json"
    file.write_text(json.dumps([question, {**question, "figure_id": "0", "visual_input": "0", "filename": None}]), "utf-8")
    return file


def run(woozle, out, *words):
    return woozle("run", "undercover", "--seats", "bot:sharp*3", "--seed", 1, "--out", out, *words)


def pool(file):
    return "--set", f"pool={file}"


def test_every_picture_of_a_pool_is_played_as_often_as_asked_and_a_header_holds_that_one_alone(woozle, tmp_path):
    words = ("--preset", "single", "--each", "--matches", 2, *pool(pope(tmp_path / "pope")))
    status, _, err = run(woozle, tmp_path / "run", *words)
    assert (status, err) == (0, "")
    headers = [read(tmp_path / "run" / f"{number:04}").header for number in range(1, 7)]
    assert [[case["id"] for case in header.config["pool"]] for header in headers] == [["random-1"], ["random-2"], ["random-3"]] * 2
    assert run(woozle, tmp_path / "run", *words)[0] == 0
    assert not (tmp_path / "run" / "0007").exists()
    assert "its matches and each differ" in run(woozle, tmp_path / "run", *words[:2], *words[5:])[2]


def test_each_needs_a_pool(woozle, tmp_path):
    status, _, err = run(woozle, tmp_path / "run", "--preset", "single", "--each")
    assert status == 2 and "--each is for undercover with a pool of yours; name it with --set pool=FILE." in err
    assert not (tmp_path / "run").exists()


def test_the_figures_of_pope_are_printed_by_split(woozle, tmp_path):
    run(woozle, tmp_path / "run", "--preset", "single", "--each", *pool(pope(tmp_path / "pope")))
    status, out, err = woozle("report", tmp_path / "run")
    assert (status, err) == (0, "") and "3 matches\n  single\n  3 bot:sharp; services: " in out
    assert re.search(r"POPE, the table\n +answers +accuracy +precision +recall +F1 +yes-ratio\n +random +3 ", out)
    assert re.search(r"POPE, bot:sharp\n.*\n +random +9 .*\n +accuracy ", out)
    assert "undercover found" not in out
    told = json.loads(woozle("report", tmp_path / "run", "--json")[1])["games"]["undercover"]
    (group,) = told["groups"]
    assert group["figures"]["detected"] == {"value": None, "low": None, "high": None, "n": 0, "sd": None}
    counts = group["benchmarks"]["POPE"]["the table"]["splits"]["random"]["counts"]
    assert sum(counts.values()) == 3
    assert {match["case"] for match in told["matches"]} == {"random-1", "random-2", "random-3"}
    assert told["matches"][0]["data"] == {"benchmark": "POPE", "split": "random", "question": "1"}


def test_what_a_file_has_no_picture_for_is_left_out_and_said(woozle, tmp_path):
    file = hallusion(tmp_path / "hallusion_bench")
    status, _, err = run(woozle, tmp_path / "run", "--preset", "mad_vote", "--each", *pool(file))
    assert status == 0
    assert err == f"woozle: Of {file} 1 of 2 questions are left out: 1 with no picture.\n"
    out = woozle("report", tmp_path / "run", "--table")[1]
    assert re.search(r"HallusionBench, the table\n +1 answers; intervals over sets of figures\n +aAcc +[01]\.0000 ", out)
    assert "\n  questions of HallusionBench\n  left out of its lists: 1 with no picture\n" in out


def test_pairs_that_are_made_of_a_benchmark_say_which_it_is(woozle, tmp_path):
    with EditingServer(lambda edit: spotted(edit.image), lambda request: "", models={"gpt-image-1": {}}) as server:
        models.file().parent.mkdir(parents=True, exist_ok=True)
        models.file().write_text(f'[endpoints.lab]\nurl = "{server.url}"\n')
        words = ("--questions", pope(tmp_path / "pope", number=1), "--editor", "openai@lab:gpt-image-1")
        assert woozle("pictures", "make", tmp_path / "pairs", *words)[0] == 0
    assert run(woozle, tmp_path / "run", "--each", *pool(tmp_path / "pairs"))[0] == 0
    out = woozle("report", tmp_path / "run", "--table")[1]
    assert "undercover found" in out and re.search(r"POPE, the table\n.*\n +random +1 ", out)


def test_matches_of_bots_together_have_detection_survival_and_parts(woozle, tmp_path):
    run(woozle, tmp_path / "run", "--matches", 6)
    out = woozle("report", tmp_path / "run", "--table")[1]
    assert re.match(r"6 matches\n  standard\n  3 bot:\w+; services: editor:scenes and likeness:scenes\n", out)
    for line in (
        "undercover found",
        "votes that are right",
        "right answers of the table",
        "undercover left after vote 1",
        "by edit",
    ):
        assert re.search(rf"^ +{line} ", out, re.MULTILINE)
    for line in ("calls of models, a match", "POPE"):
        assert line not in out
    (group,) = json.loads(woozle("report", tmp_path / "run", "--json")[1])["games"]["undercover"]["groups"]
    assert [name for name in group["figures"] if name.startswith("left_after")] == [f"left_after_vote_{at}" for at in (1, 2, 3)]
    assert sum(each["table_right"]["n"] for each in group["by_edit"].values()) == 6


def test_what_stands_in_files_does_nothing_to_a_terminal(woozle, tmp_path):
    Image.effect_noise((60, 40), 30).convert("RGB").save(tmp_path / "a.png")
    row = {"id": "\x1b[2Ja", "image": "a.png", "question": "\x1b]0;x\x07?", "answer": "\u202eyes"}
    (tmp_path / "mine.jsonl").write_text(json.dumps({**row, "data": {"benchmark": "\x1b[31m", "category": "\x1b"}}), "utf-8")
    run(woozle, tmp_path / "run", "--preset", "single", "--each", *pool(tmp_path / "mine.jsonl"))
    status, out, err = woozle("report", tmp_path / "run")
    assert status == 0 and "\x1b" not in out + err and "\u202e" not in out
