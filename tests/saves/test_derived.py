"""What was computed from transcripts is kept in one file, which only saves time."""

from __future__ import annotations

import sqlite3

import pytest

from woozle.saves import derived
from woozle.saves.derived import drop_derived, find_derived, keep_derived
from woozle.saves.paths import data_folder


def file():
    return data_folder() / "derived.sqlite"


def test_what_is_kept_is_found_by_its_kind_and_key_and_nothing_is_made_to_look():
    assert find_derived("figures", ["a"]) == {} == find_derived("verdict")
    drop_derived("conduct", ["a"])
    assert not file().exists()
    keep_derived("figures", {"a": b"one", "b": b"two"})
    keep_derived("verdict", {"a": b"three"})
    keep_derived("figures", {"a": b"four"})
    assert find_derived("figures", ["a", "c"]) == {"a": b"four"}
    assert find_derived("figures") == {"b": b"two", "a": b"four"}
    assert find_derived("verdict") == {"a": b"three"}
    assert find_derived("figures", map(str, range(2000))) == {}
    assert file().stat().st_mode & 0o077 == 0


def test_nothing_of_what_was_dropped_is_left_in_the_file():
    keep_derived("conduct", {"a-person": b"x", "another": b"y"})
    drop_derived("conduct", ["a-person"])
    assert find_derived("conduct") == {"another": b"y"} and b"a-person" not in file().read_bytes()


def test_only_the_latest_are_kept(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(derived._MOST, "figures", 3)
    for number in range(5):
        keep_derived("figures", {str(number): b""})
    keep_derived("verdict", {"1": b""})
    assert [*find_derived("figures")] == ["2", "3", "4"] and [*find_derived("verdict")] == ["1"]


@pytest.mark.parametrize("harm", ["cut off", "overwritten", "another shape", "a folder"])
def test_a_damaged_file_is_made_anew_and_one_that_cannot_be_written_is_no_reason_to_fail(harm: str):
    keep_derived("figures", {str(number): bytes(str(number), "ascii") * 999 for number in range(2000)})
    data = file().read_bytes()
    if harm == "cut off":
        file().write_bytes(data[: len(data) // 3])
    elif harm == "overwritten":
        file().write_bytes(b"not a database " * 400)
    elif harm == "another shape":
        with sqlite3.connect(file()) as opened:
            opened.execute("PRAGMA user_version = 99")
    else:
        file().unlink()
        file().mkdir()
    assert all(value == bytes(key, "ascii") * 999 for key, value in find_derived("figures").items())
    keep_derived("figures", {"new": b"1"})
    keep_derived("figures", {"new": b"1"})
    assert find_derived("figures", ["new"]) == ({} if harm == "a folder" else {"new": b"1"})


def test_an_entry_that_was_changed_is_not_found():
    keep_derived("figures", {"a": b"one" * 99, "b": b"two" * 99})
    with sqlite3.connect(file()) as opened:
        opened.execute("UPDATE derived SET value = substr(value, 1, 9) || x'00' || substr(value, 11) WHERE key = 'a'")
    assert [*find_derived("figures")] == ["b"]
