"""The picture of a seat of the undercover game: drawn of a scene, found in the album, or in words for a seat that cannot see."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.event import last
from woozle.core.game import Event
from woozle.core.request import Picture, Request
from woozle.games.undercover.config import Config
from woozle.games.undercover.events import Sight
from woozle.games.undercover.pairs.comparison import Comparison
from woozle.games.undercover.players.scenes.scene import UndrawableError, draw_scene
from woozle.games.undercover.scenes.words import describe_scene
from woozle.players.pictures import album


def pictures(request: Request | None, observation: Sequence[Event]) -> tuple[Picture, ...]:
    """Return the picture of the seat that observed this; none before it was given one, or if the file is gone.

    request: what it is asked; it makes no difference here. Of a Comparison, which only views ask for, the pair is drawn.
    """
    if isinstance(asked := observation[-1] if observation else None, Comparison):
        return _compare(asked)
    sight = last(observation, Sight)
    if sight is None:
        return ()
    picture = _find(sight)
    return (picture,) if picture else ()


def describe_picture(request: Request | None, observation: Sequence[Event]) -> str:
    """Return the description of its picture for a seat that cannot see; empty if unwritten."""
    sight = last(observation, Sight)
    if sight is None:
        return ""
    return describe_scene(sight.scene, has_heights=True) if sight.scene else sight.described


def is_described(config: Config) -> bool:
    """Return whether there are words for every picture that can be dealt."""
    wanted = [case for case in config.pool if case.id == config.case] or config.pool
    has_copies = config.is_played_with_pairs
    return all((case.scene or case.described) and (case.other or case.other_described or not has_copies) for case in wanted)


def _compare(asked: Comparison) -> tuple[Picture, ...]:
    from woozle.games.undercover.players.comparison import compare

    pair = asked.pair
    one = _find(Sight("", pair.picture, asked.size, pair.scene))
    other = _find(Sight("", pair.counterfactual, asked.size, pair.other))
    return (compare(asked, one, other),) if one and other else ()


def _find(sight: Sight) -> Picture | None:
    return album.find(sight.picture) if sight.scene is None else _of_scene(sight)


def _of_scene(sight: Sight) -> Picture | None:
    assert sight.scene is not None
    try:
        return draw_scene(sight.scene, sight.size)
    except UndrawableError:  # a transcript from elsewhere may tell of anything
        return None
