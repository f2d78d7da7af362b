"""Matches of participants, played without a screen as far as somebody wants."""

from __future__ import annotations

import asyncio
from pathlib import Path

from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.plan import DataPolicy
from woozle.arena.studies.planned_match import match_start
from woozle.arena.studies.session import Held, StudySession
from woozle.arena.studies.visit import StudyVisit
from woozle.core.request import Response
from woozle.players.bot import Bot
from woozle.players.random_bot import RandomBot


def agreed(folder: StudyFolder, **options) -> StudyVisit:
    """Somebody who has agreed, at the first match that counts or is practice."""
    visit = StudyVisit(folder, **options)
    visit.agree(release=False)
    while visit.step.match is None:
        visit.complete_step()
    return visit


def play(visit: StudyVisit, *, answers: int | None = None) -> Path:
    """Play the match of this step by chance, to its end or for so many answers of the person. Returns its folder."""
    start = match_start(visit.study, visit.step.match, visit.who.arrival, visit.step.id)
    folder = visit.study.matches / visit.begin_match()
    asyncio.run(_play(StudySession(start, folder, Held((), DataPolicy()), speed=float("inf")), answers))
    return folder


async def _play(session: StudySession, answers: int | None) -> None:
    bot: Bot = RandomBot("1")
    left = answers
    human = next(player for player in session.match.players.values() if player.is_human)

    async def respond(request, observation) -> Response:
        nonlocal left
        if left == 0:
            task.cancel()
            await asyncio.sleep(0)
            raise asyncio.CancelledError
        left = None if left is None else left - 1
        return Response(request.id, bot.answer(request, observation), 1.0)

    human.respond = respond
    task = asyncio.ensure_future(session.play(lambda message: None))
    try:
        await task
    except asyncio.CancelledError:
        session.close()
