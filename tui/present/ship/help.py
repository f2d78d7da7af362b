"""How the ship is played, for somebody who has never played it, and how to read the table."""

from __future__ import annotations

from woozle.tui.present.help import written
from woozle.tui.present.line import Line

_TEXT = """
# The ship
Everybody is on a ship. Most are geese; one or more are ducks, and nobody but they themselves knows who.
Geese win when no duck is left, when all their tasks are done, or when time runs out.
Ducks win when they are no longer outnumbered. The top right corner says what you are; nobody else sees it.

# A tick
In each tick every seat that is not in a corridor takes one turn, in random order. You can go to a neighbouring room, work on \
a task that you have here, or wait. A corridor takes as many ticks as the number on it says; on the way you cannot act.
You see only your own room: who is there, who came and went since your last turn, and bodies.
A task takes three turns in its room. A duck's tasks are fake: they look like work and count for nothing.
A duck can kill a goose in its own room, at first after five ticks and then every five. All who are there see it.

# A meeting
Whoever finds a body can report it; in the room with the button (!) anybody can call a meeting. \
The button works only once per duck.
Everyone alive speaks twice, in the order shown. Say where you were and whom you saw: somebody may know better.
Then all vote. Who has most votes is thrown off the ship; on a tie, or if most skip, nobody is.
After the meeting all who live are put in other rooms, and bodies are cleared away.
Who is dead hears every meeting to come, and is not heard.

# Reading the table
@ is you. A letter is a seat that you see now: the row of names says whose it is. A name struck through, with †, is dead or ejected.
◇ is an open task of yours, ! the button, † a body, a number on a line the ticks of the way.
[2] under a room: press its number, or click the room, to go there. Rooms you cannot reach in one move have no number.
What cannot be undone (kill, report, button, vote) is asked once more: press the same number again, or {table.back}.
The list on the right is all that you saw and heard. It is also all that a bot or a model in your seat would know.
{table.pictures} opens two pictures of this moment, the map with your tasks and the place where you are: \
what a model in your seat would be shown beside the words.

# Looking on
Who sees everything sees where everyone is and goes, ducks in capital letters and geese in small ones, and who can kill. \
The public sees what all are told, and with the eyes of a seat you see what it saw.
On the bar below, † is a kill.
"""


def help_lines() -> tuple[Line, ...]:
    """The rules and the table, as lines of a page."""
    return written(_TEXT)
