"""The commands about models: which there are, whether they can play, and the file that says where they are asked."""

from __future__ import annotations

import asyncio
import sys
from typing import Annotated

import typer

from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_json
from woozle.tui.cli.sentences import notice, say
from woozle.tui.cli.usage import Commands

app = typer.Typer()
models_app = typer.Typer(cls=Commands)
config_app = typer.Typer(cls=Commands)
app.add_typer(models_app, name="models", help="List the models that there are, and check whether they can play.")
app.add_typer(config_app, name="config", help="Say where models are asked, and change it: models.toml and keys.")


@models_app.callback(invoke_without_command=True)
def models(context: typer.Context, as_json: JSON = False) -> None:
    """The models that each endpoint has."""
    if context.invoked_subcommand:
        return
    from woozle.tui.cli.models_output import listed, listed_json, listed_lines

    found = asyncio.run(listed())
    if as_json:
        print_json(listed_json(found))
    else:
        print(*listed_lines(found), sep="\n")


@models_app.command("check")
def check(
    specs: Annotated[list[str], typer.Argument(metavar="MODEL...", help="As seats name them: openai:gpt-5-mini, ollama:qwen3:8b.")],
    test: Annotated[bool, typer.Option("--test", help="Also ask each one something; it may cost a little.")] = False,
    as_json: JSON = False,
) -> None:
    """Say whether models can play now. Exit status 1 if one cannot."""
    from woozle.arena.play.models import looked_at
    from woozle.players.models.spec import parse
    from woozle.tui.cli.models_output import checked_json, checked_lines

    found = asyncio.run(looked_at([parse(text) for text in specs], test_call=test))
    if as_json:
        print_json(checked_json(found))
    else:
        print(*checked_lines(found), sep="\n")
    if any(each.problem for each in found):
        raise typer.Exit(1)


@config_app.callback(invoke_without_command=True)
def config(context: typer.Context, as_json: JSON = False) -> None:
    """What holds for models here, without any key. Exit status 1 if something in the file cannot be."""
    if context.invoked_subcommand:
        return
    from woozle.arena.play.models import config as read
    from woozle.tui.cli.models_output import config_json, config_lines

    here = read()
    if as_json:
        print_json(config_json(here))
    else:
        print(*config_lines(here), sep="\n")
    if here.refused:
        raise typer.Exit(1)


@config_app.command("example")
def example() -> None:
    """Print models.toml with every field explained."""
    from woozle.players.models.toml import EXAMPLE

    sys.stdout.write(EXAMPLE.read_text("utf-8"))


@config_app.command("edit")
def edit() -> None:
    """Open models.toml in $VISUAL or $EDITOR. It is made from the example if there is none."""
    from woozle.arena.play import models as here
    from woozle.tui.editor import EditorError, edit_models

    try:
        edit_models()
    except EditorError as error:
        raise typer.Exit(say(str(error), 1)) from None
    for sentence in here.config().refused.values():
        notice(sentence)


@config_app.command("key")
def key(
    endpoint: Annotated[str, typer.Argument(help="Whose key: openai, or another endpoint of models.toml.")],
    forget: Annotated[bool, typer.Option("--forget", help="Take it out of the keyring.")] = False,
) -> None:
    """Keep the key of an endpoint in the system's keyring. It is typed hidden, or read from a pipe."""
    from getpass import getpass

    from woozle.arena.play import models as here
    from woozle.players.models.keys import keep

    if not here.config().named(endpoint).key_env:
        raise ValueError(f"{endpoint} is asked without a key; give it a key_env in {here.file()} if it needs one.")
    typed = "" if forget else (getpass(f"Key of {endpoint}: ") if sys.stdin.isatty() else sys.stdin.readline()).strip()
    if not (forget or typed):
        raise ValueError("No key was given, so nothing was changed.")
    keep(endpoint, typed)
    notice(f"The keyring keeps {'no' if forget else 'the'} key of {endpoint}{' any more' if forget else ''}.")
