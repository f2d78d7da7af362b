"""Pictures of a game as files: saved in a folder, and opened in the viewer of the system if there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from threading import Thread

import platformdirs

from woozle.core.names import join_names
from woozle.core.request import Picture
from woozle.saves import disk
from woozle.tui.settings.schema import Settings

_ENDS = {"image/jpeg": ".jpg"}
NONE = "There is no picture of this moment."


def show(match: str, pictures: Sequence[Picture], settings: Settings, viewer: str = "") -> str:
    """Save pictures of a match, open them if that is set and possible, and return a sentence about it. Raises SaveError.

    viewer: the seat that sees them. Names of files differ between seats, so that these cannot tell whether they see the same.
    """
    folder = settings.folder("pictures") or platformdirs.user_downloads_path()
    paths = [folder / f"{_plain(match)}-{_mark(viewer, picture)}{_ENDS.get(picture.media_type, '.png')}" for picture in pictures]
    for path, picture in zip(paths, pictures, strict=True):
        with disk.explain_save_errors(path, "ask for it again"):
            folder.mkdir(parents=True, exist_ok=True)
            disk.replace(path, picture.data, sync=False)
    saved = f"aved in {folder}: {join_names(path.name for path in paths)}."
    if settings.show_pictures == "save":
        return f"S{saved}"
    return f"Opened in your viewer and s{saved}" if all(map(_is_opened, paths)) else f"No viewer can be opened here. S{saved}"


def _mark(viewer: str, picture: Picture) -> str:
    return sha256(f"{viewer} {picture.digest}".encode()).hexdigest()[:8]


def _plain(match: str) -> str:
    """Return the name of a match, which may come from elsewhere, as part of the name of a file."""
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in match)[:60]


def _is_opened(path: Path) -> bool:
    """Open a file without waiting until it is closed. Returns whether there was a viewer."""
    if os.environ.get("SSH_CONNECTION"):  # the viewer would open on a screen that no one sees
        return False
    try:
        if sys.platform == "win32":
            os.startfile(path)
            return True
        opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
        has_screen = sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
        if not opener or not has_screen:
            return False
        nowhere = subprocess.DEVNULL
        child = subprocess.Popen([opener, str(path)], stdin=nowhere, stdout=nowhere, stderr=nowhere, start_new_session=True)
    except OSError:
        return False
    Thread(target=child.wait, daemon=True).start()  # so that it is no zombie when it ends
    return True
