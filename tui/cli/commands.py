"""Steps that several commands share: matches and games by name, models that are asked, the app, JSON."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from woozle.core import registry
from woozle.core.errors import InputError
from woozle.core.text import visible_line
from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from textual.screen import Screen

    from woozle.arena.play.setup import Ready, Seating
    from woozle.arena.play.start import Host, Join, Replay, Resume, Start, Watch
    from woozle.players.models.spec import ModelSpec
    from woozle.players.registry import Sights
    from woozle.players.seats import ModelSeat
    from woozle.saves.transcript import Header
    from woozle.tui.cli.arguments import Services

_FEW = 5  # questions that are named


def build_config(
    game: str,
    preset: str,
    options: Sequence[str] | None,
    taken: Mapping[str, Any] = MappingProxyType({}),
    usual: Mapping[str, Any] = MappingProxyType({}),
) -> Any:
    """Build a game's configuration from the command line.

    taken: options that come from another run, and cannot be set; usual: those that can be. Raises ValueError, with a sentence, for
    options that the game does not have.
    """
    read = {**usual, **read_options(game, options, taken), **taken}
    config = registry.configure(registry.game(game), preset, read)
    _name_left_out(read.get("pool"), config)
    return config


def _name_left_out(pool: Any, config: Any) -> None:
    """Tell which questions of a pool a game leaves out, since they cannot be used with the other options."""
    from woozle.arena.views.words import count
    from woozle.core.names import join_names

    if not isinstance(pool, tuple):
        return
    kept = {each.id for each in config.pool}
    if left_out := [visible_line(each.id) for each in pool if each.id not in kept]:
        few = left_out if len(left_out) <= _FEW else [*left_out[:_FEW], "others"]
        are, questions = "is" if len(left_out) == 1 else "are", count(len(left_out), "question")
        notice(f"{questions} of the pool cannot be used with these options and {are} left out: {join_names(few)}.")


def read_options(game: str, options: Sequence[str] | None, taken: Collection[str] = ()) -> dict[str, Any]:
    """Return options of a game, given as NAME=VALUE, with the content of the files and packs that they name. Raises ValueError.

    taken: options that come from another run, and cannot be set.
    """
    from woozle.arena.play import option_files, packs

    kind, given = registry.game(game), split_options(options)
    brought = packs.apply(game, given, notice) if packs.OPTION in given else given
    if both := next((name for name in brought if name in taken), None):
        raise InputError(f"--firsts brings the {both}; leave out --set {both}.")
    read = {name: option_files.value(name, given[name], game, notice) for name in given if name in kind.config_type.model_fields}
    return {**brought, **read}


def split_options(options: Sequence[str] | None) -> dict[str, str]:
    """Return the options given as NAME=VALUE. Raises InputError."""
    given: dict[str, str] = {}
    for option in options or ():
        name, equals, value = option.partition("=")
        if not equals:
            raise InputError(f"--set {option} must be NAME=VALUE.")
        given[name.strip()] = value.strip()
    return given


def confirm_agents(names: Iterable[str], folder: Path, *, are_allowed: bool) -> None:
    """Name the agents whose code a match or run is about to run: its folder names them, not the user.

    A folder from elsewhere may name any code of this machine, and bring its own. So unless this user began the
    match here, or allowed its code before, a user at a terminal is asked to confirm, and without one nothing is run. Raises
    InputError then.

    Args:
        are_allowed: The user said so on the command line.
    """
    from woozle.arena.runs.plan import PLAN
    from woozle.saves.begun import remember_begun, was_begun_here
    from woozle.saves.transcript import display_path

    if not (agents := " and ".join(map(visible_line, dict.fromkeys(names)))):
        return
    notice(f"As {display_path(folder)} says, code on this machine plays: {agents}.")
    is_run = (folder / PLAN).exists()
    if not is_run and was_begun_here(folder):
        return
    if not (are_allowed or can_ask_user()):
        raise InputError(
            f"Cannot ask for permission here; add --allow-agents, or name {agents} with --seats, in `woozle run` or `woozle fork`."
        )
    import typer

    if not (are_allowed or typer.confirm("Run it?", err=True)):
        raise InputError("Nothing was run, and the match is as it was.")
    if not is_run:
        remember_begun(folder)


def announce_endpoints(specs: Sequence[ModelSpec], folder: Path) -> None:
    """Name the endpoints beyond this machine that a match or run asks: its folder names them, not the user.

    Asking costs money and sends what was said. So for a match outside Woozle's own folder a user at a terminal is asked to confirm.
    Raises ValueError if they decline.
    """
    from woozle.arena.play import models
    from woozle.arena.runs.plan import PLAN
    from woozle.players.models.config import endpoint_name
    from woozle.saves.paths import matches_folder, real_path
    from woozle.saves.transcript import display_path

    endpoints = models.config().endpoints
    named = {name: endpoint for spec in specs if (endpoint := endpoints.get(name := endpoint_name(spec))) and not endpoint.is_here}
    if not named:
        return
    places = (
        f"{visible_line(name)} ({visible_line(each.url)}{f', with the key of {each.key_env}' if each.key_env else ''})"
        for name, each in named.items()
    )
    notice(f"As {display_path(folder)} says, models are asked at {' and '.join(places)}.")
    is_foreign = not (folder / PLAN).exists() and real_path(matches_folder()) not in real_path(folder).parents
    if is_foreign and can_ask_user():
        import typer

        if not typer.confirm("Ask them?", err=True):
            raise InputError("No model was asked, and the match is unchanged.")


def can_ask_user() -> bool:
    """Return whether a user at a terminal can answer a question."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def against_bots(game: str, level: str | None) -> str:
    """Return the seats of one human among bots of a level; None for the default ones. Raises ValueError for an unknown level."""
    from woozle.core.suggestions import suggest
    from woozle.players.registry import opponents

    levels = opponents(game)
    if level and level not in levels:
        there = suggest(level, levels) if levels else "leave out --opponents."
        raise InputError(f"{game} has no opponents {level!r}; {there}")
    bot = f"bot:{levels[level].name}" if level else "bot"
    return f"human,{bot}*{registry.game(game).default_seats - 1}"


def apply_settings() -> None:
    """Keep matches where the settings say and fence programs in as they say, or tell the user why that is not known."""
    from woozle.players.fence import choose_level
    from woozle.saves.paths import set_matches_folder
    from woozle.tui.settings.config import read

    config = read()
    set_matches_folder(config.settings.folder("matches"))
    choose_level(config.settings.sandbox)
    if sentence := config.why_matches_may_be_elsewhere or config.refused.get("sandbox"):
        notice(sentence)


def open_app(
    start: Start | Resume | Watch | Replay | Join | Host | Screen[None] | None,
    instead: str,
    asked: Sequence[ModelSpec] = (),
    sights: Sights = "none",
) -> int:
    """Open the app, and return its exit status. Raises ValueError, with a sentence, before anything is shown.

    instead: a command to try where the app cannot be shown. asked, sights: models that take seats, and what they must see.
    """
    require_terminal(instead)
    refuse_unready(asked, sights)
    from woozle.tui.app import run_app

    return run_app(start)


def require_terminal(instead: str) -> None:
    """Raise ValueError, with a command to try instead, if the app cannot be shown."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError(f"The app needs a terminal; try `{instead}`.")
    from woozle.tui.doctor.terminal import why_no_screens

    if why := why_no_screens():
        raise InputError(f"The app cannot be shown here, since {why}; try `{instead}`.")


def is_plain(asked: bool) -> bool:
    """Return whether to play line by line: if that is asked for, or if the terminal shows no screens, which is then said."""
    from woozle.tui.doctor.terminal import why_no_screens

    if not asked and sys.stdin.isatty() and sys.stdout.isatty() and (why := why_no_screens()):
        notice(f"The match is played line by line, as with --plain, since {why}.")
        return True
    return asked


def repeat_command(*more: str, command: str = "", without: Mapping[str, int] = MappingProxyType({})) -> str:
    """Return the command line that was typed, with changes, quoted for a shell.

    more: words to add; command: replaces the command; without: options to leave out, each with the number of its values.
    """
    typed, *rest = sys.argv[1:]
    kept: list[str] = []
    words = iter(rest)
    for word in words:
        name, equals, _ = word.partition("=")
        if name not in without:
            kept.append(word)
        elif not equals:
            list(islice(words, without[name]))
    return shlex.join(["woozle", command or typed, *kept, *more])


def plain_command() -> str:
    """Return the command line that was typed, with `--plain`."""
    return repeat_command("--plain", without={"--blind": 0})


def find_match(text: str) -> Path:
    """Return the folder of the match that a user names."""
    from woozle.saves import store

    return store.find_match(text)


def complete_seats(seats: str, game: str, *, is_open_table: bool = False) -> str:
    """Return the seats with the defaults of models.toml for their models.

    Raises SeatsError, and AgentError for an agent that cannot be imported.
    """
    from woozle.players.seats import check_agents, parse_seats

    specs = parse_seats(seats, game, is_open_table=is_open_table)
    check_agents(specs)
    if not any(spec.model for spec in specs):
        return seats
    from woozle.arena.play import models

    return models.fill_defaults(seats, game, is_open_table=is_open_table)


def resolve_services(named: Services, game: str, config: Any) -> tuple[dict[str, str], list[ModelSpec]]:
    """Return a game's services as the command line names them, and the models among them. Raises ValueError for missing ones."""
    if not named and not registry.game(game).services:
        return {}, []
    from woozle.arena.play.models import choose_services

    specs = choose_services(named, game, config)
    return {seat: str(spec) for seat, spec in specs.items()}, [spec.model for spec in specs.values() if spec.model]


def sights(game: str, config: Any) -> Sights:
    """Return which pictures models at a game's table must be able to see."""
    from woozle.players.registry import sights

    return sights(game, config)


def sights_in(header: Header) -> Sights:
    """Return which pictures models at the table of a match must be able to see. Raises ValueError for an unknown game."""
    return sights(header.game, registry.validate_config(registry.game(header.game, header.rules).config_type, header.config))


def refuse_unready(specs: Sequence[ModelSpec], sights: Sights = "none", *, has_budget: bool = False) -> None:
    """Raise ValueError, with a sentence, if one of these models cannot play now. sights: what they must be able to see.

    has_budget: dollars are limited, so that prices have to be known.
    """
    if specs:
        from woozle.arena.play import models

        models.refuse_unready(specs, sights=sights, has_budget=has_budget, tell=notice)


def silent_models(specs: Sequence[ModelSpec]) -> ModelSeat:
    """Return a factory for players of models that are not asked anything yet."""
    from woozle.players.seats import nobody

    if not specs:
        return nobody
    from woozle.arena.play import models

    return models.seats(models.hub())


def play_line_by_line(
    game: str,
    specs: Sequence[ModelSpec],
    ready: Callable[[Seating, ModelSeat], Ready],
    folder: Path | None = None,
    sights: Sights = "none",
    rematch: str = "",
) -> None:
    """Play a match without the app.

    Args:
        game: The name of the game.
        specs: The models at the table.
        ready: Open the match, given the factories of its human and model players.
        folder: The unfinished match, if it is resumed.
        sights: What the models must be able to see.
        rematch: As in `play_plainly`.
    """
    from woozle.players.seats import nobody
    from woozle.tui.cli.plain import play_plainly

    if not specs:
        play_plainly(game, lambda human: ready(human, nobody), rematch=rematch)
        return
    from woozle.arena.play import models

    models.refuse_unready(specs, sights=sights, tell=notice)
    hub = models.hub(tell=notice)
    model = models.seats_of_a_match(hub, folder)
    play_plainly(game, lambda human: ready(human, model), hub.close, rematch=rematch)


def print_json(value: Any) -> None:
    """Print one line of JSON for programs, in ASCII: terminals act on control characters that JSON would leave as they are."""
    import json

    print(json.dumps(value).replace("\x7f", "\\u007f"))


def print_result(as_json: bool, value: Callable[[], Any], lines: Callable[[], Iterable[str]]) -> None:
    """Print a result: a value as JSON for programs, or lines for people."""
    if as_json:
        print_json(value())
    else:
        print(*lines(), sep="\n")
