"""Folders of other people: whatever lies where a file belongs, every command that reads it comes to an end, with a sentence."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from woozle.arena.play.pack_check import check_folder
from woozle.arena.runs.plan import PLAN
from woozle.arena.studies.folder import DATA, LOCK, LOG, RECRUITER
from woozle.arena.studies.journal import read_journal
from woozle.arena.studies.links import LINKS
from woozle.arena.studies.plan import read_plan
from woozle.core.regular_files import RefusedFileError, open_file, read_file
from woozle.players.models import prompt_files
from woozle.players.pictures.image_files import open_picture
from woozle.saves.heads import HEADS
from woozle.saves.transcript import CLOSED, KEY, PART
from woozle.tui.cli.study_actions import make_study

from tests.games.parts import parts
from tests.saves.table import interrupted
from tests.saves.test_models import played as with_pictures
from tests.tui.command_line import woozle

__all__ = ["woozle"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs pipes, links and devices")

TEST_HANGS = 60  # seconds, after which a test that hangs fails instead; nothing is measured with it


def _link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("a-pipe"))
    path.symlink_to("a-pipe")


def _socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as opened:
            opened.bind(path.name)
    finally:
        os.chdir(here)


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(2**42)


HOSTILE: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "link to a pipe": _link_to_a_pipe,
    "link to a device": lambda path: path.symlink_to("/dev/zero"),
    "link to a file": lambda path: path.symlink_to("/etc/hosts"),
    "link to nothing": lambda path: path.symlink_to("gone"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "folder": Path.mkdir,
    "socket": _socket,
    "huge file": _huge,
}

KINDS = ("pipe", "link to a device", "folder", "huge file")
"""Those that are tried in each place where commands look; that all are refused by what opens files is tested once."""

READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "prompt": ("persona.txt", lambda path: prompt_files.parse("persona", str(path))),
    "picture": ("picture.png", open_picture),
    "manifest of a pack": ("pack.toml", lambda path: check_folder(path.parent)),
    "journal": ("AAAAAAAA.jsonl", read_journal),
    "plan of a study": ("study.toml", lambda path: read_plan(path.parent)),
    **{what: reader for readers in parts("cases", "READERS").values() for what, reader in readers.items()},
}


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    def give_up(number: int, frame: object) -> None:
        raise AssertionError("This would have hung.")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(TEST_HANGS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@contextmanager
def put(kind: str, path: Path) -> Iterator[None]:
    """Put something in the place of a file."""
    kept = path.read_bytes() if path.exists() else None
    path.unlink(missing_ok=True)
    HOSTILE[kind](path)
    yield
    path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
    path.with_name("a-pipe").unlink(missing_ok=True)
    if kept is not None:
        path.write_bytes(kept)


@pytest.mark.parametrize("kind", HOSTILE)
def test_only_a_regular_file_is_opened(kind, tmp_path):
    path = tmp_path / "file"
    with put(kind, path):
        for read in (open_file, read_file):
            with pytest.raises(RefusedFileError, match=r"file cannot be read: it (is a|has more than) .*; \w.*\.$"):
                read(path, 65)


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    with open_file(path, 5) as file:
        path.write_bytes(b"123456")
        assert file.read(6) == b"123456"
    with pytest.raises(RefusedFileError, match="more than 5 bytes; make it smaller"):
        read_file(path, 5)


@pytest.mark.parametrize("what", READERS)
@pytest.mark.parametrize("kind", HOSTILE)
def test_no_reader_waits_or_follows_a_link(what, kind, tmp_path):
    name, read = READERS[what]
    with put(kind, tmp_path / name):
        try:
            found = read(tmp_path / name)
        except (OSError, ValueError) as error:
            assert "\n" not in str(error) and str(error).endswith(".")
        else:  # packs and corpora gather what is wrong
            assert what == "manifest of a pack" and found.faults


@pytest.fixture
def matches(tmp_path, monkeypatch) -> Path:
    """A run of a finished match, its heads, and an unfinished match."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "matches"
    with_pictures(folder / "0001")
    interrupted(folder / "0002", 4)
    (folder / HEADS).write_text("")
    return folder


PLACES = (f"0001/{CLOSED}", f"0002/{PART}", f"0002/{KEY}", HEADS, PLAN, "0001/blobs/*")
COMMANDS = (
    ("verify", "{}"), ("show", "{}/0001"), ("show", "{}/0002"), ("report", "{}"), ("leaderboard", "{}"), ("resume", "{}/0002"),
    ("export", "{}", "--out", "tables", "--force"), ("fork", "{}/0001", "--at", "1", "--plain"), ("replay", "{}/0001"),
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("place", PLACES)
def test_no_command_hangs_at_a_folder_of_matches(kind, place, matches, woozle):
    path = next(iter(matches.glob(place)), matches / place)
    with put(kind, path):
        for command in COMMANDS:
            status, out, err = woozle(*(word.format(matches) for word in command))
            assert status in (0, 1, 2, 3), (command, out, err)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "place", ["study.toml", "consent.txt", f"{DATA}/{LINKS}", f"{DATA}/{LOG}", f"{DATA}/{LOCK}", f"{DATA}/{RECRUITER}"]
)
def test_no_command_hangs_at_the_folder_of_a_study(kind, place, tmp_path, woozle):
    study = tmp_path / "study"
    make_study(study, "urn")
    (study / "data").mkdir()
    with put(kind, study / place):
        for command in (("check",), ("status",), ("links", "--count", "2"), ("export",), ("withdraw", "AAAA-AAAA", "--yes")):
            status, out, err = woozle("study", command[0], study, *command[1:])
            assert status in (0, 1, 2, 3), (command, out, err)
