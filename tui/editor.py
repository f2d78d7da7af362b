"""The person's own editor, for models.toml."""

from __future__ import annotations

import os
import shlex
import subprocess

from woozle.arena.play import models
from woozle.core.errors import InputError


class EditorError(InputError):
    """The editor ended with an error status. Says which, in a sentence."""


def edit_models() -> None:
    """Open models.toml in $VISUAL or $EDITOR, and wait.

    Raises ValueError, with a sentence, if the editor cannot be started, and EditorError if it failed.
    """
    command = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi")
    file = models.ensure_file()
    try:
        status = subprocess.run([*command, str(file)], check=False).returncode
    except OSError as error:
        raise InputError(f"{command[0]} cannot be started ({error.strerror}); set EDITOR, or edit {file}.") from None
    if status:
        raise EditorError(f"{command[0]} ended with status {status}; {file} is as it left it.")
