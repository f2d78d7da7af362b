"""Writing: what is on disk when, and what happens when the disk does not play along."""

import errno
import os
import shutil
import stat
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path

import pytest

from woozle.core.match import Match
from woozle.core.referee import Referee
from woozle.core.request import Completion, Response
from woozle.core.usage import Usage
from woozle.saves import disk
from woozle.saves.disk import SaveError, save_error
from woozle.saves.resume import FinishedError, reopen
from woozle.saves.transcript import PART, read
from woozle.saves.verify import verify
from woozle.saves.writer import Writer

from tests.saves.table import KEY, SEATS, begin, bots, finished, interrupted, play, played_lines
from tests.two_truths import Tell, TwoTruths, Vote


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_can_read_a_match(tmp_path):
    path = interrupted(tmp_path / "m", 2)
    assert mode(path.parent) == 0o700
    assert {mode(file) for file in path.parent.iterdir()} == {0o600}


def test_the_same_seed_gives_the_same_bytes_on_every_python(tmp_path):
    assert read(finished(tmp_path / "m")).header.software == {"woozle": version("woozle")}, "no link covers the version of Python"


def test_the_key_lies_beside_an_unfinished_match_and_nowhere_else(tmp_path):
    path = interrupted(tmp_path / "m", 2)
    assert (tmp_path / "m" / "match.key").read_text() == KEY.hex()
    assert read(path).key == KEY
    finished(tmp_path / "n")
    assert [file.name for file in (tmp_path / "n").iterdir()] == ["transcript.jsonl"]


def test_a_line_is_on_disk_when_folded_returns(tmp_path):
    referee, writer = begin(tmp_path / "m")
    for lines in range(4):
        play(referee, writer, bots, lines)
        assert len(read(tmp_path / "m").lines) == lines
    writer.close()


@pytest.mark.parametrize(("sync", "times"), [(True, 4), (False, 0)])
def test_lines_are_forced_to_the_disk_unless_one_says_otherwise(tmp_path, monkeypatch, sync, times):
    forced = []
    referee, writer = begin(tmp_path / "m", sync=sync)
    monkeypatch.setattr("woozle.saves.disk._data_sync", forced.append)
    play(referee, writer, bots, 4)
    writer.close()
    assert len(forced) == times


def test_what_bots_answered_at_once_is_forced_with_the_next_line_that_cannot_be_answered_again(tmp_path, monkeypatch):
    forced = []
    referee, writer = begin(tmp_path / "m", sync=True)
    monkeypatch.setattr("woozle.saves.disk._data_sync", forced.append)
    for seconds in (0.0, 0.0, 1.5):
        request = next(iter(referee.open.values()))
        response = Response(request.id, bots(request, 3), seconds)
        writer.keep_response(request, response, referee.fold(response))
    writer.close()
    assert len(forced) == 1
    assert len(read(tmp_path / "m").lines) == 3


def test_a_match_needs_a_directory_of_its_own(tmp_path):
    finished(tmp_path / "m")
    with pytest.raises(SaveError, match="exists already"):
        begin(tmp_path / "m")


def test_two_processes_cannot_play_one_match(tmp_path):
    _, writer = begin(tmp_path / "m")
    with pytest.raises(SaveError, match="being played by another process"):
        reopen(tmp_path / "m")
    writer.close()
    reopen(tmp_path / "m").writer.close()


def test_a_match_that_grew_while_it_was_read_is_left_alone(tmp_path):
    transcript = read(interrupted(tmp_path / "m", 2))
    again = reopen(tmp_path / "m", sync=False)
    play(again.referee, again.writer, bots, 3)
    again.writer.close()
    with pytest.raises(SaveError, match="being played by another process"):
        Writer.append(transcript)


def test_a_file_that_cannot_be_replaced_stays_and_leaves_nothing_half_written_beside_it(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="directory"):
        disk.replace(tmp_path / "folder", b"words")
    assert [file.name for file in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize("room", [0, 1, 100, 450, 1000, 2500, 3500, 3900])
def test_a_full_disk_is_said_in_words_and_the_match_goes_on_when_there_is_space(tmp_path, monkeypatch, room):
    referee, writer = begin(tmp_path / "m")
    real, left = os.write, room

    def write(file, data):
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        count = real(file, data[: min(left, 333)])  # short writes, too
        left -= count
        return count

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(SaveError, match=r"because the disk is full; free some space, then `woozle resume .*/m`\."):
            play(referee, writer)
    again = reopen(tmp_path / "m", sync=False)
    play(again.referee, again.writer)
    resumed, undisturbed = (tmp_path / "m" / "transcript.jsonl").read_bytes(), finished(tmp_path / "n").read_bytes()
    assert played_lines(resumed) == played_lines(undisturbed)
    assert read(tmp_path / "m").findings == []


def test_a_disk_that_is_full_from_the_start_leaves_nothing_behind(tmp_path, monkeypatch):
    def write(file, data):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(SaveError, match="free some space, then start the match again"):
        begin(tmp_path / "m")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "cause"),
    [
        (errno.EROFS, "the disk is read-only"),
        (errno.EACCES, "permission was denied"),
        (errno.EFBIG, "files may not become that large here"),
    ],
)
def test_what_keeps_a_match_from_being_saved_is_named(tmp_path, monkeypatch, number, cause):
    def mkdir(path, *args, **kwargs):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("pathlib.Path.mkdir", mkdir)
    with pytest.raises(SaveError, match=f"could not be written, because {cause}; .*, then start the match again"):
        begin(tmp_path / "m")


def test_a_cause_without_words_of_ours_is_told_in_those_of_the_system(tmp_path):
    sentence = str(save_error(OSError(errno.EIO, "Input/output error"), tmp_path / "m", "start again"))
    assert sentence.endswith("m could not be written: input/output error; mend that, then start again.")


def test_a_folder_that_cannot_be_is_said_in_words(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="because a part of its path is a file; choose another path"):
        begin(tmp_path / "file" / "m")


def test_a_description_that_is_no_plain_value_leaves_nothing_behind(tmp_path):
    with pytest.raises((TypeError, ValueError)):
        Writer.create(tmp_path / "m", Referee(TwoTruths(seats=3)), SEATS | {"a": {"x": object()}})
    assert list(tmp_path.iterdir()) == []


def test_a_signal_while_a_file_is_closed_does_no_harm(tmp_path, monkeypatch):
    _, writer = begin(tmp_path / "m")
    close = os.close

    def interrupted(file: int) -> None:
        close(file)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "close", interrupted)
    with pytest.raises(KeyboardInterrupt):
        writer.close()
    monkeypatch.undo()
    writer.close()
    assert read(tmp_path / "m").header.game == "two_truths"


class Lumpy:
    """A player whose first answer says of itself what no transcript can hold."""

    is_human = keeps_time = answers_at_once = False

    def __init__(self, lump: Usage | None) -> None:
        self.lump = lump

    async def respond(self, request, observation):
        usage, self.lump = self.lump, None
        answer = Tell(texts=("x", "y", "z"), lie=1) if request.answer is Tell else Vote(index=1)
        return Response(request.id, answer, usage=usage or Usage(), completions=(Completion("", "answer", usage=usage or Usage()),))

    def describe(self):
        return {"kind": "lumpy"}


@pytest.mark.parametrize("count", [2**64, 10**30])
async def test_what_cannot_be_written_is_a_void_of_its_match_alone_and_is_not_met_again(tmp_path, count):
    referee = Referee(TwoTruths(seats=3), KEY)
    writer = Writer.create(tmp_path / "m", referee, SEATS, sync=False)
    players = {seat: Lumpy(Usage(1, count, 0) if seat == "a" else None) for seat in "abc"}
    await Match(referee, players, writer).play()
    assert [referee.outcome.results[seat].kind == "void" for seat in "abc"] == [True, False, False]
    assert verify(tmp_path / "m" / "transcript.jsonl").is_verified
    [why] = [line.body["response"]["forfeit"] for line in read(tmp_path / "m").lines if "forfeit" in line.body["response"]]
    assert why == {"kind": "error", "why": "The answer of a holds something that no transcript can hold."}


def test_numbers_of_64_bits_can_be_written(tmp_path):
    referee, writer = begin(tmp_path / "m")
    request = next(iter(referee.open.values()))
    answer = bots(request, 1)
    for count, fits in ((2**63, True), (2**64 - 1, True), (2**64, False), (-(2**63), True), (-(2**63) - 1, False)):
        assert (writer.refusal(request, Response(request.id, answer, usage=Usage(1, count))) == "") is fits, count
    writer.close()


@pytest.mark.parametrize("sync", [True, False])
def test_the_name_of_a_replaced_file_is_forced_to_the_disk_with_it_or_not(tmp_path, monkeypatch, sync):
    forced = []
    monkeypatch.setattr(disk, "sync_directory", forced.append)
    disk.replace(tmp_path / "file", b"data", sync=sync)
    assert forced == [tmp_path] * sync


def _reopen(path: Path, mode: str, data: bytes = b"") -> None:
    with path.open(mode) as file:
        file.write(data)


TAMPER = {
    "truncated": lambda part: os.truncate(part, 5),
    "appended to": lambda part: _reopen(part, "ab", b"{}\n"),
    "replaced": lambda part: part.with_name("x").write_bytes(part.read_bytes()) and part.with_name("x").replace(part),
    "removed": lambda part: part.unlink(),
    "removed ": lambda part: shutil.rmtree(part.parent),
    "replaced ": lambda part: (part.unlink(), part.mkdir()),
    "replaced  ": lambda part: (part.replace(part.with_name("y")), part.symlink_to("y")),
}


@pytest.mark.parametrize("how", TAMPER)
@pytest.mark.parametrize("has_resumed", [False, True])
def test_what_another_program_does_to_a_transcript_is_noticed_at_the_next_line(tmp_path, how, has_resumed):
    folder = tmp_path / "m"
    referee, writer = begin(folder)
    play(referee, writer, lines=3)
    if has_resumed:
        writer.close()
        writer = Writer.append(read(folder), sync=False)
    TAMPER[how](folder / PART)
    with pytest.raises(SaveError, match=rf"was {how.strip()} by another program .* all that was played is .*`woozle resume .*`\.$"):
        play(referee, writer, lines=4)
    assert len(read(folder).lines) == 4, "the answer that was just given is kept too"
    again = reopen(folder, sync=False)
    play(again.referee, again.writer)
    assert verify(folder, 3).is_verified


def test_a_transcript_that_was_overwritten_at_its_place_is_noticed_before_it_is_sealed(tmp_path):
    referee, writer = begin(tmp_path / "m")
    play(referee, writer, lines=3)
    part = tmp_path / "m" / PART
    data = part.read_bytes()
    _reopen(part, "r+b", data.replace(b"was born", b"was torn"))
    with pytest.raises(SaveError, match="was overwritten by another program"):
        play(referee, writer)
    assert part.with_name(f"{PART}.changed").read_bytes().startswith(b'{"body":{"woozle"')
    with pytest.raises(FinishedError):
        reopen(tmp_path / "m")
    assert verify(tmp_path / "m", 3).is_verified


@pytest.mark.parametrize("place", ["file.new", "file"])
def test_no_link_of_other_people_is_written_through(tmp_path, place):
    (tmp_path / "mine").write_bytes(b"mine")
    (tmp_path / place).symlink_to("mine")
    with suppress(OSError), closing(disk.AppendFile(tmp_path / place)) as file:
        file.append(b"theirs")
    with suppress(OSError), disk.hold_file(tmp_path / place):
        pass
    with suppress(OSError):
        disk.replace(tmp_path / "file", b"theirs")
    assert (tmp_path / "mine").read_bytes() == b"mine"
