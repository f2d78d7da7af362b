"""Whether a review pays: the gain in H that is to be expected against what it costs, both as parts of Q."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean, median

from woozle.core.event import first, last
from woozle.core.game import Event
from woozle.core.games.quest.events import Briefing, Glimpse, Scored, Standing
from woozle.core.games.quest.scoring import Cost, penalties
from woozle.core.request import Seat


def pays(observation: Sequence[Event]) -> bool:
    """Whether to review now. For whoever is not told H it never does.

    A first review may open the door for more, as nobody else may have reviewed: so many at once are weighed as could still follow.
    """
    standing = last(observation, Standing)
    briefing = first(observation, Briefing)
    if standing is None or briefing is None or standing.worst_h is None or not standing.done:
        return False
    gains = _gains(observation, standing)[: standing.total - standing.step]
    mine, rivals = _end(standing), [*_rivals(observation, briefing, standing)]
    now = _lead(mine, rivals)
    for number in range(1, len(gains) + 1):
        cost = briefing.beta * (now - _lead(_with_reviews(mine, number, standing), rivals))
        if briefing.alpha * sum(gains[:number]) / standing.total > cost:
            return True
    return False


def _gains(observation: Sequence[Event], standing: Standing) -> list[float]:
    """How much H each of one's texts could win, the largest first: what lacks to the H that one's texts usually have."""
    scores: dict[str, float] = {}
    heard: list[float] = []
    for event in observation:
        if isinstance(event, Scored) and event.seat == standing.seat:
            heard.append(event.h)
            if event.is_kept:
                scores[event.item] = event.h
    usual = median(heard) if heard else 0.0
    return sorted((usual - h for h in scores.values() if h < usual), reverse=True)


def _end(standing: Standing) -> Cost:
    """What one will have spent without further reviews: each text to come costs as much as those that are there."""
    whole = standing.total / standing.done
    return Cost(
        standing.calls + 2 * (standing.total - standing.done), standing.tokens * whole, standing.reviews, standing.seconds * whole
    )


def _with_reviews(end: Cost, number: int, standing: Standing) -> Cost:
    """The same after so many more reviews, each of which reads and writes about as much as a text did, and what was there."""
    share = number / standing.total
    return Cost(end.calls + number, end.tokens * (1 + share), end.reviews + number, end.seconds * (1 + share / 2))


def _rivals(observation: Sequence[Event], briefing: Briefing, standing: Standing) -> Iterator[Cost]:
    """What each rival will have spent: as was last seen of it or, of whom nothing was seen, like oneself without a review."""
    seen: dict[Seat, Mapping[str, object]] = {event.seat: event.facts for event in observation if isinstance(event, Glimpse)}
    plain = _end(standing)
    for seat in briefing.seats:
        if seat == standing.seat:
            continue
        facts = seen.get(seat, {})
        known = {name: float(value) for name, value in facts.items() if isinstance(value, int | float)}
        whole = standing.total / known["done"] if known.get("done") else standing.total / max(1, standing.done)
        reviews = known.get("reviews", 1.0 if facts else 0.0)
        yield Cost(
            2 * standing.total + reviews,
            known["tokens"] * whole if "tokens" in known else plain.tokens,
            reviews,
            known["seconds"] * whole if "seconds" in known else plain.seconds,
        )


def _lead(mine: Cost, rivals: Sequence[Cost]) -> float:
    """How much less P one has than the rivals on average."""
    own, *others = penalties([mine, *rivals])
    return fmean(others) - own if others else -own
