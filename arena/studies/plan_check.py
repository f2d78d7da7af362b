"""Checks of a study before participants are invited: errors, and points for its researcher to consider."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from woozle.arena.http_server import LOOPBACK
from woozle.arena.studies import planned_match
from woozle.arena.studies.bonus import COUNTED, depends_on_play
from woozle.arena.studies.contradictions import contradictions, denied_programs, sentences
from woozle.arena.studies.exits import ExitKind
from woozle.arena.studies.plan import OUTDATED, VERSION, Belief, PlannedMatch, StudyError, StudyPlan, read_plan, read_text
from woozle.arena.studies.planned_match import MatchSetup
from woozle.arena.views.rules import time_limits
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.errors import InputError
from woozle.core.match import Match, Player
from woozle.core.names import join_names
from woozle.core.referee import Referee
from woozle.core.value import value
from woozle.players.models.config import endpoint_name
from woozle.players.models.spec import ModelSpec
from woozle.players.registry import bot
from woozle.players.seats import bot_seed, nobody
from woozle.players.services.registry import seat_services
from woozle.saves.decoder import DecodeError, answer_type

Severity: TypeAlias = Literal["error", "warning", "note"]
"""error: the study cannot be run. warning: the researcher should look at it. note: worth knowing."""

_NO = re.compile(
    r"\b(?:no|not|never|none|cannot|keine?|nicht|nie|aucune?|pas|ning[uú]n\w*|nunca|nessun\w*|mai|nenhum\w*|geen|niet)\b",
    re.IGNORECASE,
)

_BRACKETS = re.compile(r"\[[^\]\n]{2,200}\]")

TRIALS = 12
"""Limit of bot matches played to see whether participants are asked for the answer that a belief question follows."""

_ABOUT = {
    "age": "that the participant is old enough",
    "data": "what happens to the data",
    "voluntary": "that taking part is voluntary",
}
"""The points that the boxes of a consent form should cover."""


@value
class Issue:
    """An issue found in a study. where: place in the plan; empty for the whole plan."""

    weight: Severity
    where: str
    sentence: str


@value
class PlanCheck:
    """The check of a study. block: number of participants for every order once; 0 if the plan cannot be read."""

    findings: tuple[Issue, ...]
    block: int = 0
    conditions: int = 0

    @property
    def is_runnable(self) -> bool:
        return all(each.weight != "error" for each in self.findings)


def check_study(folder: Path) -> PlanCheck:
    """Check a study: its plan, texts and matches. A few matches of bots are played; nothing is written."""
    try:
        study = read_plan(folder)
    except StudyError as error:
        return PlanCheck((Issue("error", "", str(error)),))
    in_files: list[Issue] = []
    texts = _read_texts(folder, study, in_files)
    findings = (
        *([Issue("error", "study", OUTDATED)] if study.study != VERSION else []),
        *in_files,
        *_texts(study, texts),
        *_contradictions(folder, study, texts),
        *_instructions(folder, study, texts),
        *_check_of_groups(folder, study),
        *_consent(study, texts["consent.boxes"]),
        *_questions(study),
        *_matches(folder, study, texts),
        *(_pictures(folder, study) if study.group == 1 else ()),  # groups meet in browsers
        *_design(study),
        *_exits(study),
        *_groups(study, texts),
    )
    return PlanCheck(findings, study.block, len(study.conditions))


@cache
def _words(group: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of a group in words.toml."""
    found = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))[group]
    return {what: re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE) for what, words in found.items()}


# Texts and questions


def _read_texts(folder: Path, study: StudyPlan, issues: list[Issue]) -> dict[str, str]:
    """Return the study's own texts, by place in the plan. issues: gets those of files that cannot be read, or are unfinished."""
    found = {"consent.boxes": "\n".join(study.consent.boxes), "consent.release": study.consent.release}
    found |= {f"form, {each.id}": each.ask for each in study.form}
    found |= {f"check, {each.id}": f"{each.ask}\n{each.why}" for each in study.check}
    found |= {f"questionnaire, {each.id}": each.ask for each in study.questionnaire}
    files = {what: getattr(study.texts, what) for what in ("information", "consent", "debrief")}
    own = {study.texts.instructions, *(each.instructions for each in study.conditions)} - {""}
    for where, name in (files | {f"instructions, {name}": name for name in sorted(own)}).items():
        try:
            found[where] = read_text(folder, name).text
        except StudyError as error:
            issues.append(Issue("error", where, str(error)))
            continue
        if _BRACKETS.search(found[where]):
            issues.append(Issue("warning", where, "It still has placeholders in square brackets; fill them in."))
    return found


def _texts(study: StudyPlan, texts: Mapping[str, str]) -> Iterator[Issue]:
    if information := texts.get("information"):
        if not _words("information")["machines"].search(information):
            yield Issue("warning", "information", "Say that some players are machines; participants must know beforehand.")
        if not _words("information")["misleading"].search(information):
            yield Issue("warning", "information", "Say that players may mislead; participants must know beforehand.")
    if "[" in study.storage:
        yield Issue("warning", "storage", "Replace the placeholder: say where the data are kept, as participants will read.")
    if "[" in study.contact or "example" in study.contact:
        yield Issue("warning", "contact", "Replace the placeholder: name a person whom participants can contact.")


def _contradictions(folder: Path, study: StudyPlan, texts: Mapping[str, str]) -> Iterator[Issue]:
    """Find English sentences of the study's own texts that contradict its options."""
    with suppress(InputError):  # the check of the match reports it
        yield from (Issue("warning", where, sentence) for where, sentence in contradictions(folder, study, texts))


def _consent(study: StudyPlan, boxes: str) -> Iterator[Issue]:
    for what, about in _ABOUT.items():
        if not _words("boxes")[what].search(boxes):
            yield Issue("warning", "consent.boxes", f"No box seems to say {about}.")
    if not study.consent.release:
        sentence = "Participants are not asked whether what they type may be published, so no export has it."
        yield Issue("note", "consent.release", sentence)


def _questions(study: StudyPlan) -> Iterator[Issue]:
    for place, questions in (("form", study.form), ("questionnaire", study.questionnaire)):
        for each in questions:
            where = f"{place} {each.id}"
            asked = " ".join((each.ask, each.id.replace("_", " "), *each.options))
            if found := [what for what, words in _words("personal").items() if words.search(asked)]:
                sentence = f"This seems to ask for the participant's {' and '.join(found)}; ask for nothing that identifies people."
                yield Issue("warning", where, sentence)
            if each.kind == "text":
                sentence = "In free text, participants may identify themselves; a choice or a scale is safer and easier to analyse."
                yield Issue("warning", where, sentence)
            if each.is_required:
                yield Issue("warning", where, "An answer is required; anything personal should allow `prefer not to say`.")


# Instructions


def _instructions(folder: Path, study: StudyPlan, texts: Mapping[str, str]) -> Iterator[Issue]:
    """Check the researcher's own rules, which must be true for every match that they precede."""
    before: dict[str, list[PlannedMatch]] = {}
    for condition, matches in (("", study.practice), *((each.name, each.matches) for each in study.conditions)):
        before.setdefault(f"instructions, {planned_match.own_instructions(study, condition)}", []).extend(matches)
    for where in (each for each in before if each in texts):
        if differ := _differences(folder, before[where]):
            sentence = f"This text is shown before matches that differ in {join_names(differ)}, so it must be true of all of them."
            yield Issue("warning", where, f"{sentence} Give conditions their own, or leave it out: Woozle then states the rules.")
        else:
            yield Issue("note", where, "The rules are in your words; they are not compared with the options of the matches.")


def _check_of_groups(folder: Path, study: StudyPlan) -> Iterator[Issue]:
    """Check the rules shown after wrong answers to the check, when a group's condition is not known yet."""
    if study.group == 1 or not study.check:
        return
    if differ := _differences(folder, [match for each in study.conditions for match in each.matches]):
        sentence = f"The check comes before a group's condition is drawn, though matches differ in {join_names(differ)}"
        yield Issue("warning", "check", f"{sentence}; ask only what holds in all of them. Wrong answers show the rules of one.")


def _differences(folder: Path, matches: Sequence[PlannedMatch]) -> list[str]:
    """Return the game options that differ between matches."""
    found: dict[str, set[str]] = {}
    for planned in matches:
        try:
            options = planned_match.match_config(folder, planned).model_dump(mode="json")
            seats = len(planned_match.seat_specs(planned))
        except (InputError, OSError):
            continue  # the check of the match reports it
        for name, option in {"game": planned.game, "seats": seats, **options}.items():
            found.setdefault(name, set()).add(repr(option))
    games = found.get("game", set())
    return ["game"] if len(games) > 1 else [name for name, values in found.items() if len(values) > 1]


# Matches


def _matches(folder: Path, study: StudyPlan, texts: Mapping[str, str]) -> Iterator[Issue]:
    asked: list[tuple[PlannedMatch, set[str]]] = []
    after = {each.after for each in study.beliefs}
    measures: set[str] = set()
    for where, planned in _numbered_matches(study):
        try:
            setup = planned_match.set_up(folder, planned)
            asked.append((planned, _answers_asked(setup, after, measures)))
        except ModuleNotFoundError as error:
            yield Issue("error", where, f"The match needs {error.name}, which is not installed here.")
            continue
        except (InputError, OSError) as error:
            yield Issue("error", where, str(error))
            continue
        if planned.seed is not None:
            sentence = f"With seed = {planned.seed} everybody gets the same deal, so results do not average over deals."
            yield Issue("warning", where, sentence)
        for spec in setup.models:
            yield from _provider(where, spec, texts)
        if setup.models:
            needs = "a network or a server on this machine; matches of bots need neither."
            yield Issue("note", where, f"{', '.join(map(str, setup.models))} needs {needs}")
            if study.leaving.then == "bot":
                yield Issue(
                    "warning", where, "No bot takes over from a participant who leaves: it would have to wait for the model."
                )
        limits = time_limits(setup.config)
        if planned.people > 1 and (endless := [name for name, seconds in limits.items() if seconds is None]):
            sentence = f"No time limit ({join_names(endless)}): somebody who is there but does not answer holds up the whole group."
            yield Issue("warning", where, sentence)
    for each in study.beliefs:
        yield from _belief(each, asked)
    for name in study.bonus.measures if study.bonus and asked else ():
        if name not in measures:
            yield Issue("error", "bonus", f"No match gives {name}; choose from {', '.join(sorted(measures))}.")
    if study.bonus and not depends_on_play(study.bonus, max(study.numbers_of_matches)):
        sentence = "It is the same however somebody plays, also if they only wait; use a measure of play, such as won or score."
        yield Issue("warning", "bonus", sentence)


def _numbered_matches(study: StudyPlan) -> Iterator[tuple[str, PlannedMatch]]:
    yield from ((f"practice {number}", match) for number, match in enumerate(study.practice, 1))
    for condition in study.conditions:
        yield from ((f"{condition.name}, match {number}", match) for number, match in enumerate(condition.matches, 1))
        yield from ((f"{condition.name}, solo match {number}", match) for number, match in enumerate(condition.solo, 1))


def _answers_asked(setup: MatchSetup, wanted: set[str], measures: set[str]) -> set[str]:
    """Return the answer types asked of the participant in a few matches of bots. Raises ValueError if it cannot be played.

    Args:
        wanted: The types to look for.
        measures: Gets the names of the participant's numbers, for a bonus.
    """
    planned, places = setup.planned, planned_match.participant_seats(setup.planned)
    found: set[str] = set()
    wanted = {name for name in wanted if _is_answer(planned.game, name)}
    for trial in range(TRIALS):
        if trial and wanted <= found:
            break
        seed = planned_match.match_seed(setup, trial) if planned.role else trial
        key = key_from_seed(seed, 1)
        rules = registry.game(planned.game)(len(setup.seats), setup.config)
        players: dict[str, Player] = {
            seat: bot(planned.game, spec.name if spec.kind == "bot" else "")(bot_seed(seat, key))
            for seat, spec in zip(rules.seats, setup.seats, strict=True)
        }
        players |= seat_services(rules, {}, key, nobody)
        match = Match(Referee(rules, key), players)
        asyncio.run(match.play())
        if outcome := match.referee.outcome:
            measures |= {*COUNTED, *(name for place in places for name in outcome.results[rules.seats[place]].numbers)}
        own = {rules.seats[place] for place in places}
        found |= {past.request.answer.__name__ for past in match.past if past.request.to in own}
    return found


def _provider(where: str, spec: ModelSpec, texts: Mapping[str, str]) -> Iterator[Issue]:
    """Check that participants are told, and agree, where a provider's model or judge is sent what they do."""
    from woozle.arena.play import models

    try:
        end = models.config().endpoint(spec)
    except InputError as error:
        yield Issue("error", where, str(error))
        return
    host = urlsplit(end.url).hostname or "" if end else ""
    if not host or host in LOOPBACK:
        return
    names = {endpoint_name(spec), *host.split(".")[-2:-1]}
    information = texts.get("information", "")
    sent = f"What participants do in {where} is sent to {host}"
    if not any(re.search(rf"\b{re.escape(name)}\b", information, re.IGNORECASE) for name in names):
        yield Issue("error", "information", f"{sent}; it must name the provider ({' or '.join(sorted(names))}).")
    if not _words("models")["taken_back"].search(information):
        yield Issue("error", "information", f"{sent}; it must say that what was sent cannot be taken back.")
    if not _words("models")["sent"].search(texts["consent.boxes"]):
        yield Issue("error", "consent.boxes", f"{sent}; a box must agree to that, such as “What I type may be sent to …”.")


def _pictures(folder: Path, study: StudyPlan) -> Iterator[Issue]:
    """Check pictures once; most studies have one game."""
    for where, planned in _numbered_matches(study):
        with suppress(ValueError, OSError):  # the check of the match reports it
            if not planned_match.is_about_pictures(folder, planned):
                continue
            if study.coarse_pictures:
                sentence = f"{planned_match.COARSE}: do not compare the two; tables mark these decisions (coarse_picture)."
                yield Issue("note", "coarse_pictures", sentence)
            else:
                yield Issue("note", where, f"{planned_match.COARSE}: {planned_match.NOT_COARSE}")
            return


def _belief(belief: Belief, asked: Sequence[tuple[PlannedMatch, set[str]]]) -> Iterator[Issue]:
    where = f"belief {belief.id}"
    of_game = [(planned, found) for planned, found in asked if belief.game in ("", planned.game)]
    if belief.game and not of_game:
        yield Issue("error", where, f"The study has no match of {belief.game}.")
        return
    known = {name for planned, found in asked for name in found}
    if not any(_is_answer(planned.game, belief.after) for planned, _ in of_game):
        there_are = f"; participants are asked for {', '.join(sorted(known))}" if known else ""
        yield Issue("error", where, f"No game of the study asks for {belief.after!r}{there_are}.")
    elif not any(belief.after in found for _, found in of_game):
        yield Issue("warning", where, f"In {TRIALS} trial matches each, no participant was asked for {belief.after}.")
    if belief.kind == "suspect":
        for game in dict.fromkeys(planned.game for planned, found in of_game if belief.after in found):
            if not registry.game(game).hidden_role:
                sentence = f"{game} has no role to look for, so it stays unknown whether a suspicion is right."
                yield Issue("warning", where, sentence)


def _is_answer(game: str, name: str) -> bool:
    try:
        answer_type(registry.game(game), name)
    except DecodeError:
        return False
    return True


# The design


def _design(study: StudyPlan) -> Iterator[Issue]:
    conditions = study.conditions
    number = len(conditions)
    if number == 1:
        yield Issue("warning", "conditions", "There is only one condition, so nothing is compared.")
    elif study.design == "within" and number % 2:
        sentence = f"An odd number also needs the mirrored orders, so a complete block has {2 * number * study.group} participants."
        yield Issue("note", "conditions", sentence)
    if number > 6 and study.design == "within":
        yield Issue("warning", "conditions", f"{number} conditions are many for one participant.")
    for at, each in enumerate(conditions):
        if twin := next((other.name for other in conditions[:at] if other.matches == each.matches), ""):
            yield Issue("warning", f"condition {each.name}", f"It has the same matches as {twin}.")
    if len({len(each.matches) for each in conditions}) > 1:
        yield Issue("warning", "conditions", "Conditions have different numbers of matches, so practice and fatigue differ too.")
    if study.invited and study.invited < study.block:
        block = count(study.block, "participant")
        yield Issue("warning", "invited", f"{study.invited} invited are fewer than the {block} of a block.")
    if study.limit_minutes and study.limit_minutes < study.minutes:
        yield Issue("warning", "limit_minutes", "The limit is shorter than the time announced to participants.")
    if not study.practice:
        yield Issue("note", "practice", "There is no practice, so participants learn the screen in their first match.")
    if not study.check:
        yield Issue("note", "check", "There is no check, so it stays unknown who understood the rules.")
    if not study.data.timing:
        yield Issue("note", "data.timing", "The timing of keys is not kept; the thinking time of each decision is.")


def _exits(study: StudyPlan) -> Iterator[Issue]:
    """Name exits that people can take but that the plan lacks."""
    if not study.exits and not study.recruiter:
        return
    in_groups, grouping = study.group > 1, study.grouping
    taken: dict[ExitKind, bool] = {
        "completion": True,
        "no_consent": study.recruiter is not None,
        "quota_full": any(each.most for each in study.conditions),
        "screened_out": study.ends_by_check or study.missed_attention is not None,
        "timed_out": study.limit_minutes is not None or (study.page_minutes is not None and study.page_then == "timed_out"),
        "no_group": in_groups and grouping.then == "leave",
        "partner_left": in_groups and grouping.lost == "leave",
    }
    for when, is_taken in taken.items():
        if is_taken and all(each.when != when for each in study.exits):
            yield Issue("warning", "exits", f"Those who leave by {when} get no code and no pay; add an exit for them.")


# Groups


def _groups(study: StudyPlan, texts: Mapping[str, str]) -> Iterator[Issue]:
    grouping, limit = study.grouping, study.limit_minutes
    if study.group == 1:
        return
    if limit and grouping.wait_minutes >= limit:
        waits = f"People wait up to {grouping.wait_minutes:g} minutes for a group"
        yield Issue("error", "grouping.wait_minutes", f"{waits}, and after {limit:g} minutes (limit_minutes) their study is over.")
    if study.leaving.then == "bot":
        yield Issue("warning", "leaving.then", "This option is for matches played alone; grouping.lost is for those of groups.")
    if grouping.blind or grouping.hides_replacement:
        yield from _hidden_programs(texts, "blind" if grouping.blind else "shows_replacement")


def _hidden_programs(texts: Mapping[str, str], option: str) -> Iterator[Issue]:
    """Check that participants agree to partners who may be programs without their knowledge, and are told in the end."""
    partners, machines = _words("partners").values(), _words("information")["machines"]

    def says_so(sentence: str) -> bool:
        before = [sentence[: found.start()].split()[-2:] for found in machines.finditer(sentence)]
        return all(each.search(sentence) for each in partners) and any(not _NO.search(" ".join(words)) for words in before)

    consent = sentences(f"{texts.get('consent', '')}\n{texts['consent.boxes']}")
    if not any(map(says_so, consent)):
        sentence = "Nobody is told who is a program, so the text or a box must say that some of the other players may be programs."
        yield Issue("error", "consent", f"{sentence} (grouping.{option})")
    for each in denied_programs(texts.get("debrief", "")):
        sentence = f"It says “{each}”, but below it the page tells who was a program. (grouping.{option})"
        yield Issue("error", "debrief", sentence)
