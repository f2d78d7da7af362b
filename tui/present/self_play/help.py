"""How self-play is played, for somebody who has never played it, and how to read its table."""

from __future__ import annotations

from woozle.tui.present.help import written
from woozle.tui.present.line import Line

_TEXT = """
# Self-play
A small society answers one question together, at the least effort. The asker gets the question and knows nothing that is not \
common knowledge; helpers can each search one corpus, which may or may not have the answer.
All are paid alike: how right the asker's last words are (rightness, from 0 to 1: F1 of their words with the right answer), \
less a little for every search that anybody makes. So search where it helps, say few words, and say how sure you are.

# What you can do
ASK passes the question on to all whom you can ask, or, through a hub, to the next of them. You go on when they have replied.
SEARCH shows you the paragraphs of your corpus that fit the question best. It costs all of you the price that the table names.
CALCULATE works out a sum that you write. It costs nothing, but counts as a use of your tools.
ANSWER says that you are sure. Whoever asked you reads your words as the answer of a friend who is sure.
HEDGE says that you are not. Your words are read all the same, as those of a friend who is not sure.
The asker's last words are the answer of all, whether it answers or hedges.
Only what is possible is offered, and each action keeps its number. ANSWER and HEDGE ask for words, CALCULATE for a sum; ASK and \
SEARCH only where the match is set to your own words, and they begin with the question as it is. Who has nothing to say replies by \
No words, beside the box; as the last of the asker, that is no answer.

# Reading the table
The question stands on top, and below it what you were given, the newest first: replies of friends, each with ANSWER or HEDGE, \
then paragraphs with where they stand. You are not told who replies, unless the match names the tool of each.
{table.page_up} and {table.page_down} turn the page while you choose or write. {table.back} leads from the words back to the \
choice, and what you have written stays. Where there is no room for both, {table.page} changes between the page and what happened.
While others act you are not told who does.

# Looking on
On top stands the society: who has control (▸), who waits, the next first, for replies or to be asked; what each can search, whom \
it can ask, and what it has done. ✓ is right and ✗ is wrong, for who knows what is right: at the end, or from the start for who \
sees everything.
On the bar below, S is a search and = a sum; ! marks who was sure and wrong, ✓ who was not sure and right.
"""


def help_lines() -> tuple[Line, ...]:
    """The rules and the table, as lines of a page."""
    return written(_TEXT)
