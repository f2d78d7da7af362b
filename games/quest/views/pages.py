"""Documents beside the table of the quest: the rules, the passages and the texts written about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from woozle.arena.views.panels import Document
from woozle.arena.views.rules import HEADING, of_briefing
from woozle.core.line import Line, shown_lines
from woozle.core.words import quantity
from woozle.games.quest.events import Briefing, Demands, Given, Reconsidered
from woozle.games.quest.state import Progress, Text
from woozle.games.quest.words import length_of, noun, out_of_100, unread


def source(title: str, text: str, more: Iterable[Line] = ()) -> Document:
    """Return an item as a document. more: lines below it."""
    return Document(title, (*map(Line, text.split("\n")), *more), length_of(text))


def about(doing: Given | Reconsidered, briefing: Briefing | None, *more: Line, first: Iterable[Line] = ()) -> Document:
    """Return the item that a seat writes about. more: lines below it; first: lines above it."""
    what = noun(briefing).capitalize()
    if isinstance(doing, Given):
        return source(f"{what} {doing.item}", doing.text, more)
    page = source(f"{what} {doing.item}, again{'' if doing.h is None else f': it had {out_of_100(doing.h)}'}", doing.source, more)
    return replace(page, lines=(*first, *page.lines))


def lacking(text: Text | None, demands: Demands | None) -> Iterator[Line]:
    """Yield lines on the parts of a text's H and what it lacks."""
    made = text.measured if text else None
    if made and made.covered is not None:
        yield Line(f"{made.faithful:.0%} from the passage x {made.covered:.0%} of its facts", "quiet")
    yield from shown_lines(unread(text.text if text else "", demands))
    if made and made.ungrounded:
        yield Line(f"Not in the passage: {', '.join(made.ungrounded)}", "notice")
    if made and made.missing:
        yield Line(f"Left out: {'; '.join(made.missing)}", "notice")


def list_texts(progress: Progress, demands: Demands | None) -> Document:
    """Return a seat's texts, the one to review first, then the newest."""
    worst, newest = progress.worst, [*progress.texts.items()][::-1]
    newest.sort(key=lambda each: each[0] != worst)
    lines = [
        line
        for item, text in newest
        for line in (Line(text.text or "Nothing.", "speech", label=_label(item, text, worst)), *lacking(text, demands))
    ]
    return Document("What you have written", tuple(lines), quantity(len(newest), "text"))


def opening(briefing: Briefing, asked: Demands | None) -> Document:
    """Return how a match is won, without a formula, for viewers with nothing to read yet."""
    rivals = quantity(len(briefing.seats) - 1, "rival")
    lines = [f"You and {rivals} get the same {quantity(briefing.items, noun(briefing))}, one after the other."]
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
    most_cost = 100 * briefing.beta * 4  # of a seat that spends the most of everything: four shares, each at most 1
    lines.append(f"A perfect match is 100 points; words, rewrites and time cost at most {most_cost:g}.")
    lines.append("Most points wins. Help has the rules in full.")
    return Document("How you win", tuple(map(Line, lines)))


def rules(briefing: Briefing, asked: Demands | None) -> Document:
    """Return the rules of this match."""
    return Document(HEADING, tuple(map(Line, of_briefing("quest", *filter(None, (briefing, asked))))))


def _label(item: str, text: Text, worst: str) -> str:
    h = [] if text.h is None else [out_of_100(text.h)]
    reviewed = [f"revised {quantity(text.reviews, 'time')}" if text.reviews > 1 else "revised"] if text.reviews else []
    return " · ".join([item, *h, *reviewed, *(["weakest"] if item == worst else [])])
