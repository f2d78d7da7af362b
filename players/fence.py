"""Fences around programs: what a program may see of this machine, by bubblewrap (`bwrap`), where that is installed and can run."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

from woozle.core.errors import InputError
from woozle.core.sandbox_levels import LEVELS, USUAL, Level
from woozle.core.value import value
from woozle.players.paths import expand_home

VARIABLE = "WOOZLE_AGENT_SANDBOX"
"""The environment variable that comes before the chosen level, for scripts, which read no settings."""

SYSTEM = ("/bin", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/nix", "/opt", "/sbin", "/usr")
"""The folders that a program at level `required` can read, beside its own and its interpreter's."""

_PROBE_SECONDS = 10.0
_QUOTED = 200  # characters of what bubblewrap says
_CONFINED = ("--die-with-parent", "--unshare-pid", "--cap-drop", "ALL")  # with its capabilities, root could unmount what hides
_ASIDE = ("/bin/sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh")
_BACK = ("/bin/sh", "-c", 'unset PWD OLDPWD SHLVL; exec "$@" <&3 >&4 3<&- 4>&-', "sh")
"""Bubblewrap keeps its first three files open as long as it runs: it would hide that a program closed its input or output."""

_chosen: Level = USUAL

_Mounts: TypeAlias = dict[Path, tuple[str, ...]]
"""The words of bubblewrap's command line that put something at a path."""


class FenceError(InputError):
    """A fence that cannot be made. The message is a sentence that says why."""


def choose_level(level: Level) -> None:
    """Choose the level for this process."""
    global _chosen  # noqa: PLW0603 (one place a process, chosen where the settings are read)
    _chosen = level


def current_level() -> Level:
    """Return the level for programs that are seated now. Raises FenceError if the environment names an unknown one."""
    named = os.environ.get(VARIABLE) or _chosen
    if named not in LEVELS:
        raise FenceError(f"{VARIABLE} cannot be {named!r}; set it to {', '.join(LEVELS[:-1])} or {LEVELS[-1]}.")
    return named


@value
class Fence:
    """The fence of one program.

    kind: the level that it follows; `none` if nothing is hidden. private: folders whose content no program may see.
    """

    kind: Literal["none", "auto", "required"]
    private: tuple[Path, ...] = ()

    def wrap(self, command: Sequence[str]) -> list[str]:
        """Return the command that runs a command in the fence. The first word of `command` is an absolute path."""
        if self.kind == "none":
            return list(command)
        hidden = {_real(path) for path in self.private if path.is_dir()}
        needed = [path for path in (*_runtime_paths(command), *_named_paths(command, hidden)) if path.exists()]
        if self.kind == "auto":
            base: tuple[str, ...] = ("--dev-bind", "/", "/", "--proc", "/proc")
            mounts: _Mounts = {path: ("--bind", str(path), str(path)) for path in map(_real, needed) if _is_within(path, hidden)}
        else:
            base = ("--unshare-all", "--tmpfs", "/", "--proc", "/proc", "--dev", "/dev")
            system = [path for path in map(Path, SYSTEM) if path.exists()]
            mounts = _empty_mounts(_scratch_folders()) | _read_only_mounts([*system, *needed])
        mounts |= _empty_mounts(hidden)
        ordered = [word for path in sorted(mounts, key=lambda path: len(path.parts)) for word in mounts[path]]  # inner over outer
        return [*_ASIDE, _bubblewrap(), *_CONFINED, *base, *ordered, "--", *_BACK, *command]


def open_fence(private: Iterable[Path] = ()) -> Fence:
    """Return the fence for a program at the current level.

    Raises FenceError if the level is `required` and no fence can be made here.
    """
    level = current_level()
    if level == "off":
        return Fence("none")
    if not (trouble := find_trouble(level)):
        return Fence(level, tuple(private))
    if level == "required":
        raise FenceError(f"agents.sandbox is `required`, and {trouble.what}; {trouble.remedy}, or choose another level.")
    return Fence("none")


@value
class Trouble:
    """Why no fence can be made on this machine, and what to do about it, as clauses."""

    what: str
    remedy: str


@cache
def find_trouble(level: Literal["auto", "required"]) -> Trouble | None:
    """Return why no fence of this level can be made on this machine; None if one can."""
    import subprocess

    from woozle.core.text import visible_line

    if not sys.platform.startswith("linux"):
        return Trouble("there is no bubblewrap for this system", "run Woozle on Linux")
    if not _bubblewrap():
        return Trouble("bubblewrap is not installed", "install it (the command is bwrap)")
    command = Fence(level).wrap([shutil.which("true") or "/bin/true"])
    try:
        tried = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=_PROBE_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return Trouble(f"bubblewrap cannot be run ({type(error).__name__})", "install it again")
    if not tried.returncode:
        return None
    said = tried.stderr.decode(errors="replace").strip().removeprefix("bwrap: ").rstrip(".") or f"status {tried.returncode}"
    return Trouble(f"bubblewrap cannot fence anything in ({visible_line(said)[:_QUOTED]})", "allow user namespaces to it")


def fenced_process(process: int) -> int | None:
    """Return the id of the program in a fence. process: of bubblewrap. None if it is unknown."""
    with suppress(OSError, ValueError, IndexError):
        for _ in range(2):  # bubblewrap's first process of the new namespace, and the program that it started
            process = int(Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split()[0])
        return process
    return None


def _bubblewrap() -> str:
    return shutil.which("bwrap") or ""


def _empty_mounts(paths: Iterable[Path]) -> _Mounts:
    return {path: ("--tmpfs", str(path)) for path in paths}


def _read_only_mounts(paths: Sequence[Path]) -> _Mounts:
    """Return the words that show files and folders: each where it really is, so that what is hidden there stays hidden."""
    real = {_real(path) for path in paths}
    links = {path for path in paths if path not in real and not _is_within(_real(path.parent), real)}
    shown: _Mounts = {path: ("--ro-bind", str(path), str(path)) for path in real}
    return shown | {path: ("--symlink", str(_real(path)), str(path)) for path in links}


def _named_paths(command: Sequence[str], hidden: Set[Path]) -> Iterator[Path]:
    """Yield the folders that a command names, and those around the files that it names.

    Of a file in a folder that is hidden or holds much else, such as the home, it is the file alone.
    """
    for word in command:
        with suppress(OSError, ValueError):  # no path, but a long text
            path = Path(os.path.normpath(Path.cwd() / word))
            folder = path.parent if path.is_file() else path
            if folder.is_dir() and not _is_wide(folder) and _real(folder) not in hidden:
                yield folder
            elif path.is_file():
                yield path


def _is_wide(folder: Path) -> bool:
    return any(_is_within(each, {folder, _real(folder)}) for each in _scratch_folders())


def _scratch_folders() -> set[Path]:
    """Return the folders that are empty in a fence at level `required`: the home, and those of temporary files."""
    names = (os.environ.get("HOME", ""), str(expand_home("~")), os.environ.get("TMPDIR", ""), "/tmp")
    folders = {Path(each) for each in names if each.startswith("/") and each != "/"}
    return folders | {_real(each) for each in folders}


def _runtime_paths(command: Sequence[str]) -> Iterator[Path]:
    """Yield what the program and its interpreter need of the folders that they are installed in."""
    for program in filter(None, (command[0], _interpreter(command[0]))):
        for path in _links(Path(program)):
            yield path if path.parent.name != "bin" else path.parent
            if path.parent.name == "bin":
                yield from (path.parent.parent / part for part in ("lib", "lib64", "pyvenv.cfg"))


def _interpreter(program: str) -> str | None:
    """Return the interpreter that a script names in its first line; None for other files."""
    import shlex

    with suppress(OSError, ValueError), Path(program).open("rb") as file:
        if (first := file.readline(512)).startswith(b"#!"):
            name, *rest = shlex.split(first[2:].decode())
            if Path(name).name == "env":
                name = next((each for each in rest if not each.startswith("-") and "=" not in each), "")
            return shutil.which(name)
    return None


def _links(path: Path) -> Iterator[Path]:
    """Yield a path and, if it is a link, all that it leads to in turn."""
    for _ in range(40):  # as many as the kernel follows
        yield path
        if not path.is_symlink():
            return
        path = Path(os.path.normpath(path.parent / path.readlink()))


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _is_within(path: Path, folders: Set[Path]) -> bool:
    return not folders.isdisjoint((path, *path.parents))
