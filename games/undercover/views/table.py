"""The table of undercover: the title, the seats, the pictures and the question, from what its viewer knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from woozle.arena.views.observer import seat_cards
from woozle.arena.views.panels import Document, Pictures, SeatCard, TableView, panels
from woozle.arena.views.rules import HEADING
from woozle.core.line import Line
from woozle.core.request import Request, Seat
from woozle.games.undercover.state import State
from woozle.games.undercover.views import pictures
from woozle.games.undercover.views.questions import ask_seat, title
from woozle.games.undercover.words import quoted, rules

_LONG = 72  # characters of a question that are read at a glance


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table of a viewer, with the question to it."""
    is_it = state.is_undercover
    seen = TableView(
        title=title(state),
        role="" if is_it is None else "undercover" if is_it else "regular",
        goal=state.briefing.question,
        prompt=_waiting(state),
        seats=tuple(_cards(state)),
        panels=panels(_pictures(state), _page(state)),
        is_discussion=state.part != "over",
    )
    return ask_seat(seen, request, state) if request else seen


def _page(state: State) -> Document | None:
    """Return the question, if it is too long for one line; to the public, which sees no picture yet, the rules."""
    briefing = state.briefing
    told = (Line(briefing.question), *(Line(f"· {option}", "quiet") for option in briefing.options))
    if state.seats and state.me is None and state.pair is None:
        return Document(HEADING, (*told, Line(""), *map(Line, rules(briefing))))
    return Document("The question", told) if len(briefing.question) > _LONG else None


def _pictures(state: State) -> Pictures | None:
    if state.pair:
        return pictures.both(state.pair, state.size, state.undercover)
    return pictures.own(state.sight) if state.sight else None


def _waiting(state: State) -> str:
    if state.part == "over":
        return ""
    if state.me in state.out:
        return "You are out. You can keep watching."
    match state.part:
        case "":
            return "The pictures are being made."
        case "vote" | "revote":
            return "The votes are being cast."
        case "counted":
            return "The votes are counted."
        case "summary":
            return "Those who are left say what they think now."
    if speaker := state.speaker:
        return f"Next to speak: {speaker}, {len(state.spoken) + 1} of {len(state.order)}."
    return "The others look at their pictures." if state.me else "All look at their pictures."


def _cards(state: State) -> Iterator[SeatCard]:
    speaker = state.speaker
    for card in seat_cards(state):
        seat = card.name
        yield replace(
            card,
            out="OUT" if seat in state.out else "",
            is_speaking=seat == speaker,
            status=" · ".join(_describe_seat(seat, state)),
            note="speaks" if seat == speaker else "spoke" if speaker and seat in state.spoken else "",
        )


def _describe_seat(seat: Seat, state: State) -> Iterator[str]:
    is_revealed = state.revealed is not None and seat == state.undercover
    if is_revealed or (seat == state.undercover and seat != state.me):  # the own role stands in the corner
        yield "UNDERCOVER"
    if seat in state.out:
        yield f"out, vote {state.out[seat].vote}"
    if (said := state.lasts.get(seat)) is not None:
        yield f"{'said' if seat in state.out else 'says'} {quoted(said)}" if said else "no answer"
    voted = [targets[seat] or "nobody" for targets in state.ballots.values() if seat in targets]
    if voted and not is_revealed:  # its votes are of no account any more
        yield f"voted {', '.join(voted)}"
