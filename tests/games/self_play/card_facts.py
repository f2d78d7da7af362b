"""What self-play's end card says, looked up in the events of the record."""

from __future__ import annotations

import re

from woozle.core.text import answer_words
from woozle.games.self_play import events as self_play
from woozle.games.self_play.data import BOOKS
from woozle.games.self_play.papers.metrics import token_f1

BOTS = "bot*3"
RIGHT = 0.5
REPLIES = ("ANSWER", "HEDGE")


def events(end, *types):
    return [event for event, _ in end.record if isinstance(event, types)]


def acts(end, seat=None, *actions):
    """The steps, numbered from 1, of a seat and of these actions, if they are named."""
    steps = enumerate(events(end, self_play.Acted), 1)
    return [(n, act) for n, act in steps if seat in (None, act.seat) and (not actions or act.action in actions)]


def key(end):
    return events(end, self_play.Key)[0]


def is_right(end, words):
    return token_f1(words, key(end).answers, answer_words) > RIGHT if words else False


def has_found(end, seat, words):
    texts = " ".join(
        text for event in events(end, self_play.Evidence) if event.seat == seat and event.tag == "RETRIEVAL" for text in event.texts
    )
    return words.lower() in texts.lower()


def seat_of(words, me):
    return me if words in ("you", "You") else words


def sure(words):
    return {"sure": "ANSWER", "not sure": "HEDGE"}[words]


def quoted(words):
    return words.strip("“”") if words != "nothing" else ""


def library(end, seat):
    return next((event.library for event in events(end, self_play.Equipped) if event.seat == seat), "")


def you(end, me, did, said=None, how=None, verdict=None, others=None):
    replies = acts(end, me, *REPLIES)
    right = []
    if times := re.search(r"searched (once|twice|\d+ times)", did):
        right.append(len(acts(end, me, "SEARCH")) == {"once": 1, "twice": 2}.get(times[1]) or times[1].split()[0].isdigit())
    if said:
        last = replies[-1][1]
        right.append((last.argument, last.action) == (quoted(said), sure(how)))
        right.append(verdict is None or is_right(end, last.argument) == (verdict == "right"))
    if others:
        theirs = [acts(end, seat, *REPLIES)[-1][1] for seat in end.outcome.results if seat != me and acts(end, seat, *REPLIES)]
        number = {"both": len(theirs), "all": len(theirs), "none": 0}.get(others.split()[0])
        right.append(sum(is_right(end, act.argument) for act in theirs) == (int(others.split()[0]) if number is None else number))
    return all(right)


def unasked(end, me):
    return not any(event.seat == me for event in events(end, self_play.Posed))


def unasked_beside(end, me, asker):
    return unasked(end, me) and events(end, self_play.Posed)[0].seat == asker


def fixed(end, me, number, seat, said, how, by=None, after=None):
    first = next((n, act) for n, act in acts(end, None, *REPLIES) if is_right(end, act.argument))
    concluded = events(end, self_play.Concluded)[0]
    return concluded.f1 > RIGHT and first[0] == int(number) and (first[1].seat, first[1].argument, first[1].action) == (
        seat_of(seat, me), quoted(said), sure(how),
    )  # fmt: skip


def broken(end, me, number, seat, said, how, later, other, instead, sureness):
    steps = dict(acts(end))
    right = [n for n, act in acts(end, None, *REPLIES) if is_right(end, act.argument)]
    one, two = steps[int(number)], steps[int(later)]
    return right[-1] == int(number) and int(later) > int(number) and events(end, self_play.Concluded)[0].f1 <= RIGHT and (
        one.seat, one.argument, one.action, two.seat, two.argument, two.action
    ) == (seat_of(seat, me), quoted(said), sure(how), seat_of(other, me), quoted(instead), sure(sureness))  # fmt: skip


def found_by(end, me, seat, answer):
    given = [is_right(end, act.argument) for _, act in acts(end, None, *REPLIES)]
    return (
        not any(given)
        and any(has_found(end, seat_of(seat, me), each) for each in key(end).answers)
        and answer == key(end).answers[0]
    )


def nobody(end, me):
    given = [is_right(end, act.argument) for _, act in acts(end, None, *REPLIES)]
    return not any(given)


def overruled(end, me, other, told, said, book=None):
    replied = any(act.argument == quoted(told) and is_right(end, act.argument) for _, act in acts(end, other, *REPLIES))
    given = any(event.seat == me and quoted(told) in event.texts for event in events(end, self_play.Evidence))
    is_book = book is None or BOOKS[library(end, other)] == book == BOOKS[key(end).source]
    return replied and given and is_book and mine(end, me, said) and not is_right(end, quoted(said))


def mine(end, me, said):
    return acts(end, me, *REPLIES)[-1][1].argument == quoted(said)


def misread(end, me, answer, said):
    return has_found(end, me, answer) and answer in key(end).answers and mine(end, me, said) and not is_right(end, quoted(said))


def unsearched(end, me, said, book):
    return not acts(end, me, "SEARCH") and BOOKS[library(end, me)] == book == BOOKS[key(end).source] and mine(end, me, said)


def never_asked(end, me, other, book):
    return BOOKS[library(end, other)] == book == BOOKS[key(end).source] and not any(
        event.seat == other and event.by == me for event in events(end, self_play.Posed)
    )


def partly(end, me, said, answer):
    return 0 < events(end, self_play.Concluded)[0].f1 <= RIGHT and mine(end, me, said) and answer == key(end).answers[0]


def oversure(end, me, said, after):
    last = acts(end, me, *REPLIES)[-1][1]
    return last.action == "ANSWER" and last.argument == quoted(said) and not is_right(end, last.argument)


def modest(end, me, said):
    last = acts(end, me, *REPLIES)[-1][1]
    return last.action == "HEDGE" and mine(end, me, said) and not is_right(end, last.argument)


def too_modest(end, me, answer):
    last = acts(end, me, *REPLIES)[-1][1]
    return last.action == "HEDGE" and is_right(end, last.argument) and has_found(end, me, answer)


def needless(end, me, number):
    told, step = None, 0
    for event, _ in end.record:
        step += isinstance(event, self_play.Acted)
        if isinstance(event, self_play.Evidence) and event.seat == me and event.tag.startswith("FRIEND") and told is None:
            told = step if any(is_right(end, text) for text in event.texts) else None
    act = dict(acts(end))[int(number)]
    return told is not None and told < int(number) and (act.seat, act.action) == (me, "SEARCH")


def kept(end, me, how, said):
    told = any(is_right(end, text) for event in events(end, self_play.Evidence) if event.seat == me for text in event.texts)
    return mine(end, me, said) and is_right(end, quoted(said)) and not (told and how.startswith("guessing"))


_SAID = r"(?P<said>“.+?”|nothing)"
_SURE = r"(?P<how>sure|not sure)"

SENTENCES = {
    r"Nobody asked you anything\.": unasked,
    r"Take the seat of (?P<asker>\w+) next time, who asks, and decides\.": unasked_beside,
    rf"You (?P<did>(?:(?!answered).)*)(?:answered {_SAID}, {_SURE}(?:, which is (?P<verdict>right|wrong))?|gave no answer)"
    r"(?:; (?P<others>.+ others) who replied had it right)?\.": you,
    rf"In step (?P<number>\d+) (?P<seat>\w+)(?:, asked by (?P<by>\w+),)? answered {_SAID}, (?P<after>from "
    rf"memory|after [a-z ]+), {_SURE}\.": fixed,
    rf"In step (?P<number>\d+) (?P<seat>\w+) answered {_SAID}, {_SURE}, but in step (?P<later>\d+) (?P<other>\w+) answered "
    r"(?P<instead>“.+”|nothing), (?P<sureness>sure|not sure)\.": broken,
    r"(?P<seat>\w+) found a text that has the answer, “(?P<answer>.+)”, and nobody replied with it\.": found_by,
    r"There was none: nobody found or gave the right answer\.": nobody,
    r"(?P<other>\w+)(?:, who can search (?P<book>.+?), where the answer is,)? told you (?P<told>“.+?”), and you answered "
    r"(?P<said>“.+”|nothing): look at who can know\.": overruled,
    r"Your search found a text that has “(?P<answer>.+?)”, and you answered (?P<said>“.+”|nothing): read .+": misread,
    rf"You answered {_SAID} without a search of (?P<book>.+), where the answer is\.": unsearched,
    r"(?P<other>\w+) can search (?P<book>.+), where the answer is, and you did not ask (?P=other)\.": never_asked,
    rf"{_SAID} has right words, and others beside them or too few: give “(?P<answer>.+)” alone\.": partly,
    rf"You were sure of {_SAID} (?P<after>from memory|after [a-z ]+): HEDGE says that you are not\.": oversure,
    rf"Keep saying when you are not sure, as you did of {_SAID}: .+": modest,
    r"You were right, and not sure although your search found “(?P<answer>.+)”: ANSWER says that you are\.": too_modest,
    r"You searched in step (?P<number>\d+), when you had been told the right answer: a search costs everyone\.": needless,
    rf"Keep (?P<how>.+): {_SAID} was right\.": kept,
}
