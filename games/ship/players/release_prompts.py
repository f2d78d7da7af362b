"""The prompts `quack`: what a model of the public release reads at a turn, in a speech and at a vote.

The paper prints five passages of its prompts (appendix A); they stand here as printed, as PRINTED names them. Of the rest only the
content is known: which facts stand in a prompt, and in which order. Its wording is ours, and so are the names of actions but
`move(medbay)`. A model reads no log of the match: each question has all that the seat is told, once, beside the two pictures.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from woozle.core.event import Event, first
from woozle.core.reply_marks import disarm_marks
from woozle.core.request import Request, Seat
from woozle.core.words import frequency, quantity
from woozle.games.ship import events as ship
from woozle.games.ship.config import Config
from woozle.games.ship.events import Act, Speak, Vote
from woozle.games.ship.map import Room
from woozle.games.ship.players.digest import digest
from woozle.games.ship.state import Meeting, State
from woozle.games.ship.words import question
from woozle.players.generic_prompt import PromptSet, Turn

VERSION = 1
"""Of all that a model reads with these prompts; raised with every change."""

_GLOBAL_MAP = "A global map showing the ship's room layout and your task locations. You CANNOT see other players on this map"
_LOCAL_VIEW = (
    "A local view showing ONLY your current room and its immediate surroundings -- "
    "players and bodies you can actually see right now."
)
_ACTIONS = (
    "For actions: respond with EXACTLY one action from the available list (e.g. 'move(medbay)'). "
    "You may optionally append a free-roam chat using '| say(your message)'"
)
_SECRET = "Never reveal that you are a Duck. Never break character"
_BODY = "Never stay near a body you created."

PRINTED = (_GLOBAL_MAP, _LOCAL_VIEW, _ACTIONS, _SECRET, _BODY)
"""The passages that the paper prints."""

_HISTORY = 10  # ticks of its own that a seat reads again
_CHATS = 5  # remarks in its room since its last turn
_ENCOUNTERS = 3  # sightings of each player
_SHORTER = (600, 200, 60)  # characters that are left of each speech where the whole is too long for a model


# The system message


def system(me: Seat, observation: Sequence[Event]) -> Iterator[str]:
    """Yield who the seat is, the rules, the two pictures, how to play the role, and how to reply."""
    briefing = first(observation, ship.Briefing)
    role = next((event for event in observation if isinstance(event, ship.Role) and event.seat == me), None)
    if briefing is None or role is None:
        return
    seats, config = briefing.seats, briefing.config
    is_duck = role.team == "duck"
    yield f"You are {me}, a player in a social deduction game on a spaceship."
    yield f"ROLE: {'Duck' if is_duck else 'Goose'}"
    yield f"OBJECTIVE: {_DUCK_AIM if is_duck else _GOOSE_AIM}"
    geese, ducks = _count(len(seats) - config.ducks, "Goose", "Geese"), _count(config.ducks, "Duck", "Ducks")
    yield f"PLAYERS: {', '.join(seats)}. {geese}, {ducks}."
    if role.mates:
        yield f"YOUR FELLOW DUCKS: {', '.join(role.mates)}."
    yield ""
    yield "RULES:"
    yield from (f"- {rule}" for rule in _rules(config))
    yield ""
    yield "IMAGES (where you are shown any):"
    yield f"1. {_GLOBAL_MAP}."
    yield f"2. {_LOCAL_VIEW}"
    yield ""
    yield "STRATEGY:"
    yield from (f"- {each}" for each in (_DUCK_STRATEGY if is_duck else _GOOSE_STRATEGY))
    yield ""
    yield "RESPONSE FORMAT:"
    yield f"- {_ACTIONS} to speak to players in your room."
    yield "- For discussion: say in a few sentences, in the first person, what you want the others to hear."
    yield "- For votes: respond with the name of one player, or with 'skip'."


_GOOSE_AIM = "Finish all tasks, or find out who the Ducks are and vote them out."
_DUCK_AIM = "Kill Geese without being caught, until there are as many Ducks as Geese."

_GOOSE_STRATEGY = (
    "Do your tasks, and choose the order that wastes the fewest ticks.",
    "Buddy up: a Goose that is alone with one other player is easily killed, and nobody can vouch for it.",
    "Remember whom you saw, where and when. Report any body you find.",
    "If you speak early in a discussion, give your route and your sightings. If you speak late, compare what was said.",
    "Vote for a player whose account contradicts what you saw, or what several others saw.",
)

_DUCK_STRATEGY = (
    "Kill a Goose that is alone with you.",
    _BODY,
    "Between kills pretend to do tasks, and let others see you at them.",
    "Do not report your own kill, unless somebody has seen you at the body.",
    "Prepare an account of your route that others cannot contradict, and cast suspicion on others for a reason.",
    f"{_SECRET}.",
)


def _rules(config: Config) -> Iterator[str]:
    yield "Time goes in ticks. In each tick you take one action, unless you are in a corridor."
    yield f"A task takes {quantity(config.ticks_per_task, 'tick')} of work in its room. The tasks of Ducks are fake."
    yield f"A Duck can kill a Goose in its room, and then again {quantity(config.kill_cooldown, 'tick')} later."
    yield "Reporting a body, or pressing the emergency button, begins a discussion; after it everybody votes."
    yield f"Everybody speaks {frequency(config.rounds)}."
    yield "The player with most votes is ejected; on a tie, or if most skip, nobody is."
    yield (
        f"Geese win when all Ducks are ejected, when all tasks are done, or after {quantity(config.max_ticks, 'tick')}. "
        "Ducks win when there are as many Ducks as Geese."
    )


def _count(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


# Questions


def conversation(request: Request, observation: Sequence[Event]) -> Iterator[list[Turn]]:
    """Yield the question with all that the seat is told: the whole and, should that be too long, with ever shorter speeches."""
    course = Course(request.to, observation)
    for most in (None, *_SHORTER):
        yield [("user", "\n".join(_question(course, request, observation, most)))]


def _question(course: Course, request: Request, observation: Sequence[Event], most: int | None) -> Iterator[str]:
    known, meeting = course.known, course.known.meeting
    if request.seconds is not None:
        yield f"You have {quantity(request.seconds, 'second')} to answer."
    if request.answer is Act and known.config:
        yield from _turn(course, known.config, request)
    elif request.answer is Speak and meeting:
        yield from _discussion(course, meeting, most)
        yield ""
        yield "What do you say?"
    elif request.answer is Vote and meeting:
        yield from _vote(course, meeting, request, most)
    else:  # the dead have no part in the release
        yield from digest(observation, request.to)
        yield from question(request, observation)


@dataclass(frozen=True, slots=True)
class Moment:
    """A turn of the seat. deeds: what it did then, in words."""

    tick: int
    room: Room
    present: tuple[Seat, ...]
    deeds: list[str]


@dataclass(slots=True)
class Course:
    """What a seat has observed: its State, and beside that its last turns, and what others have said to it since the one before.

    heard: what it has heard since its last look, which becomes the chat of the next one.
    """

    me: Seat
    observation: Sequence[Event]
    known: State = field(init=False)
    turns: deque[Moment] = field(init=False)
    chat: list[tuple[Seat, Room, str]] = field(init=False)
    heard: list[tuple[Seat, Room, str]] = field(init=False)

    def __post_init__(self) -> None:
        self.known, self.turns, self.chat, self.heard = State(self.me), deque(maxlen=_HISTORY + 1), [], []
        for event in self.observation:
            self._note(event)
            self.known.see(event)

    def _note(self, event: Event) -> None:
        match event:
            case ship.Sight(seat=seat) if seat == self.me and not self.known.is_meeting:
                self.turns.append(Moment(event.tick, event.room, event.present, []))
                self.chat, self.heard = self.heard, []
            case ship.Said(seat, room, text) | ship.Overheard(seat, room, text) if seat != self.me:
                self.heard.append((seat, room, text))
            case ship.Moved(seat, _, to):
                self._did(seat, f"move({to})")
            case ship.Worked(seat, _, task, done, needed):
                self._did(seat, f"{task} {done}/{needed}")
            case ship.Waited(seat):
                self._did(seat, "wait()")
            case ship.Killed(seat, victim):
                self._did(seat, f"kill({victim})")

    def _did(self, seat: Seat, deed: str) -> None:
        if seat == self.me and self.turns:
            self.turns[-1].deeds.append(deed)

    def encounters(self) -> Iterator[str]:
        """Yield the last sightings of each player, over the whole match."""
        for seat in self.known.seats:
            seen = [f"{sight.room} (tick {sight.tick})" for _, sight in self.known.looks if seat in sight.present]
            if seen:
                yield f"- {seat}: {', '.join(seen[-_ENCOUNTERS:])}"

    def movements(self) -> Iterator[str]:
        """Yield who was seen to leave and come since the last meeting."""
        for step in self.known.round.steps:
            yield f"- tick {step.tick}: {step.seat} went from {step.start} to {step.to}"


def _turn(course: Course, config: Config, request: Request) -> Iterator[str]:
    known, sight = course.known, course.known.sight
    if sight is None:
        return
    room, tick = sight.room, sight.tick
    yield f"Tick {tick}. You are in {room}."
    if known.totals:
        alive, done, tasks = known.totals.alive, known.totals.tasks_done, known.totals.tasks
        yield f"Alive: {alive} of {len(known.seats)}. Tasks of all Geese: {done} of {tasks} done."
    ways = (f"{near} ({quantity(ticks, 'tick')})" for near, ticks in config.map.neighbours[room].items())
    yield f"Adjacent rooms: {', '.join(ways)}"
    yield f"Players you see: {', '.join(sight.present) if sight.present else 'none, you are alone'}"
    moves = [f"{seat} left for {to}" for seat, to in sight.left] + [f"{seat} came from {start}" for seat, start in sight.came]
    if moves:
        yield f"Movement you saw: {'; '.join(moves)}"
    yield f"Bodies here: {', '.join(sight.bodies) if sight.bodies else 'none'}"
    if said := [(seat, text) for seat, where, text in course.chat if where == room][-_CHATS:]:
        yield "Chat in this room:"
        yield from (f"- {seat}: {_on_its_own(text)}" for seat, text in said)
    yield "Your tasks:" if known.mine.team == "goose" else "Your tasks (fake):"
    for place, done in known.mine.work.items():
        state = "done" if done >= config.ticks_per_task else f"{done}/{config.ticks_per_task}"
        far = config.map.distances[room][place]
        yield f"- {config.map.tasks[place]} in {place}: {state}, {'here' if place == room else quantity(far, 'tick') + ' away'}"
    if room in known.mine.work and known.is_open(room):
        yield f"You can work on {config.map.tasks[room]} here."
    if sight.cooldown is not None:
        yield f"You can kill {'now' if sight.cooldown <= 0 else 'in ' + quantity(sight.cooldown, 'tick')}."
    if before := [each for each in course.turns if tick - _HISTORY <= each.tick < tick]:
        yield "Your last ticks:"
        for each in before:
            company = f" with {', '.join(each.present)}" if each.present else ""
            yield f"- tick {each.tick}: {each.room}{company}: {', '.join(each.deeds) or 'nothing'}"
    yield "Available actions:"
    for number, option in enumerate(request.choices.get("action", ()), 1):
        yield f"{number}. {_action(option, room, config)}"
    yield how_to_reply(request)


def _action(option: str, room: Room, config: Config) -> str:
    verb, _, target = option.partition(" ")
    ticks = config.map.neighbours[room].get(target, 1) if verb == "move" else 1
    return f"{verb}({target})" + (f"  # {ticks} ticks" if ticks > 1 else "")


def _discussion(course: Course, meeting: Meeting, most: int | None) -> Iterator[str]:
    known, me = course.known, course.me
    order, said = meeting.order, len(meeting.speeches)
    yield from _occasion(meeting)
    if meeting.caller == me and known.bodies:
        found = (f"{', '.join(victims)} in {room}" for room, victims in known.bodies.items())
        yield f"The bodies that you know of, as the caller: {'; '.join(found)}."
    yield ""
    yield from _speeches(meeting, me, most)
    if me in order:
        place, rounds = order.index(me) + 1, known.config.rounds if known.config else 1
        part = ("early", "middle", "late")[min(2, 3 * (place - 1) // len(order))]
        yield f"You are speaker {place} of {len(order)} ({part}), in round {said // len(order) + 1} of {rounds}."
    yield ""
    rooms = [room for room, _ in groupby(stay.room for stay in known.round.stays)]
    yield f"Your route since the last meeting: {' -> '.join(rooms) if rooms else 'none'}"
    yield from _listed("Players you saw last:", course.encounters())
    yield from _listed("Movements you saw since the last meeting:", course.movements())
    yield from _listed("Earlier meetings:", _past_meetings(known))


def _vote(course: Course, meeting: Meeting, request: Request, most: int | None) -> Iterator[str]:
    yield from _occasion(meeting)
    yield ""
    yield from _speeches(meeting, course.me, most)
    yield from _listed("Movements you saw since the last meeting:", course.movements())
    yield from _listed("Earlier meetings:", _past_meetings(course.known))
    yield ""
    yield f"Whom do you vote for? {', '.join(target or 'skip' for target in request.choices.get('target', ()))}"
    yield how_to_reply(request)


def _occasion(meeting: Meeting) -> Iterator[str]:
    what = "reported a dead body" if meeting.cause == "report" else "called an emergency meeting"
    yield f"Tick {meeting.tick}. {meeting.caller} {what}."
    yield f"Dead players: {', '.join(meeting.dead) if meeting.dead else 'none'}"


def _speeches(meeting: Meeting, me: Seat, most: int | None) -> Iterator[str]:
    yield "Discussion so far:" if meeting.speeches else "Nobody has spoken yet."
    for speech in meeting.speeches:
        text = speech.text if most is None or len(speech.text) <= most else f"{speech.text[:most]} [...]"
        yield f"- {speech.speaker}{' (you)' if speech.speaker == me else ''}: {_on_its_own(text) or '(silent)'}"


def _past_meetings(known: State) -> Iterator[str]:
    for meeting in known.meetings:
        for ballot in meeting.ballots:
            counts = ", ".join(f"{target} {votes}" for target, votes in ballot.counts.items())
            out = f"{ballot.ejected} was ejected" if ballot.ejected else "nobody was ejected"
            how = "reported a body" if meeting.cause == "report" else "pressed the button"
            yield f"- tick {meeting.tick}: {meeting.caller} {how}; votes {counts}; {out}"


def _listed(title: str, lines: Iterator[str]) -> Iterator[str]:
    if found := list(lines):
        yield title
        yield from found


def _on_its_own(text: str) -> str:
    """Indent the lines of a text after its first and disarm its marks, so that nobody's words look like a line of the prompt."""
    return "\n    ".join(disarm_marks(text).splitlines())


def how_to_reply(request: Request) -> str:
    """Return the last line of a question about an action or a vote."""
    return f"Respond with EXACTLY one {'action from the list' if request.answer is Act else 'of these names, or with skip'}."


PROMPTS = PromptSet(VERSION, conversation, system, plain=(Act, Vote), again=how_to_reply)
