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
from functools import cache, cached_property, lru_cache
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
_SENTENCE = re.compile(r"(?:[^.!?\n]|\.(?=\d))+[.!?]+(?=\s|$)")
_QUOTABLE = re.compile(r"[\w ,;'’()/%+*°.-]+")
_GOES_ON = re.compile(r"That is why|(?:He|She|It|They) also|His 6 is what|If they differed")  # so a rationale follows upon another
_LEANS = re.compile(
    r"(?:So|That|This|These|They|It|He|She|Its|His|Her|Both|Neither|The same|There|What|Then|But|And) "
)  # on what stands before
_SPEAKS_OF = re.compile(  # what only the question or another rationale names
    r"(?:(?:because|if|as|when) )?"
    r"(?:it(?! (?:is|was) (?:well |often )?(?:known|said|written))|its|they|their|he|his|she|her|both|that|this|these) ",
    re.IGNORECASE,
)
_MOST_OTHERS = 3  # options that are ruled out by name
_LISTS = 6  # places at which a debate begins in lists of two and three sentences
_NUMBERS = dict(zip(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), map(str, range(2, 11)), strict=True))
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
    words = _Words(memory, answer, stance, sure == UNSURE, chance)
    if answer is None:
        return " ".join(words.without_answer())
    return f"{' '.join(words.whole(sure, persuasiveness))}\nAnswer: {answer}"[-LONGEST:]


@lru_cache(maxsize=256)
def _order(question: str, seats: tuple[Seat, ...]) -> list[Seat]:
    """Return the seats in the order of their temperaments, another one for each question."""
    return Chance(b"temperaments " + question.encode(errors="replace")).shuffle("seats", seats)


@lru_cache(maxsize=256)
def _beginning(question: str) -> int:
    """Return the place in each list of sentences at which a debate begins, another one for each question."""
    return Chance(b"sayings " + question.encode(errors="replace")).below("first", _LISTS)


class _Words:
    """The words of one response, in the temperament of its seat."""

    def __init__(self, memory: Memory, answer: str | None, stance: Stance, doubts: bool, chance: Chance) -> None:
        self._memory, self._answer, self._stance, self._doubts, self._chance = memory, answer, stance, doubts, chance
        seats = memory.briefing.seats
        order = _order(memory.briefing.question, seats)
        self._place = order.index(memory.me) if memory.me in order else 0
        self._begin = _beginning(memory.briefing.question)
        self._sayings = list(SAYINGS.values())[self._place % len(SAYINGS)]
        self._allies = [each for each in memory.voices if each.answer and same(each.answer) == same(answer)]
        self._rivals = [each for each in memory.voices if each.answer and each not in self._allies]
        self._quote = fresh_quote(stance.other, memory) if stance.other else ""
        self._is_moved = stance.opening in ("joins", "reveals")
        if stance.opening == "joins" and self._is_weighed(self._quote):
            self._quote = ""
        self._has_reasoned = self._only_prefers = False
        self._echoed: Voice | None = None  # another seat whose reason it repeats
        self._replied_to: Seat = ""

    def whole(self, sure: float, persuasiveness: int) -> Iterator[str]:
        """Yield the sentences of a response that has an answer."""
        reason, opening, other = [*self._reason()], self._opening(), self._stance.other
        is_of_question = opening == "first" and bool(reason) and _SPEAKS_OF.match(reason[0]) is not None
        reply = [*self._dialogue(has_reason=bool(reason) and not self._only_prefers)]
        is_named_again = (opening == "agreed" and self._echoed is other) or (
            opening == "stays" and other and self._replied_to == other.speaker
        )
        if not is_named_again and not is_of_question:
            yield self.say(opening)
        if self._stance.opening == "joins" and self._memory.said_first(self._given_reason(self._stance.was)):
            yield self.say("recants")
        yield from (*reply, *reason)
        yield from self._confidence(sure, persuasiveness)
        yield from self._question()

    def without_answer(self) -> Iterator[str]:
        yield self.say(self._opening())
        yield self.say("nothing")

    # Parts

    def _opening(self) -> str:
        """Return the occasion of its first sentence."""
        opening = self._stance.opening
        if opening == "joins":
            if not self._quote and len(self._allies) > max(1, len(self._rivals)):
                return "follows"
            if any(same(each) == same(self._answer) for each in self._memory.answers):
                return "won_back" if self._quote else "returns"
            left = [each for each in self._rivals if same(each.answer) == same(self._stance.was)]
            if not self._quote and 2 * len(left) > len(self._memory.voices):
                return "leaves"
        if opening == "agreed" and len(self._allies) == len(self._memory.briefing.seats) - 1 > 1:
            return "all_agreed"
        return {"joins": "moved", "stays": "counters"}.get(opening, opening) if self._quote else opening

    def _dialogue(self, *, has_reason: bool) -> Iterator[str]:
        """Yield its words to those who asked it something, or did not answer its question; none about an answer that it gave up."""
        said = [*self._memory.answers[-2:], self._answer]  # those who ask now have read the first of these
        for voice in self._memory.voices if len({same(each) for each in said}) == 1 else ():
            if voice.speaker and _asks(voice.text, self._memory.me, self._memory.briefing.seats):
                again = "" if has_reason else self._given_reason(self._answer)
                if not again or self._memory.said_first(again):
                    self._replied_to = voice.speaker
                    kind = "asked" if has_reason else "asked_again" if again else "asked_why"
                    yield self.say(kind, other=voice.speaker, quote=again)
                return
            if voice.speaker and voice.answer and self._left_open(voice):
                yield self.say("skipped", other=voice.speaker, claimed=self._words_of(voice.answer))
                return

    def _reason(self) -> Iterator[str]:
        """Yield a bundled rationale that no seat has given yet, or what else speaks for the answer."""
        rationales = self._rationales()
        if not self._memory.answers:
            chosen = rationales[self._place : self._place + 1]  # so that no two seats give the same
        else:
            fresh = [each for each in rationales if not (self._memory.was_said(each.rstrip(".!")) or _SPEAKS_OF.match(each))]
            fresh = [each for each in fresh if self._stance.opening != "joins" or not self._is_weighed(each)]
            is_mine = self._is_moved or (self._place + len(self._memory.answers)) % 3 == 0
            chosen = [fresh[self._place % len(fresh)]] if fresh and is_mine else []
        if chosen:
            self._has_reasoned = True
            yield from chosen
        elif not self._has_quoted:
            yield from self._other_reason()

    @property
    def _has_quoted(self) -> bool:
        """Return whether another's words stand for a reason; of those who reject the same words some add one."""
        adds = (self._place + len(self._memory.answers)) % 2 == 0
        return self._stance.opening == "joins" or (bool(self._quote) and self._stance.opening == "stays" and not adds)

    def _confidence(self, sure: float, persuasiveness: int) -> Iterator[str]:
        """Yield how sure it is, if it says so, and what urges others; nothing urges beside a doubt."""
        if sure != UNSAID:
            is_same = self._memory.texts and not self._is_moved and confidence(self._memory.texts[-1]) == sure
            yield self.say(f"{'still_' if is_same else ''}{'sure' if sure == SURE else 'unsure'}")
        if sure == UNSURE:
            return
        if self._has_reasoned and happens(self._chance, "urges to follow", persuasiveness):
            yield self.say("steps")
        if self._stance.opening != "joins" and happens(self._chance, "urges to try others", persuasiveness):
            yield self.say("fits")

    def _question(self) -> Iterator[str]:
        """Yield a question to a seat that answers otherwise and gave no reason, while there is a round left to answer it in."""
        against = [each for each in self._rivals if each.speaker and not quote(each, self._memory.briefing.seats)]
        if against and not self._memory.is_last_round and happens(self._chance, "asks", _ASKS):
            voice = self._chance.choice("whom", against)
            yield self.say("asks", other=voice.speaker, claimed=self._words_of(voice.answer))

    # Reasons

    def _rationales(self) -> list[str]:
        """Return the rationales and appeals that are bundled with the question and end in the answer.

        One that goes on from another one comes after it, or not at all; one that does not name what it is about only if all do so.
        """
        problem = find_problem(self._memory.briefing)
        if problem is None or not self._stance.explains:
            return []
        found = [each.text for each in (*problem.right, *problem.misleading) if each.answer == self._answer]
        if problem.appeals and self._answer in {each.answer for each in problem.misleading[:1]}:
            found += problem.appeals.logical
        whole = list(dict.fromkeys(found))
        whole = [each for each in whole if not _SPEAKS_OF.match(each)] or whole
        return [each for each in whole if not _GOES_ON.match(each) or self._memory.was_said(whole[0])]

    def _other_reason(self) -> Iterator[str]:
        """Yield another's reason, its own again, or how it came by its answer; nothing if all that was said before."""
        memory, kind = self._memory, self._memory.briefing.kind
        quotes = [(each, said) for each in self._allies if each.speaker and (said := fresh_quote(each, memory))]
        if quotes and self._stance.opening != "reveals":
            self._echoed, said = self._chance.choice("echo", quotes)
            yield self.say("echoes", other=self._echoed.speaker, quote=said)
            return
        if memory.answers and self._stance.opening != "reveals":
            if again := self._own_reason():
                yield self.say("repeats", quote=again)
            elif self._rivals and (self._place + len(memory.answers)) % 2:
                self._only_prefers = True
                yield self.say("versus", claimed=self._words_of(self._rivals[0].answer))
            return
        others = self._others()
        yield self.say("out" if kind == "choice" and len(others) > 1 and (self._place + self._begin) % 3 else kind)

    def _given_reason(self, given: str | None) -> str:
        """Return a reason that it gave for an answer, its own or another's; empty if it gave none."""
        memory = self._memory
        said = [text for text, answer in zip(memory.texts, memory.answers, strict=True) if same(answer) == same(given)]
        heard = [voice for each in memory.heard() for voice in each if same(voice.answer) == same(given)]
        own = (quote(Voice(memory.me, given, 1.0, text), memory.briefing.seats) for text in said)
        adopted = (quote(voice, memory.briefing.seats) for voice in heard)
        return next((each for each in (*own, *adopted) if each and any(each in text for text in said)), "")

    def _own_reason(self) -> str:
        """Return its own reason for the answer that it gives again; empty if it gave none, or has said it again already."""
        memory = self._memory
        for at, (text, answer) in enumerate(zip(memory.texts, memory.answers, strict=True)):
            said = quote(Voice(memory.me, answer, 1.0, text), memory.briefing.seats) if same(answer) == same(self._answer) else ""
            if memory.said_first(said) and not any(said in later for later in memory.texts[at + 1 :]):
                return said
        return ""

    def _is_weighed(self, reason: str) -> bool:
        """Return whether its own reason for the answer that it gives up already reckoned with a figure of this one."""
        own = _figures(self._given_reason(self._stance.was))
        return not own.isdisjoint(_figures(reason) - _figures(self._memory.briefing.question))

    def _others(self) -> list[str]:
        """Return the further options, if few and short enough to be named all."""
        mine = self._words_of(self._answer)
        others = [_short(option) for option in self._memory.briefing.options if _short(option) != mine]
        return others if len(others) <= _MOST_OTHERS and sum(map(len, others)) <= _OPTION else []

    # Sentences

    def say(self, occasion: str, **values: str) -> str:
        """Return a sentence of this occasion, if there is one that it has not said; the second of a temperament has another."""
        sayings = self._sayings.get(f"{occasion}_doubt" if self._doubts else occasion) or self._sayings[occasion]
        gaps = self._gaps | values
        sayings = [each for each in sayings if gaps["was"] or "{was}" not in each] or sayings
        if gaps["other"] == "somebody":
            sayings = [each for each in sayings if not _ADDRESSED.search(each)] or sayings
        gaps |= {name.capitalize(): value[:1].upper() + value[1:] for name, value in gaps.items()}
        at = self._place // len(SAYINGS) + len(self._memory.answers) + self._begin
        ordered = [sayings[(at + turn) % len(sayings)] for turn in range(len(sayings))]
        said = (each.format(**gaps) for each in ordered)
        return next((each for each in said if not any(each in text for text in self._memory.texts)), ordered[0].format(**gaps))

    @cached_property
    def _gaps(self) -> dict[str, str]:
        """What stands in the gaps of sentences, by name."""
        other, others = self._stance.other, [f'"{each}"' for each in self._others()]
        return {
            "other": (other.speaker if other else "") or "somebody",
            "option": self._words_of(self._answer),
            "answer": (self._answer or "")[:_OPTION],
            "claimed": self._words_of(other.answer) if other else "",
            "was": self._words_of(self._stance.was),
            "quote": self._quote,
            "others": _join(others, "and"),
            "others_or": _join(others, "or"),
            "who": _join([each.speaker for each in self._allies if each.speaker], "and") or "most of you",
        }

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
        asked = any(_names(each, voice.speaker) and claimed in each for each in _questions(self._memory.texts[-2]))
        heard = voice.text.rpartition("\n")[0]
        is_answered = (
            quote(voice, self._memory.briefing.seats) or _names(heard, self._memory.me) or claimed.casefold() in heard.casefold()
        )
        return asked and not is_answered


def quote(voice: Voice, seats: Sequence[Seat]) -> str:
    """Return the reason in a text, in its own words: a bundled rationale, or a short sentence that can stand alone; else empty."""
    return _quote(voice.text, tuple(seats))


def fresh_quote(voice: Voice, memory: Memory) -> str:
    """Return the reason in a text, if this seat has not said or quoted it itself."""
    said = quote(voice, memory.briefing.seats)
    return "" if any(said in text for text in memory.texts) else said


def _figures(text: str) -> set[str]:
    """Return the numbers in a text, those in words as digits."""
    return {
        _NUMBERS.get(each, each)
        for each in re.findall(r"\d[\d.,]*(?<![.,])|[a-z]+", text.casefold())
        if each in _NUMBERS or each[0].isdigit()
    }


@lru_cache(maxsize=1024)
def _quote(text: str, seats: tuple[Seat, ...]) -> str:
    if whole := next((each for each in _bundled() if each in text), ""):
        return whole.rstrip(".!")
    said = [each.strip().rstrip(".!") for each in _SENTENCE.findall(text.partition("\nAnswer:")[0])]
    good = [each for each in said if len(each) in _QUOTE and each not in _stock() and _QUOTABLE.fullmatch(each)]
    plain = [each for each in good if not (_names(each, *seats) or _GOES_ON.match(each) or _stock_with_answers().fullmatch(each))]
    plain = [each for each in plain if force(each) == 1 == confidence(each) / UNSAID]
    return max(plain, key=lambda each: (not _LEANS.match(each), len(each)), default="")


@cache
def _bundled() -> tuple[str, ...]:
    """Return all rationales and appeals that come with Woozle, of which half would often be no reason."""
    found = (
        each
        for problem in (*problems(), *more_problems())
        for each in (
            *(one.text for one in (*problem.right, *problem.misleading)),
            *(problem.appeals.logical if problem.appeals else ()),
        )
    )
    return tuple(dict.fromkeys(found))


def _names(text: str, *seats: Seat) -> bool:
    """Return whether a text names one of these seats."""
    return any(seat in text and re.search(rf"\b{re.escape(seat)}\b", text) for seat in seats)


@cache
def _stock() -> frozenset[str]:
    """Return the sentences of the sayings that have no gaps. Most of the others have names or quotation marks."""
    sayings = (saying for each in SAYINGS.values() for sayings in each.values() for saying in sayings)
    return frozenset(each.strip().rstrip(".!") for saying in sayings for each in _SENTENCE.findall(saying))


@cache
def _stock_with_answers() -> re.Pattern[str]:
    sayings = (each for own in SAYINGS.values() for occasion in ("number", "yes_no") for each in own[occasion])
    sentences = {each.strip().rstrip(".!") for saying in sayings for each in _SENTENCE.findall(saying)}
    return re.compile("|".join(re.escape(each).replace(r"\{answer\}", ".+") for each in sorted(sentences)))


def _join(names: Sequence[str], last: str) -> str:
    return f"{', '.join(names[:-1])} {last} {names[-1]}" if len(names) > 1 else "".join(names)


def _questions(text: str) -> list[str]:
    return [each for each in _SENTENCE.findall(text) if each.endswith("?")]


def _asks(text: str, seat: Seat, seats: Sequence[Seat]) -> bool:
    """Return whether a text has a question that names this seat and no other."""
    others = [each for each in seats if each != seat]
    return "?" in text and any(_names(each, seat) and not _names(each, *others) for each in _questions(text))


def _short(words: str) -> str:
    return " ".join(words.split())[:_OPTION]
