"""The help page of the ship's table."""

from __future__ import annotations

from woozle.arena.views.help import help_text
from woozle.arena.views.line import Line

_TEXT = """
# Reading the table
@ is you. A letter is a seat that you see now: the row of names says whose it is. A name struck through, with †, is dead or ejected.
◇ is an open task of yours, ! the button, † a body, a number on a line the ticks of the way.
[2] under a room: press its number, or click the room, to go there. Rooms you cannot reach in one move have no number.
What cannot be undone (kill, report, button, vote) is asked once more: press the same number again, or {table.back}.
The list on the right is all that you saw and heard.

# Pictures as files
{table.pictures} opens two pictures of this moment, the map with your tasks and the place where you are: \
what a model in your seat would be shown beside the words.

# Looking on
Those who see everything see where everyone is and goes, ducks in capital letters and geese in small ones, and who can kill. \
The public sees what all are told, and with the eyes of a seat you see what it saw.
On the bar below, † is a kill.
"""


def help_lines() -> tuple[Line, ...]:
    """Return the help on the table as lines of a page."""
    return help_text(_TEXT)
