"""The facts of a plan that participants must know before they agree, as sentences. The study's own texts need not repeat them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.grouping import WhenAlone, WhenLost
from woozle.arena.studies.plan import PlannedMatch, StudyPlan
from woozle.arena.studies.planned_match import seat_specs, set_up, writes_sentences
from woozle.arena.views.words import count, seconds_words
from woozle.core.names import join_names
from woozle.players.seats import HUMAN

PartnerKind: TypeAlias = Literal["human", "bot", "model"]
"""Kinds of other players, as participants distinguish them: an agent is a program, too."""

_PARTNERS: Mapping[PartnerKind, str] = {"human": "other participants", "bot": "programs", "model": "language models"}
_PAID: Mapping[ExitKind, str] = {
    "completion": "if you take part to the end",
    "screened_out": "if the study ends early because of wrong answers",
    "no_consent": "if you do not agree to take part",
    "quota_full": "if the study has all its participants before you agree",
    "no_group": "if no group can be formed",
    "partner_left": "if it ends because another participant left",
    "timed_out": "if the time is up before you have finished",
}
WHEN_ALONE: Mapping[WhenAlone, str] = {
    "leave": "the study ends for you",
    "bots": "the match begins with programs in the free places",
    "solo": "you play another version, without other participants",
}
WHEN_LOST: Mapping[WhenLost, str] = {
    "bot": "a program answers in {whose} place",
    "leave": "the match ends, and with it the study for the whole group",
    "forfeit": "{whose} questions are passed over",
}


def partners(plan: StudyPlan, matches: Sequence[PlannedMatch] = ()) -> list[PartnerKind]:
    """Return the kinds of players that a participant can meet in any of these matches, by default in all of the plan.

    Raises SeatsError.
    """
    matches = matches or [*plan.matches]
    met: set[str] = {"bot"} if plan.grouping.has_bots and any(each.people > 1 for each in matches) else set()
    for planned in matches:
        seats = seat_specs(planned)
        seats.remove(HUMAN)
        met |= {"bot" if spec.kind == "agent" else spec.kind for spec in seats}
    return [kind for kind in _PARTNERS if kind in met]


def partners_sentence(plan: StudyPlan, matches: Sequence[PlannedMatch] = ()) -> str:
    """Say who the other players are, as `partners` does; empty where there are none. Raises SeatsError."""
    *first, last = [_PARTNERS[kind] for kind in partners(plan, matches)] or [""]
    if first:
        return f"The other players may be {', '.join(first)} or {last}, and they may mislead you."
    return f"The other players are {last}, and they may mislead you." if last else ""


def facts(study: StudyFolder) -> Iterator[str]:
    """Yield the facts of a plan, in the order in which people ask for them. Raises ValueError for matches that cannot be played."""
    plan = study.plan
    yield f"Time: about {count(plan.minutes, 'minute')}.{_limit(plan)}"
    if plan.page_minutes:
        given = f"In a browser, you have {count(plan.page_minutes, 'minute')} for a page of questions, and can ask for more."
        then = ", and the study ends" if plan.page_then == "timed_out" else ""
        yield f"{given} A page that is not answered in time counts as unanswered{then}."
    if found := partners_sentence(plan):
        yield found
    services = (set_up(study.path, each).services.items() for each in plan.matches)
    if readers := sorted({seat for each in services for seat, spec in each if spec.model}):
        yield f"A language model also reads what is written in matches; it is the {join_names(readers)}, not a player."
    if plan.group > 1:
        yield from _groups(plan)
    if ends := [*_screening(plan)]:
        yield f"The study ends early for you if {' or '.join(ends)}."
    yield from _pay(plan)
    yield _leaving(plan)
    yield from _kept(plan)
    yield from consent_facts(plan)


def consent_facts(plan: StudyPlan) -> Iterator[str]:
    """Yield the facts that the consent form repeats."""
    if plan.age is not None:
        yield f"Age: participants must be at least {count(plan.age, 'year')} old."
    if plan.storage:
        yield f"Your data are kept {plan.storage.strip().rstrip('.')}."
    yield f"Contact, for questions and to withdraw: {plan.contact}"


def _limit(plan: StudyPlan) -> str:
    if plan.limit_minutes is None:
        return ""
    return f" After {count(plan.limit_minutes, 'minute')} in one visit, no new part begins and the study ends."


def _groups(plan: StudyPlan) -> Iterator[str]:
    terms = plan.grouping
    wait = f"You play in a group of {plan.group}, and wait up to {count(terms.wait_minutes, 'minute')} for the others."
    yield f"{wait} If they have not all come by then, {WHEN_ALONE[terms.then]}."
    silent = f"A player who does nothing for {seconds_words(terms.idle_seconds)} is asked whether they are still there."
    hidden = ", and the others are not told" if terms.hides_replacement else ""
    then = f"{WHEN_LOST[terms.lost].format(whose='their')}{hidden}"
    yield f"{silent} If there is no answer within {seconds_words(terms.lost_seconds)}, {then}."
    if terms.blind:
        yield "Nobody learns before the end which players are participants and which are programs."


def _screening(plan: StudyPlan) -> Iterator[str]:
    if plan.ends_by_check:
        yield f"any answer to the questions on the rules is still wrong after {count(plan.check_tries, 'try', 'tries')}"
    if plan.missed_attention is not None:
        yield f"{plan.missed_attention + 1} or more of your answers to the questions that test attention are wrong"


def _pay(plan: StudyPlan) -> Iterator[str]:
    if plan.pays:
        yield f"Pay: {'; '.join(f'{pay:.2f} {plan.currency} {_PAID[when]}' for when, pay in plan.pays.items())}."
    if plan.bonus:
        lowest = f"{plan.bonus.lowest:.2f} to " if plan.bonus.lowest else "up to "
        yield f"Bonus: {lowest}{plan.bonus.most:.2f} {plan.currency}, depending on your matches."


def before_you_begin(plan: StudyPlan, *, is_known: bool) -> Iterator[str]:
    """Yield the facts that people need before the first page in a browser, such as whether a phone will do. is_known: as below."""
    writes = any(writes_sentences(each.game) for each in plan.matches)
    keyboard = " In the matches you write sentences, which is easier with a keyboard." if writes else ""
    yield f"This works in any current browser: on a computer, a tablet or a phone.{keyboard}"
    kept = kept_of_decliners(plan, is_known=is_known)
    yield f"First you read what the study is about. If you do not agree to take part, {kept}."


def _leaving(plan: StudyPlan) -> str:
    back = f"You can stop at any time, and come back within {count(plan.leaving.keep_hours, 'hour')}."
    if plan.group > 1:
        return f"{back} Your group does not wait that long."
    by_bot = f"{'may be' if 'model' in partners(plan) else 'is'} finished by a program"
    return f"{back} A match that you leave for good {by_bot if plan.leaving.then == 'bot' else 'does not count'}."


def kept_of_decliners(plan: StudyPlan, *, is_known: bool) -> str:
    """Say what is saved of people who do not agree.

    Args:
        is_known: They came with a recruiter's id.
    """
    return f"nothing is saved{', except that somebody declined' if is_known and plan.recruiter else ''}"


def _kept(plan: StudyPlan) -> Iterator[str]:
    data = plan.data
    typed = "What you type in matches is kept" if data.text else "What you type in matches is removed once your part is over"
    yield f"{typed}. Your choices and answers are kept, with the time you took."
    if data.timing:
        yield (
            "How you type is kept: the time to your first key, how many keys, deletions and pasted characters there were, "
            "and how long you were away; never which keys."
        )
    else:
        yield "How you type is not kept."
    yield f"Facts about your screen, such as its size, are {'kept' if data.device else 'not kept'}."
    if plan.recruiter:
        yield "The id that the recruiter gave you is kept apart from your data, until you withdraw."
