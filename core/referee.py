"""The Referee drives a game's rules. Live play, verify, resume, replay and tests all fold Responses through it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from woozle.core.chance import KEY_BYTES, Chance
from woozle.core.game import EVERYONE, PUBLIC, Audience, Event, Folded, Forfeited, Game, Refused, Told
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Answer, Forfeit, Request, Response, Seat, Unread

ILLEGAL_TRIES = 3  # so many illegal answers to one Request are a Forfeit

Keep: TypeAlias = Callable[[list[Told]], None]
"""Whoever makes Events safe before anybody observes them."""


class NotOpenError(ValueError):
    """A Response to a Request that is not open."""


class Referee:
    """One match's rules and what has come of them so far.

    open: the Requests now open, by id, oldest first. record: every Event so far with its audience. opening: those before the first
    Request. folded: how many Responses were taken. outcome: set at the end.
    """

    def __init__(self, game: Game[Any], key: bytes = bytes(KEY_BYTES), chance: Chance | None = None) -> None:
        self.game = game
        self.key = key
        self.open: dict[int, Request] = {}
        self.record: list[Told] = []
        self.folded = 0
        self.outcome: Outcome | None = None
        self._tries: dict[int, int] = {}
        self._failed: set[Seat] = set()
        self._views: dict[Seat, list[Event]] = {viewer: [] for viewer in (*game.seats, PUBLIC)}
        self._views_of: dict[Audience, list[list[Event]]] = {EVERYONE: list(self._views.values())}
        game.chance = chance or Chance(key)
        self._script = game.play()
        self.opening = self._advance(None)

    @property
    def score(self) -> dict[Seat, float]:
        """The game's running score by seat."""
        return self.game.score

    def view(self, viewer: Seat) -> Sequence[Event]:
        """What a seat, an official or the PUBLIC has observed, in order. The list only ever grows."""
        return self._views.setdefault(viewer, [])

    def fold(self, response: Response, keep: Keep | None = None) -> list[Told]:
        """Take one Response and return the Events that follow, once `keep` had them. Raises NotOpenError.

        An illegal one, or one that cannot be read, leaves its Request open; the third to the same Request is a Forfeit.
        """
        if (request := self.open.get(response.request)) is None:
            raise NotOpenError(f"Request {response.request} is not open.")
        self.folded += 1
        if self.game.spent is not None:
            self.game.spent.add(request.to, response.seconds, response.usage)
        answer = response.answer
        problem = answer.problem if type(answer) is Unread else "" if type(answer) is Forfeit else request.refusal(answer)
        if type(answer) is Unread or problem:
            self._tries[request.id] = tries = self._tries.get(request.id, 0) + 1
            if tries < ILLEGAL_TRIES:
                self.game.tell(Refused(request.to, problem), to=(request.to,))
                return self._publish(keep)
            answer = Forfeit("refused" if type(answer) is Unread and answer.reading == "refused" else "illegal", problem)
        if type(answer) is Forfeit:
            self._failed |= {request.to} if answer.kind == "error" else set()
            self.game.tell(Forfeited(request.to, answer.kind, answer.why), to=(request.to,))
        del self.open[request.id]
        return self._advance((request.id, answer), keep)

    def answer(self, seat: Seat, answer: Answer | Forfeit) -> list[Told]:
        """Fold an answer to the oldest Request that is open for a seat. Raises NotOpenError if there is none."""
        for request in self.open.values():
            if request.to == seat:
                return self.fold(Response(request.id, answer))
        raise NotOpenError(f"{seat} has not been asked anything.")

    def _advance(self, folded: Folded | None, keep: Keep | None = None) -> list[Told]:
        try:
            opened = next(self._script) if folded is None else self._script.send(folded)
        except StopIteration as end:
            results = {s: Result("void", r.numbers) if s in self._failed else r for s, r in end.value.results.items()}
            self.outcome = Outcome(results, end.value.reason)
        else:
            for request in opened:
                self.open[request.id] = request
        return self._publish(keep)

    def _publish(self, keep: Keep | None) -> list[Told]:
        told, self.game.told = self.game.told, []
        if keep:
            keep(told)
        self.record += told
        for event, audience in told:
            try:
                views = self._views_of[audience]
            except KeyError:
                views = self._views_of[audience] = [self._views.setdefault(viewer, []) for viewer in audience]
            for view in views:
                view.append(event)
        return told
