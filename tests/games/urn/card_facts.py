"""What the urn's end card says, looked up in the events of the record."""

from __future__ import annotations

import re

from woozle.games.urn import events as urn

BOTS = "bot:steady,bot:fox,bot:sunny,bot:keen,bot:random"


def all_of(end, kind, seat=None):
    return [event for event, _ in end.record if isinstance(event, kind) and (seat is None or event.seat == seat)]


def secret(end):
    return all_of(end, urn.Opened)[-1]


def judged(end, seat):
    return all_of(end, urn.Judged, seat)[0]


def fair(end):
    return [event for event in all_of(end, urn.Judged) if event.seat != secret(end).crook]


def said(end, seat):
    return sum(event.said for event in all_of(end, urn.Reported, seat))


def off(end):
    crook = secret(end).crook
    return abs(said(end, crook) - sum(event.reds for event in all_of(end, urn.Drawn, crook)))


def seats_in(words):
    return [] if words == "nobody" else re.split(r", | and ", words)


def guessed(end, me, low, high, missed, whom, place, others):
    mine, red = judged(end, me), secret(end).red
    names = {None: "no one", secret(end).crook: "the crook"}.get(mine.accused, f"{mine.accused}, who is not the crook")
    better = sum(event.points > mine.points for event in fair(end))
    distance = min(abs(red - reds) for reds in range(mine.low, mine.high + 1))
    where = ("first", "second", "third", "fourth")[better]
    return (mine.low, mine.high, int(missed or 0), whom, int(others), place) == (int(low), int(high), distance, names, 4, where)


def misled(end, me, by, named, lost):
    accusers = [event.seat for event in fair(end) if event.accused == me]
    losers = [event.seat for event in fair(end) if end.outcome.results[event.seat].kind == "lost"]
    return (int(by), seats_in(named), seats_in(lost)) == (off(end), accusers, losers)


def turned(end, me, number, who, drew, told, total, red):
    crook, at = secret(end).crook, int(number) - 1
    drawn, claims = all_of(end, urn.Drawn, crook), all_of(end, urn.Reported, crook)
    lies = [abs(one.reds - other.said) for one, other in zip(drawn, claims, strict=True)]
    everything = sum(event.said for event in all_of(end, urn.Reported))
    return (drawn[at].reds, claims[at].said, everything, secret(end).red) == (int(drew), int(told), int(total), int(red)) and (
        lies[at] == max(lies) > 0 and who == ("you" if me == crook else crook)
    )


def never(end, me, who):
    crook = secret(end).crook
    return off(end) == 0 and who.lower() == ("you" if me == crook else crook.lower())


def is_beside(end, seat, own, others):
    mean = sum(said(end, event.seat) for event in fair(end)) / 4
    return int(own) == said(end, seat) and abs(int(others) - mean) <= 1 / 2


def compared(end, me, seat, own, others):
    return seat == secret(end).crook != judged(end, me).accused and is_beside(end, seat, own, others)


def less(end, me, own, others, pointed):
    mean = sum(said(end, event.seat) for event in fair(end)) / 4
    return is_beside(end, secret(end).crook, own, others) and abs(int(pointed) - 5 * mean) <= 1 / 2


def width(end, me):
    return judged(end, me).high - judged(end, me).low


def lost(end, me):
    return end.outcome.results[me].kind == "lost"


SENTENCES = {
    r"Your range, (?P<low>\d+) to (?P<high>\d+), (?:holds the number|misses by (?P<missed>\d+)), and you named (?P<whom>.+)\. "
    r"Of the fair seats you are (?P<place>\w+) of (?P<others>\d)(?:, with .+)?\.": guessed,
    r"Your reports are off by (?P<by>\d+) in all, (?P<named>.+) named you, and you misled (?P<lost>.+)\.": misled,
    r"In handful (?P<number>\d) (?P<who>\w+) drew (?P<drew>\d) and said (?P<told>\d); in the end all reports added up to "
    r"(?P<total>\d+) in place of (?P<red>\d+)\.": turned,
    r"(?P<who>\w+) told no lie\.": never,
    r"Name a seat only if you would bet on it: without a name you would have won, with (?P<points>\d+) points\.": (
        lambda end, me, points: lost(end, me) and judged(end, me).points + 10 == int(points) >= 90
    ),
    r"Give a range of 10 at most: yours was (?P<wide>\d+) wide, .*": (
        lambda end, me, wide: lost(end, me) and width(end, me) == int(wide) > 10
    ),
    r"Leave more room: your range was (?P<wide>\d+) wide, and 90 points allow 10\.": (
        lambda end, me, wide: width(end, me) == int(wide) < 10 and judged(end, me).points < 90 + 20
    ),
    r"Compare each seat with the rest before you name one: (?P<seat>\w+) said (?P<own>\d+) in all, and the others (?P<others>\d+) "
    r"on average\.": compared,
    r"Trust the sum less: without the crook, who said (?P<own>\d+) in all, and the others (?P<others>\d+) on average, the reports "
    r"pointed to (?P<pointed>\d+)\.": less,
    r"Keep to this: .*": lambda end, me: judged(end, me).low <= secret(end).red <= judged(end, me).high,
    r"Lie by about as much again: (?P<by>\d+) in all was more .*": lambda end, me, by: (
        not lost(end, me) and int(by) == off(end) > 5
    ),
    r"Stay as close to the rest as this: you said (?P<own>\d+) in all, and the others (?P<others>\d+) on average\.": (
        lambda end, me, own, others: not lost(end, me) and is_beside(end, me, own, others)
    ),
    r"Lie by more: your reports are off by (?P<by>\d+) in all, .*": lambda end, me, by: lost(end, me) and int(by) == off(end) <= 5,
    r"Lie against your luck, .*: you said (?P<own>\d+) in all, and the others (?P<others>\d+) on average\.": (
        lambda end, me, own, others: is_beside(end, me, own, others) and sum(each.accused == me for each in fair(end)) >= 2
    ),
    r"Lie the way the others do not expect: .*": lambda end, me: lost(end, me) and off(end) > 5,
}
