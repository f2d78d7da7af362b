"""What several commands take: arguments and options, with a line of help each."""

from __future__ import annotations

from typing import Annotated

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
JUDGE = Annotated[
    str,
    typer.Option(help="Who scores in the quest: lexical, match, hhem, nli:FOLDER or grader:MODEL; `woozle judge` explains them."),
]
EDITOR = Annotated[str, typer.Option(help="Who draws the pictures of undercover: scenes.")]
LIKENESS = Annotated[
    str,
    typer.Option(help="Who compares the two pictures of undercover: pixels, vit:FOLDER, clip:FOLDER or vit+clip:FOLDER,FOLDER."),
]
ESTIMATOR = Annotated[
    str,
    typer.Option(help="Who measures how uncertain responses are in a debate: ngram, local:MODEL or openai@vllm:MODEL."),
]
LIBRARIAN = Annotated[
    str,
    typer.Option(help="Who searches corpora in self-play: bm25, dense:FOLDER or bm25+dense:CORPUS=FOLDER."),
]
PLAIN = Annotated[bool, typer.Option("--plain", help="Line by line, for screen readers and pipes.")]
JSON = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
VIEWER = Annotated[str | None, typer.Option("--as", metavar="WHO", help="Whose eyes: a seat, public, or everything.")]
ENGINE = Annotated[str, typer.Option(help="Who works: processes of this machine, or ray, a cluster.")]
ADDRESS = Annotated[str | None, typer.Option(metavar="HOST:PORT", help="Where a Ray cluster is; if not set, one of this machine.")]
SHARD = Annotated[
    str | None, typer.Option(metavar="I/N", help="Take only this part of the matches, e.g. 2/8, on one of N machines.")
]
MATCH = Annotated[str, typer.Argument(help="A match: its folder, its id, the beginning of its id, or last.")]


def chosen(**officials: str) -> dict[str, str]:
    """The officials that were named, by what they do."""
    return {name: text for name, text in officials.items() if text}
