"""The help page of self-play's table."""

from __future__ import annotations

from woozle.arena.views.help import help_text
from woozle.arena.views.line import Line

_TEXT = """
# What you can do
ASK passes the question on. You go on when you have a reply.
SEARCH shows you the paragraphs of your corpus that fit the question best.
CALCULATE works out a sum that you write. It is free, but counts as a use of a tool.
ANSWER says that you are sure, HEDGE that you are not. Your words are read all the same, with that said beside them.
Only what is possible is offered, and each action keeps its number. If you have nothing to say, reply by No words, beside the box; \
as the last words of the match, that is no answer.

# Reading the table
The question stands on top, and below it what you were given, the newest first: replies, each with ANSWER or HEDGE, \
then paragraphs with where they stand.
{table.page_up} and {table.page_down} turn the page while you choose or write. {table.back} leads from the words back to the \
choice, and what you have written stays. Where there is no room for both, {table.page} changes between the page and what happened.
While others act you are not told who does.

# Looking on
On top stands the society: who has control (▸), who waits, the next first, for replies or to be asked; what each can search, whom \
it can ask, and what it has done. ✓ is right and ✗ is wrong, for those who know what is right: at the end, or from the start if \
you see everything.
On the bar below, S is a search and = a sum; ! marks who was sure and wrong, ✓ who was not sure and right.
"""


def help_lines() -> tuple[Line, ...]:
    """Return the help on the table as lines of a page."""
    return help_text(_TEXT)
