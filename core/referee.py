"""The driver of a game's rules, through which live play, verify, resume, replay and tests fold Responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

from woozle.core.chance import KEY_BYTES, Chance
from woozle.core.errors import InputError
from woozle.core.event import EventView
from woozle.core.game import EVERYONE, PUBLIC, Audience, Event, Folded, Forfeited, Game, RecordEntry, Refused, RulesError
from woozle.core.outcome import Outcome, Result
from woozle.core.request import Answer, Forfeit, ParseFailure, Request, Response, Seat

ILLEGAL_TRIES = 3
"""The number of illegal answers to one Request that make a Forfeit."""

Keep: TypeAlias = Callable[[list[RecordEntry]], None]
"""Called with new Events before they are published, to save them."""


class NotOpenError(InputError):
    """A Response to a Request that is not open."""


class Referee:
    """The rules of one match in progress.

    Attributes:
        open: Requests that are open, by id, oldest first.
        record: Every Event so far with its audience.
        opening: The part of the record before the first Request.
        folded: Number of Responses folded so far.
        outcome: Set when the match is over.

    Args:
        game: A new game, whose `play` has not begun.
        key: Match key of 32 bytes, from which all chance follows.
        chance: Draws to use instead of those of the key, for tests.
    """

    def __init__(self, game: Game[Any], key: bytes = bytes(KEY_BYTES), chance: Chance | None = None) -> None:
        self.game = game
        self.key = key
        self.open: dict[int, Request] = {}
        self.record: list[RecordEntry] = []
        self.folded = 0
        self.outcome: Outcome | None = None
        self._tries: dict[int, int] = {}
        self._failed: set[Seat] = set()
        self._views: dict[Seat, list[Event]] = {viewer: [] for viewer in (*game.seats, PUBLIC)}
        self._handed: dict[Seat, EventView] = {}
        self._views_of: dict[Audience, list[list[Event]]] = {EVERYONE: list(self._views.values())}
        game.chance = chance or Chance(key)
        self._script = game.play()
        self.opening = self._advance(None)

    @property
    def score(self) -> Mapping[Seat, float]:
        """The running score by seat."""
        return MappingProxyType(self.game.score)

    def view(self, viewer: Seat) -> Sequence[Event]:
        """Return what a seat, a service or PUBLIC has observed so far, in order: one sequence, which only ever grows."""
        if (view := self._handed.get(viewer)) is None:
            view = self._handed[viewer] = EventView(self._views.setdefault(viewer, []))
        return view

    def fold(self, response: Response, keep: Keep | None = None) -> list[RecordEntry]:
        """Fold one Response into the match, and return the Events that follow.

        An illegal answer or a parse failure leaves its Request open, and the seat is shown Refused; the third one is a Forfeit.

        Args:
            keep: Called with the Events before they are published.

        Raises:
            NotOpenError: The Request is not open.
            RulesError: The rules made a mistake.
        """
        if (request := self.open.get(response.request)) is None:
            raise NotOpenError(f"Request {response.request} is not open.")
        self.folded += 1
        if self.game.ledger is not None:
            self.game.ledger.add(request.to, response.seconds, response.usage)
        answer = response.answer
        problem = self._problem(request, answer)
        if type(answer) is ParseFailure or problem:
            self._tries[request.id] = tries = self._tries.get(request.id, 0) + 1
            if tries < ILLEGAL_TRIES:
                self.game.tell(Refused(request.to, problem), to=(request.to,))
                return self._publish(keep)
            answer = Forfeit("refused" if type(answer) is ParseFailure and answer.reading == "refused" else "illegal", problem)
        if type(answer) is Forfeit:
            self._failed |= {request.to} if answer.kind == "error" else set()
            self.game.tell(Forfeited(request.to, answer.kind, answer.why), to=(request.to,))
        del self.open[request.id]
        self.game.legality.pop(request.id, None)
        return self._advance((request.id, answer), keep)

    def answer(self, seat: Seat, answer: Answer | Forfeit) -> list[RecordEntry]:
        """Fold an answer to the oldest open Request of a seat; see `fold`."""
        for request in self.open.values():
            if request.to == seat:
                return self.fold(Response(request.id, answer))
        raise NotOpenError(f"{seat} has not been asked anything.")

    def _problem(self, request: Request, answer: Answer | Forfeit | ParseFailure) -> str:
        """Return why an answer is not taken; empty if it is."""
        if type(answer) is Forfeit:
            return ""
        if type(answer) is ParseFailure:
            return answer.problem
        if problem := request.refusal(answer):
            return problem
        if not (legal := self.game.legality.get(request.id)):
            return ""
        problem = legal(answer)
        if not isinstance(problem, str):
            raise RulesError(f"`legal` returned {problem!r} for {request.answer.__name__}, not a sentence.", _play_line(self.game))
        return problem

    def _advance(self, folded: Folded | None, keep: Keep | None = None) -> list[RecordEntry]:
        try:
            opened = next(self._script) if folded is None else self._script.send(folded)
        except StopIteration as end:
            outcome = end.value
            self._check_outcome(outcome)
            results = {s: Result("void", r.numbers) if s in self._failed else r for s, r in outcome.results.items()}
            self.outcome = Outcome(results, outcome.reason)
        else:
            for request in opened:
                self.open[request.id] = request
        return self._publish(keep)

    def _check_outcome(self, outcome: Outcome) -> None:
        name = self.game.name
        if not isinstance(outcome, Outcome):
            raise RulesError(f"`play` of {name} returned {type(outcome).__name__}, not an Outcome.", _play_line(self.game))
        if missing := [seat for seat in self.game.seats if seat not in outcome.results]:
            raise RulesError(f"The Outcome of {name} has no result of {', '.join(missing)}.", _play_line(self.game))
        if unknown := [seat for seat in outcome.results if seat not in self.game.seats]:
            raise RulesError(f"The Outcome of {name} has a result of {unknown[0]!r}, which is no seat.", _play_line(self.game))

    def _publish(self, keep: Keep | None) -> list[RecordEntry]:
        told, self.game.pending = self.game.pending, []
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


def _play_line(game: Game[Any]) -> str:
    """Return where a game's `play` is defined, as `FILE:LINE`; empty if that is unknown."""
    code = getattr(type(game).play, "__code__", None)
    return f"{code.co_filename}:{code.co_firstlineno}" if code else ""
