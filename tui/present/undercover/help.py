"""How the undercover game is played, for somebody who has never played it, and how to read its table."""

from __future__ import annotations

from woozle.tui.present.help import written
from woozle.tui.present.line import Line

_TEXT = """
# Undercover
All are asked the same question about a picture. One of them, the undercover, sees a copy in which something was changed, and \
what was changed matters for the answer.
Unless it is set otherwise nobody is told who that is: you may be the undercover yourself, so go by what you see.
The others win if they vote the undercover out; the undercover wins if it stays.

# A round
First all answer the question: choose what you see, or write it, and then say what in your picture supports it. All read that.
In one round all answer at the same time, or each hears those before it, as it was set.
Then all vote for the seat that they take for the undercover. Who has most votes is out, and all are told what it was.
After a tie all vote again, about those who tied; if that is a tie too, it is decided by lot. A match can be set to do otherwise.
It ends when the undercover is out, when only one other is left, or with the last vote.

# The answer of the table
Those who are left, the undercover too if it is still there, say what they think now, until they agree. The most frequent \
answer is that of the table. Who is right and who wins are two things: the results show both.

# Reading the table
The top line has the question. Your picture is on the left, and nobody else sees it: to say what is in it is all you can do.
{table.zoom} looks nearer, {table.picture} gives the picture all the room there is, and {table.pictures} opens it as a file.
What others answered is in the story, and, where there is room, beside their names; † is out. {table.page_up} and \
{table.page_down} turn the story while you choose or write.
An answer is given in two steps: the number of a choice, then what you write. {table.back} leads back to the choice, and what you \
have written stays.
At the end both pictures are shown, and what was changed.

# Looking on
Who sees everything sees both pictures and who the undercover is from the start. With the eyes of a seat you see what it saw.
On the bar below, † is a seat that is voted out, U the undercover if it is.
"""


def help_lines() -> tuple[Line, ...]:
    """The rules and the table, as lines of a page."""
    return written(_TEXT)
