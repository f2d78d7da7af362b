"""An arena for games about truth: play, run, read and verify matches of people, models, bots and your own agents."""

TYPE_CHECKING = False  # `typing` would be loaded before anybody may press ctrl+c

if TYPE_CHECKING:
    from woozle.arena.api import (
        EVERYONE,
        PUBLIC,
        RECORD,
        Agent,
        Answer,
        Event,
        Game,
        InputError,
        Match,
        Outcome,
        Request,
        Seat,
        Transcript,
        VerifyReport,
        games,
        load,
        play,
        play_async,
        read,
        run,
        verify,
    )

__all__ = [
    "EVERYONE",
    "PUBLIC",
    "RECORD",
    "Agent",
    "Answer",
    "Event",
    "Game",
    "InputError",
    "Match",
    "Outcome",
    "Request",
    "Seat",
    "Transcript",
    "VerifyReport",
    "games",
    "load",
    "play",
    "play_async",
    "read",
    "run",
    "verify",
]


def __getattr__(name: str) -> object:
    """Load the API when it is first used: the app and the command line do without."""
    if name == "__version__":
        from importlib.metadata import version

        return version("woozle")
    if name not in __all__:
        raise AttributeError(f"module 'woozle' has no attribute {name!r}")
    from woozle.arena import api

    found: object = getattr(api, name)
    return found
