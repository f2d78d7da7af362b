"""A recruiter as Prolific is one: a site of another host name that sends people, takes back codes, replaces who left, and pays."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from html import escape
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import web
from aiohttp.test_utils import TestServer

COLUMNS = ("Submission id", "Participant id", "Status", "Started at", "Completed at", "Time taken", "Completion code")


@dataclass
class Submission:
    """What the recruiter knows of somebody. status: as Prolific names it."""

    pid: str
    session: str
    status: str = "ACTIVE"
    code: str = ""
    bonus: Decimal = Decimal(0)

    def take(self, code: str) -> None:
        self.code, self.status = code, "AWAITING REVIEW"


class Recruiter:
    """The recruiter. study: its id of the study; url: where it sends people; base: of its own site."""

    def __init__(self, study: str) -> None:
        self.study = study
        self.url = self.base = ""
        self.submissions: dict[str, Submission] = {}
        self.faults: list[str] = []

    def send(self, pid: str, session: str) -> str:
        """Give somebody a place, and return the address of the page where they find the study."""
        self.submissions[pid] = Submission(pid, session)
        return f"{self.base}/task/{pid}"

    def link(self, pid: str) -> str:
        one = self.submissions[pid]
        return f"{self.url}?{urlencode({'PROLIFIC_PID': pid, 'STUDY_ID': self.study, 'SESSION_ID': one.session})}"

    def give_back(self, pid: str) -> None:
        """Note that somebody returned their submission; their place is another's."""
        self.submissions[pid].status = "RETURNED"

    def time_out(self) -> None:
        """Give up on everybody who has not come back with a code."""
        for each in self.submissions.values():
            if each.status == "ACTIVE":
                each.status = "TIMED-OUT"

    def approve(self, codes: set[str]) -> None:
        """Approve who came back with one of these codes; others are left for the researcher to look at."""
        for each in self.submissions.values():
            if each.status == "AWAITING REVIEW" and each.code in codes:
                each.status = "APPROVED"

    def pay(self, bonuses: Path) -> None:
        """Pay a list of bonuses; a person twice, or somebody unknown, is a fault."""
        for line in bonuses.read_text("utf-8").splitlines():
            pid, amount = line.split(",")
            one = self.submissions.get(pid)
            if one is None or one.bonus or one.status not in ("APPROVED", "AWAITING REVIEW"):
                self.faults.append(
                    f"A bonus of {amount} for somebody {one.status if one else 'unknown'}, paid before: {one and one.bonus}"
                )
            else:
                one.bonus = Decimal(amount)

    def export(self, path: Path) -> Path:
        """Write what Prolific's `Download demographic data` has of it."""
        now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.000000Z}"
        with path.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(COLUMNS)
            for each in self.submissions.values():
                rows.writerow([each.session, each.pid, each.status, now, now if each.code else "", 60, each.code])
        return path

    # Its site

    async def _task(self, request: web.Request) -> web.Response:
        pid = request.match_info["pid"]
        body = f'<h1>A study</h1><main><p><a id="open" href="{escape(self.link(pid))}">Open the study</a></p></main>'
        response = web.Response(text=f"<!doctype html><title>Recruiter</title>{body}", content_type="text/html")
        response.set_cookie("recruiter", pid)
        return response

    async def _complete(self, request: web.Request) -> web.Response:
        one = self.submissions.get(request.cookies.get("recruiter", ""))
        if one is None:
            self.faults.append("Somebody came back whom nobody sent.")
        elif one.code and one.code != request.query["cc"]:
            self.faults.append(f"Somebody came back with {one.code} and then with {request.query['cc']}.")
        else:
            one.take(request.query["cc"])
        if request.headers.get("Referer"):
            self.faults.append("The study told the recruiter from which page somebody came.")
        return web.Response(text="<!doctype html><title>Recruiter</title><p>Thank you.</p>", content_type="text/html")


@asynccontextmanager
async def open_recruiter(study: str) -> AsyncIterator[Recruiter]:
    """Open the recruiter's site, at `localhost`, which is another site than `127.0.0.1`."""
    recruiter = Recruiter(study)
    app = web.Application()
    app.router.add_get("/task/{pid}", recruiter._task)
    app.router.add_get("/submissions/complete", recruiter._complete)
    async with TestServer(app) as server:
        recruiter.base = f"http://localhost:{server.port}"
        yield recruiter
