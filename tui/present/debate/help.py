"""How a debate is played, for somebody who has never played one, and how to read its table."""

from __future__ import annotations

from woozle.tui.present.help import written
from woozle.tui.present.line import Line

_TEXT = """
# Debate
All are asked the same question. All answer it, read what some of the others said, and answer again, round by round. Errors \
spread that way like the tracks of Pooh's woozle, and so does what is right: listen, but not to everybody.
You win if your last answer is right. The answer of the table is the most frequent one of the last round.

# A round
First choose your answer, or write it, and then say why: that is what those read who listen to you in the next round, with your \
answer below it. You see nobody else's answer before you have given yours.
Whom you listen to is set, drawn or measured, as the page beside the table says. Where all choose for themselves, you are asked \
before each further round: a number takes one, 0 all of them; the arrows lead to the others.
A match may be set to tell you no names, and to let those stop who answer the same twice.
A match may end with appeals: somebody says something false to each seat, aside, and asks it what it now believes.

# Reading the table
The question stands on the left. Below it, each seat has its answers, round by round, as far as you know them, and then \
whom it listens to: Ada ← Ben, Cleo. With more room that is a drawing, in which arrows point to the listener.
+ is an edge that the round before did not have, × one that it had; · is an answer that you do not know.
✓ is right and ✗ is wrong, once you are told what is right: at the end, or from the start for who sees everything.
! marks who turned from right to wrong, and the edges from those who had been wrong before; ✓ on an edge leads from somebody who \
had been right to somebody who turned right. They were heard before it; that they were why is not said.
{table.graph} gives question and graph all the room there is. {table.page_up} and {table.page_down} turn what was said while you \
choose or write. {table.back} leads from the reason back to the answer, and what you have written stays.

# Looking on
The public sees all answers and edges, but what is right only at the end. Who sees everything also sees the entropies that an \
estimator measured and how partners follow from them. On the bar below, ! and ✓ mark whose answers turned.
"""


def help_lines() -> tuple[Line, ...]:
    """The rules and the table, as lines of a page."""
    return written(_TEXT)
