"""The help page of the quest's table."""

from __future__ import annotations

from woozle.arena.views.help import help_text
from woozle.arena.views.line import Line

_TEXT = """
# Reading the table
Your row of figures grows with each of your answers. Rivals have one once they have shown something; – is what nobody has told you.
Q in it is an estimate: nobody knows what rivals hide. What they hide can only make your share of the most smaller.
The tokens of whoever does not count them are estimated: one for four characters, read and written.
The passage or question stands above or beside the box for your text; {compose.page_down} and {compose.page_up} turn its pages \
while you write. While you decide, the page has what you have written: first what a review would be about, then the newest. Below \
each text is what it lacks: words that are not in the passage, and key facts that it does not tell. In a review they are above the \
passage.
{table.page} changes between the page and what happened, where there is no room for both.

# Looking on
Those who see everything see what each seat is given and writes, and its H; the page has what the seat that acted last wrote \
about, and then its text. Q is what it would be if the match were over now. With the eyes of a seat you see what it saw.
On the bar below, R is a review, E a seat that ends early, ! what is left out.
"""


def help_lines() -> tuple[Line, ...]:
    """Return the help on the table as lines of a page."""
    return help_text(_TEXT)
