"""The table of the ship, made of what a viewer knows: seats, the map, tasks, and what is asked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from woozle.arena.views.panels import NUMBER_KEYS, Choice, SeatCard, TableView
from woozle.arena.views.questions import ask
from woozle.arena.views.words import count
from woozle.core.names import join_names, seat_letters
from woozle.core.request import Request, Seat
from woozle.games.ship.events import Act, Foresee, Speak
from woozle.games.ship.map import room_title
from woozle.games.ship.state import Fate, LastSeen, Member, State
from woozle.games.ship.views.panels import Map, RoomCard, TaskCard, Tasks, Way

_LEGEND = (
    ("@ you", "you"),
    ("A seat", "name"),
    ("†A body", "body"),
    ("◇ task", "task"),
    ("! button", "button"),
    ("2 ticks", "ticks"),
)
_PUBLIC_LEGEND = _LEGEND[-2:]
_FULL_LEGEND = (("a goose", "name"), ("A DUCK", "name"), ("†a body", "body"), ("! button", "button"), ("2 ticks", "ticks"))
_LATE = 50  # ticks before time runs out; matches are mostly over long before, so that the limit would only frighten


def table(state: State, request: Request | None = None) -> TableView:
    """Return the table as a viewer sees it now, with the question to it."""
    sees_all = state.sees_all
    seen = TableView(
        title=_title(state),
        role=state.mine.team or "",
        goal=_goal(state),
        prompt=_waiting(state),
        seats=tuple(_seat_cards(state)),
        is_discussion=state.phase in ("meeting", "vote"),
    )
    if request:
        seen = ask_seat(seen, request, state)
    keys = {choice.target: choice.key for choice in seen.question.choices} if seen.question else {}
    chart = full_map(state) if sees_all else _map(state, keys)
    status = _full_status(state) if sees_all else _status(state)
    return replace(seen, panels=(chart, Tasks(tuple(_task_cards(state)), tuple(status))))


def _title(state: State) -> str:
    meeting = state.meeting
    match state.phase:
        case "meeting" if meeting:
            how = "reported a body" if meeting.cause == "report" else "pressed the button"
            return f"Meeting: {meeting.caller} {how}"
        case "vote":
            return "Meeting: the vote"
        case "over":
            return "The match is over"
    if not state.config or not state.tick:
        return "Boarding"
    is_late = state.config.max_ticks - state.tick <= _LATE
    return f"Tick {state.tick} of {state.config.max_ticks}" if is_late else f"Tick {state.tick}"


def _goal(state: State) -> str:
    if state.me and state.phase == "over":
        return ""
    if state.sees_all:
        return "you see everything"
    if state.me and not state.is_alive:
        return "you hear every meeting, but cannot speak"
    if state.mine.team == "duck":
        with_you = f" with {join_names(state.mine.mates)}" if state.mine.mates else ""
        return f"kill unseen, lie well{with_you}"
    return "do tasks, find the duck" if state.mine.team else "you see what everyone sees"


def _waiting(state: State) -> str:
    meeting = state.meeting
    match state.phase:
        case "over":
            return ""
        case "vote":
            return "The votes are being cast."
        case "meeting" if meeting and meeting.order and state.config:
            place, said = len(meeting.speeches) % len(meeting.order), len(meeting.speeches) // len(meeting.order)
            who = f"{meeting.order[place]}, {place + 1} of {len(meeting.order)}"
            return f"Next to speak: {who}, round {said + 1} of {state.config.rounds}."
        case "meeting":
            return "Everyone comes together."
    if not state.is_alive:
        return "You are dead, see everything, and foretell the votes." if state.sees_all else "You are dead. You can keep watching."
    if state.mine.bound_for:
        return f"On the way to {room_title(state.mine.bound_for)}: you arrive as tick {state.mine.arrives} begins."
    return "The tick goes on." if state.me else "All take their turns, each in its own room."


# The map


def _map(state: State, keys: dict[str, str]) -> Map:
    if not state.config:
        return Map((), (), "")
    ship, me, is_alive = state.config.map, state.mine, state.is_alive
    rooms = tuple(
        RoomCard(
            name=name,
            title=room_title(name),
            x=place.x,
            y=place.y,
            size=place.size,
            is_here=name == me.room and not me.bound_for and is_alive,
            key=keys.get(name, ""),
            people=_numbers(state, state.present) if name == me.room and is_alive else (),
            bodies=_numbers(state, state.bodies.get(name, ())),
            task=ship.tasks.get(name, "") if is_alive and state.is_open(name) else "",
            has_button=name == ship.button,
        )
        for name, place in ship.rooms.items()
    )
    mine = {me.room, me.bound_for} if me.bound_for and is_alive else set()
    ways = tuple(Way(corridor.ends, corridor.ticks, set(corridor.ends) == mine) for corridor in ship.corridors)
    return Map(rooms, ways, seat_letters(state.seats), _LEGEND if state.me else _PUBLIC_LEGEND)


def full_map(state: State) -> Map:
    """Return the map of those who see everything: all people, under way too, and ducks as capitals."""
    known = _map(state, {})
    if not known.rooms:
        return known
    inside: dict[str, list[int]] = {}
    under_way: dict[frozenset[str], list[int]] = {}
    for number, seat in enumerate(state.seats, 1):
        member = state.crew[seat]
        if seat in state.fates:
            continue
        if member.bound_for:
            under_way.setdefault(frozenset((member.room, member.bound_for)), []).append(number)
        else:
            inside.setdefault(member.room, []).append(number)
    rooms = tuple(replace(room, people=tuple(inside.get(room.name, ()))) for room in known.rooms)
    ways = tuple(replace(way, travellers=tuple(under_way.get(frozenset(way.ends), ()))) for way in known.ways)
    return Map(rooms, ways, _letters(state), _FULL_LEGEND)


def _letters(state: State) -> str:
    """Return the letters of the seats; for those who see everything, capitals for ducks and no others."""
    letters = seat_letters(state.seats)
    if not state.sees_all:
        return letters
    return "".join(letter if state.is_duck(seat) else letter.lower() for seat, letter in zip(state.seats, letters, strict=True))


def _numbers(state: State, seats: Iterable[Seat]) -> tuple[int, ...]:
    return tuple(state.number(seat) for seat in seats if seat in state.seats)


# Seats


def _seat_cards(state: State) -> Iterator[SeatCard]:
    sees_all = state.sees_all
    for number, (letter, seat) in enumerate(zip(_letters(state), state.seats, strict=True), 1):
        out = "DEAD" if seat in state.fates else ""
        if sees_all:
            status, note = "DUCK" if state.is_duck(seat) else "goose", _full_note(state, seat)
        else:
            status, note = _seat_status(state, seat), _seat_note(state, seat)
        speaks = seat == state.speaker
        yield SeatCard(number, letter, seat, seat == state.me, out, is_speaking=speaks, status=status, note=note)


def _seat_status(state: State, seat: Seat) -> str:
    if state.ended:
        return "DUCK" if seat in state.ended.ducks else "goose"
    if seat in state.fates:
        return _gone(state.fates[seat])
    return "you" if seat == state.me else "duck too" if seat in state.mine.mates else ""


def _gone(fate: Fate) -> str:
    match fate.how:
        case "killed":
            return "killed"
        case "ejected":
            return f"ejected, {fate.team}" if fate.team else "ejected"
    return "dead"


def fate_words(fate: Fate) -> str:
    """Return how and when a seat died, for those who see everything: `killed, tick 12`."""
    return f"{_gone(fate).partition(',')[0]}, tick {fate.tick}"


def _seat_note(state: State, seat: Seat) -> str:
    if state.ended:
        return _gone(state.fates[seat]).partition(",")[0] if seat in state.fates else "alive"  # its side is its status
    if seat in state.fates:
        return _gone(state.fates[seat])
    meeting = state.meeting
    if state.phase == "meeting" and meeting and meeting.order:
        if seat == state.speaker:
            return "speaks"
        return "spoke" if seat in meeting.order[: len(meeting.speeches) % len(meeting.order)] else ""
    if seat == state.me or seat not in state.seen:
        return ""
    return "here" if seat in state.present and state.is_alive else _last_seen(state.seen[seat])


def _last_seen(seen: LastSeen) -> str:
    place = room_title(seen.to or seen.room)
    if seen.is_leaving:
        place = f"→ {place}"
    elif seen.to:
        place = f"{room_title(seen.room)} – {place}"
    return f"{place}, tick {seen.tick}"


def _full_note(state: State, seat: Seat) -> str:
    member, fate = state.crew[seat], state.fates.get(seat)
    done = sum(worker == seat for worker, _ in state.finished)
    what = "fake" if member.team == "duck" else "tasks"
    return f"{done}/{len(member.work)} {what} · {fate_words(fate) if fate else _place(member, state.tick)}"


def _place(member: Member, tick: int) -> str:
    if not member.bound_for:
        return room_title(member.room)
    left = member.arrives - tick
    return f"→ {room_title(member.bound_for)}, {count(left, 'tick') if left else 'now'}"


# Tasks and the state of the match


def _task_cards(state: State) -> Iterator[TaskCard]:
    if not state.config or not state.is_alive:
        return
    distances = state.config.map.distances.get(state.mine.room, {})
    for room, done in state.mine.work.items():
        title, needed = state.config.map.tasks.get(room, "?"), state.config.ticks_per_task
        yield TaskCard(title, room_title(room), done, needed, distances.get(room, 0), state.mine.team == "duck")


def _status(state: State) -> Iterator[str]:
    me = state.mine
    if state.totals:
        yield f"{state.totals.alive} alive · {state.totals.tasks_done} of {state.totals.tasks} tasks done"
    elif not state.me and state.seats:
        yield f"{len(state.seats) - len(state.fates)} known to be alive"
    if me.team == "goose" and state.is_alive and me.work and not any(map(state.is_open, me.work)):
        yield "Your work is done: now watch the others."
    if me.team == "duck" and state.is_alive and state.tick and me.ready is not None:
        yield "You can kill now." if me.ready <= state.tick else f"You can kill in {count(me.ready - state.tick, 'tick')}."


def _full_status(state: State) -> Iterator[str]:
    config = state.config
    if not config:
        return
    geese = [seat for seat in state.seats if not state.is_duck(seat)]
    done = sum(seat in geese for seat, _ in state.finished)
    counted = [seat for seat in geese if config.dead_tasks_count or seat not in state.fates]
    left = sum(len(state.crew[seat].work) for seat in counted) - sum(seat in counted for seat, _ in state.finished)
    yield f"{len(state.living)} alive · {done}/{done + left} tasks done"
    if state.phase == "over":
        return
    buttons = config.button_uses - state.buttons_used
    yield f"Button: {count(buttons, 'use')} left" if buttons > 0 else "Button: used up"
    ready = {seat: state.crew[seat].ready or 0 for seat in state.living if state.is_duck(seat)}
    if now := [seat for seat, tick in ready.items() if tick <= state.tick]:
        yield f"{join_names(now)} can kill now"
    for seat, tick in ready.items():
        if tick > state.tick:
            yield f"{seat}: kill in {count(tick - state.tick, 'tick')}"


_ORDER = ("move", "report", "button", "kill", "task", "wait")
_KEYS = {"task": NUMBER_KEYS[-1], "wait": "0"}
"""The keys of actions that have the same one all match; the others are numbered in turn."""


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if request.answer is Act:
        everywhere = state.config is not None and state.config.chat_heard == "by_later_turns"
        hears = join_names(state.present) if state.present else "anyone who comes next" if everywhere else None
        prompt = f"Your turn, tick {state.tick}: choose with a number, or click a room."
        return ask(table, request, prompt, label=partial(_label_action, state), order=_rank, hears=hears, then="")
    if request.answer is Speak:
        prompt = "Your turn to speak: where were you, and who did you see?"
        return ask(table, request, prompt, offer="Write what you tell everyone.")
    if request.answer is Foresee:
        prompt = "You are dead, and cannot vote: who will be ejected? Choose with a number."
        return ask(table, request, prompt, label=_label_belief, then="How sure are you of that, from 0 to 100 percent?")
    return ask(table, request, "Vote: who should be ejected? Choose with a number.", label=_label_vote)


def _rank(action: str) -> int:
    return _ORDER.index(action.split(maxsplit=1)[0])


def _label_action(state: State, action: str, choice: Choice) -> Choice:
    verb, _, target = action.partition(" ")
    choice = replace(choice, key=_KEYS.get(verb, ""))
    match verb:
        case "move":
            ticks = state.config.map.neighbours[state.mine.room][target] if state.config else 1
            return replace(choice, text=f"Go to {room_title(target)}", hint=count(ticks, "tick"), target=target)
        case "task":
            title = state.config.map.tasks[state.mine.room] if state.config else "task"
            progress = f"{state.mine.work.get(state.mine.room, 0)}/{state.config.ticks_per_task}" if state.config else ""
            return replace(choice, text=f"{'Fake' if state.mine.team == 'duck' else 'Do task'}: {title}", hint=progress)
        case "report":
            dead = join_names(state.bodies.get(state.mine.room, ()))
            return replace(choice, text=f"Report the body of {dead}", sure=f"Report {dead} and call a meeting?")
        case "button":
            return replace(choice, text="Press the emergency button", sure="Press the button and call a meeting?")
        case "kill":
            return replace(choice, text=f"Kill {target}", sure=f"Kill {target}?", who=state.number(target))
    return replace(choice, text="Wait here")


def _label_belief(target: Seat | None, choice: Choice) -> Choice:
    return replace(choice, text=f"{target} is ejected" if target else "Nobody is ejected")


def _label_vote(target: Seat | None, choice: Choice) -> Choice:
    if target is None:
        return replace(choice, text="Skip: eject nobody", sure="Skip the vote?")
    return replace(choice, text=f"Eject {target}", sure=f"Vote to eject {target}?")
