"""What the quest's end card says, looked up in the events of the record."""

from __future__ import annotations

from math import isclose

from woozle.games.quest import events as quest

BOTS = "bot*3"


def events(end, *types):
    return [event for event, _ in end.record if isinstance(event, types)]


def tallies(end):
    return {tally.seat: tally for tally in events(end, quest.Tally)}


def standing(end, until=None):
    """H of each text that stands, by seat and item."""
    found = {seat: {} for seat in tallies(end)}
    for event in events(end, quest.Scored)[:until]:
        if event.is_kept:
            found[event.seat][event.item] = event.h
    return found


def seat_of(words, me):
    return me if words in ("you", "You") else words


ORDINALS = ("first", "second", "third", "fourth", "fifth")


def you(end, me, points, place, seats, texts, best, paid):
    mine, every = tallies(end)[me], tallies(end).values()
    most = max(every, key=lambda tally: tally.mean_h)
    beside = "the most" if most.mean_h == mine.mean_h else f"{most.seat}'s {100 * most.mean_h:.1f}"
    return (
        isclose(float(points), 100 * mine.q, abs_tol=0.51)
        and ORDINALS.index(place) == sum(tally.q > mine.q for tally in every)
        and int(seats) == len(every)
        and (texts, best, paid) == (f"{100 * mine.mean_h:.1f}", beside, f"{100 * (mine.mean_h - mine.q):.1f}")
    )


def leaders(end):
    """The seat with the highest total of H after each step, None of several."""
    found, totals, step = [], {seat: {} for seat in tallies(end)}, 0
    for event in (event for event, _ in end.record):
        is_end = isinstance(event, quest.Tally) and event.seat == min(tallies(end), key=[*tallies(end)].index)
        if (isinstance(event, quest.Standing) and event.step > step) or is_end:
            sums = {seat: sum(each.values()) for seat, each in totals.items()}
            top = [seat for seat, each in sums.items() if isclose(each, max(sums.values()), abs_tol=1e-9)]
            found.append(top[0] if len(top) == 1 else None)
            step += 1
        if isinstance(event, quest.Scored) and event.is_kept:
            totals[event.seat][event.item] = event.h
    return found


def took(end, me, step, seat, before, points=None, item=None):
    led = leaders(end)
    new, old, at = seat_of(seat, me), seat_of(before, me), int(step) - 1
    earlier = [each for each in led[:at] if each]
    is_item = points is None or any(
        event.seat == new and event.item == item and round(100 * event.h) == int(points) for event in events(end, quest.Scored)
    )
    return led[at] == new and earlier[-1] == old and {*filter(None, led[at:])} == {new} and is_item


def led(end, me, seat, step):
    return {*filter(None, leaders(end))} == {seat_of(seat, me)} and leaders(end)[int(step) - 1] == seat_of(seat, me)


def paid(end, me, seat, own, other, theirs):
    costs = {each.seat: f"{100 * (each.mean_h - each.q):.1f}" for each in tallies(end).values()}
    return (own, theirs) == (costs[seat_of(seat, me)], costs[seat_of(other, me)])


def gap(end, me, item, own, seat, theirs, untold=None, doubt=None, never=None):
    found = standing(end)
    worst = max(
        (scores[each] - h, each, other)
        for each, h in found[me].items()
        for other, scores in found.items()
        if other != me and each in scores
    )
    of = [event.of for event in events(end, quest.Scored) if (event.seat, event.item) == (me, item) and event.is_kept][-1]
    parts = next((event for event in events(end, quest.Appraised) if event.of == of), None)
    rewritten = any((event.seat, event.item) == (me, item) for event in events(end, quest.Reconsidered))
    return (
        worst[1:] == (item, seat)
        and (int(own), int(theirs)) == (round(100 * found[me][item]), round(100 * found[seat][item]))
        and (parts.untold if parts else 0) == int(untold or 0)
        and (doubt is None or doubt in [each.reason for each in parts.sentences])
        and (never is None or not rewritten)
    )


def fruitless(end, me, item, points):
    scores = [event.h for event in events(end, quest.Scored) if (event.seat, event.item) == (me, item)]
    return len(scores) > 1 and scores[1] <= scores[0]


def best(end, me, number, items):
    found = standing(end)
    mine = [
        item for item, h in found[me].items() if all(h >= each[item] for seat, each in found.items() if seat != me and item in each)
    ]
    return (len(mine), len(found[me])) == (int(number), int(items))


def costly(end, me, seat, own, what, other, theirs):
    mine, winner = tallies(end)[me], tallies(end)[seat]
    kinds = {"words and tokens": lambda tally: tally.tokens_in + tally.tokens_out, "rewrites": lambda tally: tally.reviews}
    count = kinds.get(what, lambda tally: getattr(tally, what, 0))
    numbers = (f"{count(mine):,.0f}", f"{count(winner):,.0f}")
    return mine.mean_h >= winner.mean_h and winner.q > mine.q and other == seat and numbers == (own, theirs)


SENTENCES = {
    r"You have (?P<points>[\d.]+) points, (?P<place>\w+) of (?P<seats>\d+)(?:, with .+)?: (?P<texts>[\d.]+) for your texts "
    r"\((?P<best>.+)\), less (?P<paid>[\d.]+) for calls, words, rewrites and time\.": you,
    r"In step (?P<step>\d+) (?P<seat>\w+) took the lead from (?P<before>\w+)(?:, with (?P<points>\d+) of 100 "
    r"for (?P<item>.+))?\.": took,
    r"There was none: (?P<seat>\w+) led from step (?P<step>\d+) on\.": led,
    r"The costs: (?P<seat>\w+) had the better texts, but paid (?P<own>[\d.]+) points, and (?P<other>\w+) "
    r"(?P<theirs>[\d.]+)\.": paid,
    r"Your (?P<item>[\w-]+) had (?P<own>\d+) of 100, (?P<seat>\w+)'s (?P<theirs>\d+) of 100"
    r"(?:: it left out (?P<untold>\d+) key facts?(?:, and (?P<doubt>.+))?|: (?P<doubt_alone>.+)|(?P<never>, and "
    r"you never revised it))?\.": (
        lambda end, me, doubt_alone=None, doubt=None, **rest: gap(end, me, doubt=doubt or doubt_alone, **rest)
    ),
    r"Your revision of (?P<item>.+) brought nothing \((?P<points>\d+) of 100\), and was paid for\.": fruitless,
    r"Keep writing like this: no text was better than yours on (?P<number>\d+) of (?P<items>\d+)\.": best,
    r"Your texts were as good as (?P<seat>\w+)'s, and cost more: (?P<own>[\d,]+) (?P<what>[a-z ]+), "
    r"(?P<other>\w+) (?P<theirs>[\d,]+)\.": costly,
}
