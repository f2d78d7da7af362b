"""Documents beside the table of the quest: the rules, the passages and the texts written about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from woozle.arena.views.panels import Document
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.arena.views.words import count
from woozle.core.line import Line
from woozle.core.value import value
from woozle.games.quest.events import Briefing, Demands, Given, Measured, Reconsidered


@value
class Work:
    """A seat's text about an item. h: None if not known; before: the text that a review replaced; measured: of the text."""

    text: str = ""
    h: float | None = None
    reviews: int = 0
    before: str = ""
    measured: Measured | None = None


def noun(briefing: Briefing | None) -> str:
    """Return the kind of item: a question or a passage."""
    return "question" if briefing and briefing.task == "question" else "passage"


def out_of_100(h: float) -> str:
    """Return H, or a part of it, as people read it."""
    return f"{100 * h:.0f} of 100"


def paragraphs(text: str) -> Iterator[Line]:
    """Return a text, a line a paragraph."""
    return (Line(paragraph) for paragraph in text.split("\n"))


def words_of(text: str) -> str:
    """Return the length of a text, as in `12 words`."""
    return count(len(text.split()), "word")


def source(title: str, text: str, more: Iterable[Line] = ()) -> Document:
    """Return an item as a document. more: lines below it."""
    return Document(title, (*paragraphs(text), *more), words_of(text))


def about(doing: Given | Reconsidered, briefing: Briefing | None, *more: Line, first: Iterable[Line] = ()) -> Document:
    """Return the item that a seat writes about. more: lines below it; first: lines above it."""
    what = noun(briefing).capitalize()
    if isinstance(doing, Given):
        return source(f"{what} {doing.item}", doing.text, more)
    page = source(f"{what} {doing.item}, again{'' if doing.h is None else f': it had {out_of_100(doing.h)}'}", doing.source, more)
    return replace(page, lines=(*first, *page.lines))


def lacking(work: Work | None, words: int) -> Iterator[Line]:
    """Yield lines on the parts of a text's H and what it lacks. words: how many are read, 0 for all."""
    made = work.measured if work else None
    if made and made.covered is not None:
        yield Line(f"{made.faithful:.0%} from the passage x {made.covered:.0%} of its facts", "quiet")
    yield from unread(work.text if work else "", words)
    if made and made.ungrounded:
        yield Line(f"Not in the passage: {', '.join(made.ungrounded)}", "notice")
    if made and made.missing:
        yield Line(f"Not told: {'; '.join(made.missing)}", "notice")


def unread(text: str, words: int) -> Iterator[Line]:
    """Yield a line if a summary has more words than are read."""
    if 0 < words < (written := len(text.split())):
        yield Line(f"Only the first {words} of its {written} words are read.", "notice")


def list_texts(works: Iterable[tuple[str, Work]], worst: str, words: int) -> Document:
    """Return a seat's texts, the one to review first, then the newest. worst: its id; words: how many of a text are read."""
    newest = [*works][::-1]
    newest.sort(key=lambda each: each[0] != worst)
    lines = [
        line
        for item, work in newest
        for line in (Line(work.text or "Nothing.", "speech", label=_about(item, work, worst)), *lacking(work, words))
    ]
    return Document("What you have written", tuple(lines), count(len(newest), "text"))


def opening(briefing: Briefing, asked: Demands | None) -> Document:
    """Return how a match is won, without a formula, for viewers with nothing to read yet."""
    rivals = count(len(briefing.seats) - 1, "rival")
    lines = [f"You and {rivals} get the same {count(briefing.items, noun(briefing))}, one after the other."]
    if noun(briefing) == "question":
        lines.append("Answer each. A right answer counts, a wrong one does not; if you do not know, say so.")
    else:
        lines.append("Say what each says, and nothing that it does not: words that are not in the passage cost you points.")
    if asked and asked.facts > 0:
        lines.append("Its main facts count as much: what you leave out costs you points too.")
    if asked and asked.words:
        lines.append(f"Only the first {asked.words} words of a text are read.")
    if briefing.reviews and briefing.items > 1:
        lines.append("Before each further one you may revise your weakest text.")
    lines.append(f"A perfect match is 100 points; the words, texts and time you spend take off at most {_most_cost(briefing)}.")
    lines.append("Most points wins. Help has the rules in full.")
    return Document("How you win", tuple(map(Line, lines)))


def _most_cost(briefing: Briefing) -> str:
    """Return the largest possible cost in points, for a seat that spends the most of everything: four shares, each at most 1."""
    return f"{100 * briefing.beta * 4:g}"


def rules(briefing: Briefing, asked: Demands | None) -> Document:
    """Return the rules of this match."""
    return Document(HEADING, tuple(map(Line, of_briefing("quest", *filter(None, (briefing, asked))))))


def _about(item: str, work: Work, worst: str) -> str:
    h = [] if work.h is None else [out_of_100(work.h)]
    reviewed = [f"revised {count(work.reviews, 'time')}" if work.reviews > 1 else "revised"] if work.reviews else []
    return " · ".join([item, *h, *reviewed, *(["weakest"] if item == worst else [])])
