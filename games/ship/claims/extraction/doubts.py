"""Limits and doubts of claims, from the sentence around each.

The clauses are read from left to right, and some of what limits a claim stands outside its clause: "not in medbay when the body was
found". What can be taken in is: a time after a denial, the room that "there" points to, the time of each of two sightings. A claim
whose sentence leaves open what is meant becomes tentative, so that it cannot be held against its speaker.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from woozle.core.request import Seat
from woozle.games.ship.claims.extraction.lexicon import alternatives, is_saying, pattern, words
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.schema import SIGHTS, STANCES, Claim
from woozle.games.ship.map import Room

_LONGEST = 400  # characters around a clause that are looked at
_MOST_BEFORE, _MOST_CALLED = 100, 16  # tokens before a clause, and names called before it


@dataclass(frozen=True, slots=True)
class _Spot:
    """A claim in its sentence. before, words, after: The text of the sentence around the clause, and its own, in lower case.

    previous: The text of the two sentences before it, in lower case.
    tokens: Those of the sentence. first, end: Those of the clause. addressed: Seats that the speech calls by name up to here.
    """

    claim: Claim
    speaker: Seat
    before: str
    words: str
    after: str
    tokens: Sequence[Token]
    first: int
    end: int
    addressed: frozenset[Seat]
    sentences: int
    previous: str

    @property
    def clause(self) -> Sequence[Token]:
        return self.tokens[self.first : self.end]

    @property
    def lead(self) -> Sequence[Token]:
        """The tokens of the sentence before the clause."""
        return self.tokens[max(0, self.first - _MOST_BEFORE) : self.first]

    def names(self, seat: Seat) -> bool:
        """Return whether the clause names a seat."""
        return any(token.seat == seat for token in self.clause)


def revise(claims: Sequence[Claim], text: str, sentences: Sequence[tuple[Sequence[Token], bool]], speaker: Seat) -> list[Claim]:
    """Return the claims of a speech within their limits; those with an open meaning are tentative."""
    text = text.replace("’", "'")
    lower = text.lower() if len(text.lower()) == len(text) else text
    spoken = [said for said, _ in sentences if said]
    starts = [said[0].start for said in spoken]
    called = _addresses(text, {token.seat for said in spoken for token in said} - {"", speaker})
    found = []
    for claim in claims:
        if claim.span is None or claim.source != "own" or claim.type in STANCES or not spoken:
            found.append(claim)
            continue
        spot = _spot(claim, lower, spoken, starts, speaker, called)
        revised = _bind_room(spot, _cut_times(spot, _limit_denial(spot)))
        if revised is not claim:
            spot = replace(spot, claim=revised)
        if any(rule(spot) for rule in _DOUBTS):
            revised = replace(revised, is_tentative=True)
        elif _is_of_a_moment(spot):
            revised = replace(revised, is_of_moment=True)
        found.append(revised)
    return [replace(claim, is_of_moment=True) if _is_told_otherwise(claim, found, lower, speaker) else claim for claim in found]


def _is_told_otherwise(claim: Claim, told: Sequence[Claim], lower: str, speaker: Seat) -> bool:
    """Return whether a denial that does not say "never" cannot be of the whole round, since its speech tells of such a time."""
    if (
        not claim.is_negated
        or claim.when
        or claim.source != "own"
        or claim.subject != speaker
        or claim.is_of_moment
        or claim.besides
    ):
        return False
    if pattern("at_any_time").search(lower[slice(*(claim.span or (0, 0)))]):
        return False
    own = [each for each in told if each.source == "own" and each.subject == speaker and not each.is_negated]
    if claim.type == "location":
        return any(claim.room in (each.room, *each.route) for each in own if each.type not in STANCES)
    return claim.type == "sighting" and any(each.type in SIGHTS and each.target == claim.target for each in own)


def _spot(
    claim: Claim,
    lower: str,
    spoken: Sequence[Sequence[Token]],
    starts: Sequence[int],
    speaker: Seat,
    called: Sequence[tuple[int, Seat]],
) -> _Spot:
    start, end = claim.span or (0, 0)
    number = max(0, bisect_right(starts, start) - 1)
    last = max(number, bisect_right(starts, max(start, end - 1)) - 1)
    tokens = spoken[number]
    first = next((n for n, token in enumerate(tokens) if token.end > start), 0)
    stop = next((n for n in range(len(tokens) - 1, first, -1) if tokens[n].start < end), first) + 1
    upto = bisect_right(called, (end, ""))
    until = starts[last + 1] if last + 1 < len(starts) else len(lower)
    return _Spot(
        claim,
        speaker,
        lower[max(tokens[0].start, start - _LONGEST) : start],
        lower[start:end],
        lower[end : min(until, end + _LONGEST)],
        tokens,
        first,
        stop,
        frozenset(seat for _, seat in called[max(0, upto - _MOST_CALLED) : upto]),
        last - number + 1,
        lower[max(starts[max(0, number - 2)], tokens[0].start - _LONGEST) : tokens[0].start],
    )


def _addresses(text: str, seats: set[Seat]) -> list[tuple[int, Seat]]:
    """Return the seats that are called by name, as in "Bob, I saw you", each with its position."""
    if not seats:
        return []
    names = "|".join(map(re.escape, sorted(seats)))
    called = re.compile(rf"(?:^|[.!?\n]\s?|,\s?(?:but |and )?)({names})(?=\s?(?:,|[.!?—-]|$))", re.MULTILINE)
    return [(found.start(1), found[1]) for found in called.finditer(text)]


# Limits that can be taken in

_LIMIT = re.compile(
    r"\s*(?:(?:right|just|shortly|immediately) )?"
    r"(?:when|while|as|until|till|before|after|once|by the time|at the time)\b[^.,;:!?—\n]*"
)


_WHEN = re.compile(r"(?:^|[.!?,;]\s*)(when [^.,;:!?—\n]+),\s*$")


def _limit_denial(spot: _Spot) -> Claim:
    """Take in the time around a denial: "not in medbay when the body was found", "at tick 1 I was in storage, not medbay"."""
    claim = spot.claim
    if not (claim.is_negated and claim.type in ("location", "sighting")):
        return claim
    if found := _LIMIT.match(spot.after):
        return replace(claim, when=f"{claim.when} {found[0].strip()}".strip())
    if claim.when or claim.type != "location" or not _CONTRAST.search(spot.words):
        return claim
    times = " ".join(token.text for token in spot.clause if token.kind == "time")
    before = _WHEN.search(spot.before)
    return replace(claim, when=times or (before[1] if before else ""))


_CONTRAST = re.compile(r",? (?:and )?not (?:in |from )?(?:the )?\w+")


def _cut_times(spot: _Spot, claim: Claim) -> Claim:
    """Leave a sighting only the times on its own side of "then again": "Bob in medbay early, then again in storage at tick 9"."""
    times = [token for token in spot.clause if token.kind == "time"]
    if claim.type == "sighting" and claim.room and len(times) == 1 and _is_of_the_next(spot, times[0]):
        return replace(claim, when="")
    cuts = [token.start for token in spot.clause if token.text in ("then", "again", "later")]
    rooms = [token for token in spot.clause if claim.room in token.rooms] if claim.room else []
    if claim.type not in ("sighting", "arrival", "departure") or len(times) < 2 or not cuts or len(rooms) != 1:
        return claim
    side = sum(cut < rooms[0].start for cut in cuts)
    own = [token for token in times if sum(cut < token.start for cut in cuts) == side]
    if len(own) == len(times):
        own = [token for token in times if bool(cuts[0] < token.start) == bool(cuts[0] < rooms[0].start)]
    return replace(claim, when=" ".join(token.text for token in own)) if own else claim


def _is_of_the_next(spot: _Spot, time: Token) -> bool:
    """Return whether a time belongs to the place after it, and not to that of the claim: "in storage and later in medbay"."""
    own = [n for n, token in enumerate(spot.clause) if spot.claim.room in token.rooms]
    at = next(n for n, token in enumerate(spot.clause) if token is time)
    is_joined = at > 0 and spot.clause[at - 1].text in ("and", "then", "&")
    return bool(own) and own[-1] < at and is_joined and any(token.rooms for token in spot.clause[at:])


def _bind_room(spot: _Spot, claim: Claim) -> Claim:
    """Bind "there", or a room left out, to the only room that the sentence names before it, near it or in it."""
    if not claim.room or claim.type not in ("sighting", "arrival", "body") or claim.is_negated or spot.sentences > 1:
        return claim
    if any(token.rooms for token in spot.clause):
        return claim
    rooms = _rooms(spot.lead)
    return replace(claim, room=rooms[0]) if len(rooms) == 1 and rooms[0] not in ("", claim.way) else claim


def _rooms(tokens: Sequence[Token]) -> list[Room]:
    return list(dict.fromkeys(room for token in tokens if token.kind in ("room", "task") for room in token.rooms))


# Doubts

_RETURN = re.compile(r"\b(?:again|back|return(?:ed|ing)?|re-?enter(?:ed|ing)?|any ?more|any longer|no longer|ever since)\b")
_LASTING = re.compile(
    rf"\b(?:{alternatives('verbs.stay')}|stop(?:ped)?|walking|heading|going|moving|running|coming|entering|leaving|just|only"
    r"|follow\w*|chas(?:ed?|ing)|tail(?:ed|ing)?|join(?:ed|ing)?)\b"
)
_ALL_THE_TIME = re.compile(r"\b(?:(?:whole|entire) time|all the time|always|constantly|every)\b")


def _denies_a_return(spot: _Spot) -> bool:
    """Return whether only a further visit or sighting is denied: "I never went back to medbay"."""
    return spot.claim.is_negated and bool(_RETURN.search(spot.words + spot.after[:12]))


def _denies_a_stay(spot: _Spot) -> bool:
    """Return whether only a stop, a way or a whole stay is denied: "I did not stop in medbay", "I was not there all the time"."""
    if not spot.claim.is_negated or spot.claim.besides or spot.claim.type not in ("location", "sighting"):
        return False
    is_part = _ALL_THE_TIME.search(spot.words + spot.after[:20]) and not re.search(r"\bnever\b", spot.words)
    return bool(is_part) or (spot.claim.type == "location" and bool(_LASTING.search(spot.words)))


_LEFT_OUT = re.compile(
    rf"\W*(?:from (?:what|where|my)|the way\b|like\b|as far as|{alternatives('exceptions')}"
    r"|at (?:the|that) (?:time|point|end|moment)|in (?:that|the) (?:window|time)"
    r"|during\b(?! (?:the|this) (?:whole |entire )?round))"
)
_LEFT_OUT_WITHIN = re.compile(r"\b(?:from (?:what|where|my)|the way|as far as)\b")
_EXCEPT = pattern("exceptions")
_TAKEN_BACK = re.compile(rf"\W*(?:well|no|{alternatives('corrections')})\b[\s,]*(?:actually|no|sorry|wait|i)\b")


def _is_limited(spot: _Spot) -> bool:
    """Return whether a limit or an exception follows a denial that is not understood, or the speaker takes a claim back."""
    if _TAKEN_BACK.match(spot.after) or _has_exception(spot):
        return True
    return spot.claim.is_negated and bool(
        _LEFT_OUT.match(spot.after) or _LEFT_OUT_WITHIN.search(spot.words) or _TAKEN_BACK.search(spot.after)
    )


def _has_exception(spot: _Spot) -> bool:
    """Return whether a claim has an exception that is not taken in: neither as its `besides`, nor as the seat that it is about."""
    claim = spot.claim
    if claim.besides:
        return False
    if claim.type == "count" and _EXCEPT.match(spot.after.lstrip(" ,—-")):
        return True
    found = _EXCEPT.search(spot.words)
    if not found:
        return False
    is_left_out = claim.target.lower() in spot.words[found.end() :]
    return not (claim.type == "sighting" and not claim.is_negated and is_left_out)


_STATE = re.compile(
    r"\b(?:dead|dying|die|kill|killing|do|doing|leave|leaving|go|going|come|coming|enter|entering|report|fake|faking)\b"
)


def _denies_a_deed(spot: _Spot) -> bool:
    """Return whether the denial is not of seeing a seat but of what it did or was then: "I did not see Bob dead"."""
    claim = spot.claim
    if not (claim.is_negated and claim.type == "sighting"):
        return False
    named = [token.end for token in spot.clause if token.seat == claim.target]
    return bool(named) and bool(_STATE.match((spot.words[named[-1] - (claim.span or (0, 0))[0] :] + spot.after).lstrip()))


_PRONOUNS = re.compile(rf"\b(?:{alternatives('they')}|both|it|who)\b")
_YOU = re.compile(rf"\b(?:{alternatives('you')}|u|ya)\b")


def _is_of_another(spot: _Spot) -> bool:
    """Return whether a clause leaves open which seat it is about: "you" among several, "them both", or no word for one."""
    claim = spot.claim
    for seat in {claim.subject, claim.target} - {"", spot.speaker}:
        if spot.names(seat):
            continue
        if _YOU.search(spot.words):
            if spot.addressed != {seat}:
                return True
        elif not _PRONOUNS.search(spot.words):
            if claim.type in ("departure", "arrival"):
                return True
        elif re.search(r"\b(?:both|all|two) ?(?:of)? ?(?:them)?\b", spot.words):
            return True
        else:
            nearby = {token.seat for token in spot.lead} - {"", spot.speaker}
            if nearby and nearby != {seat}:
                return True
    return False


def _is_elsewhere(spot: _Spot) -> bool:
    """Return whether the room is not named in the clause, and is not the only one that its sentence names before."""
    claim = spot.claim
    if not claim.room or claim.route or spot.sentences > 1:
        return False
    named = [n for n, token in enumerate(spot.clause) if claim.room in token.rooms]
    if not named:
        is_left = any(claim.room in token.rooms and n and spot.lead[n - 1].text == "from" for n, token in enumerate(spot.lead))
        return is_left or _rooms(spot.lead) != [claim.room]
    if claim.way == claim.room:
        return True
    is_origin = all(n and spot.clause[n - 1].text == "from" for n in named)
    return claim.type in ("sighting", "body") and is_origin


_SUPPOSED = pattern("suppositions", "modals")
_ME = re.compile(rf"\b(?:i'm|i've|i'd|{alternatives('me', 'us', 'verbs.see')}|passed|with)\b")
_OPINION = re.compile(
    r"\b(?:i|we) (?:agree|think|believe|guess|trust|know|doubt|suspect|assume|mean|say|lean|vote|would|want)\b"
    r"|\bi'm (?:leaning|voting)\b"
)


def _is_inferred(spot: _Spot) -> bool:
    """Return whether a claim is reasoned or retold: after "if" and "would", or a sight whose sentence names no witness."""
    claim = spot.claim
    if _SUPPOSED.search(spot.before[spot.before.rfind(";") + 1 :]):
        return True
    said = [token for token in spot.tokens[max(0, spot.first - 2) : spot.first + 1] if token.kind == "word"]
    if any(is_saying(token.text) and token.text not in ("say", "tell") for token in said) and claim.subject == spot.speaker:
        return not re.search(r"\bi(?:'m| am| can| will|'ll|'d)?\b[^,;]*$", spot.before[-40:])
    if claim.subject != spot.speaker or claim.is_negated or claim.type not in ("sighting", "arrival", "departure"):
        return False
    return not _ME.search(_OPINION.sub(" ", f"{spot.before} {spot.words} {spot.after}"))


_IRONY = re.compile(r"[\"“](?:find|found|finding|discover(?:ed)?)[\"”]|\bto [\"“]?find\b")
_PUBLIC = re.compile(r"\b(?:i|we) (?:can |also )*see\b|\b(?:is|are) (?:also |now )?(?:dead|gone)\b")


def _is_no_find(spot: _Spot) -> bool:
    """Return whether a body was not found by the words of the clause: 'to "find" the body', "I see that Bob is dead"."""
    return spot.claim.type == "body" and bool(_IRONY.search(spot.words) or _PUBLIC.search(spot.words))


def _is_told_in_pieces(spot: _Spot) -> bool:
    """Return whether a way continues over several sentences: one may tell it again, or be of another way."""
    return bool(spot.claim.route) and spot.sentences > 1


_SAW = pattern("verbs.see")


def _is_loose_move(spot: _Spot) -> bool:
    """Return whether a move is told without its witness or its rooms: such moves are often known from their ends alone."""
    claim = spot.claim
    if claim.type not in ("arrival", "departure"):
        return False
    rooms = {room for token in spot.clause for room in token.rooms}
    if not (claim.room or claim.way):
        return True
    return not (_SAW.search(spot.words) and spot.names(claim.target) and {claim.room, claim.way} - {""} <= rooms)


_STATE_OF_THEN = re.compile(
    r"\b(?:was|were|am|are|is)(?:n't| not)\b|\b(?:was|were|am|are|is) (?:nowhere|far)\b|\bnot (?:in|near|at)\b"
)
_A_MOMENT = re.compile(
    rf"\d|\b(?:{alternatives('deaths', 'verbs.kill', 'verbs.die', 'verbs.find', 'verbs.report', 'verbs.call')}|death|spawn\w*"
    r"|when|while|as|then|after|before|until|till|during|once|now|time|moment|window|end|start|meeting|button|first|last|later|earlier)\b"
)
_GOES_ON = re.compile(r"\s*(?:with|near|around|on|from|since|until|during|at|in|anywhere|there|then|by)\b(?! all\b)")


_OF_THE_ROUND = re.compile(
    rf"\b(?:{alternatives('at_any_time')}|(?:during|in|all) (?:the|this) (?:\w+ )?round|this (?:\w+ )?round)\b"
)


def _is_of_a_moment(spot: _Spot) -> bool:
    """Return whether a denial has no time of its own and may be about a moment spoken of: "Bob died in medbay. I was not there".

    "Never" is of the whole round, and so is a plain "I was not in medbay" where neither its sentence nor the two before it tell of
    a moment.
    """
    claim = spot.claim
    if not claim.is_negated or claim.when or _OF_THE_ROUND.search(spot.words + spot.after[:24]):
        return False
    if claim.type == "sighting":
        return bool(_GOES_ON.match(spot.after) or re.search(r"\b(?:there|then|here)\b", spot.words))
    is_state = claim.type == "location" and bool(_STATE_OF_THEN.search(spot.words))
    return is_state and bool(_A_MOMENT.search(f"{spot.previous} {spot.before} {spot.words} {spot.after}"))


def _is_found_elsewhere(spot: _Spot) -> bool:
    """Return whether a clause tells of a body and names neither its finder nor its victim."""
    claim = spot.claim
    if claim.type != "body" or claim.is_negated:
        return False
    is_own = claim.subject == spot.speaker and re.search(r"\b(?:i|i'm|i've|we|my|me)\b", f"{spot.before} {spot.words}")
    return not (is_own or spot.names(claim.subject)) or bool(claim.target and not spot.names(claim.target))


def _is_tangled(spot: _Spot) -> bool:
    """Return whether a sight, a move or a find is told together with other seats, rooms or times: they may have been exchanged.

    A seat that leaves a room and is read as coming into another was seen from the one that it left.
    """
    claim = spot.claim
    if claim.is_negated or claim.type not in ("sighting", "arrival", "departure", "body"):
        return False
    seats = {token.seat for token in spot.clause} - {"", spot.speaker, claim.target, claim.subject}
    rooms = {room for token in spot.clause for room in token.rooms} - {claim.room, claim.way}
    times = [token for token in spot.clause if token.kind == "time"]
    is_left = claim.type == "arrival" and not claim.way and bool(pattern("verbs.leave").search(spot.words))
    return bool(seats or rooms) or len(times) > 1 or is_left


def _is_parted(spot: _Spot) -> bool:
    """Return whether "then" stands between the seat and the room of a sighting."""
    claim = spot.claim
    if claim.type != "sighting" or claim.is_negated or not claim.room:
        return False
    named = [n for n, token in enumerate(spot.clause) if token.seat == claim.target]
    rooms = [n for n, token in enumerate(spot.clause) if claim.room in token.rooms]
    cuts = [n for n, token in enumerate(spot.clause) if token.text in words("then")]
    return bool(named and rooms) and any(max(named) < cut < min(rooms) for cut in cuts)


def _is_turned(spot: _Spot) -> bool:
    """Return whether a way holds a denial, or names its rooms in another order than it was gone: "in storage, from medbay"."""
    route = spot.claim.route
    if not route or spot.claim.is_negated:
        return False
    if re.search(r"\b(?:not|never)\b|n't\b", spot.words):
        return True
    said = [token.rooms for token in spot.clause if token.kind in ("room", "task") and token.rooms]
    place = iter(said)
    return spot.sentences == 1 and not all(any(room in rooms for rooms in place) for room in route)


_REGION = re.compile(r"\b(?:side|half|part|area|corner|wing)s?\b")
_RETRACTION = re.compile(
    r"\b(?:misspoke|misspoken|mistaken|mixed up|wrong|lied) (?:\w+ ){0,3}(?:when|that) i (?:said|claimed|told)\b"
)
_REPORT_OF = re.compile(r"\breport(?:ed|ing)? (?:\w+ )?(?:what|that|everything|all|it|this)\b")


def _is_of_a_region(spot: _Spot) -> bool:
    """Return whether a denial is limited to a part of the ship: "I never saw Bob on the left side"."""
    return spot.claim.is_negated and not spot.claim.room and bool(_REGION.search(f"{spot.words} {spot.after[:24]}"))


def _is_retracted(spot: _Spot) -> bool:
    """Return whether the speaker takes back its own earlier words: "I misspoke when I said I was never in medbay"."""
    return bool(_RETRACTION.search(spot.before))


def _is_no_report(spot: _Spot) -> bool:
    """Return whether "reported" means that something was told: "I reported exactly what I saw"."""
    return spot.claim.activity == "reporting" and bool(_REPORT_OF.search(f"{spot.words} {spot.after[:24]}"))


def _is_called(spot: _Spot) -> bool:
    """Return whether a seat is only spoken to: "I found Eve dead in medbay, and Bob, you have much to explain"."""
    claim = spot.claim
    if claim.type not in ("body", "sighting") or not spot.names(claim.target):
        return False
    named = [n for n, token in enumerate(spot.clause) if token.seat == claim.target]
    last = spot.clause[named[-1]]
    said = f"{spot.words}{spot.after[:12]}"[last.end - (claim.span or (0, 0))[0] :]
    return (
        len(named) == 1
        and bool(re.match(r",\s*you\b", said))
        and any(token.seat != claim.target for token in spot.clause if token.seat)
    )


def _has_two_times(spot: _Spot) -> bool:
    """Return whether the denial of a sight has two times of its own. (`_is_tangled` has claims that are not denied.)"""
    claim = spot.claim
    times = [token.text for token in spot.clause if token.kind == "time" and any(letter.isdigit() for letter in token.text)]
    is_sight = claim.is_negated and claim.type in ("sighting", "arrival", "departure")
    return is_sight and len(times) > 1 and all(time in claim.when for time in times)


_DOUBTS: tuple[Callable[[_Spot], bool], ...] = (
    _denies_a_return,
    _denies_a_stay,
    _denies_a_deed,
    _is_limited,
    _is_of_another,
    _is_elsewhere,
    _is_inferred,
    _is_no_find,
    _is_told_in_pieces,
    _is_loose_move,
    _is_found_elsewhere,
    _has_two_times,
    _is_tangled,
    _is_parted,
    _is_turned,
    _is_of_a_region,
    _is_retracted,
    _is_no_report,
    _is_called,
)
