"""Claims, in words."""

from __future__ import annotations

import re
from itertools import zip_longest

from woozle.core.names import join_names
from woozle.games.ship.claims.schema import Checked, Claim
from woozle.games.ship.map import room_title


def claim_words(claim: Claim) -> str:
    """Return a claim in plain words: `Bob was in Medbay, at tick 4`."""
    who, target = claim.subject or "somebody", claim.target or "somebody"
    room = room_title(claim.room) if claim.room else "a room"
    where = f" in {room}" if claim.room else ""
    was, saw, found = ("was not", "did not see", "did not find") if claim.is_negated else ("was", "saw", "found")
    did = {"task": "did a task", "traveling": "travelled", "waiting": "waited"}.get(
        claim.activity, claim.activity or "did something"
    )
    match claim.type:
        case "location" if claim.route:
            told = zip_longest(claim.route, claim.stops[: len(claim.route)], fillvalue="")
            stops = [f"{room_title(room)} ({said})" if said else room_title(room) for room, said in told]
            words = f"{who} {'did not go' if claim.is_negated else 'went'} {' → '.join(stops)}"
        case "location" if claim.besides:
            words = f"{who} was nowhere but in {join_names(map(room_title, claim.besides))}"
        case "location":
            words = f"{who} {was}{where or ' somewhere'}"
        case "sighting":
            words = f"{who} {saw} {target}{where}"
        case "activity":
            words = f"{who} {'denies: ' if claim.is_negated else ''}{did}{where}"
        case "accusation":
            words = f"{who} accuses {target}{f' ({claim.strength})' if claim.strength else ''}"
        case "defense":
            words = f"{who} vouches for {target}"
        case "body":
            words = f"{who} {found} {f'the body of {claim.target}' if claim.target else 'a body'}{where}"
        case "kill":
            words = f"{who} {saw} {target} kill {claim.victim or 'somebody'}{where}"
        case "alone":
            words = f"{who} {was} alone{f' with {target}' if claim.target else ''}{where}"
        case "departure":
            words = f"{who} {saw} {target} leave {room}{f' for {room_title(claim.way)}' if claim.way else ''}"
        case "arrival":
            words = f"{who} {saw} {target} come into {room}{f' from {room_title(claim.way)}' if claim.way else ''}"
        case "count":
            whom = "everybody" if claim.is_all else "nobody" if claim.number == 0 else f"{claim.number} others"
            but = f" but {join_names(claim.besides)}" if claim.besides else ""
            words = f"{who} {saw} {whom}{but}{where}"
    words = f"{words}, {_SEVERAL.sub(_one_of, claim.when)}" if claim.when else words
    return f"{_RETOLD[claim.source].format(claim.told_by or 'somebody')}{words}" if claim.source != "own" else words


def contradiction(checked: Checked) -> str:
    """Return a sentence with both clauses of a speech that contradicts itself; empty if it does not."""
    if not checked.quotes:
        return ""
    one, other = checked.quotes
    return f"{checked.statement.speaker} contradicts itself: “{one}” and “{other}”."


def _one_of(times: re.Match[str]) -> str:
    *ticks, last = re.findall(r"\d+", times[0])
    return f"{times[1]} tick {', '.join(ticks)} or {last}"


_SEVERAL = re.compile(r"\b(at|around) tick \d+(?: \1 tick \d+)+")
"""Times of several things in one sentence, where the grammar does not say which is whose."""
_RETOLD = {
    "hearsay": "{} says: ",
    "quoted": "in the words of {}: ",
    "denied": "not so: ",
    "hypothetical": "supposed: ",
    "question": "asked: ",
}
