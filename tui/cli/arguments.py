"""Arguments and options that several commands take."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

import typer

from woozle.core import registry
from woozle.core.kit import OptionFile
from woozle.core.welcome import load_welcomes


def read_game(game: str | None) -> str | None:
    """Return the name of the game that was typed; None if none was."""
    return registry.name_of(game) if game else game


def read_games(games: list[str] | None) -> list[str] | None:
    """Return the names of the games that were typed; None if none were."""
    return [registry.name_of(game) for game in games] if games else games


GAME = Annotated[str, typer.Argument(help=f"The game: {', '.join(registry.names())}.", callback=read_game)]
FIRST_GAME = next(iter(load_welcomes()), "")
"""The game that is meant where none is named: the first in the lobby."""

SEATS = Annotated[str | None, typer.Option(help="The players, e.g. human,bot*5; also bot:random and empty.")]
SEED = Annotated[int | None, typer.Option(help="Random seed; random and hidden by default. The same match again counts once.")]
PRESET = Annotated[str, typer.Option(help="Preset options, e.g. standard; an unknown name lists those of the game.")]
SET = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Set an option of the game; an unknown name lists them. Repeatable."),
]
PLAIN = Annotated[bool, typer.Option("--plain", help="Play line by line, for screen readers and pipes.")]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]
VIEWER = Annotated[str | None, typer.Option("--as", metavar="WHO", help="Point of view: a seat, public or everything.")]
ENGINE = Annotated[str, typer.Option(help="processes (on this machine) or ray (on a cluster).")]
ADDRESS = Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Ray cluster; default: start one on this machine.")]
SHARD = Annotated[str | None, typer.Option(metavar="I/N", help="Process only part I of N of the matches, e.g. 2/8.")]
UNFINISHED = Annotated[bool, typer.Option("--unfinished", help="Include matches that people have not finished.")]
ACCEPT = Annotated[
    str | None,
    typer.Option(metavar="WHY", help="Include matches that are only consistent: imported, withdrawn, or imported,withdrawn."),
]
ALLOW_AGENTS = Annotated[
    bool, typer.Option("--allow-agents", help="Run the code that a match from elsewhere names, without asking.")
]
MATCH = Annotated[str, typer.Argument(help="A match: its folder, its id, the start of its id, or last.")]

Services: TypeAlias = Mapping[str, str]
"""Services by role, as in `{"judge": "hhem"}`."""

NO_SERVICES: Services = MappingProxyType({})


def with_game_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that games bring. Its parameter `services` receives services, `options` the others."""
    kits = [kit for game in registry.names() for kit in registry.kits_of(game)]
    helps: dict[str, list[str]] = {}
    for kit in kits:
        files = ((name, option.help) for name, option in kit.options.items() if isinstance(option, OptionFile) and option.help)
        for name, text in (*kit.service_help.items(), *files):
            helps.setdefault(name, []).append(text)
    services = {name for kit in kits for name in kit.service_help}
    own = inspect.signature(command, eval_str=True)
    brought = [_parameter(name, " ".join(texts)) for name, texts in helps.items()]
    every = [part for each in own.parameters.values() for part in (brought if each.name == "services" else [each])]

    @wraps(command)
    def run(**given: Any) -> None:
        chosen = {name: text for name in helps if (text := given.pop(name))}
        given["options"] = [*(given["options"] or ()), *(f"{name}={chosen[name]}" for name in chosen if name not in services)]
        command(services={name: text for name, text in chosen.items() if name in services}, **given)

    return _signed(run, every)


def with_options_of(options: type) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the options that a dataclass has as fields. The command's parameter of that type receives them."""
    fields = inspect.signature(options, eval_str=True).parameters

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(command, eval_str=True).parameters
        [name] = (each.name for each in own.values() if each.annotation is options)

        @wraps(command)
        def run(**given: Any) -> None:
            command(**{name: options(**{field: given.pop(field) for field in fields})}, **given)

        return _signed(run, [part for each in own.values() for part in (fields.values() if each.name == name else [each])])

    return decorate


def _signed(command: Callable[..., None], parameters: Iterable[inspect.Parameter]) -> Callable[..., None]:
    """Return a command with the parameters that the command line is to offer."""
    keywords = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
    command.__signature__ = inspect.Signature(keywords)  # type: ignore[attr-defined]
    return command


def _parameter(name: str, text: str) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default="", annotation=Annotated[str, typer.Option(help=text)])
