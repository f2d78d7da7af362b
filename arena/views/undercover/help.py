"""The help page of Undercover's table."""

from __future__ import annotations

from woozle.arena.views.help import help_text
from woozle.arena.views.line import Line

_TEXT = """
# Reading the table
The top line has the question. Your picture is on the left, and nobody else sees it: to say what is in it is all you can do.
{table.zoom} looks nearer, and {table.picture} gives the picture all the room there is.
What others answered is in the story, and, where there is room, beside their names; † is out. {table.page_up} and \
{table.page_down} turn the story while you choose or write.
An answer is given in two steps: the number of a choice, then what you write. {table.back} leads back to the choice, and what you \
have written stays.

# Pictures as files
{table.pictures} opens your picture as a file.

# Looking on
Those who see everything see both pictures and who the undercover is from the start. With the eyes of a seat you see what it saw.
On the bar below, † is a seat that is voted out, U the undercover if it is.
"""


def help_lines() -> tuple[Line, ...]:
    """Return the help on the table as lines of a page."""
    return help_text(_TEXT)
