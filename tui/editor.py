"""The person's own editor, for the file that says where models are asked."""

from __future__ import annotations

import os
import shlex
import subprocess

from woozle.arena.play import models


class EditorError(ValueError):
    """The editor ended with a complaint of its own. Says which, in a sentence."""


def edit_models() -> None:
    """Open models.toml in $VISUAL or $EDITOR, and wait. Raises ValueError, with a sentence, if that cannot be, and
    EditorError if it went wrong.
    """
    command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    file = models.made()
    try:
        status = subprocess.run([*command, str(file)], check=False).returncode
    except OSError as error:
        raise ValueError(f"{command[0]} cannot be started ({error.strerror}); set EDITOR, or edit {file}.") from None
    if status:
        raise EditorError(f"{command[0]} ended with status {status}; {file} is as it left it.")
