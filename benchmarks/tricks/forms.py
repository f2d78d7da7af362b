"""Ways to fill in the forms of any game without playing it. They know no game, only what a Request allows and Events hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from benchmarks.tricks.ways import Way
from woozle.core.game import Event
from woozle.core.request import Answer, Forfeit, Request, Response, Seat
from woozle.core.state import facts_of
from woozle.players.bot import Bot
from woozle.players.random_bot import RandomBot, random_fields

WORDS = 60  # of a salad, at most
_FEWEST = 5  # words of a text worth copying
_CONTENT = 4  # letters of a word that says something
_BLAME = "It is {seat}. I saw {seat} do it, and nobody else can have done it. Vote for {seat}."
_AGREE = "I agree with the others about {seat}."

Fields = Mapping[str, Any]
"""Some fields of an answer."""


@dataclass(frozen=True)
class Form:
    """A request, with what its seat observed. drawn: all fields of an answer, at random. seed: that of the player."""

    request: Request
    observation: Sequence[Event]
    drawn: Fields
    seed: str

    @property
    def choices(self) -> Mapping[str, Sequence[Any]]:
        """The options of each field that has some."""
        return {name: options for name, options in self.request.choices.items() if options and name in self.drawn}

    @property
    def options(self) -> set[str]:
        """All options that are words."""
        return {option for options in self.request.choices.values() for option in options if isinstance(option, str)}

    @property
    def others(self) -> set[Seat]:
        """The other seats that Events name as theirs, or list."""
        return _find_seats(self.observation) - {self.request.to}


class Silent(Bot):
    """A player that never answers."""

    name = "silent"

    async def respond(self, request: Request, observation: Sequence[Event]) -> Response:
        return Response(request.id, Forfeit("timeout"), seconds=0.0)


class FormFiller(Bot):
    """A player that fills in forms at random, apart from some fields. fill: returns these."""

    name = "form filler"

    def __init__(self, fill: Callable[[Form], Fields], seed: str) -> None:
        super().__init__(seed)
        self._fill = fill

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        drawn = random_fields(request.schema(), Random(f"{self.seed} {request.id}"))
        try:
            return request.answer.model_validate({**drawn, **self._fill(Form(request, observation, drawn, self.seed))})
        except ValueError:  # two fields do not go together
            return request.answer.model_validate(drawn)


def take_first(form: Form) -> Fields:
    return {name: options[0] for name, options in form.choices.items()}


def take_middle(form: Form) -> Fields:
    """Return the choice, or the number, in the middle."""
    numbers = {
        name: (part["minimum"] + part["maximum"]) // 2
        for name, part in form.request.schema()["properties"].items()
        if part.get("type") == "integer" and {"minimum", "maximum"} <= part.keys()
    }
    return {**numbers, **{name: options[len(options) // 2] for name, options in form.choices.items()}}


def take_last(form: Form) -> Fields:
    return {name: options[-1] for name, options in form.choices.items()}


def accuse_one(form: Form) -> Fields:
    """Name one other seat, drawn for the match, wherever a seat can be named, and accuse it in every text."""
    if not form.others:
        return {}
    seat = Random(form.seed).choice(sorted(form.others))
    return {**_choose(form, Counter([seat])), **_write(form, _BLAME.format(seat=seat))}


def echo(form: Form) -> Fields:
    """Say what was said last by another seat, and choose as it did."""
    text = next(_find_texts(form.request.to, reversed(form.observation)), "")
    named = {option: at for at, option in enumerate(_find_names(text, form.options), 1)}
    return {**_choose(form, Counter(named)), **_write(form, text)}


def follow_majority(form: Form) -> Fields:
    """Choose what others have named most often, and say so; without a choice, say what others said most often."""
    seats, texts = form.others, [*_find_texts(form.request.to, form.observation)]
    named = Counter(each for text in texts for each in {*_find_names(text, seats), *_find_names(text, form.options)[-1:]})
    named.update(target for event in form.observation if (target := getattr(event, "target", None)) in seats)
    suspect = max(sorted(seats), key=named.__getitem__, default="")
    text = _AGREE.format(seat=suspect) if named[suspect] else next(iter(Counter(texts)), "")
    return {**_choose(form, named), **_write(form, text)}


def copy(form: Form, change: Callable[[str], str] = str) -> Fields:
    """Write the longest text of the last Event that showed one. change: makes another text of it."""
    return _write(form, change(_find_longest(form.observation)))


def _glue(text: str) -> str:
    return "/".join(text.split())


def _mix(text: str) -> str:
    """Return words of a text in random order: those of four letters or more, names and numbers."""
    words = [word for word in text.split() if len(word) >= _CONTENT or not word.islower()]
    return " ".join(Random(text).sample(words, min(WORDS, len(words))))


_FILLS: Mapping[str, Callable[[Form], Fields]] = {
    "first choice": take_first,
    "middle choice": take_middle,
    "last choice": take_last,
    "accuse one seat": accuse_one,
    "echo": echo,
    "follow the majority": follow_majority,
    "copy": copy,
    "copy, glued": partial(copy, change=_glue),
    "word salad": partial(copy, change=_mix),
}

WAYS: Mapping[str, Way] = {
    "silent": Silent,
    "random": RandomBot,
    **{name: partial(FormFiller, fill) for name, fill in _FILLS.items()},
}


def _find_texts(me: Seat, observation: Sequence[Event] | Iterator[Event]) -> Iterator[str]:
    """Yield what others said: the text of an Event of another seat, and each of the texts that an Event tells together."""
    for event in observation:
        text, texts = getattr(event, "text", None), getattr(event, "texts", None)
        if isinstance(text, str) and text and getattr(event, "seat", me) != me:
            yield text
        if isinstance(texts, tuple):
            yield from (each for each in texts if isinstance(each, str) and each)


def _find_longest(observation: Sequence[Event]) -> str:
    """Return the longest text of the last Event that has one."""
    for event in reversed(observation):
        texts = [
            text
            for value in facts_of(event).values()
            for text in (value if isinstance(value, tuple) else (value,))
            if isinstance(text, str)
        ]
        if longest := max((text for text in texts if len(text.split()) >= _FEWEST), key=len, default=""):
            return longest
    return ""


def _find_seats(observation: Sequence[Event]) -> set[Seat]:
    """Return the seats that Events name as theirs, or list."""
    found: set[Seat] = set()
    for event in observation:
        seat, seats = getattr(event, "seat", None), getattr(event, "seats", None)
        found |= {seat} if isinstance(seat, str) else set()
        found |= {each for each in seats if isinstance(each, str)} if isinstance(seats, tuple) else set()
    return found


def _find_names(text: str, options: Collection[str]) -> list[str]:
    """Return the options that a text names, the last one last."""
    found = {option: at for option in options if option and (at := _find_last(option, text)) >= 0}
    return sorted(found, key=lambda option: (found[option], option))


def _find_last(option: str, text: str) -> int:
    return max((found.start() for found in re.finditer(rf"\b{re.escape(option)}(?!\w)", text)), default=-1)


def _choose(form: Form, named: Counter[str]) -> Fields:
    """Return for each choice the option named most often, of equals the first that is offered."""
    found = {name: max(options, key=named.__getitem__) for name, options in form.choices.items()}
    return {name: option for name, option in found.items() if named[option]}


def _write(form: Form, text: str) -> Fields:
    """Return the free texts of a form, all of them this one, cut where it is too long; a short optional one stays empty."""
    parts, found = form.request.schema()["properties"], dict[str, Any]()
    for name, value in form.drawn.items():
        if text and isinstance(value, str) and name not in form.request.choices:
            most = parts[name].get("maxLength", len(text))
            found[name] = parts[name].get("default", text[:most]) if len(text) > most else text
    return found
