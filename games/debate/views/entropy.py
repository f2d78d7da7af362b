"""Entropies that an estimator measured and the partners that follow from them, for viewers of the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf

from woozle.arena.views.words import count
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.games.debate.events import Chosen, Measured
from woozle.games.debate.spread.entropies import gain, gain_ratio

_BEST = 3  # sets that are named beside the one that is chosen


def describe_entropies(event: Measured) -> str:
    """Return a sentence with the entropy of each seat's answer."""
    figures = ", ".join(f"{seat} {_nats(entropy)}" for seat, entropy in event.entropies.items())
    unseen = f", at most {event.residual:.3g} of a token unseen" if event.residual else ""
    return f"Entropy in nats: {figures} ({event.estimator}{unseen})."


def describe_choice(event: Chosen, last: Measured | None, alpha: float, seats: tuple[Seat, ...]) -> Iterator[str]:
    """Yield sentences on a seat's chosen partners, and how other sets compare. last: the entropies that this follows from."""
    worths = sorted(_worths(event, last, alpha, seats), reverse=True)
    of = f", the best of {count(len(event.candidates), 'set')}" if len(event.candidates) > 1 else ""
    yield f"By {event.by.upper()} {event.seat} is to listen to {join_names(event.partners)}{of}."
    if worths:
        best = "; ".join(f"{', '.join(names)} {worth:.3f}" for worth, names in worths[:_BEST])
        yield f"{'IG' if event.by == 'dig' else 'IGR'}: {best}{'; and less' if len(worths) > _BEST else ''}."


def table(last: Measured | None, picked: Mapping[Seat, Chosen]) -> Iterator[Line]:
    """Yield the entropies of a round and the partners chosen by them, a line a seat."""
    if last is None:
        return
    yield Line("")
    yield Line(f"Entropy after round {last.round - 1}, in nats, and partners in round {last.round}", "heading")
    for seat, entropy in last.entropies.items():
        event = picked.get(seat)
        after = f" → {', '.join(event.partners)}" if event and event.round == last.round else ""
        yield Line(f"{seat} {_nats(entropy)}{after}", "quiet")


def _worths(
    event: Chosen, last: Measured | None, alpha: float, seats: tuple[Seat, ...]
) -> Iterator[tuple[float, tuple[Seat, ...]]]:
    """Yield the worth of each set: information gain, or its ratio."""
    own = last.entropies.get(event.seat) if last else None
    if last is None or own is None:
        return
    for candidate, conditional in zip(event.candidates, event.conditional, strict=False):
        if not all(0 <= other < len(seats) for other in candidate):  # a transcript from elsewhere may name anybody
            continue
        names = tuple(seats[other] for other in candidate)
        heard = [entropy if (entropy := last.entropies.get(name)) is not None else inf for name in names]
        if inf not in heard:
            yield gain(own, conditional) if event.by == "dig" else gain_ratio(own, conditional, heard, alpha), names


def _nats(entropy: float | None) -> str:
    return "empty" if entropy is None else f"{entropy:.3f}"
