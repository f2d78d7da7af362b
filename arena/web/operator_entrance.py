"""The way to an operator's pages: a link that opens them once, and from then on a cookie."""

from __future__ import annotations

from aiohttp import web

from woozle.arena.tables.invitations import AdmissionError, digest, is_same, new_token
from woozle.arena.web.assets import page, read_form, see_other
from woozle.arena.web.guard import Cookie, Guard

PATH = "/operator"
_SESSIONS = 8  # browsers at once; of more, the oldest is out
_WRONG = "This is not the operator's link, or it was used; the operator's page has a new one."


class OperatorEntrance:
    """The entrance to the operator's pages of a site.

    token: of the link that is printed at the start. It is exchanged for a cookie by the first browser that enters with it, and
    replaced by another one, which the pages show, for another browser.
    """

    def __init__(self, guard: Guard, cookie: str) -> None:
        self.token = new_token()
        self._guard = guard
        self._cookie = Cookie(cookie, PATH)
        self._sessions: list[str] = []
        self._pending: set[str] = set()

    @property
    def path(self) -> str:
        """The path of the link, with the token in the fragment."""
        return f"{PATH}#{self.token}"

    def has_entered(self, request: web.Request) -> bool:
        """Return whether a request comes from the operator's browser."""
        session = digest(self._guard.cookie(request, self._cookie))
        if session in self._pending:  # the browser has its cookie: from now on the link opens nothing
            self._sessions = [*self._sessions, session][-_SESSIONS:]
            self._pending.clear()
            self.token = new_token()
        return any(is_same(each, session) for each in self._sessions)

    async def enter(self, request: web.Request) -> web.Response:
        """Exchange the token of a form for a cookie."""
        token = (await read_form(request)).get("token", "").strip()
        if not is_same(digest(token), digest(self.token)):
            return self.show(self._guard.count_refusal(self._guard.network(request), AdmissionError("wrong", _WRONG)))
        session = new_token()
        self._pending.add(digest(session))
        return self._guard.with_cookie(request, see_other(PATH), self._cookie, session)

    def show(self, problem: str = "") -> web.Response:
        """Return the page that asks for the token. problem: a sentence, or empty."""
        return page("operator_entrance.html", 403 if problem else 200, problem=problem)
