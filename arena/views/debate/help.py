"""The help page of a debate's table."""

from __future__ import annotations

from woozle.arena.views.help import help_text
from woozle.arena.views.line import Line

_TEXT = """
# Reading the table
First choose your answer, or write it, and then say why: that is what those read who listen to you in the next round, with your \
answer below it. {table.back} leads from the reason back to the answer, and what you have written stays.
Where you choose whom to listen to, a number takes one, 0 all of them; the arrows lead to the others.
The question stands on the left. Below it, each seat has its answers, round by round, as far as you know them, and then \
whom it listens to: Ada ← Ben, Cleo. With more room that is a drawing, in which arrows point to the listener.
+ is an edge that the round before did not have, × one that it had; · is an answer that you do not know.
✓ is right and ✗ is wrong, once you are told what is right.
! marks those who turned from right to wrong, and the edges from those who had been wrong before; ✓ on an edge leads from somebody \
who had been right to somebody who turned right. They were heard before it; that they were why is not said.
{table.graph} gives question and graph all the room there is. {table.page_up} and {table.page_down} turn what was said while you \
choose or write.

# Looking on
The public sees all answers and edges, but what is right only at the end. Those who see everything also see the entropies that an \
estimator measured, if one did, and how partners follow from them. On the bar below, ! and ✓ mark whose answers turned.
Errors spread from seat to seat like the tracks of Pooh's woozle, and so does what is right.
"""


def help_lines() -> tuple[Line, ...]:
    """Return the help on the table as lines of a page."""
    return help_text(_TEXT)
