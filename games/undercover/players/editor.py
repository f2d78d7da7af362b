"""The usual editor of undercover matches: draws both scenes, or finds the files of a ready pair."""

from __future__ import annotations

from collections.abc import Sequence

from woozle.core.game import Event
from woozle.core.match import Halt
from woozle.core.request import Picture, Request, Response
from woozle.games.undercover.events import Commission, Draw
from woozle.games.undercover.scenes.graph import Scene
from woozle.players.pictures import album
from woozle.players.services.service import ServicePlayer


class SceneEditor(ServicePlayer):
    """Answers at once and for nothing. Its pictures travel with the answer, so that the transcript keeps them."""

    name, version = "scenes", 1
    answers_at_once = True

    def __init__(self) -> None:
        super().__init__({"kind": "editor", "name": self.name, "version": self.version})

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Return both pictures. Raise Halt for a picture that is missing."""
        picture, other = both_pictures(find_commission(observation))
        answer = Draw(picture=picture.digest, counterfactual=other.digest)
        return Response(request.id, answer, seconds=0.0, pictures=(picture,) if picture == other else (picture, other))


def find_commission(observation: Sequence[Event]) -> Commission:
    """Return the last commission."""
    return next(event for event in reversed(observation) if isinstance(event, Commission))


def both_pictures(wanted: Commission) -> tuple[Picture, Picture]:
    """Return the picture and its counterfactual, the same twice where all see the same. Raise Halt for a missing one."""
    return _one(wanted.scene, wanted.picture, wanted.size), _one(wanted.other, wanted.counterfactual, wanted.size)


def in_album(digest: str, then: str = "give its file again") -> Picture:
    """Return the picture of that digest. Raise Halt if it is nowhere any more, and say what to do then."""
    if (found := album.find(digest)) is None:
        raise Halt(f"The picture {digest[:12]} is not on this machine; {then}.")
    return found


def _one(scene: Scene | None, digest: str, size: int) -> Picture:
    if scene is None:
        return in_album(digest, "name its folder once more with --set pool=FOLDER")
    from woozle.games.undercover.players.scenes.scene import UndrawableError, draw_scene

    try:
        picture = draw_scene(scene, size)
    except UndrawableError as error:
        raise Halt(f"The scene cannot be drawn here: {error}") from None
    album.add(picture)
    return picture
