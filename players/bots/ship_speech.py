"""What a bot says in a meeting: its way, whom it saw, whom it suspects and why, in plain sentences.

The same sentences serve both teams; a duck hands in another story. `ship_hearing.py` understands all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from woozle.core.chance import Chance
from woozle.core.request import Seat
from woozle.players.bots.bot import happens
from woozle.players.bots.ship_memory import Memory, Stay
from woozle.players.bots.ship_suspicion import Reason, deaths
from woozle.players.prompts.ship import in_words, names

MOST_WORDS = 60
_ROOMS_TOLD = 5
_SIGHTINGS_TOLD = 3


@dataclass(slots=True)
class Story:
    """What a bot wants to be known. stays: its way; seen: others whom it saw. vote: whom it means to eject; reason: why.

    clear: somebody it vouches for, with the sighting that it rests on.
    """

    stays: list[Stay]
    seen: list[tuple[Seat, Stay]]
    suspect: Seat | None = None
    reason: Reason | None = None
    vote: Seat | None = None
    clear: tuple[Seat, Stay] | None = None
    accusers: list[Seat] = field(default_factory=list)


def speech(memory: Memory, story: Story, chance: Chance) -> str:
    """The next speech of a meeting."""
    round_number = 1 + sum(spoke.seat == memory.me for spoke in memory.meeting.speeches) if memory.meeting else 1
    if round_number == 1:
        parts = [_opening(memory, chance), _defence(story, chance), *_case(story, chance, memory)]
        parts += [_way(memory, story, chance), _sightings(memory, story, chance)]
        if not story.suspect:
            parts.append(chance.choice("open", _OPEN))
    else:
        parts = [_defence(story, chance), *_case(story, chance, memory)]
        parts += [_vouching(story, chance), _plan(story, chance, is_last=round_number > 2)]
    return _within(parts, MOST_WORDS)


def _within(parts: Iterable[str], words: int) -> str:
    """As many sentences as there is room for, in order."""
    said: list[str] = []
    for part in parts:
        length = len(part.split())
        if part and length <= words:
            said.append(part)
            words -= length
    return " ".join(said)


def _opening(memory: Memory, chance: Chance) -> str:
    meeting = memory.meeting
    if not meeting or meeting.caller != memory.me:
        return ""
    here = [death.victim for death in deaths(memory) if memory.sight and death.room == memory.sight.room]
    if meeting.cause == "report" and here and memory.sight:
        return chance.choice("opening", _FOUND).format(victim=names(here), room=in_words(memory.sight.room))
    return chance.choice("opening", _CALLED)


def _defence(story: Story, chance: Chance) -> str:
    if not story.accusers:
        return ""
    accuser = story.accusers[-1]
    if story.seen and happens(chance, "alibi", 60):
        seat, stay = story.seen[-1]
        if seat != accuser:
            told = chance.choice("defence", _ALIBIS)
            return told.format(accuser=accuser, other=seat, room=in_words(stay.room), tick=max(1, stay.last))
    return chance.choice("defence", _DENIALS).format(accuser=accuser)


def _case(story: Story, chance: Chance, memory: Memory) -> list[str]:
    """Whom I suspect, and the strongest reason."""
    seat, reason = story.suspect, story.reason
    if not seat:
        return []
    sentences = _REASONS[reason.why] if reason else _HUNCHES
    values = {"seat": seat, "room": "", "other": "", "tick": 0, "claimed": ""}
    if reason:
        values |= {"room": in_words(reason.room), "other": reason.other, "tick": max(1, reason.tick)}
        values["claimed"] = in_words(reason.claimed)
        if reason.why == "told" and reason.other in (memory.me, seat):
            sentences = _HUNCHES
        elif reason.why == "told" and reason.claimed:
            sentences = _DISPUTES
        elif reason.why == "lie" and reason.other == memory.me:
            sentences = _LIES_ABOUT_ME
    told = [chance.choice("reason", sentences).format(**values)]
    if story.vote == seat and reason and reason.why != "witness":
        told.append(chance.choice("verdict", _VERDICTS).format(seat=seat))
    return told


def _way(memory: Memory, story: Story, chance: Chance) -> str:
    """The way in a handful of rooms, with one or two ticks to hold on to."""
    stays = [stay for stay in story.stays if stay.first <= memory.tick]
    if not stays:
        return ""
    if len(stays) == 1:
        return chance.choice("way", _STAYED).format(room=in_words(stays[0].room))
    told = stays[-_ROOMS_TOLD:]
    dated = {0: ""} | {i: f" around tick {max(1, told[i].first)}" for i in (len(told) // 2, len(told) - 1) if i}
    rooms = [in_words(stay.room) + dated.get(i, "") for i, stay in enumerate(told)]
    arrows = " → ".join(rooms)
    words = ", then ".join([", ".join(rooms[:-1]), rooms[-1]])
    worked = [in_words(stay.room) for stay in told if stay.worked]
    sentence = chance.choice("way", _WAYS).format(arrows=arrows, words=words)
    if worked and happens(chance, "work", 50):
        sentence += chance.choice("work done", _WORK)
    return sentence


def _sightings(memory: Memory, story: Story, chance: Chance) -> str:
    """The sightings that matter most: near a body first, then the latest."""
    rooms = {death.room for death in deaths(memory)}
    seen = sorted(story.seen, key=lambda sighting: (sighting[1].room not in rooms, -sighting[1].last))
    told: list[tuple[Seat, Stay]] = []
    for seat, stay in seen:
        if all(seat != other for other, _ in told) and len(told) < _SIGHTINGS_TOLD:
            told.append((seat, stay))
    if not told:
        return chance.choice("sightings", _NOBODY)
    told.sort(key=lambda sighting: sighting[1].last)
    pieces = [f"{seat} in {in_words(stay.room)} around tick {max(1, stay.last)}" for seat, stay in told]
    return chance.choice("sightings", _SAW).format(sightings=names(pieces))


def _vouching(story: Story, chance: Chance) -> str:
    if not story.clear:
        return ""
    seat, stay = story.clear
    return chance.choice("vouch", _VOUCHES).format(seat=seat, room=in_words(stay.room), tick=max(1, stay.last))


def _plan(story: Story, chance: Chance, *, is_last: bool) -> str:
    if is_last and happens(chance, "brief", 50):
        return chance.choice("plan", _BRIEF_VOTES).format(seat=story.vote) if story.vote else chance.choice("plan", _BRIEF_SKIPS)
    if story.vote and story.vote != story.suspect:
        return chance.choice("plan", _VOTES).format(seat=story.vote)
    return "" if story.vote else chance.choice("plan", _SKIPS)


def remark(memory: Memory, present: Sequence[Seat], bound_for: str, chance: Chance) -> str:
    """Small talk on the way, now and then."""
    if not present or not happens(chance, "talk", 5):
        return ""
    seat = chance.choice("to", present)
    makers: list[Callable[[], str]] = [
        lambda: chance.choice("greeting", _GREETINGS).format(seat=seat, room=in_words(memory.room)),
        lambda: chance.choice("going", _GOING).format(room=in_words(bound_for)) if bound_for else "",
    ]
    return chance.choice("talk", makers)()


_FOUND = (
    "I found {victim} dead in {room}.",
    "{victim} is dead, I found the body in {room}.",
    "There was a body in {room}: {victim}.",
    "I walked into {room} and there lay the body of {victim}.",
)
_CALLED = (
    "I pressed the button, we have to talk.",
    "I called this meeting, because I do not want to wait for the next body.",
    "Sorry for the alarm, but this could not wait.",
)
_DENIALS = (
    "I did not do it, {accuser} is guessing.",
    "You are wrong about me, {accuser}.",
    "It was not me, and whoever did it enjoys this.",
    "I have nothing to hide, {accuser}; check my route.",
)
_ALIBIS = (
    "It was not me: {other} was with me in {room} around tick {tick}.",
    "You are wrong, {accuser}. Ask {other}: I was in {room} with {other} around tick {tick}.",
    "I did not do it. Around tick {tick} I was in {room} with {other}.",
)
_REASONS: dict[str, tuple[str, ...]] = {
    "witness": (
        "I saw {seat} kill {other} in {room}. Vote {seat}.",
        "I saw it myself: {seat} killed {other} in {room}. Vote {seat}, please.",
        "I was there in {room} and saw how {seat} killed {other}. There is nothing to discuss: vote {seat}.",
    ),
    "lie": (
        "{seat} says {claimed}, but I saw {seat} in {room} around tick {tick}. That is a lie.",
        "According to {seat} it was {claimed}; but I met {seat} in {room} around tick {tick}. I suspect {seat}.",
        "{seat} told us {claimed}, however I saw {seat} in {room} around tick {tick}. {seat} is lying.",
    ),
    "at_body": (
        "I saw {seat} in {room} around tick {tick}. That is where {other} died, so I suspect {seat}.",
        "{seat} was in {room} around tick {tick}, right where {other} was killed. {seat} looks suspicious to me.",
    ),
    "left_body": (
        "I saw {seat} leave {room} around tick {tick}. I suspect {seat}.",
        "{seat} left {room} around tick {tick}, in a hurry. {seat} is suspicious.",
        "{seat} came out of {room} around tick {tick}. I would like to hear why, and I suspect {seat}.",
    ),
    "alone_with": (
        "When I last saw {other}, in {room} around tick {tick}, only one seat was there too. I suspect {seat}.",
        "I last saw {other} in {room} around tick {tick}, and {seat} stayed behind. I suspect {seat}.",
    ),
    "told": (
        "I believe {other}. I suspect {seat} too.",
        "What {other} said makes sense, and {seat} is suspicious.",
        "After what we heard from {other}, I suspect {seat}.",
    ),
    "opportunity": (
        "Nobody can vouch for {seat}.",
        "I went through it: {seat} could have been in {room} unseen. I suspect {seat}.",
        "Everybody else was far from {room}, as far as I know. I suspect {seat}.",
    ),
    "silent": ("{seat} is hiding something, that silence is suspicious.", "Why so quiet? I suspect {seat}."),
    "grudge": ("I have not forgotten the last vote. I suspect {seat}.", "I suspect {seat}, as in the last meeting."),
}
_DISPUTES = (
    "{seat} said {claimed}, and {other} said {room}. Somebody is lying, and I suspect {seat}.",
    "The word of {other} stands against that of {seat}. I suspect {seat}.",
)
_LIES_ABOUT_ME = (
    "{seat} said I was in {claimed}. That is not true. I suspect {seat}.",
    "I was never in {claimed} when {seat} says so. {seat} is lying.",
)
_HUNCHES = ("I suspect {seat}, though I cannot prove it.", "If I had to name one, I would suspect {seat}.")
_VERDICTS = ("My vote goes to {seat}.", "I vote {seat}.", "I would vote {seat}.", "")
_STAYED = ("I stayed in {room} the whole time.", "I was in {room} all the time.", "I never left {room}.")
_WAYS = (
    "I went {arrows}.",
    "I was in {words}.",
    "My route: {arrows}.",
    "Me: {words}.",
    "I started in {words}.",
)
_WORK = (" I worked there.", " All for my tasks.", " I did my tasks.", " Tasks, mostly.")
_SAW = (
    "I saw {sightings}.",
    "I met {sightings}.",
    "I noticed {sightings}.",
    "I have seen {sightings}.",
)
_NOBODY = ("I met nobody.", "I was alone.", "I have seen no one.", "No company all the while.")
_OPEN = (
    "Where were the rest of you?",
    "Who was near?",
    "No idea yet who it was.",
    "Let us hear the others.",
    "Please all tell your route.",
    "",
)
_VOUCHES = (
    "I trust {seat}, we were together in {room} around tick {tick}.",
    "{seat} is clear to me: I saw {seat} in {room} around tick {tick}.",
)
_VOTES = ("I vote {seat}.", "Then I vote {seat}.", "My vote goes to {seat}.")
_SKIPS = (
    "That is not enough for me, I skip.",
    "I would rather skip than eject a goose.",
    "Nothing I heard convinces me, so I skip.",
    "I skip this time.",
)
_BRIEF_VOTES = ("Still {seat}. I vote {seat}.", "Nothing new. I vote {seat}.")
_BRIEF_SKIPS = ("Nothing new, I skip.", "Still no proof. I skip.")
_GREETINGS = (
    "Hi {seat}.",
    "All well, {seat}?",
    "Quiet in {room} today.",
    "Stay a moment, {seat}?",
    "Anything new, {seat}?",
)
_GOING = ("Off to {room}.", "Next stop {room}.", "I have a task in {room}.")
