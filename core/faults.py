"""The origin of unexpected errors: Woozle's own code, or that of a package that extends it."""

from __future__ import annotations

import re
import sys
import traceback
from collections.abc import Mapping

from woozle.core import plugins
from woozle.core.game import RulesError
from woozle.core.value import value

_OWN = "woozle"
_KERNEL = "woozle.core."
_FOLDERS = re.compile(r".*[/\\]")


@value
class Origin:
    """The line of another package's code at which an error arose. package: the name of its distribution."""

    file: str
    line: int
    package: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def brief(self) -> str:
        """The name of the file without its folder, and the line."""
        return f"{_FOLDERS.sub('', self.file)}, line {self.line}"


class WorkerError(Exception):
    """A bug that showed in another process, whose frames cannot travel.

    Attributes:
        kind: The name of the exception's type.
        frames: Its traceback as text, without the message, which may hold a secret.
        origin, problem: As `find_origin` and `problem_of` returned them there.
    """

    def __init__(self, kind: str, frames: str = "", origin: Origin | None = None, problem: str = "") -> None:
        super().__init__(kind, frames, origin, problem)  # these are what is pickled
        self.kind = kind
        self.frames = frames
        self.origin = origin
        self.problem = problem

    @classmethod
    def of(cls, error: Exception) -> WorkerError:
        """Return what another process can be sent about an error."""
        return cls(kind_of(error), frames_of(error), find_origin(error), problem_of(error))


def find_origin(error: BaseException, packages: Mapping[str, str] | None = None) -> Origin | None:
    """Return where an error arose in a package that extends Woozle; None for a fault of Woozle's own.

    It is the innermost frame that counts, leaving out libraries, and the kernel where another package called it: rules that ask for
    something impossible fail inside it.

    Args:
        packages: Names of the packages in question, by their top-level modules; all that are installed if left out.
    """
    if isinstance(error, WorkerError):
        return error.origin
    packages = plugins.extending_packages() if packages is None else packages
    for frame, line in reversed(list(traceback.walk_tb(error.__traceback__))):
        module = str(frame.f_globals.get("__name__", ""))
        top = module.partition(".")[0]
        if package := packages.get(top):
            return Origin(frame.f_code.co_filename, line, package)
        if top == _OWN and not module.startswith(_KERNEL):
            break
    if isinstance(error, RulesError) and error.where:
        file, _, number = error.where.rpartition(":")
        return _find_module(file, int(number), packages)
    cause = error.__cause__
    return find_origin(cause, packages) if cause and cause is not error else None  # some are raised again from themselves


def _find_module(file: str, line: int, packages: Mapping[str, str]) -> Origin | None:
    """Return a line of a file that one of these packages has; None for the file of another."""
    named = (name.partition(".")[0] for name, module in list(sys.modules.items()) if getattr(module, "__file__", None) == file)
    return next((Origin(file, line, packages[top]) for top in named if top in packages), None)


def problem_of(error: BaseException) -> str:
    """Return what the rules of a game did wrong, as a sentence; empty for other errors, whose messages may hold a secret."""
    if isinstance(error, WorkerError):
        return error.problem
    return str(error) if isinstance(error, RulesError) else ""


def kind_of(error: BaseException) -> str:
    """Return the name of an error's type, for one of a worker that which it had there."""
    return error.kind if isinstance(error, WorkerError) else type(error).__name__


def frames_of(error: BaseException) -> str:
    """Return the frames of an error as text, without its message."""
    return error.frames if isinstance(error, WorkerError) else "".join(traceback.format_tb(error.__traceback__))
