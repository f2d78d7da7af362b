"""The viewer's own part in a finished debate: how it did beside the others, and what it could do another time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise

from woozle.arena.views.end_card import part_of_others
from woozle.arena.views.words import cut
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.words import quantity
from woozle.games.debate.state import State, Turned
from woozle.games.debate.words import answer_in_words

_LONGEST = 40  # characters of an answer in a list
_SHORT = 12  # words of a text that leave little room for a reason


def describe_viewer(state: State, me: Seat | None) -> str:
    """Return what the viewer answered, and how right that was beside the others."""
    replies = state.replies(me)
    if me is None or state.key is None or not replies:
        return ""
    answers = [answer for answer, _ in groupby(_quoted(state, reply.answer) for reply in replies)]
    rounds = "in every round" if len(replies) > 1 else "in the one round"
    said = f"{answers[0]} {rounds}" if len(answers) == 1 else ", then ".join(answers)
    others = [seat for seat in state.seats if seat != me]
    right = sum(_ended_right(state, seat) for seat in others)
    theirs = f"; {part_of_others(right, len(others))} ended right" if len(others) > 1 else ""
    return f"You answered {said}, which is {'right' if _ended_right(state, me) else 'wrong'}{theirs}."


def _quoted(state: State, answer: str | None) -> str:
    """Return an answer for a sentence: the letter of an option, or words in quotation marks."""
    if answer is None:
        return "nothing"
    return answer if state.kind == "choice" else f"“{cut(answer, _LONGEST)}”"


def _right_answer(state: State) -> str:
    key = state.key.answer if state.key else ""
    return answer_in_words(state, key) if state.kind == "choice" else _quoted(state, key)


def _ended_right(state: State, seat: Seat) -> bool:
    last = state.last(seat)
    return last is not None and state.is_right(last.answer) is True


def ideas(state: State, me: Seat | None) -> Iterator[str]:
    """Yield what the viewer could do another time, by what it did in this debate; then what it should keep."""
    if me is None or state.key is None or not state.replies(me):
        return
    if not _ended_right(state, me):
        yield from _wrong_in_the_end(state, me)
        return
    yield from _not_followed(state, me)
    rounds = [number for number in sorted(state.said) if state.reply(me, number)]
    others = [seat for seat in state.seats if seat != me and not _ended_right(state, seat)]
    if others and len(rounds) > 1 and not any(state.was_right(me, number) for number in rounds[:-1]):
        yield "You were right only in the last round, when no one could read it: work it out before you read the others."
    if all(state.was_right(me, number) for number in rounds):
        yield f"Keep to what you can show, as here: you were right in {'every round' if len(rounds) > 1 else 'the one round'}."
    turned = [number for number, seat in state.turns() if seat == me and state.find_turn(me, number) == "corrected"]
    if turned and (heard := state.find_agreeing_speakers(me, turned[-1])):
        yield f"Keep changing your mind for a reason, as in round {turned[-1]}, after reading {join_names(heard)}."


def describe_turn_of_table(state: State) -> str:
    """Return the last round in which the right answer took or lost the lead over every wrong one, and who turned in it."""
    leads = [(number, *_count_answers(state, number)) for number in sorted(state.said)]
    if state.key is None or not leads:
        return ""
    turned = [each for before, each in pairwise(leads) if _sign(before) != _sign(each)]
    if not turned:
        _, right, wrong = leads[-1]
        led = {1: "led", 0: "was level with a wrong one", -1: "was behind"}[_sign(leads[-1])]
        whole = "from the first round to the last" if len(leads) > 1 else "in the one round"
        return f"There was none: the right answer {led} {whole}, {right} to {wrong} in the end."
    number, right, wrong = turned[-1]
    took = {1: "took the lead", 0: "drew level with the commonest wrong one", -1: "fell behind"}[_sign(turned[-1])]
    turns = {how: [seat for at, seat in state.turns() if at == number and state.find_turn(seat, at) == how] for how in _HOW}
    did = [f"{join_names(seats)} turned {_HOW[how]}" for how, seats in turns.items() if seats]
    return f"In round {number} the right answer {took}, {right} to {wrong}{f': {join_names(did)}' if did else ''}."


_HOW: Mapping[Turned, str] = {"corrected": "right", "misled": "wrong"}


def _count_answers(state: State, number: int) -> tuple[int, int]:
    """Return how many gave a right answer in a round, and how many the commonest wrong one."""
    given = [reply.answer for reply in state.said[number].values()]
    wrong = Counter(state.first_wording(answer) for answer in given if answer and not state.is_right(answer))
    return sum(bool(state.is_right(answer)) for answer in given), max(wrong.values(), default=0)


def _sign(lead: tuple[int, int, int]) -> int:
    _, right, wrong = lead
    return (right > wrong) - (right < wrong)


def _wrong_in_the_end(state: State, me: Seat) -> Iterator[str]:
    right = _right_answer(state)
    for number in reversed([number for number, seat in state.turns() if seat == me and state.find_turn(me, number) == "misled"]):
        speakers = join_names(state.find_agreeing_speakers(me, number))
        after = f" after reading {speakers}" if speakers else ""
        yield f"You left {right}, which is right, in round {number}{after}: before you change, ask what speaks against your answer."
    rounds = sorted(state.said)
    for number in reversed(rounds):
        heard = state.heard.get(number, {}).get(me, ())
        if knew := [seat for seat in heard if state.was_right(seat, number - 1)]:
            reply = state.reply(me, number)
            gave = f"{join_names(knew)}, who had {right}, and gave {_quoted(state, reply.answer if reply else None)}"
            yield f"In round {number} you read {gave}: first find what is wrong with what you read."
    earlier = [seat for seat in state.seats if any(state.was_right(seat, number) for number in rounds[:-1])]
    if late := [seat for seat in state.seats if _ended_right(state, seat)] or earlier:
        when = "and you never read that" if late == earlier else "in the end, without your seeing it"
        yield f"{join_names(late)} had {right} {when}: go through the question yourself once more before you agree."
    else:
        yield f"Nobody had {right} in any round: go through the question once more when all agree."


def _not_followed(state: State, me: Seat) -> Iterator[str]:
    """Yield who read a right answer of the viewer, and ended wrong."""
    for number in sorted(state.said, reverse=True):
        reply = state.reply(me, number - 1)
        readers = [seat for seat, heard in state.heard.get(number, {}).items() if me in heard]
        lost = [seat for seat in readers if state.was_right(seat, number) is False and not _ended_right(state, seat)]
        lost = [seat for seat in lost if not state.was_right(seat, number - 1)] or lost
        if reply is None or not state.was_right(me, number - 1) or not lost:
            continue
        words = len(reply.text.split())
        theirs = {last.answer for seat in lost if (last := state.last(seat))}
        if words <= _SHORT:
            how = f"you had written {quantity(words, 'word')}: give a reason that can be checked"
        elif len(theirs) == 1 and (answer := theirs.pop()):
            how = f"say what speaks against {_quoted(state, answer)}"
        else:
            how = "say what speaks against their answers"
        became = "turned" if any(state.was_right(seat, number - 1) for seat in lost) else "stayed"
        yield f"{join_names(lost)} read you in round {number} and {became} wrong: {how}."
        return
