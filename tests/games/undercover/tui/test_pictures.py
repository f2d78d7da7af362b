"""Pairs made, checked and played with, from the command line."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal

import pytest
from PIL import Image

from woozle.arena.play import models
from woozle.games.undercover.players.editor import SceneEditor
from woozle.players.pictures.image_files import plain_png
from woozle.saves import paths
from woozle.saves.transcript import CLOSED, read
from woozle.saves.verify import verify

from tests.arena.runs.lab import Woozle
from tests.players.backends.editing import EditingServer, spotted
from tests.players.backends.scripts import Status
from tests.players.services.quoted import quoted

PROPOSAL = {"target": "the middle", "instruction": "Put a red spot into the middle.", "other_answer": "yes"}


def lab(server, more=""):
    models.file().parent.mkdir(parents=True, exist_ok=True)
    models.file().write_text(f'[endpoints.lab]\nurl = "{server.url}"\n{more}')


def questions(folder, number=2):
    """Some pictures, and a question about each."""
    folder.mkdir(exist_ok=True)
    lines = []
    for at in range(1, number + 1):
        Image.effect_noise((120, 90), 30 + at).convert("RGB").save(folder / f"{at}.jpg", quality=95)
        lines.append({"id": f"q{at}", "image": f"{at}.jpg", "question": "Is there a red spot?", "answer": "no"})
    (folder / "asked.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return folder / "asked.jsonl"


def rows(folder):
    return [json.loads(line) for line in (folder / "pairs.jsonl").read_text("utf-8").splitlines()]


def vision(request):
    """A model that proposes, and sees what it is shown: a spot in every copy."""
    asked = quoted(next(part["text"] for part in request["messages"][-1]["content"] if part["type"] == "text"))
    return json.dumps(PROPOSAL) if "right_answer" in asked else '{"answer": "yes"}'


def classified(request):
    content = request["messages"][-1]["content"]
    return '{"edit": "object_add"}' if isinstance(content, str) or len(content) == 1 else vision(request)


def test_scenes_are_made_without_network_or_key_and_the_same_seed_makes_the_same(woozle, tmp_path):
    for name in ("one", "two"):
        options = ("--pairs", 3, "--seed", 5, "--set", "setting=park", "--set", "size=256", "--json")
        status, out, err = woozle("pictures", "make", tmp_path / name, *options)
        assert (status, err) == (0, "")
        assert json.loads(out) == {"folder": str(tmp_path / name), "pairs": 3, "made": 3, "accepted": 3, "problem": ""}
    one, two = (tmp_path / name for name in ("one", "two"))
    assert {row["id"] for row in rows(one)} == {"scene-0001", "scene-0002", "scene-0003"}
    for name in ("pairs.jsonl", "0001.png", "0001-other.png", f"making/0002/{CLOSED}"):
        assert (one / name).read_bytes() == (two / name).read_bytes()
    for row in rows(one):
        assert (row["editor"], row["compared_by"], row["scene"]["setting"]) == ("scenes", "pixels", "park")
    assert verify(one / "making" / "0001", level=2).is_verified
    assert woozle("pictures", "check", one) == (0, "3 pairs: no problems.\n", "")


def test_what_is_wrong_with_a_folder_is_said_line_by_line(woozle, tmp_path):
    woozle("pictures", "make", tmp_path / "p", "--pairs", 2, "--set", "size=256", "--seed", 3)
    shutil.copy(tmp_path / "p" / "0001.png", tmp_path / "p" / "0001-other.png")
    (tmp_path / "p" / "0002.png").write_bytes(b"\x1b[2J")
    status, out, err = woozle("pictures", "check", tmp_path / "p")
    assert status == 1 and err == "" and "\x1b" not in out
    assert "scene-0001: The counterfactual shows nothing else than the picture.\n" in out
    assert "/p/0002.png is no picture that can be read" in out
    assert out.endswith("2 pairs: 4 problems.\n")
    found = json.loads(woozle("pictures", "check", tmp_path / "p", "--json")[1])
    assert found["pairs"] == 2 and len(found["problems"]) == 4
    assert woozle("pictures", "check", tmp_path)[2].endswith("`woozle pictures make` makes such a folder.\n")


def test_copies_of_pictures_are_made_by_a_model_that_looks_and_a_server_that_edits(woozle, tmp_path):
    asked = questions(tmp_path / "mine")
    with EditingServer(lambda edit: spotted(edit.image), classified, models={"gpt-image-1": {}, "seer": {}}) as server:
        lab(server)
        words = ("pictures", "make", tmp_path / "p", "--questions", asked, "--editor", "openai@lab:gpt-image-1")
        status, out, err = woozle(*words, "--analyst", "vision:openai@lab:seer")
    assert (status, err) == (0, "") and "2 of 2 pairs are in" in out and "2 were accepted" in out
    assert [edit.prompt for edit in server.edits] == [PROPOSAL["instruction"]] * 2
    for row in rows(tmp_path / "p"):
        assert (row["answer"], row["other_answer"], row["edit"]["type"]) == ("no", "yes", "object_add")
        assert (row["editor"], row["tries"], row["accepted"]) == ("openai@lab:gpt-image-1", 1, True)
        assert row["seen"] == "yes" and "why" not in row
    assert woozle("pictures", "check", tmp_path / "p")[0] == 0
    report = verify(tmp_path / "p" / "making" / "0001", level=3)
    assert report.is_verified and report.levels[3].result == "passed"
    assert server.url not in (tmp_path / "p" / "making" / "0001" / CLOSED).read_text()


def test_pairs_that_were_rejected_are_only_dealt_if_that_is_asked_for_and_the_report_says_it(woozle, tmp_path):
    asked = questions(tmp_path / "mine", 3)
    made = []

    def edited(edit):
        made.append(edit)
        return edit.image if len(made) == 1 else spotted(edit.image)

    with EditingServer(edited) as server:
        lab(server)
        words = ("--questions", asked, "--editor", "openai@lab:gpt-image-1", "--set", "tries=1", "--concurrency", 1)
        assert "3 of 3 pairs" in woozle("pictures", "make", tmp_path / "p", *words)[1]
    (bad,) = [row["id"] for row in rows(tmp_path / "p") if not row["accepted"]]
    play = ("run", "undercover", "--each", "--seats", "bot:random*3", "--seed", 3, "--set", f"pool={tmp_path / 'p'}")
    status, _, err = woozle(*play, "--out", tmp_path / "usual")
    assert status == 0
    assert err == (
        f"woozle: Of 3 pairs in {tmp_path / 'p'} 1 are left out unless rejected=deal is set: 1 with identical pictures.\n"
    )
    (group,) = json.loads(woozle("report", tmp_path / "usual", "--json")[1])["games"]["undercover"]["groups"]
    assert (group["matches"], group["identical"], group["left_out"]) == (2, 0, [{"identical pictures": 1}])
    assert (group["figures"]["accepted_by_maker"]["value"], group["figures"]["accepted_by_maker"]["n"]) == (1, 2)
    assert woozle(*play, "--out", tmp_path / "all", "--set", "rejected=deal")[0] == 0
    found = json.loads(woozle("report", tmp_path / "all", "--json")[1])["games"]["undercover"]
    assert [(each["case"], each["identical"], each["made"]["accepted"]) for each in found["matches"] if each["identical"]] == [
        (bad, True, False)
    ]
    assert found["groups"][0]["figures"]["detected"]["n"] == 2
    out = woozle("report", tmp_path / "all")[1]
    assert "The pair was rejected when it was made (by openai@lab:gpt-image-1, score " in out and "): nothing was changed." in out
    assert "1 match with identical pictures, left out of what is said of the undercover" in out
    assert verify(tmp_path / "all" / "0001", level=2).verdict == "verified"


def test_a_server_that_fails_halts_and_the_same_command_goes_on_with_what_was_paid_for(woozle, tmp_path):
    asked = questions(tmp_path / "mine", 3)
    words = ("pictures", "make", tmp_path / "p", "--questions", asked, "--editor", "openai@lab:gpt-image-1", "--concurrency", 1)
    made = []

    def once(edit):
        made.append(edit)
        return spotted(edit.image) if len(made) == 1 else Status(401, "The key was withdrawn.")

    with EditingServer(once) as server:
        lab(server)
        status, out, err = woozle(*words)
    assert status == 1 and "1 of 3 pairs are in" in out and "the same command" in err and "withdrawn" in err
    with EditingServer(lambda edit: spotted(edit.image)) as server:
        lab(server)
        assert woozle(*words)[0] == 0
        assert len(server.edits) == 2
        assert woozle(*words)[0] == 0
        assert len(server.edits) == 2
    assert [row["id"] for row in rows(tmp_path / "p")] == ["q1", "q2", "q3"]


def test_scenes_that_are_stopped_go_on_later(woozle, tmp_path, monkeypatch):
    words = ("pictures", "make", tmp_path / "p", "--pairs", 5, "--seed", 1, "--set", "size=256")
    respond, asked = SceneEditor.respond, []

    async def stopping(self, request, observation):
        asked.append(request)
        if len(asked) == 2:
            signal.raise_signal(signal.SIGINT)
        return await respond(self, request, observation)

    monkeypatch.setattr(SceneEditor, "respond", stopping)
    status, _, err = woozle(*words)
    assert status == 130 and "the same command goes on" in err
    assert 1 <= len(rows(tmp_path / "p")) < 5
    assert woozle(*words)[0] == 0 and len(rows(tmp_path / "p")) == 5


def test_other_pairs_are_not_made_in_the_same_folder(woozle, tmp_path):
    assert woozle("pictures", "make", tmp_path / "p", "--pairs", 1, "--set", "size=256")[0] == 0
    status, _, err = woozle("pictures", "make", tmp_path / "p", "--pairs", 2, "--set", "size=256")
    assert status == 2 and "Other pairs are made in" in err and "questions or options differ" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--questions", "asked.jsonl"), "Name a service that can edit pictures from files: --editor openai:MODEL"),
        (("--questions", "none.jsonl", "--editor", "openai:x"), "There is no none.jsonl;"),
        (("--set", "seting=park"), "pictures has no option 'seting'; did you mean setting?"),
        (("--set", "tries=0"), "tries must be 1 or more."),
        (("--analyst", "oracle"), "There is no analyst 'oracle'; for this, choose from rules, vision:MODEL."),
    ],
)
def test_what_cannot_be_made_is_said_before_anything_is(woozle, tmp_path, monkeypatch, words, sentence):
    questions(tmp_path)
    monkeypatch.chdir(tmp_path)
    status, out, err = woozle("pictures", "make", "p", *words)
    assert (status, out) == (2, "") and err.startswith(f"woozle: {sentence}") and err.count("\n") == 1
    assert not (tmp_path / "p").exists()


def test_fetching_says_how_much_it_is_first(woozle, tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.games.undercover.players.features.size", lambda place: 605_000_000)
    monkeypatch.setattr("woozle.games.undercover.players.features.download", lambda place: tmp_path)
    status, _, err = woozle("pictures", "download", "clip:openai/clip-vit-base-patch32")
    assert status == 0 and err.startswith("woozle: Fetching openai/clip-vit-base-patch32 (605 MB) from huggingface.co.\n")
    assert woozle("pictures", "download", "pixels")[0] == 2


# Played with


def ready_pairs(folder):
    """A folder of two ready pairs of files."""
    folder.mkdir()
    lines = []
    for at in (1, 2):
        one = Image.effect_noise((120, 90), 20 * at).convert("RGB")
        for name, image in (("a", one), ("b", spotted(one))):
            (folder / f"{at}{name}.png").write_bytes(plain_png(image).data)
        question = {"question": "Is there a red spot?", "answer": "no", "other_answer": "yes", "options": ["yes", "no"]}
        lines.append({"id": f"pair {at}", "image": f"{at}a.png", "counterfactual": f"{at}b.png", **question})
    (folder / "pairs.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")
    return folder


BOTS = ("--seats", "bot:random*4", "--seed", 3, "--matches", 3)


def test_matches_are_played_about_ready_pairs_whose_pictures_stay_beside_the_transcript(woozle, tmp_path):
    pairs = ready_pairs(tmp_path / "pairs")
    status, _, err = woozle("run", "undercover", "--out", tmp_path / "run", "--set", f"pool={pairs}", *BOTS)
    assert (status, err) == (0, "")
    for number in ("0001", "0002", "0003"):
        folder = tmp_path / "run" / number
        assert len(list((folder / "blobs").iterdir())) == 2
        assert verify(folder, level=2).is_verified
        services = {place.seat: place.player["name"] for place in read(folder).header.officials}
        assert services == {"editor": "scenes", "likeness": "scenes"}


@pytest.mark.e2e
def test_a_match_goes_on_when_the_folder_is_gone_and_says_so_when_the_pictures_are_too(woozle, tmp_path, monkeypatch):
    pairs = ready_pairs(tmp_path / "pairs")
    words = ("run", "undercover", "--out", tmp_path / "run", "--set", f"pool={pairs}", *BOTS)
    assert woozle(*words)[0] == 0
    shutil.rmtree(tmp_path / "run" / "0002")
    shutil.rmtree(pairs)
    assert asyncio.run(Woozle(paths.config_folder()).run("resume", tmp_path / "run"))[0] == 0
    shutil.rmtree(tmp_path / "run" / "0002")
    shutil.rmtree(models.file().parent / "pictures")
    status, _, err = asyncio.run(Woozle(paths.config_folder()).run("resume", tmp_path / "run"))
    assert status == 2 and "is not on this machine; name its folder once more with --set pool=FOLDER." in err
    assert err.count("\n") == 1
