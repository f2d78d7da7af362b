"""What is read beside the table of the quest: the rules, what is to be written about, and what was written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from woozle.core.games.quest.events import Briefing, Given, Reconsidered
from woozle.core.naming import listed
from woozle.core.value import value
from woozle.tui.present.line import Line
from woozle.tui.present.views import Page
from woozle.tui.present.words import count

ORDERS = {
    "opposite": "in opposite orders",
    "forward": "in the same order",
    "rotated": "each beginning elsewhere",
    "shuffled": "each in an order of its own",
}

_CLOCKS = {
    "recorded": "Your seconds are measured; whoever answers at once, as bots do, is charged 1 a call and 0.001 a token.",
    "virtual": "Nobody's seconds are measured: all are charged 1 a call and 0.001 a token.",
}


@value
class Work:
    """What a seat wrote about an item. h: None where it is not known; before: what a review has replaced."""

    text: str = ""
    h: float | None = None
    reviews: int = 0
    before: str = ""


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


def about(doing: Given | Reconsidered, briefing: Briefing | None, *more: Line) -> Page:
    """What a seat writes about. more: what stands below it."""
    what = noun(briefing).capitalize()
    if isinstance(doing, Given):
        return source(f"{what} {doing.item}", doing.text, more)
    return source(f"{what} {doing.item}, again{'' if doing.h is None else f': H was {doing.h:.3f}'}", doing.source, more)


def written(works: Iterable[tuple[str, Work]], worst: str) -> Page:
    """What a seat has written, what a review would be about first, then the newest. worst: its id."""
    newest = [*works][::-1]
    newest.sort(key=lambda each: each[0] != worst)
    lines = [Line(work.text or "Nothing.", "speech", label=_about(item, work, worst)) for item, work in newest]
    return Page("What you have written", tuple(lines), count(len(lines), "text"))


def rules(briefing: Briefing) -> Page:
    """How this match is played."""
    return Page("How this match is played", tuple(map(Line, _rules(briefing))))


def _about(item: str, work: Work, worst: str) -> str:
    h = [] if work.h is None else [f"H {work.h:.3f}"]
    reviewed = [count(work.reviews, "review")] if work.reviews else []
    return " · ".join([item, *h, *reviewed, *(["a review would be about this"] if item == worst else [])])


def _rules(briefing: Briefing) -> Iterator[str]:
    what = "answer questions" if briefing.task == "question" else "summarise passages"
    yield f"{listed(briefing.seats)} {what}: {briefing.items}, the same for all, {ORDERS.get(briefing.order, briefing.order)}."
    if briefing.task == "question":
        yield "H of an answer is 1 if it is right, else 0. To say that you do not know costs nothing more than to be wrong."
    else:
        yield "H says how much of a summary stands in its passage: 1 is all of it. Take nothing from anywhere else."
    if not briefing.scores_told:
        yield "H is told at the end."
    if briefing.reviews:
        least = "the one with the lowest H" if briefing.scores_told else "one of them"
        yield f"Before each step you may first write {least} again, each at most {count(briefing.reviews, 'time')}."
    if briefing.reviews and briefing.threshold and briefing.scores_told:
        yield f"That is advised while its H is below {briefing.threshold:g}."
    if briefing.reviews and briefing.vision != "off":
        yield "Whoever does so shows the others in the next step how it stands."
    yield (
        f"The highest Q wins: {'' if briefing.alpha == 1 else f'{briefing.alpha:g} x '}mean H - {briefing.beta:g} x P. "
        "P is your cost: calls, tokens, reviews and seconds, each as a share of the most that anybody has."
    )
    yield from filter(None, [_CLOCKS.get(briefing.clock)])
    if briefing.early_end:
        yield "You may end early: what you have not written counts 0."
