"""What several commands take: arguments and options, with a line of help each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Annotated, Any, TypeAlias

import typer

from woozle.core import registry

GAME = Annotated[str, typer.Argument(help=f"The game: {', '.join(registry.names())}.")]
SEATS = Annotated[str | None, typer.Option(help="Who sits there, e.g. human,bot*5; also bot:random and empty.")]
SEED = Annotated[int | None, typer.Option(help="A number that repeats a match; without it chance is secret.")]
MAP = Annotated[str | None, typer.Option("--map", help="Ship: one of its maps, or a .yaml file.")]
PRESET = Annotated[str, typer.Option(help="A set of options, such as standard; a wrong name lists those of the game.")]
SET = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change an option of the game; a wrong name lists them. May be repeated."),
]
PLAIN = Annotated[bool, typer.Option("--plain", help="Line by line, for screen readers and pipes.")]
JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
VIEWER = Annotated[str | None, typer.Option("--as", metavar="WHO", help="Whose eyes: a seat, public, or everything.")]
ENGINE = Annotated[str, typer.Option(help="Who works: processes of this machine, or ray, a cluster.")]
ADDRESS = Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Where a Ray cluster is; if not set, one of this machine.")]
SHARD = Annotated[
    str | None, typer.Option(metavar="I/N", help="Take only this part of the matches, e.g. 2/8, on one of N machines.")
]
UNFINISHED = Annotated[bool, typer.Option("--unfinished", help="Also matches that people have not played to the end.")]
ACCEPT = Annotated[
    str | None,
    typer.Option(metavar="WHY", help="Also take matches that are consistent only: imported, withdrawn, or imported,withdrawn."),
]
MATCH = Annotated[str, typer.Argument(help="A match: its folder, its id, the beginning of its id, or last.")]


Officials: TypeAlias = Mapping[str, str]
"""Those who were named, by what they do: `{"judge": "hhem"}`."""

NO_OFFICIALS: Officials = MappingProxyType({})

_OFFICIALS: Mapping[str, str] = {
    "judge": "Who scores in the quest: lexical, match, hhem, nli:FOLDER or grader:MODEL; `woozle judge` explains them.",
    "editor": "Who draws the pictures of undercover: scenes.",
    "likeness": "Who compares the two pictures of undercover: pixels, vit:FOLDER, clip:FOLDER or vit+clip:FOLDER,FOLDER.",
    "estimator": "Who measures how uncertain responses are in a debate: ngram, local:MODEL or openai@vllm:MODEL.",
    "librarian": "Who searches corpora in self-play: bm25, dense:FOLDER or bm25+dense:CORPUS=FOLDER.",
}

LIBRARIAN = Annotated[str, typer.Option(help=_OFFICIALS["librarian"])]


def with_officials(command: Callable[..., None]) -> Callable[..., None]:
    """The command with an option for each official, where it has a parameter `officials`: that is given those who were named."""
    own = inspect.signature(command, eval_str=True)
    options = [_option(name, Annotated[str, typer.Option(help=told)]) for name, told in _OFFICIALS.items()]
    every = [part for each in own.parameters.values() for part in (options if each.name == "officials" else [each])]

    @wraps(command)
    def asked(**given: Any) -> None:
        named = {name: text for name in _OFFICIALS if (text := given.pop(name))}
        command(officials=named, **given)

    asked.__signature__ = own.replace(parameters=[each.replace(kind=_KEYWORD) for each in every])  # type: ignore[attr-defined]
    return asked


_KEYWORD = inspect.Parameter.KEYWORD_ONLY


def _option(name: str, kind: Any) -> inspect.Parameter:
    return inspect.Parameter(name, _KEYWORD, default="", annotation=kind)
