"""How the ship is played, for somebody who has never played it, and how to read the table."""

from __future__ import annotations

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

# Reading the table
@ is you. A letter is a seat that you see now: the row of names says whose it is. A name struck through, with †, is dead or ejected.
◇ is an open task of yours, ! the button, † a body, a number on a line the ticks of the way.
[2] under a room: press its number, or click the room, to go there. Rooms you cannot reach in one move have no number.
What cannot be undone (kill, report, button, vote) is asked once more: press the same number again, or {table.back}.
The list on the right is all that you saw and heard. It is also all that a bot or a model in your seat would know.
{table.pictures} opens two pictures of this moment, the map with your tasks and the place where you are: \
what a model in your seat would be shown beside the words.

# Pace
Turns of others take no time. Speeches stay as long as people need to read them: {table.skip} goes on at once, {table.pause} pauses.
When you are dead you hear the meetings to come; {table.fast} runs to the end.
Every answer is on disk before anybody sees it: leave with {table.leave} at any time and continue later.

# Several people at one terminal
Set two seats or more to people. Only one looks at a time: a curtain falls before somebody else is asked, \
and {curtain.ready} and then {curtain.reveal} open it. Your time begins when your table appears.
Who is dead is not asked any more, and sees the end with all others.
A PIN keeps the curious away from your table while you play. It is nowhere but in memory, so a resumed match has none; \
and the file of the match, on this computer, holds every secret, as does whatever records the terminal.
In a blind match seats are drawn by lot, the curtain names people and not seats, \
and nothing says who is asked or how long it took.
What cannot be hidden is when the curtain falls: who counts the speeches in between will often tell who speaks for whom. \
A match that is resumed stays blind: remember the number that the curtain calls you by.
"""


def help_lines() -> tuple[Line, ...]:
    """The rules and the table, as lines of a transcript."""
    return tuple(
        Line(row.removeprefix("# "), "heading" if row.startswith("# ") else "plain") for row in _TEXT.strip().split("\n") if row
    )
