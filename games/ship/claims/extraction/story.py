"""Claims of a speech, read from its clauses one after the other: who was where, who saw whom, bodies, tasks, and ways gone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from woozle.core.request import Seat
from woozle.games.ship.claims.extraction.clauses import SEES, Clause, Reading
from woozle.games.ship.claims.extraction.discourse import Discourse
from woozle.games.ship.claims.extraction.lexicon import words
from woozle.games.ship.claims.extraction.tokens import Token
from woozle.games.ship.claims.schema import Claim, ClaimType
from woozle.games.ship.map import Room

_MOVES = frozenset({"go", "enter", "leave", "pass", "start"})
_STAYS = frozenset({"be", "stay", "", "task", "do", "start"})
_KEEPS_COMPANY = _STAYS | _MOVES | {"have"}
_THEN, _GOES_ON, _BACKGROUND = (words(name) for name in ("begins_a_stop", "goes_on", "background"))
_LONGEST = 24  # rooms of a route


@dataclass(slots=True)
class Journey:
    """The way of a seat that is being described: its rooms, and the time of each.

    clause: the one that began it. sentence: the one that it was in last. place: where the next room goes, if not at the end.
    tasks: those with their own clauses, by their rooms, with their times.
    is_quiet: another claim tells all its rooms already.
    """

    clause: Clause
    rooms: list[Room] = field(default_factory=list)
    times: list[str] = field(default_factory=list)
    when: str = ""
    sentence: int = 0
    start: int = 0
    end: int = 0
    place: int | None = None
    tasks: dict[Room, str] = field(default_factory=dict)
    has_task: bool = False
    is_quiet: bool = True

    def add(self, rooms: Sequence[Room], times: Mapping[Room, str]) -> None:
        """Add rooms, with the times of those that have one."""
        for room in rooms:
            when, at = times.get(room, ""), len(self.rooms) if self.place is None else self.place
            if at and self.rooms[at - 1] == room:
                self.times[at - 1] = self.times[at - 1] or when
            elif len(self.rooms) < _LONGEST:
                self.rooms.insert(at, room)
                self.times.insert(at, when)
                self.place = None if self.place is None else at + 1


class Story:
    """Reads the claims of one speech. here: the room that the story is in; own: the one that the speaker is in."""

    def __init__(self, speaker: Seat, own: Room = "", scene: Room = "", victim: Seat = "") -> None:
        self.speaker = speaker
        self.scene, self.victim = scene, victim
        self.found: list[Claim] = []
        self.journeys: dict[Seat, Journey] = {}
        self.own: Room = own
        self.here: Room = scene
        self.number = 0
        self.tokens: Sequence[Token] = ()
        self.own_in_sentence = False
        self.came_in = False
        self.beside: dict[Seat, Room] = {}
        self.is_witnessed = False
        self.witnessed_in: Room = ""
        self.where: dict[Seat, Room] = {}
        self.moved: set[Seat] = set()
        self.dead: set[Seat] = set()
        self.body_at = 0

    def read(self, sentences: Sequence[tuple[Sequence[Token], bool]], discourse: Discourse) -> list[Claim]:
        """Return the claims of the sentences of a speech, in order."""
        for self.number, (tokens, asks) in enumerate(sentences):
            self.tokens = tokens
            self.own_in_sentence = self.came_in = False
            if self.number == 1 and not self.found and self._names_victim(sentences):
                continue
            names = [token.seat for token in tokens if token.seat]
            if len(names) == 1 and len(tokens) < 3 and self._completes_body("", names[0], tokens[-1].end):
                continue
            clauses = Reading(tokens, asks, discourse, (self.speaker,)).read()
            for i, clause in enumerate(clauses):
                beside = [*clauses[max(0, i - 1) : i], *clauses[i + 1 : i + 2]]
                is_first = [other for other in beside if other.link in ("when", "as", "while") and self.speaker in other.subject]
                witnesses = [
                    other for other in is_first if (i + 1 < len(clauses) and other is clauses[i + 1]) or clause.link in ("", ",")
                ]
                self.is_witnessed = bool(witnesses)
                self.witnessed_in = next((room for other in witnesses for room in other.rooms("at", "to", "from")[:1]), "")
                self._clause(clause, discourse)
        for seat in list(self.journeys):
            self._end(seat)
        return list(self._without_repeats())

    def _names_victim(self, sentences: Sequence[tuple[Sequence[Token], bool]]) -> bool:
        """Read "Bob!! medbay.", with which a meeting may begin, as a body; return whether it is one."""
        (first, _), (second, _) = sentences[:2]
        names = [token for token in first if token.kind == "seat"]
        rooms = [token for token in second if token.kind == "room"]
        others = [token.text for token in (*first, *second) if token.kind not in ("seat", "room", "mark")]
        if (
            self.scene
            or len(names) != 1
            or len(rooms) != 1
            or not words("fillers").issuperset(others)
            or self.speaker == names[0].seat
        ):
            return False
        room = rooms[0].rooms[0]
        self.found.append(
            Claim(type="body", subject=self.speaker, target=names[0].seat, room=room, span=(names[0].start, names[0].end))
        )
        self.dead.add(names[0].seat)
        self.scene = self.here = self.own = room
        return True

    def _without_repeats(self) -> Iterator[Claim]:
        """Yield the claims, but no report of a body.

        Of a route of the speaker's that repeats rooms of one before, only rooms with their own times.
        """
        told: set[Room] = set()
        finders = {claim.subject for claim in self.found if claim.type == "body" and not claim.is_negated}
        for claim in self.found:
            if claim.activity == "reporting" and claim.subject in finders:
                continue
            if claim.type == "location" and claim.subject == self.speaker and claim.route and claim.source == "own":
                if told >= set(claim.route):
                    for room, when in zip(claim.route, claim.stops, strict=False):
                        if when:
                            yield replace(claim, room=room, route=(), stops=(), when=when)
                    continue
                told |= set(claim.route)
            yield claim

    # Claims

    def _claim(self, clause: Clause, kind: ClaimType, subject: Seat, **said: object) -> None:
        when = clause.when
        if said.get("room") and kind in ("sighting", "arrival", "location") and not said.get("is_negated", clause.is_negated):
            self.where[str(said.get("target") or subject)] = str(said["room"])
        if kind in ("sighting", "arrival") and subject == self.speaker and said.get("room") and not clause.is_negated:
            self.beside[str(said["target"])] = str(said["room"])
        if kind in ("departure", "arrival"):
            self.moved.add(str(said["target"]))
        elif kind == "body" and not said.get("is_negated", clause.is_negated):
            self.dead.add(str(said["target"]))
            self.body_at = self.number
            if not said.get("is_negated", clause.is_negated) and subject == self.speaker and (label := self._label()):
                said["room"] = said.get("room") or label
                if said["room"] == label:
                    self.journeys.pop(self.speaker)
        if kind == "departure":
            self.beside.pop(str(said["target"]), None)
        self.found.append(
            Claim(
                type=kind,
                subject=subject,
                when=str(said.pop("when", when)),
                is_negated=bool(said.pop("is_negated", clause.is_negated)),
                is_hedged=clause.is_hedged,
                source=clause.source,
                told_by=clause.told_by,
                span=self._span(clause),
                **said,  # type: ignore[arg-type]
            )
        )

    def _span(self, clause: Clause) -> tuple[int, int]:
        first, last = min(clause.first, len(self.tokens) - 1), min(clause.last, len(self.tokens) - 1)
        return self.tokens[first].start, self.tokens[max(first, last)].end

    def _clause(self, clause: Clause, discourse: Discourse) -> None:
        if not clause.is_real or not clause.subject or clause.source == "quoted":
            return
        rooms, own = clause.rooms(), self.speaker in clause.subject
        is_room = (
            clause.kind == ""
            and len(rooms) == 1
            and not (clause.is_named or clause.companions or clause.has_body or clause.has_task)
        )
        is_name = (
            not rooms
            and not clause.is_negated
            and (
                clause.seen
                if clause.kind == "be" and not clause.is_named
                else clause.subject
                if not clause.kind and clause.is_named
                else ()
            )
        )
        if (is_room or is_name) and self._completes_body(
            rooms[0] if is_room else "", is_name[0] if is_name else "", self._span(clause)[1]
        ):
            return
        if clause.link in ("when", "after", "till", "until") and not own and clause.kind in ("enter", "leave"):
            if self.moved.isdisjoint(clause.subject):
                self._moves(replace(clause, link=""))  # "I left when Bob came in"
            return
        if (
            clause.link in ("where", "when")
            and (own or (clause.link == "where" and clause.kind == "see"))
            and clause.kind in SEES
            and clause.objects
            and not rooms
        ):
            clause.is_there = clause.link == "where"  # "medbay, where I saw Bob"
        elif clause.link in _BACKGROUND:
            if clause.kind == "find" and clause.has_body:
                self._body(clause, rooms)  # "before I found the body"
            elif own and clause.kind in ("go", "leave") and clause.rooms("to") and not clause.is_negated:
                self._travel(clause, self.speaker, clause.rooms("to"))  # "Bob was alive when I left for medbay"
            if own and clause.kind in ("go", "enter") and not clause.rooms():
                self._comes_back()
            if own and clause.has_task and clause.kind in ("do", "task") and (room := (*rooms, self.own or self.here)[0]):
                self._claim(clause, "activity", self.speaker, activity="task", room=room)  # "nav, where I did my task"
            self._place(clause, rooms, own)
            return
        if clause.has_no_body:
            who = clause.subject[0] if clause.kind in SEES | _MOVES else self.speaker
            if (room := self._seen_room(clause, rooms, who)) or (clause.kind in SEES and clause.is_negated):
                self._claim(clause, "body", who, target="", room=room, is_negated=True)
        is_absent = clause.has_no_body and clause.kind in ("be", "") and not clause.is_named  # "there was no body in medbay"
        if not (is_absent or (clause.has_body and self._body(clause, rooms))):
            self._deed(clause, rooms, own)
        self._place(clause, rooms, own)
        if own and clause.companions:
            discourse.company = tuple(seat for seat in clause.companions if seat != self.speaker)

    def _completes_body(self, room: Room, victim: Seat, end: int) -> bool:
        """Add who or where it is to the body told just before: "Body in medbay. Bob.", "found Eve. electrical"; or tell one."""
        last = self.found[-1] if self.found else None
        if victim and victim != self.speaker and not self.found and not self.scene and (label := self._label()):
            self.journeys.pop(self.speaker)  # "Cabin. It's Alice."
            self.found.append(Claim(type="body", subject=self.speaker, target=victim, room=label, span=(0, end)))
        elif (
            not last or last.type != "body" or last.is_negated or self.number - self.body_at > 1 or self.journeys.get(self.speaker)
        ):
            return False
        elif (room and not last.room) or (victim and not last.target and victim != self.speaker):
            span = (last.span[0], end) if last.span else None
            self.found[-1] = replace(last, room=last.room or room, target=last.target or victim, span=span)
        else:
            return False
        self.dead.add(self.found[-1].target)
        self.scene = self.here = self.own = self.found[-1].room
        return True

    def _label(self) -> Room:
        """Return the room that the speech begins with, before anything is said about it: "electrical. Eve is dead"."""
        journey = self.journeys.get(self.speaker)
        if self.found or journey is None or self.number - journey.sentence > 1 or len(journey.rooms) > 1:
            return ""
        clause = journey.clause
        return "" if clause.kind or clause.is_named or clause.has_task or clause.times else journey.rooms[0]

    def _deed(self, clause: Clause, rooms: Sequence[Room], own: bool) -> None:
        """Read a clause by the kind of its verb."""
        kind, is_company = clause.kind, bool(clause.companions) or (len(clause.subject) > 1 and own)
        if kind in SEES:
            self._sees(clause)
        elif kind in ("report", "call"):
            self._reports(clause)
        elif kind == "say" and clause.source == "hearsay" and rooms:
            for seat in clause.seen:
                self._claim(clause, "location", seat, room=rooms[0])
        elif kind == "kill" and clause.is_in_front:
            victim, room = (clause.seen or [""])[0], (rooms or (self.own,))[0]
            self._claim(clause, "kill", self.speaker, target=clause.subject[0], victim=victim, room=room)
        elif kind in ("die", "kill", "say"):
            return
        elif clause.is_nobody or clause.is_empty or clause.number is not None:
            self._counts(clause, rooms)
        elif clause.is_alone and not (clause.companions and not clause.is_negated and not own):
            self._alone(clause, rooms)
        elif kind == "leave" and clause.objects:
            self._leaves_behind(clause)
        elif is_company and (kind in _KEEPS_COMPANY or (kind == "other" and clause.companions and rooms)):
            self._together(clause, rooms)
        elif kind in _MOVES or kind == "route":
            self._moves(clause)
        elif kind in _STAYS:
            self._stays(clause, rooms)
        elif clause.has_task and (rooms or clause.base == "make"):
            self._stays(replace(clause, kind="do"), rooms)

    def _comes_back(self) -> None:
        """Note that the speaker came to where the body was: "I came back and she was dead"."""
        self.came_in = True
        if self.scene:
            self.here = self.own = self.scene

    def _place(self, clause: Clause, rooms: Sequence[Room], own: bool) -> None:
        """Note where the story is now."""
        if clause.is_negated:
            return
        goal = clause.rooms("at", "to") or (() if clause.kind in _MOVES and clause.kind != "leave" else rooms)
        if goal:
            self.here = goal[-1]
            with_me = self.speaker in clause.companions
            if (own and clause.kind not in SEES) or with_me or (own and clause.kind in SEES and clause.child is None):
                self.own = goal[-1]
                self.own_in_sentence = True
                self.came_in = self.came_in or (own and clause.kind in ("enter", "go"))

    def _room(self, clause: Clause, rooms: Sequence[Room]) -> Room:
        """Return the room of a clause: named, or pointed at, or where the speaker is in the same sentence."""
        if rooms:
            return rooms[0]
        return (self.here or self.own) if clause.is_there else ""

    def _body(self, clause: Clause, rooms: Sequence[Room]) -> bool:
        """Read "I found Frank's body in medbay", "body in medbay", "frank dead in nav"; whether it was one."""
        is_found = clause.kind in ("find", "see", "report")
        room = (clause.rooms("at", "to") or (() if is_found else rooms) or ("",))[0]
        if not room and clause.is_there:
            room = self.own or self.here
        finder = self.speaker
        victims: Sequence[Seat] = clause.owners or ()
        if is_found and clause.is_passive:
            victims = victims or (clause.subject if clause.is_named else ())
        elif is_found:
            finder = clause.subject[0]
            if clause.is_negated and clause.objects and not clause.owners:  # "I did not see Bob or a body"
                self._sees(clause)
            else:
                victims = victims or clause.seen
            if not room and finder == self.speaker:
                room = self.witnessed_in
            if not room and finder == self.speaker and not clause.is_negated:
                room = self.own if self.own_in_sentence else self.scene
            elif not room and clause.link == "where":
                room = self.where.get(finder, "")
        elif not victims and clause.kind in ("be", "", "stay", "die", "place"):
            victims = [seat for seat in clause.subject if seat != self.speaker] if clause.is_named else ()
        if not victims and self.victim and not clause.is_negated and not clause.is_passive and (room or clause.kind == "find"):
            victims = (self.victim,)  # "I found the body"
        if not victims and not room:
            return False
        if not room and not clause.owners and not is_found:
            room = self.scene or self.own
            if not ((self.came_in or self._label()) and room) or not victims:
                return False  # "Frank is dead"
        if not clause.is_negated and self.dead.issuperset(victims) and self.dead:
            return True
        self.scene = self.scene or room
        for victim in list(victims)[:2] or [""]:
            self._claim(clause, "body", finder, target=victim, room=room, is_negated=clause.is_negated)
        is_finder = clause.kind in ("find", "see") and not clause.is_passive and self.speaker in clause.subject
        if room and not clause.is_negated and (is_finder or not self.own):
            self.own = room
        return True

    def _sees(self, clause: Clause) -> None:
        me = self.speaker
        rooms = clause.rooms() or (clause.rooms("near") if clause.is_nobody else ())
        targets = clause.seen
        if clause.is_nobody and clause.is_negated and targets:  # "I did not see Bob or anyone else in medbay"
            for who in clause.subject[:1]:
                for target, room in self._pairs(clause, who):
                    self._claim(clause, "sighting", who, target=target, room=room)
                self._claim(clause, "count", who, room=self._room(clause, rooms), number=0, is_negated=False)
            return
        if clause.is_nobody and targets:
            for seat in targets if me not in targets and not rooms else ():  # "nobody has seen Bob"
                self._claim(clause, "sighting", me, target=seat, is_negated=True)
            return
        if clause.is_passive:
            for seat in clause.subject:
                if seat != me and clause.is_negated:
                    self._claim(clause, "sighting", me, target=seat, room=(rooms or ("",))[0])
                elif rooms and seat != me:
                    self._claim(clause, "location", seat, room=rooms[0])
            return
        for who in clause.subject[:2]:
            if clause.is_nobody and not targets:
                self._claim(clause, "count", who, room=self._room(clause, rooms), number=0, is_negated=False)
                continue
            others = [seat for seat in clause.subject if seat != me]
            if not targets and clause.base in ("meet", "pass") and me in clause.subject and others:  # "we met in medbay"
                if who == me:
                    for seat in others:
                        self._claim(clause, "sighting", me, target=seat, room=self._seen_room(clause, rooms, me))
                continue
            if not targets:
                if clause.number is not None:
                    self._claim(clause, "count", who, room=self._room(clause, rooms), number=clause.number)
                continue
            if clause.child:
                self._sees_doing(clause, clause.child, who)
                continue
            if clause.kind == "find" and not clause.has_task and not clause.is_negated:
                room = self._seen_room(clause, rooms, who) or self.scene
                if targets[0] not in self.dead:
                    self._claim(clause, "body", who, target=targets[0], room=room)
                if who == self.speaker and room:
                    self.own, self.scene = room, self.scene or room
                continue
            for target, room in self._pairs(clause, who):
                if target == me and clause.base in ("pass", "meet", "bump", "cross", "encounter"):
                    self._claim(clause, "sighting", me, target=who, room=room)
                elif target != who:
                    self._claim(clause, "sighting", who, target=target, room=room)

    def _seen_room(self, clause: Clause, rooms: Sequence[Room], who: Seat) -> Room:
        if rooms or (self.witnessed_in and who == self.speaker):
            return (*rooms, self.witnessed_in)[0]
        if clause.is_negated:
            return self._room(clause, rooms) if clause.is_there else ""
        if clause.is_there:
            return self.here or self.own
        return self.own if self.own_in_sentence and who == self.speaker and not clause.is_corridor else ""

    def _pairs(self, clause: Clause, who: Seat) -> Iterator[tuple[Seat, Room]]:
        """Yield whom a seat saw in which room: "saw Bob in medbay and Eve in storage", "saw Frank in medbay and electrical"."""
        places = [place for place in clause.places if place.role != "from"] or clause.places
        if not places:
            room = self._seen_room(clause, (), who)
            around = self.own if self.own_in_sentence and not clause.is_negated else room
            yield from ((target, around if target == self.speaker else room) for target in clause.seen)
            return
        left = list(clause.objects)
        first = places[0].at
        if left and left[0][0] > first:
            rooms = places[0].rooms
            yield from ((target, rooms[0]) for target in clause.seen)
            return
        group: list[Seat] = []
        for place in places:
            named = [seat for at, seat in left if at < place.at]
            left = [(at, seat) for at, seat in left if at > place.at]
            group = named or group
            for room in place.rooms[:1]:
                yield from ((seat, room) for seat in group)
        room = places[-1].rooms[0]
        yield from ((seat, room) for _, seat in left)

    def _sees_doing(self, clause: Clause, child: Clause, who: Seat) -> None:
        before = clause.rooms()
        source, goal, at = child.rooms("from"), child.rooms("to"), child.rooms("at")
        seen_last = next((room for seat in child.subject if (room := self.where.get(seat, ""))), "")
        is_off = child.kind in ("leave", "go") and who == self.speaker
        here = (
            before
            or ((self.own,) if self.own_in_sentence and who == self.speaker else (seen_last or (self.own if is_off else ""),))
        )[0]
        child.times = [*clause.times, *child.times]
        negated = clause.is_negated or child.is_negated
        for target in child.subject:
            if target == who:
                continue
            match child.kind:
                case "kill":
                    victim = child.seen[0] if child.seen else ""
                    room = (at or before or ((self.own,) if self.own_in_sentence else ("",)))[0]
                    self._claim(clause, "kill", who, target=target, victim=victim, room=room, is_negated=negated)
                case "enter":
                    self._claim(clause, "arrival", who, target=target, room=(goal or at or (here,))[0], way=(source or ("",))[0],
                                is_negated=negated)  # fmt: skip
                case "go" | "pass" if self._is_into(child):
                    self._claim(clause, "arrival", who, target=target, room=(goal or at)[-1], way=(source or ("",))[0],
                                is_negated=negated)  # fmt: skip
                case "go" if not (child.places or before or self.own_in_sentence or child.is_off):
                    continue  # "I watched them go"
                case "pass" if not (source or goal):
                    self._claim(clause, "sighting", who, target=target, room=(at or (here,))[0], is_negated=negated)
                case "leave" | "go" | "pass":
                    start = source or ((at[:1] if child.kind == "leave" else ()) or (here,))
                    way = goal or (at[-1:] if child.kind != "leave" else ())
                    if source and not way and child.base in ("come", "get"):
                        way = ()
                    self._claim(clause, "departure", who, target=target, room=start[0], way=(way or ("",))[0], is_negated=negated)
                case _:
                    room = (at or goal or source or (here,))[0]
                    self._claim(clause, "sighting", who, target=target, room=room, is_negated=negated)

    def _is_into(self, child: Clause) -> bool:
        """Return whether a movement is described as one into a room: "go into weapons"."""
        place = next((place for place in reversed(child.places) if place.role in ("to", "at")), None)
        return (
            place is not None
            and child.base != "end"
            and self.tokens[max(0, place.at - 1)].text in ("into", "in", "inside", "enter")
        )

    def _reports(self, clause: Clause) -> None:
        rooms = clause.rooms()
        if (
            clause.is_negated
            or clause.is_passive
            or not (clause.is_named or clause.link == "and")
            or clause.form not in ("past", "third")
        ):
            return
        for who in clause.subject[:1]:
            if clause.kind == "call":
                if not clause.seen:
                    self._claim(clause, "activity", who, activity="calling", room=(rooms or ("",))[0])
            elif clause.seen or clause.owners:
                self._claim(clause, "body", who, target=(clause.owners or clause.seen)[0], room=self._room(clause, rooms))
            else:
                room = self._room(clause, rooms) if not clause.companions else ""
                self._claim(clause, "activity", who, activity="reporting", room=room)

    def _counts(self, clause: Clause, rooms: Sequence[Room]) -> None:
        me = self.speaker
        if clause.is_empty:
            if not (rooms or clause.is_there) and self.own and (self.own_in_sentence or not clause.is_named):
                rooms = (self.own,)
            if rooms or clause.is_there:
                for room in rooms or (self._room(clause, rooms),):
                    self._claim(clause, "count", me, room=room, number=0, is_negated=False)
            return
        number = 0 if clause.is_nobody else clause.number
        if clause.is_nobody and clause.companions:
            if me in clause.companions:  # "nobody was with me"
                self._claim(clause, "alone", me, room=self._room(clause, rooms), is_negated=False)
            return
        room = self._room(clause, rooms)
        if clause.kind == "" and not (rooms or clause.is_there or self.own_in_sentence):
            return
        if not room and clause.kind in ("", "be") and self.own_in_sentence and clause.is_nobody:
            room = self.scene if self.dead else self.own
        if clause.kind in ("", "be", "stay", "see", "task", "do") and (clause.is_nobody or rooms or clause.is_there):
            if clause.is_named and clause.kind == "be" and not clause.is_nobody:
                return
            self._claim(clause, "count", me, room=room, number=number, is_negated=False)
        elif clause.is_nobody and clause.kind in ("enter", "go", "pass") and {me}.issuperset(clause.seen):
            goal = clause.rooms("to", "at")[-1:] or (self.own,)  # "nobody came in from storage"
            self._claim(clause, "count", me, room=goal[0], number=0, is_negated=False)

    def _alone(self, clause: Clause, rooms: Sequence[Room]) -> None:
        if clause.kind == "leave":
            return
        for who in clause.subject[:2]:
            room = rooms[-1] if rooms else ""
            if not room and who == self.speaker and (clause.is_there or self.own_in_sentence):
                room = self.own
            elif not room and who != self.speaker and clause.is_there:
                room = self.here or self.scene  # "he was alone in there"
            elif not room and who != self.speaker and self.own_in_sentence:
                room = self.beside.get(who, "")
            if clause.kind in _MOVES and rooms:
                self._moves(clause)
            if len(rooms) > 1:
                self._moves(replace_rooms(clause, rooms[:-1]))
            journey = self.journeys.get(who)
            if not room and clause.kind == "" and journey and len(journey.rooms) == 1 and self.number - journey.sentence < 2:
                room, journey.is_quiet = journey.rooms[0], True
            target = next((seat for seat in clause.companions if seat != who), "")
            self._claim(clause, "alone", who, target=target, room=room)
            if rooms and not clause.is_negated:
                self._travel(clause, who, rooms[-1:], is_quiet=True)

    def _together(self, clause: Clause, rooms: Sequence[Room]) -> None:
        """Read company: "I was with Bob in medbay", "me and Eve in nav", "Bob was with me"."""
        me = self.speaker
        subject, companions = clause.subject, clause.companions
        before = [place for place in clause.places if place.at < clause.with_at and place.role != "near"]
        room = before[-1].rooms[0] if before else (clause.rooms("at", "to") or rooms or ("",))[0]
        if not room and clause.is_there:
            room = self.here or self.own
        if not room and clause.kind == "stay" and me in subject:
            room = self.own
        if not room and (self.own_in_sentence and (me in subject or me in companions)):
            room = self.own
        if not room and me in companions:
            room = next((self.where[seat] for seat in subject if seat in self.where), "")
        if clause.has_task and rooms and me in subject and clause.kind in ("do", "task"):
            self._claim(clause, "activity", me, activity="task", room=rooms[0])
        if clause.kind == "have":
            for seat in clause.seen:
                if me in companions and me in subject:
                    self._claim(clause, "sighting", me, target=seat, room=room)
            return
        is_whole = clause.first == 0 and clause.last == len(self.tokens) - 1
        if not (clause.kind or rooms or clause.times or clause.is_there or (companions and is_whole)):
            return  # "we lose": of a word that is not known
        if not (companions or rooms or clause.base in ("cross", "meet")):
            return
        if not companions:
            others = [seat for seat in subject if seat != me]
            for other in others:
                self._claim(clause, "sighting", me, target=other, room=room)
            self._travel(clause, me, rooms, is_quiet=True)
            return
        if me in companions:
            for seat in subject:
                if seat != me:
                    self._claim(clause, "sighting", me, target=seat, room=room)
        else:
            for who in subject[:2]:
                for seat in companions:
                    if seat != who:
                        self._claim(clause, "sighting", who, target=seat, room=room)
        if me in subject:
            self._travel(clause, me, rooms, is_quiet=True)

    def _moves(self, clause: Clause) -> None:
        me, rooms = self.speaker, clause.rooms()
        if clause.is_gone and not rooms and me not in clause.subject:  # "Bob was gone"
            for seat in clause.subject:
                self._claim(clause, "sighting", me, target=seat, room=self.own or self.here, is_negated=True)
        elif clause.is_negated:
            stayed = clause.rooms("from") if clause.kind == "leave" and not clause.rooms("at", "to") else ()
            for who in clause.subject[:3]:
                for room in clause.rooms("at", "to"):
                    self._claim(clause, "location", who, room=room)
                if stayed:  # "I never left medbay"
                    self._claim(clause, "location", who, room=stayed[0], is_negated=False, when=clause.when or "never left")
        else:
            for who in clause.subject[:3]:
                if who == me:
                    self._goes(clause)
                else:
                    self._other_moves(clause, who)

    def _leaves_behind(self, clause: Clause) -> None:
        """Read "I left Bob in medbay", "I left Bob with Eve": who was left there was seen there."""
        rooms = clause.rooms("at") or ((self.here or self.own,) if clause.is_there else ())
        for seat in clause.seen if clause.companions or rooms else ():
            for one in clause.companions or clause.subject[:1]:
                self._claim(clause, "sighting", one, target=seat, room=(rooms or ("",))[0])

    def _is_heading(self, clause: Clause) -> bool:
        """Return whether a movement is described as under way to one room, and not as done."""
        goal, at = clause.rooms("to"), clause.rooms("at")
        return bool(goal) and not clause.rooms("from") and (clause.is_under_way or (clause.kind == "" and not at))

    def _goes(self, clause: Clause) -> None:
        """Read a movement of the speaker."""
        source, goal, at = clause.rooms("from"), clause.rooms("to"), clause.rooms("at")
        scene = (self.here if clause.is_there else "") or self.scene or self.here
        comes = clause.kind == "enter" or clause.is_in
        journey = self.journeys.get(self.speaker)
        if comes and source and not (goal or at) and journey and len(journey.rooms) == 1 and self.number - journey.sentence < 2:
            if journey.rooms[0] != source[-1]:  # "I was in medbay. I came from storage."
                journey.rooms[:0], journey.times[:0] = source, [clause.when, *[""] * len(source[1:])]
            journey.sentence, journey.end, journey.is_quiet = self.number, self._span(clause)[1], False
        elif comes and source and not (goal or at) and scene not in ("", source[0]):  # "I came in from storage"
            self._travel(clause, self.speaker, (*source, scene))
            self.here = self.own = scene
            self.own_in_sentence = True
        elif comes and not (source or goal or at):
            self._comes_back()
        elif self._is_heading(clause) and clause.base != "come":
            self._claim(clause, "activity", self.speaker, activity="traveling", room=goal[-1])
        else:
            is_left = (
                clause.kind in ("leave", "go") and goal and not (source or at) and not journey and self.own not in ("", goal[0])
            )
            self._travel(clause, self.speaker, (self.own, *goal) if is_left else self._way(clause))

    def _other_moves(self, clause: Clause, who: Seat) -> None:
        """Read a movement of another seat: as seen by the speaker where it was beside, else as a way of that seat."""
        source, goal, at = clause.rooms("from"), clause.rooms("to"), clause.rooms("at")
        way, target, here = self._way(clause), goal or at, self.own
        if clause.source != "own":
            if self._is_heading(clause):
                self._claim(clause, "activity", who, activity="traveling", room=goal[-1])
            else:
                self._travel(clause, who, way)
        elif clause.kind == "leave":
            self._other_leaves(clause, who)
        elif clause.kind == "enter" and not target and source and source[0] == here:
            self._travel(clause, who, source)
        elif clause.kind == "enter" and clause.base == "get" and not (target or source or clause.is_in or clause.is_there):
            return  # "Bob got"
        elif clause.kind == "enter" and not target and clause.form == "ing":
            return  # "Bob coming from storage"
        elif clause.kind == "enter" and not target and here and clause.link != "when":
            self._claim(clause, "arrival", self.speaker, target=who, room=here, way=(source or ("",))[0])
        elif (clause.kind == "enter" or self._is_into(clause)) and target and not clause.is_under_way:
            self._claim(clause, "arrival", self.speaker, target=who, room=target[-1], way=(source or ("",))[0])
        elif clause.kind == "go" and clause.is_in and not way and here:
            self._claim(clause, "arrival", self.speaker, target=who, room=here)
        elif clause.kind == "go" and goal and not at and self._start(clause, who):
            self._claim(clause, "departure", self.speaker, target=who, room=self._start(clause, who), way=goal[-1])
        elif self._is_heading(clause) or (clause.is_off and goal and not (at or source)):
            self._claim(clause, "departure", self.speaker, target=who, room=self.where.get(who, ""), way=goal[-1])
        elif way:
            self._travel(clause, who, way)

    def _start(self, clause: Clause, who: Seat) -> Room:
        """Return the room that a seat was seen to leave for another; empty, if nothing says that it was seen."""
        source, goal = clause.rooms("from"), clause.rooms("to")
        if source:
            return source[0] if len(self._way(clause)) == 2 and not clause.is_under_way else ""
        if who in self.beside:
            return self.beside[who]
        if self.is_witnessed and self.witnessed_in != goal[-1]:
            return self.witnessed_in
        return self.own if clause.is_off and self.own != goal[-1] else ""

    def _other_leaves(self, clause: Clause, who: Seat) -> None:
        """Read "Bob left nav for storage", "Bob left"."""
        source, goal, at = clause.rooms("from"), clause.rooms("to"), clause.rooms("at")
        here = self.own
        if source and (goal or at) and not (who in self.beside or here == source[0] or self.is_witnessed):
            self._travel(clause, who, self._way(clause))  # no seat is said to have seen it
            return
        if source or (at and not goal):
            room, ways = (source or at)[0], (*goal, *at) if source else at[1:]
        elif goal:
            room, ways = self.beside.get(who) or (here if self.own_in_sentence else ""), goal[:1]
        elif clause.is_named and here:
            room, ways = here, ()
        else:
            return
        self._claim(clause, "departure", self.speaker, target=who, room=room, way=(ways or ("",))[-1])

    def _way(self, clause: Clause) -> tuple[Room, ...]:
        """Return the rooms that a movement leads through, in order."""
        rest = [place for place in clause.places if place.role in ("at", "to")]
        rooms = clause.rooms("from") + tuple(room for place in rest for room in place.rooms)
        return tuple(room for i, room in enumerate(rooms) if i == 0 or rooms[i - 1] != room)

    def _stays(self, clause: Clause, rooms: Sequence[Room]) -> None:
        me = self.speaker
        if clause.is_of_room:
            return
        if clause.is_negated and clause.is_named and me not in clause.subject and clause.kind in ("", "be"):
            room = (rooms or ((self.here or self.own,) if clause.is_there or clause.kind == "" else ("",)))[0]
            if clause.base == "no" or clause.is_there:
                for seat in clause.subject:
                    self._claim(clause, "sighting", me, target=seat, room=room)
                return
        places = clause.rooms("at", "to", "from")
        if (
            clause.is_alive
            and not places
            and (self.is_witnessed or (self.own_in_sentence and clause.link in ("and", "but")))
            and clause.is_named
            and me not in clause.subject
            and not clause.is_negated
        ):
            for seat in clause.subject:
                if room := self.witnessed_in or self.where.get(seat) or self.own or self.here:
                    self._claim(clause, "sighting", me, target=seat, room=room)
            return
        if clause.kind in ("be", "stay", "") and not places and clause.is_there and me not in clause.subject:
            room = (self.here if self.is_witnessed else self.own) or self.here or self.own
            if room and clause.is_named and clause.link != "if":
                for seat in clause.subject:
                    self._claim(clause, "sighting", me, target=seat, room=room)
            return
        if not places:
            is_none = clause.is_negated and (
                clause.base == "work" or clause.kind == "be"
            )  # "that does not work", "there is no task"
            if (
                clause.has_task
                and clause.kind in ("task", "do", "be", "", "stay")
                and (clause.kind or clause.is_named)
                and not is_none
            ):
                for who in clause.subject[:2]:
                    journey = self.journeys.get(me)
                    is_one = journey is None or len(journey.rooms) == 1
                    room = self.own if who == me and (clause.is_there or is_one) else ""
                    room = room or ((self.here or self.own) if clause.is_there or clause.kind == "stay" else "")
                    self._claim(clause, "activity", who, activity="task", room=room)
            return
        if clause.is_together and len(clause.subject) == 2 and not clause.is_negated:
            self._claim(clause, "sighting", clause.subject[0], target=clause.subject[1], room=places[0])
            return
        for who in clause.subject[:3]:
            if who != me and self.is_witnessed and not clause.is_negated and len(places) == 1 and clause.source == "own":
                self._claim(clause, "sighting", me, target=who, room=places[0])
            elif clause.is_negated:
                for room in places:
                    self._claim(clause, "location", who, room=room)
            else:
                self._travel(clause, who, self._way(clause))

    # Ways

    def _travel(self, clause: Clause, who: Seat, rooms: Sequence[Room], *, is_quiet: bool = False) -> None:
        """Add rooms to the way of a seat, or begin another. is_quiet: another claim names the room already."""
        if not rooms or clause.is_negated:
            return
        journey = self.journeys.get(who)
        if journey and not self._continues(clause, journey, who, rooms):
            self._end(who)
            journey = None
        if journey is None:
            journey = self.journeys[who] = Journey(clause, sentence=self.number)
            journey.start = self._span(clause)[0]
        if journey.sentence != self.number:
            journey.place = None
        if any(time.text == "before that" for time in clause.times):
            journey.place = 0
            clause.times = [time for time in clause.times if time.text != "before that"]
        stops, of_all = clause.stops()
        if len(clause.places) < 2:
            stops, of_all = [clause.when], ""
        times = {room: when for place, when in zip(clause.places, stops, strict=False) for room in place.rooms}
        times = times if len(clause.places) > 1 else dict.fromkeys(rooms[-1:], clause.when)
        journey.add(rooms, times)
        journey.when = journey.when or of_all
        self.where[who] = rooms[-1]
        journey.sentence, journey.end = self.number, self._span(clause)[1]
        journey.has_task = journey.has_task or clause.has_task
        if clause.has_task and (clause.kind in ("be", "stay") or all(place.is_implied for place in clause.places)):
            journey.tasks.setdefault(rooms[-1], clause.when)
        journey.is_quiet = journey.is_quiet and is_quiet

    def _continues(self, clause: Clause, journey: Journey, who: Seat, rooms: Sequence[Room]) -> bool:
        if clause.source != (journey.clause.source):
            return False
        source = clause.rooms("from")
        if who == self.speaker and any(time.text == "before that" for time in clause.times):
            return self.number - journey.sentence < 2
        is_whole = not words("whole").isdisjoint(f"{journey.when} {journey.times[-1]}".split())
        if is_whole and journey.sentence != self.number:
            return False  # "I was in medbay the whole round. I am in storage now."
        if clause.kind == "route" or (clause.kind in ("go", "enter") and source and source[0] != journey.rooms[-1]):
            return False
        opening = {token.text for token in self.tokens[max(0, clause.first - 1) : clause.first + 3]}
        is_timed = any(any(c.isdigit() for c in token.text) for token in clause.times[:1])
        is_fronted = is_timed and clause.times[0].start <= self.tokens[min(clause.first, len(self.tokens) - 1)].start
        if journey.sentence != self.number and journey.is_quiet and not opening & _THEN and clause.kind not in _MOVES:
            return False
        if (
            journey.sentence != self.number
            and not opening & _THEN
            and is_timed
            and (is_fronted or clause.kind not in ("leave", "go"))
        ):
            return False
        if journey.sentence == self.number:
            if clause.link in ("when", "while", "as", "—", ":", ";", "because") and who != self.speaker:
                return False
            return clause.link not in ("when", "while", "as") or rooms[0] == journey.rooms[-1]
        if who != self.speaker or self.number - journey.sentence > 2:
            return False
        if len(journey.clause.rooms()) > 2 and not opening & _THEN:
            return False  # a whole route was listed
        if clause.kind in _MOVES and clause.kind != "start":
            return not (clause.when and "tick" in clause.when and clause.kind == "start")
        return bool(opening & _GOES_ON) or (clause.kind == "" and not clause.is_named)

    def _end(self, who: Seat) -> None:
        """End the way of a seat: a route, a room, or a task in one."""
        journey = self.journeys.pop(who)
        clause = journey.clause
        if len(journey.rooms) == 1 and journey.is_quiet:
            return
        claim = Claim(type="location", subject=who, is_hedged=clause.is_hedged, source=clause.source, told_by=clause.told_by,
                      span=(journey.start, journey.end))  # fmt: skip
        room, when = journey.rooms[0], journey.times[0] or journey.when
        if len(journey.rooms) > 1:
            stops = tuple(journey.times) if any(journey.times) else ()
            self.found.append(replace(claim, route=tuple(journey.rooms), stops=stops, when=journey.when))
            for room, when in journey.tasks.items():
                self.found.append(replace(claim, type="activity", activity="task", room=room, when=when))
        elif journey.has_task:
            self.found.append(replace(claim, type="activity", activity="task", room=room, when=when))
        else:
            self.found.append(replace(claim, room=room, when=when))


def replace_rooms(clause: Clause, rooms: Sequence[Room]) -> Clause:
    """Return a clause with fewer rooms, which is neither about being alone."""
    return replace(clause, places=[place for place in clause.places if place.rooms[0] in rooms], is_alone=False)
