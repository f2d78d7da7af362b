"""`woozle rationales`: from a run that keeps right responses to debates that begin with them."""

from __future__ import annotations

import shutil

import pytest

from woozle.games.debate.data.question_files import parse

from tests.games.debate.play import BEARS

AIMLESS = BEARS.model_copy(update={"id": "aimless", "question": "How many heffalumps?", "misleading": (), "right": ()})
BARE = BEARS.model_copy(update={"right": ()})


@pytest.fixture
def made(woozle, tmp_path):
    """A finished run about two questions, as FARM has them: without right rationales, one of them without a wrong one too."""
    pool = tmp_path / "pool.jsonl"
    pool.write_text("".join(f"{each.model_dump_json()}\n" for each in (BARE, AIMLESS)), "utf-8")
    words = "--seats", "bot:fair*5", "--preset", "rationales", "--set", f"pool={pool}", "--each", "--seed", "4", "--jobs", "1"
    assert woozle("run", "debate", *words, "--out", tmp_path / "run")[0] == 0
    return tmp_path / "run"


def test_a_pool_of_right_responses_lets_any_number_of_seats_begin_wrong(woozle, made, tmp_path):
    status, out, err = woozle("rationales", made, "--out", tmp_path / "right.jsonl")
    assert (status, err) == (0, "") and out.startswith("2 questions with up to 5 right responses are in ")
    pool = parse((tmp_path / "right.jsonl").read_text("utf-8"))
    assert [(each.id, len(each.right), each.sampled.of) for each in pool] == [("bears", 5, 5), ("aimless", 5, 5)]
    for wrong, matches in ((0, 2), (2, 1), (3, 1)):
        words = "--set", f"pool={tmp_path / 'right.jsonl'}", "--set", f"wrong={wrong}", "--each", "--jobs", "1"
        status, out, err = woozle("run", "debate", "--seats", "bot:fair*3", *words, "--out", tmp_path / f"{wrong}")
        assert status == 0 and f"{matches} of {matches} matches" in out
        left_out = "woozle: 1 question of the pool cannot be used with these options and is left out: aimless.\n"
        assert err == (left_out if wrong else "")


def test_what_is_unfinished_or_kept_nothing_is_named_and_the_rest_is_written(woozle, made, tmp_path):
    whole = made / "0002" / "transcript.jsonl"
    whole.with_suffix(".jsonl.part").write_text("".join(whole.read_text("utf-8").splitlines(keepends=True)[:-2]), "utf-8")
    whole.unlink()
    status, out, err = woozle("rationales", made, "--out", tmp_path / "right.jsonl")
    assert (status, out.partition(" with ")[0]) == (1, "1 question")
    assert err == "woozle: 1 match that kept no responses, or unfinished, is left out; `woozle resume` finishes a run.\n"
    shutil.rmtree(made / "0001")
    status, out, err = woozle("rationales", made, "--out", tmp_path / "none.jsonl")
    assert (status, out) == (2, "") and err.startswith("woozle: There are no right responses in it;")
    assert not (tmp_path / "none.jsonl").exists()
