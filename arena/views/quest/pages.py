"""What is read beside the table of the quest: the rules, what is to be written about, and what was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from woozle.arena.views.line import Line
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.views import Page
from woozle.arena.views.words import count
from woozle.core.games.quest.events import Briefing, Demands, Given, Measured, Reconsidered
from woozle.core.value import value


@value
class Work:
    """What a seat wrote about an item. h: None where it is not known; before: what a review has replaced; measured: of the text."""

    text: str = ""
    h: float | None = None
    reviews: int = 0
    before: str = ""
    measured: Measured | None = None


def noun(briefing: Briefing | None) -> str:
    """What is written about."""
    return "question" if briefing and briefing.task == "question" else "passage"


def paragraphs(text: str) -> Iterator[Line]:
    """A text, a line a paragraph."""
    return (Line(paragraph) for paragraph in text.split("\n"))


def words_of(text: str) -> str:
    """How long a text is."""
    return count(len(text.split()), "word")


def source(title: str, text: str, more: Iterable[Line] = ()) -> Page:
    """What is to be written about. more: what stands below it."""
    return Page(title, (*paragraphs(text), *more), words_of(text))


def about(doing: Given | Reconsidered, briefing: Briefing | None, *more: Line, first: Iterable[Line] = ()) -> Page:
    """What a seat writes about. more: what stands below it, first: above."""
    what = noun(briefing).capitalize()
    if isinstance(doing, Given):
        return source(f"{what} {doing.item}", doing.text, more)
    page = source(f"{what} {doing.item}, again{'' if doing.h is None else f': H was {doing.h:.3f}'}", doing.source, more)
    return replace(page, lines=(*first, *page.lines))


def lacking(work: Work | None) -> Iterator[Line]:
    """What the H of a text is made of, and what it lacks, as lines beside it."""
    made = work.measured if work else None
    if made and made.covered is not None:
        yield Line(f"{made.faithful:.3f} from the passage x {made.covered:.3f} of the facts", "quiet")
    if made and made.ungrounded:
        yield Line(f"Not in the passage: {', '.join(made.ungrounded)}", "notice")
    if made and made.missing:
        yield Line(f"Not told: {'; '.join(made.missing)}", "notice")


def written(works: Iterable[tuple[str, Work]], worst: str) -> Page:
    """What a seat has written, what a review would be about first, then the newest. worst: its id."""
    newest = [*works][::-1]
    newest.sort(key=lambda each: each[0] != worst)
    lines = [
        line
        for item, work in newest
        for line in (Line(work.text or "Nothing.", "speech", label=_about(item, work, worst)), *lacking(work))
    ]
    return Page("What you have written", tuple(lines), count(len(newest), "text"))


def rules(briefing: Briefing, asked: Demands | None) -> Page:
    """How this match is played."""
    return Page(HEADING, tuple(map(Line, of_briefing("quest", *filter(None, (briefing, asked))))))


def _about(item: str, work: Work, worst: str) -> str:
    h = [] if work.h is None else [f"H {work.h:.3f}"]
    reviewed = [count(work.reviews, "review")] if work.reviews else []
    return " · ".join([item, *h, *reviewed, *(["a review would be about this"] if item == worst else [])])
