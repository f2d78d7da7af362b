"""The form before a match of self-play, and the Start that it returns."""

from __future__ import annotations

import json

import pytest

from woozle.arena.play.setup import new_match
from woozle.games.self_play.config import Config

from tests.arena.play.test_forms import started


def start(**changes):
    return started("self_play", **changes)


def test_the_options_become_the_configuration():
    chosen = {"society": "chain", "orchestration": "hub", "names": "yes", "queries": "own", "searches": "2", "asks": "3"}
    more = {"found": "5", "steps": "24", "effort": "3", "price": "0.05", "calculators": "others", "seconds_to_act": "60"}
    expected = Config(
        society="chain", orchestration="hub", names=True, queries="own", searches=2, asks=3, found=5, steps=24, effort=3,
        price=0.05, calculators=(1, 2), seconds_to_act=60,
    )  # fmt: skip
    assert start(**chosen, **more).config == expected
    assert start(calculators="all").config.calculators == (0, 1, 2)
    assert start(calculators="first").config.calculators == (0,)


@pytest.mark.parametrize("seats", [1, 9])
def test_one_seat_and_nine_can_play(seats, tmp_path):
    taken = {f"seat-{at}": "empty" if at >= seats else "bot:random" for at in range(1, 9)}
    opened = start(**{"seat-0": "bot:random"} | taken)
    assert len(opened.seats) == seats
    new_match("self_play", opened.seats, opened.config, folder=tmp_path / "match", sync=False).writer.close()


def test_each_seat_can_have_a_corpus_of_ones_own(tmp_path):
    rows = tmp_path / "mine.jsonl"
    rows.write_text(json.dumps({"id": "a", "text": "The fox sleeps."}) + "\n", "utf-8")
    for typed in (f" -, {rows},medicine ", "-, world:7:300:encyclopaedia, world:7:300:medicine", f"{tmp_path}, -, -"):
        assert start(libraries=typed).config.libraries == tuple(name.strip() for name in typed.split(","))
    rows.write_text("{}", "utf-8")
    for typed, sentence in (
        ("encyclopaedia", r"^1 libraries are named for 3 seats; name one for each"),
        ("-, almanac, -", r"^There is no corpus almanac; name one of"),
        ("-, world:x:300:medicine, -", r"^There is no corpus world:x"),
        ("-,,", r"^There is no corpus ;"),
        ("-, ~nobody-at-all/x.txt, -", r"^There is no corpus ~nobody"),
        (f"-, {tmp_path / 'none.txt'}, -", r"^There is no corpus .*none.txt"),
    ):
        with pytest.raises(ValueError, match=sentence):
            start(libraries=typed)


def test_where_somebodys_home_is_stays_unsaid(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "notes").mkdir()
    for typed in (f"-, {tmp_path}/notes, -", "-, ~/notes, -"):
        assert start(libraries=typed).config.libraries == ("-", "~/notes", "-")


def test_a_folder_is_not_read_while_it_is_typed(tmp_path, monkeypatch):
    monkeypatch.setattr("woozle.games.self_play.players.corpus_loader.load_corpus", lambda name: pytest.fail(f"{name} is read"))
    assert start(libraries=f"/, {tmp_path}, -").config.libraries == ("/", str(tmp_path), "-")


def test_a_graph_of_ones_own_is_typed_or_read_from_its_file(tmp_path):
    (tmp_path / "mine.json").write_text("[[1], [2], []]", "utf-8")
    for typed in (" [[1], [2], []] ", str(tmp_path / "mine.json")):
        assert start(society="fixed", graph=typed).config.graph == ((1,), (2,), ())
    for typed, sentence in (
        ("", "Type your graph below"),
        ("[[1]]", "The graph must say for each of 3 seats"),
        ("[[0], [], []]", "No seat can ask itself"),
        ("1, 2", r"The graph 1, 2 is no list in JSON; write it"),
    ):
        with pytest.raises(ValueError, match=f"^{sentence}"):
            start(society="fixed", graph=typed)


def test_questions_of_ones_own_are_asked_and_what_is_wrong_with_them_is_said(tmp_path):
    pool = tmp_path / "mine.jsonl"
    pool.write_text(json.dumps({"question": "Where is the fox?", "answers": ["here"]}) + "\n", "utf-8")
    (question,) = start(pool=f" {pool} ").config.pool
    assert (question.question, question.answers) == ("Where is the fox?", ("here",))
    for typed in (tmp_path / "none.csv", tmp_path, "~nobody-at-all/x.csv"):
        with pytest.raises(ValueError, match=r"There is (no pool|nothing at)"):
            start(pool=str(typed))
    pool.write_text('{"question": "Where?"}\n', "utf-8")
    with pytest.raises(ValueError, match=f"^The pool {pool} "):
        start(pool=str(pool))


def test_a_search_by_meaning_needs_an_embedder_that_is_there(tmp_path):
    with pytest.raises(ValueError, match=r"\.$"):
        start(place=str(tmp_path / "none"))
