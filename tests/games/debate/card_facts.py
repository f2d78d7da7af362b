"""What the debate's end card says, looked up in the events of the record."""

from __future__ import annotations

import re
from collections import Counter

from woozle.games.debate import events as debate

BOTS = "bot*5"


def rounds(end):
    """The answers of each round, by seat."""
    found = {}
    for event, _ in end.record:
        if isinstance(event, debate.Answered):
            found.setdefault(event.round, {})[event.seat] = event.answer
    return [found[number] for number in sorted(found)]


def heard(end, number):
    found = [event for event, _ in end.record if isinstance(event, debate.Linked) and event.round == number]
    return found[0].heard if found else {}


def key(end):
    return next(event.answer for event, _ in end.record if isinstance(event, debate.Key))


def seats_in(words, me):
    return [me if each == "you" else each for each in re.split(r", | and ", words)]


def many(words, others):
    """The number that `all 4 others`, `none of the 4 others` and the like mean."""
    return {"all": others, "both": others, "none": 0}.get(words.split()[0]) if not words[0].isdigit() else int(words.split()[0])


def you(end, me, said, verdict, others):
    answers = [answers[me] for answers in rounds(end)]
    told = [answers[0]] if " in " in said else said.split(", then ")
    changes = [answer for at, answer in enumerate(answers) if at == 0 or answer != answers[at - 1]]
    last = rounds(end)[-1]
    right = sum(answer == key(end) for seat, answer in last.items() if seat != me)
    return changes == told and (last[me] == key(end)) == (verdict == "right") and right == many(others, len(last) - 1)


def lead(end, answers):
    right = sum(answer == key(end) for answer in answers.values())
    wrong = max(Counter(answer for answer in answers.values() if answer != key(end)).values(), default=0)
    return right, wrong


def turned(end, me, number, how, right, wrong, who=None):
    before, now = (lead(end, rounds(end)[int(number) - at]) for at in (2, 1))
    signs = [(one > other) - (one < other) for one, other in (before, now)]
    expected = {"took the lead": 1, "fell behind": -1, "drew level with the commonest wrong one": 0}[how]
    later = [(one > other) - (one < other) for one, other in (lead(end, answers) for answers in rounds(end)[int(number) - 1 :])]
    was, became = rounds(end)[int(number) - 2], rounds(end)[int(number) - 1]
    named = {}
    for words, verdict in re.findall(r"(\w[\w, ]*?) turned (right|wrong)(?: and |$)", who or ""):
        named |= dict.fromkeys(seats_in(words, me), verdict)
    moved = {
        seat: "right" if became[seat] == key(end) else "wrong"
        for seat in was
        if (was[seat] == key(end)) != (became[seat] == key(end))
    }
    return now == (int(right), int(wrong)) and signs[0] != signs[1] == expected and {*later} == {expected} and named == moved


def unturned(end, me, how, right, wrong):
    signs = {(one > other) - (one < other) for one, other in (lead(end, answers) for answers in rounds(end))}
    expected = {"led": 1, "was behind": -1, "was level with a wrong one": 0}[how]
    return signs == {expected} and lead(end, rounds(end)[-1]) == (int(right), int(wrong))


def misled(end, me, answer, number, speakers=None):
    was, now = rounds(end)[int(number) - 2], rounds(end)[int(number) - 1]
    listened = heard(end, int(number)).get(me, ())
    named = seats_in(speakers, me) if speakers else []
    return (
        was[me] == key(end) == answer[0]
        and now[me] != key(end)
        and {*named} == {seat for seat in listened if was[seat] != key(end)}
    )


def overheard(end, me, number, knew, answer, gave):
    was, now = rounds(end)[int(number) - 2], rounds(end)[int(number) - 1]
    right = [seat for seat in heard(end, int(number)).get(me, ()) if was[seat] == key(end)]
    return right == seats_in(knew, me) and answer[0] == key(end) and now[me] == gave != key(end)


def unseen(end, me, seats, answer):
    return all(any(answers[seat] == key(end) for answers in rounds(end)) for seat in seats_in(seats, me)) and not any(
        answers[seat] == key(end)
        for number, answers in enumerate(rounds(end)[:-1], 1)
        for seat in heard(end, number + 1).get(me, ())
    )


def nobody(end, me, answer):
    return answer[0] == key(end) and not any(key(end) in answers.values() for answers in rounds(end))


def late(end, me):
    return [answers[me] == key(end) for answers in rounds(end)] == [False] * (len(rounds(end)) - 1) + [True]


def unfollowed(end, me, seats, number, became, answer=None):
    was, now, last = rounds(end)[int(number) - 2], rounds(end)[int(number) - 1], rounds(end)[-1]
    return was[me] == key(end) and all(
        me in heard(end, int(number))[seat]
        and now[seat] != key(end)
        and last[seat] != key(end)
        and (was[seat] == key(end)) == (became == "turned")
        and (not answer or last[seat] == answer)
        for seat in seats_in(seats, me)
    )


def brief(end, me, seats, number, became, words):
    texts = [
        event.text
        for event, _ in end.record
        if isinstance(event, debate.Answered) and event.seat == me and event.round == int(number) - 1
    ]
    return unfollowed(end, me, seats, number, became) and len(texts[0].split()) == int(words)


def always(end, me):
    return all(answers[me] == key(end) for answers in rounds(end))


def corrected(end, me, number, speakers):
    was, now = rounds(end)[int(number) - 2], rounds(end)[int(number) - 1]
    right = {seat for seat in heard(end, int(number))[me] if was[seat] == key(end)}
    return was[me] != key(end) == now[me] and {*seats_in(speakers, me)} == right


_SEATS = r"[\w, ]+"

SENTENCES = {
    r"You answered (?P<said>.+), which is (?P<verdict>right|wrong); (?P<others>.+ others) ended right\.": you,
    rf"In round (?P<number>\d+) the right answer (?P<how>[a-z ]+), (?P<right>\d+) to (?P<wrong>\d+)(?:: "
    rf"(?P<who>{_SEATS}))?\.": turned,
    r"There was none: the right answer (?P<how>[a-z ]+) from the first round to the last, (?P<right>\d+) to "
    r"(?P<wrong>\d+) in the end\.": (unturned),
    rf"You left (?P<answer>.+), which is right, in round (?P<number>\d+)(?: after reading "
    rf"(?P<speakers>{_SEATS}))?: before .+": misled,
    rf"In round (?P<number>\d+) you read (?P<knew>{_SEATS}), who had (?P<answer>.+), and gave (?P<gave>.+): first .+": overheard,
    rf"(?P<seats>{_SEATS}) had (?P<answer>.+) (?:in the end, without your seeing it|and you never read that): .+": unseen,
    r"Nobody had (?P<answer>.+) in any round: .+": nobody,
    r"You were right only in the last round, when no one could read it: .+": late,
    rf"(?P<seats>{_SEATS}) read you in round (?P<number>\d+) and (?P<became>stayed|turned) wrong: you had written "
    r"(?P<words>\d+) words?: .+": brief,
    rf"(?P<seats>{_SEATS}) read you in round (?P<number>\d+) and (?P<became>stayed|turned) wrong: say what speaks against "
    rf"(?:their answers|(?P<answer>\w))\.": unfollowed,
    r"Keep to what you can show, as here: you were right in every round\.": always,
    rf"Keep changing your mind for a reason, as in round (?P<number>\d+), after reading (?P<speakers>{_SEATS})\.": corrected,
}
