"""The facts of a plan that participants must know before they agree, as sentences. The study's own texts need not repeat them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.folder import StudyFolder
from woozle.arena.studies.grouping import WhenAlone, WhenLost
from woozle.arena.studies.plan import PlannedMatch, StudyPlan
from woozle.arena.studies.planned_match import match_config, writes_sentences
from woozle.arena.views.words import count
from woozle.core.names import join_names
from woozle.players.seats import HUMAN, parse_seats

PARTNERS: Mapping[str, str] = {
    "remote": "other participants",
    "human": "other participants",
    "bot": "programs",
    "agent": "programs",
    "model": "language models",
}
"""Words for the kinds of other players, as participants read them."""

_PAID: Mapping[ExitKind, str] = {
    "completion": "if you take part to the end",
    "screened_out": "if the study ends early because of wrong answers",
    "no_consent": "if you do not agree to take part",
    "quota_full": "if the study has all its participants before you agree",
    "no_group": "if no group can be formed",
    "partner_left": "if it ends because another participant left",
    "timed_out": "if the time is up before you have finished",
}


_ALONE: Mapping[WhenAlone, str] = {
    "leave": "If it is not complete by then, the study ends for you.",
    "bots": "If it is not complete by then, programs take the free places.",
    "solo": "If it is not complete by then, you play another version without other participants.",
}
_LOST: Mapping[WhenLost, str] = {
    "bot": "a program answers in their place",
    "leave": "the match ends, and with it the study for the group",
    "forfeit": "they give no answers",
}


def partners(plan: StudyPlan, matches: Sequence[PlannedMatch] = ()) -> tuple[str, ...]:
    """Return the kinds of players that a participant can meet in any of these matches, by default in all of the plan.

    Raises SeatsError.
    """
    kinds, matches = [], matches or [*plan.matches]
    for planned in matches:
        seats = parse_seats(",".join(planned.seats), planned.game)
        seats.remove(HUMAN)
        kinds += [spec.kind for spec in seats]
    if any(each.people > 1 for each in matches) and "bot" in (plan.grouping.lost, plan.grouping.then.removesuffix("s")):
        kinds.append("bot")
    return tuple(words for words in dict.fromkeys(PARTNERS.values()) if any(PARTNERS[kind] == words for kind in kinds))


def partners_sentence(plan: StudyPlan, matches: Sequence[PlannedMatch] = ()) -> str:
    """Say who the other players are, as `partners` does; empty where there are none. Raises SeatsError."""
    *first, last = partners(plan, matches) or [""]
    if first:
        return f"The other players may be {', '.join(first)} or {last}, and they may mislead you."
    return f"The other players are {last}, and they may mislead you." if last else ""


def facts(study: StudyFolder) -> Iterator[str]:
    """Yield the facts of a plan, in the order in which people ask for them. Raises ValueError for matches that cannot be played."""
    plan = study.plan
    yield f"Time: about {count(plan.minutes, 'minute')}.{_limit(plan)}"
    if plan.page_minutes:
        waits = f"A page with questions waits for {count(plan.page_minutes, 'minute')} in a browser, and longer if you ask for it."
        yield f"{waits} After that it is left unanswered{', and the study ends' * (plan.page_then == 'timed_out')}."
    if found := partners_sentence(plan):
        yield found
    if readers := [*_readers(study)]:
        yield f"Besides the players, a language model reads what is written in matches, as their {join_names(readers)}."
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


def _readers(study: StudyFolder) -> Iterator[str]:
    """Yield the services of matches that are language models: judges and graders."""
    from woozle.arena.play.models import choose_services

    found: set[str] = set()
    for each in study.plan.matches:
        chosen = choose_services(each.officials, each.game, match_config(study.path, each))
        found |= {seat for seat, spec in chosen.items() if spec.model}
    yield from sorted(found)


def _limit(plan: StudyPlan) -> str:
    if plan.limit_minutes is None:
        return ""
    return f" After {count(plan.limit_minutes, 'minute')} in one visit no further part begins, and the study ends."


def _groups(plan: StudyPlan) -> Iterator[str]:
    terms = plan.grouping
    yield f"You play in a group of {plan.group}, and wait for it up to {count(terms.wait_minutes, 'minute')}. {_ALONE[terms.then]}"
    silent = f"If a player gives no sign for {terms.idle_seconds:g} seconds, they are asked whether they are still there."
    hidden = "" if terms.shows_replacement or terms.lost != "bot" else ", and the others are not told"
    yield f"{silent} After {terms.lost_seconds:g} seconds more, {_LOST[terms.lost]}{hidden}."
    if terms.blind:
        yield "Until the end, nobody learns which player is which participant or program."


def _screening(plan: StudyPlan) -> Iterator[str]:
    if plan.check and plan.failed_check == "screened_out":
        yield f"an answer to the questions on the rules is still wrong after {count(plan.check_tries, 'try', 'tries')}"
    if plan.missed_attention is not None:
        yield f"you answer more than {plan.missed_attention} of the questions that test attention wrongly"


def _pay(plan: StudyPlan) -> Iterator[str]:
    paid = [f"{each.pay:.2f} {plan.currency} {_PAID[each.when]}" for each in plan.exits if each.pay is not None]
    if paid:
        yield f"Pay: {'; '.join(paid)}."
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
    by_bot = f"{'may be' if PARTNERS['model'] in partners(plan) else 'is'} played to its end by a program"
    left = by_bot if plan.leaving.then == "bot" else "does not count"
    back = f"You can stop at any time, and come back within {count(plan.leaving.keep_hours, 'hour')}."
    return (
        f"{back} Your group does not wait so long." if plan.group > 1 else f"{back} A match to which you do not come back {left}."
    )


def kept_of_decliners(plan: StudyPlan, *, is_known: bool) -> str:
    """Say what is saved of people who do not agree.

    Args:
        is_known: They came with a recruiter's id.
    """
    return f"nothing is saved{', except that somebody declined' if is_known and plan.recruiter else ''}"


def _kept(plan: StudyPlan) -> Iterator[str]:
    data = plan.data
    typed = "What you type in matches is kept" if data.text else "What you type in matches is removed once your part is over"
    yield f"{typed}. What you choose and answer is kept, with the time that you took."
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
