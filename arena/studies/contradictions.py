"""Sentences in a study's own texts that contradict its plan.

Texts are compared sentence by sentence, by the English patterns of contradictions.toml; texts in other languages are not.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from woozle.arena.studies.plan import StudyPlan
from woozle.arena.studies.plan_facts import partners
from woozle.arena.studies.planned_match import MatchSetup, seat_specs, set_up
from woozle.arena.views.words import seconds_words
from woozle.core.frozen_model import FrozenModel
from woozle.core.names import NUMBER_WORDS, TENS_WORDS
from woozle.players.models.config import endpoint_name

_NUMBERS = dict(zip((*NUMBER_WORDS, *TENS_WORDS), (*range(len(NUMBER_WORDS)), *range(20, 100, 10)), strict=True))
_AMOUNT = rf"(?:\d[\d,]*(?:\.\d+)?|\b(?:{'|'.join([*_NUMBERS][1:])})\b)"
_TIME = re.compile(r"(.+?)(?: of)?(?: an?)? ?(sec|min|hour|day|week|month|year)\w*(?: and (a \w+))?")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n")

Known: TypeAlias = Set[float | str]


class Rule(FrozenModel):
    """Patterns for one fact of the plan. says: the plan's side of a contradiction; unless: a pattern of unrelated sentences."""

    fact: str
    says: str
    patterns: tuple[str, ...]
    unless: str = "(?!)"


class Rules(FrozenModel):
    """The patterns of contradictions.toml, which explains them."""

    elsewhere: str
    rounded: str
    denied: tuple[str, ...]
    denied_unless: str
    fractions: Mapping[str, float]
    minutes: Mapping[str, float]
    currencies: Mapping[str, tuple[str, ...]]
    recruiters: tuple[str, ...]
    parts: Mapping[str, str]
    figures: tuple[Rule, ...]
    claims: tuple[Rule, ...]


def contradictions(folder: Path, study: StudyPlan, texts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the place and a sentence for each contradiction of the plan. texts: by place. Raises SeatsError."""
    known, holds = _known(folder, study), _statements(study)
    for where, text in texts.items():
        for sentence in sentences(text):
            if not _search(_rules().elsewhere, sentence):
                for words, says in chain(_wrong_figures(sentence, known), _wrong_claims(sentence, holds)):
                    yield where, f"It says “{words}”, but {says}."


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, and its lines without a full stop."""
    return [each.strip() for each in _SENTENCE.split(text) if each.strip()]


def denied_programs(text: str) -> Iterator[str]:
    """Yield the sentences of a debriefing which deny that programs played, or say that it stays hidden who was one."""
    rules = _rules()
    for each in sentences(text):
        if any(_search(pattern, each) for pattern in rules.denied) and not _search(rules.denied_unless, each):
            yield each


def _wrong_figures(sentence: str, known: Mapping[str, Known]) -> Iterator[tuple[str, str]]:
    judged: set[tuple[int, int]] = set()
    for rule in _rules().figures:
        if rule.fact not in known or _search(rule.unless, sentence):
            continue
        for found in chain.from_iterable(_pattern(each).finditer(sentence) for each in rule.patterns):
            kind, right = found.lastgroup or "", known[rule.fact]
            if found.span(kind) in judged:
                continue
            judged.add(found.span(kind))
            said = _read(kind, found[kind].lower())
            is_rounded = "hour" in found[kind] and _search(f"{_rules().rounded}$", sentence[: found.start(kind)])
            if not any(_is_near(said, each, 0.2 if is_rounded else 1e-6) for each in right):
                shown = sorted(_shown(kind, each) for each in right)
                yield found[0], rule.says.format(" or ".join(shown) or "none")


def _wrong_claims(sentence: str, holds: Mapping[str, bool]) -> Iterator[tuple[str, str]]:
    for rule in _rules().claims:
        found = next(filter(None, (_search(each, sentence) for each in rule.patterns)), None) if holds[rule.fact] else None
        if found and not _search(rule.unless, sentence):
            yield found[0], rule.says


def _read(kind: str, said: str) -> float | str:
    """Return a number, a time in minutes, an amount of money, or a name in small letters."""
    if kind == "time" and (found := _TIME.match(said)):
        return sum(map(_number, filter(None, (found[1], found[3])))) * _rules().minutes[found[2]]
    if kind == "money":
        *pounds, last = map(_number, re.findall(_AMOUNT, said))
        return sum(pounds) + (last / 100 if pounds or re.search(r"(?:cents?|pence|\dp)$", said) else last)
    return said if kind == "name" else _number(said)


def _shown(kind: str, each: float | str) -> str:
    if isinstance(each, str):
        return each
    return seconds_words(60 * each) if kind == "time" else f"{each:g}"


def _number(said: str) -> float:
    return _NUMBERS.get(said) or _rules().fractions.get(said) or float(said.replace(",", ""))


def _is_near(said: float | str, right: float | str, tolerance: float) -> bool:
    return said == right if isinstance(said, str) or isinstance(right, str) else math.isclose(said, right, rel_tol=tolerance)


def _known(folder: Path, plan: StudyPlan) -> Mapping[str, Known]:
    """Return the values of a plan by fact: numbers and lengths of lists by option, and others by names that the patterns use.

    A fact that a plan does not have is not compared.
    """
    terms, bonus = plan.grouping, plan.bonus
    tables = [seat_specs(each) for condition in plan.conditions for each in condition.matches]
    minutes = (plan.minutes, plan.limit_minutes, plan.page_minutes, plan.leaving.free_after_minutes, plan.leaving.keep_hours * 60)
    found: dict[str, Known] = {option: {each} for option, each in plan if type(each) is int}
    found |= {option: {len(each)} for option, each in plan if isinstance(each, tuple)}
    found |= {
        "time": {each for each in minutes if each},
        "page time": {plan.page_minutes} if plan.page_minutes else set(),
        "keep time": {plan.leaving.keep_hours * 60},
        "storage time": {_read("time", each[0].lower()) for each in _pattern("<long_time>").finditer(plan.storage)},
        "storage place": set(re.findall(r"\w+", plan.storage.lower())),
        "matches": plan.numbers_of_matches,
        "numbers of matches": plan.numbers_of_matches | {len(each.matches) for each in plan.conditions},
        "conditions": {len(order) for order in plan.orders},
        "others in group": {plan.group - 1},
        "bots": {sum(each.kind == "bot" for each in table) for table in tables},
        "models": {sum(each.kind == "model" for each in table) for table in tables},
        "seats": {len(table) for table in tables},
        "other seats": {len(table) - 1 for table in tables},
        "money": {*plan.pays.values()}
        | ({bonus.lowest, bonus.most, *map(float, re.findall(r"\d+\.?\d*", bonus.formula))} if bonus else set()),
        "lowest bonus": {bonus.lowest} if bonus else set(),
        "recruiters": {each for each in _rules().recruiters if any(each in exit.url for exit in plan.exits)},
        "mails": {each.lower().rstrip(".") for each in re.findall(r"\S+@\S+", plan.contact)},
    }
    if plan.group > 1:
        idle, lost, ready = terms.idle_seconds / 60, terms.lost_seconds / 60, terms.ready_seconds / 60
        waits = {"wait time": {terms.wait_minutes}, "idle time": {idle, lost}, "ready time": {ready}}
        found |= waits | {"time": found["time"] | {terms.wait_minutes, idle, lost, ready}}
    if plan.is_paid:
        found["currency"] = set(_rules().currencies.get(plan.currency, (plan.currency.lower(),)))
    with suppress(ValueError, OSError):  # the check of the match reports it
        found |= _known_of_matches([set_up(folder, each) for each in plan.matches])
    return found


def _known_of_matches(matches: Sequence[MatchSetup]) -> Mapping[str, Known]:
    """Return the words that name models and their providers, and the numbers among the options of matches."""
    models = (f"{endpoint_name(spec)} {spec.model}".lower() for each in matches for spec in each.models)
    found: dict[str, set[float | str]] = {"providers": {word for name in models for word in re.findall(r"\w+", name)}}
    for name, option in chain.from_iterable(each.config for each in matches):
        if isinstance(option, int):
            found.setdefault(f"option {name}", set()).add(option)
    return found


def _statements(plan: StudyPlan) -> Mapping[str, bool]:
    """Return the facts of a plan that make statements wrong: its options, and others by names that the patterns use."""
    met, terms, is_group, pay = partners(plan), plan.grouping, plan.group > 1, plan.pays.get("completion", 0)
    facts = {option: bool(each) for option, each in (*plan, *plan.data)} | {
        "within": plan.design == "within" and len(plan.conditions) > 1,
        "between": plan.design == "between",
        "required questions": any(each.is_required for each in (*plan.form, *plan.questionnaire)),
        "failed check ends": plan.ends_by_check,
        "failed check continues": bool(plan.check) and not plan.ends_by_check,
        "paid": plan.is_paid,
        "exits pay less": any((each.pay or 0) < pay for each in plan.exits),
        "pays early": any(each for when, each in plan.pays.items() if when != "completion"),
        "codes": any(each.code for each in plan.exits),
        "people": "human" in met,
        "models": "model" in met,
        "people and bots": {"human", "bot"} <= {*met},
        "others": bool(met),
        "shows players": "human" in met and not terms.blind,
        "shows replacement": "human" in met and terms.lost == "bot" and terms.shows_replacement,
        "group": is_group,
        "no bots for a group": is_group and terms.then != "bots",
        "lost is not the end": is_group and terms.lost != "leave",
        "lost is not a bot": is_group and terms.lost != "bot",
        "void": not is_group and plan.leaving.then == "void",
        "finished by a bot": not is_group and plan.leaving.then == "bot",
        "released": bool(plan.consent.release),
        "browser": is_group or plan.recruiter is not None,
        "always": True,
    }
    return facts | {f"no {name}": not holds for name, holds in facts.items()}


@cache
def _rules() -> Rules:
    return Rules.model_validate(tomllib.loads(resources.files(__package__).joinpath("contradictions.toml").read_text("utf-8")))


@cache
def _pattern(text: str) -> re.Pattern[str]:
    parts = {"amount": _AMOUNT}
    for name, each in _rules().parts.items():
        parts[name] = _filled(each, parts)
    return re.compile(_filled(text, parts), re.IGNORECASE)


def _filled(text: str, parts: Mapping[str, str]) -> str:
    return re.sub(r"(?<!\(\?P)<(\w+)>", lambda part: parts[part[1]], text)


def _search(pattern: str, text: str) -> re.Match[str] | None:
    return _pattern(pattern).search(text)
