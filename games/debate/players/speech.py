"""Speech of the debate bots: a reason for the answer, and reactions to the others.

Each seat of a table has its own temperament, and gives other reasons than its neighbours, so that they do not speak in chorus. It
refers to others by name, in their own words, and says so when it changes its mind. How sure it is it says once, and it urges others
only if it does not doubt.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

from woozle.core.chance import Chance
from woozle.core.names import LETTERS
from woozle.core.request import Seat
from woozle.games.debate.data import Problem, more_problems, problems
from woozle.games.debate.events import LONGEST, Briefing
from woozle.games.debate.players.memory import Memory, Voice, same
from woozle.games.debate.players.persuasion import SURE, UNSAID, UNSURE, confidence, force
from woozle.players.bot import happens

SAYINGS: dict[str, dict[str, list[str]]] = tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))
"""By temperament and occasion."""

_OPTION = 200  # characters of an option, or an answer, that are said again
_QUOTE = range(20, 111)  # characters of another speaker's sentence that is quoted
_ASKS = 40  # of a hundred chances to ask a seat that answers otherwise
_SENTENCE = re.compile(r"[^.!?\n]+[.!?]+(?=\s|$)")
_QUOTABLE = re.compile(r"[\w ,;'’()/%+*°.-]+")
_ADDRESSED = re.compile(r"^\{Other\}[,:]|, \{other\}|\{other\}\?")


@dataclass(frozen=True, slots=True)
class Stance:
    """The stance of a response on the messages heard.

    Args:
        opening: its occasion, as in sayings.toml.
        other: whose answer it joins, shares or rejects; None if no one was heard.
        was: its own answer until now, None for none.
        explains: whether it gives the reasons that are bundled with the question.
    """

    opening: str
    other: Voice | None = None
    was: str | None = None
    explains: bool = True


def find_problem(briefing: Briefing) -> Problem | None:
    """Return the question that is debated, if it is bundled with Woozle, so that something can be known about it."""
    return _by_words().get((briefing.question, briefing.options))


@cache
def _by_words() -> dict[tuple[str, tuple[str, ...]], Problem]:
    return {(problem.question, problem.options): problem for problem in (*problems(), *more_problems())}


def response(memory: Memory, answer: str | None, stance: Stance, sure: float, persuasiveness: int, chance: Chance) -> str:
    """Return a whole response.

    sure: SURE, UNSAID or UNSURE. persuasiveness: of a hundred, how likely it urges others, in each of two ways.
    """
    words = _Words(memory, answer, stance, chance)
    if answer is None:
        return " ".join([*words.opening(), words.say("nothing")])
    said = [*words.opening(), *words.dialogue(), *words.reason(), *words.confidence(sure, persuasiveness), *words.question()]
    return f"{' '.join(said)}\nAnswer: {answer}"[-LONGEST:]


@lru_cache(maxsize=256)
def _order(question: str, seats: tuple[Seat, ...]) -> list[Seat]:
    """Return the seats in the order of their temperaments, another one for each question."""
    return Chance(b"temperaments " + question.encode(errors="replace")).shuffle("seats", seats)


class _Words:
    """The words of one response, in the temperament of its seat."""

    def __init__(self, memory: Memory, answer: str | None, stance: Stance, chance: Chance) -> None:
        self._memory, self._answer, self._stance, self._chance = memory, answer, stance, chance
        seats = memory.briefing.seats
        order = _order(memory.briefing.question, seats)
        self._place = order.index(memory.me) if memory.me in order else 0
        self._sayings = list(SAYINGS.values())[self._place % len(SAYINGS)]
        self._quote = quote(stance.other, seats) if stance.other else ""
        self._has_reasoned = False

    # Parts

    def opening(self) -> Iterator[str]:
        opening = self._stance.opening
        if self._quote:
            opening = {"joins": "moved", "stays": "counters"}.get(opening, opening)
        yield self.say(opening)

    def dialogue(self) -> Iterator[str]:
        """Yield its words to those who asked it something, or did not answer its question."""
        for voice in self._memory.voices:
            if voice.speaker and _asks(voice.text, self._memory.me):
                yield self.say("asked", other=voice.speaker)
                return
            if voice.speaker and voice.answer and self._left_open(voice):
                yield self.say("skipped", other=voice.speaker, claimed=self._words_of(voice.answer))
                return

    def reason(self) -> Iterator[str]:
        """Yield a bundled rationale that no seat has given yet, or what else speaks for the answer."""
        rationales = self._rationales()
        if not self._memory.answers:
            chosen = rationales[self._place : self._place + 1]  # so that no two seats give the same
        else:
            fresh = [each for each in rationales if not self._memory.was_said(each)]
            is_mine = self._stance.opening == "reveals" or (self._place + len(self._memory.answers)) % 3 == 0
            chosen = [fresh[self._place % len(fresh)]] if fresh and is_mine else []
        if chosen:
            self._has_reasoned = True
            yield from chosen
        elif not self._has_quoted:
            yield self._other_reason()

    @property
    def _has_quoted(self) -> bool:
        """Return whether another's words stand for a reason; of those who reject the same words some add one."""
        adds = (self._place + len(self._memory.answers)) % 2 == 0
        return bool(self._quote) and (self._stance.opening == "joins" or (self._stance.opening == "stays" and not adds))

    def confidence(self, sure: float, persuasiveness: int) -> Iterator[str]:
        """Yield how sure it is, if it says so, and what urges others; nothing urges beside a doubt."""
        if sure != UNSAID:
            yield self.say("sure" if sure == SURE else "unsure")
        if sure == UNSURE:
            return
        if self._has_reasoned and happens(self._chance, "urges to follow", persuasiveness):
            yield self.say("steps")
        if happens(self._chance, "urges to try others", persuasiveness):
            yield self.say("fits")

    def question(self) -> Iterator[str]:
        """Yield a question to a seat that answers otherwise, while there is a round left to answer it in."""
        against = [each for each in self._memory.voices if each.speaker and each.answer and same(each.answer) != same(self._answer)]
        if against and not self._memory.is_last_round and happens(self._chance, "asks", _ASKS):
            voice = self._chance.choice("whom", against)
            yield self.say("asks", other=voice.speaker, claimed=self._words_of(voice.answer))

    # Reasons

    def _rationales(self) -> list[str]:
        """Return the rationales and appeals that are bundled with the question and end in the answer."""
        problem = find_problem(self._memory.briefing)
        if problem is None or not self._stance.explains:
            return []
        found = [each.text for each in (*problem.right, *problem.misleading) if each.answer == self._answer]
        if problem.appeals and self._answer in {each.answer for each in problem.misleading[:1]}:
            found += problem.appeals.logical
        return list(dict.fromkeys(found))

    def _other_reason(self) -> str:
        memory, kind = self._memory, self._memory.briefing.kind
        allies = [each for each in memory.voices if each.speaker and same(each.answer) == same(self._answer)]
        quotes = [(each, said) for each in allies if (said := quote(each, memory.briefing.seats))]
        if quotes and self._stance.opening not in ("reveals", "joins"):
            voice, said = self._chance.choice("echo", quotes)
            return self.say("echoes", other=voice.speaker, quote=said)
        if memory.answers and same(memory.answer) == same(self._answer) and len(memory.answers) > 1:
            return self.say("repeats")
        others = [option for option in memory.briefing.options if option != self._words_of(self._answer)]
        if kind == "choice" and len(others) > 1:
            x, y = self._chance.sample("out", others, 2)
            return self.say("out", x=_short(x), y=_short(y))
        return self.say(kind)

    # Sentences

    def say(self, occasion: str, **values: str) -> str:
        """Return a sentence of this occasion: another one in each round, and for the second of a temperament at a table."""
        other = self._stance.other
        known = {
            "other": (other.speaker if other else "") or "somebody",
            "option": self._words_of(self._answer),
            "answer": (self._answer or "")[:_OPTION],
            "claimed": self._words_of(other.answer) if other else "",
            "was": self._words_of(self._stance.was),
            "quote": self._quote,
        } | values
        sayings = [each for each in self._sayings[occasion] if known["was"] or "{was}" not in each] or self._sayings[occasion]
        if known["other"] == "somebody":
            sayings = [each for each in sayings if not _ADDRESSED.search(each)] or sayings
        at = self._place // len(SAYINGS) + len(self._memory.answers)
        capital = {name.capitalize(): value[:1].upper() + value[1:] for name, value in known.items()}
        return sayings[at % len(sayings)].format(**known, **capital)

    def _words_of(self, answer: str | None) -> str:
        """Return the words of an option, or another answer as it is."""
        at = LETTERS.find(answer or "?")
        options = self._memory.briefing.options
        return _short(options[at]) if 0 <= at < len(options) else (answer or "")[:_OPTION]

    def _left_open(self, voice: Voice) -> bool:
        """Return whether it asked a seat about the answer that is given again now, and got no word about that."""
        if len(self._memory.texts) < 2 or not voice.answer:
            return False
        claimed = self._words_of(voice.answer)
        asked = any(voice.speaker in each and claimed in each for each in _questions(self._memory.texts[-1]))
        heard = voice.text.rpartition("\n")[0].casefold()
        return asked and claimed.casefold() not in heard and self._memory.me.casefold() not in heard


def quote(voice: Voice, seats: Sequence[Seat]) -> str:
    """Return the reason in a text, in its own words and short; empty if nothing there can stand alone."""
    return _quote(voice.text, tuple(seats))


@lru_cache(maxsize=1024)
def _quote(text: str, seats: tuple[Seat, ...]) -> str:
    said = [each.strip().rstrip(".!") for each in _SENTENCE.findall(text.partition("\nAnswer:")[0])]
    good = [each for each in said if len(each) in _QUOTE and _QUOTABLE.fullmatch(each) and each not in _stock()]
    plain = [each for each in good if force(each) == 1 == confidence(each) / UNSAID and not any(seat in each for seat in seats)]
    return max(plain, key=len, default="")


@cache
def _stock() -> frozenset[str]:
    sayings = (saying for each in SAYINGS.values() for sayings in each.values() for saying in sayings)
    return frozenset(each.strip().rstrip(".!") for saying in sayings for each in _SENTENCE.findall(saying))


def _questions(text: str) -> list[str]:
    return [each for each in _SENTENCE.findall(text) if each.endswith("?")]


def _asks(text: str, seat: Seat) -> bool:
    return "?" in text and any(re.search(rf"\b{re.escape(seat)}\b", each) for each in _questions(text))


def _short(words: str) -> str:
    return " ".join(words.split())[:_OPTION]
