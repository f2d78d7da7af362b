"""Arguments and options that several commands take."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

import typer

from woozle.core import registry

GAME = Annotated[str, typer.Argument(help=f"The game: {', '.join(registry.names())}.")]
SEATS = Annotated[str | None, typer.Option(help="The players, e.g. human,bot*5; also bot:random and empty.")]
SEED = Annotated[int | None, typer.Option(help="Random seed; random and hidden by default.")]
MAP = Annotated[str | None, typer.Option("--map", help="Ship: the name of a map, or a .yaml file.")]
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
MATCH = Annotated[str, typer.Argument(help="A match: its folder, its id, the start of its id, or last.")]


Services: TypeAlias = Mapping[str, str]
"""Services by role, as in `{"judge": "hhem"}`."""

NO_SERVICES: Services = MappingProxyType({})

_SERVICES: Mapping[str, str] = {
    "judge": "Quest: the judge: lexical, match, hhem, nli:FOLDER or grader:MODEL; see `woozle judge`.",
    "editor": "Undercover: the image editor: scenes.",
    "likeness": "Undercover: compares the pictures: pixels, vit:FOLDER, clip:FOLDER or vit+clip:FOLDER,FOLDER.",
    "estimator": "Debate: measures the uncertainty of responses: ngram, local:MODEL or openai@vllm:MODEL.",
    "librarian": "Self-play: searches the corpora: bm25, dense:FOLDER or bm25+dense:CORPUS=FOLDER.",
}

LIBRARIAN = Annotated[str, typer.Option(help=_SERVICES["librarian"])]


def with_services(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each service; its parameter `services` receives those that were named."""
    own = inspect.signature(command, eval_str=True)
    options = [_option(name, Annotated[str, typer.Option(help=told)]) for name, told in _SERVICES.items()]
    every = [part for each in own.parameters.values() for part in (options if each.name == "services" else [each])]

    @wraps(command)
    def asked(**given: Any) -> None:
        named = {name: text for name in _SERVICES if (text := given.pop(name))}
        command(services=named, **given)

    asked.__signature__ = own.replace(parameters=[each.replace(kind=_KEYWORD) for each in every])  # type: ignore[attr-defined]
    return asked


_KEYWORD = inspect.Parameter.KEYWORD_ONLY


def _option(name: str, kind: Any) -> inspect.Parameter:
    return inspect.Parameter(name, _KEYWORD, default="", annotation=kind)
