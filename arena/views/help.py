"""Parts of help that all games share: how its text is written, and what holds at every table."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from woozle.core.line import Line
from woozle.core.welcome import folder_of

LOOKING_ON, FILES = "Watching", "Pictures as files"
NOT_IN_STUDIES = (LOOKING_ON, FILES)
"""The headings of what no participant of a study can do."""

AT_TERMINALS, ON_PAGES = "{only-terminal}", "{only-page}"
"""Before a sentence that holds at terminals alone, or on pages alone. Sentences that name keys need no mark: pages have none."""

_KEY, _SENTENCE_END = re.compile(r"\{[a-z_]+[.-][a-z_]+\}"), re.compile(r"(?<=[.!?]) (?![a-z])")


def for_terminals(text: str) -> str:
    """Return a text without the sentences that hold on pages alone."""
    if "{only-" not in text:
        return text
    kept = (each for each in _SENTENCE_END.split(text) if not each.startswith(ON_PAGES))
    return " ".join(each.removeprefix(AT_TERMINALS) for each in kept)


def for_pages(text: str) -> str:
    """Return a text without the sentences that hold at terminals alone, or name a key of one."""
    sentences = (each.removeprefix(ON_PAGES) for each in _SENTENCE_END.split(text))
    return " ".join(each for each in sentences if not _KEY.search(each))


def help_text(text: str) -> tuple[Line, ...]:
    """Return a text as lines, a line a row; what begins with # is a heading. Empty rows are for readers of the source."""
    return tuple(
        Line(row.removeprefix("# "), "heading" if row.startswith("# ") else "plain") for row in text.strip().split("\n") if row
    )


def read_help(game: str) -> tuple[Line, ...]:
    """Return the file `views/help.md` beside the kit of a game, as lines; empty if it has none."""
    file = folder_of(game) / "views" / "help.md"
    return help_text(file.read_text("utf-8")) if file.is_file() else ()


def without(headings: Collection[str], lines: Iterable[Line]) -> Iterator[Line]:
    """Return the lines without the parts under some headings."""
    is_left_out = False
    for line in lines:
        if line.tone == "heading":
            is_left_out = line.text in headings
        if not is_left_out:
            yield line


PACE = help_text("""
# Pace
Each line stays as long as people need to read it: {table.skip} goes on at once, {table.pause} pauses.
{only-terminal}What you press as a question appears, or in the third of a second after, answers nothing: ▸ before the question \
says when it does. {only-page}What you press as a question appears, or in the third of a second after, answers nothing.
Once nothing more will be asked of you, {table.fast} runs to the end.
""")
"""Of a table, wherever it stands."""

AT_HOME = help_text("""
# Faster
{table.slower} and {table.faster} change at once how fast speeches follow each other; {table.to_turn} runs to your next turn. \
The log keeps all of it, and no time limit changes.

# Notes
{table.notebook} opens what was claimed, and who voted for whom. It knows what your seat observed, and nothing else.

# Leaving
Every answer is saved at once: leave with {table.leave} at any time and continue later.

# Several people at one terminal
Set two seats or more to people. Only one looks at a time: a curtain falls before the next player is asked, \
and {curtain.ready} and then {curtain.reveal} open it. Your time begins when your table appears.
Players who are out are no longer asked, and see the end with everyone else.
A PIN keeps the curious away from your table while you play. It is nowhere but in memory, so a resumed match has none; \
and the file of the match, on this computer, holds every secret, as does whatever records the terminal.
In a blind match seats are drawn by lot, the curtain names people and not seats, \
and nothing says who is asked or how long it took.
What cannot be hidden is when the curtain falls: who counts the speeches in between will often tell who speaks for whom. \
A match that is resumed stays blind: remember the number that the curtain calls you by.
""")
"""Of a table that is not part of a study, which is left in another way and has one person."""
