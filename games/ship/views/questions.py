"""The labels and keys of questions to a seat of the ship."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from woozle.arena.views.panels import NUMBER_KEYS, SPEECH_LIMIT, Choice, Question
from woozle.arena.views.questions import question as ask
from woozle.arena.views.words import count
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.games.ship.events import Act, Speak, Vote
from woozle.games.ship.map import room_title
from woozle.games.ship.state import State

_ORDER = ("move", "report", "button", "kill", "task", "wait")
_KEYS = {"task": NUMBER_KEYS[-1], "wait": "0"}
"""The keys of actions that have the same one all match; the others are numbered in turn."""


def question(request: Request, known: State) -> Question | None:
    """Return a request as a question to a human; None if it is not for humans."""
    if request.answer is Act:
        return _act(request, known)
    if request.answer is Speak:
        prompt = "Your turn to speak: where were you, whom did you see?"
        return Question(request.id, "speak", prompt, limit=SPEECH_LIMIT, seconds=request.seconds)
    if request.answer is Vote:
        asked = ask(request, known.seats, partial(_label_vote, known))
        return replace(asked, prompt="Vote: who should be ejected? Choose with a number.")
    return None


def choice_keys(asked: Question) -> dict[str, str]:
    """Return the key to each room that can be reached."""
    return {choice.target: choice.key for choice in asked.choices if choice.target}


def _act(request: Request, known: State) -> Question:
    actions = sorted(request.choices["action"], key=lambda action: _ORDER.index(action.split()[0]))
    numbers = iter(NUMBER_KEYS[:-1])
    choices = [_action(action, _KEYS.get(action) or next(numbers, ""), known) for action in actions]
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
    return Choice(key, "Wait here", action)


def _label_vote(known: State, target: Seat | None, choice: Choice) -> Choice:
    if target is None:
        return replace(choice, text="Skip: eject nobody", sure="Skip the vote?")
    return replace(choice, text=f"Eject {target}", sure=f"Vote to eject {target}?")
