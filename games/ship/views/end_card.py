"""The end of a match of the ship: who won and why, what the viewer did best, and the results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from woozle.arena.views.company import roles_of
from woozle.arena.views.end import End
from woozle.arena.views.end_card import EndCard, Scene, card_of, quote, text_scene
from woozle.arena.views.panels import Results
from woozle.arena.views.results import Label, fates, results_of
from woozle.arena.views.words import capitalise, count
from woozle.core.game import RecordEntry
from woozle.core.line import Line
from woozle.core.names import join_names
from woozle.core.request import Seat
from woozle.core.state import EVERYTHING, fold_events, observes
from woozle.core.words import name_seats, was, whom
from woozle.games.ship import events as ship
from woozle.games.ship.map import room_title
from woozle.games.ship.state import Meeting, State
from woozle.games.ship.views.course import Course
from woozle.games.ship.views.own_part import describe_viewer, ideas
from woozle.games.ship.views.routes import routes_of
from woozle.games.ship.views.table import fate_words

_LEAST_QUOTED = 4  # words; fewer say nothing that the card does not


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
    return card_of(
        end,
        _why(course),
        moments,
        you=describe_viewer(course, end.outcome),
        turned=course.turned(),
        ideas=ideas(course) if course.ended else (),
        note=note,
        scenes=tuple(scenes),
        told=told,
        words=(*vote_words, *route_words),
    )


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
        return f"The geese win: {course.the_ducks()} {were} ejected{last_of} in {course.name(caught[0])}."
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
        how = f"{course.with_role(ejected)} {was(ejected, course.me)} ejected in {course.name(meetings[-1])}, and {majority}"
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
            yield f"Your vote decided {course.name(meeting)}: {course.with_role(duck)} was ejected by a single vote."
        if meeting.caller == course.me:
            did = "reported a body" if meeting.cause == "report" else "pressed the button"
            yield f"You {did}, and the meeting that followed ejected {course.with_role(duck)[:-1]}."
    for meeting in reversed(course.meetings):
        target = meeting.votes.get(course.me or "")
        if target in course.ducks and target not in meeting.ejected:
            too = [voter for voter, voted in meeting.votes.items() if voted == target and voter != course.me]
            who = join_names(("you", *too))
            yield f"In {course.name(meeting)} {who} voted for {course.with_role(target or '')} and the others did not follow."
    for meeting, duck in course.convictions():
        if meeting.votes.get(course.me or "") == duck:
            of = meeting.ballots[0].counts.get(duck, 0)
            yield f"Yours was one of the {of} votes that ejected {course.with_role(duck)[:-1]}."


def _accusations_that_convicted(course: Course) -> Iterator[str]:
    for meeting, duck, words in _first_accusations(course, course.convictions()):
        yield f"You were the first to accuse {course.with_role(duck)} who was ejected in {course.name(meeting)}{words}."


def _misled_votes(course: Course) -> Iterator[str]:
    innocent = (each for each in course.ejections() if each[1] not in course.ducks)
    for meeting, goose, words in _first_accusations(course, innocent):
        yield f"You were the first to accuse {course.with_role(goose)} who was ejected in {course.name(meeting)}{words}."


def _first_accusations(course: Course, out: Iterable[tuple[Meeting, Seat]]) -> Iterator[tuple[Meeting, Seat, str]]:
    """Yield the ejections of seats that the viewer was the first to accuse in that meeting, with the viewer's words."""
    from woozle.games.ship.claims.vote_reasons import is_accusation, sentence_of

    made = [each for each in course.checked if is_accusation(each)]
    for meeting, seat in out:
        first = next((each for each in made if each.statement.meeting == meeting.number - 1 and each.claim.target == seat), None)
        if first and first.statement.speaker == course.me:
            sentence = sentence_of(first)
            yield meeting, seat, f": {quote(sentence)}" if len(sentence.split()) >= _LEAST_QUOTED else ""


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
        yield f"You said {said} in {course.name(meeting)}. The log has it otherwise: {row.reason} {instead}"


def _holds(course: Course, meeting: Meeting) -> bool:
    """Return whether no goose voted for the viewer, and another seat was ejected."""
    is_caught = course.timeline.is_caught(meeting.number - 1, course.me or "")
    return not is_caught and bool(meeting.ejected) and course.me not in meeting.ejected


def _unseen_kills(course: Course) -> Iterator[str]:
    mine = [kill for kill in course.timeline.kills if kill.killer == course.me]
    if mine and all({*kill.seen_by} == {kill.killer, kill.victim} for kill in mine):
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
