"""The pages of a visit. Beside the study's own texts, ours are calm, plain and short."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace

from woozle.arena.studies import plan_facts
from woozle.arena.studies.debriefing import reveal_matches, revealed_lines
from woozle.arena.studies.exits import BONUS_DUE
from woozle.arena.studies.grouping import Grouping
from woozle.arena.studies.participants import Step
from woozle.arena.studies.plan import Belief, CheckQuestion, Question
from woozle.arena.studies.visit import StudyVisit
from woozle.arena.views.study import Agreement, Asked, Button, Coded, Company, Progress, Questionnaire, Reading, paragraphs, quoted
from woozle.arena.views.words import count, seconds_words
from woozle.core.line import Line

_DIGEST = 12  # characters of a SHA-256, enough for people to tell versions of a text apart

_PRACTICE = "Next is a practice match. It does not count; use it to get to know the screen."
_COUNTED = "Next is a match. This one counts."
_RESUMED = "You were in the middle of a match. It continues where you left off."
_STOPPED = "A fault on the server has stopped the match."
_EARLY: Mapping[str, str] = {
    "screened_out": "The study ends here for you, because some of your answers before the game were not right. Thank you.",
    "no_group": "No group could be formed in time, so the study ends here. Thank you for waiting.",
    "partner_left": "Another participant left, so the study ends here. Thank you for taking part.",
    "timed_out": "The time for this study is up, so it ends here. Thank you for taking part.",
}
_MISSED = "You did not say in time that you were still there, so the others went on without you. You can wait for another group."
_KEEP_OPEN = "Keep this page open; it continues by itself. Without script, press the button now and then."
_WITHDRAW = "You do not have to say why. Everything you typed will be removed."

TITLES: Mapping[str, str] = {
    "code": "Your code",
    "form": "About you",
    "practice": "Practice match",
    "check": "Are the rules clear?",
    "lobby": "Waiting for your group",
    "match": "Match",
    "questionnaire": "Final questions",
    "debrief": "About this study",
}


def progress(visit: StudyVisit, title: str = "") -> Progress:
    """Return the participant's place in the study."""
    return Progress(title or _title(visit), *visit.place, is_preview=visit.is_preview)


def _title(visit: StudyVisit) -> str:
    step = visit.step
    if step is None:
        return visit.study.plan.title
    if not step.number:
        return TITLES[step.kind]
    many = sum(each.kind == step.kind for each in visit.way)
    return f"{TITLES[step.kind]} {step.number} of {many}"


def information(visit: StudyVisit) -> Reading:
    """Return the page with the information, the first of all."""
    plan = visit.study.plan
    lines = (
        quoted(plan.title, "heading"),
        *paragraphs(visit.information.text),
        Line(""),
        Line("In short", "heading"),
        *map(quoted, plan_facts.facts(visit.study)),
    )
    shown, note = progress(visit, "Information"), _version(visit.information.digest)
    return Reading(shown, lines, (Button("Continue", "read"), Button("Leave", "decline")), note, is_whole=True, can_stop=False)


def consent(visit: StudyVisit) -> Agreement:
    """Return the page with the consent form."""
    plan, text = visit.study.plan, visit.consent
    facts = map(quoted, plan_facts.consent_facts(plan))
    lines = (*paragraphs(text.text), Line(""), *facts)
    freely = f"Taking part is voluntary. If you do not agree, {plan_facts.kept_of_decliners(plan, is_known=visit.ids is not None)}."
    note = f"{freely} Study: {plan.title}. {_version(text.digest)}"
    return Agreement(progress(visit, "Consent"), lines, plan.consent.boxes, plan.consent.release, note)


def _version(digest: str) -> str:
    return f"Version of this text: {digest[:_DIGEST]}."


def code(visit: StudyVisit) -> Coded:
    """Return the page with the participant's code, to be written down."""
    return Coded(progress(visit), visit.code)


def questions(visit: StudyVisit) -> Questionnaire:
    """Return the page of a form or questionnaire."""
    plan, step = visit.study.plan, visit.step
    asked = plan.form if step and step.kind == "form" else plan.questionnaire
    return Questionnaire(progress(visit), tuple(map(_question, asked)))


def _question(question: Question) -> Asked:
    rest = question.model_dump(exclude={"options", "expect"})
    return Asked(options=tuple((each, each) for each in question.options), **rest)


def check(visit: StudyVisit) -> Questionnaire:
    """Return the page of the comprehension check."""
    asked = tuple(
        Asked(each.id, each.ask, "choice", tuple((option, option) for option in each.options), is_required=True)
        for each in visit.study.plan.check
    )
    return Questionnaire(progress(visit), asked, "A few questions about the rules before you begin.")


def check_result(visit: StudyVisit, wrong: Sequence[str], given: Mapping[str, object], rules: Sequence[Line]) -> Reading:
    """Return the page after a failed comprehension check: wrong answers, explanations, and the rules again."""
    tries = visit.tries_left
    missed = [each for each in visit.study.plan.check if each.id in wrong]
    begin = f"{count(len(missed), 'answer')} {'was' if len(missed) == 1 else 'were'} wrong."
    last = "The study ends here for you." if visit.study.plan.ends_by_check else "That is fine: you can continue."
    then = "Read the explanations, then try again." if tries else f"{last} Here are the right answers."
    lines = [Line(f"{begin} {then}"), *(line for each in missed for line in _correction(each, given, is_told=not tries))]
    if tries:
        lines += rules
    button = Button("Try again", "again") if tries else Button("Continue", "unpassed")
    note = f"You can try {count(tries, 'more time')}." if tries else ""
    return Reading(progress(visit), tuple(lines), (button,), note)


def _correction(each: CheckQuestion, given: Mapping[str, object], *, is_told: bool) -> Iterator[Line]:
    yield Line("")
    yield quoted(each.ask, "notice")
    yield quoted(f"Your answer: {given.get(each.id)}", "quiet")
    if each.why:
        yield quoted(each.why)
    if is_told:
        yield quoted(f"Right answer: {each.right}", "good")


def lobby(visit: StudyVisit, company: Company | None) -> Reading:
    """Return the page on which a participant waits for a group. company: None before they wait."""
    assert visit.who
    plan = visit.study.plan
    ready, wait = seconds_words(plan.grouping.ready_seconds), seconds_words(60 * plan.grouping.wait_minutes)
    pay = plan.pays.get("no_group") if plan.grouping.then == "leave" else None
    then = f"{plan_facts.WHEN_ALONE[plan.grouping.then]}{'' if pay is None else f', and you are paid {pay:.2f} {plan.currency}'}"
    has_missed = any(each.what == "missed" for each in visit.entries) and not visit.who.waits_since
    lines = (
        *([Line(_MISSED, "notice"), Line("")] if has_missed else []),
        Line(f"Next you play in a group of {plan.group} participants, who stay together to the end."),
        Line(f"Once the others are there, you are asked whether you are still there, and have {ready} to press a button."),
        Line(f"You wait up to {wait}, or {ready} longer if a group is about to begin. If the group is not complete then, {then}."),
    )
    if company is None:
        return Reading(progress(visit), lines, (Button("Wait for my group", "wait"),))
    words = "I am still here" if company.is_called else "Look again"
    return Reading(progress(visit), (*lines, Line(_KEEP_OPEN)), (Button(words, "here"),), company=company)


def before_match(visit: StudyVisit, rules: Sequence[Line], company: Company | None = None, *, is_resumed: bool) -> Reading:
    """Return the page before a match, so that no clock runs before the participant is ready.

    Args:
        company: In a match of several participants, those who are there.
    """
    step = visit.step
    assert step
    if company and company.is_stopped:
        return Reading(progress(visit), (Line(_STOPPED, "notice"),), (Button("Look again", "play"),), company=company)
    first = _RESUMED if is_resumed else _PRACTICE if step.kind == "practice" else _COUNTED
    pace = "Take your time: the match begins when you continue."
    words = [" ".join(filter(None, (_partners(visit, step), "" if company else pace)))]
    if company:
        words += _group_rules(visit.study.plan.grouping)
    lines = (Line(first, "notice"), *map(Line, words), Line(""), *rules)
    button = Button("Continue the match" if is_resumed else "Begin", "play")
    return Reading(progress(visit), lines, (button,), company=company)


def _partners(visit: StudyVisit, step: Step) -> str:
    """Say who the other players of a match may be in any condition, so that none is given away. Practice is the same in all."""
    plan, is_solo = visit.study.plan, bool(visit.who and visit.who.is_solo)
    counted = [match for each in plan.conditions for match in (each.solo if is_solo else each.matches)]
    return plan_facts.partners_sentence(plan, plan.practice if step.kind == "practice" else counted)


def _group_rules(grouping: Grouping) -> Iterator[str]:
    """Yield sentences on when a group's match begins, and on what happens to members who leave it."""
    begins = seconds_words(grouping.begins_within)
    yield f"It begins when everybody in your group has pressed the button, or {begins} after the first of you came here."
    lost, until = seconds_words(grouping.lost_seconds), "" if grouping.lost == "leave" else " until you are back"
    then = f"After {lost}, {plan_facts.WHEN_LOST[grouping.lost].format(whose='your')}{until}."
    yield f"If you close the page, or do nothing for a while, the others wait for you. {then}"


def belief(asked: Belief, others: Sequence[tuple[str, str]], shown: Progress) -> Questionnaire:
    """Return the questions in the middle of a match. others: the other seats, as the table names them."""
    intro = "No other player sees your answer, and you miss nothing of the match."
    sure = Asked("sure", asked.ask, "scale", low_label="not sure at all", high_label="completely sure")
    if asked.kind == "suspect" and others:
        who = Asked("suspect", asked.ask, "choice", tuple((name, seat) for seat, name in others))
        return Questionnaire(shown, (who, replace(sure, ask="How sure are you?")), intro)
    return Questionnaire(shown, (sure,), intro)


def debrief(visit: StudyVisit) -> Reading:
    """Return the debriefing, which reveals who was who."""
    assert visit.who
    lines = (*paragraphs(visit.debrief.text), *revealed_lines(reveal_matches(visit.study, visit.who)))
    is_late = visit.stage == "exited"
    if is_late:
        lines = (Line(_EARLY[visit.who.exit or ""], "notice"), Line(""), *lines)
    shown = progress(visit, TITLES["debrief"])
    return Reading(shown, lines, (Button("Continue", "bye" if is_late else "debriefed"),), is_whole=True, can_stop=not is_late)


def goodbye(visit: StudyVisit) -> Reading:
    """Return the last page."""
    assert visit.who
    first = "Thank you for taking part." if visit.who.status == "finished" else _EARLY[visit.who.exit or ""]
    return _farewell(
        visit,
        Line(first, "notice"),
        Line(""),
        *_code_lines(visit),
        quoted(f"To withdraw your data, send your code to: {visit.study.plan.contact}. {_WITHDRAW}"),
        Line("Please keep your code: your name is not stored, so without the code your data cannot be found."),
    )


def _code_lines(visit: StudyVisit) -> Iterator[Line]:
    """Yield the participant's own code, distinguished from that of an exit."""
    if not (visit.exit and visit.exit.code):
        yield Line(f"Your code: {visit.code}", "good")
        return
    yield Line(f"Your own code, to withdraw: {visit.code}", "good")
    yield Line("Keep it to yourself; it is not the one for the recruiter.")


def refusal(visit: StudyVisit) -> Reading:
    """Return the page for people who do not take part."""
    kept = plan_facts.kept_of_decliners(visit.study.plan, is_known=visit.ids is not None)
    return _farewell(visit, Line(f"You are not taking part, and {kept}.", "notice"), Line("Thank you for reading."))


def full(visit: StudyVisit) -> Reading:
    """Return the page for people who come when the quotas are full."""
    first = "This study has all the participants that it needs, so you cannot take part. Nothing about you was saved"
    kept = ", except that somebody came too late" if visit.ids and visit.study.plan.recruiter else ""
    return _farewell(visit, Line(f"{first}{kept}.", "notice"), quoted(f"Questions: {visit.study.plan.contact}"))


def over(visit: StudyVisit) -> Reading:
    """Return the page for participants who come back when nothing is left to do."""
    if visit.who is None:  # turned away, by a sentence that names the contact
        return _farewell(visit, quoted(visit.why, "notice"))
    asked = "Questions" if visit.who.status == "withdrawn" else "Questions, or to withdraw your data"
    contact = quoted(f"{asked}: {visit.study.plan.contact}")
    return _farewell(visit, quoted(visit.why, "notice"), Line(""), *_code_lines(visit), contact, *_late_debriefing(visit))


def _late_debriefing(visit: StudyVisit) -> Iterator[Line]:
    """Yield the debriefing of finished matches for a participant who lost their group, and may have met programs unawares."""
    who = visit.who
    told = reveal_matches(visit.study, who) if who and who.status == "dropped out" and who.group else ()
    if over := [match for match in told if match.is_over]:
        yield from (Line(""), Line(TITLES["debrief"], "heading"), *paragraphs(visit.debrief.text))
        yield from revealed_lines(over)


def _farewell(visit: StudyVisit, *lines: Line) -> Reading:
    """Return a last page, with the code, link and pay of the exit that was reached; no other page has them."""
    left, link, more = visit.exit, "", []
    if left:
        ids = visit.ids
        link = left.link(asdict(ids) if ids else {})
        pay = visit.who.pay if visit.who else left.pay
        bonus = ", and a bonus that is computed later" if visit.study.plan.bonus and left.when in BONUS_DUE else ""
        more += [Line(f"Code for the recruiter: {left.code}", "good")] if left.code else []
        more += [Line(f"Pay: {pay:.2f} {visit.study.plan.currency}{bonus}.")] if pay is not None else []
    lines = (lines[0], Line(""), *more, *lines[1:]) if more else lines
    return Reading(Progress("Goodbye", is_preview=visit.is_preview), lines, (Button("Close", "end"),), can_stop=False, link=link)


def trouble(visit: StudyVisit, sentence: str) -> Reading:
    """Return the page that reports a failure."""
    saved = "Everything you did so far is saved. " if visit.who else ""
    lines = (
        Line("Something went wrong.", "notice"),
        quoted(sentence),
        Line(""),
        Line(f"{saved}Please tell the person who runs this study, or try again."),
    )
    return Reading(progress(visit), lines, (Button("Try again", "retry"),))


def leave_notice(visit: StudyVisit, command: str) -> str:
    """Return the notice for leaving. command: how to return; empty in a browser."""
    if visit.who is None:
        return "You have not agreed to take part, so nothing is saved."
    back = (
        f"To come back, use your code, {visit.code}:\n{command}"
        if command
        else f"To come back, open the study in this browser the same way as before. Your code: {visit.code}"
    )
    hours = count(visit.study.plan.leaving.keep_hours, "hour")
    others = ""
    if (step := visit.step) and step.kind == "lobby":
        others = " If this page is closed for a minute, you no longer wait for a group, but you can begin to wait again."
    elif step and visit.who.owner(step) != visit.who.code:
        others = " Others play with you, though: if you do not come back soon, your group goes on or ends without you."
    return f"Everything you did so far is saved. You can continue from here within {hours}.{others}\n\n{back}"
