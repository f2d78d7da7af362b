"""What a seat on the ship is shown beside the words: the map with its own tasks, and the place where it is.

Drawn from what the seat has observed, so that a picture tells nothing that the words have not told. In a meeting they are as at the
last look before it; what a dead seat is shown is grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from woozle.core.attempt import Picture
from woozle.core.game import Event
from woozle.core.naming import letters
from woozle.core.request import Request
from woozle.players.games.ship.picture_map import global_map
from woozle.players.games.ship.picture_room import local_view
from woozle.players.games.ship.picture_scene import Scene, scene


def pictures(request: Request | None, observation: Sequence[Event]) -> tuple[Picture, ...]:
    """The global map and the local view of the seat that observed this; none before it has been told where it is.

    request: what it is asked; it makes no difference here.
    """
    seen = scene(observation)
    return _drawn(seen) if seen else ()


@lru_cache(maxsize=32)
def _drawn(seen: Scene) -> tuple[Picture, ...]:
    names = letters(seen.seats)  # as on the map of the app
    return global_map(seen, names), local_view(seen, names)
