"""The page of people who cannot begin a study now: recruiting is paused, or as many take part as may at once."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from woozle.arena.studies.plan import StudyPlan
from woozle.arena.studies.recruiting import BEFORE_CONSENT, Gate
from woozle.arena.studies.visit_flow import VisitFlow
from woozle.arena.web.assets import asset_address, page
from woozle.arena.web.desk import SCRIPT


def refuse_closed(gate: Gate, plan: StudyPlan, ticket: str, visits: Mapping[str, VisitFlow]) -> None:
    """Raise HTTPOk, with the page to show instead, if a person who has not agreed to take part cannot begin or continue now.

    visits: that are open, by ticket.
    """
    own = visits.get(ticket)
    if own and own.visit.stage not in BEFORE_CONSENT:  # at an end
        return
    under_way = {each for each, flow in visits.items() if flow.visit.stage in (*BEFORE_CONSENT, "steps")}
    if closed := gate.ask(ticket, under_way):
        shown = page("study_closed.html", plan=plan, place=closed.place, desk_script=asset_address(SCRIPT))
        raise web.HTTPOk(text=shown.text, content_type="text/html")
