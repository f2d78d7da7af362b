"""`woozle models` and `woozle config`: available models, and models.toml with its keys."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from woozle.core.errors import InputError
from woozle.tui.cli.arguments import JSON
from woozle.tui.cli.commands import print_result
from woozle.tui.cli.sentences import notice, say
from woozle.tui.cli.usage import Commands

app = typer.Typer()
models_app = typer.Typer(cls=Commands)
config_app = typer.Typer(cls=Commands)
app.add_typer(models_app, name="models", help="List available models, and check whether they can play.")
app.add_typer(config_app, name="config", help="Show and edit the endpoints of models: models.toml and keys.")


@models_app.callback(invoke_without_command=True)
def models(context: typer.Context, as_json: JSON = False) -> None:
    """List available models, and check whether they can play."""
    if context.invoked_subcommand:
        return
    import asyncio

    from woozle.tui.cli.models_output import list_models, listed_json, listed_lines

    found = asyncio.run(list_models())
    print_result(as_json, lambda: listed_json(found), lambda: listed_lines(found))


@models_app.command("check")
def check(
    specs: Annotated[list[str], typer.Argument(metavar="MODEL...", help="As in --seats: openai:gpt-5-mini, ollama:qwen3:8b.")],
    test: Annotated[bool, typer.Option("--test", help="Also send each model a test request, which may cost a little.")] = False,
    as_json: JSON = False,
) -> None:
    """Check whether models can play now. Exit status 1 if one cannot."""
    import asyncio

    from woozle.arena.play.models import check_models
    from woozle.players.models.spec import parse
    from woozle.tui.cli.models_output import checked_json, checked_lines

    found = asyncio.run(check_models([parse(text) for text in specs], test_call=test, tell=notice))
    print_result(as_json, lambda: checked_json(found), lambda: checked_lines(found))
    if any(each.problem for each in found):
        raise typer.Exit(1)


@config_app.callback(invoke_without_command=True)
def config(context: typer.Context, as_json: JSON = False) -> None:
    """Show the configuration of models, without keys. Exit status 1 if models.toml has errors."""
    if context.invoked_subcommand:
        return
    from woozle.arena.play.models import config as read
    from woozle.tui.cli.models_output import config_json, config_lines

    here = read()
    print_result(as_json, lambda: config_json(here), lambda: config_lines(here))
    if here.refused:
        raise typer.Exit(1)


@config_app.command("example")
def example() -> None:
    """Print models.toml with every field explained."""
    from woozle.players.models.config_file import EXAMPLE

    sys.stdout.write(EXAMPLE.read_text("utf-8"))


@config_app.command("edit")
def edit() -> None:
    """Edit models.toml in $VISUAL or $EDITOR; if missing, it is created from the example."""
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
    endpoint: Annotated[str, typer.Argument(help="openai, or another endpoint of models.toml.")],
    forget: Annotated[bool, typer.Option("--forget", help="Remove the key from the keyring.")] = False,
) -> None:
    """Store the API key of an endpoint in the system's keyring. The key is typed hidden, or read from a pipe."""
    from getpass import getpass

    from woozle.arena.play import models as here
    from woozle.players.models.keys import keep

    if not here.config().find_endpoint(endpoint).key_env:
        raise InputError(f"{endpoint} is asked without a key; give it a key_env in {here.file()} if it needs one.")
    typed = "" if forget else (getpass(f"Key of {endpoint}: ") if sys.stdin.isatty() else sys.stdin.readline()).strip()
    if not (forget or typed):
        raise InputError("No key was given, so nothing was changed.")
    keep(endpoint, typed)
    notice(f"The keyring keeps {'no' if forget else 'the'} key of {endpoint}{' any more' if forget else ''}.")
