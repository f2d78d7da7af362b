"""Packs: what is checked before one is added, and what becomes of matches that took something from it."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter

import pytest

from woozle.arena import api
from woozle.arena.play import forms
from woozle.arena.play.pack_check import check_folder
from woozle.arena.play.pack_store import add_pack, remove_pack
from woozle.arena.play.packs import MANIFEST, BrokenPack, Pack, PackError, added_folder, apply, find_pack, list_packs
from woozle.core import registry
from woozle.games.debate.data import more_problems, problems
from woozle.games.quest.data import passages
from woozle.games.quest.judgement.coverage import find_missing
from woozle.saves.verify import verify

from tests.arena.play.test_forms import values
from tests.docs.world import write_pack
from tests.games.parts import parts
from tests.packages import installed


def faults(folder):
    return [str(each) for each in check_folder(folder).faults]


@pytest.fixture
def harbour(tmp_path):
    return write_pack(tmp_path)


# Woozle's own


def test_woozles_own_pack_passes_the_same_check(tmp_path):
    folder = shutil.copytree(find_pack("more").folder, tmp_path / "more")
    text = (folder / MANIFEST).read_text("utf-8")
    for part in find_pack("more").parts:
        if part.game not in registry.names():  # it was removed
            text = re.sub(rf"\[games\.{part.game}\.[^\[]*", "", text)
            (folder / part.options["pool"]).unlink()
    (folder / MANIFEST).write_text(text, "utf-8")
    checked = check_folder(folder)
    assert not checked.faults
    assert checked.items == {f"{game}/{part}": count for game, (part, count) in parts("facts", "MORE").items()}


def test_its_problems_are_new_and_as_those_of_the_game_and_each_has_a_source():
    assert not {problem.id for problem in problems()} & {problem.id for problem in more_problems()}
    for problem in more_problems():
        assert len(set(problem.options)) == 4
        assert {each.answer for each in problem.right} == {problem.answer}
        (tempting,) = {each.answer for each in problem.misleading}
        assert tempting != problem.answer
        assert (len(problem.right), len(problem.misleading), len(problem.appeals.logical)) == (2, 2, 3)
        assert len(problem.source) > 15
        assert problem.model_dump_json().isascii()
    assert max(Counter(problem.answer for problem in more_problems()).values()) <= 16
    right, wrong = (
        sum(len(each.text) for problem in more_problems() for each in getattr(problem, side)) for side in ("right", "misleading")
    )
    assert 0.8 < right / wrong < 1.3


def test_its_passages_tell_their_key_facts_and_one_word_tells_one_at_most():
    pool = apply("quest", {"pack": "more"})["pool"]
    assert not {item.id for item in passages()} & {item.id for item in pool}
    for item in pool:
        assert 80 <= len(item.text.split()) <= 180
        assert len(item.facts) == 7
        assert find_missing(item.facts, item.text) == ()
        assert all(len(find_missing(item.facts, word)) >= 6 for word in item.text.split())


# Checking


CHANGES = [
    ("pack.toml", 'version = "1"', 'version = "1', "pack.toml, line 3: it is not TOML: "),
    ("pack.toml", 'name = "harbour"', 'name = "../up"', "pack.toml, line 1: name does not have the right form"),
    ("pack.toml", 'licence = "CC0-1.0"\n', "", "pack.toml: licence is missing; add it."),
    (
        "pack.toml",
        'licence = "CC0-1.0"',
        'license = "CC0-1.0"',
        "pack.toml, line 4: license is not a field of a pack; take it out.",
    ),
    ("pack.toml", '"tides.jsonl"', '"../tides.jsonl"', "pack.toml, line 7: pool names ../tides.jsonl, which is not in the folder"),
    ("pack.toml", '"tides.jsonl"', '"/etc/hosts.csv"', "pack.toml, line 7: pool names /etc/hosts.csv, which is not in the folder"),
    ("pack.toml", '"tides.jsonl"', '"/etc/hosts"', "pack.toml, line 7: pool names /etc/hosts, which is no file that it can be"),
    ("pack.toml", "games.debate", "games.debat", "pack.toml, line 7: There is no game 'debat'; did you mean debate"),
    ("pack.toml", "pool =", "pol =", "pack.toml, line 7: debate has no option 'pol'; take it out."),
    ("pack.toml", "Harbour tales", "Harbour\\u202etales", "pack.toml: it has a character that is not seen (U+202E); take it out."),
    ("tides.jsonl", '"B"', '"D"', "tides.jsonl, line 1: the answer of two-tides must be the letter of one of its options, not 'D'"),
    ("tides.jsonl", '"B"', '"\\u001b[2J"', "tides.jsonl, line 1: it has a character that is not seen (U+001B); take it out."),
    ("tides.jsonl", '"id"', '"di"', "tides.jsonl, line 1: `di` is not a known name"),
    ("quay.yaml", "shed, 2", "ship, 2", "quay.yaml, line 3: map: a corridor leads to 'ship', which is not a room of the map;"),
    ("quay.yaml", "[[pier", "[[[pier", "quay.yaml, line "),
    ("quay.yaml", "{room: pier,", "&a {room: pier,", "quay.yaml, line 4: it repeats a part by an alias (*); write it out."),
]


@pytest.mark.parametrize(("file", "stands", "instead", "fault"), CHANGES)
def test_what_is_wrong_is_said_with_its_file_and_line_and_nothing_is_added(harbour, file, stands, instead, fault):
    text = (harbour / file).read_text().replace(stands, instead, 1)
    (harbour / file).write_text(text.replace("{room: shed", "*a , {room: shed") if "alias" in fault else text)
    assert any(each.startswith(fault) for each in faults(harbour)), faults(harbour)
    with pytest.raises(PackError, match=r"Nothing was added: .*") as refused:
        add_pack(harbour)
    assert "\n" not in str(refused.value)
    assert list(added_folder().iterdir()) == []


def test_every_item_is_looked_at_and_not_only_the_first_that_is_wrong(harbour):
    line = json.loads((harbour / "tides.jsonl").read_text())
    rows = [{**line, "id": f"t{at}", "answer": answer} for at, answer in enumerate("BXBYZB")]
    (harbour / "tides.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert [each.partition(":")[0] for each in faults(harbour)] == [f"tides.jsonl, line {at}" for at in (2, 4, 5)]


def test_links_pipes_hidden_names_and_what_is_too_large_are_refused_before_they_are_read(harbour, tmp_path):
    (tmp_path / "secret.jsonl").write_text("secret")
    (harbour / "tides.jsonl").unlink()
    (harbour / "tides.jsonl").symlink_to(tmp_path / "secret.jsonl")
    (harbour / "more").symlink_to(tmp_path)
    os.mkfifo(harbour / "pipe.txt")
    (harbour / "a\x1b[2J.txt").touch()
    (harbour / "run.py").touch()
    with (harbour / "large.jsonl").open("wb") as file:
        file.truncate(9 * 2**20)
    (harbour / ".git").mkdir()
    assert [each.partition(";")[0] for each in faults(harbour)] == [
        "a␛[2J.txt: its name is not plain",
        "large.jsonl: it has more than 8 MB",
        "more: it is a link",
        "pipe.txt: it is no file",
        "run.py: it is of a kind that packs do not have",
        "tides.jsonl: it is a link",
    ]
    with pytest.raises(PackError, match="lists all 6 faults"):
        add_pack(harbour)


@pytest.mark.parametrize("option", ['libraries = ["-", "/etc/passwd"]', 'graph = "/etc/passwd.json"'])
def test_a_pack_makes_no_match_read_files_elsewhere(harbour, option):
    text = (harbour / "pack.toml").read_text()
    (harbour / "pack.toml").write_text(f"{text}\n[games.self_play.spy]\n{option}\n")
    (fault,) = faults(harbour)
    assert fault.startswith("pack.toml, line 13: ")


# Adding and removing


def test_a_pack_is_added_as_a_whole_and_its_name_is_taken_then(harbour):
    assert add_pack(harbour).title == "Harbour tales"
    assert [each.manifest.name for each in list_packs()] == ["more", "harbour"]
    assert sorted(each.name for each in added_folder().iterdir()) == ["harbour"]
    with pytest.raises(PackError, match=r"There is a pack harbour already; `woozle pack remove harbour` makes room for this one\."):
        add_pack(harbour)
    (harbour / "pack.toml").write_text((harbour / "pack.toml").read_text().replace('"harbour"', '"more"'))
    with pytest.raises(PackError, match="The name more is that of a pack Woozle's own; give this one another name"):
        add_pack(harbour)


@pytest.mark.parametrize("name", ["..", ".", "../packs/harbour", "", "harbour/quay.yaml", "/"])
def test_nothing_but_a_pack_is_removed(harbour, name):
    add_pack(harbour)
    with pytest.raises(PackError, match="There is no pack "):
        remove_pack(name)
    assert (added_folder() / "harbour/pack.toml").exists()


def test_a_match_holds_what_it_took_so_that_the_pack_can_go_while_it_is_played(harbour, tmp_path):
    add_pack(harbour)
    start = forms.start("debate", values("debate", pack="harbour", **{f"seat-{at}": "bot" for at in range(2)}))
    remove_pack("harbour")
    assert list(added_folder().iterdir()) == []
    assert start.config.pool[0].source == "NOAA, Tides and Water Levels"
    add_pack(harbour)
    match = api.play("debate", ["bot*3"], seed=1, options={"pack": "harbour", "rounds": 1}, out=tmp_path / "match")
    remove_pack("harbour")
    assert verify(match.path).is_verified
    assert match.transcript.config.pool == start.config.pool
    with pytest.raises(PackError, match="There is no pack 'harbour'; choose from more"):
        api.play("debate", ["bot*3"], options={"pack": "harbour"})


def test_a_pack_that_was_changed_by_hand_is_one_sentence_and_harms_no_other(harbour):
    add_pack(harbour)
    (added_folder() / "harbour/pack.toml").write_text("name = ")
    _, broken = list_packs()
    assert isinstance(broken, BrokenPack)
    assert "harbour has a pack.toml that is not TOML in UTF-8; `woozle pack remove harbour` takes it away." in broken.why
    assert "Pack" not in {select.label for select in forms.form("urn").options}
    remove_pack("harbour")
    assert len(list_packs()) == 1


# In forms, and in packages


def test_the_form_offers_the_parts_for_its_game_and_maps_among_the_maps(harbour):
    add_pack(harbour)
    packs = next(select for select in forms.form("debate").options if select.id == "pack")
    assert dict(packs.options) == {"": "none", "more": "More to play", "harbour": "Harbour tales"}
    maps = next(select for select in forms.form("ship").options if select.id == "map")
    assert maps.values[-1] == "pack:harbour"
    assert forms.start("ship", values("ship", map="pack:harbour")).config.map.name == "quay"
    with pytest.raises(ValueError, match="Empty Pool below, or let Pack be none;"):
        forms.start("debate", values("debate", pack="more", pool=str(harbour / "tides.jsonl")))


def test_an_installed_package_brings_a_pack(harbour, tmp_path, monkeypatch):
    shutil.copytree(harbour, tmp_path / "site/harbour_pack")
    (tmp_path / "site/harbour_pack/__init__.py").touch()
    installed(monkeypatch, tmp_path / "site", {"woozle.packs": {"harbour": "harbour_pack", "gone": "no_such_module"}})
    _, gone, pack = list_packs()
    assert isinstance(pack, Pack)
    assert gone.why == "The pack gone of the package no_such_module cannot be imported; install it again."
    assert apply("ship", {"pack": "harbour"})["map"]["name"] == "quay"
    with pytest.raises(PackError, match="The pack harbour is brought by the package harbour_pack, and cannot be removed"):
        remove_pack("harbour")
