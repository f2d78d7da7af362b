"""What the commands of the command line do, where that is more than a line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from woozle.tui.cli.sentences import say

if TYPE_CHECKING:
    from woozle.saves.transcript import Header
    from woozle.tui.setup import Ready, Seating


def watch_match(game: str, seats: str, seed: int | None, config: Any, viewer: str | None, speed: str | None) -> None:
    """Look on while bots play. Raises ValueError, with a sentence, before anything is shown."""
    from woozle.core import registry
    from woozle.players.seats import parse_seats
    from woozle.tui.present.speeds import typed
    from woozle.tui.present.viewers import may_look, viewers
    from woozle.tui.start import Start, Watch

    specs = parse_seats(seats, game)
    if any(spec.kind == "human" for spec in specs):
        raise ValueError("A match with people is played, not watched; use `woozle play`.")
    pace = None if speed is None else typed(speed)
    may_look(viewer, viewers(registry.game(game)(len(specs), config).seats))
    needs_terminal(f"woozle run {game} --seats {seats} --out FOLDER")
    from woozle.tui.app import run_app

    sys.exit(run_app(Watch(Start(game, (seats,), config, seed), viewer, pace)))


def replay_match(path: Path, viewer: str | None, line: int) -> None:
    """Walk through a transcript. Raises ValueError, with a sentence, before anything is shown."""
    from woozle.tui.sessions.replaying import Replaying
    from woozle.tui.start import Replay

    feed = Replaying(path, line=line)
    feed.viewer(viewer)
    needs_terminal("woozle show")
    from woozle.tui.app import run_app

    sys.exit(run_app(Replay(path, line, viewer, feed)))


def follow_settings() -> None:
    """Keep matches where the settings say, or say that nobody knows where that is."""
    from woozle.saves.places import keep_matches_in
    from woozle.tui.settings.config import read

    config = read()
    keep_matches_in(config.settings.folder("matches"))
    if sentence := config.why_matches_may_be_elsewhere:
        say(sentence, 0)


def needs_blindness(game: str, seats: str, plain: bool) -> None:
    """Raises ValueError, with a sentence, where a match cannot be blind."""
    from woozle.players.seats import parse_seats
    from woozle.tui.setup import check_blind

    if plain:
        raise ValueError("Line by line no match is blind; leave out --blind or --plain.")
    check_blind(parse_seats(seats, game))


def needs_terminal(instead: str) -> None:
    """Raises ValueError, with what can be done instead, where the app cannot be shown."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError(f"The app needs a terminal; try `{instead}`.")


def found(text: str) -> Path:
    """The match that a person names."""
    from woozle.saves.store import find

    return find(text)


def go_on(header: Header, plain: bool, start: Any, ready: Callable[[Seating], Ready]) -> None:
    """Go on with a match: at the screen if a person sits there, else line by line."""
    if plain and header.is_blind:
        raise ValueError("This match is blind, and line by line it would not be; leave out --plain.")
    if plain or not header.people:
        from woozle.tui.cli.plain import play_plainly

        play_plainly(header.game, ready)
        return
    needs_terminal("woozle resume --plain")
    from woozle.tui.app import run_app

    sys.exit(run_app(start))


def run_plan(plan: Any, out: Path, jobs: int | None, as_json: bool) -> None:
    """Play what is left of a run, and print what came of it."""
    from woozle.tui.cli.listing import progress, run_lines
    from woozle.tui.cli.tournament import cores, play, summary

    try:
        with progress(plan.matches, plan.matches - len(plan.left(out))) as advance:
            for count in play(plan, out, jobs or cores()):
                advance(count)
    except KeyboardInterrupt:
        sys.exit(say(f"Stopped. What was played is saved; `woozle resume {out}` goes on with the rest.", 130))
    result = summary(plan, out)
    if as_json:
        print_json(result)
    else:
        print(*run_lines(result), sep="\n")


def print_json(value: Any) -> None:
    """Print one line for programs."""
    import json

    print(json.dumps(value, ensure_ascii=False))
