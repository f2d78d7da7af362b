"""A person's notes on matches, which are kept beside the matches and nowhere else."""

import pytest

from woozle.core.labels import NAME_LIMIT, Label
from woozle.saves import store
from woozle.saves.deletion import delete_match
from woozle.saves.disk import SaveError
from woozle.saves.labels import change_label, read_labels
from woozle.saves.paths import data_folder, matches_folder

from tests.saves.table import finished


def test_a_label_survives_a_new_index_and_changes_no_transcript_and_goes_with_its_match():
    folder = finished(matches_folder() / "one").parent
    before = {path: path.read_bytes() for path in folder.iterdir()}
    change_label(folder, name="  My   first\nwin ", is_marked=True)
    change_label(folder, is_hidden=True)
    store.list_matches()
    (data_folder() / "index.json").unlink()
    store.list_matches()
    assert read_labels() == {"one": Label("My first␊win", is_marked=True, is_hidden=True)}
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    delete_match(folder)
    assert read_labels() == {}


def test_an_empty_label_is_none_and_a_name_is_hostile_text():
    folder = matches_folder() / "one"
    change_label(folder, is_marked=True)
    assert change_label(folder, is_marked=False) == Label()
    assert read_labels() == {}
    assert change_label(folder, name="\x1b[2Ja\u202eb").name == "␛[2Ja‹U+202E›b"
    with pytest.raises(ValueError, match="at most 60 characters"):
        change_label(folder, name="x" * (NAME_LIMIT + 1))


def test_a_damaged_file_of_labels_is_told_of_when_one_is_changed_and_not_overwritten():
    file = data_folder() / "labels.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("{")
    assert read_labels() == {}
    with pytest.raises(SaveError, match="cannot be read; mend it, or move it away"):
        change_label(matches_folder() / "one", is_marked=True)
    assert file.read_text() == "{"
