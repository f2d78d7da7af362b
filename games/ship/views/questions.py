"""Questions to a seat of the ship as numbered choices, and the answers that choices stand for."""

from __future__ import annotations

from collections.abc import Iterator

from woozle.arena.views.panels import SPEECH_LIMIT, Choice, Question
from woozle.arena.views.words import count, room_title
from woozle.core.names import join_names
from woozle.core.request import Request
from woozle.games.ship.events import Act, Speak, Vote
from woozle.games.ship.state import State

_ORDER = ("move", "task", "report", "button", "kill")


def question(request: Request, known: State) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer is Act:
        return _act(request, known)
    if request.answer is Speak:
        prompt = "Your turn to speak: where were you, whom did you see?"
        return Question(request.id, "speak", prompt, limit=SPEECH_LIMIT, seconds=request.seconds)
    if request.answer is Vote:
        prompt = "Vote: who should be ejected? Choose with a number."
        return Question(request.id, "vote", prompt, tuple(_votes(request, known)), seconds=request.seconds)
    return None


def choice_keys(asked: Question) -> dict[str, str]:
    """Return the key to each room that can be reached."""
    return {choice.target: choice.key for choice in asked.choices if choice.target}


def _act(request: Request, known: State) -> Question:
    actions = sorted(
        request.choices["action"], key=lambda action: _ORDER.index(verb) if (verb := action.split()[0]) in _ORDER else 9
    )
    choices = []
    for number, action in enumerate((action for action in actions if action != "wait"), 1):
        choices.append(_action(action, str(number) if number <= 9 else "", known))
    if "wait" in actions:
        choices.append(Choice("0", "Wait here", "wait"))
    everywhere = known.config is not None and known.config.chat_heard == "by_later_turns"
    hears = join_names(known.present) if known.present else "whoever comes next" if everywhere else None
    prompt = f"Your turn, tick {known.tick}: choose with a number, or click a room."
    return Question(request.id, "act", prompt, tuple(choices), hears, SPEECH_LIMIT, request.seconds)


def _action(action: str, key: str, known: State) -> Choice:
    verb, _, target = action.partition(" ")
    match verb:
        case "move":
            ticks = known.config.map.neighbours[known.mine.room][target] if known.config else 1
            return Choice(key, f"Go to {room_title(target)}", action, count(ticks, "tick"), target=target)
        case "task":
            title = known.config.map.tasks[known.mine.room] if known.config else "task"
            progress = f"{known.mine.work.get(known.mine.room, 0)}/{known.config.ticks_per_task}" if known.config else ""
            return Choice(key, f"{'Fake' if known.mine.team == 'duck' else 'Do task'}: {title}", action, progress)
        case "report":
            dead = join_names(known.bodies.get(known.mine.room, ()))
            return Choice(key, f"Report the body of {dead}", action, sure=f"Report {dead} and call a meeting?")
        case "button":
            return Choice(key, "Press the emergency button", action, sure="Press the button and call a meeting?")
        case "kill":
            return Choice(key, f"Kill {target}", action, sure=f"Kill {target}?", who=known.number(target))
    return Choice(key, action, action)


def _votes(request: Request, known: State) -> Iterator[Choice]:
    targets = request.choices["target"]
    for number, target in enumerate((target for target in targets if target), 1):
        yield Choice(str(number), f"Eject {target}", target, sure=f"Vote to eject {target}?", who=known.number(target))
    if None in targets:
        yield Choice("0", "Skip: eject nobody", None, sure="Skip the vote?")
