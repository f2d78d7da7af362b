"""Whether a study can be run, and what its researcher should think about before anybody is invited."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeAlias

from woozle.arena.studies.balance import rows
from woozle.arena.studies.instructions import own_words
from woozle.arena.studies.plan import Belief, PlannedMatch, Study, StudyError, read_plan, read_text
from woozle.arena.studies.starting import COARSE, COARSE_ALLOWED, config_of, is_about_pictures, place_of_person, seed_of
from woozle.arena.views.words import count
from woozle.core import registry
from woozle.core.chance import key_from_seed
from woozle.core.event import Event
from woozle.core.match import Match, Player
from woozle.core.naming import listed
from woozle.core.referee import Referee
from woozle.core.request import Request, Response
from woozle.core.value import value
from woozle.players.registry import bot
from woozle.players.seats import bot_seed, models_of, nobody, parse_seats
from woozle.players.services.registry import seat_officials
from woozle.saves.vocabulary import MeaningError, answer_type

Weight: TypeAlias = Literal["error", "warning", "note"]
"""Error: it cannot be run like that. Warning: the researcher should look at it. Note: worth knowing."""

_BRACKETS = re.compile(r"\[[^\]\n]{2,200}\]")

TRIALS = 12
"""Matches of bots that are played at most, to see whether a participant is asked what a belief comes after."""

_ABOUT = {
    "age": "that somebody is old enough",
    "data": "what becomes of the data",
    "voluntary": "that taking part is voluntary",
}
"""What the boxes of a consent should say."""


@value
class Finding:
    """Something that a check found. where: in the plan; empty where it is about all of it."""

    weight: Weight
    where: str
    sentence: str


@value
class Checked:
    """A study that was looked through. block: how many participants play every order once; 0 if the plan cannot be read."""

    findings: tuple[Finding, ...]
    block: int = 0
    conditions: int = 0

    @property
    def is_runnable(self) -> bool:
        """Whether nothing keeps it from being run."""
        return all(each.weight != "error" for each in self.findings)


def check(folder: Path) -> Checked:
    """Look through a study: its plan, its texts, every match of it. A few matches of bots are played; nothing is written."""
    try:
        study = read_plan(folder)
    except StudyError as error:
        return Checked((Finding("error", "", str(error)),))
    findings = (
        *_texts(folder, study),
        *_instructions(folder, study),
        *_consent(study),
        *_questions(study),
        *_matches(folder, study),
        *_pictures(folder, study),
        *_design(study),
    )
    return Checked(findings, len(rows(study.design, len(study.conditions), study.seed)), len(study.conditions))


@cache
def _words(group: str) -> Mapping[str, re.Pattern[str]]:
    """What a group of words.toml is noticed by."""
    found = tomllib.loads(resources.files(__package__).joinpath("words.toml").read_text("utf-8"))[group]
    return {what: re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", re.IGNORECASE) for what, words in found.items()}


# Texts and questions


def _texts(folder: Path, study: Study) -> Iterator[Finding]:
    for what in ("information", "consent", "debrief"):
        try:
            text = read_text(folder, getattr(study.texts, what)).text
        except StudyError as error:
            yield Finding("error", what, str(error))
            continue
        if _BRACKETS.search(text):
            yield Finding("warning", what, "Something still stands in square brackets; write what belongs there.")
        if what == "information" and not _words(what)["machines"].search(text):
            yield Finding("warning", what, "It does not say that some seats are taken by machines; participants must know before.")
        if what == "information" and not _words(what)["misleading"].search(text):
            yield Finding("warning", what, "It does not say that players may mislead; participants must know before.")
    if "[" in study.contact or "example" in study.contact:
        yield Finding("warning", "contact", "It is a placeholder; name somebody whom participants can ask.")


def _consent(study: Study) -> Iterator[Finding]:
    text = "\n".join(study.consent.boxes)
    for what, about in _ABOUT.items():
        if not _words("boxes")[what].search(text):
            yield Finding("warning", "consent.boxes", f"No box seems to say {about}.")
    if not study.consent.release:
        sentence = "Nobody is asked whether what they type may be published, so no export has it."
        yield Finding("note", "consent.release", sentence)


def _questions(study: Study) -> Iterator[Finding]:
    for place, questions in (("form", study.form), ("questionnaire", study.questionnaire)):
        for each in questions:
            where = f"{place} {each.id}"
            asked = " ".join((each.ask, each.id.replace("_", " "), *each.options))
            found = [what for what, words in _words("personal").items() if words.search(asked)]
            if found:
                sentence = f"It seems to ask for a person's {' and '.join(found)}; ask for nothing that says who somebody is."
                yield Finding("warning", where, sentence)
            if each.kind == "text":
                sentence = "In free text people may say who they are; a choice or a scale is safer, and easier to analyse."
                yield Finding("warning", where, sentence)
            if each.is_required:
                yield Finding("warning", where, "It must be answered; `prefer not to say` should be there for everything personal.")


# Instructions


def _instructions(folder: Path, study: Study) -> Iterator[Finding]:
    """What the researcher says of the rules in their own words has to be true of every match before which it is read."""
    read: dict[str, list[PlannedMatch]] = {}
    for condition, planned in (("", each) for each in study.practice):
        read.setdefault(own_words(study, condition), []).append(planned)
    for each in study.conditions:
        read.setdefault(own_words(study, each.name), []).extend(each.matches)
    for name, matches in read.items():
        if not name:
            continue
        where = f"instructions, {name}"
        try:
            text = read_text(folder, name).text
        except StudyError as error:
            yield Finding("error", where, str(error))
            continue
        if _BRACKETS.search(text):
            yield Finding("warning", where, "Something still stands in square brackets; write what belongs there.")
        differ = _differences(folder, matches)
        if differ:
            sentence = f"It is read before matches that differ in {listed(differ)}, and has to be true of all of them."
            yield Finding("warning", where, f"{sentence} Give conditions their own, or leave it out: Woozle then says what holds.")
        else:
            yield Finding("note", where, "The rules are in your words, and nobody compares them with the options of the matches.")


def _differences(folder: Path, matches: Sequence[PlannedMatch]) -> list[str]:
    """In what some matches differ that participants are to be told of."""
    found: dict[str, set[str]] = {}
    for planned in matches:
        try:
            options = config_of(folder, planned).model_dump(mode="json")
        except (ValueError, OSError):
            continue  # which is said of the match
        seats = len(parse_seats(",".join(planned.seats), planned.game))
        for name, option in {"game": planned.game, "seats": seats, **options}.items():
            found.setdefault(name, set()).add(repr(option))
    games = found.get("game", set())
    return ["game"] if len(games) > 1 else [name for name, values in found.items() if len(values) > 1]


# Matches


def _matches(folder: Path, study: Study) -> Iterator[Finding]:
    asked: list[tuple[PlannedMatch, set[str]]] = []
    after = {each.after for each in study.beliefs}
    for where, planned in _placed(study):
        try:
            asked.append((planned, _asked(folder, planned, after)))
        except ModuleNotFoundError as error:
            yield Finding("error", where, f"It needs {error.name}, which is not installed here.")
        except (ValueError, OSError) as error:
            yield Finding("error", where, str(error))
            continue
        if planned.seed is not None:
            sentence = f"With seed = {planned.seed} everybody gets the same deal, so it is never averaged over."
            yield Finding("warning", where, sentence)
        yield from _models(folder, study, where, planned)
    for each in study.beliefs:
        yield from _belief(each, asked)


def _placed(study: Study) -> Iterator[tuple[str, PlannedMatch]]:
    yield from ((f"practice {number}", match) for number, match in enumerate(study.practice, 1))
    for condition in study.conditions:
        yield from ((f"{condition.name}, match {number}", match) for number, match in enumerate(condition.matches, 1))


def _asked(folder: Path, planned: PlannedMatch, wanted: set[str]) -> set[str]:
    """The kinds of answer that the participant of a match is asked for, as far as some matches of bots show them.

    wanted: those that are looked for. Raises ValueError, with a sentence, for a match that cannot be played.
    """
    config = config_of(folder, planned)
    kind, specs = registry.game(planned.game), parse_seats(",".join(planned.seats), planned.game)
    place = place_of_person(planned)
    from woozle.arena.play.officials import officials

    officials(planned.officials, planned.game, config)
    found: set[str] = set()
    wanted = {name for name in wanted if _is_answer(planned.game, name)}
    for trial in range(TRIALS):
        if trial and wanted <= found:
            break
        seed = seed_of(planned, config, trial) if planned.role else trial
        key = key_from_seed(seed, 1)
        rules = kind(len(specs), config)
        players: dict[str, Player] = {
            seat: bot(planned.game, "" if spec.model else spec.name)(bot_seed(seat, key))
            for seat, spec in zip(rules.seats, specs, strict=True)
        }
        watched = rules.seats[place]
        players[watched] = _Noting(players[watched], found)
        players |= seat_officials(rules, {}, key, nobody)
        asyncio.run(Match(Referee(rules, key), players).play())
    return found


class _Noting:
    """A bot in the seat of a participant. found: notes what it is asked for."""

    is_person = False

    def __init__(self, player: Player, found: set[str]) -> None:
        self._player = player
        self._found = found
        self.answers_at_once = player.answers_at_once
        self.keeps_time = player.keeps_time

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        self._found.add(request.answer.__name__)
        return await self._player.respond(request, observation)

    def describe(self) -> dict[str, Any]:
        return dict(self._player.describe())


def _models(folder: Path, study: Study, where: str, planned: PlannedMatch) -> Iterator[Finding]:
    from woozle.arena.play.officials import officials

    beside = officials(planned.officials, planned.game, config_of(folder, planned)).values()
    asked = [*models_of(parse_seats(",".join(planned.seats), planned.game)), *(spec.model for spec in beside if spec.model)]
    names = [str(spec) for spec in asked]
    if names:
        needs = "a network, or a server on this machine; it is not the default, matches of bots need none"
        yield Finding("note", where, f"{', '.join(names)} needs {needs}.")
        if study.leaving.then == "bot":
            yield Finding("warning", where, "Who leaves it is not followed by a bot, since the model would have to be waited for.")


def _pictures(folder: Path, study: Study) -> Iterator[Finding]:
    """Said once: most matches of a study are of one game."""
    for where, planned in _placed(study):
        with suppress(ValueError, OSError):  # which is said of the match
            if not is_about_pictures(folder, planned):
                continue
            if study.coarse_pictures:
                sentence = f"{COARSE}: do not compare the two; tables mark these decisions (coarse_picture)."
                yield Finding("note", "coarse_pictures", sentence)
            else:
                yield Finding("error", where, f"{COARSE}: {COARSE_ALLOWED}")
            return


def _belief(belief: Belief, asked: Sequence[tuple[PlannedMatch, set[str]]]) -> Iterator[Finding]:
    where = f"belief {belief.id}"
    of_game = [(planned, found) for planned, found in asked if belief.game in ("", planned.game)]
    if belief.game and not of_game:
        yield Finding("error", where, f"No match of the study is one of {belief.game}.")
        return
    known = {name for planned, found in asked for name in found}
    if not any(_is_answer(planned.game, belief.after) for planned, _ in of_game):
        there_are = f"; participants are asked for {', '.join(sorted(known))}" if known else ""
        yield Finding("error", where, f"No game of the study asks for {belief.after!r}{there_are}.")
    elif not any(belief.after in found for _, found in of_game):
        yield Finding("warning", where, f"In {TRIALS} trial matches each, no participant was asked for {belief.after}.")
    if belief.kind == "suspect":
        for game in dict.fromkeys(planned.game for planned, found in of_game if belief.after in found):
            if not registry.game(game).sought:
                sentence = f"In {game} no role is looked for, so nobody knows whether a suspicion is right."
                yield Finding("warning", where, sentence)


def _is_answer(game: str, name: str) -> bool:
    try:
        answer_type(registry.game(game), name)
    except MeaningError:
        return False
    return True


# The design


def _design(study: Study) -> Iterator[Finding]:
    conditions = study.conditions
    number = len(conditions)
    if number == 1:
        yield Finding("warning", "conditions", "There is only one, so nothing is compared.")
    elif study.design == "within" and number % 2:
        sentence = f"An odd number needs the mirrored orders too, so that {2 * number} participants make a whole block."
        yield Finding("note", "conditions", sentence)
    if number > 6 and study.design == "within":
        yield Finding("warning", "conditions", f"{number} are many for one participant.")
    for at, each in enumerate(conditions):
        if twin := next((other.name for other in conditions[:at] if other.matches == each.matches), ""):
            yield Finding("warning", f"condition {each.name}", f"Its matches are those of {twin}.")
    if len({len(each.matches) for each in conditions}) > 1:
        yield Finding("warning", "conditions", "They have different numbers of matches, so that practice and fatigue differ too.")
    block = len(rows(study.design, number, study.seed))
    if study.invited and study.invited < block:
        yield Finding("warning", "invited", f"{study.invited} invited are fewer than the {count(block, 'participant')} of a block.")
    if study.limit_minutes and study.limit_minutes < study.minutes:
        yield Finding("warning", "limit_minutes", "The limit is shorter than what participants are told that it takes.")
    if not study.practice:
        yield Finding("note", "practice", "There is none, so the first match is also where the screen is learnt.")
    if not study.check:
        yield Finding("note", "check", "There is none, so nobody knows who understood the rules.")
    if not study.data.timing:
        yield Finding("note", "data.timing", "Times of keys are not kept; the thinking time of each decision is.")
