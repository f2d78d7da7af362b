"""The end of a match of the ship: who won and why, and what the viewer did best."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from woozle.arena.views.company import roles_of
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, Scene, card_of, quote, text_scene
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, fates, results_of
from woozle.arena.views.words import capitalise, count, ordinal
from woozle.core.game import Event, RecordEntry
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events, observes
from woozle.core.words import name_seats, was, whom
from woozle.games.ship import events as ship
from woozle.games.ship.events import Ended, MeetingCalled, Tick
from woozle.games.ship.map import room_title
from woozle.games.ship.state import Meeting, State
from woozle.games.ship.views.panels import Routes, RouteStep
from woozle.games.ship.views.table import fate_words, full_map

if TYPE_CHECKING:
    from woozle.games.ship.claims.schema import Checked
    from woozle.games.ship.claims.timeline import Timeline


class Course:
    """A finished match, as those who see everything know it. The grammar that reads claims is loaded where it is needed."""

    def __init__(self, record: Sequence[RecordEntry], me: Seat | None) -> None:
        self.record, self.me = record, me
        self.state = fold_events(State(EVERYTHING), (event for event, _ in record))
        self.ended, self.meetings = self.state.ended, self.state.meetings

    @cached_property
    def timeline(self) -> Timeline:
        """The course of the match, as claims are checked against it."""
        from woozle.games.ship.claims.timeline import build_timeline

        return build_timeline(self.record)

    @cached_property
    def checked(self) -> tuple[Checked, ...]:
        """The claims of all speeches, with the verdicts."""
        from woozle.games.ship.claims.extraction.service import extractions
        from woozle.games.ship.claims.observed import check_speech

        read = extractions(self.timeline)
        return tuple(checked for each in read for checked in check_speech(self.timeline, each.statement, each.claims or ()))

    @property
    def ducks(self) -> tuple[Seat, ...]:
        return self.ended.ducks if self.ended else ()

    @property
    def geese_left(self) -> list[Seat]:
        return [seat for seat in self.state.living if seat not in self.ducks]

    def ejections(self) -> Iterator[tuple[Meeting, Seat]]:
        """Yield each meeting with each seat that it ejected, the last first."""
        return ((meeting, seat) for meeting in reversed(self.meetings) for seat in reversed(meeting.ejected))

    def convictions(self) -> Iterator[tuple[Meeting, Seat]]:
        """Yield the ejections of ducks, the last first."""
        return (each for each in self.ejections() if each[1] in self.ducks)

    def the_ducks(self) -> str:
        """Return the ducks with their role: `Eve, the duck`."""
        return f"{name_seats(self.ducks, self.me)}, the duck{'s' if len(self.ducks) > 1 else ''},"

    def with_role(self, seat: Seat) -> str:
        """Return a seat with its role: `Eve, the duck`, `Bob, a goose`."""
        role = ("the duck" if len(self.ducks) == 1 else "a duck") if seat in self.ducks else "a goose"
        return f"{whom(seat, self.me)}, {role},"


def end_card(end: End) -> EndCard:
    """Return the card over the table."""
    course = Course(end.record, end.me)
    routes, route_words = routes_of(end.record)
    scenes = [Scene("Everybody's route", routes)] if routes.steps else []
    told = tuple(_untold_kills(end.record, end.me)) if end.me else ()
    moments = _best_moments(course) if course.ended else ()
    note, votes, vote_words = _votes(course)
    if votes:
        title = "Why they voted for you" if end.me else "Why seats were ejected"
        scenes.append(text_scene(title, "What is known of each vote", votes))
    return card_of(end, _why(course), moments, note=note, scenes=tuple(scenes), told=told, words=(*vote_words, *route_words))


def _votes(course: Course) -> tuple[str, tuple[Line, ...], tuple[str, ...]]:
    """Return the reasons for votes for the viewer or, for spectators, for ejected seats: a sentence, lines, and plain text."""
    targets = {target for meeting in course.meetings for target in meeting.votes.values()}
    if (course.me or "") not in targets and (course.me or not any(meeting.ejected for meeting in course.meetings)):
        return "", (), ()
    from woozle.games.ship.claims.vote_reasons import ejections, votes_for
    from woozle.games.ship.views.vote_reasons import card_sentence, plain_texts, reasons_lines

    timeline, checked = course.timeline, course.checked
    votes = [*(votes_for(timeline, checked, course.me) if course.me else ejections(timeline, checked))]
    decisive = next((each for each in votes if each.ejected == each.target), votes[-1])
    lines = tuple(reasons_lines(timeline, votes, course.me))
    return card_sentence(decisive, course.me), lines, tuple(plain_texts(lines))


def _untold_kills(record: Sequence[RecordEntry], me: Seat) -> Iterator[ship.Killed]:
    return (event for event, audience in record if isinstance(event, ship.Killed) and not observes(me, audience))


def _meeting_name(meeting: Meeting) -> str:
    return f"the {ordinal(meeting.number)} meeting"


def _margin(meeting: Meeting) -> int:
    """Return the votes by which the ejected seat led."""
    counts = sorted(meeting.ballots[0].counts.values(), reverse=True) if meeting.ballots else []
    return counts[0] - (counts[1] if len(counts) > 1 else 0) if counts else 0


def _why(course: Course) -> str:
    ended = course.ended
    if ended is None:
        return ""
    were = "were" if len(course.ducks) > 1 or course.me in course.ducks else "was"
    if ended.winner == "goose":
        caught = [meeting for meeting, _ in course.convictions()]
        if len(caught) < len(course.ducks):
            ducks = name_seats(course.ducks, course.me)
            role = "the duck" if len(course.ducks) == 1 else "the ducks"
            reason = f"{ended.reason[:1].lower()}{ended.reason[1:]}"
            return f"The geese win: {reason} {capitalise(ducks)} {were} {role}."
        last_of = ", the last of them" if len(caught) > 1 else ""
        return f"The geese win: {course.the_ducks()} {were} ejected{last_of} in {_meeting_name(caught[0])}."
    win = "wins" if len(course.ducks) == 1 and course.me not in course.ducks else "win"
    left = course.geese_left
    was_left = "was" if len(left) == 1 and course.me not in course.geese_left else "were"
    majority = f"of the geese only {name_seats(left, course.me)} {was_left} left." if left else "no goose was left."
    kills, meetings = course.state.kills, course.meetings
    if kills and (not meetings or kills[-1].at > meetings[-1].at):
        last = kills[-1]
        how = f"{whom(last.killer, course.me)} killed {whom(last.victim, course.me)} in {room_title(last.room)}, and {majority}"
    elif meetings and meetings[-1].ejected:
        ejected = meetings[-1].ejected[-1]
        how = f"{course.with_role(ejected)} {was(ejected, course.me)} ejected in {_meeting_name(meetings[-1])}, and {majority}"
    else:
        how = f"{ended.reason[:1].lower()}{ended.reason[1:]}"
    return f"{capitalise(course.the_ducks())} {win}: {how}"


def _best_moments(course: Course) -> Iterator[str]:
    """Yield what the viewer did that counted, the best first."""
    if course.me in course.ducks:
        yield from _lies_that_held(course)
        yield from _misled_votes(course)
        yield from _unseen_kills(course)
        return
    yield from _accusations_that_convicted(course)
    for meeting, duck in course.convictions():
        if meeting.votes.get(course.me or "") == duck and _margin(meeting) == 1:
            yield f"Your vote decided {_meeting_name(meeting)}: {course.with_role(duck)} was ejected by a single vote."
        if meeting.caller == course.me:
            did = "reported a body" if meeting.cause == "report" else "pressed the button"
            yield f"You {did}, and the meeting that followed ejected {course.with_role(duck)[:-1]}."
    finished, config = course.state.finished, course.state.config
    is_decided = course.ended and course.ended.winner == "goose" and not [*course.convictions()]
    if config and finished and finished[-1][0] == course.me and is_decided:
        room = finished[-1][1]
        yield f"The last task that the geese needed was yours: {config.map.tasks[room]} in {room_title(room)}."
    for meeting in reversed(course.meetings):
        target = meeting.votes.get(course.me or "")
        if target in course.ducks and target not in meeting.ejected:
            too = [voter for voter, voted in meeting.votes.items() if voted == target and voter != course.me]
            who = join_names(("you", *too))
            yield f"In {_meeting_name(meeting)} {who} voted for {course.with_role(target or '')} and the others did not follow."
    tasks = len(course.state.crew[course.me or ""].work)
    if tasks and tasks == sum(seat == course.me for seat, _ in finished):
        yield f"You finished all {tasks} of your tasks."
    for meeting, duck in course.convictions():
        if meeting.votes.get(course.me or "") == duck:
            of = meeting.ballots[0].counts.get(duck, 0)
            yield f"Yours was one of the {of} votes that ejected {course.with_role(duck)[:-1]}."


def _accusations_that_convicted(course: Course) -> Iterator[str]:
    for meeting, duck, words in _first_accusations(course, course.convictions()):
        yield f"You were the first to accuse {course.with_role(duck)} who was ejected in {_meeting_name(meeting)}{words}."


def _misled_votes(course: Course) -> Iterator[str]:
    innocent = (each for each in course.ejections() if each[1] not in course.ducks)
    for meeting, goose, words in _first_accusations(course, innocent):
        yield f"You were the first to accuse {course.with_role(goose)} who was ejected in {_meeting_name(meeting)}{words}."


def _first_accusations(course: Course, out: Iterable[tuple[Meeting, Seat]]) -> Iterator[tuple[Meeting, Seat, str]]:
    """Yield the ejections of seats that the viewer was the first to accuse in that meeting, with the viewer's words."""
    from woozle.games.ship.claims.vote_reasons import is_accusation, sentence_of

    made = [each for each in course.checked if is_accusation(each)]
    for meeting, seat in out:
        first = next((each for each in made if each.statement.meeting == meeting.number - 1 and each.claim.target == seat), None)
        if first and first.statement.speaker == course.me:
            sentence = sentence_of(first)
            yield meeting, seat, f": {quote(sentence)}" if sentence else ""


def _lies_that_held(course: Course) -> Iterator[str]:
    from woozle.arena.views.audits import lies_of
    from woozle.games.ship.views.verdicts import claim_row

    lies = [row for row in lies_of(claim_row(course.timeline, each) for each in course.checked) if row.speaker == course.me]
    told = [([each for each in course.meetings if each.at < row.at][-1], row) for row in lies]
    held = [(meeting, row) for meeting, row in told if _holds(course, meeting)]
    for meeting, row in sorted(held, key=lambda each: not {*each[0].ejected}.isdisjoint(course.ducks)):
        said = quote(row.quote or row.claim)
        were = "were" if len(meeting.ejected) > 1 else "was"
        instead = f"{capitalise(' and '.join(map(course.with_role, meeting.ejected)))} {were} ejected instead."
        yield f"You said {said} in {_meeting_name(meeting)}. The log has it otherwise: {row.reason} {instead}"


def _holds(course: Course, meeting: Meeting) -> bool:
    """Return whether no goose voted for the viewer, and another seat was ejected."""
    is_caught = course.timeline.is_caught(meeting.number - 1, course.me or "")
    return not is_caught and bool(meeting.ejected) and course.me not in meeting.ejected


def _unseen_kills(course: Course) -> Iterator[str]:
    mine = [kill for kill in course.state.kills if kill.killer == course.me]
    if mine and all({*course.record[kill.at][1]} == {kill.killer, kill.victim} for kill in mine):
        yield f"You killed {join_names(kill.victim for kill in mine)}, and nobody saw it."


def results(end: End) -> Results:
    """Return the results: what each seat was, and how it ended."""
    known = fold_events(State(EVERYTHING), end.events)
    roles = roles_of("ship", end.outcome.results)
    was = Label(
        "was",
        {seat: "DUCK" if was == "duck" else was for seat, was in roles.items()},
        {seat: "bad" for seat, was in roles.items() if was == "duck"},
    )
    winner = known.ended.winner if known.ended else ""
    team = {"goose": "The geese win.", "duck": "The ducks win."}.get(winner, "The match is over.")
    fate = fates(end, lambda seat: fate_words(known.fates[seat]) if seat in known.fates else "survived")
    return results_of(
        end,
        "ship",
        team,
        [was, Label("fate", fate)],
        (count(known.tick, "tick"), count(len(known.meetings), "meeting"), count(len(known.kills), "kill")),
        player_leaves=1,
    )


@dataclass(slots=True)
class _Walk:
    """The map as each tick ends. news: the last kill or ejection since then."""

    state: State = field(default_factory=lambda: State(EVERYTHING))
    steps: list[RouteStep] = field(default_factory=list)
    places: dict[Seat, list[tuple[int, str]]] = field(default_factory=dict)
    news: str = ""

    def take(self, event: Event) -> None:
        state = self.state
        if isinstance(event, Tick | MeetingCalled | Ended):
            after = ", after the meeting" if self.steps and self.steps[-1].title == self._meeting else ""
            self._keep(f"Tick {state.tick}{after}" if state.tick else "The start")
        kills, ballots = len(state.kills), self._ballots
        state.see(event)
        if len(state.kills) > kills:
            kill = state.kills[-1]
            self.news = f"† {kill.killer} kills {kill.victim} in {room_title(kill.room)}"
        if self._ballots > ballots:
            ejected = state.meetings[-1].ballots[-1].ejected
            role = f", a {'duck' if state.is_duck(ejected) else 'goose'}," if ejected else ""
            self.news = f"{ejected or 'Nobody'}{role} is ejected"
            self._keep(self._meeting)

    @property
    def _ballots(self) -> int:
        return sum(len(meeting.ballots) for meeting in self.state.meetings)

    @property
    def _meeting(self) -> str:
        return f"Meeting, tick {self.state.tick}"

    def _keep(self, title: str) -> None:
        """Keep the map, unless it is that of the meeting that was kept already."""
        state, shown = self.state, full_map(self.state)
        if not shown.rooms or (state.is_meeting and not self.news):
            return
        fallen = {
            room: tuple(state.number(kill.victim) for kill in state.kills if kill.room == room)
            for room in {kill.room for kill in state.kills}
        }
        rooms = tuple(replace(room, bodies=fallen.get(room.name, ())) for room in shown.rooms)
        self.steps.append(RouteStep(title, replace(shown, rooms=rooms), self.news))
        for seat in state.living if not state.is_meeting else ():
            member = state.crew[seat]
            place = f"→ {room_title(member.bound_for)}" if member.bound_for else room_title(member.room)
            self.places.setdefault(seat, []).append((state.tick, place))
        self.news = ""


def routes_of(record: Sequence[RecordEntry]) -> tuple[Routes, tuple[str, ...]]:
    """Return the routes as a panel, and in words: a sentence for each seat, and one for each kill."""
    walk = _Walk()
    for event, _ in record:
        walk.take(event)
    return Routes(tuple(walk.steps), walk.state.seats), tuple(_sentences(walk))


def _sentences(walk: _Walk) -> Iterator[str]:
    for seat, places in walk.places.items():
        stays = [(place, [tick for tick, _ in ticks]) for place, ticks in groupby(places, key=lambda each: each[1])]
        told = (f"{place} {ticks[0]}{f' to {ticks[-1]}' if len(ticks) > 1 else ''}" for place, ticks in stays)
        yield f"The route of {seat}, by ticks: {', '.join(told)}."
    for kill in walk.state.kills:
        yield f"{kill.killer} killed {kill.victim} in {room_title(kill.room)} at tick {kill.tick}."
