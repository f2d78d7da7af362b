"""The usual editor of undercover matches: draws both scenes, or finds the files of a ready pair."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from woozle.core.attempt import Picture
from woozle.core.game import Event
from woozle.core.games.undercover.events import Commission, Draw
from woozle.core.games.undercover.scenes.graph import Scene
from woozle.core.match import Halt
from woozle.core.request import Request, Response
from woozle.players.pictures import album


class SceneEditor:
    """Answers at once and for nothing. Its pictures travel with the answer, so that the transcript keeps them."""

    name, version = "scenes", 1
    is_person = False
    keeps_time = False
    answers_at_once = True

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        """Both pictures. Raises Halt for a picture that nobody has."""
        picture, other = the_two(commission(observation))
        answer = Draw(picture=picture.digest, counterfactual=other.digest)
        return Response(request.id, answer, seconds=0.0, pictures=(picture,) if picture == other else (picture, other))

    def describe(self) -> dict[str, Any]:
        """Enough to seat the same editor again."""
        return {"kind": "editor", "name": self.name, "version": self.version}


def commission(observation: Sequence[Event]) -> Commission:
    """What is to be drawn or compared now."""
    return next(event for event in reversed(observation) if isinstance(event, Commission))


def the_two(wanted: Commission) -> tuple[Picture, Picture]:
    """The picture and its counterfactual, which are the same where nobody is to see another. Raises Halt for a missing one."""
    return _one(wanted.scene, wanted.picture, wanted.size), _one(wanted.other, wanted.counterfactual, wanted.size)


def in_album(digest: str, then: str = "give its file again") -> Picture:
    """The picture of that digest. Raises Halt where nobody has it any more, and says what to do then."""
    if (found := album.find(digest)) is None:
        raise Halt(f"The picture {digest[:12]} is not on this machine; {then}.")
    return found


def _one(scene: Scene | None, digest: str, size: int) -> Picture:
    if scene is None:
        return in_album(digest, "name its folder once more with --set pool=FOLDER")
    from woozle.players.games.undercover.scenes.scene import UndrawableError, drawn

    try:
        picture = drawn(scene, size)
    except UndrawableError as error:
        raise Halt(f"The scene cannot be drawn here: {error}") from None
    album.add(picture)
    return picture
