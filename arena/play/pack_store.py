"""The packs of this machine: added as a whole or not at all, and removed."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from woozle.arena.play.pack_check import Fault, check_copy, copy_pack
from woozle.arena.play.packs import ADDED, OWN, Manifest, PackError, added_folder, packs_by_name
from woozle.core.text import visible_line


class FaultyPackError(PackError):
    """A pack that does not pass the check."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        more = f" `woozle pack check` lists all {len(faults)} faults." if len(faults) > 1 else ""
        super().__init__(f"Nothing was added: {faults[0]}{more}")
        self.faults = tuple(faults)


def add_pack(folder: Path) -> Manifest:
    """Copy a pack into the data folder, and return its manifest. Raises PackError with a sentence, leaving nothing behind."""
    home = added_folder()
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = Path(tempfile.mkdtemp(prefix=".new-", dir=home))
    except OSError as error:
        raise PackError(f"{visible_line(str(home))} cannot be written: {error.strerror}.") from None
    try:
        new = place / "pack"
        if refused := copy_pack(folder, new):
            raise FaultyPackError(refused.faults)
        manifest = _check_new_pack(new, place)
        if pack := packs_by_name().get(manifest.name):
            raise _taken_error(manifest.name, pack.origin)
        _move(new, home / manifest.name)
    except OSError as error:
        raise PackError(f"{visible_line(str(home))} cannot be written: {error.strerror}.") from None
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return manifest


def remove_pack(name: str) -> None:
    """Remove an added pack. Matches begun with it can go on, since they hold copies of what they use. Raises PackError."""
    found = packs_by_name().get(name)
    path = added_folder() / name
    is_added = name == path.name and not name.startswith(".") and path.is_dir() and not path.is_symlink()
    if not is_added:
        if found:
            whose = "comes with Woozle" if found.origin == OWN else f"is brought by the package {visible_line(found.origin)}"
            raise PackError(
                f"The pack {visible_line(name)} {whose}, and cannot be removed; it does nothing unless it is asked for."
            )
        raise PackError(f"There is no pack {visible_line(name)!r} to remove; `woozle pack list` lists them.")
    gone = added_folder() / f".gone-{name}-{os.getpid()}"
    try:
        path.rename(gone)
    except OSError as error:
        raise PackError(f"The pack {name} cannot be removed: {error.strerror}.") from None
    shutil.rmtree(gone, ignore_errors=True)


def _move(new: Path, to: Path) -> None:
    """Move a pack to its place at once; a folder that has appeared there meanwhile is not replaced."""
    try:
        new.rename(to)
    except OSError as error:
        if error.errno in (errno.EEXIST, errno.ENOTEMPTY):
            raise _taken_error(to.name, ADDED) from None
        raise


def _check_new_pack(new: Path, place: Path) -> Manifest:
    """Check a copy of a copy, since a check writes to what it looks at. Raises FaultyPackError."""
    looked_at = place / "checked"
    shutil.copytree(new, looked_at)
    checked = check_copy(looked_at)
    if checked.faults or not checked.manifest:
        raise FaultyPackError(checked.faults)
    return checked.manifest


def _taken_error(name: str, origin: str) -> PackError:
    if origin == ADDED:
        return PackError(f"There is a pack {name} already; `woozle pack remove {name}` makes room for this one.")
    whose = "Woozle's own" if origin == OWN else f"of the package {visible_line(origin)}"
    return PackError(f"The name {name} is that of a pack {whose}; give this one another name in its pack.toml.")
