"""Claims of which it is known what they are worth: made from the facts that a ship wrote down, and from facts that are not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from woozle.core.chance import Chance, key_from_seed
from woozle.games.ship.claims.schema import Claim, Statement

from tests.games.ship.claims.journal import Fact, Journal

TYPES = ("location", "route", "sighting", "task", "traveling", "calling", "body", "kill", "alone", "departure", "arrival", "count")
BLAME = ("accusation", "defense")
WORLDLY = ("location", "route", "task", "traveling", "calling")


@dataclass(frozen=True)
class Known:
    """A claim and its status: an outcome as the schema has it. kind: its type, activities by their own name."""

    kind: str
    claim: Claim
    status: str


class Maker:
    """Makes claims about one match."""

    def __init__(self, ship: Journal, seed: int) -> None:
        self.ship, self.chance = ship, Chance(key_from_seed(seed, "claims"))
        self.rooms, self.seats = ship.map.room_names, ship.seats
        self.is_negated = self.is_point = False  # of the claim that is being made; a point is one tick, and no stretch
        self.facts: dict[tuple[str, int], list[Fact]] = defaultdict(list)
        for fact in dict.fromkeys(ship.facts):
            self.facts[fact.kind, fact.round].append(fact)

    def claims(self, statement: Statement, starts: Sequence[int], each: int) -> Iterator[Known]:
        """So many claims of each type for a speech. starts: the first tick of each round."""
        number, start = statement.meeting, starts[statement.meeting]
        for kind in TYPES:
            for _ in range(each):
                wanted = self.proposed(kind, number, statement)
                if wanted is None:
                    continue
                words, first, last = self.time(wanted, start, statement.tick)
                window = (first, last, start, statement.tick)
                is_negated = kind not in ("route", "calling") and self.chance.below("negated", 6) == 0
                if is_negated and "around" in words:
                    continue
                self.is_negated, self.is_point = is_negated, words.startswith(("at tick", "around tick", "tick "))
                status = self.status(kind, wanted, number, window, statement.speaker)
                if is_negated:
                    status = "false" if self.holds(kind, wanted, number, first, last) else "true"
                yield Known(kind, self.claim(kind, wanted, words, is_negated), status)
        for kind in BLAME:
            target = self.chance.choice("blamed", self.seats)
            is_duck = self.ship._member(target).team == "duck"
            yield Known(kind, Claim(kind, target=target), "true" if is_duck == (kind == "accusation") else "false")

    # Proposals: a fact of the round, mostly with something in it changed

    def proposed(self, kind: str, number: int, statement: Statement) -> Fact | None:
        pick = self.chance.choice
        if kind == "route":
            return self.proposed_route(number)
        names = {
            "calling": ("report", "button"),
            "departure": ("departure", "own departure"),
            "arrival": ("arrival", "own arrival"),
        }
        known = [fact for name in names.get(kind, (kind,)) for fact in self.facts[name, number] if fact.way != "?"]
        if kind == "kill":
            unseen = self.facts["killed", number]
            known = known + [
                Fact("kill", statement.speaker, f.subject, f.room, "", f.target, first=f.first, last=f.last) for f in unseen
            ]
        if kind == "sighting":
            known = known + self.facts["passed", number] + self.facts["body", number]
        mine = [fact for fact in known if fact.subject == statement.speaker]
        if known:
            fact = pick("fact", mine if mine and self.chance.below("mine", 2) else known)
        else:
            fact = Fact(kind, pick("subject", self.seats), pick("target", self.seats), pick("room", self.rooms), round=number)
            fact = replace(fact, victim=pick("victim", self.seats), number=1, first=statement.tick, last=statement.tick)
        changes = {}
        change = self.chance.below("change", 5)
        if change in (1, 4) and fact.room:
            changes["room"] = pick("room", self.rooms)
        if change in (2, 4):
            name = "subject" if kind in WORLDLY or not fact.target else "target"
            changes[name] = pick("seat", [seat for seat in self.seats if seat != fact.subject])
        if change == 3 and fact.way:
            changes["way"] = pick("way", ["", *self.rooms])
        if change == 3 and fact.number >= 0:
            changes["number"] = self.chance.below("number", 5)
        if change == 3 and kind in ("body", "departure", "arrival", "alone", "kill", "count", "task", "traveling", "calling"):
            changes["room"] = ""
        return replace(fact, **changes)

    def proposed_route(self, number: int) -> Fact | None:
        seat = self.chance.choice("walker", self.seats)
        stops = self.ship.routes[number, seat]
        if not stops:
            return None
        start = self.chance.below("start", len(stops))
        rooms = [stop[0] for stop in stops[start : start + 2 + self.chance.below("stops", 3)]]
        if self.chance.below("change", 2):
            place = self.chance.below("place", len(rooms))
            rooms[place] = self.chance.choice("room", self.rooms)
        if self.chance.below("turn", 4) == 0:
            rooms.reverse()
        until = stops[start][2] if stops[start][2] is not None else stops[start][1]
        return Fact("route", seat, room=" ".join(rooms), round=number, first=until, last=until)

    def time(self, fact: Fact, start: int, now: int) -> tuple[str, int, int]:
        """A time phrase, and the first and last tick that it means."""
        low = start + 1 if start else 0  # the tick of a meeting is of two rounds
        tick = min(max(fact.first + self.chance.below("within", fact.last - fact.first + 1), low), now)
        if self.chance.below("shift", 3) == 0:
            tick = low + self.chance.below("another", now - low + 1)
        match self.chance.below("phrase", 7):
            case 0:
                return self.chance.choice("round", ["", "this round"]), start, now
            case 1:
                return f"around tick {tick}", max(tick - 1, start), min(tick + 1, now)
            case 2:
                more = min(tick + self.chance.below("more", 4), now)
                return (f"ticks {tick}-{more}" if more > tick else f"tick {tick}"), tick, more
            case 3:
                return f"from tick {tick} on", tick, now
            case 4:
                return f"until tick {tick}", start, tick
            case _:
                return f"at tick {tick}", tick, tick

    def claim(self, kind: str, fact: Fact, words: str, is_negated: bool) -> Claim:
        if kind == "route":
            return Claim("location", fact.subject, route=tuple(fact.room.split()), when=words)
        if kind in ("task", "traveling", "calling"):
            name = {"report": "reporting", "button": "calling"}.get(fact.kind, kind)
            return Claim("activity", fact.subject, room=fact.room, activity=name, when=words, is_negated=is_negated)
        return Claim(
            kind,  # type: ignore[arg-type]
            fact.subject,
            fact.target,
            fact.room,
            when=words,
            victim=fact.victim if kind == "kill" else "",
            way=fact.way if kind in ("departure", "arrival") else "",
            number=fact.number if kind == "count" else None,
            is_negated=is_negated,
        )

    # Status

    def status(self, kind: str, fact: Fact, number: int, window: tuple[int, int, int, int], speaker: str) -> str:
        first, last, start, now = window
        if self.holds(kind, fact, number, first, last):
            return "true"
        if self.nearly(kind, fact, number, first, last):
            return "near_miss"
        is_narrow = (first, last) != (start, now)
        if is_narrow and self.holds(kind, fact, number, start, now):
            return "wrong_time"
        if kind == "route":
            visited = {stop[0] for stop in self.stops(fact, number, first, last)}
            return "wrong_room" if visited & {*fact.room.split()} else "false"
        has_place = bool(fact.room or (fact.way and kind in ("departure", "arrival")))
        elsewhere = replace(fact, room="", way="")
        if has_place and (kind != "location" or is_narrow) and self.holds(kind, elsewhere, number, first, last):
            return "wrong_room"
        others = [seat for seat in self.seats if seat != fact.subject]
        is_certain = is_narrow or kind in ("calling", "body", "kill", "alone")
        if kind in WORLDLY:
            may_be = is_certain and fact.subject != speaker
            swapped = [replace(fact, subject=seat) for seat in others if seat != speaker and may_be]
        else:
            may_be = (is_certain or has_place) and fact.target not in ("", fact.subject)
            swapped = [replace(fact, target=seat) for seat in others if seat != fact.target and may_be]
        return "wrong_player" if any(self.holds(kind, each, number, first, last) for each in swapped) else "false"

    def holds(self, kind: str, fact: Fact, number: int, first: int, last: int) -> bool:
        if kind == "route":
            return self.walked(fact, number, first, last)
        if kind == "count":
            return self.counted(fact, number, first, last, 0)
        if not self.is_negated and self.holds_of_dead(kind, fact, number, first, last):
            return True
        names = (fact.kind,) if kind == "calling" else (kind,)
        if kind in ("departure", "arrival") and fact.target in ("", fact.subject):
            names, fact = (f"own {kind}",), replace(fact, target="")
        elif kind in ("departure", "arrival") and fact.room and fact.way not in ("", "?"):
            other = "arrival" if kind == "departure" else "departure"
            seen = self.facts[other, number]  # from the other end of the way
            mirrored = replace(fact, room=fact.way, way=fact.room)
            if any(f.first <= last and f.last >= first and self.matches(other, mirrored, f) for f in seen):
                return True
        slack = 1 if kind == "traveling" and not self.is_negated else 0
        for known in self.facts[names[0], number]:
            is_then = (known.first <= last + slack and known.last >= first - slack) or kind == "calling"
            if is_then and self.matches(kind, fact, known):
                return True
        return False

    def holds_of_dead(self, kind: str, fact: Fact, number: int, first: int, last: int) -> bool:
        """A body that is seen is a sight of its owner; whoever is dead is where it lies."""
        if kind == "sighting":
            return any(f.first <= last and f.last >= first and self.matches(kind, fact, f) for f in self.facts["body", number])
        if kind == "location":
            killed = [f for f in self.facts["killed", number] if f.target == fact.subject and f.first < first]
            return any(fact.room in ("", f.room) for f in killed)
        return False

    def matches(self, kind: str, fact: Fact, known: Fact) -> bool:
        if fact.subject != known.subject:
            return False
        if kind == "traveling":
            return fact.room in ("", known.room, known.way)
        fits = fact.target == known.target if kind == "alone" else fact.target in ("", known.target)
        if kind in ("departure", "arrival") and fact.way not in ("", known.way):
            return False
        return fits and fact.room in ("", known.room) and (kind != "kill" or fact.victim in ("", known.victim))

    def nearly(self, kind: str, fact: Fact, number: int, first: int, last: int) -> bool:
        names = ("passed", "departure", "arrival", "killed")
        near = [known for name in names for known in self.facts[name, number] if known.first <= last]
        match kind:
            case "sighting":
                same = [each for each in near if (each.subject, each.target) == (fact.subject, fact.target) and each.last >= first]
                same = [each for each in same if each.way != "?"]
                return any(each.kind != "killed" and fact.room in ("", each.room, each.way) for each in same)
            case "kill":
                killed = [each for each in near if each.kind == "killed" and each.last >= first]
                wanted = [(fact.target, each.subject, fact.victim, each.target, fact.room, each.room) for each in killed]
                return any(a in ("", b) and c in ("", d) and e in ("", f) for a, b, c, d, e, f in wanted)
            case "departure" | "arrival" if fact.way and fact.target not in ("", fact.subject):
                return self.holds(kind, replace(fact, way="?"), number, first, last)
            case "count":
                return self.counted(fact, number, first, last, 1)
            case "route":
                stops = self.stops(fact, number, first, last)
                is_ordered = any(self.way(fact, stops[start:]) for start in range(len(stops)))
                return {*fact.room.split()} <= {stop[0] for stop in stops} and not is_ordered
        return False

    def counted(self, fact: Fact, number: int, first: int, last: int, off: int) -> bool:
        looks = [f for f in self.facts["count", number] if f.subject == fact.subject and first <= f.last <= last]
        looks = [each for each in looks if fact.room in ("", each.room)]
        if not fact.number and off:
            return False  # nothing is nearly none
        if not fact.number and (not looks or not self.is_point):  # none at any look
            met = any(each.number for each in looks)
            return not met and self.met_nobody(fact, number, first, last, bool(looks))
        seen = {
            f.target
            for f in self.facts["present", number]
            if f.subject == fact.subject and f.room == fact.room and first <= f.last <= last
        }
        at_once = any(abs(each.number - fact.number) <= off for each in looks)
        return at_once or bool(looks and fact.room and abs(len(seen) - fact.number) <= off)

    def met_nobody(self, fact: Fact, number: int, first: int, last: int, has_looked: bool) -> bool:
        """Return whether the subject, alive, met nobody on its ways; or nobody else was in a room that it did not look into."""
        killed = (f for earlier in range(number + 1) for f in self.facts["killed", earlier])
        if any(f.target == fact.subject and f.first < first for f in killed):
            return False
        names = ("location",) if fact.room else ("passed", "departure", "arrival")
        then = [f for name in names for f in self.facts[name, number] if f.first <= last and f.last >= first]
        if not fact.room:
            return not any(f.subject == fact.subject and f.way != "?" for f in then)
        return has_looked or not any(f.room == fact.room and f.subject != fact.subject for f in then)

    def stops(self, fact: Fact, number: int, first: int, last: int) -> list[list]:
        """The rooms on the way of the subject that it was in within the ticks: [room, since, until]."""
        found = self.ship.routes[number, fact.subject]
        return [stop for stop in found if stop[1] <= last and (stop[2] is None or stop[2] >= first)]

    def walked(self, fact: Fact, number: int, first: int, last: int) -> bool:
        stops = self.ship.routes[number, fact.subject]
        for start, stop in enumerate(stops):
            taken = self.way(fact, stops[start:])
            legs = [(one[2], two[1]) for one, two in pairwise(taken)] or [(stop[1], last if stop[2] is None else stop[2])]
            if taken and self.is_point:
                legs = [(legs[0][0], legs[-1][1])]
            if taken and all(left <= last and came >= first for left, came in legs):
                return True
        return False

    def way(self, fact: Fact, stops: list[list]) -> list[list]:
        """The stops in the rooms of a route that begins with the first; empty if it is not taken."""
        wanted = [room for room, _ in groupby(fact.room.split())]
        rest = iter(stops)
        taken = [next((each for each in rest if each[0] == room), None) for room in wanted]
        return taken if taken[0] is stops[0] and None not in taken else []
