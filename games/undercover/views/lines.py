"""The events of Undercover: lines of the transcript, moments worth going to, and seconds to read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from woozle.arena.views.failures import lapse
from woozle.arena.views.knowledge import CourseKnowledge
from woozle.arena.views.match_timeline import Mark, part
from woozle.arena.views.rules import of_briefing
from woozle.arena.views.speeds import to_read
from woozle.arena.views.suspense import REVEAL, Stage
from woozle.arena.views.words import count
from woozle.core.game import Event, Forfeited, Refused
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.votes import leaders
from woozle.games.undercover import events as undercover
from woozle.games.undercover.pairs import verdict
from woozle.games.undercover.scenes.words import describe_edit
from woozle.games.undercover.views.course import Course

_VOTE = 0.4  # seconds to see for whom somebody votes
_COUNT = 3.0  # seconds to see who is out
_NOTICE = 2.0  # seconds to see what the table answers, or who the undercover was
_LONG = 24  # characters of an answer that fit beside a name

Reader: TypeAlias = CourseKnowledge[Course]
"""A viewer to whom lines are addressed."""


def lines(event: Event, reader: Reader) -> Iterator[Line]:
    """Yield the lines of an event in the transcript."""
    match event:
        case undercover.Briefing():
            yield from _briefing(event)
        case undercover.RoundBegan():
            yield from _round(event, reader)
        case undercover.Reflecting(seat) if seat == reader.me:
            yield Line("You give your final answer." if event.is_final else "You look at your answer again.", "quiet")
        case undercover.Reasoned(seat, _, answer, analysis):
            yield _speech(seat, answer, analysis, reader)
        case undercover.Summarised(seat, _, answer, summary):
            yield _speech(seat, answer, summary, reader)
        case undercover.Role(seat, is_undercover) if seat == reader.me:
            yield Line(f"You are{'' if is_undercover else ' not'} the undercover.", "private")
        case undercover.Voted() | undercover.Counted() | undercover.DetectionEnded():
            yield from _voting(event, reader)
        case _:
            yield from _ending(event, reader)


def _briefing(briefing: undercover.Briefing) -> Iterator[Line]:
    yield Line("The question", "heading")
    yield Line(briefing.question)
    if briefing.options:
        yield Line(f"To choose from: {' · '.join(briefing.options)}", "quiet")
    yield from (Line(sentence, "quiet") for sentence in of_briefing("undercover", briefing))


def _round(event: undercover.RoundBegan, reader: Reader) -> Iterator[Line]:
    course = reader.course
    if event.phase == "revote":
        tied = leaders(course.ballots.get(event.number, {}), course.seats)
        yield Line(f"{join_names(tied)} have as many votes. All vote again, about them.", "notice")
        return
    if event.phase == "summary":
        yield Line(f"Answering together, round {event.number}", "heading")
        return
    yield Line(f"Round {event.number}", "heading")
    if course.in_turn:
        yield Line(f"They speak in this order: {join_names(event.seats)}.", "quiet")


def _speech(seat: Seat, answer: str, text: str, reader: Reader) -> Line:
    is_me, number = seat == reader.me, reader.number(seat)
    if not answer and not text:
        return Line("You gave no answer." if is_me else f"{seat} gives no answer.", "quiet", who=number)
    answers = "You answer" if is_me else f"{seat} answers"
    text = text or "Without a reason."
    if len(answer) > _LONG:  # a label has one row
        return Line(f"{answer}\n{text}", "speech", who=number, label=answers)
    return Line(text, "speech", who=number, label=f"{answers} {quoted(answer)}" if answer else "You" if is_me else seat)


def _voting(event: Event, reader: Reader) -> Iterator[Line]:
    match event:
        case undercover.Voted(seat, voting, target, is_again):
            if not is_again and not reader.course.ballots.get(voting):
                yield Line(f"Vote {voting}", "heading")
            for_whom = "you" if target == reader.me and target else target
            if seat == reader.me:
                yield Line(f"You vote for {target}." if target else "You abstain.", "you", who=reader.number(seat))
            else:
                yield Line(f"{seat} votes for {for_whom}." if target else f"{seat} abstains.", who=reader.number(seat))
        case undercover.Counted():
            yield _describe_count(event, reader)
        case undercover.DetectionEnded(why):
            words = {
                "found": "The undercover is found. Those who are left answer together.",
                "regulars_exhausted": "Only one other is left: the undercover was not found in time.",
                "timeout": "That was the last vote: the undercover is still among those who are left.",
            }
            yield Line(words.get(why, why), "good" if why == "found" else "bad")


def stages(event: Event, reader: Reader) -> list[Stage]:
    """Return a vote, which stands alone for a moment before the next one comes."""
    return [Stage(tuple(_voting(event, reader)), REVEAL / len(reader.course.seats))] if isinstance(event, undercover.Voted) else []


def _describe_count(event: undercover.Counted, reader: Reader) -> Line:
    out, votes = event.eliminated, max(event.tally.values(), default=0)
    if out is None:
        why = f": {join_names(event.tied)} have as many votes" if event.tied else ": nobody got a vote" if not votes else ""
        return Line(f"Nobody is out{why}.", "notice")
    who, was = ("You are", "You were") if out == reader.me else (f"{out} is", f"{out} was")
    number = event.tally.get(out, 0)
    how = f"with {count(number, 'vote')}"
    if event.tied:
        by = reader.course.briefing.ties if reader.course.briefing else ""
        again = sum(votes == each for each in event.tally.values()) == 1
        how = "after the second vote" if by == "revote" and again else "as the first of them" if by == "seat_order" else "by lot"
    return Line(
        f"{who} out, {how}. {was}{'' if event.was_undercover else ' not'} the undercover.",
        "good" if event.was_undercover else "bad",
        "†",
        reader.number(out),
    )


def _ending(event: Event, reader: Reader) -> Iterator[Line]:
    match event:
        case undercover.Concluded(answer, by, votes):
            yield Line("The answer of the table", "heading")
            yield Line(f"{quoted(answer) if answer else 'None'}: {_by(by, votes)}.", "notice")
        case undercover.Pair():
            yield Line("What it was about", "heading")
            yield from (Line(sentence) for sentence in truth(event))
        case undercover.Checked():
            yield from (Line(sentence, "quiet") for sentence in verdict.sentences(event))
        case undercover.Revealed(seat, is_found, is_right):
            yield Line(f"The table is {'right' if is_right else 'wrong'}.", "good" if is_right else "bad")
            if seat:
                who, were = ("You", "were") if seat == reader.me else (seat, "was")
                found = f"and {were} {'' if is_found else 'not '}found"
                yield Line(f"{who} {were} the undercover, {found}.", "notice", who=reader.number(seat))
        case Refused(seat) | Forfeited(seat):
            yield lapse(event, reader.me, reader.number(seat))


def _by(by: str, votes: Sequence[int]) -> str:
    match by:
        case "consensus":
            return "all agree"
        case "majority":
            return f"{max(votes, default=0)} of {sum(votes)} say so"
        case "extra_call":
            return "as many gave each answer, and the first who is left decided"
        case "first_seat":
            return "as many gave each answer, and it is that of the first who is left"
        case "first":
            return "that of the first seat counts"
        case "judge":
            return "the judge decided"
    return "nobody gave one"


def truth(pair: undercover.Pair) -> Iterator[str]:
    """Yield lines on the pictures: the right answer, the change, and the answer of the changed picture."""
    yield f"The right answer is {quoted(pair.question.answer)}."
    if pair.edit:
        yield f"Changed for the undercover: {change(pair)}."
    if has_copy(pair) and pair.question.other and pair.question.other != pair.question.answer:
        yield f"In the changed picture it would be {quoted(pair.question.other)}."


def quoted(answer: str) -> str:
    """Return an answer as it stands in a sentence: `says "nothing"` is no silence, and a number needs no marks."""
    return answer if answer.isdigit() else f'"{answer}"'


def has_copy(pair: undercover.Pair) -> bool:
    """Return whether some seat saw another picture."""
    return pair.other is not None or (pair.scene is None and pair.counterfactual != pair.picture)


def change(pair: undercover.Pair) -> str:
    """Return the change of the counterfactual in a few words."""
    return describe_edit(pair.edit, pair.scene) if pair.edit else ""


# Moments, and time to read


def mark(event: Event, at: int) -> Mark | None:
    """Return the mark of an event at a position. A vote begins with the first event told of it."""
    match event:
        case undercover.Briefing():
            return part(at, "the start")
        case undercover.RoundBegan("reasoning", number):
            return part(at, f"round {number}")
        case undercover.RoundBegan("summary"):
            return part(at, "answering together")
        case undercover.Voted(_, voting, _, is_again):
            return part(at, f"vote {voting}{', after a tie' if is_again else ''}")
        case undercover.Counted(_, _, _, str(out), was):
            return Mark(at, "U" if was else "†", f"{out} is out{', the undercover' if was else ''}", is_bad=not was)
        case undercover.Revealed():
            return part(at, "the end")
    return None


def reading(event: Event, me: Seat | None) -> float:
    """Return the seconds that humans need for an event before the next may come; they know their own words."""
    match event:
        case undercover.Reasoned(seat, _, _, text) | undercover.Summarised(seat, _, _, text) if seat != me:
            return to_read(text)
        case undercover.Voted(seat) if seat != me:
            return _VOTE
        case undercover.Counted():
            return _COUNT
        case undercover.Concluded() | undercover.Revealed():
            return _NOTICE
    return 0.0
