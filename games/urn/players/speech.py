"""The remarks of a bot beside its number: it answers seats that spoke of it, doubts those that are far off, and remembers which
it doubted.

They rest only on what was said at the table and on its own reports, which as the crook are not what it drew. The sentences are in
sayings.toml, by voice.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from statistics import fmean
from typing import Any, Literal, NamedTuple

from woozle.core.chance import Chance
from woozle.core.event import first
from woozle.core.game import Event
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.games.urn.events import Briefing, Reported
from woozle.games.urn.players.table import Table

_LONGEST = 200  # characters of a comment
_PLAIN = 2  # the part of a handful by which a report differs so plainly from others that it alone can be doubted
_ENOUGH = 2  # others that have reported, before one of them is doubted

_WORTH_A_WORD = 2.3  # how far off, as in table.py, a seat has to be at least to be spoken of
_SURE = 1.2  # times the doubt that is enough to accuse in words, so that the seat is most likely still doubted in the end
_DOUBTED = ("doubts", "sums", "again", "accuses", "joins")

Stance = Literal["accuses", "clears", "asks", "wonders", ""]
_ANSWERS = {"accuses": "accused", "clears": "thanks", "asks": "asked", "wonders": "why"}

_SENTENCE = re.compile(r"[^.!?;]*[.!?;]?")
_ACCUSES = re.compile(
    r"\b(?:lie[ds]?|liars?|lying|crook|cheat\w*|fak\w+|bluff\w*|dishonest|lean\w* on the scale|made (?:that|it) up|suspicious"
    r"|suspect|fishy"
    r"|(?:do(?:es)?n't|do(?:es)? not|can't|cannot|won't|wouldn't) (?:believe|trust|buy|add up|fit|sit well|be right))\b",
    re.IGNORECASE,
)
_DENIES = re.compile(
    r"\b(?:not|never|no|isn't|ain't|wasn't|didn't|doesn't|don't)\b(?! (?:believe|trust|buy|add|fit|sit|be))", re.IGNORECASE
)
_DOUBTS = re.compile(
    r"\b(?:surpris\w+|wonder\w*|strang\w+|a lot to ask|like to see|haven't forgotten|tell me how)\b", re.IGNORECASE
)
_CLEARS = re.compile(r"\b(?:believe|trust|honest|truth\w*|innocent)\b", re.IGNORECASE)


class _Remark(NamedTuple):
    """A seat's stance on another seat; `of` is empty if it named none."""

    by: Seat
    of: Seat
    stance: Stance


def comment(voice: str, doubt: float, me: Seat, observation: Sequence[Event], reds: int, chance: Chance) -> str:
    """Return a sentence to go with a report of `reds` red marbles, from what was said before it; empty for no sentence.

    doubt: how far off a seat has to be that it is doubted, as in table.py.
    """
    briefing, sayings = first(observation, Briefing), _sayings()[voice]
    if briefing is None:
        return ""
    told = [event for event in observation if isinstance(event, Reported)]
    kind, other = _topic(me, briefing, told, reds, max(doubt, _WORTH_A_WORD))
    spoken = len(told) % len(briefing.seats)  # seats that have reported in this handful
    theirs = [event.said for event in told if event.seat == other and event.said is not None]
    if kind not in sayings:
        kind, other = "plain", ""
    ways = list(sayings[kind])
    if kind == "plain":
        more = ["later" if len(told) >= len(briefing.seats) else "first", *(["open"] if spoken < len(briefing.seats) - 1 else [])]
        ways += [words for each in more for words in sayings.get(each, ())]
    last = {event.seat: event.said for event in told if event.said is not None}
    own = join_names(str(event.said) for event in told if event.seat == me and event.said is not None)
    asked = next((event.text for event in reversed(told) if event.seat == other), "")
    when = "" if other in {event.seat for event in told[len(told) - spoken :]} else " last time"
    heard = {_without_numbers(event.text) for event in told if event.text}
    said = [
        words.format(
            reds=reds,
            marbles=briefing.marbles,
            other=other,
            said=last.get(other),
            when=when,
            mine=own if own and (own in asked or len(re.findall(r"\d+", asked)) < 2) else last.get(me),
            all=join_names(map(str, theirs)),
        )
        for words in ways
    ]
    fresh = [words for words in said if _without_numbers(words) not in heard]
    return str(chance.choice(kind, fresh or said))[:_LONGEST]


def accused_in_words(me: Seat, observation: Sequence[Event]) -> frozenset[Seat]:
    """Return the seats that anybody other than `me` has called the crook or a liar."""
    briefing = first(observation, Briefing)
    told = [each for each in observation if isinstance(each, Reported) and each.seat != me and each.text] if briefing else []
    remarks = [remark for event in told if briefing for remark in _remarks(event.seat, event.text, briefing.seats)]
    return frozenset(each.of for each in remarks if each.of and each.stance == "accuses")


def accused_by(me: Seat, observation: Sequence[Event]) -> frozenset[Seat]:
    """Return the seats that `me` accused when it last spoke."""
    briefing = first(observation, Briefing)
    texts = [event.text for event in observation if isinstance(event, Reported) and event.seat == me]
    remarks = _remarks(me, texts[-1], briefing.seats) if briefing and texts else ()
    return frozenset(each.of for each in remarks if each.of and each.stance == "accuses")


def _topic(me: Seat, briefing: Briefing, told: Sequence[Reported], reds: int, doubt: float) -> tuple[str, Seat]:
    """Return the kind of remark that these reports call for, and the seat it is about."""
    mine = [at for at, event in enumerate(told) if event.seat == me]
    offs = Table.of(me, [briefing, *told], is_public=True, reds=reds).offs()
    before = [_topic(me, briefing, told[:at], told[at].said or 0, doubt) for at in mine]
    doubted = [seat for kind, seat in before if kind in _DOUBTED]
    since = told[mine[-1] + 1 if mine else 0 :]
    fresh = {event.seat for event in since}  # what was known of the others has led to a word before
    answered: set[Seat] = set()
    for event in reversed(since):
        for remark in _remarks(event.seat, event.text, briefing.seats):
            if remark.of == me and mine and told[mine[-1]].said is not None and remark.stance:
                return _ANSWERS[remark.stance], event.seat
            if not remark.of and remark.stance == "asks" and event is told[-1]:
                return "asked_all", event.seat
            if remark.of and remark.of != me and remark.stance == "accuses" and remark.of not in answered:
                if offs.get(remark.of, 0) >= _SURE * doubt:
                    return ("accuses" if remark.of in doubted else "joins"), remark.of
                if remark.of not in doubted:
                    return "defends", remark.of
            answered.add(remark.of)
    odd = max(offs, key=lambda seat: offs[seat], default="")
    if len(offs) >= _ENOUGH and offs[odd] >= doubt:
        theirs = [event.said for event in told if event.seat == odd and event.said is not None]
        rest = fmean([reds, *(event.said for event in told if event.seat != odd and event.said is not None)])
        is_far = min(abs(theirs[-1] - each) for each in (reds, rest)) * _PLAIN >= briefing.marbles
        if odd in doubted and offs[odd] >= _SURE * doubt:
            return "accuses", odd
        if is_far and odd in fresh and odd not in doubted:
            return "doubts", odd
        if len(theirs) > 1:
            return ("again" if odd in doubted else "sums"), odd
    if doubted and doubted[-1] in fresh and offs[doubted[-1]] < doubt / 2:
        return "relents", doubted[-1]
    is_same = told and len(told) % len(briefing.seats) and told[-1].said == reds
    return ("alike", told[-1].seat) if is_same else ("plain", "")


def _without_numbers(text: str) -> str:
    return re.sub(r"\d+", "", text)


@lru_cache(maxsize=1024)
def _remarks(by: Seat, text: str, seats: tuple[Seat, ...]) -> tuple[_Remark, ...]:
    """Return the stance of each sentence on each seat that it names, else on those named before it, else on none."""
    found, before = [], [""]
    for sentence in _SENTENCE.findall(text):
        stance = _stance(sentence)
        before = [seat for seat in _named(sentence, seats) if seat != by] or before
        found += [_Remark(by, seat, stance) for seat in before]
    return tuple(found)


def _stance(sentence: str) -> Stance:
    if _ACCUSES.search(sentence) and not _DENIES.search(sentence):
        return "accuses"
    if sentence.rstrip().endswith("?") or _DOUBTS.search(sentence):
        return "wonders" if re.search(r"\bwhy\b", sentence, re.IGNORECASE) else "asks"
    return "clears" if _CLEARS.search(sentence) or _ACCUSES.search(sentence) else ""


def _named(text: str, seats: Sequence[Seat]) -> list[Seat]:
    return [seat for seat in seats if re.search(rf"\b{re.escape(seat)}\b", text, re.IGNORECASE)]


@cache
def _sayings() -> dict[str, dict[str, Any]]:
    return tomllib.loads(files(__package__).joinpath("sayings.toml").read_text("utf-8"))
