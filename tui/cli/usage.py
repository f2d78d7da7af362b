"""Help in groups, and usage errors as sentences with suggestions."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from itertools import chain, pairwise
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_command, get_group

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.plugins import PluginError
from woozle.core.suggestions import closest_name

GROUPS: Mapping[str, tuple[str, ...]] = {
    "Play": ("play", "daily", "watch", "learn", "resume", "fork"),
    "Open tables": ("host", "join", "serve"),
    "Matches": ("list", "show", "replay", "report", "profile", "leaderboard", "compare", "label", "delete"),
    "Runs": ("run", "verify", "export", "reproduce"),
    "Models and agents": ("models", "config", "agent", "protocol", "mcp"),
    "Environments": ("openenv",),
    "Human studies": ("study",),
    "Setup": ("pack", "doctor"),
}
"""Groups of commands in `woozle --help`; those of games follow, then what is in no group."""

_NUMBERS = ("int", "integer", "float")


class Commands(TyperGroup):
    """Commands in groups, each with the first sentence of its help; unknown names are answered with suggestions."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        told = {name: _first_sentence(command) for name in self.list_commands(ctx) if (command := self.get_command(ctx, name))}
        groups = {title: [name for name in names if name in told] for title, names in self._groups().items()}
        grouped = {name for names in groups.values() for name in names}
        width = max(map(len, told), default=0)
        for title, names in {**groups, "Commands": [name for name in told if name not in grouped]}.items():
            if names:
                with formatter.section(title):
                    formatter.write_dl([(f"{name:<{width}}", told[name]) for name in names])

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of all commands, those of games last."""
        return [*super().list_commands(ctx), *self._commands_of_games()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, whose help names the value of each option; None if unknown."""
        known = self._commands_of_games()
        command = super().get_command(ctx, cmd_name) or known.get(cmd_name) or super().get_command(ctx, cmd_name.replace("-", "_"))
        for parameter in command.params if command else ():
            _name(parameter)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the command to run. Raises ValueError."""
        if self.get_command(ctx, args[0]) is None:
            raise InputError(f"There is no command {args[0]!r}; {_or_see(args[0], self.list_commands(ctx), ctx.command_path)}")
        return super().resolve_command(ctx, args)

    def _commands_of_games(self) -> dict[str, Any]:
        """Return the commands that games bring, by name, where this is `woozle` itself."""
        found = _commands_by_game() if "play" in self.commands else {}
        return {name: command for commands in found.values() for name, command in commands.items() if name not in self.commands}

    def _groups(self) -> Mapping[str, tuple[str, ...]]:
        if "play" not in self.commands:
            return {}
        return {**GROUPS} | {title: tuple(commands) for title, commands in _commands_by_game().items()}


def command_group(about: str) -> typer.Typer:
    """Return an empty group of commands. about: its help."""
    return typer.Typer(cls=Commands, help=about, no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False)


@cache
def _commands_by_game() -> dict[str, dict[str, Any]]:
    """Return the commands of each game that has some, by the title of the game."""
    from woozle.core.welcome import load_welcomes

    found: dict[str, dict[str, Any]] = {}
    for game, welcome in load_welcomes().items():
        with suppress(PluginError):  # `woozle doctor` tells why
            for app in chain.from_iterable(registry.parts_of(game, "commands", tuple)):
                found.setdefault(welcome.title, {}).update(get_group(app).commands)
    return found


def run(app: typer.Typer) -> int:
    """Run a command line, and return the exit status. Raises ValueError, and whatever the command raises."""
    _refuse_empty(sys.argv[1:])
    try:
        status = _build(app)(prog_name="woozle", standalone_mode=False)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # the reader of the output has seen enough
            raise end.__context__ from None
        raise
    except typer.Abort:  # where something was asked, and no answer can come any more
        return 130
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            typer.echo(error.format_message(), err=True)
            return 2
        raise InputError(_sentence(error)) from None
    return status if isinstance(status, int) else 0


@cache
def _build(app: typer.Typer) -> Any:
    """Build the commands once in a process: that takes ten times as long as to parse a command line."""
    return get_command(app)


def _refuse_empty(words: list[str]) -> None:
    """Raise ValueError for an empty word: an empty path would mean this folder, and an empty seat the usual one."""
    for before, word in pairwise(["", *words]):
        if not word.strip() or (option := re.fullmatch(r"(--[\w-]+)=\s*", word)):
            what = option[1] if word.strip() and option else before if before.startswith("--") else "One of the words"
            raise InputError(f"{what} is empty; say something, or leave it out. Perhaps a variable of the shell is not set.")


def _sentence(error: Any) -> str:
    """Return an error as a sentence. Only kinds of errors that every version of typer has are distinguished."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "woozle"
    parameter = getattr(error, "param", None)
    message = error.format_message()
    match type(error).__name__:
        case "NoSuchOption":
            known = [option for each in context.command.params for option in each.opts] if context else []
            return f"`{command}` has no option {error.option_name}; {_or_see(error.option_name, known, command)}"
        case "MissingParameter" if parameter:
            return f"`{command}` needs {_display_name(parameter)}; `{command} --help` says what it is."
        case "BadParameter" if parameter:
            return f"{_display_name(parameter)} {_wrong(parameter, context, message)}; `{command} --help` says more."
    if wanting := re.search(r"'(-[\w-]+)' requires an argument", message):
        return f"{wanting[1]} needs a value after it."
    if flag := re.search(r"'(-[\w-]+)' does not take a value", message):
        return f"{flag[1]} stands alone, without a value."
    if extra := re.search(r"extra arguments?(?:\(s\))? \((.*)\)", message, re.DOTALL):
        return f"`{command}` does not know what to do with {extra[1]!r}; `{command} --help` says what it takes."
    return f"{message.rstrip('.')}; `{command} --help` says more."


def _or_see(word: str, known: list[str], command: str) -> str:
    meant = closest_name(word, known)
    return f"did you mean {meant}?" if meant else f"`{command} --help` lists them."


def _wrong(parameter: Any, context: Any, message: str) -> str:
    """Say what is wrong with a parameter, from its line in the help."""
    kind = _type(parameter).lower()
    if not any(number in kind for number in _NUMBERS):
        return f"cannot be used: {message.rpartition(': ')[2].rstrip('.')}"
    number = "a number" if "float" in kind else "a whole number"
    line = (parameter.get_help_record(context) or ("", ""))[1]
    if both := re.search(r"(-?[\d.]+)<=x<=(-?[\d.]+)", line):
        return f"must be {number} from {both[1]} to {both[2]}"
    if least := re.search(r"x>=(-?[\d.]+)", line):
        return f"must be {number}, {least[1]} or more"
    return f"must be {number}"


def _display_name(parameter: Any) -> str:
    """Name a parameter as a user would type it: an option by its name, an argument in capitals."""
    return parameter.opts[0] if parameter.param_type_name == "option" else _capitals(parameter)


def _capitals(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper()).removesuffix("...").strip("[]")


def _name(parameter: Any) -> None:
    """Name the values of a parameter in the help: N for a number, else the name of the option."""
    is_option = parameter.param_type_name == "option"
    if is_option and not parameter.metavar and not parameter.is_flag:
        parameter.metavar = (
            "N" if any(number in _type(parameter).lower() for number in _NUMBERS) else parameter.opts[0].lstrip("-").upper()
        )
    elif not is_option and not hasattr(parameter, "told_as"):
        parameter.metavar = _capitals(parameter)
        parameter.told_as = f"{parameter.metavar}{'...' if parameter.nargs == -1 else ''}"
        parameter.get_help_record = _under_its_name(parameter, parameter.get_help_record)


def _under_its_name(parameter: Any, record: Callable[[Any], tuple[str, str] | None]) -> Callable[[Any], tuple[str, str] | None]:
    """Return the line of an argument in the help, without the type that some versions of typer put there."""

    def name(context: Any) -> tuple[str, str] | None:
        return (parameter.told_as, found[1]) if (found := record(context)) else None

    return name


def _type(parameter: Any) -> str:
    """Return the name of a parameter's type, wherever this version of typer keeps it."""
    if described := getattr(parameter, "type_descriptor", None):
        return str(getattr(described.annotation, "__name__", described.annotation))
    return str(getattr(parameter.type, "name", ""))


def _first_sentence(command: Any) -> str:
    text = " ".join((command.short_help or command.help or "").split())
    return re.split(r"(?<=[.;]) (?=[A-Z])", text, maxsplit=1)[0].rstrip(".")
