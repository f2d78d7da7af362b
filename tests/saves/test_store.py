"""The folders of matches, and finding matches in them."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import orjson
import pytest

from woozle.core.referee import Referee
from woozle.saves import paths, store, verdict_cache
from woozle.saves.blobs import BLOBS
from woozle.saves.resume import reopen
from woozle.saves.transcript import Presentation
from woozle.saves.verify import verify_many
from woozle.saves.writer import Writer

from tests.saves.table import KEY, SEATS, finished, forged, interrupted, people, play
from tests.saves.test_models import played as played_by_models
from tests.two_truths import Config, TwoTruths


@pytest.fixture(autouse=True)
def house(tmp_path, monkeypatch):
    monkeypatch.setenv("WOOZLE_HOME", str(tmp_path / "house"))
    return tmp_path / "house"


def test_home_is_where_the_system_keeps_such_things_unless_one_says(monkeypatch, house):
    assert paths.data_folder() == house
    monkeypatch.delenv("WOOZLE_HOME")
    assert paths.data_folder().name == "woozle"


def test_names_of_new_matches_sort_by_time():
    early = store.new_match_folder("ship", datetime(2026, 11, 20, 21, 30, 0, tzinfo=UTC))
    late = store.new_match_folder("two_truths", datetime(2026, 11, 20, 21, 30, 1, tzinfo=UTC))
    assert early.name.startswith("20261120-213000-ship-")
    assert early < late
    in_one_second = [
        store.new_match_folder("ship", datetime(2026, 11, 20, 21, 30, 0, each * 1000, tzinfo=UTC)).name for each in range(1000)
    ]
    assert in_one_second == sorted(in_one_second)
    assert early.parent == paths.matches_folder()
    assert "-_evil_game-" in store.new_match_folder("../../Evil\x1b game").name


def test_matches_are_listed_with_what_became_of_them():
    finished(paths.matches_folder() / "1-done")
    interrupted(paths.matches_folder() / "2-half", 4)
    broken = finished(paths.matches_folder() / "3-broken")
    broken.write_bytes(broken.read_bytes()[:-30])
    (paths.matches_folder() / "4-empty").mkdir()
    broken, half, done = store.list_matches()
    assert (done.id, done.status, done.lines, done.game) == ("1-done", "finished", 10, "two_truths")
    assert list(done.players) == ["a", "b", "c"]
    assert done.path == paths.matches_folder() / "1-done"
    assert (half.status, half.lines, half.winners) == ("unfinished", 4, ())
    assert broken.status == "damaged"


def test_the_list_follows_what_happens(house):
    assert store.list_matches() == []
    interrupted(paths.matches_folder() / "1", 2)
    assert [each.lines for each in store.list_matches()] == [2]
    interrupted(paths.matches_folder() / "2", 3)
    assert [each.lines for each in store.list_matches()] == [3, 2]
    for file in (paths.matches_folder() / "1").iterdir():
        file.unlink()
    assert [each.id for each in store.list_matches()] == ["2"]


def test_what_has_not_changed_is_not_read_again(monkeypatch):
    finished(paths.matches_folder() / "1")
    once = store.list_matches()
    monkeypatch.setattr(Path, "read_bytes", lambda path, real=Path.read_bytes: real(path) if path.suffix == ".json" else 1 / 0)
    assert store.list_matches() == once


@pytest.mark.parametrize("junk", [b"", b"\xff", b"[]", b'{"1":{"id":3}}'])
def test_a_damaged_index_is_made_anew(house, junk):
    finished(paths.matches_folder() / "1")
    once = store.list_matches()
    (house / "index.json").write_bytes(junk)
    assert store.list_matches() == once
    assert (house / "index.json").read_bytes() != junk


def test_an_index_of_an_older_woozle_is_made_anew(house):
    finished(paths.matches_folder() / "1")
    once = store.list_matches()
    old = {"id": "1", "size": once[0].size, "modified": once[0].modified, "status": "finished", "game": "two_truths", "lines": 10}
    (house / "index.json").write_bytes(orjson.dumps({"1": old}))
    assert store.list_matches() == once
    assert once[0].results


def test_a_summary_says_how_each_seat_did_and_by_which_rules():
    finished(paths.matches_folder() / "1")
    (done,) = store.list_matches()
    assert {seat: result.kind for seat, result in done.results.items()} == {"a": "lost", "b": "lost", "c": "won"}
    assert done.results["b"].numbers == {"score": 2}
    assert done.winners == ("c",)
    assert (done.rules, done.config, done.is_fork) == (1, "standard", False)
    assert len(done.config_id) == 8


def test_the_same_configuration_has_the_same_id(tmp_path):
    for name, seconds in (("1", None), ("2", None), ("3", 5.0)):
        referee = Referee(TwoTruths(3, Config(seconds=seconds)), KEY)
        play(referee, Writer.create(paths.matches_folder() / name, referee, SEATS))
    third, second, first = store.list_matches()
    assert first.config_id == second.config_id != third.config_id
    assert third.config == "standard, seconds=5.0"


def test_numbers_that_are_missing_are_left_out():
    path = finished(paths.matches_folder() / "1")
    forged(path, 12, lambda body: body["outcome"]["results"]["a"]["numbers"].update(score=None))
    (done,) = store.list_matches()
    assert done.results["a"].numbers == {}
    assert done.results["b"].numbers == {"score": 2}


def test_who_sits_where_in_a_blind_match_is_secret_until_it_is_over():
    seats = {"a": {"kind": "human"}, "b": {"kind": "bot", "name": "sly", "seed": "5e"}, "c": {"kind": "human"}}
    blind = Presentation(is_blind=True, people=["c", "a"])
    for name, lines in (("1", 1000), ("2", 4)):
        referee = Referee(TwoTruths(3), KEY)
        writer = Writer.create(
            paths.matches_folder() / name, referee, seats | {"judge": {"name": "x"}}, presentation=blind, sync=False
        )
        play(referee, writer, lines=lines)
        writer.close()
    half, done = store.list_matches()
    assert (done.players, done.are_seats_secret, done.has_people) == (seats | {"judge": {"name": "x"}}, False, True)
    assert [*half.players.items()] == [
        ("1", {"kind": "bot", "name": "sly"}),
        ("2", {"kind": "human"}),
        ("3", {"kind": "human"}),
        ("judge", {"name": "x"}),
    ]
    assert (half.are_seats_secret, half.has_people) == (True, True)
    assert store.list_matches() == [half, done]


def test_what_verify_found_is_remembered_until_the_file_changes():
    path = finished(paths.matches_folder() / "1")
    other = finished(paths.matches_folder() / "2", people)
    forged(other, 2, lambda body: body["events"].clear())
    assert [each.checked for each in store.list_matches()] == ["", ""]
    verdict_cache.cache_reports(verify_many([paths.matches_folder()]))
    assert [each.checked for each in store.list_matches()] == ["altered", "verified"]
    forged(path, 3, lambda body: body.update(seconds=99))
    assert [each.checked for each in store.list_matches()] == ["altered", ""]


def test_a_forgery_of_the_same_size_and_time_was_never_checked():
    path = finished(paths.matches_folder() / "1")
    (done,) = store.verify_summaries(store.list_matches())
    assert done.checked == "verified"
    times = path.stat()
    changed = path.with_name("forged")
    changed.write_bytes(path.read_bytes().replace(b'"kind":"lost"', b'"kind":"void"', 1))
    changed.replace(path)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (times.st_size, times.st_mtime_ns)
    assert store.list_matches()[0].checked == ""
    assert store.verify_summaries(store.list_matches())[0].checked == "altered"


def test_a_picture_that_was_replaced_after_a_verdict_is_noticed(tmp_path):
    folder = played_by_models(paths.matches_folder() / "1")
    (done,) = store.verify_summaries(store.list_matches())
    assert (done.checked, store.list_matches()[0].checked) == ("verified", "verified")
    blob, *_ = (folder / BLOBS).iterdir()
    times, size = blob.stat(), len(blob.read_bytes())
    blob.write_bytes(b"x" * size)
    os.utime(blob, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert store.list_matches()[0].checked == ""
    assert verdict_cache.cached_verdict(folder) is None
    assert [found.verdict for _, found in verdict_cache.find_verdicts([folder])] == ["altered"]
    assert store.verify_summaries(store.list_matches())[0].checked == "altered"


def test_pictures_that_are_gone_after_a_verdict_are_noticed(tmp_path):
    folder = played_by_models(paths.matches_folder() / "1")
    assert store.verify_summaries(store.list_matches())[0].checked == "verified"
    shutil.rmtree(folder / BLOBS)
    assert store.verify_summaries(store.list_matches())[0].checked == "altered"


def test_a_verdict_of_another_version_of_verify_is_not_trusted(monkeypatch):
    path = finished(paths.matches_folder() / "1")
    verdict_cache.cache_reports(verify_many([path]))
    assert verdict_cache.cached_verdict(path) is not None
    monkeypatch.setattr(verdict_cache, "VERIFIER", verdict_cache.VERIFIER + 1)
    assert verdict_cache.cached_verdict(path) is None
    assert store.list_matches()[0].checked == ""


def test_what_could_be_otherwise_on_another_machine_is_not_kept():
    path = finished(paths.matches_folder() / "1")
    forged(path, 1, lambda body: body.update(rules=7))
    verdict_cache.cache_reports(verify_many([path]))
    assert verdict_cache.cached_verdicts() == {}
    ((_, found),) = verdict_cache.find_verdicts([path])
    assert (found.verdict, found.causes, found.why_not(), found.why_not(["rules"])) == ("consistent", ("rules",), "rules", "")


def test_a_check_that_did_not_go_far_enough_is_not_kept():
    finished(paths.matches_folder() / "1")
    verdict_cache.cache_reports(verify_many([paths.matches_folder()], 1))
    assert verdict_cache.cached_verdicts() == {}


def test_findings_are_kept_where_nothing_was_kept_before_and_are_of_bytes_wherever_they_lie(tmp_path, house):
    elsewhere = finished(tmp_path / "elsewhere")
    assert not house.exists()
    assert [found.verdict for _, found in verdict_cache.find_verdicts([elsewhere])] == ["verified"]
    found = verdict_cache.cached_verdict(finished(paths.matches_folder() / "here"))
    assert found is not None and found.verdict == "verified"
    assert verdict_cache.cached_verdict(tmp_path / "nothing") is None


def test_an_index_that_cannot_be_written_is_no_reason_to_fail(house):
    finished(paths.matches_folder() / "1")
    (house / "index.json").mkdir()
    assert len(store.list_matches()) == 1


def test_a_match_goes_by_its_path_its_id_a_beginning_or_last(tmp_path):
    one, two = paths.matches_folder() / "20261120-213000-ship-4f2a", paths.matches_folder() / "20261121-090000-ship-0001"
    finished(one)
    finished(two)
    assert store.find_match(one.name) == one
    assert store.find_match("20261120") == one
    assert store.find_match("last") == two
    assert store.find_match(str(one)) == one
    elsewhere = finished(tmp_path / "elsewhere")
    assert store.find_match(str(elsewhere)) == elsewhere


def test_what_no_match_or_several_go_by_is_said_in_words(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(store.StoreError, match="There are no matches yet"):
        store.find_match("last")
    for name in ("20261120-1", "20261120-2"):
        finished(paths.matches_folder() / name)
    with pytest.raises(store.StoreError, match="'20261120' matches 2 matches: 20261120-1, 20261120-2"):
        store.find_match("20261120")
    for text in ("ship", "", "../x", "\x1b[2J", "x" * 300, "a\0b"):
        with pytest.raises(store.StoreError, match="There is no match"):
            store.find_match(text)


def test_a_directory_whose_name_is_no_text_is_left_out():
    finished(paths.matches_folder() / "1")
    (paths.matches_folder() / os.fsdecode(b"\xff")).mkdir()
    (paths.matches_folder() / "\x1b[2J").mkdir()
    assert [each.id for each in store.list_matches()] == ["1"]
    assert store.find_match("last").name == "1"


@pytest.mark.parametrize(
    ("humans", "lines", "own"), [("", 1000, None), ("b", 1000, "lost"), ("c", 1000, "won"), ("bc", 1000, None), ("c", 4, None)]
)
def test_ones_own_result_is_that_of_the_only_human_in_a_finished_match(humans, lines, own):
    referee = Referee(TwoTruths(3), KEY)
    players = SEATS | {seat: {"kind": "human"} for seat in humans}
    writer = Writer.create(paths.matches_folder() / "1", referee, players, sync=False)
    play(referee, writer, lines=lines)
    writer.close()
    (match,) = store.list_matches()
    assert (match.own_result and match.own_result.kind, match.has_people) == (own, bool(humans))


def test_a_resumed_match_has_as_many_responses_as_any_other():
    again = reopen(interrupted(paths.matches_folder() / "1", 4), sync=False)
    assert again.referee.folded == len(again.past) == 4
    play(again.referee, again.writer)
    assert [(each.status, each.lines) for each in store.list_matches()] == [("finished", 10)]
