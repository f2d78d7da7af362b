"""A match is deleted where a person says so; one that was left before an answer goes by itself."""

import os

import pytest

from woozle.arena.play.setup import new_match
from woozle.core import registry
from woozle.saves.deletion import delete_match, delete_unanswered
from woozle.saves.disk import SaveError
from woozle.saves.paths import matches_folder
from woozle.saves.store import list_matches
from woozle.saves.transcript import PART

from tests.saves.table import finished


def _left(name, answers=0, age=3600):
    """Return a match that was left after some answers."""
    game = registry.game("urn")
    ready = new_match("urn", ["bot:random*5"], registry.configure(game, "standard", {}), 3, matches_folder() / name, sync=False)
    referee = ready.match.referee
    for request in list(referee.open.values())[:answers]:
        import asyncio

        response = asyncio.run(ready.match.players[request.to].respond(request, referee.view(request.to)))
        ready.match._fold(response)
    ready.writer.close()
    file = ready.folder / PART
    os.utime(file, (file.stat().st_atime - age, file.stat().st_mtime - age))
    return ready


def test_what_was_left_before_an_answer_is_deleted_and_nothing_else():
    _left("empty"), _left("new", age=0), _left("begun", answers=2)
    kept = delete_unanswered(list_matches())
    assert {each.id for each in kept} == {"new", "begun"}
    assert {path.name for path in matches_folder().iterdir()} == {"new", "begun"}


def test_a_match_that_is_being_played_is_not_deleted():
    ready = _left("played")
    holder = os.open(ready.folder / PART, os.O_RDWR)
    import fcntl

    fcntl.flock(holder, fcntl.LOCK_EX)
    with pytest.raises(SaveError, match="is being played by another process"):
        delete_match(ready.folder)
    assert [each.id for each in delete_unanswered(list_matches())] == ["played"]
    os.close(holder)
    delete_match(ready.folder)
    assert not ready.folder.exists()


def test_only_matches_of_ones_own_folder_are_deleted(tmp_path):
    finished(tmp_path / "elsewhere")
    (matches_folder() / "no match").mkdir(parents=True)
    for path in (tmp_path / "elsewhere", tmp_path, matches_folder(), matches_folder() / "no match", tmp_path / "nowhere"):
        with pytest.raises(SaveError, match="is not one of your matches"):
            delete_match(path)
    assert (tmp_path / "elsewhere").exists()
