"""The viewer's own part in a finished match of the quest, how the lead changed, and what the viewer could do another time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from woozle.arena.views.end_card import rank
from woozle.arena.views.words import count
from woozle.core.event import Event
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING
from woozle.core.words import whom
from woozle.games.quest.events import Standing, Tally
from woozle.games.quest.state import Scoring, State, find_best
from woozle.games.quest.words import out_of_100

_GAP = 0.1  # of H; less is no gap worth a word
_TIE = 1e-9  # of H


def describe_viewer(known: State, me: Seat | None, points: Mapping[Seat, str]) -> str:
    """Return the viewer's points and rank, and what they are made of. points: of all seats."""
    mine = known.tallies.get(me or "")
    if mine is None:
        return ""
    scores, texts = ({seat: getattr(tally, name) for seat, tally in known.tallies.items()} for name in ("q", "mean_h"))
    best = max(texts, key=lambda seat: texts[seat])
    beside = "the most" if texts[best] == mine.mean_h else f"{best}'s {in_points(texts[best])}"
    return (
        f"You have {points.get(mine.seat, in_points(mine.q))} points, {rank(scores, mine.seat)}: {in_points(mine.mean_h)} for your "
        f"texts ({beside}), less {in_points(_paid(mine))} for calls, words, rewrites and time."
    )


def in_points(score: float) -> str:
    """Return a score of 0 to 1 in points, to a tenth."""
    return f"{100 * score:z.1f}"


def _paid(tally: Tally) -> float:
    return tally.mean_h - tally.q


# How the lead changed


def describe_lead(known: State, events: Iterable[Event], me: Seat | None) -> str:
    """Return the last step in which another seat's texts took the lead, or that costs decided; empty of a draw."""
    best = find_best([*known.tallies.values()], "q") if known.tallies else []
    leads = list(_leads(known, events))
    if len(best) != 1 or not leads:
        return ""
    step, seat, before, text = leads[-1]
    if seat != best[0]:
        own, theirs = (in_points(_paid(known.tallies[each])) for each in (seat, best[0]))
        return f"The costs: {whom(seat, me)} had the better texts, but paid {own} points, and {whom(best[0], me)} {theirs}."
    if not before:
        return f"There was none: {whom(seat, me)} led from step {step} on."
    with_what = f", with {out_of_100(text.after)} for {text.item}" if text else ""
    return f"In step {step} {whom(seat, me)} took the lead from {whom(before, me)}{with_what}."


def _leads(known: State, events: Iterable[Event]) -> Iterator[tuple[int, Seat, Seat, Scoring | None]]:
    """Yield the steps after which another seat than before alone had the highest total H.

    With that seat, the one that led before, empty for the first, and the new leader's last score.
    """
    state, leader, step = State(EVERYTHING), "", 0
    for event in events:
        if (isinstance(event, Standing) and event.step > step) or (isinstance(event, Tally) and not state.tallies):
            totals = {
                seat: sum(scored.h for item, scored in state.of(seat).scored.items() if item not in known.left_out)
                for seat in known.tallies
            }
            first = [seat for seat, total in totals.items() if total >= max(totals.values()) - _TIE]
            step = event.step if isinstance(event, Standing) else step + 1
            if len(first) == 1 and first[0] != leader:
                scorings = state.of(first[0]).scorings
                yield step, first[0], leader, scorings[-1] if scorings else None
                leader = first[0]
        state.see(event)


# What to try


def ideas(known: State, me: Seat) -> Iterator[str]:
    """Yield what the viewer could do another time, by what it did in this match; then what it should keep."""
    mine, tally = known.of(me), known.tallies.get(me)
    if tally is None:
        return
    yield from _costly(known, tally)
    rivals = [(seat, known.of(seat).scored) for seat in known.tallies if seat != me]
    gaps = [
        (scored[item].h - own.h, item, seat)
        for item, own in mine.scored.items()
        for seat, scored in rivals
        if item in scored and item not in known.left_out
    ]
    gap, item, seat = max(gaps, default=(0.0, "", ""))
    if gap >= _GAP:
        own, text = mine.scored[item].h, mine.texts.get(item)
        lost = [*_lost(known, me, item)]
        never = known.briefing and known.briefing.reviews and text and not text.reviews and not lost
        how = f": {', and '.join(lost)}" if lost else ", and you never revised it" if never else ""
        yield f"Your {item} had {out_of_100(own)}, {seat}'s {out_of_100(known.of(seat).scored[item].h)}{how}."
    if missing := [each for _, scored in rivals for each in scored if each not in mine.scored and each not in known.left_out]:
        yield f"You wrote nothing on {missing[0]}: any text on it would have counted."
    worse = [each for each in mine.scorings if each.is_review and each.before is not None and each.gain <= 0]
    if worse:
        yield f"Your revision of {worse[0].item} brought nothing ({out_of_100(worse[0].after)}), and was paid for."
    best = [each for each, own in mine.scored.items() if all(own.h >= scored[each].h for _, scored in rivals if each in scored)]
    if best:
        yield f"Keep writing like this: no text was better than yours on {len(best)} of {len(mine.scored)}."


def _costly(known: State, mine: Tally) -> Iterator[str]:
    """Yield that the viewer lost by its costs, with the part of them that differs most from the winner's."""
    best = max(known.tallies.values(), key=lambda tally: tally.q)
    if best.seat == mine.seat or mine.mean_h < best.mean_h:
        return
    parts = {
        "words and tokens": (mine.tokens_in + mine.tokens_out, best.tokens_in + best.tokens_out),
        "rewrites": (mine.reviews, best.reviews),
        "calls": (mine.calls, best.calls),
        "seconds": (mine.seconds, best.seconds),
    }
    name, (own, theirs) = max(parts.items(), key=lambda part: (part[1][0] - part[1][1]) / max(part[1][0], 1))
    yield f"Your texts were as good as {best.seat}'s, and cost more: {own:,.0f} {name}, {best.seat} {theirs:,.0f}."


def _lost(known: State, me: Seat, item: str) -> Iterator[str]:
    """Yield what the viewer's text about an item lacked, in the judge's words."""
    text = known.of(me).texts.get(item)
    if text is None:
        return
    untold = getattr(text.parts, "untold", 0)
    if untold:
        yield f"it left out {count(untold, 'key fact')}"
    doubts = sorted((each.score, each.text, each.reason) for each in text.sentences if each.reason)
    if doubts:
        yield doubts[0][2]
