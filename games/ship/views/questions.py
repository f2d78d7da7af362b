"""The labels and keys of questions to a seat of the ship."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from woozle.arena.views.panels import NUMBER_KEYS, Choice, TableView
from woozle.arena.views.questions import ask
from woozle.arena.views.words import count
from woozle.core.names import join_names
from woozle.core.request import Request, Seat
from woozle.games.ship.events import Act, Speak
from woozle.games.ship.map import room_title
from woozle.games.ship.state import State

_ORDER = ("move", "report", "button", "kill", "task", "wait")
_KEYS = {"task": NUMBER_KEYS[-1], "wait": "0"}
"""The keys of actions that have the same one all match; the others are numbered in turn."""


def ask_seat(table: TableView, request: Request, state: State) -> TableView:
    """Return the table with a request to its viewer."""
    if request.answer is Act:
        everywhere = state.config is not None and state.config.chat_heard == "by_later_turns"
        hears = join_names(state.present) if state.present else "anyone who comes next" if everywhere else None
        prompt = f"Your turn, tick {state.tick}: choose with a number, or click a room."
        return ask(table, request, prompt, label=partial(_label_action, state), order=_place, hears=hears, then="")
    if request.answer is Speak:
        prompt = "Your turn to speak: where were you, and who did you see?"
        return ask(table, request, prompt, offer="Write what you tell everyone.")
    return ask(table, request, "Vote: who should be ejected? Choose with a number.", label=_label_vote)


def _place(action: str) -> int:
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


def _label_vote(target: Seat | None, choice: Choice) -> Choice:
    if target is None:
        return replace(choice, text="Skip: eject nobody", sure="Skip the vote?")
    return replace(choice, text=f"Eject {target}", sure=f"Vote to eject {target}?")
