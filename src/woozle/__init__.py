"""An arena for games about truth: play, run, read and verify matches of people, models, bots and your own agents."""

TYPE_CHECKING = False  # `typing` would be loaded before anybody may press ctrl+c

if TYPE_CHECKING:
    from woozle.arena.api import *


def __getattr__(name: str) -> object:
    """Load the API when it is first used: the app and the command line do without."""
    if name == "__version__":
        from importlib.metadata import version

        return version("woozle")
    from woozle.arena import api

    if name != "__all__" and name not in api.__all__:
        raise AttributeError(f"module 'woozle' has no attribute {name!r}")
    found: object = getattr(api, name)
    return found
