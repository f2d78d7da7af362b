"""What is shown at each point of a visit. Words of the study are its own; ours are calm, plain and short."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from woozle.arena.studies.debriefing import MatchTold, Unveiled, matches_told
from woozle.arena.studies.plan import Belief, Check, Question
from woozle.arena.studies.steps import Step
from woozle.arena.studies.visit import Visit
from woozle.arena.views.line import Line
from woozle.arena.views.study import Agreement, Asked, Button, Coded, Progress, Questionnaire, Reading, paragraphs
from woozle.arena.views.words import count

_DIGEST = 12  # characters of a SHA-256 that tell versions of a text apart for a person

_PRACTICE = "A practice match comes next. It does not count; it is there to get to know the table."
_COUNTED = "A match comes next. This one counts."
_RESUMED = "You were in the middle of a match. It goes on where you left it."
_TIME_IS_UP = "The time for this study is used up, so it ends here. Thank you for what you did."
_WITHDRAW = "You need not say why. Everything you typed is then removed."

TITLES: Mapping[str, str] = {
    "code": "Your code",
    "form": "About you",
    "practice": "Practice match",
    "check": "Is it clear how it goes?",
    "match": "Match",
    "questionnaire": "Some questions at the end",
    "debrief": "What it was about",
}


def progress(visit: Visit, title: str = "", *, is_preview: bool) -> Progress:
    """How far somebody is."""
    step = visit.step
    title = title or (_titled(visit, step) if step else visit.study.plan.title)
    return Progress(title, *visit.place, is_preview=is_preview, is_linked=visit.is_linked)


def _titled(visit: Visit, step: Step) -> str:
    if not step.number:
        return TITLES[step.kind]
    many = sum(each.kind == step.kind for each in visit.way)
    return f"{TITLES[step.kind]} {step.number} of {many}"


def information(visit: Visit, *, is_preview: bool) -> Reading:
    """What the study is, before anything else."""
    plan = visit.study.plan
    lines = (Line(plan.title, "heading"), *paragraphs(visit.information.text))
    note = f"It takes about {count(plan.minutes, 'minute')}. Questions: {plan.contact}. {_version(visit.information.digest)}"
    shown = progress(visit, "Information", is_preview=is_preview)
    return Reading(shown, lines, (Button("Go on", "read"), Button("Leave", "decline")), note, is_whole=True, can_stop=False)


def consent(visit: Visit, *, is_preview: bool) -> Agreement:
    """What is agreed to."""
    asked = visit.study.plan.consent
    shown = progress(visit, "Consent", is_preview=is_preview)
    return Agreement(shown, paragraphs(visit.consent.text), asked.boxes, asked.release, _version(visit.consent.digest))


def _version(digest: str) -> str:
    return f"Version of this text: {digest[:_DIGEST]}."


def code(visit: Visit, *, is_preview: bool) -> Coded:
    """What is written down."""
    return Coded(progress(visit, is_preview=is_preview), visit.code)


def questions(visit: Visit, asked: Sequence[Question], *, is_preview: bool) -> Questionnaire:
    """A form or a questionnaire."""
    return Questionnaire(progress(visit, is_preview=is_preview), tuple(map(_asked, asked)))


def _asked(question: Question) -> Asked:
    options = tuple((each, each) for each in question.options)
    low, high, low_label, high_label = question.low, question.high, question.low_label, question.high_label
    return Asked(question.id, question.ask, question.kind, options, low, high, low_label, high_label, question.is_required)


def check(visit: Visit, *, is_preview: bool) -> Questionnaire:
    """The comprehension check."""
    asked = tuple(
        Asked(each.id, each.ask, "choice", tuple((option, option) for option in each.options), is_required=True)
        for each in visit.study.plan.check
    )
    intro = "A few questions on the rules, before it begins."
    return Questionnaire(progress(visit, is_preview=is_preview), asked, intro)


def checked(visit: Visit, wrong: Sequence[str], given: Mapping[str, object], rules: Sequence[Line], *, is_preview: bool) -> Reading:
    """What was not right in the check, why, and the rules once more."""
    tries = visit.tries_left
    missed = [each for each in visit.study.plan.check if each.id in wrong]
    begin = f"{count(len(missed), 'answer')} {'was' if len(missed) == 1 else 'were'} not right."
    then = "Read on, then try again." if tries else "That does not matter: you go on, and here is how it is."
    lines = [Line(f"{begin} {then}"), *(line for each in missed for line in _missed(each, given, is_told=not tries))]
    if tries:
        lines += rules
    button = Button("Try again", "again") if tries else Button("Go on", "unpassed")
    note = f"You can try {count(tries, 'more time')}." if tries else ""
    return Reading(progress(visit, is_preview=is_preview), tuple(lines), (button,), note)


def _missed(each: Check, given: Mapping[str, object], *, is_told: bool) -> Iterator[Line]:
    yield Line("")
    yield Line(each.ask, "notice")
    yield Line(f"You said: {given.get(each.id)}", "quiet")
    if each.why:
        yield Line(each.why)
    if is_told:
        yield Line(f"It is: {each.right}", "good")


def before_match(visit: Visit, rules: Sequence[Line], *, is_resumed: bool, is_preview: bool) -> Reading:
    """What comes next, so that nobody's time begins before they are ready."""
    step = visit.step
    assert step
    first = _RESUMED if is_resumed else _PRACTICE if step.kind == "practice" else _COUNTED
    words = "Others at the table may be machines, and players may mislead you. Take the time you need; it begins when you go on."
    lines = (Line(first, "notice"), Line(words), Line(""), *rules)
    return Reading(
        progress(visit, is_preview=is_preview), lines, (Button("Go on with the match" if is_resumed else "Begin", "play"),)
    )


def belief(asked: Belief, others: Sequence[tuple[str, str]], shown: Progress) -> Questionnaire:
    """What is asked in the middle of a match. others: the seats beside one's own, as the table names them."""
    scale = ("not sure at all", "completely sure")
    intro = "The match waits. Nobody else is told."
    if asked.kind == "suspect" and others:
        who = Asked("suspect", asked.ask, "choice", tuple((name, seat) for seat, name in others))
        sure = Asked("sure", "How sure are you?", "scale", (), 0, 100, *scale)
        return Questionnaire(shown, (who, sure), intro)
    return Questionnaire(shown, (Asked("sure", asked.ask, "scale", (), 0, 100, *scale),), intro)


def debrief(visit: Visit, *, is_preview: bool) -> Reading:
    """What it was about, and who was who."""
    assert visit.who
    told = matches_told(visit.study, visit.who)
    lines = (*paragraphs(visit.debrief.text), *(line for match in told for line in _match(match)))
    is_late = visit.stage == "timed_out"
    if is_late:
        lines = (Line(_TIME_IS_UP, "notice"), Line(""), *lines)
    shown = progress(visit, TITLES["debrief"], is_preview=is_preview)
    return Reading(shown, lines, (Button("Go on", "bye" if is_late else "debriefed"),), is_whole=True, can_stop=not is_late)


def _match(told: MatchTold) -> Iterator[Line]:
    kind = "Practice match" if told.is_practice else "Match"
    yield Line(f"{kind} {told.number}: who was who{'' if told.is_over else ' (it was not played to its end)'}", "heading")
    for number, seat in enumerate(told.seats, 1):
        yield Line(_told(seat), "you" if seat.who == "you" else "plain", mark=seat.seat[:1], who=number)
    for seat in told.officials:
        yield Line(f"Beside the table, {seat.seat}: {seat.who}.")


def _told(seat: Unveiled) -> str:
    role = f" Role: {seat.role.replace('_', ' ')}{f' ({seat.means})' if seat.means else ''}." if seat.role else ""
    return f"{seat.seat}: {seat.who}.{role}"


def goodbye(visit: Visit, *, is_preview: bool) -> Reading:
    """The last page."""
    plan = visit.study.plan
    lines = (
        Line("Thank you for taking part.", "notice"),
        Line(""),
        Line(f"Your code: {visit.code}", "good"),
        Line(f"To withdraw what you did, tell your code to: {plan.contact}. {_WITHDRAW}"),
        Line("Without the code nobody can find what you did, for your name is not kept. So please keep it."),
    )
    shown = Progress("Goodbye", is_preview=is_preview)
    return Reading(shown, lines, (Button("Close", "end"),), can_stop=False)


def declined(visit: Visit, *, is_preview: bool) -> Reading:
    """For whoever does not take part."""
    lines = (Line("You do not take part, and nothing was kept.", "notice"), Line("Thank you for reading."))
    return Reading(Progress("Goodbye", is_preview=is_preview), lines, (Button("Close", "end"),), can_stop=False)


def over(visit: Visit, *, is_preview: bool) -> Reading:
    """For whoever comes back when there is nothing to go on with."""
    lines: Iterable[Line] = (
        Line(visit.why, "notice"),
        Line(""),
        Line(f"Your code: {visit.code}"),
        Line(f"Questions, or to withdraw what you did: {visit.study.plan.contact}."),
    )
    return Reading(Progress("Goodbye", is_preview=is_preview), tuple(lines), (Button("Close", "end"),), can_stop=False)


def trouble(sentence: str, shown: Progress) -> Reading:
    """Something could not be kept, or begun."""
    lines = (
        Line("Something did not work.", "notice"),
        Line(sentence),
        Line(""),
        Line("What you did until now is kept. Please tell whoever runs this study, or try it once more."),
    )
    return Reading(shown, lines, (Button("Try again", "retry"),))


def stopping(visit: Visit, command: str) -> str:
    """What is said to whoever may want to stop. command: by which they come back; empty where a link does it."""
    if visit.who is None:
        return "You have not agreed to take part, so nothing is kept."
    back = (
        f"You come back with your code, {visit.code}:\n{command}"
        if command
        else f"You come back by your link, in this browser. Your code: {visit.code}"
    )
    hours = f"{visit.study.plan.leaving.keep_hours:g}"
    return f"What you did until now is kept, and it goes on where you are, within {hours} hours.\n\n{back}"
