"""What the commands of the command line do, where that is more than a line."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from woozle.tui.cli.sentences import notice

if TYPE_CHECKING:
    from woozle.arena.play.setup import Ready, Seating
    from woozle.arena.play.start import Resume
    from woozle.players.models.spec import ModelSpec
    from woozle.players.registry import Sights
    from woozle.players.seats import ModelSeat
    from woozle.saves.transcript import Header
    from woozle.tui.cli.arguments import Officials


def watch_match(
    game: str, seats: str, seed: int | None, config: Any, officials: Officials, viewer: str | None, speed: str | None
) -> None:
    """Look on while bots and models play. Raises ValueError, with a sentence, before anything is shown."""
    from woozle.arena.play.start import Start, Watch
    from woozle.arena.views.speeds import typed
    from woozle.arena.views.viewers import may_look, viewers
    from woozle.core import registry
    from woozle.players.seats import models_of, parse_seats

    seats = at_the_table(seats, game)
    specs = parse_seats(seats, game)
    if any(spec.kind == "human" for spec in specs):
        raise ValueError("A match with people is played, not watched; use `woozle play`.")
    pace = None if speed is None else typed(speed)
    may_look(viewer, viewers(registry.game(game)(len(specs), config).seats))
    named, beside = beside_the_table(officials, game, config)
    needs_terminal(again("--seats", seats, "--out", "FOLDER", command="run", without={"--as": 1, "--speed": 1, "--seats": 1}))
    refuse_unready([*models_of(specs), *beside], sights(game, config))
    from woozle.tui.app import run_app

    sys.exit(run_app(Watch(Start(game, (seats,), config, seed, officials=named), viewer, pace)))


def replay_match(path: Path, viewer: str | None, line: int) -> None:
    """Walk through a transcript. Raises ValueError, with a sentence, before anything is shown."""
    from woozle.arena.play.start import Replay
    from woozle.tui.sessions.replaying import Replaying

    feed = Replaying(path, line=line)
    feed.viewer(viewer)
    needs_terminal(again(command="show", without={"--line": 1}))
    from woozle.tui.app import run_app

    sys.exit(run_app(Replay(path, line, viewer, feed)))


def follow_settings() -> None:
    """Keep matches where the settings say, or say that nobody knows where that is."""
    from woozle.saves.places import keep_matches_in
    from woozle.tui.settings.config import read

    config = read()
    keep_matches_in(config.settings.folder("matches"))
    if sentence := config.why_matches_may_be_elsewhere:
        notice(sentence)


def needs_blindness(game: str, seats: str, plain: bool) -> None:
    """Raises ValueError, with a sentence, where a match cannot be blind."""
    from woozle.arena.play.setup import check_blind
    from woozle.players.seats import parse_seats

    if plain:
        raise ValueError("Line by line no match is blind; leave out --blind or --plain.")
    check_blind(parse_seats(seats, game))


def needs_table(game: str, seats: str, config: Any) -> None:
    """Raises ValueError, with a sentence, where the game cannot be played by so many, whichever way it would be shown."""
    from woozle.core import registry
    from woozle.players.seats import parse_seats

    registry.game(game)(len(parse_seats(seats, game)), config)


def needs_terminal(instead: str) -> None:
    """Raises ValueError, with what can be done instead, where the app cannot be shown."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError(f"The app needs a terminal; try `{instead}`.")


def again(*more: str, command: str = "", without: Mapping[str, int] = MappingProxyType({})) -> str:
    """What was typed, with changes, as a shell takes it.

    more: words that are added; command: instead of the one that was typed; without: options that are left out, and how many values
    each has.
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


def plainly() -> str:
    """What was typed, line by line."""
    return again("--plain", without={"--blind": 0})


def found(text: str) -> Path:
    """The match that a person names."""
    from woozle.saves.store import find

    return find(text)


def usual_seats(game: str) -> int:
    """How many sit at a game's table where nobody says otherwise. Raises UnknownGameError."""
    from woozle.core import registry

    return registry.game(game).usual_seats


def at_the_table(seats: str, game: str) -> str:
    """The seats, their models asked as models.toml says where the seats say nothing. Raises SeatsError."""
    from woozle.players.seats import parse_seats

    if not any(spec.model for spec in parse_seats(seats, game)):
        return seats
    from woozle.arena.play import models

    return models.completed(seats, game)


def beside_the_table(named: Officials, game: str, config: Any) -> tuple[dict[str, str], list[ModelSpec]]:
    """A game's officials, in the words of the command line, and the models asked as such. Raises ValueError for who is not here."""
    from woozle.core import registry

    if not named and not registry.game(game).officials:
        return {}, []
    from woozle.arena.play.officials import officials

    specs = officials(named, game, config)
    return {seat: str(spec) for seat, spec in specs.items()}, [spec.model for spec in specs.values() if spec.model]


def sights(game: str, config: Any) -> Sights:
    """What models at a game's table have to see."""
    from woozle.players.registry import sights

    return sights(game, config)


def sights_in(header: Header) -> Sights:
    """What models at the table of a match have to see. Raises ValueError for a game that is not here."""
    from woozle.core import registry

    return sights(header.game, registry.validated(registry.game(header.game, header.rules).config_type, header.config))


def refuse_unready(specs: Sequence[ModelSpec], sights: Sights = "none") -> None:
    """Raises ValueError, with one sentence, if one of these models cannot play now. sights: what they have to see."""
    if specs:
        from woozle.arena.play import models

        models.refuse_unready(specs, sights=sights)


def unasked(specs: Sequence[ModelSpec]) -> ModelSeat:
    """Makes the players of models whom nobody asks anything yet."""
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
) -> None:
    """Play without a screen. specs: the models at the table; ready: makes the match, given who makes its people and models.

    folder: where the match was left, if it was. sights: what the models have to see.
    """
    from woozle.players.seats import nobody
    from woozle.tui.cli.plain import play_plainly

    if not specs:
        play_plainly(game, lambda human: ready(human, nobody))
        return
    from woozle.arena.play import models

    models.refuse_unready(specs, sights=sights)
    hub = models.hub(tell=notice)
    model = models.seats_of_a_match(hub, folder)
    play_plainly(game, lambda human: ready(human, model), hub.close)


def go_on(header: Header, plain: bool, start: Resume, ready: Callable[[Seating, ModelSeat], Ready]) -> None:
    """Go on with a match: at the screen if a person sits there, else line by line."""
    from woozle.players.seats import models_in

    if plain and header.is_blind:
        raise ValueError("This match is blind, and line by line it would not be; leave out --plain.")
    specs = models_in(header.players.values())
    if plain or not header.people:
        play_line_by_line(header.game, specs, ready, start.path, sights_in(header))
        return
    needs_terminal(plainly())
    refuse_unready(specs, sights_in(header))
    from woozle.tui.app import run_app

    sys.exit(run_app(start))


def print_json(value: Any) -> None:
    """Print one line of JSON for programs, in ASCII: terminals act on control characters that JSON would leave as they are."""
    import json

    print(json.dumps(value).replace("\x7f", "\\u007f"))
