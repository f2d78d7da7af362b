"""Deleting matches for good: those that a person names, and those that were left before anybody answered."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path

from woozle.saves import disk
from woozle.saves.conduct_cache import forget_conduct
from woozle.saves.disk import SaveError, explain_save_errors, save_error
from woozle.saves.labels import drop_label
from woozle.saves.store import is_own_match
from woozle.saves.summary import Summary
from woozle.saves.transcript import PART, display_path

_SETTLED = 60.0  # seconds that a match lies untouched, before it counts as left


def delete_match(folder: Path) -> None:
    """Delete a match and all that belongs to it.

    Raises SaveError if it is not among this user's matches, is being played, or cannot be deleted.
    """
    if not is_own_match(folder):
        raise SaveError(
            f"{display_path(folder)} is not one of your matches, which alone are deleted here; `woozle list` shows them."
        )
    with _hold(folder), explain_save_errors(folder, "delete the match again"):
        shutil.rmtree(folder)
    drop_label(folder)
    forget_conduct(folder.name)


def delete_unanswered(summaries: Iterable[Summary]) -> list[Summary]:
    """Delete matches that were left before anybody answered, and return the others. Forks stay: they begin with answers.

    Nothing is lost, since their content follows from their options. A match under way is left alone.
    """
    left = []
    for each in summaries:
        is_unanswered = each.status == "unfinished" and not each.lines and not each.is_fork
        if is_unanswered and time.time() - each.modified > _SETTLED:
            with suppress(SaveError):
                delete_match(each.path)
                continue
        left.append(each)
    return left


def _hold(folder: Path) -> AbstractContextManager[object]:
    """Hold an unfinished match against other processes; nothing, for a finished one. Raises SaveError if one is playing it."""
    try:
        return closing(disk.AppendFile(folder / PART))
    except FileNotFoundError:
        return nullcontext()
    except OSError as error:
        raise save_error(error, folder, "delete the match again") from error
