"""What somebody did: tasks, travelling, waiting, reporting, calling a meeting."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.core.claims.extraction.frames import MOVES
from woozle.core.claims.extraction.lexicon import words
from woozle.core.claims.extraction.scenes import Scene
from woozle.core.claims.schema import Claim


def tasks(scene: Scene) -> Iterator[Claim]:
    """Reads "I did my task in medbay"; and "doing tasks the whole way", after a route, in each of its rooms."""
    frame = scene.frame
    if not frame.is_told or not (frame.kind == "task" or (frame.kind in MOVES and frame.has_task and frame.rooms("to", "next"))):
        return
    is_all_along = any(words("whole") & set(token.text.split()) for token in frame.times)
    rooms = frame.rooms("at", "to", "next")[-1:] or (scene.trail if is_all_along else ()) or (scene.here,)
    for room in dict.fromkeys(rooms):
        for who in frame.subject:
            yield frame.claim("activity", subject=who, activity="task", room=room)


def travels(scene: Scene) -> Iterator[Claim]:
    """Others under way whose arrival is not told: "Bob left towards storage", "Bob heading to storage"."""
    frame = scene.frame
    if frame.kind not in MOVES or not frame.is_told or not frame.way:
        return
    is_under_way = (frame.kind == "leave" and len(frame.way) == 1) or (
        frame.kind == "go" and frame.form == "ing" and frame.rooms("to") != ()
    )
    for who in frame.subject:
        if who != scene.speaker and is_under_way:
            yield frame.claim("activity", subject=who, activity="traveling", room=frame.way[-1])


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
