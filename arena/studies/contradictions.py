"""Sentences in a study's own texts that say something else than its plan.

Texts are read sentence by sentence, by English patterns; those in other languages are not compared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from woozle.arena.studies import plan_facts
from woozle.arena.studies.plan import StudyPlan
from woozle.core.names import NUMBER_WORDS
from woozle.core.value import value

_NUMBER = rf"(\d+(?:\.\d+)?|{'|'.join(NUMBER_WORDS[1:])})"
_MONEY = r"(?:(?:GBP|USD|EUR|[£$€]) ?(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?) ?(?:GBP|USD|EUR|[£$€]|pounds?\b|dollars?\b|euros?\b))"
_OTHERS = r"\b(?:others?|other players|other seats|partners|helpers)\b.* (?:is|are|was|were|be)\b.*"
_TYPED = r"what (?:you|I) (?:choose and )?typed?\b.*"
_NOT = r"\b(?:not?|never|nothing|none|nobody|without)\b"
_NAMED = r"(?:your|my) (?:full )?name (?:is|will be) (?:kept|stored|saved|recorded)"
_PROGRAM = r"(?:an? )?(?:computer )?(?:programs?|machines?|bots?|computers?)\b"
_DENIED = (
    rf"\bno {_PROGRAM}",
    rf"\b(?:none|nobody|no one|no (?:other )?(?:player|partner|participant|member))\b.*\b(?:was|were) {_PROGRAM}",
    r"\b(?:all|everybody|everyone)\b.*\b(?:was|were|are) (?:all )?(?:real )?(?:people|persons?|humans?)\b",
    r"\b(?:cannot|can't|will not|won't|do not|don't|never)\b.*\b(?:tell|told|say|learn|know|reveal\w*|find out)\b"
    r".*\b(?:who|which|whether)\b",
)
_KNEW = r"\b(?:knew|(?:was|were) (?:not )?(?:told|known))\b"
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")


@value
class Figure:
    """A number that texts may give. pattern: with the number in its groups; right: values that the plan has."""

    pattern: str
    what: str
    right: Collection[float | None]
    times: float = 1


@value
class Claim:
    """A statement that is untrue for a plan. why: what the plan says; unless: a pattern that makes the sentence another one."""

    pattern: str
    why: str
    is_untrue: bool
    unless: str = ""


def contradictions(study: StudyPlan, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the place and what is wrong, for each sentence that the plan contradicts. texts: by place."""
    figures, claims = _figures(study), [each for each in _claims(study) if each.is_untrue]
    for where, text in texts.items():
        for sentence in sentences(text):
            for figure in figures:
                for found in re.finditer(figure.pattern, sentence, re.IGNORECASE):
                    said = next(filter(None, found.groups())).lower()
                    number = figure.times * (NUMBER_WORDS.index(said) if said in NUMBER_WORDS else float(said))
                    if number not in figure.right:
                        known = sorted(each for each in figure.right if each is not None)
                        yield (
                            where,
                            f"It says “{found[0]}”, but {figure.what}: {' or '.join(f'{each:g}' for each in known) or 'none'}.",
                        )
            for claim in claims:
                spoken = re.search(claim.pattern, sentence, re.IGNORECASE)
                if spoken and not (claim.unless and re.search(claim.unless, sentence, re.IGNORECASE)):
                    yield where, f"It says “{spoken[0]}”, but {claim.why}."


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, and its lines without a full stop."""
    return [each.strip() for each in _SENTENCE.split(text) if each.strip()]


def denied_programs(text: str) -> Iterator[str]:
    """Yield the sentences of a debriefing which say that no program played, or that it stays hidden who was one."""
    for each in sentences(text):
        if any(re.search(pattern, each, re.IGNORECASE) for pattern in _DENIED) and not re.search(_KNEW, each, re.IGNORECASE):
            yield each


def _figures(study: StudyPlan) -> tuple[Figure, ...]:
    """Return the numbers that the plan knows."""
    numbers = [len(each.matches) for each in study.conditions]
    played = {sum(numbers)} if study.design == "within" else set(numbers)
    conditions = {len(study.conditions) if study.design == "within" else 1}
    bonus = {study.bonus.lowest, study.bonus.most} if study.bonus else set()
    hours = {study.leaving.keep_hours}
    back = r"(?:come back|return|continue|resume)\b.*\b"
    minutes = {study.minutes, study.limit_minutes, study.page_minutes, study.leaving.free_after_minutes}
    if study.group > 1:
        minutes.add(study.grouping.wait_minutes)
    return (
        Figure(rf"{_NUMBER} (?:years (?:old|of age)|or (?:older|over)\b)", "the lowest age in the plan", {study.age}),
        Figure(rf"{_NUMBER} minutes", "the minutes in the plan", minutes),
        Figure(rf"{back}{_NUMBER} hours?\b", "keep_hours in the plan", hours),
        Figure(rf"{back}{_NUMBER} days?\b", "keep_hours in the plan", hours, 24),
        Figure(rf"play {_NUMBER} (?:(?!practice)\w+ )?match(?:es)?", "the matches of a participant in the plan", played),
        Figure(rf"{_NUMBER} practice match(?:es)?", "the practice matches in the plan", {len(study.practice)}),
        Figure(rf"{_NUMBER} kinds of match", "the conditions of a participant in the plan", conditions),
        Figure(rf"{_NUMBER} (?:tries|attempts)", "check_tries in the plan", {study.check_tries}),
        Figure(rf"groups? of {_NUMBER}", "group in the plan", {study.group}),
        Figure(rf"{_NUMBER} other (?:participants|people)", "group in the plan, with the participant", {study.group - 1}),
        Figure(_MONEY, "the pay and bonus in the plan", {each.pay for each in study.exits} | bonus),
    )


def _claims(study: StudyPlan) -> Iterator[Claim]:
    """Yield the statements that a plan makes true or untrue."""
    met = plan_facts.partners(study)
    has_people, has_models = (plan_facts.PARTNERS[kind] in met for kind in ("human", "model"))
    is_paid = study.bonus is not None or any(each.pay for each in study.exits)
    data, released = study.data, bool(study.consent.release)
    # What is done
    yield Claim(r"practice match", "there is no practice in the plan", not study.practice, _NOT)
    yield Claim(rf"{_NOT} practice", "there is practice in the plan", bool(study.practice))
    yield Claim(r"questions (?:on|about) the rules", "there is no check in the plan", not study.check, _NOT)
    yield Claim(r"questions before", "there is no form in the plan", not study.form, _NOT)
    yield Claim(r"questions .*\bafter", "there is no questionnaire in the plan", not study.questionnaire, _NOT)
    yield Claim(r"in another order", "each participant plays one condition in the plan", study.design == "between")
    yield Claim(r"as long as you (?:like|want)|\bno time limit", "limit_minutes is in the plan", study.limit_minutes is not None)
    yield Claim(
        r"\b(?:each|every|all|any)\b.*prefer not to say|prefer not to say.*\b(?:each|every|all|any)\b",
        "some questions of the plan are required",
        any(each.is_required for each in (*study.form, *study.questionnaire)),
    )
    # Pay
    yield Claim(r"(?:paid|get) nothing|not (?:be )?paid", "exits or a bonus are paid in the plan", is_paid)
    yield Claim(r"\bno (?:bonus|extra pay)|without a bonus", "there is a bonus in the plan", study.bonus is not None)
    yield Claim(r"\bbonus\b", "there is no bonus in the plan", study.bonus is None, _NOT)
    yield Claim(r"without (?:any )?(?:loss|disadvantage|penalty)", "those who stop miss what the plan pays", is_paid)
    # Who plays
    people, machines = r"\b(?:people|persons|humans|participants)\b", r"\b(?:machines|programs|bots|computers)\b"
    yield Claim(f"{_OTHERS}{people}", "no match of the plan has other people", not has_people, _NOT)
    yield Claim(f"{_OTHERS}{machines}", "other participants play in the plan", has_people, r"\bsome\b|\b(?:may|can) be\b")
    yield Claim(r"\bno (?:person|human|participant)\b.* \w+ed you\b", "other participants play in the plan", has_people)
    yield Claim(rf"{_OTHERS}\blanguage models?\b", "no match of the plan has a language model", not has_models, _NOT)
    yield Claim(rf"{_NOT}.*\blanguage models?\b.*\bplay", "language models play in the plan", has_models)
    yield Claim(r"\bplay alone\b|\bon your own\b", "others play in the plan", bool(met), r"\b(?:may|if)\b")
    # What is kept
    gone = r"\b(?:deleted|removed|erased|(?:not|never|is not) (?:kept|stored|saved))\b"
    how = r"\b(?:how (?:often|many|fast)|number of|keys?|keystrokes|typing)\b.*"
    screen = r"(?:your|my) (?:window|screen|device|computer|browser)\b"
    yield Claim(f"{_TYPED}{gone}", "what is typed in matches is kept in the plan", data.text, "withdraw|code")
    yield Claim(rf"{_TYPED}\b(?:is|are) (?:kept|stored|saved)\b", "what is typed in matches is removed in the plan", not data.text)
    yield Claim(
        rf"{how}\b(?:kept|stored|counted|recorded|measured)", "the timing of keys is not kept in the plan", not data.timing, _NOT
    )
    yield Claim(
        rf"{_NOT} (?:timing|times)\b|how (?:you type|long you take).* not\b", "the timing of keys is kept in the plan", data.timing
    )
    yield Claim(rf"(?:size|colours|kind) of {screen}", "facts about the screen are not kept in the plan", not data.device, _NOT)
    yield Claim(rf"nothing (?:of|about) {screen}", "facts about the screen are kept in the plan", data.device)
    yield Claim(_NAMED, "no name is kept", True)
    yield Claim(
        r"\b(?:IP|network) address(?:es)? (?:is|are|will be) (?:kept|stored|saved|recorded|logged)", "no address is kept", True
    )
    yield Claim(
        r"\b(?:record|film)(?:s|ed|ing)?\b.*\b(?:voice|video|camera|microphone|face|screen)\b", "nothing is recorded", True, _NOT
    )
    yield Claim(r"\b(?:fully |completely )?anonymous(?:ly)?\b", "data are kept under a code, which leads to a person", True, _NOT)
    yield Claim(
        r"\bid\b.* (?:not|never) (?:be )?(?:kept|stored|saved)",
        "the recruiter's id is kept by the plan",
        study.recruiter is not None,
    )
    # Who sees it
    yield Claim(rf"{_TYPED}(?:never|not) (?:be )?published", "consent.release asks to publish it", released, "unless|if you")
    yield Claim(rf"{_TYPED}\bpublished", "consent.release does not ask to publish it", not released, _NOT)
    yield Claim(
        r"(?:cannot|can not|can't|no way to) (?:withdraw|be (?:withdrawn|deleted|removed))", "participants can withdraw", True
    )
    # Where it is seen
    yield Claim(r"\bterminal\b", "people come by browser", study.recruiter is not None or study.group > 1)
    yield Claim(r"\b(?:coarse|blocks of colour)\b", "coarse_pictures is not allowed in the plan", not study.coarse_pictures)
