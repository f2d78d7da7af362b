"""The table of the urn, and its end card: how the viewer did beside the others, the lie that counted most, what to try next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from statistics import fmean

from woozle.arena.views import any_game
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, card_of, rank
from woozle.arena.views.panels import Question, TableView
from woozle.core.event import first, last
from woozle.core.names import join_names
from woozle.core.outcome import Result
from woozle.core.request import Request, Seat
from woozle.core.state import Observed
from woozle.core.words import name_seats, who, whom
from woozle.games.urn.events import NAMED, PAR, POINTS, Briefing, Drawn, Guess, Judged, Opened, Reported

_ROOM = POINTS - PAR  # marbles of width that a range may have and win, without a name


def table(state: Observed, request: Request | None) -> TableView:
    """Return the table of any game; its question for a range goes no farther than the marbles of this urn."""
    seen, briefing = any_game.table("urn")(state, request), first(state.events, Briefing)
    if not (request and request.answer is Guess and briefing and seen.question):
        return seen
    return replace(seen, question=_within(seen.question, briefing.total))


def _within(question: Question, most: int) -> Question:
    then = _within(question.then, most) if question.then else None
    return replace(question, span=(0, most), offer=f"A whole number from 0 to {most}.", then=then)


@dataclass(frozen=True)
class _Match:
    """What the card needs of a match that was played to its end.

    drew, said: by seat, the red marbles of its handfuls, and what it reported of them; None without a report.
    """

    opened: Opened
    judged: Mapping[Seat, Judged]
    drew: Mapping[Seat, list[int]]
    said: Mapping[Seat, list[int | None]]

    @property
    def crook(self) -> Seat:
        return self.opened.crook

    @property
    def lies(self) -> list[int]:
        """By how much each report of the crook is off; 0 for one that it did not give."""
        pairs = zip(self.drew[self.crook], self.said[self.crook], strict=True)
        return [0 if told is None else told - reds for reds, told in pairs]

    @property
    def fair(self) -> dict[Seat, float]:
        """The points of all but the crook."""
        return {seat: each.points for seat, each in self.judged.items() if seat != self.crook}

    @property
    def accusers(self) -> list[Seat]:
        return [seat for seat, each in self.judged.items() if each.accused == self.crook and seat != self.crook]

    def in_all(self, seat: Seat) -> int:
        return sum(told or 0 for told in self.said[seat])

    @property
    def others(self) -> float:
        """What all but the crook reported in all, on average."""
        return fmean(self.in_all(seat) for seat in self.fair)

    @property
    def is_plain(self) -> bool:
        """Whether the crook's reports stand out enough to be seen."""
        return abs(self.in_all(self.crook) - self.others) >= _ROOM / 2

    def stands_out(self) -> str:
        """Return what the crook said in all, beside what the others did on average."""
        return f"{self.in_all(self.crook)} in all, and the others {self.others:.0f} on average"


def end_card(end: End) -> EndCard:
    """Return the card over the table; of a match by earlier rules, in which marbles were put back, with the result alone."""
    events = end.events
    briefing, opened = first(events, Briefing), last(events, Opened)
    judged = {event.seat: event for event in events if isinstance(event, Judged)}
    if type(briefing) is not Briefing or opened is None or not judged:
        return card_of(end, end.outcome.reason)
    drew = {seat: [event.reds for event in events if isinstance(event, Drawn) and event.seat == seat] for seat in judged}
    said = {seat: [event.said for event in events if isinstance(event, Reported) and event.seat == seat] for seat in judged}
    match, me = _Match(opened, judged, drew, said), end.me
    told = tuple(event for event, audience in end.record if isinstance(event, Drawn) and (me or "") not in audience)
    if me not in judged:
        return card_of(end, end.outcome.reason, turned=_turn(match, me))
    points = f"{judged[me].points:.0f} points"
    headlines = {"won": f"You win with {points}", "lost": f"You lose with {points}"}
    is_crook = me == match.crook
    you, best, ideas = (_misled, _hidden, _lie_better) if is_crook else (_guessed, _saw, _guess_better)
    return card_of(
        end,
        end.outcome.reason,
        best(match, me),
        you=you(match, me),
        turned=_turn(match, me),
        ideas=ideas(match, me, is_won=bool(end.is_won)),
        headlines=headlines,
        told=told,
        words=tuple(f"{seat} drew {join_names(map(str, reds))}." for seat, reds in match.drew.items() if seat != me),
    )


def deed(result: Result) -> str:
    """Return what a seat did, by its numbers."""
    points, lies = f"{result.numbers['score']:g} points", int(result.numbers["lies"])
    if result.numbers["crook"]:
        return f"{points} as the crook, with {lies or 'no'} {'lie' if lies == 1 else 'lies'}"
    return f"{points} with a range of {result.numbers['width']:g}"


def _turn(match: _Match, me: Seat | None) -> str:
    """Return the largest lie of the crook, and how far all of them led the reports from the truth."""
    crook, lies, red = match.crook, match.lies, match.opened.red
    at = max(range(len(lies)), key=lambda each: abs(lies[each]), default=0)
    if not any(lies):
        return f"{who(crook, me)} told no lie."
    summed = sum(match.in_all(seat) for seat in match.said)
    lied = f"In handful {at + 1} {whom(crook, me)} drew {match.drew[crook][at]} and said {match.said[crook][at]}"
    return f"{lied}; in the end all reports added up to {summed} in place of {red}."


def _misled(match: _Match, me: Seat) -> str:
    misled, named = [seat for seat, points in match.fair.items() if points < PAR], match.accusers
    by = f"Your reports are off by {abs(sum(match.lies))} in all"
    caught = f"{name_seats(named, None)} named you" if named else "nobody named you"
    return f"{by}, {caught}, and you misled {name_seats(misled, None) or 'nobody'}."


def _guessed(match: _Match, me: Seat) -> str:
    mine, red = match.judged[me], match.opened.red
    missed = max(0, mine.low - red, red - mine.high)
    held = f"Your range, {mine.low} to {mine.high}, {f'misses by {missed}' if missed else 'holds the number'}"
    named = (
        "no one"
        if mine.accused is None
        else "the crook"
        if mine.accused == match.crook
        else f"{mine.accused}, who is not the crook"
    )
    return f"{held}, and you named {named}. Of the fair seats you are {rank(match.fair, me)}."


def _hidden(match: _Match, me: Seat) -> Iterator[str]:
    wrong = [seat for seat, each in match.judged.items() if seat != me and each.accused not in (None, me)]
    if wrong:
        yield f"{name_seats(wrong, None)} named somebody else in your place."
    if any(match.lies) and not match.accusers:
        yield "You lied, and nobody named you."


def _saw(match: _Match, me: Seat) -> Iterator[str]:
    mine, others = match.judged[me], [seat for seat in match.accusers if seat != me]
    if mine.accused == match.crook:
        yield f"You named the crook{f', as {name_seats(others, None)} did' if others else ', and nobody else did'}."
    off = abs(sum(match.lies))
    if off > _ROOM / 2 and mine.low <= match.opened.red <= mine.high:
        yield f"Your range holds the number, although the reports were off by {off}."


def _lie_better(match: _Match, me: Seat, *, is_won: bool) -> Iterator[str]:
    off, caught = abs(sum(match.lies)), 2 * len(match.accusers) >= len(match.fair)
    if is_won and off > _ROOM / 2:
        yield f"Lie by about as much again: {off} in all was more than a range of {_ROOM} around the sum has room for."
    elif is_won:
        yield f"Stay as close to the rest as this: you said {match.stands_out()}."
    elif off <= _ROOM / 2:
        yield f"Lie by more: your reports are off by {off} in all, and a range of {_ROOM} around the sum has room for that."
    elif caught:
        yield f"Lie against your luck, so that you do not stand out: you said {match.stands_out()}."
    else:
        yield "Lie the way the others do not expect: down where there is little red, up where there is much."


def _guess_better(match: _Match, me: Seat, *, is_won: bool) -> Iterator[str]:
    mine, red, crook = match.judged[me], match.opened.red, match.crook
    width, missed = mine.high - mine.low, max(0, mine.low - red, red - mine.high)
    unnamed = mine.points + NAMED
    if mine.accused not in (None, crook) and not is_won and unnamed >= PAR:
        yield f"Name a seat only if you would bet on it: without a name you would have won, with {unnamed:.0f} points."
    if 0 < missed <= _ROOM - width:
        yield f"Leave more room: your range was {width} wide, and {PAR} points allow {_ROOM}."
    if width > _ROOM and not is_won:
        yield f"Give a range of {_ROOM} at most: yours was {width} wide, which leaves too few points to win."
    if mine.accused != crook and match.is_plain:
        yield f"Compare each seat with the rest before you name one: {crook} said {match.stands_out()}."
    if missed:
        pointed = match.others * len(match.said)
        yield f"Trust the sum less: without the crook, who said {match.stands_out()}, the reports pointed to {pointed:.0f}."
    yield "Keep to this: the sum, put right, with no more room than you need."
