"""The name by which others at an open table know the person here: typed, or kept in the settings, or asked for once."""

from __future__ import annotations

from woozle.tui.cli.commands import can_ask_user
from woozle.tui.cli.sentences import notice
from woozle.tui.settings import config
from woozle.tui.settings.schema import NAME_LIMIT, SettingError, Settings, change_setting


def own_name(typed: str = "") -> str:
    """Return the person's name; empty where they cannot be asked. A first name is kept. Raises InputError for one that cannot be.

    Args:
        typed: The name on the command line, for this time.
    """
    kept = config.read().settings.name
    if typed:
        name = change_setting(Settings(), "name", typed).name
    elif kept or not can_ask_user():
        return kept
    else:
        name = _ask()
    if name and not kept:
        _keep(name)
    return name


def _ask() -> str:
    import typer

    while True:
        given = typer.prompt(
            f"Your name at tables, up to {NAME_LIMIT} characters", default="", show_default=False, err=True
        ).strip()
        try:
            return change_setting(Settings(), "name", given).name
        except SettingError as error:
            notice(str(error))


def _keep(name: str) -> None:
    try:
        config.write("name", name)
    except OSError as error:
        notice(str(error))
    else:
        notice(f"{name} is kept in the settings, where you can change it.")
