"""Ways to fill in the forms of any game without playing it. They know no game, only what a Request allows and Events hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any

from woozle.core.game import Event
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.players.bot import Bot
from woozle.players.random_bot import RandomBot, random_fields

WORDS = 60  # of a salad, at most
_FEWEST = 5  # words of a text worth copying
_CONTENT = 4  # letters of a word that says something
_BLAME = "It is {seat}. I saw {seat} do it, and nobody else can have done it. Vote for {seat}."
_AGREE = "I agree with the others about {seat}."

Fields = Mapping[str, Any]
"""Some fields of an answer."""


class Silent(Bot):
    """Never answers."""

    name = "silent"

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        return Response(request.id, Forfeit("timeout"), seconds=0.0)


class Filler(Bot):
    """Fills in forms at random, apart from the fields that `fill` gives."""

    name = "filler"

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        drawn = random_fields(request.schema(), Random(f"{self.seed} {request.id}"))
        try:
            return request.answer.model_validate({**drawn, **self.fill(request, observation, drawn)})
        except ValueError:  # two fields do not go together
            return request.answer.model_validate(drawn)

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        """Return some fields of the answer. drawn: all of them, at random."""
        raise NotImplementedError


class First(Filler):
    """Always takes the first choice."""

    name = "first choice"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        return {name: options[0] for name, options in request.choices.items() if options and name in drawn}


class Middle(Filler):
    """Always takes the choice, or the number, in the middle."""

    name = "middle choice"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        numbers = {
            name: (part["minimum"] + part["maximum"]) // 2
            for name, part in request.schema()["properties"].items()
            if part.get("type") == "integer" and {"minimum", "maximum"} <= part.keys()
        }
        choices = {name: options[len(options) // 2] for name, options in request.choices.items() if options and name in drawn}
        return {**numbers, **choices}


class Last(Filler):
    """Always takes the last choice."""

    name = "last choice"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        return {name: options[-1] for name, options in request.choices.items() if options and name in drawn}


class Accuser(Filler):
    """Names one other seat, drawn for the match, wherever a seat can be named, and accuses it in every text."""

    name = "accuse one seat"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        others = sorted(_seats(observation) - {request.to})
        if not others:
            return {}
        seat = Random(self.seed).choice(others)
        return {**_choices(request, drawn, Counter([seat])), **_texts(request, drawn, _BLAME.format(seat=seat))}


class Echo(Filler):
    """Says what was said last by another seat, and chooses as it did."""

    name = "echo"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        said = next(_said(request.to, reversed(observation)), "")
        named = {option: at for at, option in enumerate(_named(said, _options(request)), 1)}
        return {**_choices(request, drawn, Counter(named)), **_texts(request, drawn, said)}


class Follower(Filler):
    """Chooses what others have named most often, and says so; without a choice, says what others said most often."""

    name = "follow the majority"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        seats, texts = _seats(observation) - {request.to}, [*_said(request.to, observation)]
        named = Counter(each for text in texts for each in {*_named(text, seats), *_named(text, _options(request))[-1:]})
        named.update(target for event in observation if (target := getattr(event, "target", None)) in seats)
        suspect = max(sorted(seats), key=named.__getitem__, default="")
        text = _AGREE.format(seat=suspect) if named[suspect] else next(iter(Counter(texts)), "")
        return {**_choices(request, drawn, named), **_texts(request, drawn, text)}


class Copier(Filler):
    """Writes the longest text of the last Event that showed it one."""

    name = "copy"

    def fill(self, request: Request, observation: Sequence[Event], drawn: Fields) -> Fields:
        return _texts(request, drawn, self.written(_shown(observation)))

    def written(self, shown: str) -> str:
        """Return what it makes of the text that it was shown."""
        return shown


class Gluer(Copier):
    """Writes the same text without spaces."""

    name = "copy, glued"

    def written(self, shown: str) -> str:
        return "/".join(shown.split())


class Salad(Copier):
    """Writes words of the same text in random order: those of four letters or more, names and numbers."""

    name = "word salad"

    def written(self, shown: str) -> str:
        words = [word for word in shown.split() if len(word) >= _CONTENT or not word.islower()]
        return " ".join(Random(shown).sample(words, min(WORDS, len(words))))


WAYS: tuple[type[Bot], ...] = (
    Silent, RandomBot, First, Middle, Last, Accuser, Echo, Follower, Copier, Gluer, Salad,
)  # fmt: skip


def _said(me: Seat, observation: Sequence[Event] | Iterator[Event]) -> Iterator[str]:
    """Yield what others said: the text of an Event of another seat, and each of the texts that an Event tells together."""
    for event in observation:
        text, texts = getattr(event, "text", None), getattr(event, "texts", None)
        if isinstance(text, str) and text and getattr(event, "seat", me) != me:
            yield text
        if isinstance(texts, tuple):
            yield from (each for each in texts if isinstance(each, str) and each)


def _shown(observation: Sequence[Event]) -> str:
    """Return the longest text of the last Event that has one."""
    for event in reversed(observation):
        values = [getattr(event, each.name) for each in fields(event)]  # type: ignore[arg-type]  # Events are dataclasses
        texts = [text for value in values for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)]
        if longest := max((text for text in texts if len(text.split()) >= _FEWEST), key=len, default=""):
            return longest
    return ""


def _seats(observation: Sequence[Event]) -> set[Seat]:
    """Return the seats that Events name as theirs, or list."""
    found: set[Seat] = set()
    for event in observation:
        seat, seats = getattr(event, "seat", None), getattr(event, "seats", None)
        found |= {seat} if isinstance(seat, str) else set()
        found |= {each for each in seats if isinstance(each, str)} if isinstance(seats, tuple) else set()
    return found


def _options(request: Request) -> set[str]:
    """Return all choices of a form that are words."""
    return {option for options in request.choices.values() for option in options if isinstance(option, str)}


def _named(text: str, options: Collection[str]) -> list[str]:
    """Return the options that a text names, the last one last."""
    found = {option: at for option in options if option and (at := _last(option, text)) >= 0}
    return sorted(found, key=lambda option: (found[option], option))


def _last(option: str, text: str) -> int:
    return max((found.start() for found in re.finditer(rf"\b{re.escape(option)}(?!\w)", text)), default=-1)


def _choices(request: Request, drawn: Fields, named: Counter[str]) -> Fields:
    """Return for each choice the option named most often, of equals the first that was named."""
    offered = {name: options for name, options in request.choices.items() if options and name in drawn}
    found = {name: max(options, key=named.__getitem__) for name, options in offered.items()}
    return {name: option for name, option in found.items() if named[option]}


def _texts(request: Request, drawn: Fields, text: str) -> Fields:
    """Return the free texts of a form, all of them this one, cut where it is too long; a short optional one stays empty."""
    parts, found = request.schema()["properties"], dict[str, Any]()
    for name, value in drawn.items():
        if text and isinstance(value, str) and name not in request.choices:
            most = parts[name].get("maxLength", len(text))
            found[name] = parts[name].get("default", text[:most]) if len(text) > most else text
    return found
