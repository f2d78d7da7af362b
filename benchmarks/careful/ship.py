"""A careful person on the ship, as a script: works, stays in company, reports, tells the truth, and votes on its own sightings.

It was written before the bots were tuned and has not been changed since, so that a bot's strength is measured against something
fixed. It shares nothing with the bots but the parsing of sentences, which people need no skill for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from woozle.core.chance import Chance
from woozle.core.game import Event
from woozle.core.request import Answer, Request, Seat
from woozle.games.ship.claims.schema import Statement
from woozle.games.ship.config import Config
from woozle.games.ship.events import (
    Act,
    Arrived,
    Ballot,
    Bodies,
    Briefing,
    Foresee,
    Killed,
    MeetingCalled,
    Moved,
    Placed,
    Role,
    Sight,
    Speak,
    Spoke,
    Tick,
    Vote,
    Worked,
)
from woozle.games.ship.map import Room
from woozle.games.ship.players.assertions import Assertion, reader_of
from woozle.games.ship.words import in_words
from woozle.players.bot import Bot, happens

_CERTAIN, _CAUGHT, _CONTRADICTED, _WITNESSED_BY_ANOTHER, _ACCUSED = 10.0, 2.5, 2.5, 2.5, 0.7
_ENOUGH = 2.0  # evidence from which this person votes
_SLACK = 2  # ticks by which a seat may be wrong without being called a liar
_FRESH = 10  # ticks before a find in which being at the body looks bad


@dataclass
class _Seen:
    """A seat in a room at a tick. came: whether it had only just come in."""

    seat: Seat
    room: Room
    tick: int
    came: bool = False


class Careful(Bot):
    """A person who plays carefully, but is no detective."""

    name = "careful human"

    def __init__(self, seed: str | int) -> None:
        super().__init__(seed)
        self._notes = _Notes("")

    def answer(self, request: Request, observation: Sequence[Event]) -> Answer:
        if self._notes.me != request.to or self._notes.read > len(observation):
            self._notes = _Notes(request.to)
        notes = self._notes
        notes.take(observation)
        chance = self.chance(request)
        is_duck = notes.team == "duck"
        if request.answer is Act:
            legal = request.choices["action"]
            action = _duck_acts(notes, legal, chance) if is_duck else _goose_acts(notes, legal)
            return Act(action=action if action in legal else "wait")
        if request.answer is Vote:
            target = _duck_votes(notes, chance) if is_duck else _goose_votes(notes)
            return Vote(target=target if target in request.choices["target"] else None)
        if request.answer is Foresee:
            return Foresee(ejected=None, sure=50)
        return Speak(text=" ".join(_speech(notes, chance)))


class _Notes:
    """The notes of a person: what it has seen and heard since the last meeting, and what it will not forget."""

    def __init__(self, me: Seat) -> None:
        self.me = me
        self.read = 0
        self.config: Config
        self.seats: tuple[Seat, ...] = ()
        self.team = "goose"
        self.mates: tuple[Seat, ...] = ()
        self.tasks: list[Room] = []
        self.tick, self.begins = 0, 0
        self.room: Room = ""
        self.sight: Sight | None = None
        self.dead: set[Seat] = set()
        self.killers: set[Seat] = set()
        self.liars: Counter[Seat] = Counter()  # caught in earlier meetings
        self.way: list[tuple[Room, int, int]] = []  # room, first and last tick
        self.seen: list[_Seen] = []
        self.left: list[_Seen] = []  # who was seen to leave a room
        self.bodies: dict[Seat, tuple[Room, int]] = {}
        self.kills: list[tuple[Room, int, Seat]] = []  # my own
        self.claims: list[Assertion] = []
        self.statements: list[Statement] = []  # of all meetings
        self.speeches: list[Spoke] = []
        self.called_by: Seat = ""
        self.meetings = -1

    def take(self, observation: Sequence[Event]) -> None:
        for event in observation[self.read :]:
            self._note(event)
        self.read = len(observation)

    @property
    def others(self) -> list[Seat]:
        return [seat for seat in self.seats if seat != self.me and seat not in self.dead]

    @property
    def geese(self) -> list[Seat]:
        return [seat for seat in self.others if seat not in self.mates]

    def places(self, seat: Seat) -> list[_Seen]:
        return [seen for seen in self.seen if seen.seat == seat]

    def at(self, tick: int) -> Room:
        """Return the room in which I was at a tick."""
        return next((room for room, first, _ in reversed(self.way) if first <= tick), self.room)

    def _note(self, event: Event) -> None:
        match event:
            case Briefing(seats, config):
                self.seats, self.config = seats, config
            case Role(_, team, mates, tasks):
                self.team, self.mates, self.tasks = team, mates, list(tasks)
            case Tick(number):
                self.tick = number
            case Placed(_, room):
                self.way, self.seen, self.left, self.bodies, self.kills = [], [], [], {}, []
                self.claims, self.speeches, self.called_by, self.begins = [], [], "", self.tick
                self._be(room)
            case Arrived(_, room) | Moved(_, _, room, 1):
                self._be(room)
            case Sight(_, tick, room, present, bodies, left, came):
                self.sight = event
                self._be(room)
                new = {seat for seat, _ in came}
                self.seen += [_Seen(seat, room, tick, seat in new) for seat in present]
                self.left += [_Seen(seat, room, tick) for seat, _ in left]
                self.left += [_Seen(seat, start, tick) for seat, start in came]
                for seat in bodies:
                    self._find(seat, room)
            case Worked(_, room, _, done, needed) if done >= needed and room in self.tasks:
                self.tasks.remove(room)
            case Killed(killer, victim, room):
                self._find(victim, room)
                if killer == self.me:
                    self.kills.append((room, self.tick, victim))
                else:
                    self.killers.add(killer)
            case Bodies(rooms):
                for room, victims in rooms.items():
                    for seat in victims:
                        self._find(seat, room)
            case MeetingCalled(_, caller, _, dead):
                self.called_by = caller
                self.meetings += 1
                self.dead |= set(dead)
            case Spoke(seat, number, text):
                self.speeches.append(event)
                if text.strip():
                    self.statements.append(Statement(self.meetings, self.tick, number, seat, text, 0))
                if text.strip() and seat != self.me:
                    heard = reader_of(self.seats, self.config.map).read(tuple(self.statements), self.begins)
                    self.claims += [claim for claim in heard if claim.kind in ("at", "body") or claim.about not in self.dead]
            case Ballot(_, _, ejected, team) if ejected:
                self.dead.add(ejected)
                for claim in self.claims:
                    if claim.about == ejected and claim.kind == "kill" and team == "goose":
                        self.liars[claim.speaker] += 1

    def _be(self, room: Room) -> None:
        self.room = room
        if self.way and self.way[-1][0] == room:
            self.way[-1] = (room, self.way[-1][1], self.tick)
        else:
            self.way.append((room, self.tick, self.tick))

    def _find(self, victim: Seat, room: Room) -> None:
        self.dead.add(victim)
        self.bodies.setdefault(victim, (room, self.tick))


# On the way


def _step(notes: _Notes, goal: Room) -> str:
    return "wait" if goal == notes.room else f"move {notes.config.map.first_steps[notes.room][goal]}"


def _next_task(notes: _Notes) -> Room | None:
    """Return the room of the nearest open task; of two equally near, the one where a seat was seen."""
    far = notes.config.map.distances[notes.room]
    busy = Counter(seen.room for seen in notes.seen)
    return min(notes.tasks, key=lambda room: (far[room], -busy[room], room), default=None)


def _goose_acts(notes: _Notes, legal: Sequence[str]) -> str:
    if "report" in legal:
        return "report"
    if any(killer in notes.others for killer in notes.killers):
        return "button" if "button" in legal else _step(notes, notes.config.map.button)
    present = notes.sight.present if notes.sight else ()
    if len(present) == 1 and notes.liars[present[0]]:
        elsewhere = [room for room in notes.tasks if room != notes.room]
        return _step(notes, min(elsewhere or [notes.config.map.button], key=notes.config.map.distances[notes.room].__getitem__))
    if "task" in legal:
        return "task"
    if goal := _next_task(notes):
        return _step(notes, goal)
    if len(present) > 1:
        return "wait"
    lately = [seen for seen in notes.seen if seen.tick >= notes.tick - 6 and seen.room != notes.room]
    return _step(notes, lately[-1].room if lately else notes.config.map.button)


def _duck_acts(notes: _Notes, legal: Sequence[str], chance: Chance) -> str:
    step = _duck_wants(notes, legal, chance)
    scenes = {room for room, _, _ in notes.kills}
    if step.removeprefix("move ") not in scenes:
        return step
    near = notes.config.map.neighbours[notes.room]
    others = [room for room in chance.shuffle("round", list(near)) if room not in scenes]
    return f"move {min(others, key=near.__getitem__)}" if others else "wait"


def _duck_wants(notes: _Notes, legal: Sequence[str], chance: Chance) -> str:
    """Return the action of a duck that need not avoid being seen anywhere."""
    sight = notes.sight
    victims = [option for option in legal if option.startswith("kill ")]
    if not sight:
        return "wait"
    geese = [seat for seat in sight.present if seat not in notes.mates]
    if victims:
        wins = len(notes.geese) - 1 <= 1 + sum(mate in notes.others for mate in notes.mates)
        if wins or (len(geese) == 1 and not any(seat not in notes.dead for seat, _ in sight.left)):
            return chance.choice("victim", victims)
    if "report" in legal:
        if geese:
            return "report"
        near = notes.config.map.neighbours[notes.room]
        return f"move {min(chance.shuffle('away', list(near)), key=near.__getitem__)}"
    ready = sight.cooldown is not None and sight.cooldown <= 2
    if ready and len(geese) == 1:
        return "task" if "task" in legal else "wait"
    if ready and (gone := [to for seat, to in sight.left if seat in notes.geese]):
        return _step(notes, gone[-1])
    if "task" in legal and not (ready and happens(chance, "restless", 50)):
        return "task"
    scenes = {room for room, _, _ in notes.kills}
    if ready:
        lately = [seen for seen in notes.seen if seen.seat in notes.geese and seen.tick >= notes.tick - 5]
        if rooms := [seen.room for seen in lately if seen.room not in (notes.room, *scenes)]:
            return _step(notes, rooms[-1])
    rooms = [room for room in (notes.tasks or notes.config.map.tasks) if room not in (notes.room, *scenes)]
    if not rooms:
        return "wait"
    far = notes.config.map.distances[notes.room]
    return _step(notes, min(chance.shuffle("goal", rooms), key=lambda room: far[room]))


# Judging others


def _evidence(notes: _Notes) -> dict[Seat, tuple[float, str]]:
    """Return the weight of the evidence against each other seat, and the best of it as a sentence."""
    against: dict[Seat, tuple[float, str]] = {}

    def add(seat: Seat | None, weight: float, why: str) -> None:
        if seat in notes.others:
            total, best = against.get(seat, (0.0, ""))
            against[seat] = (total + weight, best or why)

    for seat in notes.killers:
        add(seat, _CERTAIN, f"I saw {seat} do it with my own eyes.")
    for victim, (room, found) in notes.bodies.items():
        for seat in notes.others:
            there = [seen for seen in notes.places(seat) if seen.room == room and found - 1 <= seen.tick <= found and not seen.came]
            fled = [
                seen for seen in notes.left if seen.seat == seat and seen.room == room and found - _FRESH < seen.tick <= found + 1
            ]
            if there and notes.at(found - 1) != room:
                add(seat, _CAUGHT, f"When I got to {in_words(room)}, {seat} was already there with {victim}'s body.")
            elif fled and notes.at(fled[-1].tick - 1) != room:
                add(seat, _CAUGHT / 2, f"{seat} was coming out of {in_words(room)} around tick {fled[-1].tick}.")
    distances = notes.config.map.distances
    judged: set[Seat] = set()
    for claim in notes.claims:
        if claim.kind == "at" and claim.room and claim.first is not None and claim.speaker not in judged:
            last = claim.last or claim.first
            mine = notes.places(claim.speaker) if claim.about == claim.speaker else []
            if claim.about == notes.me:
                mine = [_Seen(notes.me, room, at) for room, first, last_ in notes.way for at in (first, last_)]
            for seen in mine:
                gap = max(seen.tick - last, claim.first - seen.tick, 0)
                if distances[claim.room][seen.room] > gap + _SLACK:
                    who = "me" if claim.about == notes.me else claim.speaker
                    told = in_words(claim.room)
                    where = f"I was in {in_words(seen.room)}" if who == "me" else f"I saw {who} in {in_words(seen.room)}"
                    add(claim.speaker, _CONTRADICTED, f"{claim.speaker} said {told}, but {where} around tick {seen.tick}.")
                    judged.add(claim.speaker)
                    break
    trusted = [claim for claim in notes.claims if against.get(claim.speaker, (0.0, ""))[0] < _ENOUGH]
    accusers = {(claim.speaker, claim.about) for claim in trusted if claim.kind in ("kill", "accuse")}
    seen_by = {(claim.speaker, claim.about) for claim in trusted if claim.kind == "kill"}
    for speaker, about in sorted(seen_by, key=str):
        if about == notes.me:
            add(speaker, _CAUGHT, f"{speaker} is making things up about me.")
        elif not notes.liars[speaker]:
            add(about, _WITNESSED_BY_ANOTHER, f"{speaker} says they saw {about} do it.")
    for speaker, about in sorted(accusers - seen_by, key=str):
        if about != notes.me and not notes.liars[speaker]:
            add(about, _ACCUSED, f"I'm with {speaker} on {about}.")
    for liar, times in notes.liars.items():
        add(liar, _CAUGHT * times, f"{liar} got us to throw out a goose last time.")
    for seat in list(against):
        if any(_cannot_have(notes, seat, room, found) for room, found in notes.bodies.values()) and seat not in notes.killers:
            total, why = against[seat]
            against[seat] = (total - 2.0, why)
    return against


def _cannot_have(notes: _Notes, seat: Seat, room: Room, found: int) -> bool:
    """Return whether I saw a seat elsewhere nearly all the time before a body was found."""
    ticks = [seen.tick for seen in notes.places(seat) if seen.room != room and seen.tick >= found - 6]
    return len(set(ticks)) >= 5


def _suspect(notes: _Notes) -> tuple[Seat | None, float, str]:
    against = _evidence(notes)
    ranked = sorted(against, key=lambda seat: (-against[seat][0], seat))
    if not ranked:
        return None, 0.0, ""
    first = ranked[0]
    lead = against[first][0] - (against[ranked[1]][0] if len(ranked) > 1 else 0.0)
    if lead < 0.5 and against[first][0] < _CERTAIN:
        return None, against[first][0], ""
    return first, *against[first]


def _goose_votes(notes: _Notes) -> Seat | None:
    seat, weight, _ = _suspect(notes)
    if weight >= _ENOUGH:
        return seat
    last_chance = len(notes.others) <= 2 * notes.config.ducks
    return seat if last_chance and weight > 0 else None


def _heat(notes: _Notes) -> Counter[Seat]:
    pairs = {(claim.speaker, claim.about) for claim in notes.claims if claim.about and claim.kind in ("kill", "accuse", "vote")}
    return Counter(seat for _, seat in pairs if seat)


def _accusers(notes: _Notes) -> list[Seat]:
    pairs = [claim.speaker for claim in notes.claims if claim.about == notes.me and claim.kind in ("kill", "accuse", "vote")]
    return [seat for seat in dict.fromkeys(pairs) if seat in notes.geese]


def _duck_votes(notes: _Notes, chance: Chance) -> Seat | None:
    heat, geese = _heat(notes), notes.geese
    hottest = max(geese, key=lambda seat: (heat[seat], seat), default=None)
    if hottest and heat[hottest]:
        return hottest
    if accusers := _accusers(notes):
        return accusers[0]
    wins = len(geese) - 1 <= 1 + sum(mate in notes.others for mate in notes.mates)
    return chance.choice("anybody", geese) if wins and geese else None


# Speech

Pick: TypeAlias = Callable[..., str]
"""Draws a sentence: a label, and the sentences."""


def _speech(notes: _Notes, chance: Chance) -> Iterator[str]:
    def pick(label: str, *sayings: str) -> str:
        return chance.choice(label, sayings)

    is_first = not any(spoke.seat == notes.me for spoke in notes.speeches)
    yield from _answers(notes, pick)
    if is_first:
        if notes.called_by == notes.me:
            yield from _opening(notes, pick)
        yield _route(notes, pick)
        yield from _company(notes, pick)
    yield from (_duck_points if notes.team == "duck" else _goose_points)(notes, pick, is_first)


def _opening(notes: _Notes, pick: Pick) -> Iterator[str]:
    here = [(seat, room) for seat, (room, _) in notes.bodies.items() if room == notes.room]
    for seat, room in here[:1]:
        place = in_words(room)
        yield pick(
            "found",
            f"I just found {seat} dead in {place}.",
            f"{seat}'s dead, the body is in {place}.",
            f"Body in {place}, it's {seat}.",
        )
    if not here:
        yield pick("button", "Sorry, I had to hit the button.", "OK, we need to talk.")


def _told_way(notes: _Notes) -> list[tuple[Room, int, int]]:
    """Return my route; as a duck without the rooms in which I killed, unless a living seat was there with me."""
    told: list[tuple[Room, int, int]] = []
    for room, first, last in notes.way:
        guilty = any(scene == room and first <= tick <= last for scene, tick, _ in notes.kills)
        met = any(seen.room == room and first <= seen.tick <= last and seen.seat in notes.geese for seen in notes.seen)
        caller = notes.called_by == notes.me and room == notes.room and last == notes.way[-1][2]
        if guilty and not met and not caller:
            if told:
                told[-1] = (told[-1][0], told[-1][1], last)
            continue
        if told and told[-1][0] == room:
            told[-1] = (room, told[-1][1], last)
        else:
            told.append((room, first, last))
    return told


def _route(notes: _Notes, pick: Pick) -> str:
    told = _told_way(notes)[-4:]
    if not told:
        return pick("vague", "I was just walking around.", "I didn't get far, I'd only just started.")
    rooms = [in_words(room) for room, _, _ in told]
    if len(told) == 1:
        return pick(
            "stayed", f"I was in {rooms[0]} the whole time.", f"I didn't leave {rooms[0]}, I was in {rooms[0]} the whole time."
        )
    start, middle, end = rooms[0], rooms[1:-1], rooms[-1]
    via = "".join(f", then {room} around tick {max(1, first)}" for room, (_, first, _) in zip(middle, told[1:-1], strict=True))
    last = max(1, told[-1][1])
    return pick(
        "route",
        f"I was in {start} at first{via}, and I got to {end} around tick {last}.",
        f"I started out in {start}{via}, then I was in {end} from around tick {last}.",
        f"So I was in {start}{via}, and then in {end} around tick {last}.",
    )


def _company(notes: _Notes, pick: Pick) -> Iterator[str]:
    scenes = {room for room, _, _ in notes.kills}
    latest = {seen.seat: seen for seen in notes.seen if seen.room not in scenes and seen.seat not in notes.dead}
    told = sorted(latest.values(), key=lambda seen: -seen.tick)[:2]
    for seen in sorted(told, key=lambda seen: seen.tick):
        place, tick = in_words(seen.room), max(1, seen.tick)
        yield pick(
            f"saw {seen.seat}",
            f"I saw {seen.seat} in {place} around tick {tick}.",
            f"{seen.seat} was in {place} with me around tick {tick}.",
        )
    if not told:
        yield pick("nobody", "I didn't see anyone.", "Didn't run into anybody.")


def _answers(notes: _Notes, pick: Pick) -> Iterator[str]:
    """Yield the answer to the last question put to me since I last spoke."""
    asked: list[tuple[Seat, str]] = []
    for spoke in notes.speeches:
        if spoke.seat == notes.me:
            asked.clear()
        else:
            sentences = re.findall(r"[^.!?]+[.!?]+", spoke.text)
            for before, sentence in zip(["", *sentences], sentences, strict=False):
                if "?" in sentence and notes.me.lower() in (before + sentence).lower():
                    asked.append((spoke.seat, before + sentence))
    for asker, question in asked[-1:]:
        found = re.search(r"tick (\d+)", question)
        if found and (tick := int(found[1])) <= notes.tick:
            told = next((room for room, first, _ in reversed(_told_way(notes)) if first <= tick), "")
            near = [
                seen.seat for seen in notes.seen if seen.room == told and abs(seen.tick - tick) <= 1 and seen.seat in notes.others
            ]
            company = f" with {near[0]}" if near else ", alone"
            if told:
                yield f"{asker}, I was in {in_words(told)}{company} around tick {tick}."
        elif re.search(r"\b(why|who do you|whom)\b", question.lower()):
            yield pick("because", f"I've told you what I saw, {asker}.", f"That's all I've got, {asker}.")
        elif any(spoke.seat == notes.me for spoke in notes.speeches) and notes.way:
            room, first, _ = _told_way(notes)[-1] if _told_way(notes) else notes.way[-1]
            yield f"{asker}, I was in {in_words(room)} from about tick {max(1, first)}."


def _goose_points(notes: _Notes, pick: Pick, is_first: bool) -> Iterator[str]:
    seat, weight, why = _suspect(notes)
    if accusers := _accusers(notes):
        yield pick(
            "denial", f"It wasn't me, {accusers[-1]}.", f"You've got the wrong one, {accusers[-1]}.", "I didn't do anything."
        )
    if seat and weight >= _ENOUGH:
        if is_first or not any(why in spoke.text for spoke in notes.speeches):
            yield why
        yield pick("vote", f"I'm voting {seat}.", f"I'd vote {seat}.", f"{seat} is the duck, I think.")
    elif seat and weight > 0:
        yield pick("unsure", f"{seat} seems a bit sus, but I'm not sure.", f"If anyone, I suspect {seat}.")
    elif is_first:
        yield pick("open", "What about the rest of you?", "Anyone see anything?", "I've no idea who it was.")
    else:
        yield pick("skip", "I'll skip, we don't know enough.", "Nothing solid, I'm skipping.", "I'd skip this one.")


def _duck_points(notes: _Notes, pick: Pick, is_first: bool) -> Iterator[str]:
    heat, geese = _heat(notes), notes.geese
    hottest = max(geese, key=lambda seat: (heat[seat], seat), default=None)
    accusers = _accusers(notes)
    if accusers:
        accuser = accusers[-1]
        yield pick(
            "denial",
            f"It wasn't me, {accuser}.",
            f"No way, {accuser}, I was doing my tasks.",
            f"You've got the wrong one, {accuser}.",
        )
        yield pick("turn", f"Why are you so keen to get rid of me? {accuser} is sus.", f"I think {accuser} is lying.")
    elif hottest and heat[hottest]:
        yield pick("join", f"I'm with you, {hottest} is sus.", f"Yeah, I suspect {hottest} too.", f"I'd vote {hottest}.")
    elif is_first:
        yield pick("open", "Anyone see anything?", "Where was everybody else?", "I've no idea who it was.")
    else:
        yield pick("skip", "I'll skip, we don't know enough.", "I'd skip this one.", "Skip for me, no proof.")
