"""The words: what people, models and programs read."""

from collections.abc import Iterator

from thimbles.rules import Began, Claimed, Hidden, Lifted
from woozle import Event, Seat
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.state import State
from woozle.core.words import Words, describe_event, style_texts


def rules(began: Began) -> Iterator[str]:
    """Yield how this match is played."""
    yield f"{began.rounds} times one of you, in turn, hides a pea under one of three thimbles and says where it is, true or not."
    yield "Each of the others then lifts a thimble. Finding the pea is worth a point; a miss is worth one to its hider."


def say(event: Event, state: State) -> Iterator[Line]:
    """Yield an Event as lines."""
    yield from style_texts(event, state, _texts(event, state.me), has_rules=True)


def _texts(event: Event, me: Seat | None) -> Iterator[str]:
    match event:
        case Began(seats):
            yield f"At the table: {join_names(seats)}."
            yield from rules(event)
        case Hidden(seat, thimble):
            yield f"{'You hide' if seat == me else f'{seat} hides'} the pea under thimble {thimble}."
        case Claimed(seat, thimble, text):
            yield f"{'You say' if seat == me else f'{seat} says'}: under thimble {thimble}. {text}".strip()
        case Lifted(number, _, pea, _, looked):
            right = join_names([seat for seat, thimble in looked.items() if thimble == pea])
            yield f"Round {number}: it was under thimble {pea}. Found by {right or 'nobody'}."
        case _:
            yield from describe_event(event, me)


WORDS = Words(version=1, say=say, rules=rules)
