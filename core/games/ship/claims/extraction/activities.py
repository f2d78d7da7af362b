"""What somebody did: tasks, travelling, waiting, reporting, calling a meeting."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core.games.ship.claims.extraction.frames import MOVES, Frame
from woozle.core.games.ship.claims.extraction.lexicon import words
from woozle.core.games.ship.claims.extraction.scenes import Scene
from woozle.core.games.ship.claims.schema import Claim
from woozle.core.games.ship.map import Room


def tasks(scene: Scene) -> Iterator[Claim]:
    """Reads "I did my task in medbay"; and "doing tasks the whole way", after a route, in each of its rooms."""
    frame = scene.frame
    went_for_it = frame.has_task and frame.kind in MOVES and (frame.kind == "start" or frame.rooms("to", "next"))
    is_route = frame.has_task and frame.kind == "route"
    if not frame.is_told or not (frame.kind == "task" or went_for_it or is_route):
        return
    rooms = frame.rooms("at", "to", "next")[-1:] or (scene.trail if _is_all_along(frame) else ()) or (scene.here,)
    for room in dict.fromkeys(frame.way if is_route else rooms):
        for who in frame.subject:
            yield frame.claim("activity", subject=who, activity="task", room=room)


def _is_all_along(frame: Frame) -> bool:
    said = {word for token in (*frame.times, *frame.sentence[frame.first : frame.last + 1]) for word in token.text.split()}
    return bool(said & words("whole"))


def travels(scene: Scene) -> Iterator[Claim]:
    """Those under way: "Bob left towards storage", "I was heading to storage"."""
    frame = scene.frame
    if frame.kind not in MOVES or not frame.is_told:
        return
    for who in frame.subject:
        if who != scene.speaker or (frame.kind == "go" and frame.form == "ing"):
            for room in _under_way(scene)[:1]:
                yield frame.claim("activity", subject=who, activity="traveling", room=room)


def _under_way(scene: Scene) -> tuple[Room, ...]:
    """The room that one under way is told of: the one that was left, if that was seen; else the one headed for."""
    frame = scene.frame
    left, goal = frame.rooms("from", "next", "at"), frame.rooms("to")
    if frame.kind == "leave":
        was_told_whole = left and goal and not frame.parent  # "Bob left nav for storage": a route
        return () if was_told_whole else left or goal
    if frame.kind == "go" and (frame.form == "ing" or left):
        return goal[-1:]
    if frame.kind == "enter" and frame.form == "ing" and left == frame.rooms("from") and not goal:
        return (scene.here,) if frame.parent and scene.here else left  # "coming in from nav"
    return ()


def waits(scene: Scene) -> Iterator[Claim]:
    """Reads "Bob was camping in storage"."""
    frame = scene.frame
    if frame.kind == "stay" and frame.base in words("waiting") and frame.is_told:
        for room in frame.rooms("at")[:1]:
            for who in frame.subject:
                yield frame.claim("activity", subject=who, activity="waiting", room=room)


def announces(scene: Scene) -> Iterator[Claim]:
    """Reads "I reported the body", "Bob called the meeting"."""
    frame = scene.frame
    if not frame.is_told or frame.is_passive:
        return
    is_report = frame.kind == "report" and frame.form in ("past", "third")
    if is_report or frame.base == "call a meeting":
        for who in frame.subject:
            yield frame.claim(
                "activity",
                subject=who,
                activity="reporting" if is_report else "calling",
                room=(frame.rooms("at", "of") or ("",))[0],
            )


RULES = (tasks, travels, waits, announces)
