"""How the quest is played, for somebody who has never played it, and how to read its table."""

from __future__ import annotations

from woozle.tui.present.help import written
from woozle.tui.present.line import Line

_TEXT = """
# The quest
All write about the same passages, each in another order: a summary of each, from the passage alone. In the variant \
with questions, an answer to each.
A judge scores each text: H is 1 if all that it says stands in its passage, 0 if nothing does.
The built-in judge, lexical, goes by shared words, needs no model, and is easily fooled. It is not HHEM, the judge of the \
paper; the results say who judged.

# A step
First you decide: go on with the next passage, or before that write your worst summary again. A review is advised while its H is \
below the threshold. Then the passage stands above or beside the box for your text; {compose.page_down} and {compose.page_up} turn \
its pages while you write.
A review costs a call, and in the next step your rivals see how you stand.

# What counts
Q = alpha x the mean of H - beta x P. P adds four shares: your calls, tokens, reviews and seconds, each divided by the most that \
any seat has. Who is alone in spending much pays most.
The paper states beta 0.01, and its tables were made with 0.1; who wins can depend on it, so both are shown, \
as Q at 1% and Q at 10%.
Tokens of whoever does not count them are estimated, one for four characters, read and written.
Seconds are those of your thinking. Bots do not think: they are charged 1 a call and 0.001 a token, so whoever takes longer pays \
up to beta more: their time is reckoned. With the clock set to virtual before a match, all are charged like that.

# Reading the table
Your row of figures grows with each of your answers. Rivals have one once they have shown something; – is what nobody has told you.
Q in it is an estimate: nobody knows what rivals hide. What they hide can only make your share of the most smaller.
While you decide, the page has what you have written: first what a review would be about, then the newest.
{table.page} changes between the page and what happened, where there is no room for both.

# Looking on
Who sees everything sees what each seat is given and writes, and its H; the page has what the seat that acted last wrote about, \
and then its text. Q is what it would be if the match were over now. With the eyes of a seat you see what it saw.
On the bar below, R is a review, E a seat that ends early, ! what is left out.
"""


def help_lines() -> tuple[Line, ...]:
    """The rules and the table, as lines of a page."""
    return written(_TEXT)
